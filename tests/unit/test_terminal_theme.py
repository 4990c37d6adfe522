"""Looks by meaning: legible on any ground, and nothing told by colour alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.playing_helpers import screen, view
from tracecli.terminal import output
from tracecli.terminal.output import PLAIN, STYLES, UNICODE, Glyphs
from tracecli.text import cell_width

# What xterm shows for the first eight colours, the least favourable of the common palettes.
_XTERM = {"red": (205, 0, 0), "magenta": (205, 0, 205), "green": (0, 205, 0), "yellow": (205, 205, 0)}
_ROOM = Path(output.__file__).parent


def _luminance(rgb: tuple[int, int, int]) -> float:
    """Give the relative luminance of WCAG 2.2."""
    red, green, blue = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", [(0, 0, 0), (255, 255, 255)], ids=["dark", "light"])
def test_every_colour_can_be_read_on_dark_and_on_light(ground: tuple[int, int, int]) -> None:
    used = {style.color.name for style in STYLES.values() if style.color}

    assert used
    for name in used:
        assert _contrast(_XTERM[name], ground) >= 3, name


def test_no_style_sets_a_ground_of_its_own() -> None:
    assert not [meaning for meaning, style in STYLES.items() if style.bgcolor]


def test_what_a_colour_tells_is_told_by_weight_too() -> None:
    plain = {meaning for meaning, style in STYLES.items() if style.color and not style.bold}

    assert plain <= {"label"}  # words in the drawing, beside the heavy line that they belong to


def test_what_is_active_changed_and_travelled_is_told_in_signs_and_words() -> None:
    shown = screen(80, 24, view(4))

    assert "● Result queue" in shown
    assert "◆ CPU work" in shown
    assert "was run_batch(k) returns" in shown
    assert "» Launch step → Result queue" in shown
    assert "3 of 5 changed" in shown


@pytest.mark.parametrize("glyphs", [UNICODE, PLAIN])
def test_every_mark_is_one_column_wide(glyphs: Glyphs) -> None:
    wide = {name for name, mark in glyphs._asdict().items() if isinstance(mark, str) and cell_width(mark) != 1}

    assert wide <= {"leads"}


def test_the_plain_marks_and_boxes_are_ascii() -> None:
    assert all(str(mark).isascii() for mark in PLAIN)


def test_no_other_module_of_this_room_knows_a_colour() -> None:
    names = re.compile(r"[\"'](bold )?(red|green|yellow|blue|magenta|cyan)[\"']")
    guilty = [file.name for file in _ROOM.glob("*.py") if names.search(file.read_text(encoding="utf-8"))]

    assert guilty == ["output.py"]
