"""The changes between two scenarios or traces: what differs, how much it matters, and where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal

from tracecli.comparing.align import Alignment, dice, title_parts
from tracecli.comparing.match import (
    Matches,
    keeps_order,
    matches,
    pair_by_likeness,
    pair_by_name,
    unique_pairs,
    unmatched,
    unpaired,
)
from tracecli.comparing.match import Places as ListsPlaces
from tracecli.model import Kind, Scenario, Source, Step, Target, Trace
from tracecli.problems import Pointer

# ---- comparing.levels
# What a change touches, from words to structure.


class Level(IntEnum):
    """How deep a change goes. The order is meant: `Level.STRUCTURE > Level.WORDING`."""

    WORDING = 0
    """Titles, descriptions, labels, caption, alt, limitations, language."""
    TIMING = 1
    """Durations, and a shift that one step causes."""
    ORDER = 2
    """A step moved; the same targets, scenarios or sources in another order."""
    SOURCES = 3
    """Sources added, removed, changed."""
    STATE = 4
    """A state value, the initial state among them."""
    STRUCTURE = 5
    """Steps, scenarios, targets, state keys; active targets, paths, unselected, kind, from, to, ids."""

    def __str__(self) -> str:
        """Give the word that reports and options use, such as `wording`."""
        return self.name.lower()


# ---- comparing.changes
# A change: what differs, how deep it goes, and where on both sides.


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on one side.

    Attributes:
        pointer: Into that side's document.
        scenario: Id of the scenario, where the place is in one.
        step: Number of the step, 0 for the initial state, None where no step is meant.
    """

    pointer: Pointer
    scenario: str | None = None
    step: int | None = None

    @property
    def address(self) -> str | None:
        """What a command takes, without the trace: `overlap/3`, or `overlap`."""
        return self.scenario if self.step is None else f"{self.scenario}/{self.step}"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        level: How deep it goes.
        kind: What differs, such as `title`, `step`, `state`; `describe.KINDS` lists them all.
        left: Where on the left; None where the left lacks it.
        right: Where on the right; None where the right lacks it.
        before: The left's text or value.
        after: The right's.
        subject: Which one in particular: a state key, a target's key, milliseconds of a shift.
        last: Numbers of the last left and right step, where a change spans several.
        anchor: What of the surroundings tells this change from another like it: ids and titles, never numbers.
        ordinal: How many changes with the same identity come before it.
    """

    level: Level
    kind: str
    left: Spot | None
    right: Spot | None
    before: str | None = None
    after: str | None = None
    subject: str = ""
    last: tuple[int, int] | None = None
    anchor: tuple[str, ...] = ()
    ordinal: int = 0

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that stay when something else is edited: no step number is in them."""
        from hashlib import sha256  # noqa: PLC0415 - loads OpenSSL, and only machine formats ask

        parts = (*_identity(self), str(self.ordinal))
        return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _identity(change: Change) -> tuple[str | None, ...]:
    return (change.kind, change.subject, change.before, change.after, *change.anchor)


