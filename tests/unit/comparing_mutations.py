"""Authored-looking scenarios, and edits to them whose effect is known: a corpus for measuring alignments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from tests.unit.comparing_helpers import scenario, trace
from tracecli.comparing import Alignment, align, match_targets
from tracecli.model import Scenario, Step

_VERBS = ("Pick", "Launch", "Queue", "Copy", "Wait for", "Process", "Gather", "Stash", "Run", "Free", "Sample", "Check")
_NOUNS = (
    "batch k",
    "the forward",
    "input IDs",
    "results",
    "the handle",
    "tokens",
    "KV slots",
    "the stream",
    "requests",
)
_NODES = ("pick", "launch", "queue", "process", "gpu", "future", "copy", "cache")
_EDGES = ("hand", "start", "push", "pop", "write", "read", "move", "loop", "drop", "wake")
_KEYS = ("cpu", "gpu", "queue", "idle")


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the edited scenario and the original steps it stands for; none where it is new."""

    step: Step
    origins: frozenset[int]


Edit = Callable[[Random, list[Line]], list[Line]]


def authored(rng: Random, count: int) -> list[Step]:
    """Give steps as an author might write them; one in five repeats the look of an earlier one."""
    steps: list[Step] = []
    state = dict.fromkeys(_KEYS, "idle")
    for _ in range(count):
        state = {key: _value(rng) if rng.random() < 0.4 else value for key, value in state.items()}
        fresh = _fresh(rng, state)
        if steps and rng.random() < 0.2:
            old = rng.choice(steps)
            fresh = replace(fresh, title=old.title, active=old.active, paths=old.paths)
        steps.append(fresh)
    return steps


def _fresh(rng: Random, state: Mapping[str, str]) -> Step:
    active = tuple(sorted(rng.sample(_NODES, rng.choice((1, 1, 1, 2)))))
    paths = tuple(sorted(rng.sample(_EDGES, rng.choice((0, 1, 1, 2)))))
    return Step(_title(rng), _sentence(rng), rng.randrange(1500, 4000, 100), active, paths, dict(state))


def _title(rng: Random) -> str:
    return f"{rng.choice(_VERBS)} {rng.choice(_NOUNS)}"


def _value(rng: Random) -> str:
    return f"{rng.choice(('forward', 'schedule', 'copy', 'wait'))} {rng.choice(('k', 'k+1', 'k−1'))}"


def _sentence(rng: Random) -> str:
    return " ".join(f"{rng.choice(_VERBS)} {rng.choice(_NOUNS)}" for _ in range(4)).capitalize() + "."


def lines(steps: list[Step]) -> list[Line]:
    """Give the unedited scenario."""
    return [Line(step, frozenset({index})) for index, step in enumerate(steps)]


def moved(rng: Random, given: list[Line]) -> list[Line]:
    """Take one step elsewhere, its state with it."""
    rest = list(given)
    line = rest.pop(rng.randrange(len(rest)))
    rest.insert(rng.randrange(len(rest) + 1), line)
    return rest


def inserted(rng: Random, given: list[Line]) -> list[Line]:
    """Put in a step that was not there."""
    at = rng.randrange(len(given) + 1)
    return [*given[:at], Line(_fresh(rng, given[at - 1].step.state), frozenset()), *given[at:]]


def removed(rng: Random, given: list[Line]) -> list[Line]:
    """Take one step out."""
    at = rng.randrange(len(given))
    return [*given[:at], *given[at + 1 :]]


def duplicated(rng: Random, given: list[Line]) -> list[Line]:
    """Tell one step twice."""
    at = rng.randrange(len(given))
    return [*given[:at], given[at], Line(given[at].step, frozenset()), *given[at + 1 :]]


def reworded(rng: Random, given: list[Line]) -> list[Line]:
    """Give a third of the steps another title, and all another description."""
    return [_reworded(rng, line) for line in given]


def _reworded(rng: Random, line: Line) -> Line:
    title = _title(rng) if rng.random() < 1 / 3 else line.step.title
    return Line(replace(line.step, title=title, description=_sentence(rng)), line.origins)


