"""state-keys (error): a state does not have exactly the keys of 'stateLabels'.

A state is everything that holds at one moment, so 'initial' and the 'state' of each step name every state key. A step
may have 'changes' instead, with only those keys that it changes. A key that no label announces is shown nowhere. One
finding names what is missing and what is extra. Where all states agree with one another, it is 'stateLabels' that is
wrong, and the finding is there.

Fails:

    stateLabels: {gpu: GPU work, queue: Result queue}
    scenarios:
    - initial: {gpu: idle, queue: empty}
      steps:
      - state: {gpu: forward k}

Passes:

    stateLabels: {gpu: GPU work, queue: Result queue}
    scenarios:
    - initial: {gpu: idle, queue: empty}
      steps:
      - state: {gpu: forward k, queue: empty}
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tracecli.checking.lenient import Shape, State
from tracecli.checking.messages import ask, name, names
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.text import near_names

_LABELS: Pointer = ("stateLabels",)
_MOST = 100  # keys of a state that is repaired: each finding carries all of them


def check(shape: Shape) -> Iterator[Problem]:
    """Settle first what the keys should have been, then judge each state by that."""
    yield from _shown(shape)
    labels = shape.labels
    placed = [found for scenario in shape.scenarios for found in scenario.placed_states(inherited=False)]
    short = [step for scenario in shape.scenarios for step in scenario.steps if step.changes]
    right = all(state.keys() == labels for _, state in placed)
    if labels is None or (right and all(step.changes.keys() <= {*labels} for step in short if step.changes)):
        return
    # The labels, less those that no state has, and with those that every state has.
    states = [state for _, state in placed]
    anywhere, everywhere = set[str]().union(*states), set(states[0] if states else ()).intersection(*states)
    agreed = dict.fromkeys(labels)
    if len(states) > 1 and not (anywhere.issuperset(labels) and everywhere.issubset(labels)):
        agreed = dict.fromkeys([key for key in labels if key in anywhere])
        agreed |= dict.fromkeys([key for key in states[0] if key in everywhere])
    if agreed.keys() != labels:
        yield _of_labels(agreed, labels, placed[0][0])
    for pointer, state in placed:
        if state.keys() != agreed.keys():
            yield _of_state(shape, agreed, pointer, state)
    for step in short:
        yield from _of_changes(shape, agreed, (*step.pointer, "changes"), step.changes or {})


def _shown(shape: Shape) -> Iterator[Problem]:
    """Report a target that shows what is not a state key."""
    held = {key for scenario in shape.scenarios for state in scenario.states() for key in state}
    for target in (shape.targets or {}).values():
        if target.shows is not None and shape.labels is not None and target.shows not in {*shape.labels, *held}:
            found = near_names(target.shows, shape.labels)
            yield Problem(
                rule="state-keys",
                severity=Severity.ERROR,
                message=f"'shows' names {name(target.shows)}, which is not a state key{ask(found, target.shows)}",
                place=Place((*target.pointer, "shows")),
                related=tuple(Related(f"{key} is declared", Place((*_LABELS, key), "key")) for key in found),
                suggestion=found[0] if len(found) == 1 else None,
            )


def _of_changes(shape: Shape, agreed: dict[str, None], pointer: Pointer, changes: State) -> Iterator[Problem]:
    """Report the keys of a step's changes that are not state keys."""
    for key in changes:
        if key in agreed:
            continue
        found = shape.near.names(key, tuple(agreed))
        only = found[0] if len(found) == 1 and found[0] not in changes else None
        renamed = {only if only and own == key else own: value for own, value in changes.items()}
        yield Problem(
            rule="state-keys",
            severity=Severity.ERROR,
            message=f"'changes' has {name(key)}, which 'stateLabels' does not name{ask(found, key)}",
            place=Place((*pointer, key), "key"),
            related=tuple(Related(f"{one} is declared", Place((*_LABELS, one), "key")) for one in found),
            suggestion=only,
            fix=Fix(f"write {name(only)}", ((pointer, renamed),)) if only else None,
        )


def _of_labels(agreed: Mapping[str, None], labels: Collection[str], first: Pointer) -> Problem:
    missing = [key for key in agreed if key not in labels]
    extra = [key for key in labels if key not in agreed]
    parts = [f"lacks {names(missing)}, which every state has"] if missing else []
    parts += [f"has {names(extra)}, which no state has"] if extra else []
    return Problem(
        rule="state-keys",
        severity=Severity.ERROR,
        message=f"'stateLabels' {' and '.join(parts)}",
        place=Place((*_LABELS, extra[0]) if extra else _LABELS, "key"),
        related=(Related("the first state", Place(first, "key")),),
        suggestion=missing[0] if len(missing) == len(extra) == 1 else None,
    )


def _of_state(shape: Shape, agreed: dict[str, None], pointer: Pointer, state: State) -> Problem:
    missing = [key for key in agreed if key not in state]
    extra = [key for key in state if key not in agreed]
    meant = shape.near.names(extra[0], tuple(missing)) if missing and extra else []
    fix = None
    if len(missing) == len(extra) == len(meant) == 1 and len(state) <= _MOST:
        renamed = {meant[0] if key == extra[0] else key: value for key, value in state.items()}
        fix = Fix(f"write {name(meant[0])}", ((pointer, renamed),))
    parts = [f"lacks {names(missing)}"] if missing else []
    parts += [f"has {names(extra)}, which 'stateLabels' does not name"] if extra else []
    subject = "'initial'" if pointer[-1] == "initial" else "this state"
    return Problem(
        rule="state-keys",
        severity=Severity.ERROR,
        message=f"{subject} {' and '.join(parts)}{ask(meant, extra[0]) if meant else ''}",
        place=Place((*pointer, extra[0]) if extra else pointer, "key"),
        related=tuple(Related(f"{key} is declared", Place((*_LABELS, key), "key")) for key in meant),
        suggestion=meant[0] if len(meant) == 1 else None,
        fix=fix,
    )
