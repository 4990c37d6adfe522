"""claim-broken (error): a state is not what a claim of the trace promises.

Claims are what an author promises about the states: checked at the initial state and at every step, in every scenario
or in those that 'scenarios' names. A claim is a table, not a formula. 'when' with 'then' (and 'else'): where the first
values hold, the second ones hold too (and where they do not, the third ones). 'when' with 'never': both never hold at
once. 'order': for one {i}, a key's values only go forwards. 'values': a key has no other values. 'moves': a key changes
in no other way; a value that stays is no change.

{i} in a value is any iteration (k, k−1, k+1 or a whole number), and is the same one throughout a claim. {i-1} and
{i+1} are the iterations before and after it.

Fails:

    claims:
    - name: idle-matches-gpu
      when: {gpu: idle}
      then: {idle: 'yes'}
    - name: one-forward
      when: {gpu: 'forward {i}'}
      never: {queue: '{i} waits'}
    - name: progress
      order: {inputs: ['batch {i} pending', 'batch {i} stored']}
    - name: words
      values: {server: [LISTEN, ESTABLISHED]}
    - name: handshake
      moves: {server: [[LISTEN, ESTABLISHED]]}
    scenarios:
    - initial: {gpu: idle, idle: 'yes', queue: none, inputs: batch k stored, server: ESTABLISHED}
      steps:
      - state: {gpu: idle, idle: 'no', queue: none, inputs: batch k pending, server: LISTEN}
      - state: {gpu: forward k, idle: 'no', queue: k waits, inputs: batch k pending, server: ESTABLISHD}

Passes:

    claims:
    - name: idle-matches-gpu
      when: {gpu: idle}
      then: {idle: 'yes'}
    - name: one-forward
      when: {gpu: 'forward {i}'}
      never: {queue: '{i} waits'}
    - name: progress
      order: {inputs: ['batch {i} pending', 'batch {i} stored']}
    - name: words
      values: {server: [LISTEN, ESTABLISHED]}
    - name: handshake
      moves: {server: [[LISTEN, ESTABLISHED]]}
    scenarios:
    - initial: {gpu: idle, idle: 'yes', queue: none, inputs: batch k pending, server: LISTEN}
      steps:
      - state: {gpu: idle, idle: 'yes', queue: k waits, inputs: batch k stored, server: LISTEN}
      - state: {gpu: forward k, idle: 'no', queue: none, inputs: batch k stored, server: ESTABLISHED}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from tracecli.checking.lenient import ScenarioShape, Shape, State
from tracecli.checking.messages import ask, name
from tracecli.iterations import spelled
from tracecli.problems import Place, Pointer, Problem, Related, Severity
from tracecli.text import near_names

Iteration = tuple[str, int]
"""`("k", -1)` for k−1, `("", 7)` for 7."""

_SLOT = re.compile(r"\{i(?:\s?([-−–+])\s?([0-9]{1,4}))?\}")
_NUMBER = r"(?<![\w.])(k(?:\s?[-−–+]\s?[0-9]{1,9})?|[0-9]{1,18})(?![\w])"


class Pattern(NamedTuple):
    """A claimed value."""

    text: str  # as written
    regex: re.Pattern[str] | None  # None: nothing but this very text
    shifts: tuple[int, ...]  # of each {i}: −1 for {i-1}

    def match(self, value: object, bound: Iteration | None = None) -> tuple[bool, Iteration | None]:
        """Return whether a value is meant, and the iteration that `{i}` is then."""
        if not isinstance(value, str):
            return False, bound
        if self.regex is None:
            return value == self.text, bound
        found = self.regex.fullmatch(value)
        if found is None:
            return False, bound
        for token, shift in zip(found.groups(), self.shifts, strict=True):
            base, number = _iteration(token)
            here = (base, number - shift)
            if bound is not None and bound != here:
                return False, bound
            bound = here
        return True, bound


@cache
def pattern(text: str) -> Pattern:
    """Read a claimed value; braces around anything but `i` are what they are."""
    parts, shifts, at = [], [], 0
    for slot in _SLOT.finditer(text):
        sign, number = slot.groups()
        shifts.append((1 if sign == "+" else -1) * int(number or 0))
        parts += [re.escape(text[at : slot.start()]), _NUMBER]
        at = slot.end()
    if not shifts:
        return Pattern(text, None, ())
    return Pattern(text, re.compile("".join(parts) + re.escape(text[at:]), re.DOTALL), tuple(shifts))


def _iteration(token: str) -> Iteration:
    if token[0] != "k":
        return "", int(token)
    digits = token[1:].strip().lstrip("-−–+").strip()
    return "k", (1 if "+" in token else -1) * int(digits or 0)


class _Claim:
    """One kind of a claim, of which everything that is needed is well formed."""

    def __init__(self, pointer: Pointer, kind: str, raw: Mapping[str, Any], scenarios: list[ScenarioShape]) -> None:
        self.pointer = pointer
        self.name = str(raw.get("name"))
        self.kind = kind
        self.raw = raw
        self.scenarios = scenarios
        self.applied = False  # whether any state was what the claim is about


class _Broken(NamedTuple):
    """A cell that breaks a claim."""

    pointer: Pointer
    words: str
    before: Related | None = None  # another place that explains it


def check(shape: Shape) -> Iterator[Problem]:
    """Check each claim over the scenarios that it is about."""
    for claim in _claims(shape):
        for cell in _broken(claim):
            yield Problem(
                rule="claim-broken",
                severity=Severity.ERROR,
                message=f"claim {name(claim.name)} is broken: {cell.words}",
                place=Place(cell.pointer),
                related=(*((cell.before,) if cell.before else ()), Related("the claim", Place(claim.pointer))),
            )
        if not claim.applied:
            yield Problem(
                rule="claim-idle",
                severity=Severity.WARNING,
                message=f"claim {name(claim.name)} never applies: {_NEVER[claim.kind]}",
                place=Place(claim.pointer),
            )


def _broken(claim: _Claim) -> Iterator[_Broken]:
    for scenario in claim.scenarios:
        yield from _KINDS[claim.kind](claim, list(scenario.placed_states()))


def unknown_value(shape: Shape) -> Iterator[Problem]:
    """unknown-value (warning): a claim or a lane names a value that its state key never has.

    A quiet value of a lane that is misspelt would draw idle time as work, and a claim with a misspelt value would hold
    without looking at anything. The finding gives the nearest value. 'never', 'values' and 'moves' may well list what
    does not occur: there, only a value that is near to one that does is reported.

    Fails:

        lanes:
          gpu: {quiet: [idel]}
        scenarios:
        - initial: {gpu: idle}

    Passes:

        lanes:
          gpu: {quiet: [idle]}
        scenarios:
        - initial: {gpu: idle}
    """
    if not shape.lanes and not shape.claims:
        return
    seen: dict[str, dict[str, None]] = {}
    for scenario in shape.scenarios if shape.whole else ():
        for state in scenario.states():
            for key, value in state.items():
                if isinstance(value, str):
                    seen.setdefault(key, {})[value] = None
    for key, quiet in shape.lanes.items():
        yield from _unknown_in(shape, {key: quiet}, ("lanes",), seen, surely=True)
    for pointer, raw in shape.claims:
        yield from _unknown_scenarios(shape, pointer, raw)
        for part in ("when", "then", "else", "never", "order", "values", "moves"):
            if isinstance(cells := raw.get(part), dict):
                surely = part not in ("never", "values", "moves")
                yield from _unknown_in(shape, cells, (*pointer, part), seen, surely=surely)


def _unknown_scenarios(shape: Shape, pointer: Pointer, raw: Mapping[str, Any]) -> Iterator[Problem]:
    ids = tuple([scenario.id for scenario in shape.scenarios if scenario.id is not None])
    wanted = raw.get("scenarios")
    for index, one in enumerate(wanted if isinstance(wanted, list) else ()):
        if isinstance(one, str) and one not in ids:
            message = f"{name(one)} is not the id of a scenario{ask(shape.near.names(one, ids), one)}"
            yield Problem("wrong-value", Severity.ERROR, message, Place((*pointer, "scenarios", index)))


def _unknown_in(
    shape: Shape, cells: Mapping[str, Any], at: Pointer, seen: Mapping[str, Mapping[str, None]], *, surely: bool
) -> Iterator[Problem]:
    """Check the keys and values of one table.

    Args:
        shape: The document.
        cells: State key → one value, a list of values, or a list of pairs of them.
        at: Where the table is.
        seen: State key → every value that it has.
        surely: Report a value without a near name too.
    """
    labels = dict.fromkeys(shape.labels or ())
    for key, held in cells.items():
        if shape.labels is not None and key not in labels and key not in seen:
            near = near_names(key, labels)
            message = f"{name(key)} is not a state key{ask(near, key)}"
            only = near[0] if len(near) == 1 else None
            yield Problem("state-keys", Severity.ERROR, message, Place((*at, key), "key"), (), only)
            continue
        if (known := seen.get(key)) is None:
            continue  # not all could be read, or no state has this key, which is a finding of its own
        for pointer, text in _texts(held, (*at, key) if at != ("lanes",) else ("lanes", key, "quiet")):
            wanted = pattern(text)
            if any(wanted.match(value)[0] for value in known):
                continue
            near = shape.near.names(text, known)
            if near or surely:
                only = near[0] if len(near) == 1 else None
                message = f"{name(key)} never is {name(text)}{ask(near, text)}"
                yield Problem("unknown-value", Severity.WARNING, message, Place(pointer), (), only)


def _texts(held: Any, at: Pointer) -> Iterator[tuple[Pointer, str]]:
    """Yield the texts of a value, of a list or of a list of lists, with their places."""
    if isinstance(held, str):
        yield at, held
    elif isinstance(held, list):
        for index, below in enumerate(held):
            yield from _texts(below, (*at, index))


def _claims(shape: Shape) -> Iterator[_Claim]:
    for pointer, raw in shape.claims:
        kinds = [kind for kind in _KINDS if isinstance(raw.get(kind), dict)]
        wanted = raw.get("scenarios")
        scenarios = [scenario for scenario in shape.scenarios if not isinstance(wanted, list) or scenario.id in wanted]
        for kind in kinds:
            if kind != "then" or isinstance(raw.get("when"), dict):
                yield _Claim(pointer, kind, raw, scenarios)


_States = Sequence[tuple[Pointer, State]]


def _matched(cells: Mapping[str, Any], state: State, bound: Iteration | None) -> tuple[str | None, Iteration | None]:
    """Return the first key whose value is not what a table says, or None, and the iteration that `{i}` is."""
    for key, text in cells.items():
        if isinstance(text, str) and isinstance(state.get(key), str):
            fits, bound = pattern(text).match(state[key], bound)
            if not fits:
                return key, bound
    return None, bound


def _conditional(claim: _Claim, states: _States) -> Iterator[_Broken]:
    """Of `when` with `then` and `else`, or with `never`."""
    tables = [claim.raw.get(key) for key in ("when", claim.kind, "else")]
    when, then, otherwise = [table if isinstance(table, dict) else {} for table in tables]
    for pointer, state in states:
        differs, bound = _matched(when, state, None)
        if differs is None:
            claim.applied = True
        wanted = then if differs is None else otherwise
        if claim.kind == "never":
            if (then or when) and differs is None and _matched(then, state, bound)[0] is None:
                key = next(iter(then or when))
                yield _Broken((*pointer, key), f"{_said(then, state)}{_while(when, state)}")
        elif (key := _matched(wanted, state, bound)[0]) is not None:
            meant = _filled(wanted[key], bound)
            yield _Broken((*pointer, key), f"{key} is {name(str(state[key]))}, not {name(meant)},{_while(when, state)}")


def _order(claim: _Claim, states: _States) -> Iterator[_Broken]:
    """Of values that only go forwards, for each iteration apart."""
    for key, stages in claim.raw["order"].items():
        patterns = [pattern(text) for text in stages if isinstance(text, str)] if isinstance(stages, list) else []
        reached: dict[Iteration | None, tuple[int, str, Pointer]] = {}
        for pointer, state in states:
            for stage, wanted in enumerate(patterns):
                fits, bound = wanted.match(state.get(key))
                if not fits:
                    continue
                claim.applied = True
                here = (*pointer, key)
                value = str(state[key])
                furthest = reached.get(bound)
                if furthest and stage < furthest[0]:
                    before = Related(f"{furthest[1]} is here", Place(furthest[2]))
                    yield _Broken(here, f"{key} goes back from {name(furthest[1])} to {name(value)}", before)
                elif not furthest or stage > furthest[0]:
                    reached[bound] = (stage, value, here)
                break


def _values(claim: _Claim, states: _States) -> Iterator[_Broken]:
    """Of keys that have no other values than those listed."""
    for key, allowed in claim.raw["values"].items():
        patterns = [pattern(text) for text in allowed if isinstance(text, str)] if isinstance(allowed, list) else []
        verdicts: dict[str, bool] = {}
        for pointer, state in states:
            value = state.get(key)
            if not isinstance(value, str):
                continue
            claim.applied = True
            if value not in verdicts:
                verdicts[value] = any(wanted.match(value)[0] for wanted in patterns)
            if not verdicts[value]:
                near = near_names(value, [wanted.text for wanted in patterns])
                yield _Broken((*pointer, key), f"{key} is {name(value)}, which is not listed{ask(near, value)}")


def _moves(claim: _Claim, states: _States) -> Iterator[_Broken]:
    """Of keys that change in no other way than the pairs listed."""
    for key, pairs in claim.raw["moves"].items():
        allowed = [
            (pattern(pair[0]), pattern(pair[1]))
            for pair in (pairs if isinstance(pairs, list) else ())
            if isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        ]
        for (earlier, before), (pointer, state) in pairwise(states):
            old, new = before.get(key), state.get(key)
            if old == new or not isinstance(old, str) or not isinstance(new, str):
                continue
            claim.applied = True
            if not any(_moved(old, new, *pair) for pair in allowed):
                related = Related("the value before", Place((*earlier, key)))
                yield _Broken(
                    (*pointer, key), f"{key} goes from {name(old)} to {name(new)}, which is not listed", related
                )


def _moved(old: str, new: str, start: Pattern, end: Pattern) -> bool:
    fits, bound = start.match(old)
    return fits and end.match(new, bound)[0]


def _said(cells: Mapping[str, Any], state: State) -> str:
    """Return `gpu is 'forward k' and copy is 'none'`, with the state's own values where it has them."""
    return " and ".join(f"{key} is {name(str(state.get(key, text)))}" for key, text in cells.items())


def _while(when: Mapping[str, Any], state: State) -> str:
    return f" while {_said(when, state)}" if when else ""


def _filled(text: Any, bound: Iteration | None) -> str:
    """Return a claimed value with the iteration that `{i}` is."""
    if bound is None:
        return str(text)
    base, number = bound

    def spelt(slot: re.Match[str]) -> str:
        sign, by = slot.groups()
        moved = number + (1 if sign == "+" else -1) * int(by or 0)
        return spelled(moved) if base else str(moved)

    return _SLOT.sub(spelt, str(text))


_KINDS: dict[str, Callable[[_Claim, _States], Iterator[_Broken]]] = {
    "then": _conditional,
    "never": _conditional,
    "order": _order,
    "values": _values,
    "moves": _moves,
}
_NEVER = {
    "then": "no state is what 'when' says",
    "never": "no state is what 'when' says",
    "order": "no state has any of its values",
    "values": "no state has a key that it names",
    "moves": "no key that it names ever changes",
}
