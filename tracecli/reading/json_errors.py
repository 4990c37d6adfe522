"""Why a text is not JSON, in words that say what to write."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from tracecli.problems import Problem, Span
from tracecli.reading.faults import Explanation, character, quoted
from tracecli.reading.json import Expected, NotJsonError, brackets, members, skip_space, skip_value

_GOOD_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+')
_COMMENT = re.compile(r"(?://|#|/\*)[^\r\n]*")
_SINGLE = re.compile(r"'((?:[^'\\\r\n]|\\.)*+)'")
_CURLY = re.compile(r"""[“”„‟«»‘’‚‛]([^“”„‟«»‘’‚‛\r\n"]*+)[“”„‟«»‘’‚‛]?""")
_NAME = re.compile(r"[\w$][\w$.-]*+")
_WORD = re.compile(r"[\w$.-]++|%YAML")
_VISIBLE_WORD = re.compile(r"[^\s\x00-\x1f\x7f-\xa0\ufeff]{1,60}")
_YAML = re.compile(r"(?:---|%YAML|- |[\w$.-]++\s*+:(?:\s|\Z))")
_BARE = re.compile(r"[^\s,:;=\[\]{}\"']++(?:[ ]++[^\s,:;=\[\]{}\"']++)*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NUMBER_LIKE = re.compile(r"[-+]?\.?[0-9]")
_BASED = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+")
_LITERALS = {
    "true": "true",
    "false": "false",
    "null": "null",
    "none": "null",
    "nil": "null",
    "undefined": "null",
}
_CLOSER = {"[": "]", "{": "}"}
_WHAT = {"[": "list", "{": "object"}
_SHORT = {"\t": r"\t", "\b": r"\b", "\f": r"\f"}


class Break(NamedTuple):
    """Where a text stops being JSON."""

    text: str  # the whole text
    at: int  # offset of the character that does not fit; the text's end if it is too short
    # What should be there: the first or next value or key, a colon, a comma or the closing bracket, the end of the
    # text, or (`string`) the rest of a string.
    expected: Expected
    opened: int | None = None  # offset of the innermost open bracket, or of the string's first quote; None at the top

    @property
    def char(self) -> str:
        """The character that does not fit; nothing at the end of the text."""
        return self.text[self.at : self.at + 1]

    @property
    def here(self) -> Span:
        """That character's place."""
        return Span(self.at, self.at + 1)

    @property
    def before(self) -> int:
        """Offset where what came before ended."""
        return len(self.text[: self.at].rstrip(" \t\n\r"))

    @property
    def comma(self) -> Span | None:
        """The comma just before, where a value or key should follow it."""
        end = self.before
        return Span(end - 1, end) if self.text[end - 1 : end] == "," else None


def explain(text: str, hint: int) -> Problem:
    """Say what is wrong with a text that the decoder refused.

    Args:
        text: Not empty.
        hint: Where the decoder stopped.
    """
    broken = find_break(text, hint)
    found = (explainer(broken) for explainer in _EXPLAINERS[broken.expected])
    return next((words for words in found if words), _unexpected(broken)).problem(len(text))


def find_break(text: str, hint: int) -> Break:
    """Find where a text that is not JSON breaks.

    Where the decoder stops differs between Python versions, and says only which containers are open. The innermost of
    them is stepped through again, and what breaks in it, until what breaks is not a container.
    """
    open_brackets: list[int] = []
    for at in brackets(text, hint):
        if text[at] in "[{":
            open_brackets.append(at)
        elif open_brackets:
            open_brackets.pop()
    opened = open_brackets[-1] if open_brackets else None
    while True:
        try:
            if opened is None:
                _, end = skip_value(text, skip_space(text, 0))
                return Break(text, skip_space(text, end), "end")
            deque(members(text, opened), maxlen=0)
            opened = None
        except NotJsonError as error:
            char = text[error.at : error.at + 1]
            if error.expected == "value" and char == '"':
                good = _GOOD_STRING.match(text, error.at)
                return Break(text, good.end() if good else error.at, "string", error.at)
            if error.expected != "value" or char not in {"[", "{"}:
                return Break(text, error.at, error.expected, error.opened)
            opened = error.at


def _string(broken: Break) -> Explanation:
    text, at, char, opened = broken.text, broken.at, broken.char, broken.opened or 0
    if char in {"\n", "\r"}:
        message = r'this string is not closed on its line: write " at its end, or \n for a line break inside it'
        return Explanation(message, Span(opened, at))
    if not char or text[at:] == "\\":
        return Explanation('this string is never closed: write " at its end', Span(opened, at))
    if char == "\\":
        return _escape(text, at)
    escape = _SHORT.get(char, f"\\u{ord(char):04x}")
    return Explanation(f"{character(char)} inside a string is written {escape}", Span(at, at + 1), escape)


def _escape(text: str, at: int) -> Explanation:
    escaped = text[at + 1]
    if escaped == "u":
        digits = next((n for n in range(4) if text[at + 2 + n : at + 3 + n] not in set("0123456789abcdefABCDEF")), 4)
        return Explanation(r"\u needs four hexadecimal digits, as in \u00e9", Span(at, at + 2 + digits))
    if escaped == "'":
        return Explanation("a single quote needs no backslash", Span(at, at + 2), "'")
    if escaped in "\r\n":
        message = r"a string can't go on in the next line: write \n for a line break"
        return Explanation(message, Span(at, at + 1), r"\n")
    message = f"\\ before {character(escaped)} means nothing: a backslash itself is written \\\\"
    return Explanation(message, Span(at, at + 2), f"\\\\{escaped}")


def _ended(broken: Break) -> Explanation | None:
    if broken.at < len(broken.text) or broken.opened is None:
        return None
    bracket = broken.text[broken.opened]
    message = f"the text ends before this {_WHAT[bracket]} is closed: '{_CLOSER[bracket]}' is missing"
    opened = (f"its '{bracket}' is", Span(broken.opened, broken.opened + 1))
    return Explanation(message, Span(broken.before, broken.before), related=(opened,))


def _comment(broken: Break) -> Explanation | None:
    """A comment, or its beginning if it has many lines."""
    found = _COMMENT.match(broken.text, broken.at)
    message = "JSON has no comments: take it out, or make it the text of a property that begins with x-"
    return Explanation(message, Span(*found.span())) if found else None


def _top_level(broken: Break) -> Explanation | None:
    """Something that does not begin as JSON does."""
    if broken.opened is not None:
        return None
    hint = "; this looks like YAML, whose files end in .yaml" if _YAML.match(broken.text, broken.at) else ""
    word = _WORD.match(broken.text, broken.at)
    seen = quoted(word[0]) if word else character(broken.char)
    span = Span(*word.span()) if word else broken.here
    return Explanation(f"JSON begins with {{, not with {seen}{hint}", span)


def _odd_quotes(broken: Break) -> Explanation | None:
    """Quotes that are not straight and double."""
    found = _SINGLE.match(broken.text, broken.at) or _CURLY.match(broken.text, broken.at)
    if not found:
        return None
    kind = "single" if found[0].startswith("'") else "typographic"
    message = f'strings need straight double quotes ("), not {kind} ones'
    return Explanation(message, Span(*found.span()), _in_quotes(found[1]))


def _trailing_comma(broken: Break) -> Explanation | None:
    if broken.opened is None or broken.comma is None or broken.char != _CLOSER[broken.text[broken.opened]]:
        return None
    message = f"there is a comma before '{broken.char}' and nothing after it: take the comma out"
    return Explanation(message, broken.comma)


def _wrong_closer(broken: Break) -> Explanation | None:
    char = broken.char
    if broken.opened is None or char not in "]}" or char == _CLOSER[broken.text[broken.opened]]:
        return None
    bracket = broken.text[broken.opened]
    message = f"'{char}' can't close this {_WHAT[bracket]}: '{_CLOSER[bracket]}' must come first"
    opened = (f"its '{bracket}' is", Span(broken.opened, broken.opened + 1))
    return Explanation(message, broken.here, related=(opened,))


def _missing(broken: Break) -> Explanation | None:
    char = broken.char
    if broken.comma is not None and char == ",":
        return Explanation("there are two commas and nothing between them: take one out", broken.here)
    what = "a key" if broken.expected == "key" else "a value"
    return Explanation(f"{what} is missing before '{char}'", broken.here) if char in ",:]}" else None


def _bare_key(broken: Break) -> Explanation | None:
    """A key without quotes."""
    found = _NAME.match(broken.text, broken.at)
    if not found:
        return None
    return Explanation(f"the key {quoted(found[0])} needs double quotes", Span(*found.span()), _in_quotes(found[0]))


def _bare_value(broken: Break) -> Explanation | None:
    """A value without quotes: a number or literal in another notation, or text.

    The decoder may have taken the first characters for a value (`0` of `012`), so that a comma is what it misses.
    """
    text, start = broken.text, broken.at
    if broken.expected == "comma":
        if broken.before != start or text[start - 1] in '"]}':
            return None
        start -= len(re.split(r"[\s,:\[\]{}\"']", text[max(0, start - 100) : start])[-1])
    found = _BARE.match(text, start)
    if not found or found.end() <= broken.at:
        return None
    token = found[0].split(" ")[0]
    if (found[0] == token or _NUMBER_LIKE.match(token)) and (other := _in_json(token)):
        return Explanation(f"{quoted(token)} is not JSON: write {other}", Span(start, start + len(token)), other)
    wrong = "is not a number in JSON, and" if _NUMBER_LIKE.match(token) else "is not JSON:"
    return Explanation(
        f"{quoted(found[0])} {wrong} text needs double quotes", Span(*found.span()), _in_quotes(found[0])
    )


def _in_json(token: str) -> str | None:
    """Return a literal or number of other languages as JSON writes it."""
    literal = _LITERALS.get(token.lower())
    if literal or not _NUMBER_LIKE.match(token) or len(token) > 40:
        return literal
    if _BASED.fullmatch(token):
        return str(int(token, 0))
    sign = "-" if token.startswith("-") else ""
    digits = token.replace("_", "").lstrip("+-")
    digits = re.sub(r"^0+(?=[0-9])", "", digits)
    digits = re.sub(r"^\.", "0.", digits)
    digits = re.sub(r"\.(?![0-9])", "", digits)
    return sign + digits if _NUMBER.fullmatch(sign + digits) else None


def _in_quotes(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _inner_quote(broken: Break) -> Explanation | None:
    """A letter right after a string: the quote was meant to be part of it."""
    at = broken.at
    if broken.before != at or broken.text[at - 1] != '"' or not broken.char.isalnum():
        return None
    return Explanation(r"a quote inside a string is written \"", Span(at - 1, at), r"\"")


def _colon(broken: Break) -> Explanation:
    char = broken.char
    if char in ",}":
        return Explanation(f"the key before '{char}' has no value: write ':' and a value", broken.here)
    if char == "=":
        return Explanation("a key and its value are separated by ':', not by '='", broken.here, ":")
    return Explanation(f"':' is missing between a key and its value, before {character(char)}", broken.here)


def _comma(broken: Break) -> Explanation | None:
    char = broken.char
    if char == ":":
        message = "':' is only used between a key and its value, and those belong in { }"
        return Explanation(message, broken.here)
    if char == ";":
        return Explanation("values are separated by ',', not by ';'", broken.here, ",")
    if char in '"[{-' or char.isalnum():
        return Explanation(f"a comma is missing before {character(char)}", broken.here)
    return None


def _extra(broken: Break) -> Explanation:
    char = broken.char
    if char in "]}":
        return Explanation(f"'{char}' closes nothing: all that was opened is closed", broken.here)
    word = _VISIBLE_WORD.match(broken.text, broken.at)
    seen = quoted(word[0]) if word else character(char)
    return Explanation(f"the JSON has ended, but {seen} follows: one value a file", broken.here)


def _unexpected(broken: Break) -> Explanation:
    seen = character(broken.char)
    wanted = {"key": "a key in double quotes", "comma": "',' or the closing bracket"}
    return Explanation(f"{wanted.get(broken.expected, 'a value')} was expected, not {seen}", broken.here)


# What was expected → who may explain what is there. The first that has words is right.
_EXPLAINERS: dict[str, tuple[Callable[[Break], Explanation | None], ...]] = {
    "value": (_ended, _comment, _top_level, _odd_quotes, _trailing_comma, _wrong_closer, _missing, _bare_value),
    "key": (_ended, _comment, _odd_quotes, _trailing_comma, _wrong_closer, _missing, _bare_key),
    "colon": (_ended, _comment, _inner_quote, _wrong_closer, _colon),
    "comma": (_ended, _comment, _inner_quote, _wrong_closer, _bare_value, _comma),
    "end": (_comment, _extra),
    "string": (_string,),
}
