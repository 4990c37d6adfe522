"""What is written: standard output and error, colours by meaning, and what a terminal can show.

Knows Rich only where a row of a frame is written, so a command that prints plain text does not pay for it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from tracecli.descriptors import write_all
from tracecli.errors import ExitCode
from tracecli.text import Line, cell_width, guard_lines, one_line, plain, visible

if TYPE_CHECKING:
    from rich.segment import Segment
    from rich.style import Style

# Colours are of the first eight and only those that can be read on black and on white alike (a test measures it);
# everything else is said by weight, reversal and dimness. Colour is never the only sign: a glyph or a word says it too.
LOOKS: dict[str, str] = {
    "text": "",
    "quiet": "dim",
    "title": "bold",
    "head": "bold",
    "position": "bold",
    "border": "dim",
    "strong-border": "bold",
    "active": "bold reverse",
    "path": "bold magenta",
    "changed": "bold magenta",
    "was": "",
    "hidden": "bold",
    "lane": "",
    "lane-words": "reverse",
    "lane-odd": "bold magenta",
    "lane-odd-words": "bold reverse magenta",
    "lane-quiet": "dim",
    "lane-quiet-words": "dim",
    "node": "",
    "running": "bold",
    "idle": "dim",
    "absent": "dim",
    "value": "",
    "edge": "dim",
    "label": "magenta",
    "hit": "bold underline",
    "key": "bold",
    "link": "underline",
    "chosen": "reverse",
    "message": "bold",
    "error": "bold red",
    "warning": "bold magenta",
    "note": "bold",
    "place": "bold",
    "rule": "bold",
    "excerpt": "",
    "mark": "bold",
    "left": "bold red",
    "right": "bold magenta",
}
"""Meaning → words for its style: `bold`, `dim`, `underline`, `reverse`, and a colour."""

CODES: dict[str, int] = {"bold": 1, "dim": 2, "underline": 4, "reverse": 7, "red": 31, "magenta": 35}
"""The same words as SGR parameters (ECMA-48, 8.3.117)."""


def painted(line: Line, *, color: bool) -> str:
    """Return a line as text, coloured by the meanings of its runs if asked; without Rich, which costs an import."""
    if not color:
        return plain(line)
    codes = ((_code(run.meaning), run.text) for run in line)
    return "".join(f"\x1b[{code}m{text}\x1b[0m" if code else text for code, text in codes)


@cache
def _code(meaning: str) -> str:
    return ";".join(str(CODES[word]) for word in LOOKS.get(meaning, "").split())


def wants_color(choice: str, environment: Mapping[str, str], stream: TextIO) -> bool:
    """Decide whether to colour: the option first, then NO_COLOR, FORCE_COLOR, and whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return stream.isatty() and environment.get("TERM", "") not in ("", "dumb")


class UnwritableError(Exception):
    """Standard output accepts no more. Not an OSError, which Typer would answer in its own way.

    `guarded` reports it; anybody else only has to stop writing.
    """


class _StandardStream(io.FileIO):
    """What is below standard output and standard error: it accepts all that is written, or fails once.

    Python's own drops the rest of an incomplete write when it is unbuffered (PYTHONUNBUFFERED), and raises in the
    middle of one when it is non-blocking. After a failure this one discards what is written, so that no later flush
    fails again; the interpreter's last one would end in exit code 120.
    """

    def __init__(self, descriptor: int, *, raises: bool) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self.failure: OSError | None = None
        self._raises = raises

    def write(self, data: Any) -> int:
        content = memoryview(data)
        if self.failure is None:
            try:
                write_all(self.fileno(), content)
            except OSError as error:
                self.failure = error
                if self._raises:
                    raise UnwritableError from error
        return content.nbytes


def prepare() -> None:
    """Make the streams safe: what is written is written whole, or its failure is known (see `guarded`).

    A character that the encoding lacks becomes an escape. A closed output is silent; a closed input can't be read.
    """
    if sys.stdin is None:  # written to instead of read from, so that reading fails and is not taken for an empty file
        sys.stdin = open(os.open(os.devnull, os.O_WRONLY), encoding="utf-8")  # noqa: SIM115 - lives as long as we do
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - the same
        elif isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _reliable(stream, raises=name == "stdout"))


