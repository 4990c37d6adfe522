"""The drawing as elements."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from tests.unit.drawing_helpers import drawing, loop, pairs, traces
from tests.unit.svg_helpers import SVG, classed, parsed, words
from tracecli.drawing.pixels import picture_of
from tracecli.export.svg_parts import element_id, figure_of, line_path, picture_markup
from tracecli.model import Kind, Trace


def ends(path: str) -> tuple[list[float], list[float]]:
    """Give the first and the last point of a path."""
    numbers = [float(found) for found in re.findall(r"-?[\d.]+", path)]
    return numbers[:2], numbers[-2:]


def test_every_target_is_a_group_with_its_id_and_key() -> None:
    trace = loop()

    root = parsed(picture_markup(picture_of(trace), prefix="p-"))

    nodes = [(node.get("id"), node.get("data-key")) for node in classed(root, "node")]
    edges = [(edge.get("id"), edge.get("data-key")) for edge in classed(root, "edge")]
    kinds = {Kind.NODE: nodes, Kind.EDGE: edges}
    for kind, found in kinds.items():
        targets = [target for target in trace.targets.values() if target.kind is kind]
        assert found == [(f"p-{target.id}", target.key) for target in targets]


def test_edges_lie_under_nodes() -> None:
    root = parsed(picture_markup(picture_of(loop()), prefix="p-"))

    kinds = [group.get("class") for group in root]
    assert kinds == ["edge"] * 8 + ["node"] * 6


def test_a_node_has_its_box_its_name_and_a_mark() -> None:
    node = classed(parsed(picture_markup(picture_of(loop()), prefix="p-")), "node")[0]

    assert [part.get("class") for part in node] == ["box", "name", "mark"]
    assert words(node) == "Read batch"


def test_an_edge_has_its_line_its_head_and_its_label() -> None:
    edge = classed(parsed(picture_markup(picture_of(loop()), prefix="p-")), "edge")[0]

    assert [part.get("class") for part in edge] == ["line", "head", "label"]
    assert words(edge) == "Hand the batch on"


def test_the_head_points_to_where_the_edge_ends_and_the_line_stays_behind_it() -> None:
    picture = picture_of(pairs("ab", cells={"a": (0, 0), "b": (1, 0)}))
    start, tip = picture.edges[0].points

    edge = classed(parsed(picture_markup(picture, prefix="p-")), "edge")[0]

    assert ends(edge[0].get("d", "")) == ([*start], [tip[0] - 7, tip[1]])
    assert ends(edge[1].get("d", ""))[0] == [*tip]


@pytest.mark.parametrize(
    ("points", "path"),
    [
        (((0, 0), (40, 0)), "M0 0L33 0"),
        (((0, 0), (40, 0), (40, 40)), "M0 0L34 0Q40 0 40 6L40 33"),
        (((0, 0), (8, 0), (8, 40)), "M0 0L4 0Q8 0 8 4L8 33"),
        (((0, 0), (0, 0)), "M0 0L0 0"),
    ],
)
def test_corners_are_round_as_far_as_there_is_room(points: tuple[tuple[int, int], ...], path: str) -> None:
    assert line_path(points) == path


def test_hostile_labels_and_keys_are_text() -> None:
    text = '</g><script>"x"</script>\x07'

    root = parsed(picture_markup(picture_of(drawing({"a": text, text: "b"})), prefix="p-"))

    assert not list(root.iter(f"{SVG}script"))
    assert '</g><script>"x"</script>' in "".join(root.itertext())
    assert classed(root, "node")[1].get("data-key") == '</g><script>"x"</script>\\x07'
    assert classed(root, "node")[1].get("id") == element_id("p-", f"id-{text}")


def test_an_empty_label_leaves_no_frame_behind() -> None:
    trace = drawing({"a": "A", "b": "B"}, {"e": ("a", "b", "")})

    assert not classed(parsed(picture_markup(picture_of(trace), prefix="p-")), "label")


@given(traces(most=6))
@settings(max_examples=30)
def test_any_drawing_is_well_formed_with_an_id_only_once(trace: Trace) -> None:
    root = parsed(picture_markup(picture_of(trace), prefix="p-"))

    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len({*ids}) == len(trace.targets)


def test_lit_copies_have_no_id_and_look_lit() -> None:
    trace = loop()

    figure, _ = figure_of(trace, "p-")

    assert {*figure.lit} == {*trace.targets}
    for copy in figure.lit.values():
        (group,) = parsed(copy)
        assert "lit" in group.get("class", "").split()
        assert "id=" not in copy


def test_a_picture_that_fits_its_column_has_its_labels_and_needs_no_legend() -> None:
    figure, legend = figure_of(loop(), "p-")

    assert "Go round again" in figure.base
    assert legend == []


def test_a_broad_picture_has_numbers_that_a_legend_explains() -> None:
    figure, legend = figure_of(loop(), "p-", 700)

    labels = [words(label) for label in classed(parsed(figure.base), "label")]
    assert labels == [str(number) for number in range(1, 9)]
    assert [(entry.mark, entry.label) for entry in legend][:2] == [("1", "Hand the batch on"), ("2", "Start the work")]


@pytest.mark.parametrize("broad", [900, 1])
def test_an_edge_without_ends_is_in_the_legend_without_a_number(broad: int) -> None:
    trace = drawing({"a": "A", "b": "B"}, {"e": ("a", "b", "drawn"), "f": (None, None, "listed")})

    _, legend = figure_of(trace, "p-", broad)

    assert (legend[-1].key, legend[-1].mark, legend[-1].label) == ("f", "", "listed")


def test_no_target_no_drawing() -> None:
    figure, legend = figure_of(drawing({}), "p-")

    assert (figure.base, figure.height, legend) == ("", 0, [])


def test_a_box_has_room_for_the_escapes_of_its_label() -> None:
    plain, escaped = figure_of(drawing({"a": "x" * 30}), "p-")[0], figure_of(drawing({"a": "\u202e" * 30}), "p-")[0]

    assert escaped.width > 3 * plain.width
