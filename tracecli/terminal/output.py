"""Standard output and standard error, colours and glyphs."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TextIO

from rich.box import ASCII, HEAVY, ROUNDED, Box
from rich.style import Style

from tracecli.descriptors import write_all
from tracecli.errors import ExitCode
from tracecli.text import Line, Run, cell_width, guard_lines, plain, visible

# ---- terminal.palette
# Looks by meaning, in words: the one place that knows a colour. Rich's styles and plain SGR codes are made from it.
#
# Colours are of the first eight and only those that can be read on black and on white alike (a test measures it);
# everything else is said by weight, reversal and dimness. Nothing is told by colour alone: a glyph or a word says it too.

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
    "node": "",
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


# ---- terminal.paint
# Colour for plain lines: SGR codes by meaning, without Rich, so that a coloured finding costs no import.


def painted(line: Line, *, color: bool) -> str:
    """Give a line as text, coloured by the meanings of its runs if asked."""
    if not color:
        return plain(line)
    return "".join(_paint(run.text, _code(run.meaning)) for run in line)


@cache
def _code(meaning: str) -> str:
    return ";".join(str(CODES[word]) for word in LOOKS.get(meaning, "").split())


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def wants_color(choice: str, environment: Mapping[str, str], stream: TextIO) -> bool:
    """Decide whether to colour: the option first, then NO_COLOR, FORCE_COLOR, and whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return stream.isatty() and environment.get("TERM", "") not in ("", "dumb")


# ---- terminal.streams
# Standard output for the report, standard error for everything else; the last gate before a terminal or a log.
#
# Knows nothing of Rich, so a command that prints plain text does not pay for it.


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
    """Give the width for layouts that need one: COLUMNS, else the terminal's, else 80."""
    asked = environment.get("COLUMNS", "")
    if asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) < 100_000:
        return int(asked[:6])
    try:
        return os.get_terminal_size(1).columns or default
    except OSError:
        return default


# ---- terminal.theme
# The palette as Rich's styles, and the glyphs: this is the one place that knows a glyph.

_WEIGHTS = ("bold", "dim", "underline", "reverse")


def _style(look: str) -> Style:
    words = set(look.split())
    # What is bold is never dim, not even within something dim: terminals show both together as neither.
    dim = True if "dim" in words else False if "bold" in words else None
    return Style(
        color=next(iter((words & CODES.keys()).difference(_WEIGHTS)), None),
        bold="bold" in words or None,
        dim=dim,
        underline="underline" in words or None,
        reverse="reverse" in words or None,
    )


STYLES: dict[str, Style] = {meaning: _style(look) for meaning, look in LOOKS.items()}
"""Meaning → style."""

_RULE = Box("────\n    \n────\n    \n────\n────\n    \n    \n")
_HEAVY_RULE = Box("━━━━\n    \n━━━━\n    \n━━━━\n━━━━\n    \n    \n")
_ASCII_RULE = Box("----\n    \n----\n    \n----\n----\n    \n    \n", ascii=True)
_ASCII_HEAVY_RULE = Box("====\n    \n====\n    \n====\n====\n    \n    \n", ascii=True)
_ASCII_HEAVY = Box("+==+\n|  |\n|==|\n|  |\n|==|\n|==|\n|  |\n+==+\n", ascii=True)


class Glyphs(NamedTuple):
    """The marks of a frame, each one column wide, each beside a word."""

    done: str
    now: str
    to_come: str
    play: str
    pause: str
    end: str
    node: str
    path: str
    leads: str
    changed: str
    chosen: str
    here: str
    between: str
    cut: str
    up: str
    down: str
    box: Box
    heavy: Box
    rule: Box
    heavy_rule: Box


UNICODE = Glyphs(
    done="●", now="◉", to_come="○", play="▶", pause="‖", end="■", node="●", path="»", leads="→", changed="◆",
    chosen="▸", here="▲", between="│", cut="…", up="↑", down="↓",
    box=ROUNDED, heavy=HEAVY, rule=_RULE, heavy_rule=_HEAVY_RULE,
)  # fmt: skip
PLAIN = Glyphs(
    done="#", now="@", to_come=".", play=">", pause="=", end="!", node="*", path=">", leads="->", changed="*",
    chosen=">", here="^", between="|", cut="~", up="^", down="v",
    box=ASCII, heavy=_ASCII_HEAVY, rule=_ASCII_RULE, heavy_rule=_ASCII_HEAVY_RULE,
)  # fmt: skip


# ---- terminal.looks
# What a terminal can show, and text made fit for it.

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


# ---- terminal.links
# Addresses that may become a terminal's hyperlink.


def linkable(url: str) -> str | None:
    """Give an address that is safe inside OSC 8: http or https, in printable ASCII; else None.

    The sequence allows only bytes 32 to 126 (its specification, "Encodings"): others are percent-encoded, and an
    address with a control character or a blank is not linked at all.
    """
    if not url.lower().startswith(("https://", "http://")) or not url.isprintable() or " " in url:
        return None
    return "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode()) for char in url)
