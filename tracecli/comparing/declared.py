"""What two traces declare: targets and state keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracecli.comparing.changes import Change, Spot
from tracecli.comparing.levels import Level
from tracecli.comparing.matching import Matches
from tracecli.comparing.sides import Side
from tracecli.comparing.usage import used
from tracecli.model import Target, Trace


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
