"""What git's arguments to an external diff driver mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracecli.commands.git_diff import FilePair, FileVersion, header, parse_arguments
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


@given(st.lists(st.text(), min_size=7, max_size=10))
def test_any_words_have_a_header_without_anything_that_is_obeyed(words: list[str]) -> None:
    found = parse_arguments(words)

    assert found is not None
    assert all(line.isprintable() or "\u200d" in line or "\u200c" in line for line in map(_printed, shown(found)))


def _printed(line: str) -> str:
    """Leave out what is no danger and yet not called printable: unassigned and private characters, other blanks."""
    from unicodedata import category  # noqa: PLC0415 - for this alone

    return "".join(char for char in line if category(char) not in {"Cn", "Co", "Zs"})
