"""What both readers report, and the words in which they name what they saw."""

from __future__ import annotations

from math import isinf
from typing import NamedTuple

from tracecli.problems import Place, Pointer, Problem, Related, Severity, Span
from tracecli.reading.document import beyond

_LONGEST = 40
_NAMES = {
    "": "the end of the text",
    "\t": "a tab",
    "\n": "a line break",
    "\r": "a line break",
    " ": "a space",
    "\ufeff": "a byte order mark (U+FEFF)",
}


def quoted(text: str) -> str:
    """Return text in quotes, cut where it is long: a message is one line."""
    return f"'{text}'" if len(text) <= _LONGEST else f"'{text[:_LONGEST]}…'"


def character(char: str) -> str:
    """Name one character: itself where it can be seen, its code point and name where it can't be or misleads."""
    if char in _NAMES:
        return _NAMES[char]
    if "!" <= char <= "~":
        return f"'{char}'"
    import unicodedata  # noqa: PLC0415 -- only for a strange character in a broken file

    code = f"U+{ord(char):04X}"
    name = unicodedata.name(char, "").lower()
    if char.isprintable() and not char.isspace():
        return f"'{char}' ({code}{', ' if name else ''}{name})"
    return f"{'an' if name[:1] in 'aeio' else 'a'} {name} ({code})" if name else f"the control character {code}"


def fault(rule: str, message: str, span: Span, pointer: Pointer = ()) -> Problem:
    """Return an error whose characters are known already."""
    return Problem(rule, Severity.ERROR, message, Place(pointer, span=span))


class Explanation(NamedTuple):
    """Why a text is not JSON or not YAML."""

    message: str  # one sentence
    span: Span  # what it is about
    suggestion: str | None = None  # what to write instead
    related: tuple[tuple[str, Span], ...] = ()  # other places, with words that end in "is"

    def problem(self, length: int) -> Problem:
        """Return the error that ends the reading of a text of that length."""
        span = Span(min(self.span.start, length), min(self.span.end, length))
        related = tuple(Related(message, Place(span=other)) for message, other in self.related)
        return Problem("syntax", Severity.ERROR, self.message, Place(span=span), related, self.suggestion)


def duplicate_key(key: str, pointer: Pointer, span: Span, first: Span, container: str) -> Problem:
    """Report a key that a container has twice: at the later one, with the first shown too."""
    words = f"the key {quoted(key)} is already used in this {container}"
    related = Related(f"the first {quoted(key)} is", Place(pointer, "key", first))
    return Problem("duplicate-key", Severity.ERROR, words, Place(pointer, "key", span), (related,))


def too_deep(most: int, span: Span) -> Problem:
    """Report the first container that is nested too deep."""
    return fault("too-deep", f"this is nested deeper than {most} levels, {beyond('depth')}", span)


def too_many_values(most: int, span: Span) -> Problem:
    """Report a file that would take too much memory."""
    return fault("too-large", f"the file has more than {most:,} values, {beyond('values')}", span)


# JSON sets no bound, but asks not to rely on more than a double can do (RFC 8259, section 6). Python reads `1e999` as
# infinity, and refuses 5,000 digits or takes long over them; both are faults of the document here.

SAFE_DIGITS = 308  # the largest double has 309


class Unread(str):
    """The text of a number, or of what looks like one, that can't become a number: it stands in for it in the data."""

    __slots__ = ()


def whole(text: str) -> int | Unread:
    """Read an integer."""
    return Unread(text) if len(text) > SAFE_DIGITS and isinf(float(text)) else int(text)


def real(text: str) -> float | Unread:
    """Read a number with a fraction or an exponent."""
    value = float(text)
    return Unread(text) if isinf(value) else value


def out_of_reach(text: str, pointer: Pointer, span: Span) -> Problem:
    """Report a number that is too large to be read."""
    number = text if len(text) <= 20 else f"a number of {sum(map(str.isdigit, text)):,} digits"
    return fault("wrong-value", f"{number} is beyond the largest number that can be read, about 1.8e308", span, pointer)
