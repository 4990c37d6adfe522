"""A scenario as one SVG file: all steps in motion, a still of one, or a sheet of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tracecli.errors import TraceError
from tracecli.export.own_drawing import OwnDrawing
from tracecli.export.svg_frame import (
    DESCRIPTION,
    FOOT,
    MARGIN,
    SCENARIO_TITLE,
    TRACE_TITLE,
    Frame,
    card,
    column,
    foot,
    foot_lines,
    frame_of,
    ground,
    height_of,
    lights,
    paragraph,
    value_markup,
    words,
    words_of,
)
from tracecli.export.svg_parts import (
    Entry,
    Figure,
    element_id,
    figure_of,
    number,
    row_markup,
    rows,
    self_contained,
    wrapped,
    xml,
)
from tracecli.model import Scenario, Trace
from tracecli.playback import NORMAL_WPM, Moment, Value, moment, stay_ms

# ---- export.svgpage
# The SVG document around a picture: names for those who cannot see it, and its style sheets.

SHEETS = ("drawing", "frame")
_MOST_STEPS = 1000
"""An animation of more takes a browser seconds to begin, and a sheet of more has no end."""


def prefix_of(scenario: Scenario) -> str:
    """Give what begins every id of a scenario's picture, so that pictures can share a page."""
    return f"{element_id('trace-', scenario.id)}-"


def refuse_many(scenario: Scenario, form: str) -> None:
    """Refuse a scenario of too many steps for one picture.

    Args:
        scenario: The scenario.
        form: The picture, in words.

    Raises:
        TraceError: If it has too many.
    """
    if len(scenario.steps) > _MOST_STEPS:
        raise TraceError(
            f"{scenario.id} has {len(scenario.steps)} steps; {form} holds at most {_MOST_STEPS}",
            "--still N draws one of them; `trace export html` plays as many as there are",
        )


def own_id(prefix: str, name: str) -> str:
    """Give an id of ours, which no target has: see `element_id` for what follows an underscore there."""
    return f"{prefix}_{name}"


@dataclass(frozen=True, slots=True)
class Page:
    """What a document says about itself.

    Attributes:
        title: Its name.
        told: What it shows, in words.
        width: Breadth in pixels.
        height: Height.
        style: Rules beyond those of `SHEETS`.
    """

    title: str
    told: str
    width: float
    height: float
    style: str = ""


def document(trace: Trace, scenario: Scenario, page: Page, parts: Iterable[str]) -> str:
    """Give a whole SVG file.

    Args:
        trace: Its language is the document's.
        scenario: Its id is in the prefix of the ids.
        page: What the document says about itself.
        parts: Its elements.
    """
    prefix, width, height = prefix_of(scenario), number(page.width), number(page.height)
    title, desc = own_id(prefix, "title"), own_id(prefix, "desc")
    language = xml(trace.language)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="page" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="{title} {desc}" lang="{language}" '
        f'xml:lang="{language}">'
    )
    lines = (
        opening,
        f'<title id="{title}">{xml(page.title)}</title>',
        f'<desc id="{desc}">{xml(page.told)}</desc>',
        f"<style>{self_contained(SHEETS)}{page.style}</style>",
        *parts,
        "</svg>",
    )
    return "\n".join(line for line in lines if line) + "\n"


def told(trace: Trace, *more: str) -> str:
    """Give a drawing in words: the author's own, then what a picture adds, then what it must not be mistaken for."""
    limits = [f"Limitations: {' '.join(trace.limitations)}"] if trace.limitations else []
    return " ".join(filter(None, (trace.alt, *more, trace.caption, *limits)))


# ---- export.svgmotion
# What shows when, as CSS keyframes: everything of a scenario is there once, and hidden while it does not hold.

_END_MS = 2000  # the last step stays longer before it begins again


