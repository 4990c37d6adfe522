"""`trace play`: step by step on a terminal, a complete transcript everywhere else."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracecli.errors import ExitCode, TraceError
from tracecli.library.catalog import Resolved, resolve_scenario
from tracecli.library.inputs import check_here, open_file
from tracecli.model import Scenario, Trace
from tracecli.playback import Cursor, Subject, find_subject
from tracecli.problems import Severity
from tracecli.report.findings import FileReport
from tracecli.report.text import text_report
from tracecli.terminal import output
from tracecli.text import alternatives, near_names, plain

_NO_LINKS = ("linux", "vt", "cons", "sun")  # names of terminals that may print a hyperlink's bytes


class PlayOptions(NamedTuple):
    """What the command line asks of the player."""

    speed: float = 1.0  # 1 is normal
    wpm: int = 350  # words a minute that are read; 0 lets durations decide alone
    paused: bool = False
    loop: bool = False
    watch: str | None = None  # name of a state key or target
    reload: bool = False  # read the file again when it changes
    plain: bool = False  # the transcript, wherever it goes
    width: int | None = None  # columns of the transcript; None leaves lines whole in a pipe
    color: bool = False


def run(address: str, options: PlayOptions) -> ExitCode:
    """Play the scenario that an address names, from its step if it names one."""
    resolved, scenario = resolve_scenario(address)
    watch = _watched(resolved.trace, options.watch)
    if not options.plain and output.interactive(sys.stdin, sys.stdout, os.environ):
        if output.playable():
            return _play(resolved, scenario, watch, options)
        output.err("the interactive player needs a Unix terminal; printing the transcript")
    return _print_transcript(resolved, scenario, options)


def _watched(trace: Trace, name: str | None) -> Subject | None:
    if name is None:
        return None
    if (subject := find_subject(trace, name)) is not None:
        return subject
    known = [*trace.state_labels, *trace.targets]
    near = near_names(name, known)
    hint = f"did you mean {alternatives(near, name)}?" if near else f"there are: {', '.join(known)}"
    raise TraceError(f"{name} is neither a state key nor a target", hint)


def _print_transcript(resolved: Resolved, scenario: Scenario, options: PlayOptions) -> ExitCode:
    from tracecli.report.transcript import transcript

    width = options.width or (output.columns(os.environ) if sys.stdout.isatty() else None)

    def address(step: int) -> str:
        return resolved.address(scenario.id, step)

    for line in transcript(resolved.trace, scenario, start=resolved.step or 0, address=address, width=width):
        output.out(line or "\n")
    return ExitCode.OK


def _play(resolved: Resolved, scenario: Scenario, watch: Subject | None, options: PlayOptions) -> ExitCode:
    from tracecli.terminal.player import play
    from tracecli.terminal.view import Links, Stage, View

    links = not os.environ.get("TERM", "").startswith(_NO_LINKS)
    looks = output.Looks(options.color, links, sys.stdout.encoding)
    view = View(
        scenario=scenario.id,
        cursor=Cursor(len(scenario.steps)).seek(1 if resolved.step is None else resolved.step),
        playing=not (options.paused or output.reduced_motion(os.environ)),
        speed=options.speed,
        loop=options.loop,
        watch=watch,
    )
    reload = _reloading(resolved) if options.reload else None
    stage = Stage(resolved.trace, scenario, looks, Links(aligned_step, resolved.address))
    return play(stage, view, wpm=options.wpm, still=output.reduced_motion(os.environ), reload=reload)


def aligned_step(trace: Trace, scenario: Scenario, step: int, other: Scenario) -> tuple[int, int]:
    """Return the step, or else the nearest one (of two, the one before), that the other scenario has too, and where."""
    from tracecli.comparing import align, match_targets

    pairs = align(scenario, other, match_targets(trace.targets, trace.targets)).pairs
    nearest = min(pairs, key=lambda pair: (abs(pair.left - step), pair.left), default=None)
    return (nearest.left, nearest.right) if nearest else (0, 0)


def _reloading(resolved: Resolved) -> Callable[[], Trace | Sequence[str] | None]:
    """Return what reads the file again when it has changed.

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
        return _read_again(path, root)

    return look


def _stamp(path: str) -> tuple[int, int, int] | None:
    """Return what changes when a file does: editors may keep its size, or put another file in its place."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def _read_again(path: str, root: str | None) -> Trace | Sequence[str]:
    with contextlib.suppress(OSError):  # opening it says why it can't be read
        if stat.S_ISFIFO(os.stat(path).st_mode):
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
