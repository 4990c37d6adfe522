"""One run, one table in Markdown: `python -m tests.benchmarks --only start-up --output table.md`."""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from shutil import which

from tests.benchmarks.growing import grown
from tests.benchmarks.measuring import Measured, environment, measure_all
from tests.benchmarks.peers import Installed
from tests.benchmarks.playing import framed
from tests.benchmarks.table import HEAD, rows
from tests.benchmarks.works import GROUPS, Work

_ROWS = [*GROUPS, "page", "frame", "growth"]


def main(arguments: Sequence[str]) -> int:
    """Measure what is asked for and write the table."""
    options = _options().parse_args(arguments)
    with contextlib.ExitStack() as stack:
        peers = Path(options.peers or stack.enter_context(tempfile.TemporaryDirectory())).absolute()
        peers.mkdir(parents=True, exist_ok=True)
        output = stack.enter_context(open(options.output, "w", encoding="utf-8")) if options.output else sys.stdout
        for part in _page(options.only or _ROWS, Installed(peers), options.repeat):
            output.write(part)
            output.flush()
    return 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=_ROWS, help="only these rows; may be repeated")
    parser.add_argument("--output", metavar="FILE", help="where the table goes; standard output without it")
    parser.add_argument("--peers", metavar="DIR", help="a folder to keep the peers in; one for this run without it")
    parser.add_argument("--repeat", type=int, metavar="N", help="how many runs count; each row has its own number")
    return parser


def _page(groups: Sequence[str], installed: Installed, repeat: int | None) -> Iterator[str]:
    yield f"{_machine()}\n"
    if compared := [group for group in groups if group in GROUPS]:
        yield from _compared(compared, installed, repeat)
    if "page" in groups:
        from tests.benchmarks.paging import paged  # noqa: PLC0415 - who asks for other rows needs no browser

        yield from paged(_ours(installed))
    if "frame" in groups:
        yield from framed()
    if "growth" in groups:
        yield from grown(_ours(installed), repeat or 3)


def _ours(installed: Installed) -> str:
    path = installed.program("trace")
    if path is None:
        sys.exit("this checkout could not be installed, so there is nothing to measure")
    return path


def _compared(groups: Sequence[str], installed: Installed, repeat: int | None) -> Iterator[str]:
    yield f"\n{HEAD}"
    used: dict[str, None] = {}
    for group in groups:
        make, works = GROUPS[group]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _made(make, folder)
            before: dict[str, float] = {}
            for work in works:
                found = _done(work, installed, folder, repeat or work.repeat)
                used |= dict.fromkeys(found)
                yield from rows(work, found, folder, before)
                before[work.name] = found["trace"].seconds
    versions = ", ".join(f"{name} {installed.version(name)}" for name in used)
    yield f"\nSeconds are medians, from the start of a process to its end. Versions: {versions}.\n"


def _made(make: Callable[[Path], None], folder: Path) -> None:
    process = get_context("fork").Process(target=make, args=(folder,))
    process.start()
    process.join()
    if process.exitcode:
        sys.exit("the files to measure with could not be made")


def _done(work: Work, installed: Installed, folder: Path, repeat: int) -> dict[str, Measured]:
    programs = {"trace": _ours(installed)} | {name: path for name in work.does if (path := installed.program(name))}
    commands = [[path, *work.does[name]] for name, path in programs.items()]
    measured = measure_all(commands, repeat, folder, environment(folder))
    return dict(zip(programs, measured, strict=True))


def _machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    node = which("node")
    spoken = subprocess.run([node, "--version"], capture_output=True, check=True, text=True).stdout if node else "none"
    return (
        f"{os.cpu_count()} processors ({platform.machine()}), {memory:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}, Node {spoken.strip().removeprefix('v')}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
