"""What a terminal can show, and text made fit for it."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracecli.escaping import visible
from tracecli.runs import Line, Run
from tracecli.terminal.theme import PLAIN, UNICODE, Glyphs
from tracecli.widths import cell_width

_SIMPLE = str.maketrans({"→": "->", "←": "<-", "↑": "^", "↓": "v", "×": "x", "–": "-", "−": "-", "·": "-", "…": "~"})
_LINES = str.maketrans(
    dict.fromkeys("─╌", "-") | dict.fromkeys("━", "=") | dict.fromkeys("│┆", "|") | dict.fromkeys("┃", "#")
    | dict.fromkeys("▷►▶", ">") | dict.fromkeys("◁◄◀", "<") | dict.fromkeys("△▲", "^") | dict.fromkeys("▽▼", "v")
    | {"●": "*", "·": ".", "…": "~"}
)  # fmt: skip
_BREAK = re.compile("\r\n?|\n")  # other characters that some call line breaks are shown, not obeyed
_JOINTS = re.compile("[\u2500-\u257f]")


class Looks(NamedTuple):
    """How frames may look on one terminal.

    Attributes:
        color: Use colours; weight and reversal are used either way.
        links: Write hyperlinks (OSC 8).
        encoding: What the terminal reads.
    """

    color: bool = True
    links: bool = True
    encoding: str = "utf-8"

    @property
    def narrow(self) -> bool:
        """Tell whether the encoding lacks characters."""
        return not self.encoding.lower().replace("-", "").replace("_", "").startswith("utf")

    @property
    def glyphs(self) -> Glyphs:
        """Give the marks that the encoding can show."""
        return PLAIN if self.narrow else UNICODE

    def own(self, words: str) -> str:
        """Give words of ours with signs that the encoding can show."""
        return words.translate(_SIMPLE) if self.narrow else words

    def lines(self, runs: Line) -> Line:
        """Give a line of a drawing with signs that the encoding can show, each in as many columns as before."""
        return tuple(Run(self._drawn(run.text), run.meaning) for run in runs) if self.narrow else runs

    def _drawn(self, text: str) -> str:
        simple = _JOINTS.sub("+", text.translate(_LINES))
        return "".join(char if self._has(char) else "?" * cell_width(char) for char in simple)

    def _has(self, char: str) -> bool:
        return char.isascii() or char.encode(self.encoding, "ignore") != b""

    def text(self, untrusted: str) -> str:
        """Give text of a trace on one line: what can't be seen, and what the encoding lacks, as escapes."""
        shown = visible(untrusted)
        if self.narrow and not shown.isascii():
            return shown.encode(self.encoding, "backslashreplace").decode(self.encoding)
        return shown

    def paragraphs(self, untrusted: str) -> list[str]:
        """Give text of a trace as lines, where its author broke them; never empty."""
        return [self.text(line.rstrip(" ")) for line in _BREAK.split(untrusted.strip(" \r\n"))]
