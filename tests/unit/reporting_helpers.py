"""Files with findings for the tests of reports, and text that tries to break out of one."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import strategies as st

from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.reading import read_bytes
from tracecli.report.findings import FileReport, Results

YAML = b"targets:\n  launch: {}\n  other: {}\nactive:\n- lauch\n- gpu\n"

EVIL = (
    "x\n::error::hi\r\n  ::warning::ho\r##[error]y ##vso[task.complete] \x1b[31m\u202e\x85\u2028 ]]> <b>&amp;\"'`` |\\| "
    "[a](http://b.c) **bold** @bob #12 \ufffe %0A%25 {0} \U0001f6d1 end"
)
EVIL_NAMES = (
    "plain.yaml",
    "./here/../dotted.yaml",
    "a b,c;d=e.yaml",
    "100%25.yaml",
    "colon:first.yaml",
    "ha#sh?query.yaml",
    "line\nbreak\r::error::x.yaml",
    "::error file=x::y.yaml",
    "##[error]z ##vso[task].yaml",
    "back\\slash.yaml",
    "zeit\u00fc\u65f6\U0001f6d1.yaml",
    "byte\udcff.yaml",
    "esc\x1b]52;c;\x07 \u202e.yaml",
    "tick`s|bar.yaml",
    "<!-- --> & ]]> \"'.yaml",
    "@bob #1 deadbeef1.yaml",
)
_PIECES = [
    *EVIL.split(" "),
    "\n",
    "\r",
    "::",
    "##[",
    "%",
    "`",
    "|",
    "\\",
    "{",
    "]]>",
    "<",
    "&",
    " ",
    "\t",
    "\x0b",
    "\ufffe",
]
hostile = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=3)), max_size=8).map("".join)
hostile_names = st.one_of(st.sampled_from(EVIL_NAMES), hostile.map(lambda text: text.replace("\0", "") or "x"))


def problem(
    pointer: Pointer = ("active", 0),
    severity: Severity = Severity.ERROR,
    message: str = "'lauch' is not a target",
    *,
    rule: str = "unknown-target",
    related: tuple[Related, ...] = (),
    suggestion: str | None = None,
    fix: Fix | None = None,
    part: str = "value",
) -> Problem:
    return Problem(rule, severity, message, Place(pointer, part), related, suggestion, fix)  # type: ignore[arg-type] # a test may name any part


def checked(*problems: Problem, name: str = "mine.yaml", raw: bytes = YAML) -> FileReport:
    """Give a file with these problems and those that reading finds."""
    document = read_bytes(raw, name)
    found = [*document.problems, *problems]
    return FileReport(name, tuple(document.locate(found)), document if found else None)


def run(
    *files: FileReport, failed: tuple[str, ...] = (), notes: bool = False, fail_on: Severity = Severity.ERROR
) -> Results:
    return Results(files, failed, version="1.2.3", notes=notes, fail_on=fail_on, folder="/work/here", root="/work")


def hostile_run(text: str, name: str) -> Results:
    """Give a run in which every text that can come from outside is `text`, and every name `name`."""
    related = (Related(text, Place(("targets", "launch"), "key")),)
    one = problem(message=text, related=related, suggestion=text, fix=Fix(text, ((("active", 0), "launch"),)))
    warning, note = (problem(("active", 1), severity, text) for severity in (Severity.WARNING, Severity.NOTE))
    file = checked(one, warning, note, name=name)
    broken = checked(name=f"broken {name}", raw=b"a: [")
    return run(file, broken, checked(name=f"clean {name}"), failed=(text, name), notes=True)


def commands(text: str) -> list[str]:
    """Give the lines of an output that a CI runner would obey."""
    return [
        line
        for line in re.split(r"[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text)
        if line.lstrip().startswith("::") or re.search(r"##(\[|vso\[|teamcity\[)", line, re.IGNORECASE)
    ]


def no_commands(report: Callable[[Results], str], text: str, name: str) -> str:
    """Make a hostile report, see that no line of it is a command, and give it."""
    made = report(hostile_run(text, name))
    assert commands(made) == []
    assert made.endswith("\n")
    assert "\r" not in made
    return made
