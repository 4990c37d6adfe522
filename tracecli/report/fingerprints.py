"""What a finding is known by from one run to the next, whatever else in its file has changed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator

from tracecli.problems import Finding, Pointer
from tracecli.reading import Document
from tracecli.report.findings import FileReport

_NAMES = ("id", "title")  # what an entry of a list is called by, the better one first


def fingerprints(file: FileReport, path: str) -> Iterator[str]:
    """Give a fingerprint for each finding of a file, in their order, each once.

    Made of the rule, the path, and the way to the place: scenarios, steps and sources by id or title, plain entries
    by what they are, never by number or line, so that an edit elsewhere changes nothing. Findings that agree in all of
    that are numbered.

    Args:
        file: A checked file.
        path: Its path as the report names it.
    """
    seen: Counter[str] = Counter()
    for finding in file.findings:
        known = json.dumps([path, finding.problem.rule, *_way(finding, file.document)])
        seen[known] += 1
        yield hashlib.sha256(f"{known}{seen[known]}".encode()).hexdigest()


def _way(finding: Finding, document: Document | None) -> list[object]:
    pointer = finding.problem.place.pointer
    if document is None:
        return list(pointer)
    if pointer:
        return [finding.problem.place.part, *_named(document.data, pointer)]
    return [document.line(finding.range.start.line).strip()]


def _named(data: object, pointer: Pointer) -> Iterator[object]:
    for part in pointer:
        below: object = None
        if isinstance(data, dict):
            below = data.get(part)
            yield part
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            below = data[part]
            yield _name(below, part)
        else:
            yield part
        data = below
    if not isinstance(data, (dict, list)):
        yield data


def _name(entry: object, index: int) -> object:
    if isinstance(entry, dict):
        return next((entry[key] for key in _NAMES if isinstance(entry.get(key), str)), index)
    return "" if not isinstance(entry, list) else index  # a plain entry is named by its value, at the end of the way
