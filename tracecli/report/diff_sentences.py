"""Each kind of change in words. One table: a kind that is missing in it can't be reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracecli.comparing import Change, Level

Where = tuple[str, str]
"""What says on which side: `in serial`, or `on the left`."""

Sentence = Callable[[Change, Where], str]


def sentence(change: Change, where: Where = ("on the left", "on the right")) -> str:
    """Give a change in words, without its place.

    Args:
        change: Any change.
        where: What says on which side something is.

    Returns:
        A phrase that may hold text of the documents as it stands: whoever shows it escapes it.
    """
    return SENTENCES[change.kind](change, where)


def seconds(milliseconds: int) -> str:
    """Give a time exactly: `3.0 s`, `2.65 s`, `0.001 s`."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole:,}.{f'{rest:03}'.rstrip('0') or '0'} s"


def steps(first: int, last: int) -> str:
    """Give `step 3`, or `steps 3–5`."""
    return f"step {first}" if first == last else f"steps {first}–{last}"


def _reworded(noun: str) -> Sentence:
    def words(change: Change, where: Where) -> str:
        what = noun.format(change.subject)
        if change.left is None:
            return f"{what} only {where[1]}: {change.after}"
        if change.right is None:
            return f"{what} only {where[0]}: {change.before}"
        return f"{what} reworded"

    return words


def _values(noun: str) -> Sentence:
    def words(change: Change, _where: Where) -> str:
        if change.level is Level.ORDER:
            return f"{noun} in another order: {change.before} → {change.after}"
        what = noun.format(change.subject)
        return f"{what}: {change.before or 'none'} → {change.after or 'none'}"

    return words


def _order(noun: str) -> Sentence:
    return lambda _change, _where: f"{noun} in another order"


def _only(noun: str) -> Sentence:
    def words(change: Change, where: Where) -> str:
        side, text = (where[0], change.before) if change.right is None else (where[1], change.after)
        what = f"{change.subject} ({text})" if change.subject else f"{text}"
        return f"{noun} only {side}: {what}"

    return words


def _duration(change: Change, _where: Where) -> str:
    return f"duration: {seconds(int(change.before or 0))} → {seconds(int(change.after or 0))}"


def _shift(change: Change, where: Where) -> str:
    shift = int(change.subject)
    when = f"{seconds(abs(shift))} {'later' if shift > 0 else 'earlier'}"
    return f"all from here on begins {when} {where[1]}, because of steps that only one side has"


def _ends(change: Change, _where: Where) -> str:
    """Keep the arrow for the edge itself: `futureGpu: future → gpu → tokens → gpu` says nothing."""
    return f"ends of target {change.subject}: {change.after or 'none'} instead of {change.before or 'none'}"


def _move(change: Change, where: Where) -> str:
    left, right = _numbers(change)
    return f"{steps(*left)} moved: {steps(*right)} {where[1]}"


def _split(change: Change, where: Where) -> str:
    _, right = _numbers(change)
    if right[0] < right[1]:
        return f"told in two {where[1]}: {change.before} → {change.after}"
    return f"two told in one {where[1]}: {change.before} → {change.after}"


def _state(change: Change, _where: Where) -> str:
    left, _ = _numbers(change)
    until = f" until {steps(left[1], left[1])}" if left[0] < left[1] else ""
    return f"state {change.subject}: {change.before} → {change.after}{until}"


def _source(change: Change, where: Where) -> str:
    if change.left is None or change.right is None:
        return _only("source")(change, where)
    return f"source changed: {change.before} → {change.after}"


def _numbers(change: Change) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the first and last step number of each side."""
    left = change.left.step if change.left and change.left.step is not None else 0
    right = change.right.step if change.right and change.right.step is not None else 0
    last = change.last or (left, right)
    return (left, last[0]), (right, last[1])


SENTENCES: Mapping[str, Sentence] = {
    "language": _values("language"),
    "title": _reworded("title"),
    "description": _reworded("description"),
    "caption": _reworded("caption"),
    "alt": _reworded("alt"),
    "limitation": _reworded("limitation"),
    "limitation-order": _order("limitations"),
    "state-label": _reworded("label of state {}"),
    "target-label": _reworded("label of target {}"),
    "duration": _duration,
    "shift": _shift,
    "move": _move,
    "source": _source,
    "source-order": _order("sources"),
    "state": _state,
    "step": _only("step"),
    "split": _split,
    "active": _values("active targets"),
    "paths": _values("paths"),
    "unselected": _values("unselected"),
    "id": _values("id"),
    "target": _only("target"),
    "target-name": _values("target renamed"),
    "target-id": _values("id of target {}"),
    "target-kind": _values("kind of target {}"),
    "target-ends": _ends,
    "state-key": _only("state key"),
    "scenario": _only("scenario"),
    "scenario-id": _values("scenario renamed"),
    "scenario-order": _order("scenarios"),
}
"""Kind → its words."""
