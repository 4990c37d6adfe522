"""What is written: rows of frames, looks by meaning that can be read on any ground, and whether there is a terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style

from tests.unit.playing_helpers import screen, seed, stage, view
from tracecli.terminal import output
from tracecli.terminal.frame import drawn_rows, frame
from tracecli.terminal.output import _ASCII, Looks, Mark, ansi, interactive, linkable, playable, reduced_motion
from tracecli.terminal.panels import STYLES, line
from tracecli.text import cell_width

PLAIN = Looks()


def written(text: str, meaning: str = "text", looks: Looks = PLAIN, width: int = 20) -> str:
    address = meaning.removeprefix("link ") if meaning.startswith("link ") else None
    shown = line((text, "link" if address else meaning))
    if address and looks.links:
        shown.stylize(Style(link=address))
    return ansi(drawn_rows(shown, width)[0], looks)


def test_a_row_is_its_text_and_the_rest_of_the_line_erased() -> None:
    assert written("text") == "text\x1b[K"


def test_a_full_row_erases_nothing_since_that_would_take_its_last_character() -> None:
    assert written("x" * 20) == "x" * 20


def test_meanings_become_codes_of_the_first_sixteen_colours() -> None:
    assert written("new", "changed") == "\x1b[1;35mnew\x1b[0m\x1b[K"
    assert written("on", "active") == "\x1b[1;7mon\x1b[0m\x1b[K"


def test_without_colours_weight_stays() -> None:
    assert written("new", "changed", Looks(color=False)) == "\x1b[1mnew\x1b[0m\x1b[K"


def test_behind_text_of_doubtful_width_the_column_is_set() -> None:
    assert written("状態") == "状態\x1b[5G\x1b[K"
    assert written("👩‍💻 ok") == "👩‍💻\x1b[3G ok\x1b[K"
    assert written("a 1️⃣ b ❤️", "active") == "\x1b[1;7ma 1️⃣\x1b[5G b ❤️\x1b[10G\x1b[0m\x1b[K"
    assert written("שלום").endswith("\x1b[5G\x1b[K")
    assert written("−→│●…é") == "−→│●…é\x1b[K"


def test_a_link_is_written_without_an_identifier_and_closed() -> None:
    drawn = written("title", "link https://example.org/a")

    assert drawn == "\x1b]8;;https://example.org/a\x1b\\\x1b[4mtitle\x1b[0m\x1b]8;;\x1b\\\x1b[K"


def test_a_terminal_without_links_gets_the_text_alone() -> None:
    assert written("title", "link https://example.org/a", Looks(links=False)) == "\x1b[4mtitle\x1b[0m\x1b[K"


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ("HTTP://example.org", "HTTP://example.org"),
        ("https://example.org/−", "https://example.org/%E2%88%92"),
        ("https://example.org/\x1b]8;;evil", None),
        ("https://example.org/\x9d", None),
        ("https://example.org/a b", None),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("", None),
    ],
)
def test_only_web_addresses_in_printable_ascii_are_linked(url: str, safe: str | None) -> None:
    assert linkable(url) == safe


def test_the_seeds_sources_are_links_in_its_frame() -> None:
    drawn = "".join(ansi(row, PLAIN) for row in frame(stage(), view(1, over="sources"), 120, 40).rows)

    urls = [source.url for source in seed().sources if source.url]
    assert all(f"\x1b]8;;{url}\x1b\\" in drawn for url in urls)
    assert drawn.count("\x1b]8;;") == 2 * drawn.count("\x1b]8;;https")


def test_segments_without_style_are_left_as_they_are() -> None:
    assert ansi([Segment("a"), Segment("  ")], PLAIN) == "a\x1b[K"


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
    shown = screen(120, 40, view(4))

    assert "● Result queue" in shown
    assert "◆ CPU work" in shown
    assert "was run_batch(k) returns" in shown
    assert "» Launch step → Result queue" in shown
    assert "3 of 5 changed" in shown


@pytest.mark.parametrize("sign", [*Mark, *_ASCII, *"┏╮├┨╋"])
def test_every_sign_has_one_column_with_and_without_unicode(sign: str) -> None:
    plain = Looks(encoding="ascii").signs(sign)

    assert cell_width(sign) == cell_width(plain) == 1
    assert plain.isascii()
    assert plain != "?"


def test_a_row_keeps_its_columns_and_what_its_encoding_has() -> None:
    assert Looks(encoding="ascii").signs("日 → é ┏━┓") == "?? > ? +=+"
    assert Looks(encoding="iso8859-1").signs("× · é →") == "× · é >"
    assert Looks().signs("日 →") == "日 →"


def test_no_other_module_of_this_room_knows_a_colour() -> None:
    names = re.compile(r"[\"'](bold )?(red|green|yellow|blue|magenta|cyan)[\"']")
    guilty = [file.name for file in _ROOM.glob("*.py") if names.search(file.read_text(encoding="utf-8"))]

    assert guilty == ["output.py"]


CAPABLE = {"TERM": "xterm"}


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_two_terminals_of_a_kind_that_can_draw_are_interactive() -> None:
    assert interactive(Tty(), Tty(), CAPABLE)


@pytest.mark.parametrize(
    "environment",
    [{}, {"TERM": ""}, {"TERM": "dumb"}, {"TERM": "xterm", "ACCESSIBLE": "1"}, {"FORCE_COLOR": "1"}],
)
def test_an_environment_that_asks_for_plain_text_is_not(environment: dict[str, str]) -> None:
    assert not interactive(Tty(), Tty(), environment)


def test_a_pipe_on_either_side_is_not_whatever_the_environment_says() -> None:
    forced = CAPABLE | {"FORCE_COLOR": "1"}

    assert not interactive(io.StringIO(), Tty(), forced)
    assert not interactive(Tty(), io.StringIO(), forced)


@pytest.mark.parametrize(("value", "asked"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_reduced_motion_is_asked_for_by_any_value_but_0(value: str, asked: bool) -> None:  # noqa: FBT001
    assert reduced_motion({"REDUCED_MOTION": value}) is asked


def test_the_player_needs_termios(monkeypatch: pytest.MonkeyPatch) -> None:
    assert playable()

    monkeypatch.setattr("tracecli.terminal.output.find_spec", lambda _name: None)

    assert not playable()
