"""A scenario as one SVG file: all steps in motion, a still of one, or a sheet of all.

Nothing in it reaches outside: no script, no font, no link. It works in the `<img>` of a README.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tracecli.errors import TraceError
from tracecli.export.own_drawing import Light, OwnDrawing, lit
from tracecli.export.svg_frame import (
    DESCRIPTION,
    FOOT,
    MARGIN,
    SCENARIO_TITLE,
    TRACE_TITLE,
    SvgFrame,
    card,
    foot,
    foot_lines,
    frame_of,
    ground,
    lights,
    outline_lines,
    paragraph,
    row_texts,
    texts_height,
    texts_markup,
    value_markup,
    words,
)
from tracecli.export.svg_parts import (
    Figure,
    LegendEntry,
    element_id,
    figure_of,
    legend_row,
    legend_rows,
    number,
    self_contained,
    showing_node,
    wrapped,
    xml,
)
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, Value, moment, node_states, stay_ms
from tracecli.text import NORMAL_WPM, one_line

MAX_STEPS = 1000  # an animation of more takes a browser seconds to begin, and a sheet of more has no end
_MAX_SHEET = 32 * 2**20  # characters; an author's own drawing is in each row
_MAX_SHEET_WORK = 10_000_000  # simple elements that all of them are as hard to draw as


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
    """Return a scenario as SVG, in motion unless something else is asked for.

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
    if all_steps:
        return _sheet(trace, scenario, drawing)
    if step is None:
        return _animated(trace, scenario, drawing, wpm=wpm, speed=speed)
    if not 0 <= step <= len(scenario.steps):
        raise TraceError(f"{scenario.id} has no step {step}", f"its steps are 1 to {len(scenario.steps)}")
    return _still(trace, scenario, step, drawing)


@dataclass(frozen=True, slots=True)
class SvgDocument:
    """What a document says about itself."""

    title: str
    description: str  # what it shows, in words
    width: float  # pixels
    height: float
    style: Sequence[str] = ()  # rules beyond those of our style sheets
    sheets: Sequence[str] = ("drawing", "frame")  # our style sheets


def document(trace: Trace, prefix: str, page: SvgDocument, parts: Iterable[str]) -> str:
    """Return a whole SVG file; `prefix` begins its own ids."""
    width, height = number(page.width), number(page.height)
    title, description, language = f"{prefix}_title", f"{prefix}_desc", xml(trace.language)
    size = f'class="page" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    named = f'role="img" aria-labelledby="{title} {description}" lang="{language}" xml:lang="{language}"'
    light, dark = self_contained(page.sheets)
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {named}>',
        f'<title id="{title}">{xml(one_line(page.title))}</title>',
        f'<desc id="{description}">{xml(one_line(page.description))}</desc>',
        "<style>\n" + "\n".join((light, *page.style, dark)) + "</style>",
        *parts,
        "</svg>",
    )
    return "\n".join(line for line in lines if line) + "\n"


def _prefix(scenario: Scenario) -> str:
    """Return what begins every id of a scenario's picture, so that pictures can share a page.

    Ids of ours go on with an underscore, and no target's does: see `element_id`.
    """
    return f"{element_id('trace-', scenario.id)}-"


def in_words(trace: Trace, *more: str) -> str:
    """Return a drawing in words: the author's own, then what a picture adds, then what it must not be mistaken for."""
    limits = [f"Limitations: {' '.join(trace.limitations)}"] if trace.limitations else []
    return " ".join(one_line(text) for text in (trace.alt, *more, trace.caption, *limits) if text)


def _refuse_many(scenario: Scenario, form: str) -> None:
    if len(scenario.steps) > MAX_STEPS:
        raise TraceError(
            f"{scenario.id} has {len(scenario.steps)} steps; {form} holds at most {MAX_STEPS}",
            "--still N draws one of them; `trace export html` plays as many as there are",
        )