def numbered(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Give the changes with their ordinals, so that no two fingerprints are the same."""
    seen: Counter[tuple[str | None, ...]] = Counter()
    result: list[Change] = []
    for change in changes:
        identity = _identity(change)
        result.append(replace(change, ordinal=seen[identity]) if seen[identity] else change)
        seen[identity] += 1
    return tuple(result)


# ---- comparing.sides
# One side of a comparison, and how its places are named.


@dataclass(frozen=True, slots=True)
class Side:
    """A scenario and the trace that it belongs to."""

    trace: Trace
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Places:
    """Makes the spots of one scenario.

    Attributes:
        scenario: The scenario.
        prefix: Pointer to it.
    """

    scenario: Scenario
    prefix: Pointer

    def whole(self, *rest: str) -> Spot:
        """Give the scenario, or a property of it."""
        return Spot((*self.prefix, *rest), self.scenario.id)

    def step(self, number: int, *rest: str) -> Spot:
        """Give a step, or a property of it; numbers from 1."""
        return Spot((*self.prefix, "steps", number - 1, *rest), self.scenario.id, number)

    def state(self, number: int, key: str) -> Spot:
        """Give a state value, that of the initial state for 0."""
        if number:
            return self.step(number, "state", key)
        return Spot((*self.prefix, "initial", key), self.scenario.id, 0)

    def anchor(self, number: int) -> str:
        """Give what names a step however the others change: its id, else its title; nothing for the initial state."""
        if not number:
            return ""
        step = self[number]
        return step.id or step.title

    def __getitem__(self, number: int) -> Step:
        """Give a step by its number, from 1."""
        return self.scenario.steps[number - 1]


def places(side: Side) -> Places:
    """Give the places of a side."""
    at = next(index for index, scenario in enumerate(side.trace.scenarios) if scenario.id == side.scenario.id)
    return Places(side.scenario, ("scenarios", at))


# ---- comparing.targetlists
# Lists of targets: the same ones, others, or the same in another order.

Names = tuple[Mapping[str, int], Mapping[str, int]]
"""Key → number on the left and on the right, from `Matches.names`: the same number, the same target."""

ListKind = Literal["active", "paths", "unselected"]


def list_change(
    kind: ListKind,
    spots: tuple[Spot, Spot],
    keys: tuple[Sequence[str], Sequence[str]],
    names: Names,
    anchor: tuple[str, ...],
) -> Change | None:
    """Give the change between two lists of targets, or None.

    Args:
        kind: Which list.
        spots: Where it is, left and right.
        keys: What is in it, left and right.
        names: What makes the keys of both sides comparable.
        anchor: For the change's fingerprint.
    """
    left, right = ([side[key] for key in listed] for side, listed in zip(names, keys, strict=True))
    if left == right:
        return None
    level = Level.ORDER if sorted(left) == sorted(right) else Level.STRUCTURE
    return Change(level, kind, *spots, ", ".join(keys[0]), ", ".join(keys[1]), anchor=anchor)


# ---- comparing.usage
# Which targets two scenarios use, and which of them only one does.


@dataclass(frozen=True, slots=True)
class Usage:
    """Keys of used targets, each in the order of its own trace.

    Attributes:
        only_left: Used on the left, and on the right not.
        only_right: Used on the right, and on the left not.
    """

    only_left: tuple[str, ...]
    only_right: tuple[str, ...]


def used(scenario: Scenario) -> set[str]:
    """Give the keys of all targets that a scenario's steps use."""
    return {key for step in scenario.steps for key in (*step.active, *step.paths)}


def compare_usage(left: Side, right: Side, targets: Matches) -> Usage:
    """Compare what the steps of two scenarios use."""
    lefts, rights = used(left.scenario), used(right.scenario)
    partners = {right_key: left_key for left_key, right_key in targets.pairs.items()}
    return Usage(
        only_left=tuple(key for key in left.trace.targets if key in lefts and targets.pairs.get(key) not in rights),
        only_right=tuple(key for key in right.trace.targets if key in rights and partners.get(key) not in lefts),
    )


# ---- comparing.declared
# What two traces declare: targets and state keys.


def used_declarations(left: Side, right: Side, targets: Matches) -> Iterator[Change]:
    """Give the changes of what two scenarios of different traces use. Element ids are the drawings' own affair."""
    if left.trace is right.trace:
        return
    lefts, rights = used(left.scenario), used(right.scenario)
    shown = Matches(
        {key: partner for key, partner in targets.pairs.items() if key in lefts or partner in rights},
        tuple(key for key in targets.only_left if key in lefts),
        tuple(key for key in targets.only_right if key in rights),
    )
    yield from declared_changes(left.trace, right.trace, shown, targets, ids=False)


def declared_changes(left: Trace, right: Trace, shown: Matches, targets: Matches, *, ids: bool) -> Iterator[Change]:
    """Give the changes of targets and state keys.

    Args:
        left: One trace.
        right: The other.
        shown: The targets to tell about.
        targets: All targets: what an edge's ends are compared by.
        ids: Element ids count.
    """
    yield from _state_keys(left.state_labels, right.state_labels)
    for key in shown.only_left:
        label = left.targets[key].label
        yield Change(Level.STRUCTURE, "target", Spot(("targets", key)), None, before=label, subject=key)
    for key in shown.only_right:
        label = right.targets[key].label
        yield Change(Level.STRUCTURE, "target", None, Spot(("targets", key)), after=label, subject=key)
    for key, partner in shown.pairs.items():
        yield from _target(left.targets[key], right.targets[partner], targets, ids=ids)


def _state_keys(left: Mapping[str, str], right: Mapping[str, str]) -> Iterator[Change]:
    for key, label in left.items():
        spot = Spot(("stateLabels", key))
        if key not in right:
            yield Change(Level.STRUCTURE, "state-key", spot, None, before=label, subject=key)
        elif label != right[key]:
            yield Change(Level.WORDING, "state-label", spot, spot, label, right[key], subject=key)
    for key, label in right.items():
        if key not in left:
            yield Change(Level.STRUCTURE, "state-key", None, Spot(("stateLabels", key)), after=label, subject=key)


def _target(left: Target, right: Target, targets: Matches, *, ids: bool) -> Iterator[Change]:
    label, name = left.label != right.label, ids and left.id != right.id
    if left.key != right.key or (label and name):
        yield _change("target-name", (left, right), (_named(left), _named(right)))
    elif label:
        yield _change("target-label", (left, right), (left.label, right.label), "label", level=Level.WORDING)
    elif name:
        yield _change("target-id", (left, right), (left.id, right.id), "id")
    if left.kind != right.kind:
        yield _change("target-kind", (left, right), (left.kind, right.kind), "kind")
    if not (_same_end(left.start, right.start, targets) and _same_end(left.end, right.end, targets)):
        yield _change("target-ends", (left, right), (_ends(left), _ends(right)))


def _same_end(left: str | None, right: str | None, targets: Matches) -> bool:
    if left is None or right is None:
        return left is right
    return targets.pairs.get(left) == right


def _change(
    kind: str,
    sides: tuple[Target, Target],
    texts: tuple[str | None, str | None],
    *rest: str,
    level: Level = Level.STRUCTURE,
) -> Change:
    left, right = (Spot(("targets", target.key, *rest)) for target in sides)
    return Change(level, kind, left, right, *texts, subject=sides[0].key)


def _named(target: Target) -> str:
    return f"{target.key} ({target.label})"


def _ends(edge: Target) -> str | None:
    return None if edge.start is None else f"{edge.start} → {edge.end}"


# ---- comparing.texts
# What a trace says beside its steps: titles, caption, limitations, and the sources it rests on.

_ALIKE = 0.5
"""How alike two limitations must be to be one, reworded."""


def text_changes(left: Trace, right: Trace) -> Iterator[Change]:
    """Give the changes of a trace's own texts and of its sources."""
    for name in ("language", "title", "description", "caption", "alt"):
        before, after = getattr(left, name), getattr(right, name)
        if before != after:
            left_spot, right_spot = (None if text is None else Spot((name,)) for text in (before, after))
            yield Change(Level.WORDING, name, left_spot, right_spot, before, after)
    texts = left.limitations, right.limitations
    pairs = _limitations(left.limitations, right.limitations)
    yield from _listed("limitation", Level.WORDING, texts, pairs)
    sources = [_source(source) for source in left.sources], [_source(source) for source in right.sources]
    pairs = pair_by_name(left.sources, right.sources, [_source, _title, _link, _file, _page, _symbol])
    yield from _listed("source", Level.SOURCES, sources, pairs)


def _listed(
    kind: str, level: Level, texts: tuple[Sequence[str], Sequence[str]], pairs: Sequence[ListsPlaces]
) -> Iterator[Change]:
    lefts, rights = unpaired(pairs, len(texts[0]), len(texts[1]))
    for i, j in pairs:
        if texts[0][i] != texts[1][j]:
            yield Change(level, kind, _spot(kind, i), _spot(kind, j), texts[0][i], texts[1][j])
    for i in lefts:
        yield Change(level, kind, _spot(kind, i), None, before=texts[0][i])
    for j in rights:
        yield Change(level, kind, None, _spot(kind, j), after=texts[1][j])
    if not keeps_order(pairs):
        spot = Spot((f"{kind}s",))
        yield Change(Level.ORDER, f"{kind}-order", spot, spot)


def _spot(kind: str, place: int) -> Spot:
    return Spot((f"{kind}s", place))


def _limitations(left: Sequence[str], right: Sequence[str]) -> list[ListsPlaces]:
    def alike(i: int, j: int) -> float:
        return dice(title_parts(left[i]), title_parts(right[j]))

    same = pair_by_name(left, right, [str])
    return pair_by_likeness(same, (len(left), len(right)), alike, alike, _ALIKE)


def _source(source: Source) -> str:
    parts = (source.title, source.url, source.file, source.symbol, source.sha256)
    return " · ".join(part for part in parts if part is not None)


def _title(source: Source) -> str:
    return source.title


def _link(source: Source) -> str | None:
    return source.url


def _file(source: Source) -> str | None:
    return source.file


def _page(source: Source) -> str | None:
    return source.url.split("#")[0] if source.url else None


def _symbol(source: Source) -> str | None:
    return source.symbol


# ---- comparing.renames
# Targets that were given another name throughout: used in the same places, or joining the same nodes.

Aligned = tuple[Scenario, Scenario, Alignment]
_Place = tuple[int, int]  # a scenario, and the place of a pair in it
_ELSEWHERE = -1  # a step without a counterpart


def find_renames(
    left: Mapping[str, Target], right: Mapping[str, Target], known: Matches, aligned: Iterable[Aligned]
) -> Matches:
    """Give the matches with renamed targets added.

    Only between versions of one trace, where most targets have kept a name: between two different systems, being used
    at the same time makes two targets no more than neighbours.

    Args:
        left: Targets of the left trace.
        right: Targets of the right trace.
        known: What key, id and label have matched.
        aligned: Scenarios that belong together, with their steps aligned.
    """
    most = max(1, len(known.pairs))
    if not known.only_left or not known.only_right or max(len(known.only_left), len(known.only_right)) > most:
        return known
    found = dict(known.pairs)
    found |= _same_places(left, right, found, list(aligned))
    found |= _same_ends(left, right, found)
    return matches(left, right, found)


def _same_places(
    left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str], aligned: Sequence[Aligned]
) -> dict[str, str]:
    """Match targets that are used in exactly the same aligned steps; several such ones in the order declared."""
    lefts, rights = unmatched(left, right, found)
    used_left = _places((one, [(pair.left, pair.left) for pair in a.pairs]) for one, _, a in aligned)
    used_right = _places((other, [(pair.right, pair.left) for pair in a.pairs]) for _, other, a in aligned)
    first, second = _by_use(lefts, used_left), _by_use(rights, used_right)
    result: dict[str, str] = {}
    for use, keys in first.items():
        if len(keys) == len(second.get(use, ())):
            result |= zip(keys, second[use], strict=True)
    return result


