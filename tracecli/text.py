"""Text on its way to people: made harmless, measured, wrapped, named nearly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

T = TypeVar("T")

LINE_BREAK = re.compile(r"\r\n?|\n")
"""What an author typed to begin a line; other characters that some call line breaks are shown, not obeyed."""

# Two different dangers, two functions. `visible` shows what a terminal or an eye would obey or miss (control, C1,
# bidirectional and invisible characters, lone surrogates) as escapes. `guard` defuses a finished line that a CI runner
# would take for a command: `::` at the start after spaces, `##[` and `##vso[` anywhere (GitHub Actions runner,
# `ActionCommand.cs`; Azure Pipelines logging commands).

# Cc, Cf, Cs, Zl and Zp of Unicode 15, but for the two joiners that emoji and Indic scripts need (U+200C, U+200D) and
# the soft hyphen's neighbours that print. Written out, because asking unicodedata for each character costs 30 times
# as much as one regular expression. A joiner with nothing before it joins nothing, and hides from every measure.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
    "|(?<!\\S)\u200d"
)
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
COMMAND_ANYWHERE = r"#(?=#\[|#(?i:vso)\[)"
"""The first character of what a CI runner obeys wherever it is in a line."""
COMMAND = rf"^(\s*):(?=:)|{COMMAND_ANYWHERE}"
"""The same with what it obeys at the start of a line; group 1 is what is before that."""
_COMMAND = re.compile(COMMAND)


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    r"""Return `text` on one line, with everything that can't be seen as `\n`, `\x1b`, `\u202e`."""
    return UNSEEN.sub(_escape, text)


def _defuse(match: re.Match[str]) -> str:
    return "\\x23" if match.group().startswith("#") else f"{match.group(1)}\\x3a"


def guard(line: str) -> str:
    """Return a finished output line that no CI runner takes for a command.

    Args:
        line: One line, without its line break.
    """
    return _COMMAND.sub(_defuse, line)


def guard_lines(text: str) -> str:
    """Guard every line of a finished text; only LF ends a line, since `visible` has shown all other breaks."""
    return "\n".join(map(guard, text.split("\n"))) if ":" in text or "#" in text else text


_LONGEST = 64  # names longer than this are compared by their first characters: edit distance is quadratic in length


def distance(left: str, right: str) -> int:
    """Return the optimal string alignment distance: insert, delete, replace, swap two neighbours (Damerau 1964)."""
    two_above: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, two_above[j - 2] + 1)
            row.append(best)
        two_above, above = above, row
    return above[-1]


def near_names(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Return the known names that `word` may be a slip of, nearest first.

    Case counts for nothing, and a third of the longer name's characters may differ. Only the names at the smallest
    distance are given, in their own order, so one name in the answer means: one candidate.
    """
    wanted = word.casefold()[:_LONGEST]
    scored: list[tuple[int, str]] = []
    for name in dict.fromkeys(names):
        known = name.casefold()[:_LONGEST]
        allowed = max(1, max(len(wanted), len(known)) // 3)
        if abs(len(wanted) - len(known)) <= allowed and (found := distance(wanted, known)) <= allowed:
            scored.append((found, name))
    if not scored:
        return []
    least = min(found for found, _ in scored)
    return [name for found, name in scored if found == least][:most]


def plural(number: int, noun: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def number_range(first: int, last: int) -> str:
    """Return `3`, or `3–5`."""
    return f"{first}" if first == last else f"{first}–{last}"


def runs_of(items: Iterable[T], together: Callable[[T, T], object]) -> Iterator[list[T]]:
    """Yield the items in lists of neighbours that belong together.

    Args:
        items: In order.
        together: Whether an item and the one after it are of the same run.
    """
    run: list[T] = []
    for item in items:
        if run and not together(run[-1], item):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


class Run(NamedTuple):
    """A piece of a line."""

    text: str  # escaped already, without line breaks
    meaning: str  # A name of the theme such as `error`, `changed` or `quiet`; never a colour


Line = tuple[Run, ...]


def line(*runs: Run) -> Line:
    """Return a line of the runs that hold any text."""
    return tuple(run for run in runs if run.text)


def plain(runs: Line) -> str:
    """Return a line as text alone."""
    return "".join(run.text for run in runs)


def cell_width(text: str) -> int:
    """Return the columns that `text` takes on a terminal, as Rich measures them.

    One measure for everything on a terminal: two that disagree, say about joined emoji, put borders out of line.

    Args:
        text: One line, escaped already.
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - text in ASCII alone never needs it

    return cell_len(text)


def graphemes(text: str) -> list[tuple[str, int]]:
    """Return the characters of `text` as people see them, each with its columns: accents and joined emoji are one."""
    if text.isascii():
        return [(char, 1) for char in text]
    from rich.cells import split_graphemes  # noqa: PLC0415 - as above

    return [(text[start:end], columns) for start, end, columns in split_graphemes(text)[0]]


def cut(text: str, width: int) -> str:
    """Return `text` in at most `width` columns, with `…` in place of what is left out."""
    if cell_width(text) <= width:
        return text
    if width < 1:
        return ""
    end = columns = 0
    for cluster, taken in graphemes(text[: 8 * width]):  # text without end is not measured to its end
        columns += taken
        if columns >= width:
            break
        end += len(cluster)
    return f"{text[:end]}…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return `text` filled with spaces to `width` columns.

    Args:
        text: One line.
        width: Columns to fill; a longer text is returned unchanged.
        right: Put the spaces in front.
    """
    spaces = " " * (width - cell_width(text))
    return spaces + text if right else text + spaces


def wrap(text: str, width: int, *, keep: bool = False) -> Iterator[str]:
    """Yield the lines of `text` broken at spaces to `width` columns; a longer word is broken inside.

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
        if columns <= room or (keep and word.isascii()):
            line, used = word, columns
        else:
            *full, line = _chunks(word, room)
            yield from full
            used = cell_width(line)
    yield line


def _chunks(word: str, width: int) -> Iterator[str]:
    chunk, used = "", 0
    for cluster, columns in graphemes(word):
        if used + columns > width:
            yield chunk
            chunk, used = "", 0
        chunk, used = chunk + cluster, used + columns
    yield chunk


_UNSAFE = re.compile(rf"{COMMAND_ANYWHERE}|\x7f")


def json_text(data: object) -> str:
    r"""Return data as indented JSON that ends in a line break.

    DEL and everything beyond ASCII is a `\u` escape, so no control or bidirectional character reaches a terminal;
    `##[` and `##vso[` begin with `\u0023`, so no log line is a command. A parser gives back exactly what was put in.
    """
    return _UNSAFE.sub(_jsontext_escape, json.dumps(data, indent=2)) + "\n"


def _jsontext_escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
