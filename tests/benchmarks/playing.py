"""How long the player lets a person wait: for its first frame, and for the answer to a key."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.measuring import LIMIT, environment
from tests.support.program import ROOT
from tracecli.api import load
from tracecli.playback import Cursor
from tracecli.terminal.frame import frame
from tracecli.terminal.output import Looks, ansi
from tracecli.terminal.view import Stage, View

_KEYS = 9
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


class Played(NamedTuple):
    """Seconds.

    Attributes:
        first: From the start of the process to the first frame.
        key: From a key that goes a step forward to its frame; the median of some.
        last: From the key that goes to the last step to its frame.
    """

    first: float
    key: float
    last: float


def played(program: str, address: str, steps: int, folder: Path) -> Played:
    """Play a scenario on a terminal of 80 by 24.

    Args:
        program: The path of `trace`.
        address: What it plays.
        steps: How many steps the scenario has.
        folder: Where it runs.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    start = time.perf_counter()
    process = subprocess.Popen(
        [program, "play", address, "--paused"],
        cwd=folder,
        env=environment(folder) | {"TERM": "xterm-256color"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    try:
        first = _until(master, f"step 1 of {steps}", start)
        keys = [_answered(master, "l", f"step {number} of {steps}") for number in range(2, _KEYS + 2)]
        last = _answered(master, "G", f"step {steps} of {steps}")
        os.write(master, b"q")
        process.wait(LIMIT)
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)
    return Played(first, median(keys), last)


def framed() -> Iterator[str]:
    """Time the drawing of a frame in this process: every step of the founding trace, each on ten views."""
    trace = load(str(ROOT / "traces" / "overlap.json")).trace
    assert trace is not None
    scenario, looks = trace.scenarios[-1], Looks()
    stage, last = Stage(trace, scenario, looks), len(scenario.steps)
    yield "\n| a frame, milliseconds of processor time | median | to reach |\n|---|--:|---|\n"
    for width, height in ((80, 24), (120, 40), (200, 50)):
        taken = []
        for index in range(10 * last):
            view = View(scenario.id, Cursor(last, index % last + 1), speed=1 + index)
            start = time.process_time()
            for row in frame(stage, view, width, height).rows:
                ansi(row, looks)
            taken.append(1000 * (time.process_time() - start))
        goal = "" if (width, height) != (120, 40) else "8" if median(taken) < 8 else "**8: missed**"
        yield f"| {width}×{height} | {median(taken):.1f} | {goal} |\n"


def _answered(master: int, key: str, wanted: str) -> float:
    start = time.perf_counter()
    os.write(master, key.encode())
    return _until(master, wanted, start)


def _until(master: int, wanted: str, start: float) -> float:
    """Read until a text has come, and give the seconds since the start."""
    seen = b""
    while wanted.encode() not in _ESCAPE.sub(b"", seen):
        if time.perf_counter() - start > LIMIT or not select.select([master], [], [], LIMIT)[0]:
            raise TimeoutError(f"the player has never shown {wanted}")
        seen += os.read(master, 65536)
    return time.perf_counter() - start
