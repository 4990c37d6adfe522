"""The lag between two loops: which steps are about another batch, and what is unfinished while they wait."""

from __future__ import annotations

import pytest

import tracecli
from tests.unit.checking_helpers import checked, rich, small
from tracecli.comparing import Comparison, Side, compare_scenarios, compare_traces
from tracecli.comparing.lag import Lag, lags, waits
from tracecli.report.diff_markdown import diff_markdown
from tracecli.report.diff_text import diff_lines
from tracecli.text import plain


def compared(left: str, right: str) -> Comparison:
    found = tracecli.compare(tracecli.load(left), tracecli.load(right))
    assert isinstance(found, Comparison)
    return found


@pytest.mark.parametrize(
    ("left", "right", "steps"),
    [
        ("serial", "overlap", [None]),
        ("sglang-serial", "sglang-overlap", ["wait", "update"]),
        ("vllm-serial", "vllm-async", ["wait", "update", "respond"]),
        ("vllm-v1-serial", "vllm-v1-async", ["wait", "update", "respond"]),
        ("trtllm-serial", "trtllm-overlap", ["wait", "copy", "update", "respond"]),
        ("lmdeploy-serial", "lmdeploy-prefetch", ["choose", "wait", "copy", "update", "respond"]),
    ],
)
def test_overlapped_loops_handle_results_one_iteration_later(left: str, right: str, steps: list[str | None]) -> None:
    comparison = compared(left, right)

    (lag,) = lags(comparison)

    assert lag.shift == -1
    assert [comparison.left.step(one).id for one, _ in lag.steps] == steps


def test_turned_round_they_are_earlier() -> None:
    assert [lag.shift for lag in lags(compared("sglang-overlap", "sglang-serial"))] == [1]


def test_a_scenario_has_no_lag_to_itself() -> None:
    assert lags(compared("sglang-overlap", "sglang-overlap")) == []


def test_a_value_that_names_no_batch_or_two_says_nothing() -> None:
    data = small()
    trace = checked(data).trace
    data["scenarios"][0]["steps"][0]["state"]["gpu"] = "k and k−1"
    other = checked(data).trace
    assert trace
    assert other

    assert lags(compare_scenarios(Side(trace, trace.scenarios[0]), Side(other, other.scenarios[0]))) == []


def test_the_lag_is_counted_in_iterations() -> None:
    data = small()
    data["scenarios"][0]["steps"][1]["state"]["gpu"] = "runs k"
    one = checked(data).trace
    data["scenarios"][0]["steps"][1]["state"]["gpu"] = "runs k−3"
    other = checked(data).trace
    assert one
    assert other

    assert lags(compare_scenarios(Side(one, one.scenarios[0]), Side(other, other.scenarios[0]))) == [Lag(-3, ((2, 2),))]


def test_while_the_overlapped_loop_waits_the_next_forward_is_queued() -> None:
    (wait,) = waits(compared("sglang-serial", "sglang-overlap").right)

    assert wait.after_launch
    assert dict(wait.meanwhile)["gpu"] == "forward k queued behind k−1"


def test_a_cost_that_changes_in_a_trace_is_told_as_time() -> None:
    data = rich()
    before = checked(data).trace
    data["timing"]["costs"]["forward"] = 20
    after = checked(data).trace
    assert before
    assert after

    comparison = compare_traces(before, after)
    text = "\n".join(map(plain, diff_lines(comparison, names=("old", "new"), origin="")))
    page = diff_markdown(comparison, names=("old", "new"), origin="")

    assert "main: Model time from declared costs: 9 → 20 ms an iteration, 0.45 × as fast" in text
    assert "decided by forward" in text
    assert "9 → 20 ms an iteration" in page


def test_a_pair_of_loops_is_told_by_lag_wait_and_time() -> None:
    comparison = compared("sglang-serial", "sglang-overlap")

    text = [plain(line) for line in diff_lines(comparison, names=("serial", "overlap"), origin="")][:10]

    assert "Lag: wait, update: one iteration later in overlap" in text
    assert any(
        line.startswith("Waits in overlap: step 6, after the launch; meanwhile GPU work forward k") for line in text
    )
    assert any("13.4 → 9.1 ms an iteration, 1.47 × as fast" in line for line in text)
