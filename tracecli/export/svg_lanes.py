"""Lanes as one SVG file: what each loop does in every step, loops above each other on one axis; and in model time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, takewhile
from math import ceil

from tracecli.comparing.state import LaneColumn, lane_columns
from tracecli.drawing.labels import text_width
from tracecli.errors import TraceError
from tracecli.export.svg import MAX_STEPS, Motion, SvgDocument, document, in_words
from tracecli.export.svg_frame import (
    DESCRIPTION,
    FOOT,
    MARGIN,
    SCENARIO_TITLE,
    STEP_TITLE,
    TRACE_TITLE,
    card,
    foot,
    foot_lines,
    paragraph,
)
from tracecli.export.svg_parts import element_id, fitted, number, text_block, wrapped
from tracecli.lanes import Bar, Lane, counted, lane_text, state_lanes
from tracecli.model import Scenario, Step, Trace
from tracecli.playback import seen, stay_ms
from tracecli.report.time import DISCLAIMER, Timed, decimal, headline, timed_loops
from tracecli.text import NORMAL_WPM
from tracecli.timing.schedule import lanes

_WIDTH = 800
_COLUMN = 84  # the least that a step takes; a broader picture follows from many
_NAMES = 150  # the most that the names of lanes take
_ROW, _ROW_GAP = 34, 6
_LOOP, _LOOP_GAP = 26, 12  # a loop's title, and what is between two loops
_AXIS = 20
_FONT, _LINE, _PAD = 12, 13, 5
_STRIPE = 5  # of a second iteration, at the lower border
_HUES = "abcde"
_MAX_TERMS = 6  # of a formula in a picture


@dataclass(frozen=True, slots=True)
class LaneGroup:
    """One loop's lanes."""

    title: str
    lanes: Sequence[Lane]
    note: str = ""  # a line below the title


@dataclass(frozen=True, slots=True)
class LaneAxis:
    """Where values are on the picture."""

    start: float  # the value at the left border
    end: float
    left: float  # pixels
    width: float

    def x(self, value: float | Fraction) -> float:
        """Return the pixel of a value."""
        return self.left + (float(value) - self.start) / ((self.end - self.start) or 1) * self.width


def hue_of(iteration: int) -> str:
    """Return the letter of an iteration's hue; neighbours never share one."""
    return _HUES[iteration % len(_HUES)]


def _hue(iteration: int | None) -> str:
    return f"hue-{'none' if iteration is None else hue_of(iteration)}"


def export(
    trace: Trace,
    scenarios: Sequence[Scenario],
    *,
    step: int | None = None,
    wpm: int = NORMAL_WPM,
    speed: float = 1.0,
) -> str:
    """Return the lanes of one scenario, or of several above each other: two of them with one column per aligned step.

    Args:
        trace: The trace.
        scenarios: At least one of its scenarios.
        step: Only this column, standing still; 1 is the first.
        wpm: Of the animation, as for other pictures.
        speed: Likewise.

    Raises:
        TraceError: For a step that the picture does not have, and for too many of them.
    """
    columns = lane_columns(scenarios)
    if len(columns) > MAX_STEPS:
        raise TraceError(f"there are {len(columns)} steps; a picture of lanes holds at most {MAX_STEPS}")
    if step is not None and not 1 <= step <= len(columns):
        raise TraceError(f"these lanes have no step {step}", f"their steps are 1 to {len(columns)}")
    return _LanePicture(trace, scenarios, columns, step).svg(wpm, speed)


