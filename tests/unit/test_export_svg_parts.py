"""The drawing as elements, its colours and its words."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.unit.drawing_helpers import drawing, loop, pairs, traces
from tests.unit.export_helpers import HOSTILE
from tests.unit.svg_helpers import SVG, classed, parsed, words
from tracecli.drawing.labels import text_width
from tracecli.drawing.pixels import picture_of
from tracecli.export.own_drawing import LIT
from tracecli.export.svg_parts import (
    direction,
    element_id,
    figure_of,
    line_path,
    number,
    picture_markup,
    self_contained,
    stylesheet,
    text_block,
    wrapped,
    xml,
)
from tracecli.model import Kind, Trace


def ends(path: str) -> tuple[list[float], list[float]]:
    """Return the first and the last point of a path."""
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


TEXT = [
    *[("ink", "paper"), ("ink", "box"), ("quiet", "paper"), ("quiet", "box"), ("on-lit", "lit"), ("lit", "paper")],
    *[("lit", "tint"), ("ink", "tint"), ("quiet", "tint"), ("ink", "panel"), ("quiet", "panel")],
]
LINES = [("line", "paper"), ("line", "box"), ("lit", "paper"), ("lit", "box"), ("lit", "line")]
SHEETS = ("palette", "drawing", "frame", "own")


def schemes() -> dict[str, dict[str, str]]:
    light, _, dark = stylesheet("palette").partition("@media screen and (prefers-color-scheme: dark)")
    return {
        name: dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", text))
        for name, text in (("light", light), ("dark", dark))
    }


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    low, high = sorted(map(luminance, (one, two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_can_be_read_on_its_ground(scheme: str, text: str, ground: str) -> None:
    colours = schemes()[scheme]

    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), LINES)
def test_lines_stand_out_from_their_ground_and_lit_ones_from_others(scheme: str, line: str, ground: str) -> None:
    colours = schemes()[scheme]

    assert contrast(colours[line], colours[ground]) >= 3


def test_the_rim_in_an_author_s_drawing_stands_out_and_black_words_in_it_can_be_read() -> None:
    assert contrast(LIT, "#ffffff") >= 3
    assert contrast(LIT, "#000000") >= 4.5


def test_light_and_dark_have_the_same_colours() -> None:
    assert [*schemes()["light"]] == [*schemes()["dark"]]


def test_what_is_lit_differs_in_more_than_colour() -> None:
    rules = {name.strip(): body for name, body in re.findall(r"([^{}]+)\{([^{}]*)\}", stylesheet("drawing"))}

    assert "stroke-width: 3" in rules[".node.lit .box"]
    assert "bold" in rules[".node.lit .name"]
    assert "visibility" in rules[".node.lit .mark"]
    assert "stroke-width: 3" in rules[".edge.lit .line"]
    assert "bold" in rules[".edge.lit .label text"]


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_can_stand_in_xml_and_reaches_for_nothing(name: str) -> None:
    text = stylesheet(name)

    assert not re.search(r"[<&>]|url\(|@import|@font-face|https?:", text)


def test_colours_are_literal_and_the_dark_ones_are_in_the_last_block() -> None:
    light, dark = self_contained(("drawing", "frame"))

    assert "var(" not in light + dark
    assert "@media" not in light
    assert dark.startswith("@media screen and (prefers-color-scheme: dark) {")
    for name, sheet in (("light", light), ("dark", dark)):
        colours = schemes()[name]
        assert f".card {{ fill: {colours['paper']}; stroke: {colours['rule']};" in sheet
    assert len(re.findall(r"#[0-9a-f]{6}", light)) == len(re.findall(r"#[0-9a-f]{6}", dark))


@given(st.text())
@example("\x00\x0b\ufffe\uffff\ud800</text>]]>&lt;\"'")
def test_any_text_can_stand_in_an_element_and_in_an_attribute(text: str) -> None:
    root = parsed(f'<g data-key="{xml(text)}">{xml(text)}</g>')

    assert root[0].get("data-key") == root[0].text or (text == "" and root[0].text is None)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_makes_no_element(text: str) -> None:
    root = parsed(f"<text>{xml(text)}</text>")

    assert [element.tag.rpartition("}")[2] for element in root.iter()] == ["svg", "text"]


def test_what_cannot_be_seen_is_a_visible_escape() -> None:
    assert xml("a\x07\u202e\ufffe") == r"a\x07\u202e\ufffe"


@given(st.text(), st.text())
def test_two_names_never_have_one_id(one: str, two: str) -> None:
    assert (element_id("p-", one) == element_id("p-", two)) == (one == two)


@given(st.text())
def test_an_id_needs_no_escape_in_a_selector(name: str) -> None:
    assert re.fullmatch("[a-zA-Z][a-zA-Z0-9_-]*", element_id("p-", name))


def test_an_id_of_letters_digits_and_hyphens_is_as_it_was() -> None:
    assert element_id("trace-", "overlap-pick-2") == "trace-overlap-pick-2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abc", "ltr"), ("12. אבג x", "rtl"), ("k−1 العنصر", "ltr"), ("العنصر k", "rtl"), ("−→ 1", "ltr"), ("", "ltr")],
)
def test_the_first_letter_decides_which_way_a_text_runs(text: str, expected: str) -> None:
    assert direction(text) == expected


def test_a_text_from_the_right_keeps_its_side() -> None:
    left, right = text_block("x", ["אבג"], (5, 9), 10, "start"), text_block("x", ["אבג"], (5, 9), 10, "end")

    assert 'text-anchor="end" direction="rtl"' in left
    assert "text-anchor" not in right


def test_lines_of_a_text_lie_below_each_other() -> None:
    assert '<tspan x="5" y="9.5">a</tspan><tspan x="5" y="19.5">b</tspan>' in text_block("x", ["a", "b"], (5, 9.5), 10)


@pytest.mark.parametrize(("value", "text"), [(5, "5"), (5.04, "5"), (5.25, "5.2"), (1234567.5, "1234567.5")])
def test_a_coordinate_has_at_most_one_decimal(value: float, text: str) -> None:
    assert number(value) == text


@given(st.text(alphabet="ab cd−予\t\n", max_size=80), st.integers(30, 200))
def test_no_line_is_broader_than_its_room_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width, 14)

    assert all(text_width(line, 14) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_bold_text_has_less_room() -> None:
    width = text_width("one two three", 14)

    assert wrapped("one two three", width, 14) == ("one two three",)
    assert wrapped("one two three", width, 14, bold=True) == ("one two", "three")


def test_a_line_break_of_the_author_begins_a_line() -> None:
    assert wrapped("one\r\ntwo\nthree", 500, 14) == ("one", "two", "three")


def test_a_long_word_is_parted_but_not_what_belongs_together() -> None:
    family = "👩\u200d👩\u200d👧"

    assert wrapped(family * 3, 30, 14) == (family,) * 3
    assert all(len(line) < 10 for line in wrapped("x" * 80, 60, 14))


def test_a_text_of_nothing_has_one_empty_line() -> None:
    assert wrapped("", 100, 14) == ("",)
    assert wrapped(" \n ", 100, 14) == ("",)


def test_escapes_count_towards_the_breadth_of_a_line() -> None:
    lines = wrapped("\u202e" * 20, 100, 14)

    assert "".join(lines) == r"\u202e" * 20
    assert len(lines) > 5
