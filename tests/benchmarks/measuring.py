"""Seconds and memory of a program from its start to its end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

LIMIT = 120.0
"""Seconds after which a program is stopped."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program.

    Attributes:
        seconds: From start to end.
        memory: The most it held at once, in bytes; at least what this process held when it started the program, which
            is why files are made in a process of their own.
        code: Its exit code; None when it was stopped.
    """

    seconds: float
    memory: int
    code: int | None


@dataclass(frozen=True, slots=True)
class Measured:
    """All runs of a program on one work.

    Attributes:
        runs: In order.
        lines: How many lines the last run wrote to both streams.
        changes: The line of them that counts changes, where there is one.
    """

    runs: Sequence[Run]
    lines: int
    changes: str

    @property
    def seconds(self) -> float:
        """The median."""
        return median(run.seconds for run in self.runs)

    @property
    def memory(self) -> int:
        """The most of all runs, in bytes."""
        return max(run.memory for run in self.runs)

    @property
    def code(self) -> int | None:
        """The last exit code; None when it was stopped."""
        return self.runs[-1].code


def environment(home: Path) -> dict[str, str]:
    """Give what a user's shell would: no variable that keeps Python from using its compiled files, or finding others."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm"}


def measure(command: Sequence[str], folder: Path, variables: Mapping[str, str], output: Path) -> Run:
    """Run a program once.

    Args:
        command: Its words.
        folder: Where it runs.
        variables: Its environment, and nothing else.
        output: A file that takes what it writes.
    """
    with output.open("wb") as file:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        stopped = threading.Event()
        timer = threading.Timer(LIMIT, _stop, (process.pid, stopped))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)  # unlike wait, it tells how much memory this one child took
        seconds = time.perf_counter() - start
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)  # so that nobody waits for it again
    return Run(seconds, usage.ru_maxrss * 1024, None if stopped.is_set() else process.returncode)


def _stop(process: int, stopped: threading.Event) -> None:
    stopped.set()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def measure_all(
    commands: Sequence[Sequence[str]], repeat: int, folder: Path, variables: Mapping[str, str]
) -> list[Measured]:
    """Run programs by turns, so that what else the machine does hits all of them; a first turn does not count.

    Args:
        commands: One a program.
        repeat: How many turns count; with one there is no turn before.
        folder: Where they run.
        variables: Their environment.
    """
    runs: list[list[Run]] = [[] for _ in commands]
    outputs = [folder / f"output-{number}" for number in range(len(commands))]
    turns = repeat + 1 if repeat > 1 else 1
    for turn in range(turns):
        for done, command, output in zip(runs, commands, outputs, strict=True):
            if done and done[-1].code is None:  # who was stopped once is not asked again
                continue
            run = measure(command, folder, variables, output)
            if turn or turns == 1 or run.code is None:
                done.append(run)
    return [Measured(done, *_told(output)) for done, output in zip(runs, outputs, strict=True)]


def _told(output: Path) -> tuple[int, str]:
    lines, changes = 0, ""
    with output.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            lines += 1
            changes = changes or (line.strip() if line.startswith("Changes: ") else "")
    return lines, changes
