"""The changes between two scenarios or traces: what differs, how much it matters, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any

from tracecli.comparing.likeness import dice, title_parts
from tracecli.comparing.match import IndexPair, Matches, keeps_order, pair_by_likeness, pair_by_name, unpaired
from tracecli.comparing.state import AlignedRow, StateRun, Timing, follows
from tracecli.model import Scenario, Source, Step, Target, Trace
from tracecli.problems import Pointer
from tracecli.text import runs_of

Names = tuple[Mapping[str, int], Mapping[str, int]]
"""Key → number on the left and on the right, from `Matches.names`: the same number, the same target."""

_REWORDED = 0.5  # how alike two limitations must be to be one, reworded


class ChangeLevel(IntEnum):
    """How deep a change goes. The order is meant: `ChangeLevel.STRUCTURE > ChangeLevel.WORDING`."""

    WORDING = 0  # titles, descriptions, labels, caption, alt, limitations, language
    TIMING = 1  # durations, and a shift that one step causes
    COST = 2  # timing facts: what a loop costs in model time, and what waits for what
    ORDER = 3  # a step moved; the same targets, scenarios or sources in another order
    SOURCES = 4  # sources added, removed, changed; which of them a step rests on
    STATE = 5  # a state value, the initial state among them
    # Steps, scenarios, targets, state keys; active targets, paths, messages, unselected, kind, from, to, shows, ids;
    # lanes and claims.
    STRUCTURE = 6

    def __str__(self) -> str:
        """Return the word that reports and options use, such as `wording`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Location:
    """Where a change is on one side."""

    pointer: Pointer  # into that side's document
    scenario: str | None = None  # id of the scenario, where the place is in one
    step: int | None = None  # number of the step, 0 for the initial state, None where no step is meant

    @property
    def address(self) -> str | None:
        """What a command takes, without the trace: `overlap/3`, or `overlap`."""
        return self.scenario if self.step is None else f"{self.scenario}/{self.step}"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference."""

    level: ChangeLevel
    kind: str  # what differs, such as `title`, `step`, `state`; `report.diff_view.SENTENCES` lists them all
    left: Location | None  # None where the left lacks it
    right: Location | None
    before: str | None = None  # the left's text or value
    after: str | None = None  # the right's
    subject: str = ""  # which one in particular: a state key, a target's key, milliseconds of a shift
    last: tuple[int, int] | None = None  # numbers of the last left and right step, where a change spans several
    anchor: tuple[str, ...] = ()  # what distinguishes it from another like it: ids and titles, never numbers
    ordinal: int = 0  # how many changes with the same identity come before it

    @property
    def identity(self) -> tuple[str | None, ...]:
        """What stays the same when something else is edited."""
        return (self.kind, self.subject, self.before, self.after, *self.anchor)

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that stay when something else is edited: no step number is in them."""
        from hashlib import sha256  # noqa: PLC0415 - loads OpenSSL, and only machine formats ask

        parts = (*self.identity, str(self.ordinal))
        return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def numbered(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the changes with their ordinals, so that no two fingerprints are the same."""
    seen: Counter[tuple[str | None, ...]] = Counter()
    result: list[Change] = []
    for change in changes:
        identity = change.identity
        result.append(replace(change, ordinal=seen[identity]) if seen[identity] else change)
        seen[identity] += 1
    return tuple(result)


@dataclass(frozen=True)
class Side:
    """A scenario and the trace that it belongs to."""

    trace: Trace
    scenario: Scenario

    @cached_property
    def pointer(self) -> Pointer:
        """The way to the scenario in its document."""
        return ("scenarios", self.trace.scenarios.index(self.scenario))

    def at(self, number: int | None, *rest: str) -> Location:
        """Return where a step (from 1), the initial state (0) or the scenario itself (None) is, or a part of it."""
        way: Pointer = ("steps", number - 1) if number else () if number is None else ("initial",)
        return Location((*self.pointer, *way, *rest), self.scenario.id, number)

    def step(self, number: int) -> Step:
        """Return a step by its number, from 1."""
        return self.scenario.steps[number - 1]

    def titles(self, numbers: Sequence[int]) -> str | None:
        """Return the titles of steps as one text; None where there are none."""
        return " / ".join([self.step(number).title for number in numbers]) if numbers else None


@dataclass(frozen=True, slots=True)
class ScenarioChanges:
    """Finds what differs between two scenarios."""

    left: Side
    right: Side
    names: Names  # what makes targets of both sides comparable

    def own(self) -> Iterator[Change]:
        """Yield the changes of the scenario's own texts and of its list of unselected targets."""
        one, other = self.left.scenario, self.right.scenario
        yield from self._texts(None, None, ("title", one.title, other.title))
        yield from self._texts(None, None, ("description", one.description, other.description))
        yield from self._lists(None, None, ("unselected", one.unselected, other.unselected))
        yield from self._facts(None, None, one.timing, other.timing)

    def of_steps(self, rows: Iterable[AlignedRow]) -> Iterator[Change]:
        """Yield the changes of each row but for order, durations and state."""
        for row in rows:
            left, right = row.left[0] if row.left else None, row.right[0] if row.right else None
            if left is None or right is None or len(row.left) != len(row.right):
                split = left is not None and right is not None
                yield Change(
                    ChangeLevel.STRUCTURE,
                    "split" if split else "step",
                    None if left is None else self.left.at(left),
                    None if right is None else self.right.at(right),
                    self.left.titles(row.left),
                    self.right.titles(row.right),
                    last=(row.left[-1], row.right[-1]) if split else None,
                    anchor=self._anchor(left, right),
                )
                continue
            one, other = self.left.step(left), self.right.step(right)
            yield from self._lists(left, right, ("active", one.active, other.active), ("paths", one.paths, other.paths))
            if one.id != other.id:
                places = self.left.at(left, "id"), self.right.at(right, "id")
                anchor = self._anchor(left, right)
                yield Change(ChangeLevel.STRUCTURE, "id", *places, one.id, other.id, anchor=anchor)
            texts = ("title", one.title, other.title), ("description", one.description, other.description)
            yield from self._texts(left, right, *texts)
            yield from self._messages(left, right)
            if one.sources != other.sources:
                places, cited = self._places(left, right, "sources"), (", ".join(one.sources), ", ".join(other.sources))
                yield Change(ChangeLevel.SOURCES, "step-sources", *places, *cited, anchor=self._anchor(left, right))
            yield from self._facts(left, right, one.timing, other.timing)

    def of_moves(self, moves: Iterable[IndexPair]) -> Iterator[Change]:
        """Yield one change for each block of neighbouring steps that moved together.

        Args:
            moves: Numbers of moved steps, left and right, in the left's order.
        """
        for block in runs_of(moves, lambda pair, after: follows(after, pair)):
            (left, right), last = block[0], block[-1]
            yield Change(
                ChangeLevel.ORDER,
                "move",
                self.left.at(left),
                self.right.at(right),
                self.left.step(left).title,
                self.right.step(right).title,
                last=last,
                anchor=self._anchor(left, right),
            )

    def of_state(self, runs: Iterable[StateRun]) -> Iterator[Change]:
        """Yield one change for each run."""
        for run in runs:
            i, j = run.first
            left = self.left.at(i, "state", run.key) if i else self.left.at(0, run.key)
            right = self.right.at(j, "state", run.key) if j else self.right.at(0, run.key)
            yield Change(
                ChangeLevel.STATE,
                "state",
                left,
                right,
                run.left,
                run.right,
                subject=run.key,
                last=run.last,
                anchor=self._anchor(*run.first),
            )

    def of_timing(self, timing: Timing) -> Iterator[Change]:
        """Yield the changes of durations, and one for each place that shifts what follows."""
        for step in timing.durations:
            yield Change(
                ChangeLevel.TIMING,
                "duration",
                self.left.at(step.left[0], "duration"),
                self.right.at(step.right[0], "duration"),
                str(step.before),
                str(step.after),
                last=(step.left[-1], step.right[-1]),
                anchor=self._anchor(step.left[0], step.right[0]),
            )
        for shift in timing.shifts:
            places = self.left.at(shift.left), self.right.at(shift.right)
            anchor = self._anchor(shift.left, shift.right)
            yield Change(ChangeLevel.TIMING, "shift", *places, subject=str(shift.milliseconds), anchor=anchor)

    def _messages(self, left: int, right: int) -> Iterator[Change]:
        """Yield the changes of what travels on the edges of a pair of steps."""
        sides = zip((self.left.step(left), self.right.step(right)), self.names, strict=True)
        one, other = ({names[edge]: (edge, texts) for edge, texts in step.messages.items()} for step, names in sides)
        for number in dict.fromkeys((*one, *other)):
            (edge, before), (twin, after) = one.get(number, ("", ())), other.get(number, ("", ()))
            if before != after:
                places = self._places(left, right, "messages", edge or twin)
                texts = " · ".join(before) if edge else None, " · ".join(after) if twin else None
                anchor = self._anchor(left, right)
                yield Change(ChangeLevel.STRUCTURE, "message", *places, *texts, subject=edge or twin, anchor=anchor)

    def _facts(
        self, left: int | None, right: int | None, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
    ) -> Iterator[Change]:
        for name, one, other in differing_facts(before, after):
            places, anchor = self._places(left, right, "timing"), self._anchor(left, right)
            yield Change(ChangeLevel.COST, "timing-fact", *places, one, other, subject=name, anchor=anchor)

    def _places(self, left: int | None, right: int | None, *rest: str) -> tuple[Location, Location]:
        return self.left.at(left, *rest), self.right.at(right, *rest)

    def _texts(self, left: int | None, right: int | None, *texts: tuple[str, str, str]) -> Iterator[Change]:
        for name, before, after in texts:
            if before != after:
                places, anchor = (self.left.at(left, name), self.right.at(right, name)), self._anchor(left, right)
                yield Change(ChangeLevel.WORDING, name, *places, before, after, anchor=anchor)

    def _lists(
        self, left: int | None, right: int | None, *lists: tuple[str, Sequence[str], Sequence[str]]
    ) -> Iterator[Change]:
        for name, before, after in lists:
            one, other = [*map(self.names[0].__getitem__, before)], [*map(self.names[1].__getitem__, after)]
            if one != other:
                level = ChangeLevel.ORDER if sorted(one) == sorted(other) else ChangeLevel.STRUCTURE
                places, anchor = (self.left.at(left, name), self.right.at(right, name)), self._anchor(left, right)
                yield Change(level, name, *places, ", ".join(before), ", ".join(after), anchor=anchor)

    def _anchor(self, left: int | None, right: int | None) -> tuple[str, ...]:
        """Name the scenarios, and the steps however the others change: by id, else by title."""
        ids = (self.left.scenario.id, self.right.scenario.id)
        if left is None and right is None:
            return ids
        one, other = self.left.step(left) if left else None, self.right.step(right) if right else None
        return (*ids, (one.id or one.title) if one else "", (other.id or other.title) if other else "")


def declared_changes(left: Trace, right: Trace, shown: Matches, targets: Matches, *, ids: bool) -> Iterator[Change]:
    """Yield the changes of state keys and targets.

    Args:
        left: One trace.
        right: The other.
        shown: The targets to report.
        targets: All targets: what an edge's ends are compared by.
        ids: Element ids count.
    """
    for key in dict.fromkeys((*left.state_labels, *right.state_labels)):
        before, after = left.state_labels.get(key), right.state_labels.get(key)
        if before is not None and after is not None:
            place = Location(("stateLabels", key))
            if before != after:
                yield Change(ChangeLevel.WORDING, "state-label", place, place, before, after, subject=key)
        else:
            yield _only("state-key", ("stateLabels", key), before, after)
    for key in shown.only_left:
        yield _only("target", ("targets", key), left.targets[key].label, None)
    for key in shown.only_right:
        yield _only("target", ("targets", key), None, right.targets[key].label)
    for key, partner in shown.pairs.items():
        yield from _target_changes(left.targets[key], right.targets[partner], targets, ids=ids)


def _only(kind: str, pointer: tuple[str, str], before: str | None, after: str | None) -> Change:
    place = Location(pointer)
    left, right = None if before is None else place, None if after is None else place
    return Change(ChangeLevel.STRUCTURE, kind, left, right, before, after, subject=pointer[1])


def _target_changes(left: Target, right: Target, targets: Matches, *, ids: bool) -> Iterator[Change]:
    def change(kind: str, before: str | None, after: str | None, *rest: str) -> Change:
        level = ChangeLevel.WORDING if kind == "target-label" else ChangeLevel.STRUCTURE
        places = Location(("targets", left.key, *rest)), Location(("targets", right.key, *rest))
        return Change(level, kind, *places, before, after, subject=left.key)

    label, name = left.label != right.label, ids and left.id != right.id
    if left.key != right.key or (label and name):
        yield change("target-name", f"{left.key} ({left.label})", f"{right.key} ({right.label})")
    elif label:
        yield change("target-label", left.label, right.label, "label")
    elif name:
        yield change("target-id", left.id, right.id, "id")
    if left.kind != right.kind:
        yield change("target-kind", left.kind, right.kind, "kind")
    ends = ((left.start, right.start), (left.end, right.end))
    if any((one is None) != (other is None) or (one and targets.pairs.get(one) != other) for one, other in ends):
        before, after = (None if edge.start is None else f"{edge.start} → {edge.end}" for edge in (left, right))
        yield change("target-ends", before, after)
    if left.shows != right.shows:
        yield change("target-shows", left.shows, right.shows)


def text_changes(left: Trace, right: Trace) -> Iterator[Change]:
    """Yield the changes of a trace's own texts and of its sources."""
    for name in ("language", "title", "description", "caption", "alt"):
        before, after = getattr(left, name), getattr(right, name)
        if before != after:
            place = Location((name,))
            places = None if before is None else place, None if after is None else place
            yield Change(ChangeLevel.WORDING, name, *places, before, after)

    def alike(i: int, j: int) -> float:
        return dice(title_parts(left.limitations[i]), title_parts(right.limitations[j]))

    pairs = pair_by_name(left.limitations, right.limitations, [str])
    pairs = pair_by_likeness(pairs, (len(left.limitations), len(right.limitations)), alike, alike, _REWORDED)
    yield from _list_changes("limitation", ChangeLevel.WORDING, left.limitations, right.limitations, pairs)
    pairs = pair_by_name(
        left.sources,
        right.sources,
        [
            _source_text,
            lambda source: source.title,
            lambda source: source.url,
            lambda source: source.file,
            lambda source: source.url.split("#")[0] if source.url else None,
            lambda source: source.symbol,
        ],
    )
    texts = [_source_text(source) for source in left.sources], [_source_text(source) for source in right.sources]
    yield from _list_changes("source", ChangeLevel.SOURCES, *texts, pairs)


def _source_text(source: Source) -> str:
    parts = (source.title, source.url, source.file, source.symbol, source.sha256, source.id)
    historical = ["historical"] if source.historical else []
    return " · ".join([*(part for part in parts if part is not None), *historical])


def promised_changes(left: Trace, right: Trace) -> Iterator[Change]:
    """Yield the changes of lanes and claims."""
    lanes = left.lanes or {}, right.lanes or {}
    for key in dict.fromkeys((*lanes[0], *lanes[1])):
        before, after = (", ".join(lane[key]) if key in lane else None for lane in lanes)
        if before != after:
            place = Location(("lanes", key))
            places = None if before is None else place, None if after is None else place
            yield Change(ChangeLevel.STRUCTURE, "lane", *places, before, after, subject=key)
    shared = [[key for key in lane if key in lanes[0].keys() & lanes[1].keys()] for lane in lanes]
    if shared[0] != shared[1]:
        yield Change(ChangeLevel.ORDER, "lane-order", Location(("lanes",)), Location(("lanes",)))
    texts = [_claim_text(claim) for claim in left.claims], [_claim_text(claim) for claim in right.claims]
    pairs = pair_by_name(left.claims, right.claims, [_claim_text, lambda claim: claim["name"]])
    yield from _list_changes("claim", ChangeLevel.STRUCTURE, *texts, pairs)


def _claim_text(claim: Mapping[str, Any]) -> str:
    """Return a claim as YAML in one line would have it."""
    return " · ".join([f"{name}: {_fact(value)}" for name, value in claim.items()])


def cost_changes(left: Trace, right: Trace) -> Iterator[Change]:
    """Yield the changes of what the traces say of all their loops: costs, resources, unit and basis."""
    for name, before, after in differing_facts(left.timing, right.timing):
        place = Location(("timing",))
        yield Change(ChangeLevel.COST, "timing-fact", place, place, before, after, subject=name)


def differing_facts(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield each timing fact that is not the same: `costs.forward`, `9`, `8`; None where a side lacks it."""
    one, other = dict(_flat(before or {})), dict(_flat(after or {}))
    for name in dict.fromkeys((*one, *other)):
        if one.get(name) != other.get(name):
            yield name, one.get(name), other.get(name)


def _flat(facts: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in facts.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", _fact(value)


def _fact(value: object) -> str:
    """Return a value of facts or claims as text; `fwd` and `[fwd]`, `9` and `9.0` are the same."""
    if isinstance(value, Mapping):
        return f"{{{', '.join([f'{key}: {_fact(one)}' for key, one in value.items()])}}}"
    if isinstance(value, (list, tuple)):
        return ", ".join([f"[{_fact(one)}]" if isinstance(one, list) else _fact(one) for one in value])
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)


def _list_changes(
    kind: str, level: ChangeLevel, left: Sequence[str], right: Sequence[str], pairs: Sequence[IndexPair]
) -> Iterator[Change]:
    lefts, rights = unpaired(pairs, len(left), len(right))
    name = f"{kind}s"
    for i, j in pairs:
        if left[i] != right[j]:
            yield Change(level, kind, Location((name, i)), Location((name, j)), left[i], right[j])
    for i in lefts:
        yield Change(level, kind, Location((name, i)), None, before=left[i])
    for j in rights:
        yield Change(level, kind, None, Location((name, j)), after=right[j])
    if not keeps_order(pairs):
        yield Change(ChangeLevel.ORDER, f"{kind}-order", Location((name,)), Location((name,)))
