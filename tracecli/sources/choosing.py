"""Which definition is meant: the one that `symbol` names, else the one that begins at, or encloses, the first line.

Words of the source's title only break ties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tracecli.nearest import near_names
from tracecli.sources.definition import Definition
from tracecli.sources.outline import Outline
from tracecli.sources.verdicts import LineRange


def by_symbol(outline: Outline, symbol: str, path: str, title: str, lines: LineRange | None) -> Definition | None:
    """Give the definition of a name, or None when the file has none.

    Args:
        outline: The file.
        symbol: A dotted name from the top of the file; the module's own name may stand in front, and the outer names
            may be left out.
        path: The file's path, for the module's name.
        title: The source's title.
        lines: The cited lines: of several definitions of a name (a property and its setter), the nearest is meant.
    """
    name = _spelt(symbol, path)
    found = [one for one in outline.definitions if one.name == name]
    found = found or [one for one in outline.definitions if one.name.endswith(f".{name}")]
    first = lines.first if lines else 0
    return min(found, key=lambda one: (_distance(one, first), -_score(one, title)), default=None)


def by_line(outline: Outline, lines: LineRange, title: str) -> Definition | None:
    """Give the definition that begins at the first cited line, else the innermost one around it, else None."""
    first = trimmed(outline, lines).first
    starting = [one for one in outline.definitions if one.head <= first <= one.start]
    if starting:
        return max(starting, key=lambda one: (_score(one, title), one.end))
    around = [one for one in outline.definitions if one.block and one.head <= first <= one.end]
    return max(around, key=lambda one: (one.head, _score(one, title)), default=None)


def trimmed(outline: Outline, lines: LineRange) -> LineRange:
    """Take blank lines and comments off both ends of a range, as long as any code is left."""
    first, last = lines
    last = min(last, len(outline.lines))
    while first < last and not outline.is_code(first):
        first += 1
    while last > first and not outline.is_code(last):
        last -= 1
    return LineRange(first, last) if outline.is_code(first) else lines


def nearest(outline: Outline, symbol: str, path: str) -> str | None:
    """Give the name that a symbol may be a slip of, or may have become, when there is just one."""
    names = [one.name for one in outline.definitions]
    near = near_names(_spelt(symbol, path), names)
    return near[0] if len(near) == 1 else None


def _spelt(symbol: str, path: str) -> str:
    """Give a symbol as outlines spell it: dots only, no `<locals>`, no call brackets, no module in front."""
    plain = symbol.strip().removesuffix("()").replace("::", ".").replace("<locals>.", "")
    parts = plain.split(".")
    folders = re.sub(r"(?:/__init__)?\.\w+\Z", "", path).split("/")
    for length in range(min(len(parts) - 1, len(folders)), 0, -1):
        if parts[:length] == folders[-length:]:
            return ".".join(parts[length:])
    return plain


def _distance(one: Definition, line: int) -> int:
    if one.head <= line <= one.end:
        return 0
    return abs(one.start - line)


def _score(one: Definition, title: str) -> int:
    """Count the parts of a name that the title has as words."""
    words: Iterable[str] = re.findall(r"\w+", title)
    return len(set(words) & set(one.name.split(".")))
