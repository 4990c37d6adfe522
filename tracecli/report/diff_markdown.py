"""A comparison as one comment of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from tracecli.comparing import Change, Comparison, Level, Piece, Row, TraceComparison, compare_words
from tracecli.comparing.words import share_in_both
from tracecli.report.diff_steps import confidence, is_plain, state_section, target_changes
from tracecli.report.diff_text import (
    ENOUGH,
    MARKS,
    REMARK,
    further,
    label,
    placed,
    targets_section,
    timing_fact,
    timing_section,
    where,
)
from tracecli.report.diff_view import DiffOptions, View, divergence, facts, highlights, levels, trace_facts, view
from tracecli.report.findings import plural
from tracecli.report.markdown import Page, cut_text, safe
from tracecli.text import Line, plain, visible, wrap

# ---- report.diff_markdown_parts
# Parts of a comment: the steps as a table, wording as a coloured difference.


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


# ---- report.diff_markdown
# A comparison as one comment of a pull request: the meaning in sight, the rest collapsed.

_WIDTH = 86  # columns of a code block that a pull request shows without scrolling
_SHARE = 0.5  # no block takes more than half of what is left, so that each shows its beginning


def diff_markdown(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
) -> str:
    """Give the report as Markdown of at most 65,000 characters, ending in a line break.

    The first line is a hidden marker, the same for the same names, by which a bot finds the comment to update.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        origin: The files, as shown to people.
        options: What the reader asked for; width and wrapping are Markdown's own affair.
    """
    asked = options or DiffOptions()
    views = Views(view(names, asked, None, safe), view(names, DiffOptions(width=_WIDTH), None))
    shown = views.prose
    page = Page("`trace diff` shows all of it")
    page.add([marker(names)])
    page.add([f"### {shown.names[0]} → {shown.names[1]}"])
    if origin != " → ".join(names):
        page.add([safe(origin)])
    if comparison.same:
        page.add(["No differences."])
    elif isinstance(comparison, Comparison):
        _scenario(page, comparison, views)
    else:
        _trace(page, comparison, views)
    return page.text()


class Views(NamedTuple):
    """How the same names are written in prose, and inside code blocks."""

    prose: View
    block: View


def marker(names: tuple[str, str]) -> str:
    """Give the comment line that a bot looks for."""
    return f"<!-- steptrace-diff {sha256(repr(names).encode('utf-8', 'surrogatepass')).hexdigest()[:12]} -->"


def _scenario(page: Page, comparison: Comparison, views: Views) -> None:
    shown, text = views
    page.add([" · ".join(facts(comparison, shown))])
    page.add([f"- {point}" for point in _points(comparison, shown)])
    options = shown.options
    if options.stat:
        return
    if options.shows(Level.STRUCTURE, Level.ORDER):
        page.add(step_table(comparison, shown), share=_SHARE)
    _also(page, comparison, shown)
    if options.shows(Level.STATE):
        runs = plural(len(comparison.state.runs), "run")
        page.add_details(f"State: {runs}", _lines(state_section(comparison, text)), share=_SHARE)
    if options.shows(Level.STRUCTURE):
        page.add_details("Targets on one side", _lines(targets_section(comparison, text)), share=_SHARE)
    _wording(page, comparison.changes, shown)
    if options.shows(Level.TIMING):
        durations, shifts = comparison.timing.durations, comparison.timing.shifts
        title = f"Playback time: {plural(len(durations) + len(shifts), 'change')}"
        page.add_details(title, _lines(timing_section(comparison, text)), share=_SHARE)


def _points(comparison: Comparison, shown: View) -> Iterator[str]:
    yield divergence(comparison, shown)
    for subject, phrase in highlights(comparison, shown):
        yield f"{subject}: {phrase}"
    yield f"{REMARK}: {timing_fact(comparison, shown)}"
    yield f"Changes: {levels(comparison.changes)}"


def _trace(page: Page, comparison: TraceComparison, views: Views) -> None:
    shown = views.prose
    page.add([" · ".join(trace_facts(comparison, shown))])
    page.add([f"- Changes: {levels(comparison.changes)}"])
    if not shown.options.stat:
        _also(page, comparison, shown)
        _wording(page, comparison.own, shown)
    for one in comparison.scenarios:
        ids = dict.fromkeys((one.left.scenario.id, one.right.scenario.id))
        if not one.same and page.add([f"#### Scenario {' → '.join(map(safe, ids))}"]):
            _scenario(page, one, views)


def _also(page: Page, comparison: Comparison | TraceComparison, shown: View) -> None:
    told = [f"- {change.level}: {safe(placed(change, shown))}" for change in further(comparison, shown)]
    if told:
        page.add(["Also:", "", *told], share=_SHARE)


def _wording(page: Page, changes: Iterable[Change], shown: View) -> None:
    wording = [change for change in changes if change.level is Level.WORDING]
    if wording and shown.options.shows(Level.WORDING):
        title = f"Wording: {plural(len(wording), 'change')}"
        page.add_details(title, list(reworded(wording, _WIDTH)), "diff", share=_SHARE)


def _lines(section: Iterable[Line]) -> list[str]:
    """Give a section's lines as plain text, without the blank one in front and cut where one is endless."""
    return [cut_text(plain(line).rstrip()) for line in section][1:]
