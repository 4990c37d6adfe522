"""Lines against a definition: do they cite it, a part of it, too little, too much, or something else?"""

from __future__ import annotations

from tracecli.sources.choosing import trimmed
from tracecli.sources.definition import Definition
from tracecli.sources.outline import Outline
from tracecli.sources.verdicts import LineRange, Verdict


def compare(outline: Outline, one: Definition, cited: LineRange, *, single: bool, sure: bool) -> Verdict:
    """Judge cited lines. Blank lines and comments at their ends count for nothing.

    Args:
        outline: The file.
        one: What the lines should define.
        cited: The lines.
        single: Only one line is cited, which marks where the definition begins.
        sure: The definition is known by its name, so lines that only touch it have lost it; otherwise it was told by
            the first line, and they go beyond it.
    """
    first, last = trimmed(outline, cited)
    begins = one.head <= first <= one.start
    shifted = sure and not (one.head <= cited.first and cited.last <= one.end)  # it touches other lines: chance
    if begins and (single or last == one.end):
        return Verdict.EXACT
    if begins and last > one.end:
        return Verdict.WIDE
    if begins or (one.head <= first and last <= one.end):
        return Verdict.MOVED if shifted else Verdict.CUT_SHORT if begins else Verdict.PART
    return Verdict.MOVED if sure and not (first < one.head and last >= one.end) else Verdict.WIDE


def whole(one: Definition, *, at_head: bool, single: bool) -> LineRange:
    """Give the lines to cite for a definition.

    Args:
        one: The definition.
        at_head: From its first decorator, not from its name.
        single: Only the line where it begins.
    """
    first = one.head if at_head else one.start
    return LineRange(first, first if single else one.end)
