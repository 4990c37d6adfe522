"""Why a JSON string is broken."""

from __future__ import annotations

from tracecli.problems import Span
from tracecli.reading.json_breaks import Break
from tracecli.reading.wording import Words, character

_SHORT = {"\t": r"\t", "\b": r"\b", "\f": r"\f"}


def string_trouble(text: str, broken: Break) -> Words:
    """Say why a string breaks at `broken.at`; `broken.opened` is its first quote."""
    at = broken.at
    char = text[at : at + 1]
    if char == "\\" and at + 1 < len(text):
        return _escape(text, at)
    if char in {"", "\\", "\n", "\r"}:
        return _unclosed(char, broken)
    escape = _SHORT.get(char, f"\\u{ord(char):04x}")
    return Words(f"{character(char)} inside a string is written {escape}", Span(at, at + 1), escape)


def _unclosed(char: str, broken: Break) -> Words:
    opened = broken.at if broken.opened is None else broken.opened
    if char in {"\n", "\r"}:
        message = r'this string is not closed on its line: write " at its end, or \n for a line break inside it'
    else:
        message = 'this string is never closed: write " at its end'
    return Words(message, Span(opened, broken.at))


def _escape(text: str, at: int) -> Words:
    char = text[at + 1]
    if char == "u":
        digits = next((n for n in range(4) if text[at + 2 + n : at + 3 + n] not in set("0123456789abcdefABCDEF")), 4)
        return Words(r"\u needs four hexadecimal digits, as in \u00e9", Span(at, at + 2 + digits))
    if char == "'":
        return Words("a single quote needs no backslash", Span(at, at + 2), "'")
    if char in "\r\n":
        return Words(r"a string can't go on in the next line: write \n for a line break", Span(at, at + 1), r"\n")
    message = f"\\ before {character(char)} means nothing: a backslash itself is written \\\\"
    return Words(message, Span(at, at + 2), f"\\\\{char}")
