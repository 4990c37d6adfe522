"""The terminal itself: raw keys, the alternate screen, signals, and everything restored whatever happens.

Can be imported only where `termios` exists; `output.playable` says so.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import termios
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, Self

from tracecli.descriptors import write_all
from tracecli.errors import ExitCode
from tracecli.terminal.keys import Decoder

RESIZED, RESUMED, STOPPED = "resized", "resumed", "stopped"
"""What a signal reports: another size of the screen; the process was continued; it is asked to stop."""

_ENDING: dict[int, ExitCode] = {
    signal.SIGINT: ExitCode.OK,
    signal.SIGTERM: ExitCode.TERMINATED,
    signal.SIGHUP: ExitCode.HANGUP,
}
# Signals that end no process, that can't be caught, and those of a process too broken to restore anything.
_LEFT_ALONE = "KILL STOP CHLD CONT TSTP TTIN TTOU WINCH URG INFO PIPE SEGV BUS FPE ILL SYS TRAP ABRT EMT"
_FATAL = signal.valid_signals() - {*_ENDING, *(getattr(signal, f"SIG{name}", 0) for name in _LEFT_ALONE.split())}
"""All others (SIGQUIT, SIGUSR1, SIGALRM …): the terminal is restored, then they do what they do to any process."""
_REPORTING: dict[int, str] = {signal.SIGWINCH: RESIZED, signal.SIGCONT: RESUMED, signal.SIGTSTP: STOPPED}


class Ended(BaseException):
    """A signal, or a terminal that has gone, ends the player. Not an Exception: no handler on the way may catch it."""

    def __init__(self, code: ExitCode, fatal: int = 0) -> None:
        """Take what the process returns to the shell, or the signal that ends it once the terminal is restored."""
        super().__init__(code)
        self.code, self.fatal = code, fatal


class Signals:
    """Handlers for the time of a `with` block.

    An ending signal raises `Ended` once and only while `armed`: restoring the terminal is never interrupted.
    Reporting signals arrive in a pipe, so that a wait for keys wakes up without a race.
    """

    def __init__(self) -> None:
        """Install nothing yet."""
        self.armed = False  # raise for an ending signal
        self._undo = contextlib.ExitStack()
        self._pipe = (-1, -1)

    def __enter__(self) -> Self:
        """Install the handlers; a signal that is ignored (`nohup`, a shell without job control) stays ignored."""
        self._pipe = os.pipe()
        for end in self._pipe:
            os.set_blocking(end, False)
            self._undo.callback(os.close, end)
        self._undo.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False))
        for number in (*_ENDING, *_REPORTING, *_FATAL):
            before = signal.getsignal(number)
            if before is signal.SIG_DFL or (before is not signal.SIG_IGN and number not in _FATAL):
                self._undo.callback(signal.signal, number, signal.signal(number, self._handle))
        return self

    def __exit__(self, *_: object) -> None:
        """Put the former handlers back."""
        self.armed = False
        self._undo.close()

    def fileno(self) -> int:
        """Return what to wait on for reporting signals."""
        return self._pipe[0]

    def reported(self) -> list[str]:
        """Return what signals have reported since the last call, each once."""
        names = (_REPORTING.get(number) for number in os.read(self._pipe[0], 512))
        return [name for name in dict.fromkeys(names) if name]

    def stop(self, process: int) -> None:
        """Stop `process` (0: the whole group, as the terminal itself would) and return when it is continued."""
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
        """Let ending signals wait, and allow the use of the terminal from the background, which stops a process."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {*_ENDING, *_FATAL, signal.SIGTTOU})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self.armed and number not in _REPORTING:
            self.armed = False
            raise Ended(_ENDING.get(number, ExitCode.TERMINATED), number if number in _FATAL else 0)


_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"  # the alternate screen, no cursor, no wrapping, nothing on it
_LEAVE = "\x1b\\\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"  # first the end of whatever sequence was broken off
_ESC_SECONDS = 0.05  # the bytes of a sequence come together; a lone Esc is alone for longer
_WRITABLE_SECONDS = 1.0  # how long to wait for a screen that takes nothing more when we are to end
_FOREGROUND_SECONDS = 0.2  # between a shell's signal to continue and its handing over of the terminal
_GONE = (OSError, termios.error)


