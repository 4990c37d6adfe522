"""The map of a terminal, and its least detailed form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.screens import assert_screen
from tests.unit.drawing_helpers import drawing, loop, pairs, traces
from tracecli.drawing.charmap import NodeLook, Same, draw_map, names, plan
from tracecli.drawing.charsizes import MapPlan
from tracecli.model import Trace
from tracecli.text import Line, Run, cell_width, plain

NOTHING: frozenset[str] = frozenset()
SIZES = [(118, 14), (118, 8), (78, 14), (78, 8), (78, 5), (58, 14), (58, 8), (38, 14), (38, 8), (38, 5)]


def rows(trace: Trace, size: tuple[int, int], active: str = "", paths: str = "") -> tuple[Line, ...]:
    found = draw_map(trace, frozenset(active.split()), frozenset(paths.split()), *size)
    assert found is not None
    return found


def text(trace: Trace, size: tuple[int, int], active: str = "", paths: str = "") -> str:
    return "".join(f"{plain(row)}\n" for row in rows(trace, size, active, paths))


@pytest.mark.parametrize("size", SIZES)
def test_the_map_of_a_step_at_every_size(size: tuple[int, int]) -> None:
    shown = text(loop(), size, active="wait cache", paths="planWait workCache")

    assert_screen(f"map_loop_{size[0]}x{size[1]}", shown)


@pytest.mark.parametrize("size", [(118, 14), (78, 14), (38, 14)])
def test_the_map_without_cells_is_arranged_along_the_edges(size: tuple[int, int]) -> None:
    shown = text(loop(cells=None), size, active="wait", paths="planWait")

    assert_screen(f"map_arranged_{size[0]}x{size[1]}", shown)


def test_the_map_without_ends_shows_the_nodes_in_their_order() -> None:
    trace = drawing({name: f"Node {name}" for name in "abcdef"}, {"ab": (None, None, "unknown")})

    assert_screen("map_without_ends", text(trace, (58, 10), active="b", paths="ab"))


def test_wide_and_long_labels_keep_to_their_boxes() -> None:
    trace = drawing(
        {"a": "予約キュー", "b": "é" * 60, "c": "عربي"},
        {"ab": ("a", "b", "送る"), "bc": ("b", "c", "x" * 40), "ca": ("c", "a", "back"), "aa": ("a", "a", "again")},
    )

    assert_screen("map_wide", text(trace, (78, 14), active="a", paths="ab aa"))


DRAWN_WIDE = [
    "❤️", "👩‍👩‍👧", "👩‍🚀", "👍🏽", "🇩🇪🇫🇷", "1️⃣ #️⃣", "\u1112\u1161\u11ab\u1100\u1173\u11af", "⚠️ job", "e\u0301e\u0302",
    "हिन्दी क्षत्रिय", "กำลัง", "予約キュー", "W 👩‍🚀 ❤️ 🇩🇪 👍🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u0301a",
]  # fmt: skip


@pytest.mark.parametrize("size", [(78, 14), (70, 4), (30, 9)])
@pytest.mark.parametrize("label", DRAWN_WIDE)
def test_a_map_looks_as_with_letters_that_take_as_many_columns(label: str, size: tuple[int, int]) -> None:
    def map_of(words: str) -> str:
        edges = {"ab": ("a", "b", words), "bc": ("b", "c", words), "ba": ("b", "a", "back")}
        return text(drawing({"a": "A", "b": words, "c": words}, edges), size, active="b", paths="ab")

    plain_words = [chr(ord("p") + place) * cell_width(word) for place, word in enumerate(label.split())]
    shown = map_of(label)
    for word, letters in zip(label.split(), plain_words, strict=True):
        shown = shown.replace(word, letters)

    assert shown == map_of(" ".join(plain_words))


LABELS_OF_LINES = ["a\nb", "a\nb\n", "a\r\nb", "a\rb", "a \n b", "\na\n\nb\n\n"]


@pytest.mark.parametrize("label", LABELS_OF_LINES)
@pytest.mark.parametrize("size", [(78, 14), (40, 4), (12, 3)])
def test_a_label_of_several_lines_has_spaces_on_the_map(label: str, size: tuple[int, int]) -> None:
    trace = drawing({"a": label, "b": label}, {"ab": ("a", "b", f"E{label}")})

    shown = text(trace, size, active="a", paths="ab")

    assert shown.count("a b") >= 2
    assert "\\" not in shown


def test_edges_of_one_step_are_drawn_alone_where_room_is_scarce() -> None:
    ends = ["ab", "bc", "ca", "ac", "cb", "ba", "ad", "db", "da", "bd"]
    crowd = pairs(*ends, cells={"a": (0, 0), "b": (1, 0), "c": (0, 1), "d": (1, 1)})
    steps = tuple(replace(loop().scenarios[0].steps[0], paths=(f"{each}{index}",)) for index, each in enumerate(ends))
    crowd = replace(crowd, scenarios=(replace(loop().scenarios[0], steps=steps),))

    assert_screen("map_scarce", text(crowd, (24, 6), active="b", paths="bc1"))


def test_an_active_node_has_a_mark_and_a_heavy_border() -> None:
    resting, active = text(loop(), (118, 14)), text(loop(), (118, 14), active="plan")

    assert "●" not in resting
    assert "┏" not in resting
    assert "● Plan the step" in active
    assert active.count("┏") == active.count("┛") == 1


def _stateful() -> Trace:
    """Return the loop with a node that shows a state of two values."""
    trace = loop()
    work = replace(trace.targets["work"], shows="device")
    steps = tuple(replace(step, state={"device": "runs k"}) for step in trace.scenarios[0].steps)
    scenario = replace(trace.scenarios[0], initial={"device": "idle"}, steps=steps)
    return replace(
        trace, targets={**trace.targets, "work": work}, state_labels={"device": "Device"}, scenarios=(scenario,)
    )


@pytest.mark.parametrize("size", [(118, 16), (78, 16), (78, 8)])
def test_a_node_that_shows_a_state_has_three_looks_in_shape_and_word(size: tuple[int, int]) -> None:
    def look(active: str, state: tuple[str, str]) -> str:
        keys = frozenset([active] if active else [])
        drawn = draw_map(_stateful(), keys, frozenset(), *size, states={"work": state}) or ()
        return "\n".join(map(plain, drawn))

    acting, running, idle = look("work", ("lit", "runs k")), look("", ("running", "runs k")), look("", ("idle", "idle"))

    assert [sign for sign in "●◐○" if sign in acting] == ["●"]
    assert [sign for sign in "●◐○" if sign in running] == ["◐"]
    assert [sign for sign in "●◐○" if sign in idle] == ["○"]
    assert "runs k" in acting
    assert "runs k" in running
    assert "idle" in idle
    nodes = [[row.replace("●", "?").replace("◐", "?") for row in drawn.split("\n")] for drawn in (acting, running)]
    assert nodes[0] == nodes[1]  # a node stays where it is


def test_what_a_scenario_does_not_use_is_dotted() -> None:
    drawn = draw_map(loop(), frozenset(), frozenset(), 118, 14, absent=frozenset({"work", "copy"})) or ()

    shown = "\n".join(map(plain, drawn))
    assert "┄" in shown
    assert "┆" in shown
    assert "┄" not in text(loop(), (118, 14))
    assert {run.meaning for row in drawn for run in row if "Device work" in run.text} == {"absent"}


def test_a_travelled_edge_is_heavy_with_a_solid_head_and_its_label() -> None:
    resting, travelled = text(loop(), (118, 14)), text(loop(), (118, 14), paths="copy")

    assert "Copy to the host" not in resting
    assert "Copy to the host" in travelled
    assert (resting.count("▲"), travelled.count("▲")) == (0, 1)
    assert travelled.count("△") == resting.count("△") - 1


def test_runs_say_what_they_mean() -> None:
    found = rows(loop(), (118, 14), active="work", paths="copy")

    texts: dict[str, str] = {}
    for row in found:
        for run in row:
            texts[run.meaning] = texts.get(run.meaning, "") + run.text
    assert "Device work" in texts["active"]
    assert "Read batch" in texts["node"]
    assert "━━" in texts["path"]
    assert "──" in texts["edge"]
    assert texts["label"] == "Copy to the host"
    assert texts["quiet"].strip() == ""


def test_a_label_without_room_is_left_out() -> None:
    trace = pairs("ab", cells={"a": (0, 0), "b": (1, 0)})

    shown = text(trace, (15, 3), paths="ab0")

    assert shown == "┌───┐     ┌───┐\n│ A ┝━━━━►│ B │\n└───┘     └───┘\n"


def test_text_that_can_not_be_seen_is_shown_as_escapes() -> None:
    trace = drawing({"a": "x\x1b[31m", "b": "b"}, {"ab": ("a", "b", "\u202eevil")})

    shown = text(trace, (60, 9), paths="ab")

    assert "x\\x1b[31m" in shown
    assert "\\u202eevil" in shown


def test_nodes_stay_where_they_are_in_every_step() -> None:
    first, second = text(loop(), (78, 14), active="read"), text(loop(), (78, 14), active="cache", paths="cacheWork")

    for label in ("Read batch", "Plan the step", "Write results", "Device work"):
        places = [[row.find(label) for row in shown.splitlines()] for shown in (first, second)]
        assert places[0] == places[1]


def test_keys_of_other_things_are_passed_over() -> None:
    assert text(loop(), (78, 14), active="nobody loop", paths="nothing read") == text(loop(), (78, 14))


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (7, 3), (78, 0), (0, 20)])
def test_there_is_no_map_where_nothing_sensible_fits(size: tuple[int, int]) -> None:
    assert draw_map(loop(), NOTHING, NOTHING, *size) is None


def test_a_trace_without_nodes_has_no_map() -> None:
    assert draw_map(drawing({}), NOTHING, NOTHING, 80, 20) is None


def test_hundreds_of_nodes_are_names_in_rows() -> None:
    trace = drawing({f"n{index}": f"node {index}" for index in range(200)})

    shown = text(trace, (118, 40), active="n7")

    assert "● node 7" in shown
    assert shown.count("·") == 199


def test_a_plan_is_made_once_for_a_trace_and_a_size() -> None:
    trace = loop()

    assert plan(Same(trace), 78, 14) is plan(Same(trace), 78, 14)
    assert plan(Same(loop()), 78, 14) is not plan(Same(trace), 78, 14)


def test_a_plan_keeps_the_trace_alive_that_it_is_known_by() -> None:
    assert Same(loop()) != Same(loop())


@given(traces(), st.integers(0, 130), st.integers(0, 40))
@settings(max_examples=60)
def test_no_line_is_wider_and_no_map_higher_than_asked(trace: Trace, width: int, height: int) -> None:
    nodes, edges = (
        frozenset(trace.targets),
        frozenset(trace.scenarios[0].steps[0].paths if trace.scenarios[0].steps else ()),
    )

    found = draw_map(trace, nodes, edges, width, height) or ()

    assert len(found) <= height
    assert all(cell_width(plain(row)) <= width for row in found)


def _cells(found: MapPlan) -> dict[tuple[int, int], str]:
    return {
        (x, y): key
        for key, (left, upper, right, lower) in found.nodes.items()
        for x in range(left, right + 1)
        for y in range(upper, lower + 1)
    }


@given(traces())
@settings(max_examples=60)
def test_edges_leave_by_their_own_node_and_touch_no_other(trace: Trace) -> None:
    found = plan(Same(trace), 150, 50)

    for key, trail in found.trails.items() if found else ():
        touched = {_cells(found)[spot] for spot in trail.arms if spot in _cells(found)} if found else set()
        assert touched <= {trace.targets[key].start}


@given(traces())
@settings(max_examples=60)
def test_edges_share_no_cell_but_where_they_cross(trace: Trace) -> None:
    found = plan(Same(trace), 150, 50)
    taken: dict[tuple[int, int], int] = {}

    for trail in found.trails.values() if found and found.form.full else ():
        for spot, code in trail.arms.items():
            other = taken.get(spot, 0)
            assert not any(other // digit % 3 and code // digit % 3 for digit in (1, 3, 9, 27))
            taken[spot] = other + code


@given(traces())
@settings(max_examples=20)
def test_the_same_trace_has_the_same_map(trace: Trace) -> None:
    again = replace(trace)

    assert draw_map(again, NOTHING, NOTHING, 100, 30) == draw_map(trace, NOTHING, NOTHING, 100, 30)


LABELS = {"a": "alpha", "b": "beta", "c": "gamma"}


def shown(width: int, height: int) -> list[str] | None:
    found = names(LABELS, {"b": NodeLook("active")}, width, height)
    return None if found is None else [plain(row) for row in found]


def test_names_stand_in_as_many_columns_as_fit() -> None:
    assert shown(25, 3) == ["· alpha  ● beta   · gamma"]
    assert shown(24, 3) == ["· alpha  ● beta", "· gamma"]
    assert shown(8, 3) == ["· alpha", "● beta", "· gamma"]


def test_active_names_side_by_side_stay_apart() -> None:
    found = names(LABELS, dict.fromkeys("abc", NodeLook("active")), 30, 1) or ()

    assert found == (
        (Run("● alpha", "active"), Run("  ", "quiet"), Run("● beta", "active"), Run("   ", "quiet"),
         Run("● gamma", "active")),
    )  # fmt: skip


def test_an_active_name_means_so() -> None:
    found = names(LABELS, {"b": NodeLook("active")}, 8, 3) or ()

    assert found[1] == (Run("● beta", "active"),)
    assert found[2] == (Run("· gamma", "node"),)


def test_long_names_are_cut_rather_than_left_out() -> None:
    found = names({"a": "a" * 40, "b": "b" * 40}, {}, 28, 1) or ()

    assert [plain(row) for row in found] == ["· aaaaaaaaaa…  · bbbbbbbbbb…"]


def test_where_names_could_not_be_told_apart_there_are_none() -> None:
    assert shown(8, 2) is None
    assert shown(6, 3) is None
    assert shown(80, 0) is None
    assert names({}, {}, 80, 20) is None
