"""Why a text is not JSON, in words that say what to write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tracecli.problems import Problem, Span
from tracecli.reading.json import brackets, skip_blanks
from tracecli.reading.messages import Words, broken_syntax, character, quoted

# The decoder's own message and position differ between Python versions and are used only to know which containers are
# open. The innermost of them is then stepped through again: good values at the speed of C, up to the one that fails.

Expected = Literal["value", "key", "colon", "comma", "end", "string"]

_decode = json.JSONDecoder(parse_int=float).raw_decode
_GOOD_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+')


@dataclass(frozen=True, slots=True)
class Break:
    """The first thing that is not JSON."""

    at: int  # offset of the character that does not fit; the text's end if it is too short
    # What should be there: the first or next value or key, a colon, a comma or the closing bracket, the end of
    # the text, or (`string`) the rest of a string.
    expected: Expected
    # Offset of the innermost open bracket, or of the quote that begins the string; None at the top.
    opened: int | None = None
    comma: int | None = None  # offset of the comma just before, if there is one
    before: int = 0  # offset where what came before ended


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
        """Return the break, or the offset of a container inside that it must be in."""
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


_COMMENT = re.compile(r"(?://|#|/\*)[^\r\n]*")
_SINGLE = re.compile(r"'((?:[^'\\\r\n]|\\.)*+)'")
_CURLY = re.compile(r"""[“”„‟«»‘’‚‛]([^“”„‟«»‘’‚‛\r\n"]*+)[“”„‟«»‘’‚‛]?""")
_NAME = re.compile(r"[\w$][\w$.-]*+")
_WORD = re.compile(r"[\w$.-]++|%YAML")
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


def comment(text: str, broken: Break) -> Words | None:
    """A comment, or its beginning if it has many lines."""
    found = _COMMENT.match(text, broken.at)
    message = "JSON has no comments: take it out, or make it the text of a property that begins with x-"
    return Words(message, Span(*found.span())) if found else None


def odd_quotes(text: str, broken: Break) -> Words | None:
    """Quotes that are not straight and double."""
    found = _SINGLE.match(text, broken.at) or _CURLY.match(text, broken.at)
    if not found:
        return None
    kind = "single" if found.group().startswith("'") else "typographic"
    return Words(
        f'strings stand in straight double quotes ("), not in {kind} ones', Span(*found.span()), _string(found[1])
    )


def top_level(text: str, broken: Break) -> Words | None:
    """Something that does not begin as JSON does."""
    if broken.opened is not None:
        return None
    hint = "; this looks like YAML, whose files end in .yaml" if _YAML.match(text, broken.at) else ""
    word = _WORD.match(text, broken.at)
    seen = quoted(word[0]) if word else character(text[broken.at])
    span = Span(*word.span()) if word else Span(broken.at, broken.at + 1)
    return Words(f"JSON begins with {{, not with {seen}{hint}", span)


def bare_key(text: str, broken: Break) -> Words | None:
    """A key without quotes."""
    found = _NAME.match(text, broken.at)
    if not found:
        return None
    return Words(f"the key {quoted(found[0])} needs double quotes", Span(*found.span()), _string(found[0]))


def bare_value(text: str, broken: Break) -> Words | None:
    """A value without quotes: a number or literal in another notation, or text.

    The decoder may have taken the first characters for a value (`0` of `012`), so that a comma is what it misses.
    """
    start = broken.at
    if broken.expected == "comma":
        if broken.before != start or text[start - 1] in '"]}':
            return None
        start = broken.at - len(re.split(r"[\s,:\[\]{}\"']", text[max(0, start - 100) : start])[-1])
    found = _BARE.match(text, start)
    if not found or found.end() <= broken.at:
        return None
    token = found[0].split(" ")[0]
    if (found[0] == token or _NUMBER_LIKE.match(token)) and (other := _other_notation(token)):
        return Words(f"{quoted(token)} is not JSON: write {other}", Span(start, start + len(token)), other)
    wrong = "is not a number in JSON, and" if _NUMBER_LIKE.match(token) else "is not JSON:"
    return Words(f"{quoted(found[0])} {wrong} text needs double quotes", Span(*found.span()), _string(found[0]))


def _other_notation(token: str) -> str | None:
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


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_WORDS_WORD = re.compile(r"[^\s\x00-\x1f\x7f-\xa0\ufeff]{1,60}")
_CLOSER = {"[": "]", "{": "}"}
_WHAT = {"[": "list", "{": "object"}


def explain(text: str, hint: int) -> Problem:
    """Say what is wrong with a text that the decoder refused.

    Args:
        text: Not blank.
        hint: Where the decoder stopped.
    """
    broken = find_break(text, hint)
    found = (explainer(text, broken) for explainer in _EXPLAINERS[broken.expected])
    return broken_syntax(next((words for words in found if words), _unexpected(text, broken)), len(text))


def _ended(text: str, broken: Break) -> Words | None:
    if broken.at < len(text) or broken.opened is None:
        return None
    bracket = text[broken.opened]
    message = f"the text ends before this {_WHAT[bracket]} is closed: '{_CLOSER[bracket]}' is missing"
    opened = (f"its '{bracket}' is", Span(broken.opened, broken.opened + 1))
    return Words(message, Span(broken.before, broken.before), related=(opened,))


def _comma_before_closer(text: str, broken: Break) -> Words | None:
    if broken.opened is None or broken.comma is None or text[broken.at] != _CLOSER[text[broken.opened]]:
        return None
    message = f"there is a comma before '{text[broken.at]}' and nothing after it: take the comma out"
    return Words(message, Span(broken.comma, broken.comma + 1))


def _wrong_closer(text: str, broken: Break) -> Words | None:
    char = text[broken.at]
    if broken.opened is None or char not in "]}" or char == _CLOSER[text[broken.opened]]:
        return None
    bracket = text[broken.opened]
    message = f"'{char}' can't close this {_WHAT[bracket]}: '{_CLOSER[bracket]}' must come first"
    opened = (f"its '{bracket}' is", Span(broken.opened, broken.opened + 1))
    return Words(message, _one(broken), related=(opened,))


def _lacking(text: str, broken: Break) -> Words | None:
    char = text[broken.at]
    if broken.comma is not None and char == ",":
        return Words("there are two commas and nothing between them: take one out", _one(broken))
    what = "a key" if broken.expected == "key" else "a value"
    return Words(f"{what} is missing before '{char}'", _one(broken)) if char in ",:]}" else None


def _inner_quote(text: str, broken: Break) -> Words | None:
    """A letter right behind a string: the quote was meant to be part of it."""
    at = broken.at
    if broken.before != at or text[at - 1] != '"' or not text[at].isalnum():
        return None
    return Words(r"a quote inside a string is written \"", Span(at - 1, at), r"\"")


def _colon(text: str, broken: Break) -> Words | None:
    char = text[broken.at]
    if char in ",}":
        return Words(f"the key before '{char}' has no value: write ':' and a value", _one(broken))
    if char == "=":
        return Words("between a key and its value stands ':', not '='", _one(broken), ":")
    return Words(f"':' is missing between a key and its value, before {character(char)}", _one(broken))


def _comma(text: str, broken: Break) -> Words | None:
    char = text[broken.at]
    if char == ":":
        message = "':' stands between a key and its value, and nowhere else; keys and values stand in { }"
        return Words(message, _one(broken))
    if char == ";":
        return Words("values are parted by ',', not by ';'", _one(broken), ",")
    if char in '"[{-' or char.isalnum():
        return Words(f"a comma is missing before {character(char)}", _one(broken))
    return None


def _extra(text: str, broken: Break) -> Words | None:
    char = text[broken.at]
    if char in "]}":
        return Words(f"'{char}' closes nothing: all that was opened is closed", _one(broken))
    word = _WORDS_WORD.match(text, broken.at)
    seen = quoted(word[0]) if word else character(char)
    message = f"the JSON has ended, but {seen} follows: one value a file"
    return Words(message, _one(broken))


def _unexpected(text: str, broken: Break) -> Words:
    seen = character(text[broken.at : broken.at + 1])
    wanted = {"key": "a key in double quotes", "comma": "',' or the closing bracket", "colon": "':'"}
    return Words(f"{wanted.get(broken.expected, 'a value')} was expected, not {seen}", _one(broken))


def _one(broken: Break) -> Span:
    return Span(broken.at, broken.at + 1)


_Explainer = Callable[[str, Break], Words | None]

# The first that has words is right.
_EXPLAINERS: dict[Expected, tuple[_Explainer, ...]] = {
    "value": (_ended, comment, top_level, odd_quotes, _comma_before_closer, _wrong_closer, _lacking, bare_value),
    "key": (_ended, comment, odd_quotes, _comma_before_closer, _wrong_closer, _lacking, bare_key),
    "colon": (_ended, comment, _inner_quote, _wrong_closer, _colon),
    "comma": (_ended, comment, _inner_quote, _wrong_closer, bare_value, _comma),
    "end": (comment, _extra),
    "string": (string_trouble,),
}
