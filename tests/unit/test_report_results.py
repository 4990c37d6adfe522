"""Where files are, as hosts name them."""

from __future__ import annotations

import pytest

from tests.unit.reporting_helpers import checked, problem, run
from tracecli.problems import Position, Range
from tracecli.report.ci import REPORTERS
from tracecli.report.findings import last_line, mended, sentence


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("t.yaml", "here/t.yaml"),
        ("./t.yaml", "here/t.yaml"),
        ("a/../t.yaml", "here/t.yaml"),
        ("../t.yaml", "t.yaml"),
        ("/work/here/t.yaml", "here/t.yaml"),
        ("..t.yaml", "here/..t.yaml"),
        ("../..t.yaml", "..t.yaml"),
        ("back\\slash.yaml", "here/back\\slash.yaml"),
        ("../../t.yaml", None),
        ("/elsewhere/t.yaml", None),
        ("/workshop/t.yaml", None),
    ],
)
def test_paths_are_relative_to_the_root(path: str, inside: str | None) -> None:
    assert run().inside(path) == inside


def test_a_path_outside_of_the_root_goes_up() -> None:
    assert run().outside("/elsewhere/t.yaml") == "../elsewhere/t.yaml"


def test_a_suggestion_is_told_once() -> None:
    assert sentence(problem(message="no", suggestion="yes")) == "no. Did you mean 'yes'?"
    assert sentence(problem(message="no, write yes", suggestion="yes")) == "no, write yes"


def test_a_suggestion_that_would_drown_its_sentence_is_left_out() -> None:
    assert sentence(problem(message="no", suggestion="y" * 100)).endswith("y'?")
    assert sentence(problem(message="no", suggestion="y" * 101)) == "no"


def test_a_mark_that_ends_with_a_line_break_ends_on_that_line() -> None:
    assert last_line(Range(Position(3, 2), Position(4, 1))) == 3
    assert last_line(Range(Position(3, 2), Position(4, 2))) == 4
    assert last_line(Range(Position(3, 1), Position(3, 1))) == 3


def test_half_a_surrogate_pair_is_shown() -> None:
    assert mended("a\udcff") == r"a\udcff"


def test_the_text_of_a_file_is_what_the_terminal_shows() -> None:
    text = REPORTERS["text"](run(checked(problem(), name="::error::x.yaml")))

    assert text.splitlines()[0] == r"\x3a:error::x.yaml:5:3: error unknown-target: 'lauch' is not a target"
