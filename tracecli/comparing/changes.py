"""A change: what differs, how deep it goes, and where on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tracecli.comparing.levels import Level
from tracecli.problems import Pointer


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
