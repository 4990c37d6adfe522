"""How often each rule speaks, for a first look at a large repair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tracecli.report.findings import FileReport
from tracecli.runs import Line, Run, line


def statistics(files: Sequence[FileReport]) -> Iterator[Line]:
    """Give a table of counts, severities and rules: the gravest and most frequent first; nothing without findings.

    Args:
        files: All files that were checked. Notes count, whether shown or not.
    """
    problems = [finding.problem for file in files for finding in file.findings]
    counts = Counter((problem.severity, problem.rule) for problem in problems)
    fixable = Counter((problem.severity, problem.rule) for problem in problems if problem.fix)
    room = max((len(f"{number:,}") for number in counts.values()), default=0)
    for (severity, rule), number in sorted(counts.items(), key=lambda row: (-row[0][0], -row[1], row[0][1])):
        repair = f" ({fixable[severity, rule]:,} with a fix)" if fixable[severity, rule] else ""
        yield line(
            Run(f"{number:>{room},}  ", "text"),
            Run(f"{severity!s:<7}  ", str(severity)),
            Run(rule, "rule"),
            Run(repair, "quiet"),
        )
