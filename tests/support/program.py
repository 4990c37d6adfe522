"""Run the program as a user would: a process of its own, with nothing but what the test gives it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
SEED = CASES / "seed.json"
OVERLAP = ROOT / "traces" / "overlap.json"

_GUARD = 120  # seconds; a hang, not a slow machine


@dataclass(frozen=True)
class Done:
    """A finished process."""

    code: int
    out: str
    err: str


def run(
    *words: str | Path,
    cwd: Path,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Done:
    """Run `python -m tracecli` with these words, in a folder, with the checkout on its path."""
    command = [sys.executable, "-m", "tracecli", *map(str, words)]
    variables = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding} | dict(environment or {})
    done = subprocess.run(
        command, cwd=cwd, input=stdin, env=variables, capture_output=True, timeout=_GUARD, check=False
    )
    return Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))
