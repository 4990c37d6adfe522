"""bad-range (error): a link cites lines that can't be: line 0, or an end before its start.

Lines count from 1, and a range runs forwards. How many lines a range has never counts.

Fails:

    sources:
    - title: The scheduler's loop
      url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2058-L2026

Passes:

    sources:
    - title: The scheduler's loop
      url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2026-L2058
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.problems import Place, Problem, Severity

# GitHub's L10C3-L20C5, GitLab's L10-20, Bitbucket's lines-10:20, cgit's n10.
_LINES = re.compile(r"(?:L|lines-|n)([0-9]+)(?:C[0-9]+)?(?:[-:]L?([0-9]+)(?:C[0-9]+)?)?\Z")


def check(shape: Shape) -> Iterator[Problem]:
    """Judge the fragment of each link."""
    for source in shape.sources:
        cited = _LINES.match((source.url or "").partition("#")[2])
        wrong = _wrong(cited[1].lstrip("0"), (cited[2] or cited[1]).lstrip("0")) if cited else None
        if wrong:
            yield Problem("bad-range", Severity.ERROR, wrong, Place((*source.pointer, "url")))


def _wrong(first: str, last: str) -> str | None:
    """Say what is wrong with a range of digits without leading zeros, which may be more than an int can hold."""
    if not first or not last:
        return "lines count from 1, and this link cites line 0"
    if (len(last), last) < (len(first), first):
        return f"the cited lines end ({last}) before they start ({first})"
    return None
