"""`trace import itf`: a model checker's counterexample as a trace to play and to annotate."""

from __future__ import annotations

import os
import sys

from tracecli.errors import ExitCode, TraceError
from tracecli.export.data import export_yaml
from tracecli.library.addresses import quoted
from tracecli.library.inputs import open_file, open_stdin
from tracecli.library.itf import convert
from tracecli.library.writing import spare, write_whole
from tracecli.terminal import output
from tracecli.text import visible

_ENDINGS = (".json", ".itf")


def run(path: str, to: str | None) -> ExitCode:
    """Convert a file and write the trace as YAML.

    Args:
        path: The counterexample; `-` for standard input.
        to: The file to write; standard output without one, or where it is `-`.
    """
    document = open_stdin() if path == "-" else open_file(path)
    if not document.readable or not isinstance(document.data, dict):
        reason = document.problems[0].message if document.problems else "it is not a JSON object"
        raise TraceError(f"{path} is not an Informal Trace Format file: {reason}")
    stem = os.path.basename(path)
    while stem.endswith(_ENDINGS):
        stem = os.path.splitext(stem)[0]
    content = export_yaml(convert(document.data, "counterexample" if path == "-" else stem)).encode()
    if to is None or to == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return ExitCode.OK
    spare(to, path)
    write_whole(to, content)
    output.err(visible(f"{to} written, {len(content):,} bytes"))
    output.err(f"next: trace play {quoted(to)}")
    return ExitCode.OK