class _LanePicture:
    """Lays everything out from top to bottom."""

    def __init__(
        self,
        trace: Trace,
        scenarios: Sequence[Scenario],
        columns: Sequence[LaneColumn],
        step: int | None,
    ) -> None:
        self.trace, self.scenarios, self.columns, self.step = trace, scenarios, columns, step
        self.groups = [
            LaneGroup(scenario.title, state_lanes(trace, scenario, [column[side][0] for column in columns]))
            for side, scenario in enumerate(scenarios)
        ]
        self.timed = timed_loops(trace, scenarios)
        names = [lane.label for group in self.groups for lane in group.lanes]
        names += [lane.label for loop in self.timed for lane in loop.lanes]
        longest = max((text_width(name, _FONT) for name in names), default=0)
        self.names = min(ceil(longest), _NAMES) + 2 * _PAD
        self.width = max(_WIDTH, 2 * MARGIN + self.names + _COLUMN * len(columns))
        self.inner = self.width - 2 * MARGIN
        self.prefix = f"{element_id('trace-', '-'.join(scenario.id for scenario in scenarios))}-lanes-"
        self.y: float = MARGIN
        self.parts: list[str] = []

    def axis(self, start: float, end: float) -> LaneAxis:
        return LaneAxis(start, end, MARGIN + self.names, self.inner - self.names)

    def text(self, name: str, text: str, size: tuple[float, int], *, bold: bool = False) -> None:
        lines = wrapped(text, self.inner, size[0], bold=bold)
        self.parts.append(paragraph(name, lines, self.y, size[1], self.inner))
        self.y += len(lines) * size[1]

    def svg(self, wpm: int, speed: float) -> str:
        trace, scenarios = self.trace, self.scenarios
        title = scenarios[0].title if len(scenarios) == 1 else trace.title
        motion = Motion([self._stay(column, wpm, speed) for column in self.columns], self.prefix)
        if len(scenarios) == 1:
            self.text("over", trace.title, TRACE_TITLE)
        self.text("title", title, SCENARIO_TITLE, bold=True)
        sentences = counted(trace, scenarios)
        for sentence in sentences:
            self.text("counts", f"{sentence}.", (14, 20))
        self.y += _LOOP_GAP
        self._steps(motion)
        if self.timed:
            self._model_time()
        caption = foot_lines(trace, self.inner)
        self.y += _LOOP_GAP
        self.parts += foot(caption, self.y, self.inner)
        self.y += sum(map(len, caption)) * FOOT[1] + MARGIN / 2
        spoken = [f"{group.title}: {'. '.join(map(_told, group.lanes))}." for group in self.groups]
        description = in_words(trace, *(f"{one}." for one in sentences), *spoken)
        style = () if self.step is not None else (motion.style(),)
        page = SvgDocument(title, description, self.width, self.y, style, ("frame", "lanes"))
        return document(trace, self.prefix, page, [_hatching(self.prefix), card(self.width, self.y), *self.parts])

    def _stay(self, column: LaneColumn, wpm: int, speed: float) -> int:
        return sum(stay_ms(step, wpm, speed) for step in self._steps_of(column)) or 1000

    def _steps_of(self, column: LaneColumn) -> list[Step]:
        return [
            scenario.steps[at - 1] for scenario, (_, steps) in zip(self.scenarios, column, strict=True) for at in steps
        ]

    def _steps(self, motion: Motion) -> None:
        """Lay out the lanes over steps, the cursor, and below them the words of the step."""
        last = len(self.columns)
        axis = self.axis(0, last)
        ticks = [(place + 0.5, str(place + 1)) for place in range(last)]
        top = self._lanes(self.groups, axis, ticks)
        below = self.y + _LOOP_GAP
        heights = []
        for place, column in enumerate(self.columns, 1):
            markup, height = self._words(column, below)
            heights.append(height)
            x, width = axis.x(place - 1), axis.x(place) - axis.x(place - 1)
            size = f'width="{number(width)}" height="{number(self.y - top + 4)}"'
            cursor = f'<rect class="cursor" x="{number(x)}" y="{number(top - 4)}" {size} rx="5"/>'
            if self.step is None:
                self.parts.append(motion.shown((place,), cursor + markup))
            elif self.step == place:
                self.parts.append(cursor + markup)
        self.y = below + max(heights)

    def _words(self, column: LaneColumn, y: float) -> tuple[str, float]:
        """Return what a column says, side by side, and its height."""
        sides = len(self.scenarios)
        width = (self.inner - (sides - 1) * MARGIN) / sides
        markup, most = "", 0.0
        for side, (scenario, (_, steps)) in enumerate(zip(self.scenarios, column, strict=True)):
            told = [scenario.steps[at - 1] for at in steps]
            title = " / ".join(step.title for step in told) or "No such step here"
            name = f"{'–'.join(map(str, steps)) or '–'}. {title}"
            x, top = MARGIN + side * (width + MARGIN), y
            texts = [
                ("step-title", name, STEP_TITLE),
                ("description", " ".join(s.description for s in told), DESCRIPTION),
            ]
            for kind, text, (size, step) in [("over", scenario.id, TRACE_TITLE), *texts] if sides > 1 else texts:
                lines = wrapped(text, width, size, bold=kind == "step-title")
                markup += text_block(kind, lines, (x, top + step * 0.74), step)
                top += len(lines) * step
            most = max(most, top - y)
        return markup, most

    def _lanes(self, groups: Sequence[LaneGroup], axis: LaneAxis, ticks: Sequence[tuple[float, str]]) -> float:
        """Lay out groups on one axis; return the upper border of the first row."""
        for at, words in ticks:
            self.parts.append(text_block("axis", (words,), (axis.x(at), self.y + _LINE), 0, "middle"))
        self.y += _AXIS
        top = None
        for place, group in enumerate(groups):
            self.y += _LOOP_GAP if place else 0
            if len(groups) > 1 or group.note:
                self.text("loop", group.title, (14, 20), bold=True)
            if group.note:
                self.text("loop-note", group.note, (12, 16))
            self.y += _ROW_GAP
            top = self.y if top is None else top
            for lane in group.lanes:
                name = wrapped(lane.label, self.names - 2 * _PAD, _FONT)[:2]
                self.parts.append(text_block("lane-name", name, (MARGIN, _middle(self.y, len(name))), _LINE))
                self.parts += (bar for one in lane.bars for bar in bar_markup(one, axis, self.y, self.prefix))
                self.y += _ROW + _ROW_GAP
            self.y -= _ROW_GAP
        return top or self.y

    def _model_time(self) -> None:
        """Lay out the lanes in model time: three iterations of the slowest loop, the same time for all."""
        end = 3 * max(loop.time for loop in self.timed)
        unit = self.timed[0].unit
        self.y += 2 * _LOOP_GAP
        if len(self.timed) == 2:
            self.text("title", headline(*self.timed), (16, 22), bold=True)
        self.text("loop-note", f"{DISCLAIMER} {self.timed[0].schedule.loop.basis}", (12, 16))
        self.y += _LOOP_GAP
        groups = [LaneGroup(loop.title, time_lanes(loop, end), formula_text(loop)) for loop in self.timed]
        stride = _stride(end)
        ticks = [
            (float(at), f"{decimal(at)} {unit}" if at == 0 else decimal(at))
            for at in takewhile(lambda at: at <= end, (n * stride for n in count()))
        ]
        self._lanes(groups, self.axis(0, float(end)), ticks)


