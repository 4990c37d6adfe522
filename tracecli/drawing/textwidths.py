"""How broad a text is in a sans-serif font, near enough to leave room for it without any font at hand."""

from __future__ import annotations

from tracecli.widths import cell_width

# Advance widths in thousandths of the font size, from the metrics of Helvetica (Adobe Core 14 AFM files).
_ADVANCES = {
    width: frozenset(chars)
    for width, chars in {
        222: "ijl'",
        278: " !,./:;I[]\\ftr|",
        340: '()-`{}"',
        420: "*^",
        500: "Jcksvxyz",
        556: "#$?0123456789Labdeghnopqu_",
        584: "+<=>~−×→←",
        611: "FTZ",
        667: "&ABEKPSVXY",
        722: "CDHNRUw",
        778: "GOQ",
        833: "Mm",
        889: "%",
        944: "W",
        1015: "@",
    }.items()
}
_WIDTHS = {char: width for width, chars in _ADVANCES.items() for char in chars}
_WIDE, _OTHER = 1000, 600
_SLACK = 1.12  # common substitutes such as DejaVu Sans and Verdana run wider


def text_width(text: str, size: float) -> float:
    """Give the estimated breadth of one line, rather too much than too little.

    Args:
        text: The line.
        size: Font size; the answer has the same unit.
    """
    return sum(map(_advance, text)) * size * _SLACK / 1000


def _advance(char: str) -> int:
    known = _WIDTHS.get(char)
    if known is not None:
        return known
    return (0, _OTHER, _WIDE)[cell_width(char)]
