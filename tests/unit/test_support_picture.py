"""A frame as an SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tests.support.picture import picture, shot
from tests.unit.playing_helpers import scenario, seed, stage, view
from tracecli.terminal.frame import frame

SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_is_well_formed_has_a_title_and_holds_the_frames_words() -> None:
    root = ET.fromstring(picture(frame(stage(), view(4), 80, 24).rows, "The player & <you>"))  # noqa: S314 - our own text

    assert root.findtext(f"{SVG}title") == "The player & <you>"
    words = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert "Queue the handle, stash tokens" in words
    assert "was batch k−1 tokens gathered" in words


def test_a_shot_says_what_it_shows() -> None:
    drawn = shot(seed(), scenario(), 4, 100, 30)

    assert "trace play overlap: step 4 of 6, Queue the handle, stash tokens</title>" in drawn


def test_a_picture_asks_for_nothing_from_outside() -> None:
    drawn = picture(frame(stage(), view(1, over="sources"), 80, 24).rows, "Sources")

    for outside in ("href", "url(", "@import", "<script", "<image", "<foreignObject"):
        assert outside not in drawn


def test_the_same_frame_gives_the_same_picture() -> None:
    rows = frame(stage(), view(4), 120, 40).rows

    assert picture(rows, "x") == picture(rows, "x")


def test_what_is_reversed_has_a_ground_behind_it() -> None:
    drawn = picture(frame(stage(), view(4), 80, 24).rows, "x")

    assert '<rect class="r"' in drawn
    assert '<text class="b r"' in drawn
