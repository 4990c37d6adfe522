"""What people write in JSON that other notations allow: comments, other quotes, bare words, other numbers."""

from __future__ import annotations

import json
import re

from tracecli.problems import Span
from tracecli.reading.json_breaks import Break
from tracecli.reading.wording import Words, character, quoted

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
    """Give a literal or number of other languages as JSON writes it."""
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
