"""Repairs with a check: rounds until nothing is left, and nothing new."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.unit.fixing_helpers import attempt, edited, repaired, wish
from tracecli.fixing import fixed, replacements
from tracecli.fixing.fix import Claims, NowhereError, intended
from tracecli.fixing.lists import Edit
from tracecli.problems import Fix, Place, Problem, Severity
from tracecli.reading import Document, read_bytes


def read(text: str) -> Document:
    return read_bytes(text.encode(), "t.yaml")


def count_down(document: Document) -> Sequence[Problem]:
    """Ask twice for one less, until there is nothing left: two repairs at one place."""
    data = document.data
    assert isinstance(data, dict)
    least = max(0, data["a"] - 1)
    return [wish(("a",), least), wish(("a",), 0)] if data["a"] else []


def test_what_was_left_is_done_in_the_next_round_until_nothing_is_left() -> None:
    document = read("a: 3 # down\n")

    done = fixed(document, count_down(document), count_down)

    assert (done.text, done.left) == ("a: 0 # down\n", ())
    assert [problem.fix and problem.fix.replace[0][1] for problem in done.applied] == [2, 1, 0, 0]


def test_without_a_check_there_is_one_round_and_the_rest_is_left() -> None:
    document = read("a: 3 # down\n")
    first, second = count_down(document)

    done = fixed(document, [first, second])

    assert (done.text, done.applied, done.left) == ("a: 2 # down\n", (first,), (second,))


def complain_about_z(document: Document) -> Sequence[Problem]:
    found = [*complain_about_x(document)]
    if "z" in document.text:
        found.append(Problem("no-z", Severity.NOTE, "there is a z", Place(())))
    return found


def complain_about_x(document: Document) -> Sequence[Problem]:
    data = document.data
    assert isinstance(data, dict)
    return [wish((key,), "z" if key == "b" else "v") for key, value in data.items() if value == "x"]


def test_a_repair_that_brings_another_finding_is_dropped_and_all_others_are_made() -> None:
    document = read("".join(f"{key}: x\n" for key in "abcdefg"))

    done = fixed(document, complain_about_z(document), complain_about_z)

    assert done.text == "a: v\nb: x\n" + "".join(f"{key}: v\n" for key in "cdefg")
    assert len(done.applied) == 6
    assert [problem.place.pointer for problem in done.left] == [("b",)]


def test_two_repairs_that_swing_back_and_forth_come_to_an_end() -> None:
    def swing(document: Document) -> Sequence[Problem]:
        data = document.data
        assert isinstance(data, dict)
        return [wish(("a",), "v" if data["a"] == "x" else "x")]

    document = read("a: x\n")

    assert fixed(document, swing(document), swing).text in {"a: x\n", "a: v\n"}


def test_a_document_that_can_not_be_read_is_left_alone() -> None:
    document = read("a: [x\n")

    done = fixed(document, [*document.problems, wish(("a", 0), "v")])

    assert (done.text, done.applied) == ("a: [x\n", ())


def test_replacements_stand_beside_their_problems() -> None:
    document = read("a: x\nb: v\n")
    problems = [wish(("c",), 1), wish(("b",), "z"), Problem("r", Severity.NOTE, "", Place(()))]

    none, (edit,), nothing = replacements(document, problems)

    assert (none, nothing) == ((), ())
    assert edited(document.text, [edit]) == "a: x\nb: z\n"


def test_many_repairs_that_do_not_hold_cost_only_so_many_readings() -> None:
    readings = 0

    def spoil(document: Document) -> Sequence[Problem]:
        nonlocal readings
        readings += 1
        count = document.text.count("x")
        return [wish((f"k{index}",), "v") for index in range(count)] + [
            Problem("fewer", Severity.NOTE, "too few", Place(())) for _ in range(1000 - count)
        ]

    document = read("".join(f"k{index}: x\n" for index in range(1000)))

    done = fixed(document, spoil(document), spoil)

    assert (done.text, len(done.left)) == (document.text, 1000)
    assert readings < 100


def test_what_is_intended_shares_what_stays_and_never_changes_the_original() -> None:
    shared = {"g": 1}
    data = {"a": shared, "b": shared, "c": [1]}

    meant = intended(data, [Fix("", ((("a", "g"), 2), (("c", 0), 5)))])

    assert meant == {"a": {"g": 2}, "b": {"g": 1}, "c": [5]}
    assert data == {"a": {"g": 1}, "b": {"g": 1}, "c": [1]}


def test_a_place_that_is_not_there_is_nowhere() -> None:
    for pointer in (("x",), ("c", 1), ("c", "x"), ("c", 0, "x")):
        with pytest.raises(NowhereError):
            intended({"c": [1]}, [Fix("", ((pointer, 2),))])


def test_a_repair_that_writes_one_place_twice_is_refused_unless_it_writes_the_same() -> None:
    same, other = wish(("a",), "v", (("a",), "v")), wish(("a",), "v", (("a",), "w"))

    assert repaired("a: x\n", same) == "a: v\n"
    assert attempt("a: x\n", other).left == (other,)


def test_a_place_that_is_taken_is_taken_for_what_is_in_it_and_around_it() -> None:
    claims = Claims()

    assert claims.take([("a", "b")], [Edit(5, 8, "x")])
    assert not claims.take([("a", "b")], [])
    assert not claims.take([("a",)], [])
    assert not claims.take([("a", "b", 0)], [])
    assert not claims.take([("c",)], [Edit(7, 9, "y")])
    assert not claims.take([("c",)], [Edit(5, 5, "y")])
    assert claims.take([("c",)], [Edit(8, 9, "y"), Edit(2, 5, "")])


def test_a_list_that_is_an_alias_gets_entries_of_its_own() -> None:
    assert repaired("a: &x []\nb: *x\n", wish(("b",), ["v", "w"])) == "a: &x []\nb: [v, w]\n"
    assert repaired("a: &x [k]\nb: *x # c\n", wish(("b",), ["v"])) == "a: &x [k]\nb: [v] # c\n"


@pytest.mark.parametrize(
    ("text", "right", "name"),
    [
        ("a: {x: 1, bad: [2] } # c\n", "a: {x: 1, good: [2] } # c\n", "t.yaml"),
        ("a:\n  x: 1 # c\n  bad: # d\n  - 2\n", "a:\n  x: 1 # c\n  good: # d\n  - 2\n", "t.yaml"),
        ("a:\n  'x': 1\n  'bad': [2]\n", "a:\n  'x': 1\n  'good': [2]\n", "t.yaml"),
        ("a: {x: 1, ? bad : [2]}\n", "a: {x: 1, ? good : [2]}\n", "t.yaml"),
        ('{"a": {"x": 1,\n  "bad" : [2]}}', '{"a": {"x": 1,\n  "good" : [2]}}', "t.json"),
    ],
)
def test_a_key_is_renamed_where_it_is(text: str, right: str, name: str) -> None:
    document = read_bytes(text.encode(), name)
    assert isinstance(document.data, dict)
    mapping = document.data["a"]
    problem = wish(("a",), {"x": mapping["x"], "good": mapping["bad"]})
    assert fixed(document, [problem]).text == right


def test_a_mapping_whose_values_or_order_would_change_is_left_alone() -> None:
    document = read("a: {x: 1, y: [2]}\n")
    assert isinstance(document.data, dict)
    mapping = document.data["a"]
    for other in ({"x": 1}, {"y": mapping["y"], "x": 1}, {"x": 1, "y": [2]}, {"x": 2, "y": mapping["y"]}):
        assert fixed(document, [wish(("a",), other)]).applied == ()
