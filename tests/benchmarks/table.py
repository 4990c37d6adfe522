"""The table: a row a program, ratios beside the figures to reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.benchmarks.measuring import LIMIT, Measured
from tests.benchmarks.works import Work

HEAD = (
    "| work | program | seconds | trace took | at most | MiB | remarks |\n| :-- | :-- | --: | --: | --: | --: | :-- |\n"
)

_LARGE = 4 * 2**20  # bytes; of a smaller file the interpreter's own memory is a multiple


def rows(work: Work, found: Mapping[str, Measured], folder: Path, before: Mapping[str, float]) -> Iterator[str]:
    """Give the lines of one work.

    Args:
        work: What was done.
        found: Program → its runs; ours first. Who could not be installed is missing.
        folder: Where the files are.
        before: Name of a work → our seconds, for how time grows.
    """
    ours = found["trace"]
    for name, measured in found.items():
        seconds = f"> {LIMIT:.0f}" if measured.code is None else f"{measured.seconds:.3f}"
        ratio, most = _own(work, ours, before) if measured is ours else _against(work, name, ours, measured)
        remarks = "; ".join(_remarks(work, name, measured, folder))
        memory = f"{measured.memory / 2**20:.0f}"
        yield f"| {work.name if measured is ours else ''} | {name} | {seconds} | {ratio} | {most} | {memory} | {remarks} |\n"
    for name in work.does:
        if name not in found:
            yield f"| | {name} | | | | | not installed |\n"


def _own(work: Work, ours: Measured, before: Mapping[str, float]) -> tuple[str, str]:
    most = [_kept(f"{work.seconds:g} s", ours.seconds <= work.seconds)] if work.seconds is not None else []
    if work.half is None or work.half not in before:
        return "", "; ".join(most)
    growth = ours.seconds / before[work.half]
    return f"{growth:.2f} × half the steps", "; ".join([_kept(f"{work.growth:g} ×", growth <= work.growth), *most])


def _against(work: Work, name: str, ours: Measured, theirs: Measured) -> tuple[str, str]:
    ratio = ours.seconds / theirs.seconds
    shown = f"{'< ' if theirs.code is None else ''}{ratio:.3g} × its time"
    return shown, _kept(f"{work.most[name]:g} ×", ratio <= work.most[name]) if name in work.most else ""


def _kept(figure: str, kept: bool) -> str:  # noqa: FBT001 - the one place, two lines above
    return figure if kept else f"**{figure}: missed**"


def _remarks(work: Work, name: str, measured: Measured, folder: Path) -> Iterator[str]:
    if measured.code is None:
        yield f"stopped at {LIMIT:.0f} s"
        return
    if measured.code != work.code and not work.group.startswith("diff"):
        yield f"exit {measured.code}"
    size = (folder / work.data).stat().st_size if work.data and name == "trace" else 0
    if size > _LARGE:
        yield f"memory {measured.memory / size:.1f} × the file of {size / 1e6:.0f} MB"
    if work.group.startswith("diff"):
        yield measured.changes or f"{measured.lines:,} lines"
