"""Why a text is not JSON, in words that say what to write."""

from __future__ import annotations

import re
from collections.abc import Callable

from tracecli.problems import Problem, Span
from tracecli.reading.json_breaks import Break, Expected, find_break
from tracecli.reading.json_foreign import bare_key, bare_value, comment, odd_quotes, top_level
from tracecli.reading.json_strings import string_trouble
from tracecli.reading.wording import Words, broken_syntax, character, quoted

_WORD = re.compile(r"[^\s\x00-\x1f\x7f-\xa0\ufeff]{1,60}")
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
    word = _WORD.match(text, broken.at)
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
