"""Frames onto a terminal: one write a frame, and only the rows that changed."""

from __future__ import annotations

from collections.abc import Callable

from tracecli.terminal.ansi import ansi
from tracecli.terminal.frame import frame
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View


class Screen:
    """What a terminal shows."""

    def __init__(self, write: Callable[[str], None], size: Callable[[], tuple[int, int]]) -> None:
        """Keep how to write, and how to learn columns and rows."""
        self._write, self._size = write, size
        self._shown: list[str] = []
        self._at = (0, 0)

    def draw(self, stage: Stage, view: View) -> int:
        """Draw a frame; give how far what is in front can be scrolled."""
        size = self._size()
        drawn = frame(stage, view, *size)
        lines = [ansi(row, stage.looks) for row in drawn.rows]
        if size != self._at:
            self.forget()
            lines += ["\x1b[K"] * (size[1] - len(lines))
        changed = [f"\x1b[{number};1H{line}" for number, line in enumerate(lines, 1) if self._differs(number, line)]
        if changed:
            self._write("".join(changed))
        self._shown, self._at = lines, size
        return drawn.furthest

    def forget(self) -> None:
        """Draw every row the next time: somebody else may have written on the screen."""
        self._shown = []

    def _differs(self, number: int, line: str) -> bool:
        return number > len(self._shown) or self._shown[number - 1] != line
