"""What must hold for any bytes at all: the readers judge them, and every place that they give is the right one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from tests.unit.reading_helpers import pointers
from tracecli.checking import check
from tracecli.problems import Place, Span
from tracecli.reading import Document, Limits, read_bytes

_LIMITS = Limits(depth=30, expansion=2000)


def json_scanner(raw: bytes) -> None:
    """Read as JSON; where a value is said to be, the standard parser finds that value."""
    document = _read(raw, "x.json")
    if document.problems:  # what is not JSON was read as something near
        return
    values = pointers(document.data)
    spans = document.spans([Place(pointer) for pointer, _ in values])
    for pointer, value in values:
        span = spans[Place(pointer)]
        assert repr(json.loads(document.text[span.start : span.end])) == repr(value), pointer
    for place, span in _keys(document).items():
        assert json.loads(document.text[span.start : span.end]) == place.pointer[-1], place


def yaml_walk(raw: bytes) -> None:
    """Read as YAML; every value lies inside of what holds it, and behind its key."""
    document = _read(raw, "x.yaml")
    if not document.readable:
        return
    values = pointers(document.data)
    spans = document.spans([Place(pointer) for pointer, _ in values])
    for place, key in _keys(document).items():
        assert key.start <= key.end <= spans[Place(place.pointer)].start or "*" in document.text, place
    for pointer, _ in values:
        inner, outer = spans[Place(pointer)], spans[Place(pointer[:-1])]
        assert outer.start <= inner.start <= inner.end <= outer.end or "*" in document.text, pointer


TARGETS: Mapping[str, Callable[[bytes], None]] = {"json": json_scanner, "yaml": yaml_walk}
"""The ending of the files → what is done with their bytes."""


def _read(raw: bytes, name: str) -> Document:
    """Read, check and look up every finding: each lies inside of the text and says something."""
    document = read_bytes(raw, name, limits=_LIMITS)
    found = document.locate(check(document, limits=_LIMITS).problems)
    assert document.readable or found
    for finding in found:
        assert 0 <= finding.span.start <= finding.span.end <= len(document.text), finding
        assert finding.problem.message, finding
    return document


def _keys(document: Document) -> dict[Place, Span]:
    places = [Place(pointer, "key") for pointer, _ in pointers(document.data) if isinstance((pointer or (0,))[-1], str)]
    return dict(document.spans(places))
