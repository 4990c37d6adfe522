"""state-keys (error): a state does not have exactly the keys of 'stateLabels'.

A state is everything that holds at one moment, so 'initial' and the 'state' of each step name every state key. A step
may have 'changes' instead, with only the keys that it changes. A key that no label announces is shown nowhere. One finding names what is
missing and what is extra. Where all states agree with one another, it is 'stateLabels' that is wrong, and the finding
is there.

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
from tracecli.checking.messages import ask, names
from tracecli.problems import Place, Pointer, Problem, Related, Severity

_LABELS: Pointer = ("stateLabels",)


def check(shape: Shape) -> Iterator[Problem]:
    """Settle first what the keys should have been, then judge each state by that."""
    labels = shape.labels
    placed = [found for scenario in shape.scenarios for found in scenario.placed_states(inherited=False)]
    short = [step for scenario in shape.scenarios for step in scenario.steps if step.changes]
    if labels is None or (
        all(state.keys() == labels for _, state in placed) and all((step.changes or {}).keys() <= labels for step in short)
    ):
        return
    agreed = _agreed(labels, [state for _, state in placed])
    if agreed.keys() != labels:
        yield _of_labels(agreed, labels, placed[0][0])
    placed += [((*step.pointer, "state"), {**agreed, **(step.changes or {})}) for step in short]
    for pointer, state in placed:
        if state.keys() != agreed.keys():
            yield _of_state(shape, agreed, pointer, state)


def _agreed(labels: Collection[str], states: list[State]) -> dict[str, None]:
    """Return the labels, less those that no state has, and with those that every state has."""
    anywhere = set().union(*states)
    everywhere = set(states[0]).intersection(*states) if states else set()
    if len(states) < 2 or (anywhere.issuperset(labels) and everywhere.issubset(labels)):
        return dict.fromkeys(labels)
    return dict.fromkeys(
        [*(key for key in labels if key in anywhere), *(key for key in states[0] if key in everywhere)]
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
    )