def time_lanes(loop: Timed, end: Fraction) -> list[Lane]:
    """Return a loop's lanes in model time from 0 to `end`; what is between two bars is quiet."""
    found = []
    for lane in lanes(loop.schedule, ceil(end / loop.time), loop.handled):
        bars, at = [], Fraction(0)
        for bar in lane.bars:
            if bar.start >= end:
                break
            if bar.start > at:
                bars.append(Bar(at, bar.start, "", quiet=True))
            at = Fraction(min(bar.end, end))
            bars.append(bar._replace(end=at))
        if at < end:
            bars.append(Bar(at, end, "", quiet=True))
        found.append(Lane(lane.label, tuple(bars)))
    return found


def formula_text(loop: Timed) -> str:
    """Return the time of an iteration with its formula: `9.1 ms an iteration = max(forward + stash, …)`."""
    head = f"{decimal(loop.time)} {loop.unit} an iteration"
    if loop.formula is None:
        return f"{head} = {loop.schedule.period.decides}"
    costs = loop.schedule.loop.costs
    terms = [str(term) for term in sorted(loop.formula, key=lambda term: -term.value(costs))]
    more = [f"{len(terms) - _MAX_TERMS} smaller terms"] if len(terms) > _MAX_TERMS else []
    return f"{head} = {terms[0]}" if len(terms) == 1 else f"{head} = max({', '.join([*terms[:_MAX_TERMS], *more])})"


def _stride(end: Fraction) -> Fraction:
    """Return the distance of about ten ticks: 1, 2 or 5 times a power of ten."""
    least = end / 10
    power = Fraction(10) ** (len(str(int(least))) - 1) if least >= 1 else Fraction(1, 10 ** len(str(int(1 / least))))
    return next(power * part for part in (1, 2, 5, 10, 20, 50, 100) if power * part >= least)


def _middle(y: float, lines: int) -> float:
    """Return the baseline of the first of some lines in the middle of a row."""
    return y + _ROW / 2 - _LINE * (lines - 1) / 2 + _FONT * 0.35


def bar_markup(bar: Bar, axis: LaneAxis, y: float, prefix: str) -> Iterator[str]:
    """Return a bar's rectangle and what it says, as far as there is room."""
    x, right = axis.x(bar.start) + 1, axis.x(bar.end) - 1
    width = max(right - x, 0.5)
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{_ROW}" rx="4"'
    if bar.quiet:
        edge = f'<rect class="idle" {place}/>' if bar.value else ""  # a gap has less to say than a value
        yield f'<rect fill="url(#{prefix}_hatch)" {place}/>{edge}'
    else:
        yield f'<rect class="bar {_hue(bar.iteration)}" {place}/>'
    if bar.second is not None and not bar.quiet:
        at = f'x="{number(x)}" y="{number(y + _ROW - _STRIPE)}" width="{number(width)}" height="{_STRIPE}" rx="2"'
        yield f'<rect class="bar {_hue(bar.second)}" {at}/>'
    lines = fitted(seen(bar.value) if bar.value or not bar.quiet else "", width - 2 * _PAD, _FONT)
    if lines:
        name = "bar-idle" if bar.quiet else "bar-text"
        yield text_block(name, lines, ((x + right) / 2, _middle(y, len(lines))), _LINE, "middle")


def _hatching(prefix: str) -> str:
    shape = '<path class="hatch" d="M-2 10L10-2M4 16L16 4"/>'
    size = 'width="12" height="12" patternUnits="userSpaceOnUse"'
    return f'<defs><pattern id="{prefix}_hatch" {size}>{shape}</pattern></defs>'


def _told(lane: Lane) -> str:
    """Return a lane over columns in words, which count from 1."""
    moved = (bar._replace(start=int(bar.start) + 1, end=int(bar.end) + 1, value=seen(bar.value)) for bar in lane.bars)
    return lane_text(Lane(lane.label, tuple(moved)))


__all__ = ["LaneAxis", "LaneGroup", "bar_markup", "export", "formula_text", "hue_of", "time_lanes"]