def _reliable(stream: io.TextIOWrapper, *, raises: bool) -> io.TextIOWrapper:
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO:  # a console of Windows, a test's buffer, or prepared before
        stream.reconfigure(errors="backslashreplace")
        return stream
    stream.flush()
    unbuffered = stream.buffer is raw
    ours: Any = _StandardStream(raw.fileno(), raises=raises)
    return io.TextIOWrapper(
        ours if unbuffered else io.BufferedWriter(ours),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=unbuffered,
    )


def guarded(work: Callable[[], int], *, lost: int = ExitCode.FAILED) -> int:
    """Prepare the streams, do the work, and return its exit code if all of its output could be written.

    Standard output that can't be written (a full disk) is reported in one line. A reader that has gone
    (`trace ... | head`) is not a failure: nothing is reported, and work that was interrupted by it is well done.

    Args:
        work: Writes to the standard streams and returns an exit code.
        lost: The exit code for output that could not be written, also to standard error.
    """
    prepare()
    try:
        code = work()
        sys.stdout.flush()
    except UnwritableError:
        code = ExitCode.OK
    if failure := _failure(sys.stdout):
        err(f"error: standard output can't be written: {visible(failure.strerror or str(failure))}")
    with contextlib.suppress(OSError, ValueError):  # a stream that is not ours
        sys.stderr.flush()
    return lost if failure or _failure(sys.stderr) else code


def _failure(stream: TextIO) -> OSError | None:
    """Return why a stream could not be written, unless it is that its reader has gone."""
    buffer = getattr(stream, "buffer", None)
    failure = getattr(getattr(buffer, "raw", buffer), "failure", None)
    return None if isinstance(failure, BrokenPipeError) else failure


def out(text: str) -> None:
    """Write a part of the report, for people: no line of it starts a CI runner's command.

    Args:
        text: One or more whole lines; a missing last line break is added.
    """
    _write(sys.stdout, guard_lines(text))


def data(text: str) -> None:
    """Write machine-readable output exactly as it is (JSON and its like escape on their own)."""
    _write(sys.stdout, text)


def err(text: str) -> None:
    """Write a summary, a hint or an error for people; never mixed into the report."""
    with contextlib.suppress(UnwritableError):  # known to `guarded`; what is said here still has to be heard
        sys.stdout.flush()  # keeps the order right where both go to one place
    _write(sys.stderr, guard_lines(text))


def _write(stream: TextIO, text: str) -> None:
    if text:
        stream.write(text if text.endswith("\n") else f"{text}\n")


def columns(environment: Mapping[str, str], default: int = 80) -> int:
    """Return the columns for layouts that need a width: COLUMNS, else the terminal's, else 80."""
    asked = environment.get("COLUMNS", "")
    if asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) < 100_000:
        return int(asked[:6])
    try:
        return os.get_terminal_size(1).columns or default
    except OSError:
        return default


def interactive(stdin: TextIO, stdout: TextIO, environment: Mapping[str, str]) -> bool:
    """Return whether the player can take keys and draw: decided from streams and environment, never from Rich.

    Args:
        stdin: Where keys would come from; must be a terminal.
        stdout: Where frames would go; must be a terminal.
        environment: `TERM` must name a terminal that can do more than print, `ACCESSIBLE` must not be set.
    """
    able = environment.get("TERM", "") not in {"", "dumb"}
    return able and not _is_set(environment, "ACCESSIBLE") and stdin.isatty() and stdout.isatty()


def playable() -> bool:
    """Return whether this system has what the player needs; without it (Windows) there is the transcript."""
    return find_spec("termios") is not None


def reduced_motion(environment: Mapping[str, str]) -> bool:
    """Return whether nothing may move by itself."""
    return _is_set(environment, "REDUCED_MOTION")


def _is_set(environment: Mapping[str, str], name: str) -> bool:
    return environment.get(name, "") not in {"", "0"}


class Mark(StrEnum):
    """The signs of a frame, each one column wide and beside a word."""

    DONE = "●"
    NOW = "◉"
    AHEAD = "○"
    PLAY = "▶"
    PAUSE = "‖"
    END = "■"
    LEFT = "▰"
    GONE = "▱"
    RUNNING = "◐"
    IDLE = "○"
    PATH = "»"
    CHANGED = "◆"
    CHOSEN = "▸"
    HERE = "▲"
    BETWEEN = "│"
    UP = "↑"
    DOWN = "↓"


