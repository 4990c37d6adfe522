"""What every report of `validate` is made from."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tracecli.checking.rules.rule import Page
from tracecli.problems import NONE_LEFT_OUT, Finding, LeftOut, Pointer, Problem, Range, RelatedFinding, Severity
from tracecli.reading import Document
from tracecli.text import Line, Run, line, plural

_LONGEST = 100  # characters of a suggestion that are read in a sentence


class FileReport(NamedTuple):
    """One checked file."""

    path: str  # as the user named it
    findings: tuple[Finding, ...]  # in document order
    document: Document | None = None  # the text, for excerpts; None where there is nothing to show
    left_out: LeftOut = NONE_LEFT_OUT  # what is counted and not listed: beyond 1,000 of a rule, or notes not asked for

    def more(self, least: Severity = Severity.NOTE) -> int:
        """Return how many findings of at least a severity are left out."""
        return sum(number for (severity, _, _), number in self.left_out.items() if severity >= least)


def count(files: Iterable[FileReport]) -> Counter[Severity]:
    """Return how many findings of each severity there are, exactly."""
    counts: Counter[Severity] = Counter()
    for file in files:
        counts.update(finding.problem.severity for finding in file.findings)
        for (severity, _, _), number in file.left_out.items():
            counts[severity] += number
    return counts


def sentence(problem: Problem) -> str:
    """Return the message, and ask whether the suggestion was meant. Untrusted, as the document has it.

    One that the message names already is not named again, and one too long to be read is left to machines.
    """
    meant = problem.suggestion
    if meant is None or len(meant) > _LONGEST or meant in problem.message:
        return problem.message
    quoted = meant if meant.startswith(("'", '"')) else f"'{meant}'"
    return f"{problem.message}. Did you mean {quoted}?"


def summary(files: Sequence[FileReport], *, notes: bool, fixing: bool = False) -> str:
    """Return the closing line of a run.

    Args:
        files: All files that were checked.
        notes: Notes have been shown, so how to see them is not said.
        fixing: Repairs have been made or shown, so how to make them is not said.
    """
    counts = count(files)
    parts = [plural(counts[s], str(s)) for s in (Severity.ERROR, Severity.WARNING, Severity.NOTE) if counts[s]]
    line = f"{plural(len(files), 'file')}: {', '.join(parts) or 'no findings'}"
    if counts[Severity.NOTE] and not notes:
        line += " (--notes shows them)"
    if not fixing and (fixable := sum(_tally(files, fixable=True).values())):
        line += f". --fix can repair {plural(fixable, 'finding')}"
    shown = [f.problem for file in files for f in file.findings if notes or f.problem.severity > Severity.NOTE]
    if shown:
        worst = max(shown, key=lambda problem: problem.severity)
        line += f". trace explain {worst.rule} tells more"
    return line


_HALVES = re.compile("[\ud800-\udfff]")


class Results(NamedTuple):
    """A run of `validate`."""

    files: Sequence[FileReport]  # all files that were checked, clean ones too
    failed: Sequence[str] = ()  # what could not be checked, a sentence each
    version: str = "0"  # of this program
    pages: Sequence[Page] = ()  # the manual pages of all rules
    notes: bool = False  # notes were asked for, too
    fail_on: Severity = Severity.ERROR  # the least severity that makes the run fail
    most: int = 100  # findings of one file that a text for people shows; 0 shows all
    folder: str = "/"  # where the paths of files start, as an absolute path
    root: str = "/"  # the repository's root, as an absolute path; hosts name files relative to it

    def inside(self, path: str) -> str | None:
        """Return a file's path from the root: forward slashes, neither `./` nor `..`; None for one outside of it."""
        found = self.outside(path)
        return None if found == ".." or found.startswith("../") else found

    def outside(self, path: str) -> str:
        """Return the same with `..` for a file outside of the root."""
        found = os.path.relpath(self.absolute(path), self.root)
        return found if os.sep == "/" else found.replace(os.sep, "/")

    def absolute(self, path: str) -> str:
        """Return a file's absolute path. Not looked up: a link stays one."""
        return os.path.normpath(os.path.join(self.folder, path))

    def findings(self, severity: Severity) -> Iterator[tuple[FileReport, Finding]]:
        """Return the findings of one severity, file by file."""
        for file in self.files:
            for finding in file.findings:
                if finding.problem.severity is severity:
                    yield file, finding


def last_line(place: Range) -> int:
    """Return the last line that has a marked character: a mark that ends with a line's break ends on that line."""
    ends_before = place.end.column == 1 and place.end.line > place.start.line
    return place.end.line - 1 if ends_before else place.end.line


def beside(related: RelatedFinding) -> str:
    """Return a related place in words, for the same file. Untrusted."""
    return f"{related.message} at {related.range.start.line}:{related.range.start.column}"


def mended(text: str) -> str:
    r"""Return text that every parser accepts: half a surrogate pair, as odd file names have, as `\udc80`."""
    return _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_NAMES = ("id", "title")  # what an entry of a list is called by, the better one first


def fingerprints(file: FileReport, path: str) -> Iterator[str]:
    """Return a fingerprint for each finding of a file, in their order, each once.

    Made of the rule, the path, and the way to the place: scenarios, steps and sources by id or title, plain entries
    by what they are, never by number or line, so that an edit elsewhere changes nothing. Findings that agree in all of
    that are numbered.

    Args:
        file: A checked file.
        path: Its path as the report names it.
    """
    import hashlib  # noqa: PLC0415 -- 3 ms, and text shows no fingerprint

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


def _tally(files: Iterable[FileReport], *, fixable: bool = False) -> Counter[tuple[Severity, str]]:
    """Return how many findings each rule has, exactly; or only those with a fix."""
    counts: Counter[tuple[Severity, str]] = Counter()
    for file in files:
        problems = [finding.problem for finding in file.findings]
        counts.update((problem.severity, problem.rule) for problem in problems if problem.fix or not fixable)
        for (severity, rule, has_fix), number in file.left_out.items():
            counts[severity, rule] += number if has_fix or not fixable else 0
    return counts


def statistics(files: Sequence[FileReport]) -> Iterator[Line]:
    """Return a table of counts, severities and rules: the gravest and most frequent first; nothing without findings.

    Args:
        files: All files that were checked. Notes count, whether shown or not.
    """
    counts, fixable = _tally(files), _tally(files, fixable=True)
    room = max((len(f"{number:,}") for number in counts.values()), default=0)
    for (severity, rule), number in sorted(counts.items(), key=lambda row: (-row[0][0], -row[1], row[0][1])):
        repair = f" ({fixable[severity, rule]:,} with a fix)" if fixable[severity, rule] else ""
        yield line(
            Run(f"{number:>{room},}  ", "text"),
            Run(f"{severity!s:<7}  ", str(severity)),
            Run(rule, "rule"),
            Run(repair, "quiet"),
        )