class Terminal:
    """A terminal taken over for the time of a `with` block."""

    def __init__(self, keyboard: int, screen: int, encoding: str) -> None:
        """Take the file descriptors of keyboard and screen, and the encoding of the screen."""
        self._keyboard, self._screen, self._encoding = keyboard, screen, encoding
        self._decoder = Decoder()
        self._signals = Signals()
        self._settings: list[Any] = []
        self._raw = self._covered = False  # keyboard and screen: perhaps taken over, and not yet restored

    def __enter__(self) -> Self:
        """Take the terminal over.

        Raises:
            Ended: The terminal has gone.
        """
        self._signals.__enter__()
        try:
            self._take_over()
        except BaseException:  # whatever happened, half a take-over is undone
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Restore everything."""
        self._signals.armed = False
        self._restore()
        self._signals.__exit__()

    def write(self, text: str) -> None:
        """Write to the screen.

        Raises:
            Ended: The terminal has gone.
        """
        try:  # somebody who shares the terminal may have made it non-blocking
            write_all(self._screen, text.encode(self._encoding, "replace"))
        except OSError as error:
            raise Ended(ExitCode.HANGUP) from error

    def keys(self, seconds: float | None) -> list[str]:
        """Wait for keys, at most so many seconds (None: without limit), and return them with what signals reported.

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
        reported = self._signals.reported() if bell in ready else []
        if RESUMED in reported:
            # Continued after a stop that could not be announced: what is to be restored in the end stays known.
            while not self._make_raw(self._current_settings()):
                pass
            self.write(_ENTER)
        return reported + self._read() if self._keyboard in ready else reported

    def size(self) -> tuple[int, int]:
        """Return columns and rows; 80 and 24 where the terminal does not know."""
        try:
            columns, rows = os.get_terminal_size(self._screen)
        except OSError:
            return 80, 24
        return columns or 80, rows or 24

    def stop(self, whole_group: bool) -> None:  # noqa: FBT001 - the player's port is called by position
        """Restore the terminal, stop until the process is continued, and take the terminal over again.

        Args:
            whole_group: Stop the whole process group, as Ctrl-Z does; else only this process was asked to.

        Raises:
            Ended: The terminal has gone, or a signal ends the player while it is stopped.
        """
        self._restore()
        self._signals.stop(0 if whole_group else os.getpid())
        self._take_over()

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let the system turn Ctrl-C into a signal, so that it ends even what does not come round to reading keys."""
        self._set_signal_keys(termios.ISIG)
        try:
            yield
        finally:
            self._set_signal_keys(0)

    def _set_signal_keys(self, flag: int) -> None:
        if self._raw and not self._in_background():
            with contextlib.suppress(*_GONE):
                settings = termios.tcgetattr(self._keyboard)
                settings[3] = settings[3] & ~termios.ISIG | flag
                termios.tcsetattr(self._keyboard, termios.TCSANOW, settings)

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
        """Take keyboard and screen; from the background (`&`, `bg`) only once the shell brings us to the foreground."""
        self._signals.armed = True
        while not self._raw:
            # Asked again after every wait: until then they were those of the shell's own line editor.
            self._settings = self._current_settings()
            self._raw = True  # set too early, so that a signal in between restores what may be raw already
            self._raw = self._make_raw(self._settings)
        self._covered = True
        self.write(_ENTER)

    def _current_settings(self) -> list[Any]:
        """Return the terminal's settings. A shell that has continued us gets time to bring us to the foreground first.

        A process that takes the terminal before that is stopped again.
        """
        until = time.monotonic() + _FOREGROUND_SECONDS
        while self._in_background() and time.monotonic() < until:
            time.sleep(_FOREGROUND_SECONDS / 20)
        try:
            return termios.tcgetattr(self._keyboard)
        except termios.error as error:
            raise Ended(ExitCode.HANGUP) from error

    def _make_raw(self, settings: list[Any]) -> bool:
        """Get every key at once and leave none to the system: Ctrl-C, Ctrl-Z and Ctrl-S are keys too.

        Returns whether that is done. The system stops a process that tries it from the background; what is known of
        the terminal is out of date when it is continued.
        """
        raw = [*settings[:6], [*settings[6]]]
        raw[0] &= ~(termios.BRKINT | termios.ICRNL | termios.IGNCR | termios.INLCR | termios.ISTRIP | termios.IXON)
        raw[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        try:
            termios.tcsetattr(self._keyboard, termios.TCSANOW, raw)
        except termios.error as error:
            if error.args[0] == errno.EINTR:
                return False
            raise Ended(ExitCode.HANGUP) from error
        return True

    def _restore(self) -> None:
        """Restore settings and screen as far as the terminal still exists; settings first, they can't block."""
        with self._signals.held_back():
            if self._raw and not self._in_background():
                with contextlib.suppress(*_GONE):
                    termios.tcsetattr(self._keyboard, termios.TCSANOW, self._settings)
            with contextlib.suppress(Ended, OSError):  # a screen that takes nothing more is given up
                if self._covered and select.select([], [self._screen], [], _WRITABLE_SECONDS)[1]:
                    self.write(_LEAVE)
            self._raw = self._covered = False

    def _in_background(self) -> bool:
        """Return whether we are in the background: a shell has the terminal then, with settings of its own."""
        try:
            return os.tcgetpgrp(self._keyboard) != os.getpgrp()
        except OSError:  # not our controlling terminal: there is no background
            return False
