"""Findings as Markdown, and Markdown made harmless."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tracecli.problems import Severity
from tracecli.report.findings import Results, beside, count, sentence
from tracecli.text import guard, plural, visible

# Hosts link what looks like a name, a number, a hash or an address after the Markdown is made, and look through
# character references for it. Only in code do they look for nothing, so each word that could be one of them is code.

# A word that no Markdown and no host makes anything of: letters with the marks of a sentence around them.
_WORD = re.compile(r"['\"(]*[^\W\d_]+(?:['’-][^\W\d_]+)*(?:[−+][0-9]{1,2})?[.,;:!?'\")]*|[0-9]{1,6}[,;:]?|[−–—×→…]")
_HASH = re.compile(r"[0-9a-f]{7,}", re.IGNORECASE)
_FENCES = re.compile("`+")


def prose(text: str) -> str:
    """Return text for a paragraph or a table's cell, on one line; words that could be obeyed are code."""

    def is_plain(word: str) -> bool:
        return not word or bool(_WORD.fullmatch(word) and not _HASH.search(word))

    runs = groupby(guard(visible(text)).split(" "), key=is_plain)
    return " ".join(" ".join(words) if plain else _code(" ".join(words)) for plain, words in runs)


def code(text: str) -> str:
    """Return text as code, on one line."""
    return _code(guard(visible(text)))


def _code(text: str) -> str:
    """Write code; a bar is outside of it, since after a backslash it would end a table's cell."""
    parts = text.split("|")
    for index, part in enumerate(parts):
        if part:
            fence = "`" * (max((len(fence) for fence in _FENCES.findall(part)), default=0) + 1)
            room = " " if part[0] in "` " or part[-1] in "` " else ""
            parts[index] = f"{fence}{room}{part}{room}{fence}"
    return "&#124;".join(parts)


_LONGEST = 600  # characters of one text; a comment is for a look, not for the whole document


def safe(text: str) -> str:
    """Return a text for a line or a table's cell; nothing in it is markup, a link or a mention."""
    return prose(cut_text(text)) or "*empty*"


