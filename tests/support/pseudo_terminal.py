"""The program on a real pseudo-terminal, its screen read back as a terminal would show it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pyte

from tests.support.program import ROOT
from tests.support.screens import shows

GUARD = 120  # seconds; a hang, not a slow machine


class PseudoTerminal:
    """A program that believes it has a terminal of its own.

    Attributes:
        settings: What the terminal was set to before the program started.
        output: Every byte it has written.
        code: Its exit code, once it has left.
    """

    def __init__(self, command: list[str], columns: int, rows: int, environment: Mapping[str, str]) -> None:
        """Start the program."""
        self._master, self._slave = os.openpty()
        self.output = b""
        self.code: int | None = None
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._set_size(columns, rows)
        self.settings = termios.tcgetattr(self._slave)
        slave = os.dup(self._slave)
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"} | dict(environment),
            preexec_fn=lambda: os.login_tty(slave),  # noqa: PLW1509 - no threads here
            pass_fds=[slave],
        )
        os.close(slave)

    @property
    def screen(self) -> str:
        """What a viewer would see now."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def send(self, keys: str | bytes) -> None:
        """Type."""
        os.write(self._master, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size, as a window that is drawn larger or smaller does."""
        self._screen.resize(rows, columns)
        self._set_size(columns, rows)
        os.kill(self.process.pid, signal.SIGWINCH)

    def until(self, *wanted: str | Callable[[str], bool]) -> str:
        """Read until the screen shows all that is wanted, and give the screen.

        A frame comes in pieces: what is there already says nothing of what follows, so name all that has to be there.
        """
        deadline = time.monotonic() + GUARD
        while not shows(self.screen, wanted):
            assert time.monotonic() < deadline, f"never seen: {wanted}\n{self.screen}"
            self._read(0.05)
        before = ""
        while before != self.screen:  # a frame is longer than what a terminal hands over at once
            before = self.screen
            self._read(0.2)
        return self.screen

    def ended(self) -> int:
        """Wait until the program has left, and give its exit code."""
        deadline = time.monotonic() + GUARD
        while (code := self.process.poll()) is None:
            assert time.monotonic() < deadline, f"it never ended\n{self.screen}"
            self._read(0.05)
        self._read(0)
        self.code = code
        return code

    def settings_now(self) -> list[Any]:
        """Give what the terminal is set to now."""
        return termios.tcgetattr(self._slave)

    def hang_up(self) -> None:
        """Take the terminal away."""
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def close(self) -> None:
        """End what still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self._master, self._slave):
            if end >= 0:
                os.close(end)

    def _read(self, seconds: float) -> None:
        if self._master < 0:
            time.sleep(seconds)
            return
        while select.select([self._master], [], [], seconds)[0]:
            data = os.read(self._master, 65536)
            self.output += data
            self._stream.feed(data)
            seconds = 0

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@contextlib.contextmanager
def on_terminal(
    *words: str, columns: int = 80, rows: int = 24, environment: Mapping[str, str] | None = None, code: str = ""
) -> Iterator[PseudoTerminal]:
    """Run `python -m tracecli` with these words on a pseudo-terminal.

    Args:
        words: The command line.
        columns: Of the terminal.
        rows: Of the terminal.
        environment: Variables to add.
        code: Python to run in front of the program, to break something.
    """
    start = ["-c", f"{code}\nfrom tracecli.__main__ import main\nmain()"] if code else ["-m", "tracecli"]
    terminal = PseudoTerminal([sys.executable, *start, *words], columns, rows, environment or {})
    try:
        yield terminal
    finally:
        terminal.close()
