"""Parts of a comment: the steps as a table, wording as a coloured difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracecli.comparing import Change, Comparison, Piece, Row, compare_words
from tracecli.comparing.words import share_in_both
from tracecli.escaping import visible
from tracecli.report.diff_steps import confidence, is_plain, target_changes
from tracecli.report.diff_view import View
from tracecli.report.diff_words import ENOUGH, MARKS, label, where
from tracecli.report.markdown_text import cut_text, safe
from tracecli.widths import wrap


def step_table(comparison: Comparison, view: View) -> list[str]:
    """Give the table of the steps that differ in title, targets or place; nothing when none does."""
    told = [row for row in comparison.rows if not is_plain(comparison, row)]
    if not told:
        return []
    rest = len(comparison.rows) - len(told)
    head = [f"| | {view.short[0]} | | {view.short[1]} | confidence |", "| --: | :-- | --: | :-- | :-- |"]
    same = [f"| | *{rest:,} more with the same title and targets* | | | |"] if rest else []
    return head + [_row(comparison, row, view) for row in told] + same


def _row(comparison: Comparison, row: Row, view: View) -> str:
    cells: list[str] = []
    for side, numbers in ((comparison.left, row.left), (comparison.right, row.right)):
        titles = [safe(side.scenario.steps[number - 1].title) for number in numbers]
        cells += ["+".join(map(str, numbers)), "<br>".join(titles)]
    if row.mark in {"left", "right"}:
        told = view.only(0 if row.mark == "left" else 1)
    else:
        word = {"pair": "", "moved": "moved, ", "split": "told in two, ", "merge": "told in one, "}[row.mark]
        told = f"{word}{confidence(comparison, row)}"
    changes = "".join(f"<br>{safe(change)}" for change in target_changes(comparison, row))
    return f"| {' | '.join(cells)} | {told}{changes} |"


def reworded(changes: Iterable[Change], width: int) -> Iterator[str]:
    """Give the lines of a `diff` block: what is on the left behind `-`, on the right behind `+`; escaped.

    Args:
        changes: Of wording.
        width: Columns to break texts at.
    """
    for change in changes:
        yield cut_text(f"@@ {' '.join(filter(None, (where(change), label(change))))} @@")
        pieces = compare_words(change.before or "", change.after or "")
        marks = MARKS if share_in_both(pieces) >= ENOUGH else dict.fromkeys(MARKS, "{}")
        for side, sign, text in (("left", "-", change.before), ("right", "+", change.after)):
            if text is not None:
                shown = "".join(_marked(piece, marks) for piece in pieces if piece.side in {"both", side})
                yield from (f"{sign} {part}" for part in wrap(cut_text(shown), width - 2))


def _marked(piece: Piece, marks: dict[str, str]) -> str:
    return marks[piece.side].format(visible(piece.text))