class Motion:
    """Collects what is shown at which steps, and gives the style sheet for it.

    Elements with the same steps share a class. Without animation step 1 shows, since the others carry the attribute
    `visibility="hidden"`.
    """

    def __init__(self, stays: Sequence[int], prefix: str) -> None:
        """Begin.

        Args:
            stays: How many milliseconds each step stays.
            prefix: Begins the names of keyframes.
        """
        self._starts = list(accumulate((*stays[:-1], stays[-1] + _END_MS), initial=0))
        self._prefix = prefix
        self._classes: dict[tuple[int, ...], str] = {}

    def shown(self, steps: Sequence[int], markup: str) -> str:
        """Give `markup` so that it shows at `steps` alone, which count from 1 and ascend."""
        if not steps or not markup:
            return ""
        if len(steps) == len(self._starts) - 1:
            return markup
        name = self._classes.setdefault(tuple(steps), f"w{len(self._classes) + 1}")
        hidden = "" if steps[0] == 1 else ' visibility="hidden"'
        return f'<g class="when {name}"{hidden}>{markup}</g>'

    def style(self) -> str:
        """Give the style sheet: motion, stillness for those who want it, and `#step-3` for one step."""
        names = [f".{name}{{animation-name:{self._prefix}{name}}}" for name in self._classes.values()]
        frames = [self._keyframes(steps, name) for steps, name in self._classes.items()]
        at = self._names()
        still = f".when{{animation:none;visibility:hidden}}{_visible(at[-1], '')}"
        chosen = [_visible(found, f"#step-{step}:target~.show ") for step, found in enumerate(at, 1)]
        return "\n".join(
            (
                f".when{{animation:{self._starts[-1]}ms step-end infinite}}",
                *names,
                *frames,
                f"@media (prefers-reduced-motion:reduce){{{still}}}",
                ":target~.show .when{animation:none;visibility:hidden}",
                *filter(None, chosen),
            )
        )

    def _names(self) -> list[list[str]]:
        """Give the classes that show at each step."""
        found: list[list[str]] = [[] for _ in self._starts[1:]]
        for steps, name in self._classes.items():
            for step in steps:
                found[step - 1].append(name)
        return found

    def _keyframes(self, steps: tuple[int, ...], name: str) -> str:
        turns = {0: "hidden"}
        for step in steps:
            turns[self._starts[step - 1]] = "visible"
            turns[self._starts[step]] = "hidden"
        points = "".join(f"{self._percent(at)}{{visibility:{value}}}" for at, value in self._changes(turns))
        return f"@keyframes {self._prefix}{name}{{{points}}}"

    def _changes(self, turns: dict[int, str]) -> list[tuple[int, str]]:
        inner = [(at, value) for at, value in turns.items() if at < self._starts[-1]]
        return [now for before, now in zip([(0, ""), *inner], inner, strict=False) if before[1] != now[1]]

    def _percent(self, at: int) -> str:
        return f"{100 * at / self._starts[-1]:.4f}".rstrip("0").rstrip(".") + "%"


def _visible(names: list[str], within: str) -> str:
    return f"{','.join(f'{within}.{name}' for name in names)}{{visibility:visible}}" if names else ""


# ---- export.svganimated
# All steps of a scenario in motion, by style sheets alone.


def animated(
    trace: Trace, scenario: Scenario, own: Figure | None = None, *, wpm: int = NORMAL_WPM, speed: float = 1.0
) -> str:
    """Give all steps of a scenario in motion, over and over.

    Args:
        trace: The trace.
        scenario: The scenario.
        own: The author's own drawing; ours without it.
        wpm: A step stays at least as long as its words need at this many words a minute; 0: durations alone.
        speed: Above 1 is faster.

    Raises:
        TraceError: For more steps than a browser can set in motion.
    """
    refuse_many(scenario, "an animated SVG")
    prefix = prefix_of(scenario)
    frame = frame_of(trace, scenario, prefix, own)
    motion = Motion([stay_ms(step, wpm, speed) for step in scenario.steps], prefix)
    moments = [moment(trace, scenario, index) for index in range(1, len(scenario.steps) + 1)]
    parts = [*map(_anchor, moments), '<g class="show">', *ground(frame), *_moving(frame, motion, moments), "</g>"]
    steps = "; ".join(f"{now.index}. {now.title}" for now in moments)
    shown, style = told(trace, f"{scenario.description} {steps}."), f"{frame.figure.style}\n{motion.style()}"
    return document(trace, scenario, Page(scenario.title, shown, frame.plan.width, frame.plan.height, style), parts)


def _anchor(now: Moment) -> str:
    """Give what `file.svg#step-3` names; it stands before the picture, so that a rule can reach from it to there."""
    return f'<g id="step-{now.index}"/>'


def _moving(frame: Frame, motion: Motion, moments: Sequence[Moment]) -> Iterator[str]:
    lit: dict[str, list[int]] = {}
    values: dict[Value, list[int]] = {}
    for now in moments:
        for key in dict.fromkeys(target.key for target in (*now.nodes, *now.paths)):
            lit.setdefault(key, []).append(now.index)
        for value in now.values:
            values.setdefault(value, []).append(now.index)
    yield from (motion.shown(lit.get(key, ()), markup) for key, markup in lights(frame))
    yield from (motion.shown((now.index,), words(now, frame.plan)) for now in moments)
    yield from (motion.shown(steps, value_markup(frame.plan.table, value)) for value, steps in values.items())


# ---- export.svgsheet
# All steps of a scenario on one sheet: a row each, its words and changes beside the drawing.

