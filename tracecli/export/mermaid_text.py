"""Text of a trace in a Mermaid diagram, as versions 10 to 12 read it: nothing of it is syntax, Markdown or HTML.

Mermaid's own codes are used (`#59;` is a semicolon); they are decoded after parsing, in every kind of diagram.
"""

from __future__ import annotations

import re

from tracecli.escaping import visible
from tracecli.export.words import seen
from tracecli.widths import wrap

_BREAK = re.compile(r"\r\n?|\n")
_MARKS = re.compile(r'["#$%&*;<=>@\[\\\]^`{|}~]|:(?! )|(?<![^\W_])_|_(?![^\W_])')  # `_` in a word is no emphasis
_LIST = re.compile(r"\d*[-+.)]")  # version 11 refuses what begins like a list: "Unsupported markdown: list"
# Icons and formulas are made of codes too where a label has several lines, but not with a place to break inside.
_MADE = re.compile(r"(?<=fa)[bklrs]?#58;(?=fa-)|#36;(?=#36;)")
_WRAP = re.compile(r"^((?:no)?wrap):", re.IGNORECASE)  # an instruction at the start of a message
_DIRECTION = re.compile(r"(?<=direction)\s+(?=TB|BT|RL|LR|TD)", re.IGNORECASE)  # one anywhere in a line, even quoted
_OWN = "ﬂ°"  # begins the mark that stands for a code while Mermaid parses; with two letters for the ligature it is none


def label(text: str) -> str:
    """Give the label of a node or an edge of a flowchart, to be put between double quotes."""
    return _MADE.sub(r"\g<0><wbr>", _text(text, "<br>"))


def line(text: str) -> str:
    """Give text on one line: a state, to be put between double quotes, or an accessible title or description."""
    return _text(text, " ")  # a state of several lines would be read as Markdown, codes or not


def transition(text: str) -> str:
    """Give the label of an arrow in a state diagram, which stands without quotes behind a colon."""
    return line(text).replace(":", "#58;")  # version 10 allows one colon only


def message(text: str, width: int = 0) -> str:
    """Give the text of a message, a note or a participant of a sequence diagram.

    Args:
        text: The text.
        width: Columns at which lines are broken; 0 leaves them as they are.
    """
    return _WRAP.sub(r"\1#58;", _text(text, "<br/>", width))


def _text(text: str, between: str, width: int = 0) -> str:
    lines = [visible(line.strip(" \t")) for line in _BREAK.split(seen(text.strip(" \t\r\n")))]
    if width:
        lines = [part for line in lines for part in wrap(line, width)]
    return between.join(map(_line, lines))


def _line(text: str) -> str:
    start = _LIST.match(text)
    end = start.end() if start else 0
    return f"{text[: end - 1]}{_code(text[end - 1])}{_coded(text[end:])}" if end else _coded(text)


def _coded(text: str) -> str:
    coded = _MARKS.sub(lambda match: _code(match.group()), text.replace(_OWN, "fl°"))
    return _DIRECTION.sub("#32;", coded)


def _code(char: str) -> str:
    return f"#{ord(char)};"
