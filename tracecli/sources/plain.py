"""The definitions of a file by its text alone: keywords and braces, or keywords and indentation.

For languages without a parser here (C++, CUDA, Rust, Go, JavaScript and so on), and for Python that this Python does
not read. Strings and comments are blanked first, so that a brace in them counts for nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from tracecli.sources.definition import Definition

_SLASHES = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|" r'"(?:\\.|[^"\\\n])*"' r"|'(?:\\.|[^'\\\n])'" r"|`(?:\\.|[^`\\])*`", re.DOTALL
)
_HASHES = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)' r"|'''(?:\\.|[^\\])*?(?:'''|\Z)" r"|#[^\n]*"
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    re.DOTALL,
)  # fmt: skip
_NAME = r"(?P<name>[A-Za-z_$~][\w$]*+(?:(?:::|\.)[A-Za-z_$~][\w$]*+)*)"
_KEYWORD = re.compile(
    r"(?P<indent>[ \t]*)(?:[\w@]++(?:\([\w: ]*\))?[ \t]+){0,6}?"
    r"(?:def|class|fn|func|function|struct|union|enum|trait|interface|module|namespace|mod|macro_rules!|type)[ \t*]+"
    rf"(?:\([^)]*\)[ \t]*)?{_NAME}"
)
_VALUE = re.compile(rf"(?P<indent>[ \t]*)(?:export[ \t]+)?(?:const|let|var)[ \t]+{_NAME}[ \t]*=")
_IMPL = re.compile(
    rf"(?P<indent>[ \t]*)(?:unsafe[ \t]+)?impl\b(?:[^{{;]*\bfor[ \t]+|[^{{;]*?\b){_NAME}(?:<[^{{;]*+)?[ \t]*(?:\{{|\Z)"
)
# A type and a name, or a name at the margin; or a method that is nothing but a name.
_CALL = re.compile(rf"(?P<indent>[ \t]*)(?P<types>(?:[A-Za-z_][^\s(]*+[ \t]+[&*]*){{0,8}}?){_NAME}[ \t]*\([^;]*\Z")
_METHOD = re.compile(
    rf"(?P<indent>[ \t]*)(?P<types>(?:(?:async|static|get|set)[ \t]+)?){_NAME}\([^()]*\)[ \t]*\{{[ \t]*\Z"
)
_BRACES = (_KEYWORD, _VALUE, _IMPL, _METHOD, _CALL)
_STATEMENTS = frozenset(
    {"if", "for", "while", "switch", "catch", "return", "else", "do", "sizeof", "with", "throw", "new", "await", "case"}
)
_LONGEST = 400  # characters of a line; longer ones are generated, and the patterns would take their time
_FAR = 4000  # characters from a name to its opening brace


def plain_definitions(text: str, *, hashes: bool) -> tuple[Definition, ...]:
    """Give what looks like definitions.

    Args:
        text: The file, lines ended by LF.
        hashes: Comments begin with `#`, and blocks are told by indentation.
    """
    blank = (_HASHES if hashes else _SLASHES).sub(_blanked, text)
    found = _by_indentation(blank.split("\n")) if hashes else _by_braces(blank)
    return tuple(_nested(found))


def _blanked(match: re.Match[str]) -> str:
    """Blank a string or a comment, and keep its line breaks."""
    return re.sub(r"[^\n]", " ", match.group())


def _by_indentation(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    for number, line in enumerate(lines):
        found = _KEYWORD.match(line) if len(line) <= _LONGEST else None
        if found:
            yield number + 1, _indented(lines, number, len(found["indent"])), found["name"]


def _indented(lines: list[str], number: int, indent: int) -> int:
    """Give the last line, from 1, before one that is indented no further; a closing `end` still belongs."""
    last = number
    for at in range(number + 1, len(lines)):
        body = lines[at].strip()
        if body and len(lines[at]) - len(lines[at].lstrip()) <= indent:
            if body[0] in ")]}" and body.endswith(":"):  # a signature over several lines
                last = at
                continue
            return at + 1 if body == "end" else last + 1
        last = at if body else last
    return last + 1


def _by_braces(blank: str) -> Iterator[tuple[int, int, str]]:
    pairs = _pairs(blank)
    starts = [0, *(match.end() for match in re.finditer("\n", blank))]
    for number, line in enumerate(blank.split("\n")):
        name = _defined(line) if len(line) <= _LONGEST else None
        opening = re.compile(r"[{;]").search(blank, starts[number], starts[number] + _FAR) if name else None
        if name and opening and opening.start() in pairs:
            yield number + 1, bisect_right(starts, pairs[opening.start()]), name.replace("::", ".")


def _defined(line: str) -> str | None:
    for pattern in _BRACES:
        found = pattern.match(line)
        if found and not (_STATEMENTS & {found["name"], *(found.groupdict().get("types") or "").split()}):
            loose = pattern is _CALL and found["indent"] and not found["types"]
            return None if loose else found["name"]
    return None


def _pairs(blank: str) -> dict[int, int]:
    """Give the closing brace of every opening one, by offset."""
    pairs: dict[int, int] = {}
    waiting: list[int] = []
    for match in re.finditer(r"[{}]", blank):
        if match.group() == "{":
            waiting.append(match.start())
        elif waiting:
            pairs[waiting.pop()] = match.start()
    return pairs


def _nested(spans: Iterator[tuple[int, int, str]]) -> Iterator[Definition]:
    """Put the names of what encloses a definition in front of its own."""
    around: list[tuple[int, str]] = []
    for start, end, name in spans:
        while around and around[-1][0] < start:
            around.pop()
        dotted = f"{around[-1][1]}.{name}" if around else name
        yield Definition(dotted, start, start, end)
        around.append((end, dotted))
