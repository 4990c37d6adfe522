"""source-hash (error): a source's file is not the one that was pinned.

'sha256' says exactly which bytes the trace was written from. When the file has changed, what the trace says of it may
no longer hold: read it again, then pin it anew.

Fails:

    sources:
    - title: The licence
      file: LICENSE
      sha256: "0000000000000000000000000000000000000000000000000000000000000000"

Passes:

    sources:
    - title: The licence
      file: LICENSE
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.checking.source_files import Found
from tracecli.problems import Place, Problem, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Compare hashes."""
    for source in shape.sources:
        found = source.found
        if isinstance(found, Found) and found.sha256 and source.sha256 and found.sha256 != source.sha256.lower():
            yield Problem(
                rule="source-hash",
                severity=Severity.ERROR,
                message=f"{name(source.file or '')} has changed since it was pinned: its sha256 is now {found.sha256}",
                place=Place((*source.pointer, "sha256")),
                suggestion=found.sha256,
            )
