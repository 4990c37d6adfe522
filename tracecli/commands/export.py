"""`trace export`: a trace in another form, to standard output or a file, or compared with a file."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tracecli.checking.full import full, lean
from tracecli.errors import ExitCode, TraceError
from tracecli.library.addresses import quoted
from tracecli.library.catalog import Resolved, resolve, scenario_of
from tracecli.model import Scenario
from tracecli.reading import raw_bytes
from tracecli.terminal import output
from tracecli.text import visible

if TYPE_CHECKING:
    from tracecli.export.own_drawing import OwnDrawing

_MAX_DRAWING = 16 * 2**20  # bytes read of an author's drawing; its reader has a lower limit, and words for it
FormatOptions = Mapping[str, Any]
"""A format's own options by name."""


class Where(NamedTuple):
    """Where an export goes."""

    output: str | None  # the file to write; standard output without one, or where it is `-`
    check: str | None  # a file that should hold just this; nothing is written then


def run(form: str, address: str, options: FormatOptions, where: Where) -> ExitCode:
    """Make the form and write it, or say whether a file still holds it."""
    if where.output and where.check:
        raise TraceError("--check writes nothing, so it can't go with -o")
    resolved = resolve(address)
    content = EXPORTERS[form](resolved, options).encode()
    if where.check is not None:
        return _check(content, where.check, f"trace export {form} {quoted(address)}")
    if where.output is None or where.output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return ExitCode.OK
    # A trace may be written over itself in its own notation.
    same = form == resolved.checked.document.format
    inputs = [str(one) for one in (None if same else resolved.path, options.get("drawing")) if one]
    _write(content, where.output, inputs)
    return ExitCode.OK


def _write(content: bytes, path: str, inputs: list[str]) -> None:
    from tracecli.library.writing import spare, write_whole

    spare(path, *inputs)
    write_whole(path, content)
    output.err(visible(f"{path} written, {len(content):,} bytes"))


def _check(content: bytes, path: str, command: str) -> ExitCode:
    """Report whether a file holds an export. Every form is text, whose line breaks a checkout may turn into CR LF."""
    if path == "-":
        raise TraceError("--check compares a file, and - is none", "./- is a file of that name")
    try:
        found = raw_bytes(path, 2 * len(content) + 1)
    except OSError as error:
        reason = error.strerror or error
        raise TraceError(f"{path} can't be read: {reason}", f"{command} -o {quoted(path)} writes it") from error
    if found == content:
        output.err(visible(f"{path} is current"))
        return ExitCode.OK
    if found.replace(b"\r\n", b"\n") == content.replace(b"\r\n", b"\n"):
        output.err(visible(f"{path} is current, but for its line breaks, which are CR LF"))
        return ExitCode.OK
    marked = " (it begins with a byte order mark)" if found.startswith(BOM_UTF8) else ""
    output.err(visible(f"{path} is stale{marked}: {command} -o {quoted(path)} updates it"))
    return ExitCode.FOUND


def _html(resolved: Resolved, options: FormatOptions) -> str:
    from tracecli.export.html import export

    _refuse_step(resolved, "html")
    drawing = _own_drawing(resolved, options["drawing"])
    return export(resolved.trace, resolved.scenario, drawing=drawing, wpm=options["wpm"])


def _svg(resolved: Resolved, options: FormatOptions) -> str:
    from tracecli.export.svg import export

    step = resolved.step if options["still"] is None else options["still"]
    several = resolved.scenario is None and len(resolved.trace.scenarios) > 1
    if options["lanes"] or (several and not options["sheet"]):
        return _svg_lanes(resolved, step, options)
    if options["sheet"] and step is not None:
        raise TraceError("a sheet holds all steps, and one was named", "leave the step or --sheet out")
    return export(
        resolved.trace,
        scenario_of(resolved),
        step=step,
        all_steps=options["sheet"],
        drawing=_own_drawing(resolved, options["drawing"]),
        wpm=options["wpm"],
        speed=options["speed"],
    )


