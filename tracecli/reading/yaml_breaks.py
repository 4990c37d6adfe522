"""Line breaks that nobody sees: U+0085, U+2028 and U+2029 end a comment or a value in YAML 1.1, and in 1.2 nothing.

libyaml reads them as YAML 1.1 does; section 5.4 of YAML 1.2 tells of the change. What stands behind one in a comment is
part of the document, and no editor shows it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from tracecli.problems import Problem, Span
from tracecli.reading.wording import character, fault
from tracecli.reading.yaml_nodes import Node

_BREAKS = "\x85\u2028\u2029"
_UNSEEN = re.compile(f"[{_BREAKS}]")
_LINE = re.compile(r"[^\r\n]++")


def unseen_breaks(text: str, top: Node) -> Iterator[Problem]:
    """Report those between values, where something follows on the line that an eye sees; within a text they are text.

    Args:
        text: The document.
        top: What was read from it.
    """
    if not any(char in text for char in _BREAKS):  # twenty times as quick as an expression, and so it is nearly always
        return
    spans = sorted(_scalars(top))
    starts = [span.start for span in spans]
    for at in _followed(text):
        number = bisect_right(starts, at) - 1
        if number < 0 or spans[number].end <= at:
            words = f"{character(text[at])} ends a line for some YAML readers and for no eye: take it out"
            yield fault("syntax", words, Span(at, at + 1))


def _followed(text: str) -> Iterator[int]:
    """Give where such a break has something behind it on its line; each line is looked at once."""
    for line in _LINE.finditer(text):
        end = line.start() + len(line[0].rstrip())
        for found in _UNSEEN.finditer(text, line.start(), end):
            yield found.start()


def _scalars(top: Node) -> Iterator[Span]:
    """Give the places of all keys and of all values that are no containers; what aliases share, once."""
    rest, seen = [top], set()
    while rest:
        node = rest.pop()
        if node.below is None:
            yield Span(node.start, node.end)
        elif id(node.below) not in seen:
            seen.add(id(node.below))
            if isinstance(node.below, dict):
                for value, start, end in node.below.values():
                    yield Span(start, end)
                    rest.append(value)
            else:
                rest += node.below
