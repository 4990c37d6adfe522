"""A scenario as one SVG file: all steps in motion, a still of one, or a sheet of all.

Nothing in it reaches outside: no script, no font, no link. It works in the `<img>` of a README.
"""

from __future__ import annotations

from tracecli.errors import TraceError
from tracecli.export.owndrawing import OwnDrawing
from tracecli.export.svganimated import animated
from tracecli.export.svgpage import prefix_of
from tracecli.export.svgsheet import sheet
from tracecli.export.svgstill import still
from tracecli.model import Scenario, Trace
from tracecli.playback import NORMAL_WPM

__all__ = ["animated", "export", "sheet", "still"]


def export(  # noqa: PLR0913 - the options of a command
    trace: Trace,
    scenario: Scenario,
    *,
    step: int | None = None,
    all_steps: bool = False,
    drawing: OwnDrawing | None = None,
    wpm: int = NORMAL_WPM,
    speed: float = 1.0,
) -> str:
    """Give a scenario as SVG, in motion unless something else is asked for.

    Args:
        trace: The trace.
        scenario: The scenario.
        step: Only this step, standing still; 0 is the initial state.
        all_steps: All steps below each other.
        drawing: The author's own drawing instead of ours.
        wpm: Of the animation: a step stays at least as long as its words need at this many words a minute; 0:
            durations alone.
        speed: Of the animation: above 1 is faster.

    Raises:
        TraceError: For a step that the scenario does not have, and for too many steps in one picture.
    """
    own = drawing.figure(prefix_of(scenario)) if drawing else None
    if all_steps:
        return sheet(trace, scenario, own)
    if step is None:
        return animated(trace, scenario, own, wpm=wpm, speed=speed)
    if not 0 <= step <= len(scenario.steps):
        raise TraceError(f"{scenario.id} has no step {step}", f"its steps are 1 to {len(scenario.steps)}")
    return still(trace, scenario, step, own)
