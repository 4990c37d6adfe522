"""A comparison as one comment of a pull request: the meaning in sight, the rest collapsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from tracecli.comparing import AlignedRow, Change, ChangeLevel, Comparison, TraceComparison
from tracecli.report.diff_loops import cost_facts, lag_facts
from tracecli.report.diff_text import (
    REMARK,
    further,
    is_plain,
    label,
    placed,
    row_mark,
    state_section,
    target_changes,
    targets_section,
    timing_fact,
    timing_section,
    transitions_section,
    where,
)
from tracecli.report.diff_view import (
    DiffOptions,
    DiffView,
    diff_view,
    divergence,
    facts,
    highlights,
    levels,
    same_sentence,
    trace_facts,
)
from tracecli.report.diff_whole import whole_section
from tracecli.report.diff_words import ONLY_BREAKS, distinct, only_breaks_differ, show_pair, show_words
from tracecli.report.markdown import Page, cut_text, safe
from tracecli.text import Line, plain, plural, wrap

_WIDTH = 86  # columns of a code block that a pull request shows without scrolling
_SHARE = 0.5  # no block takes more than half of what is left, so that each shows its beginning


def diff_markdown(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    also: str = "",
) -> str:
    """Return the report as Markdown of at most 65,000 characters, ending in a line break.

    The first line is a hidden marker, the same for the same names, by which a bot finds the comment to update.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        origin: The files, as shown to people.
        options: What the reader asked for; width and wrapping are Markdown's own affair.
        also: The sentence about what else differs in the texts of two traces.
    """
    prose = diff_view(names, options or DiffOptions(), None, safe)
    block = diff_view(names, DiffOptions(width=_WIDTH), None)  # the same names, as they are inside code blocks
    page = Page("`trace diff` shows all of it")
    page.add([marker(names)])
    page.add([f"### {prose.names[0]} → {prose.names[1]}"])
    if origin != " → ".join(names):
        page.add([safe(origin)])
    if comparison.same:
        page.add([f"{safe(same_sentence(comparison, also).replace(': ', '. ', 1))}."])
    elif isinstance(comparison, Comparison):
        _add_scenario(page, comparison, prose, block)
    else:
        page.add([" · ".join(trace_facts(comparison, prose))])
        points = [f"- {label}: {phrase}" for label, phrase in cost_facts(comparison, prose)]
        page.add([*points, f"- Changes: {levels(comparison.changes)}"])
        if not prose.options.stat:
            _add_further(page, comparison, prose)
            _add_section(page, "Only on one side", list(whole_section(comparison, block))[1:])
            _add_wording(page, comparison.own, prose)
        for one in comparison.scenarios:
            ids = dict.fromkeys((one.left.scenario.id, one.right.scenario.id))
            if not one.same and page.add([f"#### Scenario {' → '.join(map(safe, ids))}"]):
                _add_scenario(page, one, prose, block)
    if also:
        page.add([f"{safe(also)}."])
    return page.text()


def marker(names: tuple[str, str]) -> str:
    """Return the comment line that a bot looks for."""
    return f"<!-- steptrace-diff {sha256(repr(names).encode('utf-8', 'surrogatepass')).hexdigest()[:12]} -->"


def _add_scenario(page: Page, comparison: Comparison, prose: DiffView, block: DiffView) -> None:
    options, timing = prose.options, comparison.timing
    page.add([" · ".join(facts(comparison, prose))])
    points = [divergence(comparison, prose)]
    points += [
        f"{label}: {phrase}" for label, phrase in (*lag_facts(comparison, prose), *highlights(comparison, prose))
    ]
    points += [f"{REMARK}: {timing_fact(comparison, prose)}", f"Changes: {levels(comparison.changes)}"]
    page.add([f"- {point}" for point in points])
    if options.stat:
        return
    if options.shows(ChangeLevel.STRUCTURE, ChangeLevel.ORDER):
        page.add(_step_table(comparison, prose), share=_SHARE)
        _add_section(page, "Only on one side", list(whole_section(comparison, block))[1:])
    _add_further(page, comparison, prose)
    if options.shows(ChangeLevel.STATE):
        _add_section(page, f"State: {plural(len(comparison.state.runs), 'run')}", state_section(comparison, block))
        _add_section(page, "State changes at the aligned steps", transitions_section(comparison, block))
    if options.shows(ChangeLevel.STRUCTURE):
        _add_section(page, "Targets on one side", targets_section(comparison, block))
    _add_wording(page, comparison.changes, prose)
    if options.shows(ChangeLevel.TIMING):
        changes = plural(len(timing.durations) + len(timing.shifts), "change")
        _add_section(page, f"Playback time: {changes}", timing_section(comparison, block))


def _add_section(page: Page, title: str, section: Iterable[Line]) -> None:
    """Add a section of the text report, without the empty line in front and cut where one is endless."""
    page.add_details(title, [cut_text(plain(line).rstrip()) for line in section][1:], share=_SHARE)


def _add_further(page: Page, comparison: Comparison | TraceComparison, view: DiffView) -> None:
    if changes := further(comparison, view):
        points = [f"- {change.level}: {safe(placed(change, view))}" for change in changes]
        page.add(["Also:", "", *points], share=_SHARE)


def _add_wording(page: Page, changes: Iterable[Change], view: DiffView) -> None:
    wording = [change for change in changes if change.level is ChangeLevel.WORDING]
    if wording and view.options.shows(ChangeLevel.WORDING):
        page.add_details(f"Wording: {plural(len(wording), 'change')}", list(_reworded(wording)), "diff", share=_SHARE)


def _step_table(comparison: Comparison, view: DiffView) -> list[str]:
    """Return the table of the steps that differ in title, targets or place; nothing when none does."""
    rows = [_table_row(comparison, row, view) for row in comparison.rows if not is_plain(comparison, row)]
    if not rows:
        return []
    rest = len(comparison.rows) - len(rows)
    head = [f"| | {view.short[0]} | | {view.short[1]} | confidence |", "| --: | :-- | --: | :-- | :-- |"]
    return head + rows + ([f"| | *{rest:,} more with the same title and targets* | | | |"] if rest else [])


def _table_row(comparison: Comparison, row: AlignedRow, view: DiffView) -> str:
    cells: list[str] = []
    left, right = comparison.left, comparison.right
    both = [left.step(number).title for number in row.left], [right.step(number).title for number in row.right]
    titles = distinct([*both[0], *both[1]], short=False)
    for side, numbers in ((comparison.left, row.left), (comparison.right, row.right)):
        cells += [
            "+".join(map(str, numbers)),
            "<br>".join([safe(titles[side.step(number).title]) for number in numbers]),
        ]
    changes = "".join([f"<br>{safe(change)}" for change in target_changes(comparison, row)])
    return f"| {' | '.join(cells)} | {row_mark(comparison, row, view, ', ')}{changes} |"


def _reworded(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the lines of a `diff` block: what is on the left after `-`, on the right after `+`; escaped."""
    for change in changes:
        yield cut_text(f"@@ {' '.join(filter(None, (where(change), label(change))))} @@")
        if change.before is not None and change.after is not None and only_breaks_differ(change):
            yield f"  {ONLY_BREAKS}"
            continue
        words, texts = show_words(change), show_pair(change)
        for side, sign, text in (("left", "-", change.before), ("right", "+", change.after)):
            if text is None:
                continue
            own = "".join([piece.text for piece in words if piece.side in {"both", side}])
            for paragraph in cut_text(own or texts[side == "right"]).split("\n"):
                yield from [f"{sign} {part}" for part in wrap(paragraph, _WIDTH - 2)]
