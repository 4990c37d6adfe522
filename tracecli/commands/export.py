"""`trace export`: a trace in another form."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tracecli.errors import ExitCode, TraceError
from tracecli.export import EXPORTERS
from tracecli.library.addresses import quoted
from tracecli.library.catalog import Resolved, resolve, scenario_of
from tracecli.model import Scenario
from tracecli.reading import raw_bytes
from tracecli.terminal import output
from tracecli.text import visible

if TYPE_CHECKING:
    from tracecli.export.own_drawing import OwnDrawing

# ---- commands.exporting
# Give each exporter what it takes: a scenario, a trace, or the data of the document.

_LARGEST_DRAWING = 16 * 2**20  # bytes read of an author's drawing; the reader has its own, lower limits
Options = Mapping[str, Any]


def _make(options: Options) -> Any:
    return next(one for one in EXPORTERS if one.name == options["format"]).load()


def _stepless(resolved: Resolved, options: Options) -> Resolved:
    if resolved.step is not None:
        raise TraceError(f"{options['format']} holds all steps, and the address names one", "leave the step out")
    return resolved


def _scenario(resolved: Resolved, options: Options) -> Scenario:
    return scenario_of(_stepless(resolved, options))


def markdown(resolved: Resolved, options: Options) -> str:
    """Give the transcript of a scenario, or of all."""
    return str(_make(options)(resolved.trace, _stepless(resolved, options).scenario))


perfetto = markdown


def itf(resolved: Resolved, options: Options) -> str:
    """Give a scenario as states of a model checker."""
    return str(_make(options)(resolved.trace, _scenario(resolved, options)))


def document(resolved: Resolved, options: Options) -> str:
    """Give the document itself in the other notation, whatever scenario the address named."""
    return str(_make(options)(_stepless(resolved, options).checked.document.data))


def html(resolved: Resolved, options: Options) -> str:
    """Give the player in a page, for a scenario or the whole trace."""
    scenario = _stepless(resolved, options).scenario
    return str(
        _make(options)(resolved.trace, scenario, drawing=own_drawing(resolved, options["drawing"]), wpm=options["wpm"])
    )


def svg(resolved: Resolved, options: Options) -> str:
    """Give a scenario in motion, a sheet of all its steps, or a still of one."""
    step = resolved.step if options["still"] is None else options["still"]
    if options["sheet"] and step is not None:
        raise TraceError("a sheet holds all steps, and one was named", "leave the step or --sheet out")
    drawing = own_drawing(resolved, options["drawing"])
    how = {"step": step, "all_steps": options["sheet"], "drawing": drawing}
    make = _make(options)
    return str(make(resolved.trace, scenario_of(resolved), **how, wpm=options["wpm"], speed=options["speed"]))


def own_drawing(resolved: Resolved, path: str | None) -> OwnDrawing | None:
    """Read an author's own drawing, and say what of it was left out because it could reach outside or act.

    Raises:
        TraceError: It can't be read, is no drawing, or lacks an element for a target.
    """
    if path is None:
        return None
    from tracecli.export.own_drawing import read_drawing

    try:
        raw = raw_bytes(path, _LARGEST_DRAWING + 1)
    except OSError as error:
        raise TraceError(f"{path} can't be read: {error.strerror or error}") from error
    drawing = read_drawing(raw, path, resolved.trace)
    if drawing.removed:
        output.err(visible(f"{path}: left out {', '.join(drawing.removed)}"))
    return drawing


def mermaid(resolved: Resolved, options: Options) -> str:
    """Give one of Mermaid's diagrams; a step is lit in a flowchart, and one scenario is told in the others."""
    from tracecli.export.mermaid import Diagram

    diagram = Diagram[options["diagram"]]
    scenario = resolved.scenario if diagram is Diagram.FLOWCHART else scenario_of(resolved)
    make = _make(options)
    return str(make(resolved.trace, scenario, diagram=diagram, step=resolved.step, any_size=options["any_size"]))


def asciicast(resolved: Resolved, options: Options) -> str:
    """Give the player's own frames as a recording."""
    from tracecli.export.asciicast import Screen
    from tracecli.playback import Cursor
    from tracecli.terminal.frame import frame
    from tracecli.terminal.output import Looks, ansi
    from tracecli.terminal.view import Stage, View

    scenario = _scenario(resolved, options)
    looks = Looks(links=False)
    stage = Stage(resolved.trace, scenario, looks)
    width, height = options["width"], options["height"]

    def rows(step: int) -> list[str]:
        view = View(scenario.id, Cursor(len(scenario.steps), step))
        return [ansi(row, looks) for row in frame(stage, view, width, height).rows]

    screen = Screen(rows, width, height)
    return str(_make(options)(resolved.trace, scenario, screen, wpm=options["wpm"], speed=options["speed"]))


# ---- commands.export
# `trace export`: a trace in another form, to standard output or a file, or held against a file.


class Where(NamedTuple):
    """Where an export goes.

    Attributes:
        output: The file to write; standard output without one, or where it is `-`.
        check: A file that should hold just this; nothing is written then.
    """

    output: str | None
    check: str | None


ExportOptions = Mapping[str, object]
"""A format's own options by name."""

MAKERS: dict[str, Callable[[Resolved, ExportOptions], str]] = {
    "html": html,
    "svg": svg,
    "markdown": markdown,
    "mermaid": mermaid,
    "asciicast": asciicast,
    "perfetto": perfetto,
    "itf": itf,
    "json": document,
    "yaml": document,
}
"""Format → what makes it from an address."""


def run(form: str, address: str, options: ExportOptions, where: Where) -> ExitCode:
    """Make the form and write it, or say whether a file still holds it."""
    if where.output and where.check:
        raise TraceError("--check writes nothing, so it can't go with -o")
    resolved = resolve(address)
    text = MAKERS[form](resolved, {"format": form, **options})
    content = text.encode()
    if where.check is not None:
        return _check(content, where.check, f"trace export {form} {quoted(address)}")
    if where.output is None or where.output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return ExitCode.OK
    _write(content, where.output, _read(resolved, form, options))
    return ExitCode.OK


def _read(resolved: Resolved, form: str, options: ExportOptions) -> list[str]:
    """Give the files that are not to be overwritten; a trace may be written anew in its own notation."""
    same = form == resolved.checked.document.format
    return [str(one) for one in (None if same else resolved.path, options.get("drawing")) if one]


def _write(content: bytes, path: str, read: list[str]) -> None:
    from tracecli.library.writing import spare, write_whole

    spare(path, *read)
    write_whole(path, content)
    output.err(visible(f"{path} written, {len(content):,} bytes"))


def _check(content: bytes, path: str, command: str) -> ExitCode:
    try:
        held = raw_bytes(path, len(content) + 1)
    except OSError as error:
        reason = error.strerror or error
        raise TraceError(f"{path} can't be read: {reason}", f"{command} -o {quoted(path)} writes it") from error
    if held == content:
        output.err(visible(f"{path} is current"))
        return ExitCode.OK
    output.err(visible(f"{path} is stale: {command} -o {quoted(path)} writes it anew"))
    return ExitCode.FOUND
