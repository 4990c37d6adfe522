"""source-escapes (note): a source's path leaves the repository, so the file was not read.

Whoever checks a trace that they were sent must not have files of their own machine read by it. The repository around
the trace is the border; without one, the trace's own folder. Such a path is refused unread. It is an error with
'sha256', since that asks for the file to be read, and for an absolute path or one through a link, which mean
something else on every machine.

Fails:

    sources:
    - title: Ledger of versions
      file: /home/me/SOURCE.md

Passes:

    sources:
    - title: Ledger of versions
      url: https://example.org/SOURCE.md
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.checking.source_files import Escapes
from tracecli.problems import Place, Problem, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Report what was refused, and why."""
    for source in shape.sources:
        found = source.found
        if isinstance(found, Escapes):
            grave = found.absolute or found.through is not None or source.sha256 is not None
            yield Problem(
                rule="source-escapes",
                severity=Severity.ERROR if grave else Severity.NOTE,
                message=f"{name(source.file or '')} {_why(found)}: it was not read",
                place=Place((*source.pointer, "file")),
            )


def _why(found: Escapes) -> str:
    if found.absolute:
        return "is an absolute path, which means something else on every machine"
    out = "out of the repository (or, without one, out of the trace's folder)"
    return f"leads through the link {name(found.through)} {out}" if found.through else f"leads {out}"
