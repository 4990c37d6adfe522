"""The terminal itself: raw keys, the alternate screen, and everything put back whatever happens.

Works only where `termios` exists; `interactive.playable` tells before anybody imports this.
"""

from __future__ import annotations

import contextlib
import os
import select
import termios
from typing import Any, Self

from tracecli.exits import ExitCode
from tracecli.terminal.keys import Decoder
from tracecli.terminal.signals import RESUMED, Ended, Signals

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"  # the alternate screen, no cursor, no wrapping, nothing on it
_LEAVE = "\x1b\\\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"  # first the end of whatever sequence was broken off
_ESC_SECONDS = 0.05  # the bytes of a sequence come together; a lone Esc is alone for longer
_PATIENCE_SECONDS = 1.0  # for a screen that takes nothing more; whoever ends us must not wait for ever
_GONE = (OSError, termios.error)


class Terminal:
    """A terminal taken over for the time of a `with` block."""

    def __init__(self, keyboard: int, screen: int, encoding: str) -> None:
        """Keep the file descriptors of keyboard and screen, and the encoding of the screen."""
        self._keyboard, self._screen, self._encoding = keyboard, screen, encoding
        self._decoder = Decoder()
        self._signals = Signals()
        self._settings: list[Any] = []

    def __enter__(self) -> Self:
        """Take the terminal over.

        Raises:
            Ended: The terminal has gone.
        """
        self._signals.__enter__()
        try:
            self._take_over()
        except BaseException:  # whatever it was: half a take-over is undone
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Put everything back."""
        self._signals.armed = False
        self._put_back()
        self._signals.__exit__()

    def write(self, text: str) -> None:
        """Write to the screen.

        Raises:
            Ended: The terminal has gone.
        """
        rest = memoryview(text.encode(self._encoding, "replace"))
        while rest:
            try:
                rest = rest[os.write(self._screen, rest) :]
            except BlockingIOError:  # somebody who shares the terminal has made it non-blocking
                select.select([], [self._screen], [])
            except OSError as error:
                raise Ended(ExitCode.HANGUP) from error

    def keys(self, seconds: float | None) -> list[str]:
        """Wait for keys, at most so many seconds (None: for ever), and give them with what signals told.

        Raises:
            Ended: The terminal has gone, or a signal ends the player.
        """
        wait = seconds
        if self._decoder.waiting:
            wait = _ESC_SECONDS if seconds is None else min(seconds, _ESC_SECONDS)
        bell = self._signals.fileno()
        ready, _, _ = select.select([self._keyboard, bell], [], [], wait)
        if not ready:
            return self._decoder.flush()
        told = self._signals.told() if bell in ready else []
        if RESUMED in told:
            self._take_back()
        return told + self._read() if self._keyboard in ready else told

    def size(self) -> tuple[int, int]:
        """Give columns and rows; 80 and 24 where the terminal does not know."""
        try:
            columns, rows = os.get_terminal_size(self._screen)
        except OSError:
            return 80, 24
        return columns or 80, rows or 24

    def stop(self, *, everybody: bool) -> None:
        """Hand the terminal back, stop until somebody continues us, and take it over again.

        Args:
            everybody: Stop the whole process group, as Ctrl-Z does; else only this process was asked to.
        """
        self._put_back()
        self._signals.stop(0 if everybody else os.getpid())
        self._take_over()

    def _take_back(self) -> None:
        """Take the screen over after a stop that nobody announced; what is to be put back in the end stays known."""
        try:
            self._raw()
        except termios.error as error:
            raise Ended(ExitCode.HANGUP) from error
        self.write(_ENTER)

    def _read(self) -> list[str]:
        try:
            data = os.read(self._keyboard, 4096)
        except BlockingIOError:
            return []
        except OSError as error:
            raise Ended(ExitCode.HANGUP) from error
        if not data:
            raise Ended(ExitCode.HANGUP)
        return self._decoder.feed(data)

    def _take_over(self) -> None:
        try:
            self._settings = termios.tcgetattr(self._keyboard)
        except termios.error as error:
            raise Ended(ExitCode.HANGUP) from error
        self._signals.armed = True
        self._take_back()

    def _raw(self) -> None:
        """Give every key at once and none to the system: Ctrl-C, Ctrl-Z and Ctrl-S are keys too."""
        raw = termios.tcgetattr(self._keyboard)
        raw[0] &= ~(termios.BRKINT | termios.ICRNL | termios.IGNCR | termios.INLCR | termios.ISTRIP | termios.IXON)
        raw[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._keyboard, termios.TCSANOW, raw)

    def _put_back(self) -> None:
        """Put settings and screen back as far as the terminal still exists; settings first, they can't block."""
        if not self._settings:
            return
        with contextlib.suppress(*_GONE):
            termios.tcsetattr(self._keyboard, termios.TCSANOW, self._settings)
        with contextlib.suppress(*_GONE, Ended):
            if select.select([], [self._screen], [], _PATIENCE_SECONDS)[1]:  # else nobody reads any more
                self.write(_LEAVE)
