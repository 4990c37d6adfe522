"""Names in rows, the least detailed map."""

from __future__ import annotations

from tracecli.drawing.charmap import names
from tracecli.text import Run, plain

LABELS = {"a": "alpha", "b": "beta", "c": "gamma"}


def shown(width: int, height: int) -> list[str] | None:
    found = names(LABELS, frozenset("b"), width, height)
    return None if found is None else [plain(row) for row in found]


def test_names_stand_in_as_many_columns_as_fit() -> None:
    assert shown(25, 3) == ["· alpha  ● beta   · gamma"]
    assert shown(24, 3) == ["· alpha  ● beta", "· gamma"]
    assert shown(8, 3) == ["· alpha", "● beta", "· gamma"]


def test_an_active_name_means_so() -> None:
    found = names(LABELS, frozenset("b"), 8, 3) or ()

    assert found[1] == (Run("● beta", "active"),)
    assert found[2] == (Run("· gamma", "node"),)


def test_long_names_are_cut_rather_than_left_out() -> None:
    found = names({"a": "a" * 40, "b": "b" * 40}, frozenset(), 28, 1) or ()

    assert [plain(row) for row in found] == ["· aaaaaaaaaa…  · bbbbbbbbbb…"]


def test_where_names_could_not_be_told_apart_there_are_none() -> None:
    assert shown(8, 2) is None
    assert shown(6, 3) is None
    assert shown(80, 0) is None
    assert names({}, frozenset(), 80, 20) is None
