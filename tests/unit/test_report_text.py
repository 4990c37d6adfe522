"""How a finding looks."""

from __future__ import annotations

from collections.abc import Sequence

from tracecli.problems import Place, Problem, Related, Severity
from tracecli.reading import read_bytes
from tracecli.report.findings import FileReport, summary
from tracecli.report.text import text_report
from tracecli.text import plain

YAML = b"targets:\n  launch: {}\n  other: {}\nactive:\n- lauch\n"


def problem(pointer: tuple[str | int, ...], severity: Severity = Severity.ERROR, **more: object) -> Problem:
    return Problem("unknown-target", severity, "'lauch' is not a target", Place(pointer), **more)  # type: ignore[arg-type]


def shown(raw: bytes, problems: Sequence[Problem], *, notes: bool = False, most: int = 100) -> str:
    document = read_bytes(raw, "mine.yaml")
    file = FileReport("mine.yaml", tuple(document.locate(problems)), document)
    return "\n".join(plain(line) for line in text_report(file, notes=notes, most=most))


def test_a_finding_has_its_place_its_text_and_what_is_related() -> None:
    declared = Related("launch is declared", Place(("targets", "launch"), "key"))

    text = shown(YAML, [problem(("active", 0), related=(declared,), suggestion="launch")])

    assert text == (
        "mine.yaml:5:3: error unknown-target: 'lauch' is not a target. Did you mean 'launch'?\n"
        "    4 | active:\n"
        "    5 | - lauch\n"
        "      |   ^^^^^\n"
        "   launch is declared at mine.yaml:2:3"
    )


def test_notes_are_counted_and_shown_when_asked() -> None:
    note = problem(("active", 0), Severity.NOTE)
    file = FileReport("mine.yaml", tuple(read_bytes(YAML, "mine.yaml").locate([note])))

    assert shown(YAML, [note]) == ""
    assert "mine.yaml:5:3: note" in shown(YAML, [note], notes=True)
    assert summary([file], notes=False) == "1 file: 1 note (--notes shows them)"
    assert summary([file], notes=True) == "1 file: 1 note. trace explain unknown-target tells more"


def test_more_findings_than_asked_for_are_counted_exactly() -> None:
    raw = b"active: [" + b", ".join([b"x"] * 250) + b"]\n"

    text = shown(raw, [problem(("active", index)) for index in range(250)])

    assert text.count(": error ") == 100
    assert text.endswith("mine.yaml: 150 more findings (--most 0 shows all)")


def test_a_line_of_two_megabytes_is_cut_around_the_fault() -> None:
    raw = b'{"a": "' + b"x" * 2_000_000 + b'", "active": ["lauch"], "b": "' + b"y" * 1000 + b'"}'

    first, excerpt, marks = shown(raw, [problem(("active", 0))]).split("\n")

    assert first.startswith("mine.yaml:1:2000022: ")
    assert len(excerpt) < 120
    assert excerpt[marks.index("^") :].startswith('"lauch"')


def test_marks_stand_under_wide_characters_and_escapes() -> None:
    raw = 'title: "時間\u202e"\nactive: ["日本", lauch]\n'.encode()

    *_, excerpt, marks = shown(raw, [problem(("active", 1))]).split("\n")

    assert excerpt == '    2 | active: ["日本", lauch]'
    assert marks == "      | " + " " * len('active: ["    ", ') + "^^^^^"


def test_what_a_terminal_would_obey_is_shown_as_an_escape() -> None:
    raw = b'{"active": ["\x7f\xc2\x9b"]}'

    text = shown(raw, [problem(("active", 0))])

    assert r"\x7f\x9b" in text
    assert "\x9b" not in text


def test_the_line_above_is_cut_where_it_is_long() -> None:
    raw = b"# " + b"x" * 5000 + b"\r\nactive: [lauch]\r\n"

    _, above, excerpt, _ = shown(raw, [problem(("active", 0))]).split("\n")

    assert above == "    1 | # " + "x" * 94 + "…"
    assert excerpt == "    2 | active: [lauch]"


def test_a_mark_over_several_lines_ends_with_its_first() -> None:
    raw = b"active:\n- a\n- b\n"

    *_, excerpt, marks = shown(raw, [problem(("active",))]).split("\n")

    assert (excerpt, marks) == ("    2 | - a", "      | ^^^")
