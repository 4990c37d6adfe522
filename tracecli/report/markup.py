"""Untrusted text in Markdown: seen as it is, never obeyed.

Hosts link what looks like a name, a number, a hash or an address after the Markdown is made, and look through character
references for it. Only in code do they look for nothing, so each word that could be anything of that sort goes there.
"""

from __future__ import annotations

import re
from itertools import groupby

from tracecli.escaping import guard, visible

# A word that no Markdown and no host makes anything of: letters with the marks of a sentence around them.
_WORD = re.compile(r"['\"(]*[^\W\d_]+(?:['’-][^\W\d_]+)*(?:[−+][0-9]{1,2})?[.,;:!?'\")]*|[0-9]{1,6}[,;:]?|[−–—×→…]")
_HASH = re.compile(r"[0-9a-f]{7,}", re.IGNORECASE)
_FENCES = re.compile("`+")


def prose(text: str) -> str:
    """Give text for a paragraph or a table's cell, on one line; words that could be obeyed stand as code."""
    runs = groupby(guard(visible(text)).split(" "), key=_is_plain)
    return " ".join(" ".join(words) if plain else _code(" ".join(words)) for plain, words in runs)


def code(text: str) -> str:
    """Give text as code, on one line."""
    return _code(guard(visible(text)))


def _is_plain(word: str) -> bool:
    return not word or bool(_WORD.fullmatch(word) and not _HASH.search(word))


def _code(text: str) -> str:
    """Write code; a bar stands outside of it, since behind a backslash it would end a table's cell."""
    return "&#124;".join(_span(part) if part else "" for part in text.split("|"))


def _span(text: str) -> str:
    longest = max((len(fence) for fence in _FENCES.findall(text)), default=0)
    room = " " if text[0] in "` " or text[-1] in "` " else ""
    fence = "`" * (longest + 1)
    return f"{fence}{room}{text}{room}{fence}"