def _svg_lanes(resolved: Resolved, step: int | None, options: FormatOptions) -> str:
    from tracecli.export.svg_lanes import export
    from tracecli.playback import chosen

    if options["sheet"] or options["drawing"]:
        raise TraceError("a picture of lanes has no sheet and no drawing", "leave --sheet and --drawing out")
    scenarios = chosen(resolved.trace, resolved.scenario)
    return export(resolved.trace, scenarios, step=step, wpm=options["wpm"], speed=options["speed"])


def _own_drawing(resolved: Resolved, path: str | None) -> OwnDrawing | None:
    """Read an author's own drawing, and say what of it was left out because it could reach outside or act.

    Raises:
        TraceError: It can't be read, is not a drawing, or lacks an element for a target.
    """
    if path is None:
        return None
    from tracecli.export.own_drawing import read_drawing

    try:
        raw = raw_bytes(path, _MAX_DRAWING + 1)
    except OSError as error:
        raise TraceError(f"{path} can't be read: {error.strerror or error}") from error
    drawing = read_drawing(raw, path, resolved.trace)
    if drawing.removed:
        output.err(visible(f"{path}: left out {', '.join(drawing.removed)}"))
    return drawing


def _markdown(resolved: Resolved, _options: FormatOptions) -> str:
    from tracecli.export.markdown import export

    _refuse_step(resolved, "markdown")
    return export(resolved.trace, resolved.scenario)


def _mermaid(resolved: Resolved, options: FormatOptions) -> str:
    from tracecli.export.mermaid import Diagram, export

    diagram = Diagram[options["diagram"]]
    scenario = resolved.scenario if diagram is Diagram.FLOWCHART else scenario_of(resolved)
    return export(resolved.trace, scenario, diagram=diagram, step=resolved.step, any_size=options["any_size"])


def _asciicast(resolved: Resolved, options: FormatOptions) -> str:
    """Return the player's own frames as a recording."""
    from tracecli.export.asciicast import Recorder, export
    from tracecli.terminal.frame import recorded
    from tracecli.terminal.output import Looks, ansi
    from tracecli.terminal.view import Stage

    scenario = _whole_scenario(resolved, "asciicast")
    looks = Looks(links=False)
    stage = Stage(resolved.trace, scenario, looks)
    width, height = options["width"], options["height"]

    def rows(step: int) -> list[str]:
        return [ansi(row, looks) for row in recorded(stage, step, width, height).rows]

    recorder = Recorder(rows, width, height)
    return export(resolved.trace, scenario, recorder, wpm=options["wpm"], speed=options["speed"])


def _perfetto(resolved: Resolved, _options: FormatOptions) -> str:
    from tracecli.export.perfetto import export

    _refuse_step(resolved, "perfetto")
    return export(resolved.trace, resolved.scenario)


def _itf(resolved: Resolved, _options: FormatOptions) -> str:
    from tracecli.export.itf import export

    return export(resolved.trace, _whole_scenario(resolved, "itf"))


def _json(resolved: Resolved, _options: FormatOptions) -> str:
    from tracecli.export.data import export_json

    _refuse_step(resolved, "json")
    return export_json(full(resolved.checked.document.data))


def _yaml(resolved: Resolved, options: FormatOptions) -> str:
    from tracecli.export.data import export_yaml

    _refuse_step(resolved, "yaml")
    if options["lean"] and options["full"]:
        raise TraceError("--lean and --full can't go together")
    data = resolved.checked.document.data
    if options["lean"]:
        return export_yaml(lean(data), compact=True)
    return export_yaml(full(data) if options["full"] else data)


def _whole_scenario(resolved: Resolved, form: str) -> Scenario:
    _refuse_step(resolved, form)
    return scenario_of(resolved)


def _refuse_step(resolved: Resolved, form: str) -> None:
    if resolved.step is not None:
        raise TraceError(f"{form} holds all steps, and the address names one", "leave the step out")


EXPORTERS: dict[str, Callable[[Resolved, FormatOptions], str]] = {
    "html": _html,
    "svg": _svg,
    "markdown": _markdown,
    "mermaid": _mermaid,
    "asciicast": _asciicast,
    "perfetto": _perfetto,
    "itf": _itf,
    "json": _json,
    "yaml": _yaml,
}
"""Format → what makes it from a resolved address; each imports its module when it is called."""
