"""What breaks such tools, through every command that reads or prints a trace."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.support.hostile import BROKEN, SOUND, TEXT, yaml
from tests.support.program import Done, run
from tests.support.repositories import Repository

MACHINES = ["json", "github", "gitlab", "sarif", "junit", "markdown"]
# Everything that a terminal would obey or an eye would miss, but for the line break and the two joiners.
UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
COMMAND = re.compile(r"^\s*::|##\[|##vso\[|##teamcity\[", re.MULTILINE | re.IGNORECASE)


def assert_harmless(*texts: str) -> None:
    """Nothing in a text is obeyed by a terminal or a CI runner, and nothing is a traceback."""
    for text in texts:
        assert not UNSEEN.search(text), ascii(UNSEEN.search(text))
        assert not COMMAND.search(text)
        assert "Traceback" not in text
        assert "internal error" not in text


def put(folder: Path, name: str, raw: bytes) -> None:
    (folder / name).write_bytes(raw)
    (folder / "good.json").write_bytes(SOUND["mark.json"])


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_document_is_a_finding_in_every_format(name: str, tmp_path: Path) -> None:
    rule, raw = BROKEN[name]
    put(tmp_path, name, raw)
    files = [word for form in MACHINES for word in ("--format", f"{form}=report.{form}")]

    done = run("validate", name, "good.json", "--format", "text", *files, cwd=tmp_path)

    reports = {form: (tmp_path / f"report.{form}").read_text(encoding="utf-8") for form in MACHINES}
    assert done.code == 1, done.err
    assert f"error {rule}: " in done.out
    assert all(rule in report for report in reports.values())
    assert "2 files" in done.err
    assert not (tmp_path / "owned").exists()
    assert_harmless(done.out, done.err, *(reports[form] for form in MACHINES if form != "github"))
    assert {line.partition(" ")[0] for line in reports["github"].splitlines()} <= {"::error", "::warning", "::notice"}
    for form in ("json", "gitlab", "sarif"):
        json.loads(reports[form])
    ET.fromstring(reports["junit"])  # noqa: S314 - our own report


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_document_has_no_error_in_any_format(name: str, tmp_path: Path) -> None:
    put(tmp_path, name, SOUND[name])
    files = [word for form in MACHINES for word in ("--format", f"{form}=report.{form}")]

    done = run("validate", name, "--notes", "--format", "text", *files, cwd=tmp_path)

    reports = [(tmp_path / f"report.{form}").read_text(encoding="utf-8") for form in MACHINES if form != "github"]
    assert done.code == 0, done.out
    assert_harmless(done.out, done.err, *reports)


OTHERS = [
    ["play", "{}#serial"],
    ["play", "{}#serial/3", "--width", "40"],
    ["show", "{}#serial"],
    ["show", "{}", "--format", "json"],
    ["diff", "{}#serial", "{}#overlap"],
    ["diff", "{}", "good.json", "--format", "json"],
    ["diff", "good.json", "{}", "--format", "markdown"],
    ["sources", "{}"],
    ["export", "html", "{}"],
    ["export", "svg", "{}#serial"],
    ["export", "svg", "{}#serial", "--sheet"],
    ["export", "markdown", "{}#serial"],
    ["export", "mermaid", "{}#serial", "--state", "--any-size"],
    ["export", "asciicast", "{}#serial"],
    ["export", "perfetto", "{}"],
    ["export", "itf", "{}#serial"],
    ["export", "yaml", "{}"],
]  # fmt: skip


def each_other_command(folder: Path, name: str) -> list[tuple[list[str], Done]]:
    """Run every command but validate on a file."""
    return [(words, run(*(word.format(name) for word in words), cwd=folder)) for words in OTHERS]


# One of each kind: how it can't be read, is no trace, or has a fault.
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["key-twice.json", "utf16.json", "bomb.yaml", "deep-open.json", "empty.json", "top-list.json", "slip.json"]
)
def test_a_broken_document_is_told_by_every_command_and_nothing_else_is_done(name: str, tmp_path: Path) -> None:
    put(tmp_path, name, BROKEN[name][1])

    for words, done in each_other_command(tmp_path, name):
        assert done.code == 2, words
        assert done.out == "", words
        assert f" error {BROKEN[name][0]}: " in done.err, words
        assert_harmless(done.err)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SOUND if name != "types.yaml"])
def test_a_sound_document_is_harmless_in_every_command(name: str, tmp_path: Path) -> None:
    put(tmp_path, name, SOUND[name])

    for words, done in each_other_command(tmp_path, name):
        assert done.code == (2 if words[0] == "sources" else 0), (words, done.err)  # without a root, nothing is judged
        assert done.out, words
        assert_harmless(done.err)
        assert not COMMAND.search(done.out), words
        assert "Traceback" not in done.out
        if words[0] != "export":
            assert_harmless(done.out)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository.at(tmp_path / "r")
    made.write("*.json diff=trace\n*.yaml diff=trace\n", ".gitattributes")
    return made


def changed_to(repository: Repository, name: str, raw: bytes) -> str:
    """Give what git says of a trace that has become something else, there and back and as new."""
    repository.write(yaml(TEXT.encode()) if name.endswith("yaml") else TEXT, name)
    repository.commit("sound")
    repository.write(raw, name)
    told = repository.git("diff") + repository.git("diff", "-R")
    repository.git("mv", name, f"new-{name}")
    return told + repository.git("diff", "HEAD", "--no-renames")


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_git_shows_a_broken_document_by_its_lines_and_says_why(name: str, repository: Repository) -> None:
    told = changed_to(repository, name, BROKEN[name][1])

    assert (
        len(
            re.findall(
                r"^note: shown line by line: the (new|old) version (has [1-9]|is not a trace)", told, re.MULTILINE
            )
        )
        == 3
    )
    assert told.count(f"diff --trace a/{name} b/{name}\n") == 3
    assert f"diff --trace a/new-{name} b/new-{name}\nnew file mode" in told
    assert_harmless(told)


@pytest.mark.parametrize("name", SOUND)
def test_git_tells_a_sound_document_and_nothing_is_obeyed(name: str, repository: Repository) -> None:
    told = changed_to(repository, name, SOUND[name])

    assert "Added trace: " in told
    assert told.count("Deleted trace: ") == 1
    assert_harmless(told)