def cut_text(text: str) -> str:
    """Return the first characters of a text that is too long for a comment."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def fenced(lines: Sequence[str], language: str) -> list[str]:
    """Return lines, escaped already, as a code block whose fence none of them can close."""
    longest = max((len(run) for text in lines for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return [f"{fence}{language}", *map(guard, lines), fence]


LIMIT = 65_000
"""Characters: GitHub takes 65,536 in a comment, and a bot may want to add a line."""

_SPARE = 500  # for the words around the last block and about what was left out


@dataclass(slots=True)
class Page:
    """Collects blocks while there is room."""

    hint: str  # what shows the rest, in words
    limit: int = LIMIT  # characters in all
    blocks: list[str] = field(default_factory=list)  # what has been taken, a text each
    used: int = 0  # characters taken so far
    left_out: int = 0  # blocks for which nothing was left

    def add(self, lines: Sequence[str], *, share: float = 1.0) -> bool:
        """Take as many lines as fit.

        Args:
            lines: Of one block, such as a table.
            share: How much of what is left the block may take.

        Returns:
            Whether the page had room at all.
        """
        if (kept := self._fitting(lines, share)) is not None:
            more = ["", self._missing(len(lines) - len(kept), "line")] if len(kept) < len(lines) else []
            self._take("\n".join([*kept, *more]))
        return kept is not None

    def add_details(self, title: str, lines: Sequence[str], language: str = "text", *, share: float = 1.0) -> None:
        """Take a collapsed code block of as many lines as fit.

        Args:
            title: Plain words.
            lines: Escaped.
            language: What the block is coloured as.
            share: How much of what is left the block may take.
        """
        if kept := self._fitting(lines, share):
            more = ["", self._missing(len(lines) - len(kept), "line")] if len(kept) < len(lines) else []
            block = ["<details>", f"<summary>{title}</summary>", "", *fenced(kept, language), *more, "", "</details>"]
            self._take("\n".join(block))

    def text(self) -> str:
        """Return the page, ending in a line break."""
        rest = [self._missing(self.left_out, "part")] if self.left_out else []
        return "\n\n".join([*self.blocks, *rest]) + "\n"

    def _fitting(self, lines: Sequence[str], share: float) -> Sequence[str] | None:
        """Return the lines that fit, None when there are some and the page is full."""
        room = self.limit - self.used - _SPARE
        if room <= 0 and lines:
            self.left_out += 1
            return None
        room = int(room * share)
        for index, text in enumerate(lines):
            room -= len(text) + 1
            if room < 0:
                return lines[:index]
        return lines

    def _missing(self, count: int, noun: str) -> str:
        return f"… {plural(count, f'more {noun}')}; {self.hint}"

    def _take(self, block: str) -> None:
        if block:
            self.blocks.append(block)
            self.used += len(block) + 2


COMMENT = 65_000
"""Bytes of a comment: GitHub takes 65,536 characters."""
SUMMARY = 1_000_000
"""Bytes of a job summary: GitHub takes 1 MiB of a step."""
MARK = "<!-- trace-validate -->"
"""The first line, by which a bot finds its comment again to update it."""

_HEAD = ["| severity | where | rule | what |", "|---|---|---|---|"]
_RESERVE = 1_500  # bytes for what is around the tables


def markdown_report(results: Results, *, most: int = COMMENT) -> str:
    """Return the report as Markdown that ends in a line break. Nothing in it pings, links or is markup by accident.

    Args:
        results: A run. Notes are apart, folded.
        most: Bytes of the whole; what does not fit is counted.
    """
    room = _Room(most - _RESERVE)
    failed = room.fill([f"- {prose(failure)}" for failure in results.failed])
    open_rows = [row for severity in (Severity.ERROR, Severity.WARNING) for row in _rows(results, severity)]
    shown = room.fill(open_rows)
    note_rows = list(_rows(results, Severity.NOTE))
    notes = room.fill(note_rows)
    counts = count(results.files)
    found = [plural(counts[one], str(one)) for one in (Severity.ERROR, Severity.WARNING, Severity.NOTE) if counts[one]]
    parts = [MARK, f"### trace: {', '.join(found) or 'no findings'} in {plural(len(results.files), 'file')}"]
    if results.failed:
        more = len(results.failed) - len(failed)
        parts.append(f"{plural(len(results.failed), 'thing')} could not be checked:")
        parts.append("\n".join([*failed, *([f"- and {more:,} more"] if more else [])]))
    if shown:
        parts.append("\n".join([*_HEAD, *shown]))
    if notes:
        parts += [f"<details><summary>{plural(counts[Severity.NOTE], 'note')}</summary>", "\n".join([*_HEAD, *notes])]
        parts.append("</details>")
    missing = sum(counts.values()) - len(shown) - len(notes)
    if missing:
        parts.append(f"{plural(missing, 'more finding')} did not fit here.")
    return "\n\n".join(parts) + "\n"


def _rows(results: Results, severity: Severity) -> Iterator[str]:
    shown = f"**{severity}**" if severity is Severity.ERROR else str(severity)
    for file, finding in results.findings(severity):
        problem, start = finding.problem, finding.range.start
        place = code(f"{results.outside(file.path)}:{start.line}:{start.column}")
        what = "<br>".join([safe(sentence(problem)), *(safe(beside(related)) for related in finding.related)])
        yield f"| {shown} | {place} | {problem.rule} | {what} |"


class _Room:
    """Bytes that are left."""

    def __init__(self, most: int) -> None:
        self._left = most

    def fill(self, rows: Sequence[str]) -> list[str]:
        """Return the rows that fit, from the first on."""
        for index, row in enumerate(rows):
            self._left -= len(row.encode()) + 1
            if self._left < 0:
                return list(rows[:index])
        return list(rows)