# What stands for our own signs where the encoding lacks them, column for column. Other lines are joints: `+`.
_ASCII = {
    sign: plain_sign
    for signs, plain_sign in {
        "→▶▸»▷►": ">", "←◁◄◀": "<", "↑▲△": "^", "↓▼▽": "v", "●◆": "*", "◉": "@", "○": ".", "■": "!", "‖━█": "=",
        "×": "x", "─╌┄–−·▓": "-", "│┆": "|", "┃": "#", "…": "~", "░": "/", "◐": "+", "▰": "=", "▱": "-",
    }.items()
    for sign in signs
}  # fmt: skip
_JOINT = re.compile("[\u2500-\u257f]")


class Looks(NamedTuple):
    """What one terminal can show."""

    color: bool = True  # weight and reversal are used either way
    links: bool = True  # hyperlinks (OSC 8)
    encoding: str = "utf-8"

    @property
    def narrow(self) -> bool:
        """Whether the encoding lacks characters."""
        return not self.encoding.lower().replace("-", "").replace("_", "").startswith("utf")

    def text(self, untrusted: str) -> str:
        """Return text of a trace on one line: what can't be seen, and what the encoding lacks, as escapes."""
        shown = visible(one_line(untrusted))
        if self.narrow and not shown.isascii():
            return shown.encode(self.encoding, "backslashreplace").decode(self.encoding)
        return shown

    def signs(self, row: str) -> str:
        """Return text of a finished row with signs that the encoding can show, each as wide as before."""
        if not self.narrow or row.isascii():
            return row
        return "".join(char if char.encode(self.encoding, "ignore") else _sign(char) for char in row)


def _sign(char: str) -> str:
    return _ASCII.get(char) or ("+" if _JOINT.match(char) else "?" * cell_width(char))


# Latin, Greek, Cyrillic, punctuation, arrows, mathematics, box drawing and shapes are one column wide everywhere.
_DOUBTFUL = re.compile("[^ -~\u00a0-\u02ff\u0370-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]+")


def ansi(row: Sequence[Segment], looks: Looks) -> str:
    """Return a row of a frame as it is written to a terminal.

    Does what Rich's own writer does not. Spaces at the end are not sent, the rest of the line is erased instead. Links
    carry no random id, so the same frame is the same text. And after text whose width terminals disagree about, the
    column is set (`CSI column G`), so that a border stays where it belongs.
    """
    kept = list(row)
    while kept and not kept[-1].style and not kept[-1].text.strip(" "):
        kept.pop()
    if kept and not kept[-1].style:
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip(" "))
    used = sum(segment.cell_length for segment in kept)
    erase = "\x1b[K" if used < sum(segment.cell_length for segment in row) else ""  # after a full row it takes a column
    return "".join(_pieces(kept, looks)) + erase


def _pieces(row: Sequence[Segment], looks: Looks) -> Iterator[str]:
    column = 1
    for segment in row:
        text = segment.text
        if not text.isascii():
            text = _DOUBTFUL.sub(partial(_set_column, column), text)
        yield _styled(text, segment.style, looks) if segment.style else text
        column += segment.cell_length


def _set_column(start: int, doubtful: re.Match[str]) -> str:
    return f"{doubtful.group()}\x1b[{start + cell_width(doubtful.string[: doubtful.end()])}G"


def _styled(text: str, style: Style, looks: Looks) -> str:
    from rich.color import ColorSystem  # noqa: PLC0415 - only a frame has segments, and Rich is loaded then

    link, style = style.link, style.update_link(None)
    drawn = (style if looks.color else style.without_color).render(text, color_system=ColorSystem.STANDARD)
    return f"\x1b]8;;{link}\x1b\\{drawn}\x1b]8;;\x1b\\" if link else drawn


def linkable(url: str) -> str | None:
    """Return an address that is safe inside OSC 8: http or https, in printable ASCII; else None.

    The sequence allows only bytes 32 to 126 (its specification, "Encodings"): others are percent-encoded, and an
    address with a control character or a space is not linked at all.
    """
    if not url.lower().startswith(("https://", "http://")) or not url.isprintable() or " " in url:
        return None
    return "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode()) for char in url)