_LEAST_WIDTH = 800
_WORDS = 290  # the least breadth of a row's words
_DRAWING = 480  # what a drawing takes beside them, unless that makes it smaller than _LEAST_SCALE
_LEAST_SCALE = 0.7
_LABELLED = 600  # up to this breadth the labels of edges can still be read when the drawing is reduced
_GAP = 20


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Measures of a sheet.

    Attributes:
        figure: The drawing.
        entries: Its legend.
        scale: How much it is reduced.
        width: Breadth of the sheet.
        words: Breadth of a row's words.
    """

    figure: Figure
    entries: list[Entry]
    scale: float
    width: float
    words: float

    @property
    def inner(self) -> float:
        return self.width - 2 * MARGIN


def sheet(trace: Trace, scenario: Scenario, own: Figure | None = None) -> str:
    """Give the initial state and every step as rows of one picture.

    Args:
        trace: The trace.
        scenario: The scenario.
        own: The author's own drawing; ours without it.

    Raises:
        TraceError: For too many steps.
    """
    refuse_many(scenario, "a sheet")
    prefix = prefix_of(scenario)
    figure, entries = (own, []) if own else figure_of(trace, prefix, _LABELLED)
    measures = _measured(figure, entries)
    drawing = own_id(prefix, "drawing")
    height, parts = _laid(trace, scenario, measures, drawing)
    steps = "; ".join(f"{index}. {step.title}" for index, step in enumerate(scenario.steps, 1))
    page = Page(scenario.title, told(trace, f"{scenario.description} {steps}."), measures.width, height, figure.style)
    defined = f'<defs><g id="{drawing}">{figure.base}</g></defs>' if figure.base else ""
    return document(trace, scenario, page, [defined, card(measures.width, height), *parts])


def _measured(figure: Figure, entries: list[Entry]) -> _Sheet:
    scale = min(1, max(_LEAST_SCALE, _DRAWING / figure.width)) if figure.width else 1
    drawn = (figure.width - 2 * figure.edge) * scale + _GAP if figure.width else 0
    width = max(_LEAST_WIDTH, 2 * MARGIN + _WORDS + drawn)
    return _Sheet(figure, entries, scale, width, width - 2 * MARGIN - drawn)


def _laid(trace: Trace, scenario: Scenario, measures: _Sheet, drawing: str) -> tuple[float, list[str]]:
    """Give the height of everything, and the elements."""
    y: float = MARGIN
    parts: list[str] = []
    for name, text, (size, step) in (
        ("over", trace.title, TRACE_TITLE),
        ("title", scenario.title, SCENARIO_TITLE),
        ("description", scenario.description, DESCRIPTION),
    ):
        lines = wrapped(text, measures.inner, size, bold=name == "title")
        parts.append(paragraph(name, lines, y, step, measures.inner))
        y += len(lines) * step
    legend, y = rows(measures.entries, MARGIN, y + _GAP / 2, measures.inner)
    parts += map(row_markup, legend)
    y += _GAP / 2
    for index in range(len(scenario.steps) + 1):
        height, row = _row(moment(trace, scenario, index), measures, y, drawing)
        parts += row
        y += height
    caption = foot_lines(trace, measures.inner)
    parts += foot(caption, y + _GAP / 2, measures.inner)
    return y + _GAP + sum(map(len, caption)) * FOOT[1] + _GAP / 2, parts


def _row(now: Moment, measures: _Sheet, y: float, drawing: str) -> tuple[float, list[str]]:
    figure = measures.figure
    words = words_of(now, {entry.key: entry.mark for entry in measures.entries}, measures.words)
    height = max(height_of(words), (figure.height - 2 * figure.edge) * measures.scale) + 2 * _GAP
    rule = f'<path class="rule" d="M{MARGIN} {number(y)}h{number(measures.inner)}"/>'
    return height, [rule, *column(words, MARGIN, y + _GAP), *_drawn(now, measures, y, drawing)]


def _drawn(now: Moment, measures: _Sheet, y: float, drawing: str) -> Iterator[str]:
    figure, scale = measures.figure, measures.scale
    if not figure.base:
        return
    x = measures.width - MARGIN - (figure.width - figure.edge) * scale
    top = y + _GAP - figure.edge * scale
    yield f'<g transform="translate({number(x)} {number(top)}) scale({scale:.4g})"><use href="#{drawing}"/>'
    lit = {target.key for target in (*now.nodes, *now.paths)}
    yield from (markup for key, markup in figure.lit.items() if key in lit)
    yield "</g>"


# ---- export.svgstill
# One step as a picture.


def still(trace: Trace, scenario: Scenario, step: int, own: Figure | None = None) -> str:
    """Give one step as a picture; stills of one scenario are of one size.

    Args:
        trace: The trace.
        scenario: The scenario.
        step: Its number; 0 is the initial state.
        own: The author's own drawing; ours without it.
    """
    frame, now = frame_of(trace, scenario, prefix_of(scenario), own), moment(trace, scenario, step)
    title = f"{now.index}. {now.title}" if now.index else now.title
    plan, shown = frame.plan, told(trace, now.description)
    page = Page(f"{scenario.title} – {title}", shown, plan.width, plan.height, frame.figure.style)
    return document(trace, scenario, page, _parts(frame, now))


def _parts(frame: Frame, now: Moment) -> Iterator[str]:
    lit = {target.key for target in (*now.nodes, *now.paths)}
    yield from ground(frame)
    yield from (markup for key, markup in lights(frame) if key in lit)
    yield words(now, frame.plan)
    yield from (value_markup(frame.plan.table, value) for value in now.values)


# ---- export.svg
# A scenario as one SVG file: all steps in motion, a still of one, or a sheet of all.
#
# Nothing in it reaches outside: no script, no font, no link. It works in the `<img>` of a README.

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
