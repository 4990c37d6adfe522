"""`trace schema`: print a published JSON Schema."""

from __future__ import annotations

from tracecli.errors import TraceError
from tracecli.exits import ExitCode
from tracecli.nearest import near_names
from tracecli.resources import schema_names, schema_text
from tracecli.terminal import streams


def run(name: str) -> ExitCode:
    """Print the schema of that name, as it is on disk."""
    names = schema_names()
    if name not in names:
        near = near_names(name, names)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(names)}"
        raise TraceError(f"no schema is called {name}", hint)
    streams.data(schema_text(name))
    return ExitCode.OK
