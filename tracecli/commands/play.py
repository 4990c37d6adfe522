"""`trace play`: step by step on a terminal, a complete transcript everywhere else."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from tracecli.errors import TraceError
from tracecli.exits import ExitCode
from tracecli.library.resolving import Resolved, resolve_scenario
from tracecli.model import Scenario, Trace
from tracecli.nearest import near_names
from tracecli.playback import Subject, find_subject
from tracecli.terminal import streams
from tracecli.terminal.interactive import interactive, playable, reduced_motion


class Options(NamedTuple):
    """What the command line asks of the player.

    Attributes:
        speed: 1 is normal.
        wpm: Words a minute that are read; 0 lets durations decide alone.
        paused: Nothing follows by itself.
        loop: Start over after the last step.
        watch: Name of a state key or target to watch, or None.
        reload: Read the file again when it changes.
        plain: Give the transcript, wherever it goes.
        width: Columns at which the transcript is wrapped; None leaves lines whole in a pipe.
        color: Whether frames are coloured.
    """

    speed: float
    wpm: int
    paused: bool
    loop: bool
    watch: str | None
    reload: bool
    plain: bool
    width: int | None
    color: bool


def run(address: str, options: Options) -> ExitCode:
    """Play the scenario that an address names, from its step if it names one."""
    resolved, scenario = resolve_scenario(address)
    watched = _watched(resolved.trace, options.watch)
    if not options.plain and interactive(sys.stdin, sys.stdout, os.environ):
        if playable():
            return _play(resolved, scenario, watched, options)
        streams.err("keys can't be read on this system yet: here is the transcript")
    return _tell(resolved, scenario, options)


def _watched(trace: Trace, name: str | None) -> Subject | None:
    if name is None:
        return None
    if (subject := find_subject(trace, name)) is not None:
        return subject
    known = [*trace.state_labels, *trace.targets]
    near = near_names(name, known)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
    raise TraceError(f"{name} is neither a state key nor a target", hint)


def _tell(resolved: Resolved, scenario: Scenario, options: Options) -> ExitCode:
    from tracecli.report.transcript import transcript

    width = options.width or (streams.columns(os.environ) if sys.stdout.isatty() else None)

    def address(step: int) -> str:
        return resolved.address(scenario.id, step)

    for line in transcript(resolved.trace, scenario, start=resolved.step or 0, address=address, width=width):
        streams.out(line or "\n")
    return ExitCode.OK


def _play(resolved: Resolved, scenario: Scenario, watched: Subject | None, options: Options) -> ExitCode:
    from tracecli.commands.playing import aligned_step, reloading
    from tracecli.terminal.play import Options as How
    from tracecli.terminal.play import Show, play
    from tracecli.terminal.stage import Links

    still = options.paused or reduced_motion(os.environ)
    how = How(options.speed, options.wpm, still, options.loop, watched, options.color)
    start = 1 if resolved.step is None else resolved.step
    reload = reloading(resolved) if options.reload else None
    show = Show(resolved.trace, scenario, start, Links(aligned_step, resolved.address), reload)
    return play(show, how, os.environ)
