"""Numbers that no double can hold.

JSON sets no bound, but asks not to rely on more than a double can do (RFC 8259, section 6). Python reads `1e999` as
infinity, and refuses 5,000 digits or takes long over them; both are faults of the document here.
"""

from __future__ import annotations

from math import isinf

from tracecli.problems import Pointer, Problem, Span
from tracecli.reading.wording import fault

_SAFE_DIGITS = 308  # the largest double has 309


class Unread(str):
    """The text of a number, or of what looks like one, that can't become a number: it stands in for it in the data."""

    __slots__ = ()


def whole(text: str) -> int | Unread:
    """Read an integer."""
    return Unread(text) if len(text) > _SAFE_DIGITS and isinf(float(text)) else int(text)


def real(text: str) -> float | Unread:
    """Read a number with a fraction or an exponent."""
    value = float(text)
    return Unread(text) if isinf(value) else value


def out_of_reach(text: str, pointer: Pointer, span: Span) -> Problem:
    """Say that a number is too large to be read."""
    number = text if len(text) <= 20 else f"a number of {sum(map(str.isdigit, text)):,} digits"
    return fault("wrong-value", f"{number} is beyond the largest number that can be read, about 1.8e308", span, pointer)
