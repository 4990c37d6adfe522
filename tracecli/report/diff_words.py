"""Wording, word by word; grouped by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tracecli.comparing import Change, Level, compare_words
from tracecli.comparing.words import Piece, share_in_both
from tracecli.escaping import visible
from tracecli.report.diff_steps import columns
from tracecli.report.diff_view import View
from tracecli.runs import Line, Run, line
from tracecli.widths import cell_width, pad

_NAME = 13  # columns of `description` and a gap
_LONGEST = 30  # columns of labels with keys in them; a longer one pushes only its own text
ENOUGH = 0.3
"""How much two texts must have in common: with less, both are easier to read than one with marks all over."""

MARKS = {"both": "{}", "left": "[-{}-]", "right": "{{+{}+}}"}
"""As in `git diff --word-diff`, which reviewers know."""

_MEANINGS = {"both": "text", "left": "left", "right": "right"}


def wording_section(changes: Iterable[Change], view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where no wording differs."""
    reworded = [change for change in changes if change.level is Level.WORDING]
    if not reworded:
        return
    yield ()
    yield line(Run("Wording", "head"))
    for place, group in groupby(reworded, key=where):
        if place:
            yield line(Run(f"  {place}", "text"))
        changes = list(group)
        room = max(_NAME, *(cell_width(label(change)) + 2 for change in changes))
        for change in changes:
            yield from _change(change, f"    {pad(label(change), min(room, _LONGEST))}", view)


def where(change: Change) -> str:
    """Give the step, `scenario`, or nothing for what belongs to the trace."""
    spots = [spot for spot in (change.left, change.right) if spot is not None]
    numbers = list(dict.fromkeys(spot.step for spot in spots))
    if spots[0].scenario is None:
        return ""
    return "scenario" if numbers == [None] else "step " + " → ".join(map(str, numbers))


def marked(before: str, after: str) -> str | None:
    """Give one text with what is only left in `[-…-]` and only right in `{+…+}`; escaped.

    Returns:
        None where the two have too little in common for that to be readable.
    """
    pieces = compare_words(before, after)
    return "".join(map(_marked, pieces)) if share_in_both(pieces) >= ENOUGH else None


def label(change: Change) -> str:
    """Give what was reworded: `title`, or `state queue` for a label; escaped."""
    return visible(f"{change.kind.removesuffix('-label')} {change.subject}".rstrip())


def _marked(piece: Piece) -> str:
    return MARKS[piece.side].format(visible(piece.text))


def _change(change: Change, front: str, view: View) -> Iterator[Line]:
    yield from _texts(change, front if front.endswith("  ") else f"{front}  ", view)
    yield from view.places(" " * cell_width(front), change)


def _texts(change: Change, front: str, view: View) -> Iterator[Line]:
    before, after = change.before, change.after
    if before is None or after is None:
        side, text = (0, before) if after is None else (1, after)
        yield from view.prose(f"{front}{view.only(side)}: ", visible(text or ""))
    elif view.beside:
        for place, (left, right) in enumerate(_two(before, after, view)):
            yield line(Run(" " * cell_width(front) if place else front, "quiet"), Run(f"{left} {right}", "text"))
    elif share_in_both(pieces := compare_words(before, after)) >= ENOUGH:
        yield from view.runs(front, [Run(_marked(piece), _MEANINGS[piece.side]) for piece in pieces])
    else:
        room = max(map(cell_width, view.short)) + 2
        blanks = " " * cell_width(front)
        yield from view.prose(f"{front}{pad(view.short[0], room)}", visible(before))
        yield from view.prose(f"{blanks}{pad(view.short[1], room)}", visible(after))


def _two(before: str, after: str, view: View) -> Iterator[tuple[str, str]]:
    return columns(visible(before), visible(after), view.options.width - 4 - _NAME)
