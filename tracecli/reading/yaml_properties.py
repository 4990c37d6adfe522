"""What may stand in front of a YAML value: an anchor, a tag, comments."""

from __future__ import annotations

import re

from tracecli.problems import Span

# An anchor's name ends where libyaml ends it: text may follow at once, as in `&a:b`.
_PROPERTY = re.compile(r"(?:!<[^>\s]*+>|&[0-9A-Za-z_-]*+|![^\s,\[\]{}]*+)")
_SPACE = re.compile(r"(?:\s++|#[^\r\n]*+)*+")


def skip_properties(text: str, start: int, end: int) -> tuple[int, list[Span]]:
    """Give where a value itself begins, `end` at the latest, and where its tags are."""
    tags: list[Span] = []
    while found := _PROPERTY.match(text, start, end):
        if found[0].startswith("!"):
            tags.append(Span(*found.span()))
        space = _SPACE.match(text, found.end(), end)
        start = space.end() if space else found.end()
    return start, tags
