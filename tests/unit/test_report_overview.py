"""A scenario at a glance: headings, lanes and marks keep their columns, and nothing is unsaid."""

from __future__ import annotations

from dataclasses import replace

import pyte
import pytest
from pyte.screens import Char

from tests.unit.playing_helpers import scenario, seed
from tracecli.model import Kind, Scenario, Target, Trace
from tracecli.report.overview import overview
from tracecli.terminal.output import painted
from tracecli.text import Line, cell_width, plain


def lines_of(trace: Trace, chosen: Scenario, width: int = 80) -> list[Line]:
    return list(overview(trace, chosen, address="a", origin="o", width=width))


def shown(trace: Trace, chosen: Scenario, width: int = 80) -> list[str]:
    return [plain(line) for line in lines_of(trace, chosen, width)]


def labelled(label: str, value: str = "v") -> tuple[Trace, Scenario]:
    """Return a trace with one state key, one node and one step, all with this label, the state with this value."""
    node = Target("n", "n", Kind.NODE, label)
    step = replace(scenario().steps[0], title=label, active=("n",), paths=(), state={"s": value})
    chosen = replace(scenario(), title=label, steps=(step, step), initial={"s": "b"}, unselected=())
    trace = replace(
        seed(), title=label, state_labels={"s": label}, lanes=None, targets={"n": node}, scenarios=(chosen,)
    )
    return trace, chosen


@pytest.mark.parametrize("width", [10, 12, 20, 24, 30, 40, 60, 80, 100, 120, 200])
def test_headings_are_never_cut(width: int) -> None:
    for label in ("Queue", "Q", "A label that is much longer than any heading"):
        found = shown(*labelled(label), width)

        assert [line for line in found if line.startswith("Targets used  ")]
        assert [line for line in found if line.startswith("State  ")]


@pytest.mark.parametrize("width", [30, 80, 120])
def test_the_marks_of_a_step_are_below_its_number(width: int) -> None:
    trace, chosen = seed(), scenario()
    found = shown(trace, chosen, width)

    number, marks = None, 0
    for line in found:
        if line.startswith("Targets used"):
            number = {line.index(f" {step}") + 1: step for step in range(7) if f" {step}" in line}
        elif number is not None:
            for column in (column for column, char in enumerate(line) if char in "●→"):
                label = line[: min(number)].strip()
                step = chosen.steps[number[column] - 1]
                labels = [trace.targets[key].label for key in (*step.active, *step.paths)]
                assert any(full.startswith(label.rstrip("…")) for full in labels)
                marks += 1
    assert marks == sum(len(step.active) + len(step.paths) for step in chosen.steps)


def test_only_marks_look_active_not_the_spaces_before_them() -> None:
    active = [run.text for line in lines_of(seed(), scenario()) for run in line if run.meaning == "active"]

    assert set(active) == {"●", "→"}


def _cells(lines: list[Line], width: int) -> list[list[Char]]:
    """Return what a terminal shows of coloured lines, cell by cell."""
    screen = pyte.Screen(width, len(lines) + 1)
    pyte.Stream(screen).feed("".join(f"{painted(line, color=True)}\r\n" for line in lines))
    return [[screen.buffer[row][column] for column in range(width)] for row in range(len(lines))]


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_in_colour_no_blank_is_reversed_but_one_inside_a_bar(width: int) -> None:
    for trace in (seed(), replace(seed(), lanes=None)):
        lines = [line for line in lines_of(trace, scenario(), width) if cell_width(plain(line)) <= width]
        reversed_cells = 0
        for row in _cells(lines, width):
            for column, cell in enumerate(row):
                if cell.reverse:
                    reversed_cells += 1
                    is_bar = "█" in "".join(one.data for one in row) or "▓" in "".join(one.data for one in row)
                    assert is_bar if cell.data not in "●→" else not is_bar
                    if cell.data == " ":
                        assert row[column - 1].reverse
                        assert row[column + 1].data != " "
        assert reversed_cells >= 15


def test_quiet_stretches_of_a_lane_are_never_as_solid_as_work() -> None:
    serial = next(one for one in seed().scenarios if one.id == "serial")
    (row,) = [row for row in _cells(lines_of(seed(), serial, 120), 120) if row[10].data == "░" and row[0].data == "G"]

    works = [cell.reverse or cell.data == "█" for cell in row[10:]]
    step = 12  # columns
    assert works == [*[False] * 3 * step, *[True] * (2 * step - 1), *[False] * (120 - 10 - 5 * step + 1)]


@pytest.mark.parametrize("value", ["", " ", "\n", "\t", "\r\n", "  \n\n", "\xa0", "\u2003", "\u3000", " \t "])
def test_a_value_without_anything_to_see_says_that_it_is_empty(value: str) -> None:
    assert any("(empty)" in line for line in shown(*labelled("L", value)))
    assert any("(empty)" in line for line in shown(*labelled("L", value), width=14))


@pytest.mark.parametrize("text", ["a b\n", "a\nb\n", "a\nb", "a\r\nb", "a\rb", "\na b", "a\n\n b\n\n", "a \nb"])
def test_text_of_several_lines_shows_no_escapes(text: str) -> None:
    trace, chosen = labelled(text, text)
    told = replace(chosen, description=text)

    for width in (14, 80):
        found = shown(replace(trace, caption=text), told, width)
        assert not [line for line in found if "\\" in line]
        assert [line for line in found if line.startswith("a b  ")]


WIDE = ["❤️", "👩‍👩‍👧", "👩‍🚀", "👍🏽", "🇩🇪", "1️⃣", "⚠️ job", "\u1112\u1161\u11ab", "हिन्दी", "กำลัง", "予約"]


@pytest.mark.parametrize("wide", WIDE)
def test_lanes_keep_their_columns_whatever_is_in_them(wide: str) -> None:
    found = shown(*labelled(wide, wide))
    same = shown(*labelled("x" * cell_width(wide), "x" * cell_width(wide)))

    assert list(map(cell_width, found)) == list(map(cell_width, same))


def test_a_hostile_label_or_value_is_shown_as_escapes() -> None:
    found = "\n".join(shown(*labelled("\x1b[31m\u202e", "\u200b\x07")))

    assert "\x1b" not in found
    assert "\\x1b[31m\\u202e" in found
    assert "\\u200b\\x07" in found
