"""What git's arguments to an external diff driver mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.program import OVERLAP
from tracecli.commands.git_diff import FilePair, FileVersion, body, header, parse_arguments
from tracecli.report.diff_view import DiffOptions
from tracecli.text import plain

_HASH = "0" * 40
_SEVEN = ("t.json", "/tmp/a", _HASH, "100644", "t.json", _HASH, "100755")  # noqa: S108 - a name that nobody opens


def shown(given: FilePair) -> list[str]:
    return [plain(line) for line in header(given)]


def test_seven_arguments_are_two_versions_of_one_path() -> None:
    found = parse_arguments(_SEVEN)

    assert found == FilePair(FileVersion("t.json", _SEVEN[1], "100644"), FileVersion("t.json", "t.json", "100755"))


def test_nine_arguments_are_a_rename_with_what_git_says_of_it() -> None:
    found = parse_arguments((*_SEVEN, "new.json", "similarity index 90%\nrename from t.json\nrename to new.json\n"))

    assert found is not None
    assert (found.old.path, found.new.path) == ("t.json", "new.json")
    assert found.notes == ("similarity index 90%", "rename from t.json", "rename to new.json")


@pytest.mark.parametrize("count", range(7))
def test_fewer_are_no_pair(count: int) -> None:
    assert parse_arguments(_SEVEN[:count]) is None


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("100644", "100644", []),
        (".", "100755", ["new file mode 100755"]),
        ("100644", ".", ["deleted file mode 100644"]),
        ("100644", "120000", ["old mode 100644", "new mode 120000"]),
    ],
)
def test_the_header_is_git_s_own(old: str, new: str, lines: list[str]) -> None:
    given = FilePair(FileVersion("a b", "x", old), FileVersion("a b", "y", new))

    assert shown(given) == ["diff --trace a/a b b/a b", *lines]


ALIASES = """\
version: 1
language: en
title: t
description: d
alt: a
stateLabels: {s: S}
targets:
  n: {id: n, kind: node, label: N}
x-t: &t {title: t, description: d, duration: 2000, active: [%s], paths: [], state: {s: a}}
x-s: &s {id: s, title: t, description: d, initial: {s: a}, unselected: [], steps: [%s]}
scenarios: [%s]
"""


@pytest.mark.parametrize("wrong", ["unknown", "1", "{}", "~"])
def test_a_small_file_whose_aliases_stand_for_much_is_shown_line_by_line(wrong: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_bytes(OVERLAP.read_bytes())
    new.write_text(ALIASES % tuple(", ".join([part] * 45) for part in (wrong, "*t", "*s")), encoding="utf-8")
    pair = FilePair(FileVersion("t.yaml", str(old), "100644"), FileVersion("t.yaml", str(new), "100644"))

    lines = [plain(line) for line in body(pair, DiffOptions())]

    assert lines[0].startswith("note: shown line by line: the new version has ")
    assert lines[1:3] == ["--- a/t.yaml", "+++ b/t.yaml"]
    assert sum(line.startswith("+") for line in lines[3:]) == len(new.read_text(encoding="utf-8").splitlines())


@given(st.lists(st.text(), min_size=7, max_size=10))
def test_any_words_have_a_header_without_anything_that_is_obeyed(words: list[str]) -> None:
    found = parse_arguments(words)

    assert found is not None
    assert all(line.isprintable() or "\u200d" in line or "\u200c" in line for line in map(_printed, shown(found)))


def _printed(line: str) -> str:
    """Leave out what is no danger and yet not called printable: unassigned and private characters, other blanks."""
    from unicodedata import category  # noqa: PLC0415 - for this alone

    return "".join(char for char in line if category(char) not in {"Cn", "Co", "Zs"})
