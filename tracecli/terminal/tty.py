"""The terminal itself: raw keys, the alternate screen, signals, and everything put back whatever happens."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from types import FrameType
from typing import Any, Self, TextIO

from tracecli.descriptors import write_all
from tracecli.errors import ExitCode
from tracecli.terminal.keys import Decoder

# ---- terminal.interactive
# Whether somebody sits at a terminal. Decided from the streams and the environment, never from Rich.


def interactive(stdin: TextIO, stdout: TextIO, environment: Mapping[str, str]) -> bool:
    """Tell whether the player can take keys and draw.

    Args:
        stdin: Where keys would come from; must be a terminal.
        stdout: Where frames would go; must be a terminal.
        environment: `TERM` must name a terminal that can do more than print, `ACCESSIBLE` must not be set.
    """
    able = environment.get("TERM", "") not in {"", "dumb"}
    return able and not _is_set(environment, "ACCESSIBLE") and stdin.isatty() and stdout.isatty()


def playable() -> bool:
    """Tell whether this system has what the player stands on; without it (Windows) there is the transcript."""
    return find_spec("termios") is not None


def reduced_motion(environment: Mapping[str, str]) -> bool:
    """Tell whether nothing may move by itself."""
    return _is_set(environment, "REDUCED_MOTION")


def _is_set(environment: Mapping[str, str], name: str) -> bool:
    return environment.get(name, "") not in {"", "0"}


# ---- terminal.signals
# Signals as the player sees them: those that end it are raised, those that only tell something wait to be read.

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


# ---- terminal.tty
# The terminal itself: raw keys, the alternate screen, and everything put back whatever happens.
#
# Works only where `termios` exists; `interactive.playable` tells before anybody imports this.

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"  # the alternate screen, no cursor, no wrapping, nothing on it
_LEAVE = "\x1b\\\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"  # first the end of whatever sequence was broken off
_ESC_SECONDS = 0.05  # the bytes of a sequence come together; a lone Esc is alone for longer
_PATIENCE_SECONDS = 1.0  # for a screen that takes nothing more; whoever ends us must not wait for ever
_FRONT_SECONDS = 0.2  # between a shell's signal to go on and its handing over of the terminal
_GONE = (OSError, termios.error)


class Terminal:
    """A terminal taken over for the time of a `with` block."""

    def __init__(self, keyboard: int, screen: int, encoding: str) -> None:
        """Keep the file descriptors of keyboard and screen, and the encoding of the screen."""
        self._keyboard, self._screen, self._encoding = keyboard, screen, encoding
        self._decoder = Decoder()
        self._signals = Signals()
        self._settings: list[Any] = []
        self._raw = self._covered = False  # keyboard and screen: taken over, perhaps, and not yet handed back

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
        try:  # somebody who shares the terminal may have made it non-blocking
            write_all(self._screen, text.encode(self._encoding, "replace"))
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

        Raises:
            Ended: The terminal has gone, or a signal ends the player while it is stopped.
        """
        self._put_back()
        self._signals.stop(0 if everybody else os.getpid())
        self._take_over()

    def _take_back(self) -> None:
        """Take the screen over after a stop that nobody announced; what is to be put back in the end stays known."""
        while not self._make_raw(self._asked()):
            pass
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
        """Take keyboard and screen; from the background (`&`, `bg`) only once somebody brings us to the front."""
        self._signals.armed = True
        while not self._raw:
            self._settings = self._asked()  # anew after a wait: until then they were those of the shell's own editor
            self._raw = True  # before it is true, so that a signal in between puts back what may be raw already
            self._raw = self._make_raw(self._settings)
        self._covered = True
        self.write(_ENTER)

    def _asked(self) -> list[Any]:
        """Give the terminal's settings. A shell that has continued us gets time to bring us to the front first.

        Whoever takes the terminal before that is stopped again.
        """
        until = time.monotonic() + _FRONT_SECONDS
        while self._behind() and time.monotonic() < until:
            time.sleep(_FRONT_SECONDS / 20)
        try:
            return termios.tcgetattr(self._keyboard)
        except termios.error as error:
            raise Ended(ExitCode.HANGUP) from error

    def _make_raw(self, settings: list[Any]) -> bool:
        """Give every key at once and none to the system: Ctrl-C, Ctrl-Z and Ctrl-S are keys too.

        Tells whether that is done. The system stops whoever tries it from the background; what is known of the
        terminal is old when we go on.
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

    def _put_back(self) -> None:
        """Put settings and screen back as far as the terminal still exists; settings first, they can't block."""
        with self._signals.held_back():
            if self._raw and not self._behind():
                with contextlib.suppress(*_GONE):
                    termios.tcsetattr(self._keyboard, termios.TCSANOW, self._settings)
            if self._covered and self._takes_more():
                with contextlib.suppress(Ended):
                    self.write(_LEAVE)
            self._raw = self._covered = False

    def _takes_more(self) -> bool:
        """Tell whether the screen still takes what is written, after some patience."""
        try:
            return bool(select.select([], [self._screen], [], _PATIENCE_SECONDS)[1])
        except OSError:
            return False

    def _behind(self) -> bool:
        """Tell whether we are in the background: a shell has the terminal then, and has set it to its own liking."""
        try:
            return os.tcgetpgrp(self._keyboard) != os.getpgrp()
        except OSError:  # a terminal that is not ours to control knows no background
            return False
