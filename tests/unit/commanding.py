"""Every command, called in this process on a file: what it answers and what it writes."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial
from typing import NamedTuple

from tracecli.commands import browse, completion, diff, export, play, sources, time, validate
from tracecli.commands import browse as listing
from tracecli.errors import ExitCode, TraceError
from tracecli.report.diff_view import DiffOptions

REPORTS = ("text", "json", "github", "gitlab", "sarif", "junit", "markdown")
_FORM = {
    "diagram": "FLOWCHART",
    "any_size": True,
    "width": 60,
    "height": 20,
    "wpm": 350,
    "speed": 1.0,
    "still": None,
    "sheet": False,
    "lanes": False,
    "drawing": None,
    "lean": False,
    "full": False,
}
_PLAYED = play.PlayOptions(
    1.0, 350, paused=False, loop=False, watch=None, reload=False, plain=True, width=None, color=False
)
Command = Callable[[], object]


class Told(NamedTuple):
    """What a command gave: its exit code, standard output, and the error that it ended in."""

    code: int
    out: str
    error: TraceError | None


def checks(path: str) -> Iterator[tuple[str, Command]]:
    """Give `validate` in every format."""
    for form in REPORTS:
        yield form, partial(validate.run, [path], validate.Options(formats=[form], notes=True))


def readers(path: str, other: str, scenario: str) -> Iterator[tuple[str, Command]]:
    """Give every other command that reads a trace, with the formats that it writes.

    Args:
        path: The file.
        other: A sound one, to compare with.
        scenario: The id of one of the file's scenarios, for what takes one.
    """
    chosen = f"{path}#{scenario}"
    yield "show", lambda: browse.run_show(path, as_json=False, color=True)
    yield "show json", lambda: browse.run_show(path, as_json=True, color=False)
    yield "play", lambda: play.run(chosen, _PLAYED)
    yield "sources", lambda: sources.run(path, sources.Options())
    for form in ("text", "json", "markdown"):
        request = diff.DiffRequest(DiffOptions(), form, fail_on=None, color=False)
        yield f"diff {form}", partial(diff.run, path, other, request)
        yield f"diff {form} back", partial(diff.run, other, path, request)
    for form in export.EXPORTERS:
        yield f"export {form}", partial(export.run, form, chosen, _FORM, export.Where(None, None))


def timers(path: str, scenario: str) -> Iterator[tuple[str, Command]]:
    """Give `time`, which needs facts, on one of a file's scenarios and on the whole of it."""
    for as_json in (False, True):
        yield "time", partial(time.run, f"{path}#{scenario}", None, time.Options(as_json=as_json))
    yield "time sweep", lambda: time.run(path, None, time.Options(sweep="forward"))


def lookers() -> Iterator[tuple[str, Command]]:
    """Give the commands that read the whole library of the working directory."""
    yield "list", lambda: listing.run_list(as_json=False, color=False)
    yield "list json", lambda: listing.run_list(as_json=True, color=False)
    yield "completion", lambda: completion.addresses("")


def told(command: Command) -> Told:
    """Run a command; any exception but the intended one is the test's failure."""
    raw = io.BytesIO()
    with _output(io.TextIOWrapper(raw, "utf-8", errors="backslashreplace", write_through=True)):
        try:
            code, error = command(), None
        except TraceError as found:
            code, error = found.code, found
    return Told(code if isinstance(code, ExitCode) else ExitCode.OK, raw.getvalue().decode(), error)


@contextmanager
def _output(stream: io.TextIOWrapper) -> Iterator[None]:
    before = sys.stdout
    sys.stdout = stream
    try:
        with redirect_stderr(io.StringIO()):
            yield
        stream.flush()
    finally:
        sys.stdout = before
        stream.detach()