def _still(trace: Trace, scenario: Scenario, step: int, drawing: OwnDrawing | None) -> str:
    """Return one step as a picture; stills of one scenario are of one size."""
    now = moment(trace, scenario, step)
    shown = {target.key for target in (*now.nodes, *now.paths)}
    prefix = _prefix(scenario)
    frame = frame_of(
        trace,
        scenario,
        *(
            (drawing.figure(prefix, lit(shown), scenario.unselected), [])
            if drawing
            else figure_of(trace, prefix, unused=scenario.unselected)
        ),
    )
    title = f"{now.index}. {now.title}" if now.index else now.title
    description = in_words(trace, now.description)
    page = SvgDocument(f"{scenario.title} – {title}", description, frame.width, frame.height, frame.figure.style)
    parts = [*ground(frame), *(markup for markup, _ in lights(frame, [now])), words(now, frame)]
    parts += (value_markup(frame.table, value) for value in now.values)
    return document(trace, prefix, page, parts)


class Motion:
    """Collects what shows at which steps, and returns the style sheet for it.

    Everything of a scenario is there once; what has the same looks at the same steps shares a class. Without animation
    step 1 shows, since the rest carries the attribute `visibility="hidden"`.
    """

    _END_MS = 2000  # the last step stays longer before it begins again

    def __init__(self, stays: Sequence[int], prefix: str) -> None:
        """Begin.

        Args:
            stays: How many milliseconds each step stays.
            prefix: Begins the names of keyframes.
        """
        self._starts = list(accumulate((*stays[:-1], stays[-1] + self._END_MS), initial=0))
        self._prefix = prefix
        # Steps, and what holds at them → class. Two properties: visibility, and filter for what is lit in its place.
        self._classes: dict[tuple[tuple[int, ...], str], str] = {}

    def shown(self, steps: Sequence[int], markup: str) -> str:
        """Return `markup` so that it shows at `steps` alone, which count from 1 and ascend."""
        if not steps or not markup:
            return ""
        if len(steps) == len(self._starts) - 1:
            return markup
        hidden = "" if steps[0] == 1 else ' visibility="hidden"'
        return f'<g class="when {self._class(steps, "visibility:visible")}"{hidden}>{markup}</g>'

    def lit(self, steps: Sequence[int], rim: str) -> str:
        """Return the classes of an element that has the filter `rim` at `steps` alone."""
        return f"rim {self._class(steps, f'filter:{rim}')}" if steps else ""

    def _class(self, steps: Sequence[int], look: str) -> str:
        return self._classes.setdefault((tuple(steps), look), f"w{len(self._classes) + 1}")

    def style(self) -> str:
        """Return the style sheet: motion, stillness for users who ask for it, and `#step-3` for one step."""
        rims = [name for (_, look), name in self._classes.items() if look.startswith("filter")]
        rest = ".when{animation:none;visibility:hidden}" + (".rim{animation:none;filter:none}" if rims else "")
        chosen = rest.replace(".when", ":target~.show .when").replace(".rim", ":target~.show .rim")
        last = len(self._starts) - 1
        return "\n".join(
            (
                f".when{',.rim' if rims else ''}{{animation:{self._starts[-1]}ms step-end infinite}}",
                *(f".{name}{{animation-name:{self._prefix}{name}}}" for name in self._classes.values()),
                *(f".{name}{{{look}}}" for (steps, look), name in self._classes.items() if name in rims and 1 in steps),
                *(self._keyframes(steps, look, name) for (steps, look), name in self._classes.items()),
                f"@media (prefers-reduced-motion:reduce){{{rest}{''.join(self._looks(last, ''))}}}",
                chosen,
                *(rule for step in range(1, last + 1) for rule in self._looks(step, f"#step-{step}:target~.show ")),
            )
        )

    def _looks(self, step: int, within: str) -> Iterator[str]:
        """Return the rules that give everything its look at one step."""
        names: dict[str, list[str]] = {}
        for (steps, look), name in self._classes.items():
            if step in steps:
                names.setdefault(look, []).append(f"{within}.{name}")
        for look, selectors in names.items():
            yield f"{','.join(selectors)}{{{look}}}"

    def _keyframes(self, steps: tuple[int, ...], look: str, name: str) -> str:
        off = "visibility:hidden" if look.startswith("visibility") else "filter:none"
        turns = {0: off}
        for step in steps:
            turns[self._starts[step - 1]] = look
            turns[self._starts[step]] = off
        inner = [(at, value) for at, value in turns.items() if at < self._starts[-1]]
        changes = [now for before, now in zip([(0, ""), *inner], inner, strict=False) if before[1] != now[1]]
        percents = ((f"{100 * at / self._starts[-1]:.4f}".rstrip("0").rstrip("."), value) for at, value in changes)
        return f"@keyframes {self._prefix}{name}{{{''.join(f'{at}%{{{value}}}' for at, value in percents)}}}"