def edited(rng: Random, given: list[Line]) -> list[Line]:
    """Give one step another state, one more target, half a new title and another description."""
    at = rng.randrange(len(given))
    step = given[at].step
    title = f"{step.title.split()[0]} {rng.choice(_NOUNS)}"
    active = tuple(dict.fromkeys((*step.active, rng.choice(_NODES))))
    state = {**step.state, "gpu": _value(rng)}
    changed = replace(step, title=title, active=active, state=state, description=_sentence(rng))
    return [*given[:at], Line(changed, given[at].origins), *given[at + 1 :]]


def split(rng: Random, given: list[Line]) -> list[Line]:
    """Tell one step in two, each with a part of its targets."""
    able = [at for at, line in enumerate(given) if len(line.step.active) + len(line.step.paths) > 1]
    if not able:
        return given
    at = rng.choice(able)
    step = given[at].step
    targets = [*step.active, *step.paths]
    first = set(rng.sample(targets, len(targets) // 2))
    halves = [_half(step, first, f"{step.title}: begin"), _half(step, set(targets) - first, f"{step.title}: end")]
    return [*given[:at], *(Line(half, given[at].origins) for half in halves), *given[at + 1 :]]


def _half(step: Step, kept: set[str], title: str) -> Step:
    active = tuple(key for key in step.active if key in kept)
    return replace(
        step,
        title=title,
        active=active,
        paths=tuple(key for key in step.paths if key in kept),
        duration=step.duration // 2,
    )


def renamed_targets(rng: Random, given: list[Line]) -> list[Line]:
    """Give one target another key throughout."""
    key = rng.choice([key for line in given for key in (*line.step.active, *line.step.paths)])
    return [Line(_renamed(line.step, key), line.origins) for line in given]


def _renamed(step: Step, key: str) -> Step:
    def name(old: str) -> str:
        return "renamed" if old == key else old

    return replace(step, active=tuple(map(name, step.active)), paths=tuple(map(name, step.paths)))


EDITS: Mapping[str, Edit] = {
    "moved": moved,
    "inserted": inserted,
    "removed": removed,
    "duplicated": duplicated,
    "reworded": reworded,
    "edited": edited,
    "split": split,
    "renamed target": renamed_targets,
}


@dataclass(slots=True)
class Tally:
    """How many pairs were found, how many of them are right, and how many there are."""

    found: int = 0
    right: int = 0
    true: int = 0

    @property
    def precision(self) -> float:
        """Share of the found pairs that are right."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Share of the true pairs that were found."""
        return self.right / self.true if self.true else 1.0

    def add(self, steps: list[Step], result: list[Line], *, turned: bool = False) -> None:
        """Align the steps with the edited ones and count.

        Args:
            steps: The original.
            result: The edited scenario.
            turned: Put the edited scenario on the left: inserted becomes removed, split becomes merged.
        """
        before, after = scenario(*steps), scenario(*(line.step for line in result))
        found = _found(_aligned(after, before), turned=True) if turned else _found(_aligned(before, after))
        true = {(origin, at) for at, line in enumerate(result) for origin in line.origins}
        self.found += len(found)
        self.true += len(true)
        self.right += _right(found, true, steps, result)


def _right(found: set[tuple[int, int]], true: set[tuple[int, int]], steps: list[Step], result: list[Line]) -> int:
    """Count right pairs; of steps that are the same in all they say, one is as good as the other."""
    wanted: dict[tuple[str, str], int] = {}
    for left, right in true:
        name = (repr(steps[left]), repr(result[right].step))
        wanted[name] = wanted.get(name, 0) + 1
    count = 0
    for left, right in found:
        name = (repr(steps[left]), repr(result[right].step))
        if wanted.get(name, 0):
            wanted[name] -= 1
            count += 1
    return count


def _aligned(left: Scenario, right: Scenario) -> Alignment:
    return align(left, right, match_targets(trace(left).targets, trace(right).targets))


def _found(alignment: Alignment, *, turned: bool = False) -> set[tuple[int, int]]:
    pairs = {(pair.left - 1, pair.right - 1) for pair in alignment.pairs}
    pairs |= {(split.whole - 1, split.halves[0] - 1) for split in alignment.splits}
    pairs |= {(merge.halves[0] - 1, merge.whole - 1) for merge in alignment.merges}
    return {(right, left) for left, right in pairs} if turned else pairs
