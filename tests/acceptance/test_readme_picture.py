"""README's first picture shows the overlap at first sight: its pixels are read as a code host shows them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.support.browser import Chromium
from tests.unit.export_helpers import ROOT
from tests.unit.svg_helpers import classed, parsed, words

_WIDTH = 720  # pixels of a picture in a README
_SHAPES = 40  # pixels beside the middle of a column, free of the letters of a bar that spans two columns
_PICTURE = ROOT / "docs" / "comparison.svg"


def _hatched(patch: Image.Image) -> bool:
    """Return whether a patch is striped on paper, and not a bar of one colour."""
    pixels = [patch.getpixel((x, y)) for x in range(patch.width) for y in range(patch.height)]
    colors = [color for color in pixels if isinstance(color, tuple)]
    paper = sum(min(color) > 240 for color in colors)
    red = sum(color[0] > max(color[1:]) + 20 for color in colors)
    return paper > len(colors) / 5 and red > len(colors) / 5


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_gpu_is_hatched_in_four_of_six_serial_columns_and_in_no_overlapped_one(
    motion: str, chromium: Chromium, tmp_path: Path
) -> None:
    root = parsed(_PICTURE.read_text(encoding="utf-8"))
    scale = _WIDTH / float(root.get("width", "0"))
    columns = [float(one[0].get("x", "0")) for one in classed(root, "axis")]
    rows = [float(one[0].get("y", "0")) for one in classed(root, "lane-name") if words(one) == "GPU work"]
    holder = tmp_path / "readme.html"
    holder.write_text(f'<body style="margin:0"><img src="{_PICTURE.as_uri()}" width="{_WIDTH}">', encoding="utf-8")

    page = chromium.page(viewport={"width": _WIDTH, "height": 700}, reduced_motion=motion)
    page.goto(holder.as_uri())
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")

    found = []
    for y in rows:
        boxes = [(x - _SHAPES - 6, y - 17, x - _SHAPES + 6, y + 9) for x in columns]
        patches = [shot.crop(tuple(round(edge * scale) for edge in box)) for box in boxes]  # type: ignore[arg-type]
        found.append([_hatched(patch) for patch in patches])
    assert found == [[True, True, False, False, True, True], [False] * 6]
