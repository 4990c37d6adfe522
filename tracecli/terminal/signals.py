"""Signals as the player sees them: those that end it are raised, those that only tell something wait to be read."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Self

from tracecli.exits import ExitCode

RESIZED, RESUMED, STOPPED = "resized", "resumed", "stopped"
"""What a signal tells: another size of the screen; going on after a stop; somebody wants the player to stop."""

_ENDING = {signal.SIGINT: ExitCode.OK, signal.SIGTERM: ExitCode.TERMINATED, signal.SIGHUP: ExitCode.HANGUP}
_TELLING = {signal.SIGWINCH: RESIZED, signal.SIGCONT: RESUMED, signal.SIGTSTP: STOPPED}

Handler = Callable[[int, FrameType | None], object] | int | None


class Ended(BaseException):
    """A signal, or a terminal that has gone, ends the player. No Exception: it is nobody's failure on the way.

    Attributes:
        code: What the process says to the shell.
    """

    def __init__(self, code: ExitCode) -> None:
        """Keep the exit code."""
        super().__init__(code)
        self.code = code


class Signals:
    """Handlers for the time of a `with` block.

    An ending signal raises `Ended` once and only while `armed`: what puts the terminal back is never broken off.
    Telling signals arrive in a pipe, so that a wait for keys wakes up without a race.

    Attributes:
        armed: Raise for an ending signal.
    """

    def __init__(self) -> None:
        """Install nothing yet."""
        self.armed = False
        self._undo = contextlib.ExitStack()
        self._pipe = (-1, -1)

    def __enter__(self) -> Self:
        """Install the handlers; a signal that is ignored (`nohup`, a shell without job control) stays ignored."""
        self._pipe = os.pipe()
        for end in self._pipe:
            os.set_blocking(end, False)
            self._undo.callback(os.close, end)
        self._undo.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False))
        for number in (*_ENDING, *_TELLING):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._undo.callback(signal.signal, number, signal.signal(number, self._handle))
        return self

    def __exit__(self, *_: object) -> None:
        """Put the former handlers back."""
        self.armed = False
        self._undo.close()

    def fileno(self) -> int:
        """Give what to wait on for telling signals."""
        return self._pipe[0]

    def told(self) -> list[str]:
        """Give what signals have told since the last time, each once."""
        names = (_TELLING.get(signal.Signals(number)) for number in os.read(self._pipe[0], 512))
        return [name for name in dict.fromkeys(names) if name]

    def stop(self, process: int) -> None:
        """Stop `process` (0: the whole group, as the terminal itself would) and return when it goes on."""
        before = signal.getsignal(signal.SIGTSTP)
        if before is signal.SIG_IGN:
            return
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        try:
            os.kill(process, signal.SIGTSTP)
        finally:
            signal.signal(signal.SIGTSTP, before)

    @staticmethod
    @contextlib.contextmanager
    def held_back() -> Iterator[None]:
        """Let ending signals wait, and use the terminal from the background too, where that stops whoever does it."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {*_ENDING, signal.SIGTTOU})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self.armed and (code := _ENDING.get(signal.Signals(number))) is not None:
            self.armed = False
            raise Ended(code)
