"""A Markdown page of limited length: what does not fit is counted, never cut through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracecli.report.markdown_text import fenced

LIMIT = 65_000
"""Characters: GitHub takes 65,536 in a comment, and a bot may want to add a line."""

_SPARE = 500  # for the words around the last block and about what was left out


@dataclass(slots=True)
class Page:
    """Collects blocks while there is room.

    Attributes:
        hint: What shows the rest, in words.
        limit: Characters in all.
        blocks: What has been taken, a text each.
        used: Characters taken so far.
        left_out: Blocks for which nothing was left.
    """

    hint: str
    limit: int = LIMIT
    blocks: list[str] = field(default_factory=list)
    used: int = 0
    left_out: int = 0

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
        """Give the page, ending in a line break."""
        rest = [self._missing(self.left_out, "part")] if self.left_out else []
        return "\n\n".join([*self.blocks, *rest]) + "\n"

    def _fitting(self, lines: Sequence[str], share: float) -> Sequence[str] | None:
        """Give the lines that fit, None when there are some and the page is full."""
        room = self.limit - self.used - _SPARE
        if room <= 0 and lines:
            self.left_out += 1
            return None
        room = int(room * share)
        for count, text in enumerate(lines):
            room -= len(text) + 1
            if room < 0:
                return lines[:count]
        return lines

    def _missing(self, count: int, noun: str) -> str:
        return f"… {count:,} more {noun if count == 1 else f'{noun}s'}; {self.hint}"

    def _take(self, block: str) -> None:
        if block:
            self.blocks.append(block)
            self.used += len(block) + 2
