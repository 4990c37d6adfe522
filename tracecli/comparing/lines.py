"""Lines of two versions of a trace that differ although the traces say the same there: comments, `at`, layout.

A comparison by meaning stands in for the line diff, so what it leaves out would pass review unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tracecli.comparing.changes import ChangeLevel
from tracecli.comparing.compare import TraceComparison
from tracecli.comparing.words import common
from tracecli.problems import Place, Pointer
from tracecli.reading import Document
from tracecli.text import LINE_BREAK

_COMMENT = re.compile(r"(?:^|\s)#.*")
_BRACKETS = re.compile(r"[\s\[\]{},]*")


@dataclass(frozen=True, slots=True)
class UnmeantLines:
    """What differs in the text of two traces without meaning for them."""

    count: int  # lines: the larger number of both sides; 0 where the same lines also differ in what counts
    kinds: tuple[str, ...]  # `at`, `x-`, `comments`, `layout`, or `line breaks` alone


def unmeant_lines(left: Document, right: Document, comparison: TraceComparison) -> UnmeantLines | None:
    """Return what differs in the text of two traces besides the changes; None where nothing does.

    Args:
        left: The left trace's document.
        right: The right one's.
        comparison: Of the two.
    """
    if left.text == right.text:
        return None
    documents = left, right
    texts = LINE_BREAK.split(left.text), LINE_BREAK.split(right.text)
    if texts[0] == texts[1]:
        return UnmeantLines(0, ("line breaks",))
    as_right = texts[0]
    if renamed := {old: new for old, new in comparison.targets.pairs.items() if old != new}:
        # A target's new name is one change, and is in all of its lines.
        names = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, renamed))})(?![\w.-])")
        as_right = [names.sub(lambda found: renamed[found.group()], text) for text in as_right]
    pairs = common(as_right, texts[1])
    changed: list[dict[int, str]] = []  # on each side, number → text of the lines without a partner
    unlike: list[dict[int, str]] = []  # those of them that no change is about
    for side, document in enumerate(documents):
        paired = {pair[side] for pair in pairs}
        meant = _lines_of(document, set(_meant(comparison, side)))
        changed.append({number: text for number, text in enumerate(texts[side]) if number not in paired})
        unlike.append({number: text for number, text in changed[side].items() if number not in meant})
    if comparison.changes:
        # There is more than one way to see a move: another line of it may be the one without a partner.
        moved = any(change.level is ChangeLevel.ORDER for change in comparison.changes)
        for side, others in enumerate((changed[1], changed[0])):
            there = set(others.values())
            # Brackets and commas around a value that came or went say nothing more.
            bare = {text.rstrip(" ,") for text in there}
            unlike[side] = {
                number: text
                for number, text in unlike[side].items()
                if not _BRACKETS.fullmatch(text) and (not moved if text in there else text.rstrip(" ,") not in bare)
            }
    kinds: set[str] = set()
    extensions = _extensions(left.data), _extensions(right.data)
    same = sorted(extensions[0].values()) == sorted(extensions[1].values())  # places move with what is around them
    for side, document in enumerate(documents):
        own: set[Pointer] = set() if same else set(extensions[side])
        placed = _placed_otherwise(comparison, side)
        kinds |= {kind for kind, pointers in (("at", placed), ("x-", own)) if pointers}
        theirs = set(unlike[1 - side].values())
        bare = {_COMMENT.sub("", text).rstrip() for text in theirs if document.format == "yaml"}
        for number in unlike[side].keys() - _lines_of(document, placed | own):
            text = unlike[side][number]
            rest = _COMMENT.sub("", text).rstrip()
            # The comment was all, or what is left without it is on the other side, too.
            commented = text not in theirs and (rest in bare if rest else document.format == "yaml" and text.strip())
            kinds.add("comments" if commented else "layout")
    ordered = tuple(kind for kind in ("at", "x-", "comments", "layout") if kind in kinds)
    return UnmeantLines(max(map(len, unlike)), ordered) if ordered else None


def _meant(comparison: TraceComparison, side: int) -> Iterator[Pointer]:
    """Yield where all changes are on one side."""
    trace = (comparison.left, comparison.right)[side]
    for change in comparison.changes:
        place = (change.left, change.right)[side]
        if place is None or change.kind == "shift":  # which has no text of its own
            continue
        yield place.pointer
        if change.last and place.step is not None:  # the same part of several steps
            part = place.pointer[4:] if place.step else ("state", *place.pointer[3:])
            for number in range(place.step, change.last[side]):
                yield (*place.pointer[:2], "steps", number, *part)
        if change.kind == "state-key":
            for index, scenario in enumerate(trace.scenarios):
                yield ("scenarios", index, "initial", change.subject)
                for number in range(len(scenario.steps)):
                    yield ("scenarios", index, "steps", number, "state", change.subject)


def _placed_otherwise(comparison: TraceComparison, side: int) -> set[Pointer]:
    """Return where `at` is of the targets that the other side has elsewhere on the grid."""
    one, other = comparison.left.targets, comparison.right.targets
    pairs = [pair for pair in comparison.targets.pairs.items() if one[pair[0]].at != other[pair[1]].at]
    found = [(comparison.left, comparison.right)[side].targets[pair[side]] for pair in pairs]
    return {("targets", target.key, "at" if target.at else "id") for target in found}


def _extensions(data: object) -> dict[Pointer, str]:
    """Return the properties of the author's own, which begin with `x-`, as text by their places."""
    found: dict[Pointer, str] = {}
    waiting: list[tuple[Pointer, object]] = [((), data)]
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, list):
            waiting += [((*pointer, index), below) for index, below in enumerate(value)]
        elif isinstance(value, dict):
            for key, below in value.items():
                if key.startswith("x-"):
                    found[*pointer, key] = f"{key}: {below!r}"
                else:
                    waiting.append(((*pointer, key), below))
    return found


def _lines_of(document: Document, pointers: set[Pointer]) -> set[int]:
    """Return the lines, from 0, of values and their keys."""
    lines: set[int] = set()
    for span in document.spans([Place(pointer, "item") for pointer in pointers]).values():
        first, last = document.position(span.start).line, document.position(max(span.start, span.end - 1)).line
        lines.update(range(first - 1, last))
    return lines
