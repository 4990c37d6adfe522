"""Colours can be told apart and read, in light and dark; style sheets reach for nothing."""

from __future__ import annotations

import re

import pytest

from tracecli.export.own_drawing import LIT
from tracecli.export.svg_parts import self_contained, stylesheet

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


def test_every_colour_is_there_without_variables_too() -> None:
    rules = self_contained(("drawing", "frame"))

    for match in re.finditer(r"([a-z-]+): var\(--([a-z-]+)\)", rules):
        plain = f"{match[1]}: {schemes()['light'][match[2]]}; "
        assert rules[: match.start()].endswith(plain)
