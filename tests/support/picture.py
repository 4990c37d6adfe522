"""A frame of the player as an SVG: what README shows. No font, no script and nothing else comes from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.segment import Segment
from rich.style import Style

from tracecli.model import Scenario, Trace
from tracecli.playback import Cursor, moment
from tracecli.terminal.frame import Row, frame
from tracecli.terminal.output import Looks
from tracecli.terminal.view import Stage, View
from tracecli.text import visible

_WIDTH, _HEIGHT = 8.4, 17.0  # of a cell, in pixels: the usual monospaced fonts at 14 pixels, their rows touching
_MARGIN = 12
_RULES = (
    "text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre;fill:#1f2328}"
    ".ground{fill:#fff;stroke:#d0d7de}.b{font-weight:700}.d{opacity:.65}.u{text-decoration:underline}"
    ".magenta{fill:#8c1d8c}.red{fill:#b3261e}rect.r{fill:#1f2328}rect.magenta{fill:#8c1d8c}text.r{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0d1117;stroke:#30363d}"
    ".magenta{fill:#e879e8}.red{fill:#ff7b72}rect.r{fill:#e6edf3}rect.magenta{fill:#e879e8}text.r{fill:#0d1117}}"
)
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def shot(trace: Trace, scenario: Scenario, step: int, width: int, height: int) -> str:
    """Return the player's frame at one step as an SVG document."""
    view = View(scenario.id, Cursor(len(scenario.steps)).seek(step), playing=False)
    words = moment(trace, scenario, step).title
    title = f"trace play {scenario.id}: step {step} of {len(scenario.steps)}, {words}"
    return picture(frame(Stage(trace, scenario, Looks()), view, width, height).rows, visible(title))


def picture(rows: Sequence[Row], title: str) -> str:
    """Return rows of a frame as an SVG document; the same rows give the same document.

    Args:
        rows: All as wide as the first.
        title: The picture in words, for those who can't see it.
    """
    width = Segment.get_line_length(rows[0]) * _WIDTH + 2 * _MARGIN
    height = len(rows) * _HEIGHT + 2 * _MARGIN
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="frame-title">',
            f'<title id="frame-title">{title.translate(_ESCAPES)}</title>',
            f"<style>{_RULES}</style>",
            f'<rect class="ground" x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8"/>',
            *(part for number, row in enumerate(rows) for part in _row(row, number)),
            "</svg>\n",
        ]
    )


def _row(row: Row, number: int) -> Iterator[str]:
    column, top = 0, _MARGIN + number * _HEIGHT
    for segment in row:
        cells = segment.cell_length
        left, wide = _MARGIN + column * _WIDTH, cells * _WIDTH
        names = _classes(segment.style)
        if "r" in names:
            colored = "r magenta" if "magenta" in names else "r"
            yield f'<rect class="{colored}" x="{left:g}" y="{top:g}" width="{wide:g}" height="{_HEIGHT:g}"/>'
        if segment.text.strip():
            chosen = f' class="{" ".join(names)}"' if names else ""
            yield (
                f'<text{chosen} x="{left:g}" y="{top + 13:g}" textLength="{wide:g}"'
                f' lengthAdjust="spacingAndGlyphs" xml:space="preserve">{segment.text.translate(_ESCAPES)}</text>'
            )
        column += cells


def _classes(style: Style | None) -> list[str]:
    if not style:
        return []
    named = {"b": style.bold, "d": style.dim, "u": style.underline, "r": style.reverse}
    color = [style.color.name] if style.color else []
    return [name for name, given in named.items() if given] + color
