"""Repositories with a trace in them, and git with our driver in its place."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.program import OVERLAP, ROOT, Done
from tests.support.tools import tool

DRIVER = f"{shlex.quote(sys.executable)} -m tracecli git-diff"
PATH = "traces/t.json"

Data = dict[str, Any]

_GUARD = 120  # seconds; a hang, not a slow machine


def overlap() -> Data:
    """Give a fresh copy of the shipped trace's data."""
    loaded: Data = json.loads(OVERLAP.read_text(encoding="utf-8"))
    return loaded


def dumped(data: Data) -> str:
    """Give data as the shipped trace is written."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def changed(data: Data, *changes: Callable[[Data], None]) -> Data:
    """Give a copy of a trace after changes to it."""
    copy: Data = json.loads(json.dumps(data))
    for change in changes:
        change(copy)
    return copy


@dataclass(frozen=True)
class Repository:
    """A repository whose `*.json` go through our driver.

    Attributes:
        folder: Its working tree, or itself where it has none.
    """

    folder: Path

    @classmethod
    def at(cls, folder: Path) -> Repository:
        """Make an empty one, with the driver set up as README says."""
        folder.mkdir(parents=True, exist_ok=True)
        made = cls(folder)
        made.git("init", "-q", "-b", "main")
        made.git("config", "diff.trace.command", DRIVER)
        (folder / ".gitattributes").write_text("*.json diff=trace\n", encoding="utf-8")
        made.commit("start")
        return made

    def git(self, *words: str, environment: Mapping[str, str] | None = None) -> str:
        """Run git and give its standard output; fails when git or the driver does, or has anything to complain about."""
        done = self.ask(*words, environment=environment)
        assert (done.code, done.err) == (0, ""), done
        return done.out

    def ask(self, *words: str, environment: Mapping[str, str] | None = None) -> Done:
        """Run git and give all that it says."""
        name = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            [tool("git"), *name, *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | dict(environment or {}),
            capture_output=True,
            timeout=_GUARD,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def write(self, text: str | bytes, path: str = PATH) -> Path:
        """Put a file into the working tree."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
        return place

    def commit(self, message: str) -> None:
        """Commit all there is."""
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