def _places(sides: Iterable[tuple[Scenario, list[tuple[int, int]]]]) -> dict[str, list[_Place]]:
    """Give target → where it is used.

    Args:
        sides: Scenarios, each with its aligned step numbers and the number that names the pair.
    """
    used: dict[str, list[_Place]] = defaultdict(list)
    for index, (scenario, pairs) in enumerate(sides):
        names = dict(pairs)
        for number, step in enumerate(scenario.steps, 1):
            for key in {*step.active, *step.paths}:
                used[key].append((index, names.get(number, _ELSEWHERE)))
    return used


def _by_use(
    targets: Iterable[Target], used: Mapping[str, list[_Place]]
) -> dict[tuple[Kind, frozenset[_Place]], list[str]]:
    result: dict[tuple[Kind, frozenset[_Place]], list[str]] = defaultdict(list)
    for target in targets:
        places = used.get(target.key, [])
        if places and all(place != _ELSEWHERE for _, place in places):
            result[target.kind, frozenset(places)].append(target.key)
    return result


def _same_ends(left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str]) -> dict[str, str]:
    """Match edges that are the only ones to join the same nodes."""
    lefts, rights = unmatched(left, right, found)
    turned = [replace(edge, start=_partner(edge.start, found), end=_partner(edge.end, found)) for edge in lefts]
    return unique_pairs(turned, rights, _renames_ends)


def _partner(key: str | None, found: Mapping[str, str]) -> str | None:
    return None if key is None else found.get(key)


def _renames_ends(edge: Target) -> tuple[str, str] | None:
    return None if edge.start is None or edge.end is None else (edge.start, edge.end)
