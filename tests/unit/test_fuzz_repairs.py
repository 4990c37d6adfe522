"""Any document, repaired or compared: no finding that was not there, nothing left for a second run, a mirror's mirror."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from tests.unit.fuzzing import Raw, documents, examples, traces
from tests.unit.test_comparing_compare import assert_traces_mirror
from tracecli.checking import check
from tracecli.comparing import compare_traces
from tracecli.fixing import fixed
from tracecli.model import Trace
from tracecli.problems import Problem, Severity
from tracecli.reading import Document, read_bytes
from tracecli.report.diff_json import diff_json
from tracecli.report.diff_view import DiffOptions


def _problems(document: Document) -> tuple[Problem, ...]:
    return check(document).problems


def _read(text: str, name: str) -> Document:
    return read_bytes(text.encode("utf-8", "surrogatepass"), name)


@examples(250)
@given(documents())
def test_repairs_bring_no_finding_and_leave_nothing_for_a_second_run(raw: Raw) -> None:
    document = read_bytes(raw.content, f"x.{raw.ending}")
    before = _problems(document)

    done = fixed(document, before, _problems)

    after = _read(done.text, document.name) if done.text != document.text else document
    left = _problems(after)
    assert not Counter(one.rule for one in left) - Counter(one.rule for one in before)
    assert len(left) <= len(before) - bool(done.applied)
    assert bool(done.applied) == (done.text != document.text)
    assert fixed(after, left, _problems).text == done.text
    assert after.format == document.format


@examples(250)
@given(documents())
def test_repairs_change_nothing_of_a_document_that_can_not_be_read(raw: Raw) -> None:
    document = read_bytes(raw.content, f"x.{raw.ending}")
    if document.readable:
        return

    done = fixed(document, _problems(document), _problems)

    assert (done.text, done.applied) == (document.text, ())


def _trace(raw: Raw) -> Trace | None:
    return check(read_bytes(raw.content, f"x.{raw.ending}")).trace


@examples(120)
@given(traces(), traces())
def test_a_comparison_is_the_mirror_of_the_one_turned_round(left: Raw, right: Raw) -> None:
    one, other = _trace(left), _trace(right)
    if one is None or other is None:
        return

    there, back = compare_traces(one, other), compare_traces(other, one)

    assert_traces_mirror(there, back)
    for told in (there, back):
        assert diff_json(told, names=("a", "b"), options=DiffOptions(width=80, wrap=False), locate=lambda *_: None)


@examples(60)
@given(traces())
def test_a_trace_is_the_same_as_itself_and_as_itself_read_again(raw: Raw) -> None:
    one, other = _trace(raw), _trace(raw)
    if one is None or other is None:
        return

    assert compare_traces(one, other).same
    assert compare_traces(one, other).changes == ()


def test_the_strategies_give_sound_traces_and_broken_ones() -> None:
    seen: Counter[bool] = Counter()

    @examples(120)
    @given(traces())
    def look(raw: Raw) -> None:
        problems = _problems(read_bytes(raw.content, f"x.{raw.ending}"))
        seen[any(problem.severity is Severity.ERROR for problem in problems)] += 1

    look()

    assert min(seen[True], seen[False]) >= 10