def _animated(trace: Trace, scenario: Scenario, drawing: OwnDrawing | None, *, wpm: int, speed: float) -> str:
    """Return all steps of a scenario in motion, over and over, by style sheets alone."""
    _refuse_many(scenario, "an animated SVG")
    prefix = _prefix(scenario)
    motion = Motion([stay_ms(step, wpm, speed) for step in scenario.steps], prefix)
    moments = [moment(trace, scenario, index) for index in range(1, len(scenario.steps) + 1)]
    at: dict[str, list[int]] = {}
    values: dict[Value, list[int]] = {}
    for now in moments:
        for key in dict.fromkeys(target.key for target in (*now.nodes, *now.paths)):
            at.setdefault(key, []).append(now.index)
        for value in now.values:
            values.setdefault(value, []).append(now.index)

    def moving(light: Light) -> dict[str, str]:
        steps = sorted({step for key in light.keys for step in at.get(key, ())})
        return {"class": motion.lit(steps, light.rim)} if steps else {}

    figure, legend = (
        (drawing.figure(prefix, moving, scenario.unselected), [])
        if drawing
        else figure_of(trace, prefix, unused=scenario.unselected)
    )
    frame = frame_of(trace, scenario, figure, legend)
    parts = [
        # What `file.svg#step-3` names is before the picture, so that a rule can reach from it to there.
        *(f'<g id="step-{now.index}"/>' for now in moments),
        '<g class="show">',
        *ground(frame),
        *(motion.shown(steps, markup) for markup, steps in lights(frame, moments)),
        *(motion.shown((now.index,), words(now, frame)) for now in moments),
        *(motion.shown(steps, value_markup(frame.table, value)) for value, steps in values.items()),
        f'<g class="outline" visibility="hidden">{_outline(frame)}</g>',
        "</g>",
    ]
    titles = "; ".join(f"{now.index}. {now.title}" for now in moments)
    description = in_words(trace, f"{scenario.description} {titles}.")
    style = (*figure.style, motion.style(), _CALM)
    page = SvgDocument(scenario.title, description, frame.width, frame.height, style)
    return document(trace, prefix, page, parts)


# Who asks for no motion gets the titles of all steps in place of the last one's words; a step that is named has its
# own.
_CALM = (
    "@media (prefers-reduced-motion:reduce){.outline{visibility:visible}.step-title,.description{visibility:hidden}"
    ":target~.show .outline{visibility:hidden}:target~.show :is(.step-title,.description){visibility:inherit}}"
)


def _outline(frame: SvgFrame) -> str:
    lines = outline_lines(frame.scenario, frame.inner)
    return paragraph("outline-text", lines, frame.words, DESCRIPTION[1], frame.inner)


_MIN_SHEET_WIDTH = 800
_MIN_WORDS = 290  # width of a row's words
_DRAWING = 480  # what a drawing takes beside them, unless that makes it smaller than _MIN_SCALE
_MIN_SCALE = 0.7
_LABELLED = 600  # up to this width the labels of edges can still be read when the drawing is reduced
_GAP = 20


@dataclass(frozen=True, slots=True)
class _SheetSize:
    """Measures of a sheet."""

    legend: list[LegendEntry]
    scale: float  # how much the drawing is reduced
    width: float
    words: float  # width of a row's words

    @property
    def inner(self) -> float:
        return self.width - 2 * MARGIN


