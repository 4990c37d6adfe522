"""`trace play`: step by step on a terminal, a complete transcript everywhere else."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracecli.errors import ExitCode, TraceError
from tracecli.library.catalog import Resolved, resolve_scenario
from tracecli.library.inputs import check_here, open_file
from tracecli.model import Scenario, Trace
from tracecli.playback import Subject, find_subject
from tracecli.problems import Severity
from tracecli.report.findings import FileReport
from tracecli.report.text import text_report
from tracecli.terminal import output
from tracecli.terminal.tty import interactive, playable, reduced_motion
from tracecli.text import near_names, plain

# ---- commands.playing
# What the player is handed: the aligned step of another scenario, and the file when it has changed.


def aligned_step(trace: Trace, scenario: Scenario, step: int, other: Scenario) -> int:
    """Give the step of another scenario that does what this one does; with none, that of the step before it."""
    from tracecli.comparing import align, match_targets

    pairs = align(scenario, other, match_targets(trace.targets, trace.targets)).pairs
    before = [pair for pair in pairs if pair.left <= step]
    return max(before, key=lambda pair: pair.left).right if before else 0


def reloading(resolved: Resolved) -> Callable[[], Trace | Sequence[str] | None]:
    """Give what looks whether the file has changed.

    Raises:
        TraceError: When the trace does not come from a file.
    """
    path, root = resolved.path, resolved.root
    if path is None or not os.path.isfile(path):
        raise TraceError(f"--reload needs a file of your own, and {resolved.name} is none")
    seen = _stamp(path)

    def look() -> Trace | Sequence[str] | None:
        nonlocal seen
        if (now := _stamp(path)) == seen:
            return None
        seen = now
        return _again(path, root)

    return look


def _stamp(path: str) -> tuple[int, int, int] | None:
    """Give what changes when a file does: editors may keep its size, or put another file in its place."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def _is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except OSError:
        return False  # reading it says why it can't be read


def _again(path: str, root: str | None) -> Trace | Sequence[str]:
    if _is_pipe(path):
        return [f"{path}: this is a pipe, and waiting for one would stop the player"]
    try:
        checked = check_here(open_file(path, root=root), path)
    except TraceError as error:
        return [error.message]
    if checked.trace is not None:
        return checked.trace
    errors = [problem for problem in checked.problems if problem.severity is Severity.ERROR]
    report = FileReport(path, tuple(checked.document.locate(errors)))
    return [plain(line) for line in text_report(report, notes=False)]


# ---- commands.play
# `trace play`: step by step on a terminal, a complete transcript everywhere else.


class Options(NamedTuple):
    """What the command line asks of the player.

    Attributes:
        speed: 1 is normal.
        wpm: Words a minute that are read; 0 lets durations decide alone.
        paused: Nothing follows by itself.
        loop: Start over after the last step.
        watch: Name of a state key or target to watch, or None.
        reload: Read the file again when it changes.
        plain: Give the transcript, wherever it goes.
        width: Columns at which the transcript is wrapped; None leaves lines whole in a pipe.
        color: Whether frames are coloured.
    """

    speed: float
    wpm: int
    paused: bool
    loop: bool
    watch: str | None
    reload: bool
    plain: bool
    width: int | None
    color: bool


def run(address: str, options: Options) -> ExitCode:
    """Play the scenario that an address names, from its step if it names one."""
    resolved, scenario = resolve_scenario(address)
    watched = _watched(resolved.trace, options.watch)
    if not options.plain and interactive(sys.stdin, sys.stdout, os.environ):
        if playable():
            return _play(resolved, scenario, watched, options)
        output.err("keys can't be read on this system yet: here is the transcript")
    return _tell(resolved, scenario, options)


def _watched(trace: Trace, name: str | None) -> Subject | None:
    if name is None:
        return None
    if (subject := find_subject(trace, name)) is not None:
        return subject
    known = [*trace.state_labels, *trace.targets]
    near = near_names(name, known)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
    raise TraceError(f"{name} is neither a state key nor a target", hint)


def _tell(resolved: Resolved, scenario: Scenario, options: Options) -> ExitCode:
    from tracecli.report.transcript import transcript

    width = options.width or (output.columns(os.environ) if sys.stdout.isatty() else None)

    def address(step: int) -> str:
        return resolved.address(scenario.id, step)

    for line in transcript(resolved.trace, scenario, start=resolved.step or 0, address=address, width=width):
        output.out(line or "\n")
    return ExitCode.OK


def _play(resolved: Resolved, scenario: Scenario, watched: Subject | None, options: Options) -> ExitCode:
    # MERGED: from tracecli.commands.playing import aligned_step, reloading
    from tracecli.terminal.panels import Links
    from tracecli.terminal.player import Options as How
    from tracecli.terminal.player import Show, play

    still = options.paused or reduced_motion(os.environ)
    how = How(options.speed, options.wpm, still, options.loop, watched, options.color)
    start = 1 if resolved.step is None else resolved.step
    reload = reloading(resolved) if options.reload else None
    show = Show(resolved.trace, scenario, start, Links(aligned_step, resolved.address), reload)
    return play(show, how, os.environ)
