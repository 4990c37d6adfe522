"""What is written to a terminal."""

from __future__ import annotations

import pytest
from rich.segment import Segment

from tests.unit.playing_helpers import seed, stage, view
from tracecli.terminal.frame import frame
from tracecli.terminal.output import Looks, linkable
from tracecli.terminal.panels import ansi, rows
from tracecli.terminal.player import Screen
from tracecli.terminal.view import View
from tracecli.text import Run

PLAIN = Looks()


def written(text: str, meaning: str = "text", looks: Looks = PLAIN, width: int = 20) -> str:
    return ansi(rows([(Run(text, meaning),)], looks, width)[0], looks)


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
    assert written("👩‍💻 ok").startswith("👩‍💻 ok\x1b[")
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


class Pad:
    """A screen that remembers what was written."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.size = (80, 24)
        self.screen = Screen(self.written.append, lambda: self.size)

    def draw(self, shown: View) -> None:
        self.screen.draw(stage(), shown)


def test_a_frame_is_one_write() -> None:
    pad = Pad()

    pad.draw(view(1))

    assert len(pad.written) == 1
    assert pad.written[0].count("H") >= 24


def test_the_same_frame_again_is_not_written() -> None:
    pad = Pad()

    pad.draw(view(1))
    pad.draw(view(1))

    assert len(pad.written) == 1


def test_of_the_next_frame_only_rows_that_changed_are_written() -> None:
    pad = Pad()

    pad.draw(view(5))
    pad.draw(view(5, speed=2.0))

    assert pad.written[1].startswith("\x1b[3;1H")
    assert pad.written[1].count("\x1b[3;1H") == 1
    assert "\x1b[4;1H" not in pad.written[1]


def test_another_size_and_a_screen_somebody_else_wrote_on_are_drawn_in_full() -> None:
    pad = Pad()
    pad.draw(view(1))

    pad.size = (40, 10)
    pad.draw(view(1))
    pad.screen.forget()
    pad.draw(view(1))

    for written_ in pad.written[1:]:
        assert all(f"\x1b[{row};1H" in written_ for row in range(1, 11))


def test_rows_beyond_the_largest_frame_are_emptied() -> None:
    pad = Pad()
    pad.size = (80, 300)

    pad.draw(view(1))

    assert pad.written[0].endswith("\x1b[300;1H\x1b[K")


def test_segments_without_style_are_left_as_they_are() -> None:
    assert ansi([Segment("a"), Segment("  ")], PLAIN) == "a\x1b[K"
