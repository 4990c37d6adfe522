"""SVG files in renderers that are not browsers, and know less of CSS: what they draw, pixel by pixel."""

from __future__ import annotations

import io
from collections.abc import Callable

import cairosvg
import pytest
import resvg_py
from PIL import Image

from tests.unit.export_helpers import laned, overlap
from tracecli.export import svg_lanes
from tracecli.export.svg import export

_FONTS = ["/usr/share/fonts"]


def _resvg(text: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=text, font_dirs=_FONTS))


def _cairo(text: str) -> bytes:
    return bytes(cairosvg.svg2png(bytestring=text.encode()))


RENDERERS = {"resvg": _resvg, "CairoSVG": _cairo}


def drawn(render: Callable[[str], bytes], text: str) -> Image.Image:
    return Image.open(io.BytesIO(render(text))).convert("RGB")


def share(picture: Image.Image, color: tuple[int, int, int]) -> float:
    """Return how much of a picture has just this colour."""
    counts = {found: count for count, found in picture.getcolors(1 << 24) or ()}
    return counts.get(color, 0) / (picture.width * picture.height)


@pytest.mark.parametrize("render", RENDERERS.values(), ids=RENDERERS)
@pytest.mark.parametrize("form", [{}, {"step": 4}, {"all_steps": True}], ids=str)
def test_paper_is_white_what_is_lit_is_dark_blue_and_nothing_is_black(
    form: dict[str, int | bool], render: Callable[[str], bytes]
) -> None:
    picture = drawn(render, export(*overlap(), **form))  # type: ignore[arg-type]

    assert share(picture, (255, 255, 255)) > 0.7
    assert share(picture, (0x0B, 0x3D, 0x78)) > 0.002
    assert share(picture, (0, 0, 0)) < 0.001


@pytest.mark.parametrize("render", RENDERERS.values(), ids=RENDERERS)
def test_the_step_that_is_chosen_is_the_one_that_is_lit(render: Callable[[str], bytes]) -> None:
    stills = [drawn(render, export(*overlap(), step=step)) for step in (1, 4)]

    assert stills[0].size == stills[1].size
    assert stills[0].tobytes() != stills[1].tobytes()


@pytest.mark.parametrize("render", RENDERERS.values(), ids=RENDERERS)
def test_lanes_have_their_hues_and_their_hatching(render: Callable[[str], bytes]) -> None:
    trace = laned()

    picture = drawn(render, svg_lanes.export(trace, trace.scenarios))

    assert share(picture, (0xA8, 0xC8, 0xF5)) > 0.05
    assert share(picture, (0xFF, 0xD6, 0xA5)) > 0.01
    assert share(picture, (0xF3, 0xC6, 0xC3)) > 0.005
    assert share(picture, (0, 0, 0)) < 0.001
