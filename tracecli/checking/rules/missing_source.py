"""missing-source (note): a source's file is not there.

A source that can't be found can't be checked by anyone. The path counts from the trace's own folder. A trace from
standard input or a git revision has no folder: one note says that its files were not looked at.

Fails:

    sources:
    - title: Diagram by the author
      file: no-such-folder/diagram.svg

Passes:

    sources:
    - title: Diagram by the author
      url: https://example.org/diagram.svg
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.checking.source_files import Missing, NotLooked
from tracecli.problems import Place, Problem, Severity
from tracecli.text import plural


def check(shape: Shape) -> Iterator[Problem]:
    """Report what was looked for and not found, or that nobody looked."""
    unseen = 0
    for source in shape.sources:
        found = source.found
        if isinstance(found, Missing):
            yield _note(Place((*source.pointer, "file")), f"{name(source.file or '')} was not read: {found.reason}")
        unseen += isinstance(found, NotLooked)
    if unseen:
        words = f"{plural(unseen, 'file')} named here {'was' if unseen == 1 else 'were'} not looked at"
        yield _note(Place(("sources",), "key"), f"{words}: this trace does not come from a folder")


def _note(place: Place, message: str) -> Problem:
    return Problem("missing-source", Severity.NOTE, message, place)