def _sheet(trace: Trace, scenario: Scenario, drawing: OwnDrawing | None) -> str:
    """Return the initial state and every step as rows of one picture, each with its words beside the drawing."""
    _refuse_many(scenario, "a sheet")
    prefix = _prefix(scenario)
    moments = [moment(trace, scenario, index) for index in range(len(scenario.steps) + 1)]
    if drawing:
        figures, shared = _own_figures(drawing, prefix, moments, scenario.unselected), ""
        legend: list[LegendEntry] = []
    else:
        figure, legend = figure_of(trace, prefix, _LABELLED, unused=scenario.unselected)
        figures = [_lit_figure(trace, figure, now, f"{prefix}_drawing") for now in moments]
        shared = f'<defs><g id="{prefix}_drawing">{figure.base}</g></defs>' if figure.base else ""
    first = figures[0]
    scale = min(1, max(_MIN_SCALE, _DRAWING / first.width)) if first.width else 1
    drawn = (first.width - 2 * first.margin) * scale + _GAP if first.width else 0
    width = max(_MIN_SHEET_WIDTH, 2 * MARGIN + _MIN_WORDS + drawn)
    sheet = _SheetSize(legend, scale, width, width - 2 * MARGIN - drawn)
    height, parts = _laid_out(trace, scenario, sheet, list(zip(moments, figures, strict=True)))
    titles = "; ".join(f"{index}. {step.title}" for index, step in enumerate(scenario.steps, 1))
    description = in_words(trace, f"{scenario.description} {titles}.")
    style = tuple(dict.fromkeys(rule for figure in figures for rule in figure.style))
    page = SvgDocument(scenario.title, description, width, height, style)
    return document(trace, prefix, page, [shared, card(width, height), *parts])


def _lit_figure(trace: Trace, figure: Figure, now: Moment, base: str) -> Figure:
    """Return our drawing at a step: used from where it is defined, and over it what is lit."""
    shown = {target.key for target in (*now.nodes, *now.paths)}
    states = node_states(trace, now)
    markup = "".join(
        showing_node(figure.showing[key], states[key]) if key in figure.showing else markup
        for key, markup in figure.lit.items()
        if key in shown or key in figure.showing
    )
    return Figure(
        figure.width, figure.height, f'<use href="#{base}"/>{markup}' if figure.base else "", {}, figure.margin
    )


def _own_figures(drawing: OwnDrawing, prefix: str, moments: Sequence[Moment], unused: Sequence[str]) -> list[Figure]:
    """Return an author's drawing for each step, whole: `use` leaves out a foreignObject, and lights all or nothing."""
    figures: list[Figure] = []
    size = 0
    for now in moments:
        look = lit({target.key for target in (*now.nodes, *now.paths)})
        figures.append(drawing.figure(f"{prefix}s{now.index}-", look, unused))
        size += len(figures[-1].base)
        if size > _MAX_SHEET or drawing.work * len(moments) > _MAX_SHEET_WORK:
            raise TraceError(
                "the drawing is too large to be in each row of a sheet, or too complex", "--still N draws one step"
            )
    return figures


def _laid_out(
    trace: Trace, scenario: Scenario, sheet: _SheetSize, rows: Sequence[tuple[Moment, Figure]]
) -> tuple[float, list[str]]:
    """Return the height of everything, and the elements."""
    y: float = MARGIN
    parts: list[str] = []
    for name, text, (size, step) in (
        ("over", trace.title, TRACE_TITLE),
        ("title", scenario.title, SCENARIO_TITLE),
        ("description", scenario.description, DESCRIPTION),
    ):
        lines = wrapped(text, sheet.inner, size, bold=name == "title")
        parts.append(paragraph(name, lines, y, step, sheet.inner))
        y += len(lines) * step
    legend, y = legend_rows(sheet.legend, MARGIN, y + _GAP / 2, sheet.inner)
    parts += map(legend_row, legend)
    y += _GAP / 2
    numbers = {entry.key: entry.mark for entry in sheet.legend}
    for now, figure in rows:
        texts = row_texts(now, numbers, sheet.words)
        parts.append(f'<path class="rule" d="M{MARGIN} {number(y)}h{number(sheet.inner)}"/>')
        parts += texts_markup(texts, MARGIN, y + _GAP)
        if figure.base:
            x = sheet.width - MARGIN - (figure.width - figure.margin) * sheet.scale
            place = f"translate({number(x)} {number(y + _GAP - figure.margin * sheet.scale)}) scale({sheet.scale:.4g})"
            parts.append(f'<g transform="{place}">{figure.base}</g>')
        y += max(texts_height(texts), (figure.height - 2 * figure.margin) * sheet.scale) + 2 * _GAP
    caption = foot_lines(trace, sheet.inner)
    parts += foot(caption, y + _GAP / 2, sheet.inner)
    return y + _GAP + sum(map(len, caption)) * FOOT[1] + _GAP / 2, parts
