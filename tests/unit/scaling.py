"""What a piece of work costs, counted in operations, so that no clock is asked.

An operation is a call of a function or the next value of a generator. A quadratic step shows as a ratio near 4.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

from tracecli.checking import SourceFiles, check
from tracecli.problems import Severity
from tracecli.reading import read_bytes
from tracecli.report.ci import REPORTERS
from tracecli.report.findings import FileReport, Results
from tracecli.report.text import text_report

RATIO = 2.6  # 2 and what grows with a logarithm; a quadratic part of a tenth of the work already passes it
SMALL = 120


def operations(work: Callable[[], object]) -> int:
    """Count the calls that a piece of work makes."""
    count = 0

    def see(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def assert_linear(work: Callable[[int], Callable[[], object]], size: int = SMALL // 2) -> None:
    """Check that twice the size costs about twice the operations; what is done once has been done before."""
    work(size)()
    once, twice = operations(work(size)), operations(work(2 * size))
    assert twice <= RATIO * once, f"{once} operations for {size}, {twice} for {2 * size}"


def results_of(raw: bytes, name: str, files: SourceFiles | None = None) -> Results:
    """Read and check a document, and look up all that was found."""
    document = read_bytes(raw, name)
    report = FileReport("x", tuple(document.locate(check(document, files).problems)), document)
    return Results([report], version="1", pages=(), notes=True, fail_on=Severity.ERROR, folder="/x", root="/x")


def tell(results: Results) -> None:
    """Report in every format, with all findings."""
    for form in REPORTERS:
        REPORTERS[form](results) if form != "text" else list(text_report(results.files[0], notes=True, most=0))
