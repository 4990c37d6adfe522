"""Labels on lines, and how broad they are."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.drawing import labels
from tracecli.drawing.labels import Obstacles, text_width, two_lines, wraps
from tracecli.text import cell_width


def test_a_label_is_parted_where_both_lines_are_about_equal() -> None:
    assert two_lines("Process the results", len) == ("Process", "the results")


def test_a_long_name_of_code_is_parted_after_its_joints() -> None:
    assert two_lines("last_sampled_tokens", len) == ("last_sampled_", "tokens")
    assert two_lines("Scheduler.schedule", len) == ("Scheduler.", "schedule")


def test_a_label_without_joints_stays_whole() -> None:
    assert two_lines("FutureMap", len) == ("FutureMap",)
    assert two_lines("", len) == ("",)


def test_an_edge_label_has_two_lines_and_a_third_only_if_they_are_broad() -> None:
    assert wraps("Queue the result handle", len, 99) == [
        ("Queue the result handle",),
        ("Queue the", "result handle"),
    ]
    assert wraps("Queue the result handle", len, 10)[2] == ("Queue the", "result", "handle")
    assert wraps("Queue", len, 1) == [("Queue",)]


@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=9))
@settings(max_examples=60)
def test_no_word_of_a_label_is_lost(words: list[str]) -> None:
    assert all(" ".join(lines).split() == words for lines in wraps(" ".join(words), len, 5))


def test_text_is_as_broad_as_its_letters() -> None:
    assert text_width("ill", 10) < text_width("mmm", 10)
    assert text_width("予", 10) > text_width("M", 10)
    assert text_width("e\u0301", 10) == text_width("e", 10)
    assert text_width("", 10) == 0


def test_a_label_keeps_its_distance_from_all_but_its_own_line() -> None:
    obstacles = Obstacles(own_gap=2)
    obstacles.add((0, 0, 400, 0), 8, "mine")

    assert not obstacles.free((100, 5, 200, 20), "other")
    assert obstacles.free((100, 5, 200, 20), "mine")
    assert not obstacles.free((100, 1, 200, 20), "mine")
    assert obstacles.free((100, 8, 200, 20), "other")


@settings(max_examples=300)
@given(
    st.text(alphabet="ab_ .\u0301\u65e5-W", max_size=16),
    st.sampled_from([len, cell_width, lambda text: text_width(text, 14)]),
)
def test_a_node_label_is_parted_at_the_first_of_its_evenest_places(label: str, measure: Callable[[str], float]) -> None:
    ends = [part.end() for part in labels._PARTS.finditer(label)]
    parted = [both for end in ends if all(both := (label[:end].rstrip(), label[end:].lstrip()))]
    evenest = min(parted, key=lambda both: max(map(measure, both)), default=(label,))

    better = max(map(measure, evenest)) < measure(label)

    assert two_lines(label, measure) == (evenest if better else (label,))


def test_parting_a_long_label_measures_only_a_few_of_its_parts() -> None:
    measured: list[int] = []

    def measure(text: str) -> int:
        measured.append(len(text))
        return len(text)

    assert list(map(len, two_lines("a b" * 20_000, measure))) == [29_998, 30_001]
    assert len(measured) < 100
