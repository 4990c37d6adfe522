"""What a reporter is given: the files of a run with their findings, and what surrounds them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.checking.rules.page import Page
from tracecli.problems import Finding, Range, RelatedFinding, Severity
from tracecli.report.findings import FileReport

_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Results:
    """A run of `validate`.

    Attributes:
        files: All files that were checked, clean ones too.
        failed: What could not be checked, a sentence each.
        version: Of this program.
        pages: The manual pages of all rules.
        notes: Notes were asked for, too.
        fail_on: The least severity that makes the run fail.
        most: Findings of one file that a text for people shows; 0 shows all.
        folder: Where the paths of files start, as an absolute path.
        root: The repository's root, as an absolute path; hosts name files relative to it.
    """

    files: Sequence[FileReport]
    failed: Sequence[str] = ()
    version: str = "0"
    pages: Sequence[Page] = ()
    notes: bool = False
    fail_on: Severity = Severity.ERROR
    most: int = 100
    folder: str = "/"
    root: str = "/"

    def inside(self, path: str) -> str | None:
        """Give a file's path from the root: forward slashes, neither `./` nor `..`; None for one outside of it."""
        found = self.outside(path)
        return None if found == ".." or found.startswith("../") else found

    def outside(self, path: str) -> str:
        """Give the same with `..` for a file outside of the root."""
        found = os.path.relpath(self.absolute(path), self.root)
        return found if os.sep == "/" else found.replace(os.sep, "/")

    def absolute(self, path: str) -> str:
        """Give a file's absolute path. Not looked up: a link stays one."""
        return os.path.normpath(os.path.join(self.folder, path))

    def findings(self, severity: Severity) -> Iterator[tuple[FileReport, Finding]]:
        """Give the findings of one severity, file by file."""
        for file in self.files:
            for finding in file.findings:
                if finding.problem.severity is severity:
                    yield file, finding


def last_line(place: Range) -> int:
    """Give the last line that has a marked character: a mark that ends with a line's break ends on that line."""
    ends_before = place.end.column == 1 and place.end.line > place.start.line
    return place.end.line - 1 if ends_before else place.end.line


def beside(related: RelatedFinding) -> str:
    """Give a related place in words, for the same file. Untrusted."""
    return f"{related.message} at {related.range.start.line}:{related.range.start.column}"


def mended(text: str) -> str:
    r"""Give text that every parser accepts: half a surrogate pair, as odd file names have, as `\udc80`."""
    return _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
