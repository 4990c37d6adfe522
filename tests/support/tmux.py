"""A shell inside tmux: job control, the alternate screen and key sequences as people have them."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.program import ROOT
from tests.support.screens import shows
from tests.support.tools import tool

GUARD = 120  # seconds; a hang, not a slow machine
PROMPT = "ready>"


class Tmux:
    """One window with a shell.

    Attributes:
        folder: Where the shell is.
    """

    def __init__(self, socket: Path, columns: int, rows: int) -> None:
        """Start a server of our own with one shell, and wait for its prompt."""
        self.folder = socket.parent
        self._tmux = [tool("tmux"), "-S", str(socket), "-f", "/dev/null"]
        setting = f"PYTHONPATH={shlex.quote(str(ROOT))} PS1={shlex.quote(PROMPT)} HISTFILE="
        shell = f"cd {shlex.quote(str(self.folder))} && exec env {setting} bash --norc --noprofile"
        self._run("new-session", "-d", "-x", str(columns), "-y", str(rows), shell)
        self._run("set-option", "-g", "status", "off")
        self.until(PROMPT)

    @property
    def screen(self) -> str:
        """What the window shows."""
        return self._run("capture-pane", "-p")

    def keys(self, *names: str) -> None:
        """Press keys, named as tmux names them."""
        self._run("send-keys", *names)

    def type(self, text: str) -> None:
        """Type text as it stands."""
        self._run("send-keys", "-l", text)

    def paste(self, text: str) -> None:
        """Paste text as one piece, marked as a paste if the program asked for that."""
        self._run("set-buffer", text)
        self._run("paste-buffer", "-p")

    def command(self, line: str) -> None:
        """Give the shell a command."""
        self.type(line)
        self.keys("Enter")

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    def until(self, *wanted: str | Callable[[str], bool]) -> str:
        """Wait until the window shows all that is wanted, and give the screen.

        A frame comes in pieces: what is there already says nothing of what follows, so name all that has to be there.
        """
        deadline = time.monotonic() + GUARD
        while not shows(screen := self.screen, wanted):
            assert time.monotonic() < deadline, f"never seen: {wanted}\n{screen}"
            time.sleep(0.05)
        before = ""
        while before != screen:  # it may have been looked at while a frame came in
            before, screen = screen, self.screen
            time.sleep(0.05)
        return screen

    def trace(self, *words: str) -> None:
        """Start the program from the shell."""
        self.command(shlex.join([sys.executable, "-m", "tracecli", *words]))

    def close(self) -> None:
        """End the server and what runs in it."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)

    def _run(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], capture_output=True, check=True, text=True, timeout=GUARD).stdout


@contextlib.contextmanager
def in_tmux(columns: int = 80, rows: int = 24) -> Iterator[Tmux]:
    """Give a shell in tmux, or skip where there is no tmux."""
    with tempfile.TemporaryDirectory(prefix="t") as folder:  # short: a socket's path has at most 107 bytes
        shell = Tmux(Path(folder) / "s", columns, rows)
        try:
            yield shell
        finally:
            shell.close()
