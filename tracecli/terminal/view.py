"""What a frame is drawn from: the viewer's settings, and a scenario prepared for one kind of terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Literal, NamedTuple

from tracecli.drawing.charmap import Same, draw_map, plan
from tracecli.lanes import Lane, state_lanes
from tracecli.model import Scenario, Target, Trace
from tracecli.playback import (
    Cursor,
    Moment,
    Subject,
    Value,
    changes,
    ends,
    history,
    hits,
    moment,
    node_states,
    seen,
    subjects,
)
from tracecli.terminal.output import Looks
from tracecli.text import Line, cell_width, number_range, paragraphs

_MAX_ALIGNED = 300  # steps of a scenario whose lanes are above those of another one
_LONGEST_TITLE = 2000  # characters: no screen has as many columns

TIME_PARTS = 8
"""Parts in which the time of a step passes on the screen."""

Where = Literal["frame", "list", "search"]
"""Where a key works: on the frame itself, in a list opened over it, on the line where a search is typed."""


@dataclass(frozen=True, slots=True)
class View:
    """What the viewer has set and opened: with a stage and a size, a frame follows from it."""

    scenario: str  # id of the scenario on the screen
    cursor: Cursor
    playing: bool = True
    speed: float = 1.0
    loop: bool = False  # start over after the last step
    over: Literal["", "help", "outline", "sources", "watch", "search", "findings"] = ""  # open over the frame
    choice: int = 0  # the chosen row of what is open, or how far it is scrolled where no row can be chosen
    scroll: int = 0  # rows by which a frame longer than the screen is scrolled
    watch: Subject | None = None
    needle: str = ""  # what was last searched for
    seeks: Literal["change", "hit"] = "change"  # what `n` goes to
    predict: bool = False  # hide each next state until a key is pressed
    hidden: bool = False  # the state on the screen is hidden now
    digits: str = ""  # a step number being typed
    typed: str = ""  # a search being typed
    message: str = ""  # the answer to the last key
    left: int | None = None  # how much of the step's time is left, of TIME_PARTS; None where none passes
    recorded: bool = False  # it is a recording, in which no key does anything
    findings: tuple[str, ...] = ()  # why the file could not be read again
    visited: tuple[tuple[str, int], ...] = ()  # (scenario, step) at which Tab left or entered each, the last one last
    furthest: int = 0  # how far the frame, or what is open over it, can be scrolled on this screen
    wants: Literal["", "leave", "suspend", "redraw"] = ""  # what only the player's loop can do

    def at(self, cursor: Cursor, *, hidden: bool = False) -> View:
        """Return the view at another step: scrolled to its top, its state shown unless it is to be predicted."""
        return replace(self, cursor=cursor, scroll=0, hidden=hidden and cursor.index > 0)

    @property
    def where(self) -> Where:
        """Where keys work now."""
        if self.over == "search":
            return "search"
        return "list" if self.over else "frame"

    @property
    def waits(self) -> bool:
        """Whether the next step comes by itself after a while."""
        return self.playing and not self.over and not self.hidden


class Links(NamedTuple):
    """What a stage needs from outside the terminal."""

    counterpart: Callable[[Trace, Scenario, int, Scenario], tuple[int, int]] | None = None
    """(trace, scenario, step, other scenario) → the nearest aligned steps of both; without it, the same number."""
    address: Callable[[str, int], str] | None = None
    """(scenario id, step) → its address on the command line; without it, none is shown."""


class NaturalWidths(NamedTuple):
    """Columns that the state table takes where nothing has to be wrapped."""

    labels: tuple[int, ...]  # each label, in the order of display
    value: int  # the widest value of any step
    was: int  # the widest `was …`


class OtherSide(NamedTuple):
    """Another scenario on the axis of this one: a column for each aligned step, the initial states first."""

    stage: Stage
    names: tuple[str, ...]  # of the columns: numbers of this scenario's steps, nothing where only the other has one
    at: tuple[int, ...]  # this scenario's step → its column; 0 is the initial state
    moments: tuple[int, ...]  # column → the other scenario's step whose state holds there
    lanes: tuple[tuple[Lane, ...], tuple[Lane, ...]]  # of this scenario and of the other one


class Distinct(NamedTuple):
    """What is different among the moments of a scenario."""

    states: tuple[tuple[Value, ...], ...]
    activities: tuple[Moment, ...]  # one moment for each set of active targets and nodes that still run


class Stage:
    """A scenario prepared for one kind of terminal: what frames share is measured once."""

    def __init__(self, trace: Trace, scenario: Scenario, looks: Looks, links: Links | None = None) -> None:
        """Prepare `scenario` of `trace` for a terminal with these looks."""
        self.trace = trace
        self.scenario = scenario
        self.looks = looks
        self._links = links or Links()
        self._absent = frozenset(scenario.unselected)
        # What costs a look at every step is kept: a key may not cost more in a longer scenario.
        self._values = cache(partial(history, trace, scenario))
        self.hits = cache(partial(hits, scenario))
        """Text searched for → the moments that hold it."""
        self.changes = cache(lambda subject: changes(self._values(subject)))
        """Subject → the moments at which it changes."""
        self.history = cache(
            lambda subject: tuple(map(self.value if subject.what == "state" else looks.text, self._values(subject)))
        )
        """Subject → what it is at every moment, as the terminal can show it."""

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """What is worth a row over all steps, the initial state first."""
        return tuple(state_lanes(self.trace, self.scenario))

    @cached_property
    def other(self) -> OtherSide | None:
        """The trace's next scenario beside this one, unless it has none or they are too long to be aligned at once."""
        scenarios = self.trace.scenarios
        own = scenarios.index(self.scenario)
        next_one = (own + 1) % len(scenarios)
        pair = [scenarios[number] for number in sorted({own, next_one})]
        if len(pair) < 2 or max(len(one.steps) for one in pair) > _MAX_ALIGNED:
            return None
        from tracecli.comparing.state import lane_columns  # noqa: PLC0415 - a trace of one scenario needs no alignment

        me = int(own > next_one)
        columns = [((0, (0,)), (0, (0,))), *lane_columns(pair)]
        mine, other = ([column[side] for column in columns] for side in (me, 1 - me))
        at = {step: place for place, (_, steps) in enumerate(mine) for step in steps}
        stage = self.set_for(self.trace, scenarios[next_one])
        return OtherSide(
            stage,
            tuple(number_range(steps[0], steps[-1]) if steps else "" for _, steps in mine),
            tuple(at[step] for step in range(len(self.scenario.steps) + 1)),
            tuple(step for step, _ in other),
            (
                tuple(state_lanes(self.trace, self.scenario, [step for step, _ in mine])),
                tuple(state_lanes(self.trace, stage.scenario, [step for step, _ in other])),
            ),
        )

    def still_running(self, now: Moment) -> list[Target]:
        """Return the nodes that are not acting while the state that they show is at work."""
        states = node_states(self.trace, now)
        return [self.trace.targets[key] for key, state in states.items() if state.look == "running"]

    def set_for(self, trace: Trace, scenario: Scenario) -> Stage:
        """Return the stage for another scenario, or another version of the trace, on the same terminal."""
        return Stage(trace, scenario, self.looks, self._links)

    def moment(self, index: int) -> Moment:
        """Return what there is to see at a step."""
        return moment(self.trace, self.scenario, index)

    def value(self, value: str) -> str:
        """Return a value as the terminal can show it, or words that say that it is empty."""
        return self.looks.text(seen(value))

    def counterpart(self, other: Scenario, index: int) -> tuple[int, int]:
        """Return the step of this scenario, at or nearest to `index`, that another one has too, and that one's step."""
        if index == 0 or self._links.counterpart is None:
            return index, index
        return self._links.counterpart(self.trace, self.scenario, index, other)

    def address(self, index: int) -> str:
        """Return the address of a step on the command line, or nothing."""
        return self.looks.text(self._links.address(self.scenario.id, index)) if self._links.address else ""

    def route(self, edge: Target) -> str:
        """Return the labels of an edge's ends, or nothing where the trace does not say."""
        return " → ".join(map(self.looks.text, ends(self.trace, edge) or ()))

    def paragraphs(self, text: str) -> list[str]:
        """Return text of the trace as lines, where its author broke them; never empty."""
        return list(map(self.looks.text, paragraphs(text)))

    def map(self, now: Moment | None, width: int, height: int) -> Sequence[Line] | None:
        """Return the map at a moment, or with nothing active; None where it does not fit."""
        active, paths = (now.nodes, now.paths) if now else ((), ())
        return draw_map(
            self.trace,
            frozenset(target.key for target in active),
            frozenset(target.key for target in paths),
            width,
            height,
            states=node_states(self.trace, now) if now else {},
            absent=self._absent,
        )

    def has_map(self, width: int, height: int, *, edges: bool) -> bool:
        """Return whether a map fits: one with edges, or at least the names of the nodes."""
        if edges:
            return plan(Same(self.trace), width, height) is not None
        return self.map(None, width, height) is not None

    @cached_property
    def watchable(self) -> tuple[Subject | None, ...]:
        """What can be watched, nothing first."""
        return (None, *subjects(self.trace))

    @cached_property
    def titles(self) -> tuple[str, str]:
        """The titles of trace and scenario as the terminal can show them."""
        text = self.looks.text
        return text(self.trace.title[:_LONGEST_TITLE]), text(self.scenario.title[:_LONGEST_TITLE])

    @cached_property
    def caption(self) -> str:
        """The caption on one line, or our own warning where the trace has none."""
        return " ".join(filter(None, self.paragraphs(self.trace.caption or ""))) or "Playback time is not latency."

    @cached_property
    def natural_widths(self) -> NaturalWidths:
        """How wide the state table is where nothing has to be wrapped; the same at every step."""
        widths: dict[str | None, int] = {}
        was = 0
        for values in self.distinct.states:
            for value in values:
                for text in (value.value, value.before):
                    if text not in widths:
                        widths[text] = 0 if text is None else cell_width(self.value(text))
                was = max(was, widths[value.before])
        labels = tuple(cell_width(self.looks.text(label)) for label in self.trace.state_labels.values())
        return NaturalWidths(labels, max(widths.values(), default=0), was + len("was "))

    @cached_property
    def distinct(self) -> Distinct:
        """The different states and activities of all moments, by which room is kept: most come again and again."""
        states: dict[tuple[Value, ...], None] = {}
        activities: dict[tuple[tuple[Target, ...], ...], Moment] = {}
        for index in range(len(self.scenario.steps) + 1):
            now = self.moment(index)
            states[now.values] = None
            activities.setdefault((now.nodes, now.paths, tuple(self.still_running(now))), now)
        return Distinct(tuple(states), tuple(activities.values()))
