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
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.measuring import LIMIT, environment

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
