"""`trace export`: a trace in another form, to standard output or a file, or held against a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tracecli.commands import exporting
from tracecli.errors import TraceError
from tracecli.escaping import visible
from tracecli.exits import ExitCode
from tracecli.library.address import quoted
from tracecli.library.resolving import Resolved, resolve
from tracecli.reading import raw_bytes
from tracecli.terminal import streams


class Where(NamedTuple):
    """Where an export goes.

    Attributes:
        output: The file to write; standard output without one, or where it is `-`.
        check: A file that should hold just this; nothing is written then.
    """

    output: str | None
    check: str | None


Options = Mapping[str, object]
"""A format's own options by name."""

MAKERS: dict[str, Callable[[Resolved, Options], str]] = {
    "html": exporting.html,
    "svg": exporting.svg,
    "markdown": exporting.markdown,
    "mermaid": exporting.mermaid,
    "asciicast": exporting.asciicast,
    "perfetto": exporting.perfetto,
    "itf": exporting.itf,
    "json": exporting.document,
    "yaml": exporting.document,
}
"""Format → what makes it from an address."""


def run(form: str, address: str, options: Options, where: Where) -> ExitCode:
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


def _read(resolved: Resolved, form: str, options: Options) -> list[str]:
    """Give the files that are not to be overwritten; a trace may be written anew in its own notation."""
    same = form == resolved.checked.document.format
    return [str(one) for one in (None if same else resolved.path, options.get("drawing")) if one]


def _write(content: bytes, path: str, read: list[str]) -> None:
    from tracecli.library.writing import spare, write_whole

    spare(path, *read)
    write_whole(path, content)
    streams.err(visible(f"{path} written, {len(content):,} bytes"))


def _check(content: bytes, path: str, command: str) -> ExitCode:
    try:
        held = raw_bytes(path, len(content) + 1)
    except OSError as error:
        reason = error.strerror or error
        raise TraceError(f"{path} can't be read: {reason}", f"{command} -o {quoted(path)} writes it") from error
    if held == content:
        streams.err(visible(f"{path} is current"))
        return ExitCode.OK
    streams.err(visible(f"{path} is stale: {command} -o {quoted(path)} writes it anew"))
    return ExitCode.FOUND
