"""How many terminal columns a text takes: wide characters two, combining ones none (Unicode Standard Annex #11)."""

from __future__ import annotations

from collections.abc import Iterator


class _Widths(dict[str, int]):
    """Character → columns; each character is looked up once."""

    def __missing__(self, char: str) -> int:
        from unicodedata import category, east_asian_width  # noqa: PLC0415 - text in ASCII alone never needs it

        unseen = category(char) in {"Mn", "Me", "Cf", "Cc"}
        width = self[char] = 0 if unseen else 2 if east_asian_width(char) in "WF" else 1
        return width


_WIDTHS = _Widths()


def cell_width(text: str) -> int:
    """Give the columns that `text` takes on a terminal.

    Args:
        text: One line, escaped already: control characters count as nothing.
    """
    return len(text) if text.isascii() else sum(map(_WIDTHS.__getitem__, text))


def cut(text: str, width: int) -> str:
    """Give `text` in at most `width` columns, with `…` in place of what is left out."""
    if cell_width(text) <= width:
        return text
    return f"{text[: _fitting(text, width - 1)]}…" if width > 0 else ""


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Give `text` filled with blanks to `width` columns.

    Args:
        text: One line.
        width: Columns to fill; a longer text is given as it is.
        right: Put the blanks in front.
    """
    blanks = " " * (width - cell_width(text))
    return blanks + text if right else text + blanks


def wrap(text: str, width: int, *, keep: bool = False) -> Iterator[str]:
    """Give the lines of `text` broken at blanks to `width` columns; a longer word is broken inside.

    Args:
        text: One line.
        width: Columns of a line.
        keep: Leave a longer word whole if it is all ASCII, such as a link that someone will copy.
    """
    room = max(2, width)  # a wide character needs two columns
    line, used = "", 0
    for word in text.split(" "):
        columns = cell_width(word)
        if line and used + 1 + columns <= room:
            line, used = f"{line} {word}", used + 1 + columns
            continue
        if line:
            yield line
        whole = columns <= room or (keep and word.isascii())
        *full, line = [word] if whole else _chunks(word, room)
        yield from full
        used = cell_width(line)
    yield line


def _chunks(word: str, width: int) -> Iterator[str]:
    start = used = 0
    for index, char in enumerate(word):
        if used + _WIDTHS[char] > width:
            yield word[start:index]
            start, used = index, 0
        used += _WIDTHS[char]
    yield word[start:]


def _fitting(text: str, width: int) -> int:
    """Give how many characters from the start fit in `width` columns."""
    for index, char in enumerate(text):
        width -= _WIDTHS[char]
        if width < 0:
            return index
    return len(text)
