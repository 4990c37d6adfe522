"""Where a JSON text stops being JSON, and what was expected there.

The decoder's own message and position differ between Python versions and are used only to know which containers are
open. The innermost of them is then stepped through again: good values at the speed of C, up to the one that fails.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal

from tracecli.reading.json_tokens import brackets, skip_blanks

Expected = Literal["value", "key", "colon", "comma", "end", "string"]

_decode = json.JSONDecoder(parse_int=float).raw_decode
_GOOD_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+')


@dataclass(frozen=True, slots=True)
class Break:
    """The first thing that is not JSON.

    Attributes:
        at: Offset of the character that does not fit; the text's end if it is too short.
        expected: What should be there: the first or next value or key, a colon, a comma or the closing bracket,
            the end of the text, or (`string`) the rest of a string.
        opened: Offset of the innermost open bracket, or of the quote that begins the string; None at the top.
        comma: Offset of the comma just before, if there is one.
        before: Offset where what came before ended.
    """

    at: int
    expected: Expected
    opened: int | None = None
    comma: int | None = None
    before: int = 0


def find_break(text: str, hint: int) -> Break:
    """Find where a text that is not JSON breaks.

    Args:
        text: Not blank, and refused by the decoder.
        hint: Where the decoder stopped.
    """
    open_brackets: list[int] = []
    for at in brackets(text, hint):
        if text[at] in "[{":
            open_brackets.append(at)
        elif open_brackets:
            open_brackets.pop()
    opened = open_brackets[-1] if open_brackets else None
    while True:
        found = _Stepper(text, opened).run()
        if isinstance(found, Break):
            return found
        opened = found


class _Stepper:
    """Steps through one container, or through the top of the text."""

    def __init__(self, text: str, opened: int | None) -> None:
        self._text = text
        self._opened = opened
        self._comma: int | None = None
        self._before = 0 if opened is None else opened + 1
        self._at = skip_blanks(text, self._before)

    def run(self) -> Break | int:
        """Give the break, or the offset of a container inside that it must be in."""
        if self._opened is None:
            found = self._value()
            return self._break("end") if found is None else found
        while True:
            found = (self._text[self._opened] == "{" and self._key()) or self._value()
            if found:
                return found
            if self._char() != ",":
                return self._break("comma")
            self._comma = self._at
            self._move(self._at + 1)

    def _char(self) -> str:
        return self._text[self._at : self._at + 1]

    def _move(self, end: int) -> None:
        self._before, self._at = end, skip_blanks(self._text, end)

    def _break(self, expected: Expected) -> Break:
        return Break(self._at, expected, self._opened, self._comma, self._before)

    def _key(self) -> Break | None:
        if self._char() != '"':
            return self._break("key")
        if found := self._string():
            return found
        self._comma = None
        if self._char() != ":":
            return self._break("colon")
        self._move(self._at + 1)
        return None

    def _value(self) -> Break | int | None:
        if self._char() == '"':
            return self._string()
        try:
            end = _decode(self._text, self._at)[1]
        except ValueError:
            return self._at if self._char() in {"[", "{"} else self._break("value")
        self._comma = None
        self._move(end)
        return None

    def _string(self) -> Break | None:
        good = _GOOD_STRING.match(self._text, self._at)
        end = good.end() if good else self._at
        if self._text[end : end + 1] != '"':
            return Break(end, "string", self._at, None, end)
        self._comma = None
        self._move(end + 1)
        return None
