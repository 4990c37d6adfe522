"""Timing: formulas, exact periods, the steady state and what snapshots owe to it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.timing_loops import FOLDER, all_ids, loop_of, named, scenario, simpy_times, states, steady
from tracecli.timing import facts, graph, period, schedule

COST = st.one_of(st.just(0), st.integers(0, 12), st.fractions(0, 9, max_denominator=60))


def formula(loop: facts.Loop) -> str:
    terms = period.formula(graph.build(loop), loop.costs)
    assert terms is not None
    return f"max({', '.join(map(str, terms))})"


def expected() -> dict[str, tuple[str, str]]:
    """Return the period and the formula that must come out, by scenario."""
    text = (FOLDER / "formulas.txt").read_text("utf-8")
    return {
        name: (time, terms) for name, time, terms in re.findall(r"^(\S+)  period (\S+)\n  (max.*)$", text, re.MULTILINE)
    }


@pytest.mark.parametrize("name", all_ids())
def test_periods_and_formulas_are_the_expected_ones(name: str) -> None:
    loop = named(name)
    time, terms = expected()[name]
    assert str(steady(loop).period.time) == time
    if name == "overlap":
        # The list was made when the stash and the copy started one step later. The file starts them with the forward,
        # and no cycle of it pays for `append` and the copy in two iterations.
        terms = terms.replace("(schedule + launch + append + process + stash + copy) / 2, ", "")
    assert formula(loop) == terms


@pytest.mark.parametrize("name", all_ids())
@given(data=st.data())
def test_formula_and_period_agree_at_any_costs(name: str, data: st.DataObject) -> None:
    given_loop, index = scenario(name)
    names = list(given_loop["timing"]["costs"])
    loop = loop_of(given_loop, index, costs={cost: data.draw(COST) for cost in names})
    events = graph.build(loop)
    terms = period.formula(events, loop.costs)
    assert terms is not None
    assert max(term.value(loop.costs) for term in terms) == period.period(events, loop.costs).time


@pytest.mark.parametrize("name", all_ids())
@given(data=st.data())
def test_the_recurrence_is_what_a_simulation_with_processes_does(name: str, data: st.DataObject) -> None:
    given_loop, index = scenario(name)
    costs = {cost: data.draw(COST) for cost in given_loop["timing"]["costs"]}
    queues = {
        queue: data.draw(st.integers(1, 3)) for queue in given_loop["scenarios"][index]["timing"].get("queues", {})
    }
    loop = loop_of(given_loop, index, queues, costs=costs)
    events = graph.build(loop)
    rows = schedule.simulate(events, events.durations(loop.costs), 8)
    compared = 0
    for (name_or_step, n), time in simpy_times(loop, 8).items():
        numbers = [i for i, event in enumerate(events.events) if name_or_step in {event.work, event.step}]
        assert rows[n][numbers[-1]] == time, (name_or_step, n)
        compared += 1
    assert compared == 8 * (len(loop.work) + sum(facts is not None for facts in loop.steps))


@pytest.mark.parametrize("name", all_ids())
@given(data=st.data())
def test_the_steady_state_satisfies_every_event(name: str, data: st.DataObject) -> None:
    given_loop, index = scenario(name)
    costs = {cost: data.draw(COST) for cost in given_loop["timing"]["costs"]}
    found = steady(loop_of(given_loop, index, costs=costs))
    for number, event in enumerate(found.graph.events):
        earliest = max(found.times[before] - lag * found.period.time for before, lag in event.preds)
        assert found.begins(number) >= earliest
        if not found.runaway:
            assert found.begins(number) == earliest


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("forward", [1, 2, 3, Fraction(15, 4), 4, Fraction(17, 4), 5, 8, 16, 40])
def test_depth_pays_only_near_equal_costs(depth: int, forward: int | Fraction) -> None:
    c, d = Fraction(4), Fraction(1, 2)
    timing = {
        "unit": "ms",
        "basis": "Invented.",
        "costs": {"c": c, "g": forward, "d": d},
        "resources": {"cpu": "C", "gpu": "G", "copy": "D"},
    }
    own = {
        "thread": "cpu",
        "work": {"fwd": {"resource": "gpu", "takes": "g"}, "d2h": {"resource": "copy", "takes": "d", "waits": "fwd"}},
        "queues": {"q": depth - 1},
    }
    steps: list[dict[str, Any]] = [
        {"takes": "c", "starts": ["fwd", "d2h"]},
        {"puts": "q"},
        {"pops": "q", "waits": "d2h of oldest"},
    ]
    loop, problems = facts.read(timing, own, steps, 0)
    assert loop is not None, problems
    assert steady(loop).period.time == max(c, forward, (c + forward + d) / depth)


def idle(found: schedule.Schedule, label: str) -> Fraction:
    (share,) = [share for share in schedule.shares(found) if share.label == label]
    return 1 - share.busy


def test_numbers_of_sglang() -> None:
    serial, overlap = steady(named("sglang-serial")), steady(named("sglang-overlap"))
    assert (serial.period.time, overlap.period.time) == (Fraction(67, 5), Fraction(91, 10))
    assert round(float(serial.period.time / overlap.period.time), 2) == 1.47
    assert [round(100 * idle(found, "GPU")) for found in (serial, overlap)] == [30, 0]
    assert idle(overlap, "GPU") == 0
    assert [schedule.latency(found) for found in (serial, overlap)] == [Fraction(67, 5), Fraction(91, 5)]
    assert steady(named("sglang-overlap", forward=3)).period.time == Fraction(41, 10)


def test_numbers_of_a_public_report() -> None:
    costs = {"schedule": 15, "launch": 0, "append": 0, "process": 0, "forward": 7, "stash": 0, "copy": 0}
    serial, overlap = steady(named("sglang-serial", **costs)), steady(named("sglang-overlap", **costs))
    assert [serial.period.time, overlap.period.time] == [22, 15]
    assert [round(100 * idle(found, "GPU")) for found in (serial, overlap)] == [68, 53]


def test_a_hidden_wait_shows_in_the_formula() -> None:
    found = steady(named("sglang-overlap-item"))
    assert found.period.time == 10
    assert str(found.period.decides) == "launch + forward"
    costs = {"update": 4, "forward": 3, "sampling": 3}
    assert steady(named("trtllm-overlap", **costs)).period.time == Fraction(77, 10)
    assert steady(named("trtllm-early", **costs)).period.time == Fraction(69, 10)


def pipeline(*stages: Any) -> facts.Loop:
    """Return a loop of threads, each of which hands its batches to the next one."""
    costs = {f"c{i}": cost for i, cost in enumerate(stages)}
    timing = {
        "unit": "ms",
        "basis": "Invented.",
        "costs": costs,
        "resources": {f"t{i}": f"T{i}" for i in range(len(stages))},
    }
    steps = [
        {
            "resource": f"t{i}",
            "takes": f"c{i}",
            **({"pops": f"q{i - 1}"} if i else {}),
            **({"puts": f"q{i}"} if i < len(stages) - 1 else {}),
        }
        for i in range(len(stages))
    ]
    own = {"thread": "t0", "queues": {f"q{i}": 0 for i in range(len(stages) - 1)}}
    loop, problems = facts.read(timing, own, steps, 0)
    assert loop is not None, problems
    return loop


def test_a_pipeline_of_threads() -> None:
    loop = pipeline(4, 4, 4)
    events = graph.build(loop)
    rows = schedule.simulate(events, events.durations(loop.costs), 9)
    assert [row[events.last["t2"]] for row in rows] == [4 * (n + 2) for n in range(1, 10)]
    slow = steady(pipeline(6, Fraction("6.001")))
    assert slow.period.time == Fraction("6.001")
    assert slow.runaway == ("t0",)
    assert steady(pipeline(Fraction("6.001"), 6)).runaway == ()


def cells(name: str, **costs: Any) -> list[tuple[int, str]]:
    return [(found.step, found.key) for found in schedule.contradictions(steady(named(name, **costs)), states(name))]


def test_snapshots_of_the_loops_hold_but_for_two_cells_of_the_founding_document() -> None:
    found = {name: cells(name) for name in all_ids()}
    assert found.pop("overlap") == [(3, "gpu"), (4, "gpu")]
    assert set(map(tuple, found.values())) == {()}


def test_snapshots_that_hold_only_while_the_forward_is_long() -> None:
    # At step 2 both have ended too: 3 ms of forward end before the launch does.
    assert cells("sglang-overlap", forward=3) == [(step, key) for step in (2, 3, 4, 5) for key in ("gpu", "copy")]


@pytest.mark.parametrize(
    ("name", "step", "key", "value", "always"),
    [
        ("sglang-serial", 3, "gpu", "forward k−1", True),  # not ended by the wait for it: impossible
        ("sglang-serial", 4, "gpu", "idle", False),  # a forward of no time at all could have ended
        ("sglang-serial", 6, "gpu", "forward k", True),  # waited for in the step before
        ("sglang-serial", 6, "copy", "k copy queued", True),
        ("sglang-overlap", 1, "queue", "none", True),
        ("sglang-overlap", 5, "queue", "k", True),
        ("sglang-overlap", 7, "queue", "k−1, k", True),
        ("sglang-overlap", 7, "copy", "k−1 copy queued", True),  # waited for
        ("sglang-overlap", 1, "gpu", "forward k", True),  # not yet launched
        ("sglang-overlap", 3, "gpu", "forward k", False),  # so it is with a short forward
    ],
)
def test_a_slip_in_one_cell_is_found(name: str, step: int, key: str, value: str, *, always: bool) -> None:
    changed = states(name)
    changed[step] = {**changed[step], key: value}
    (found,) = [
        one for one in schedule.contradictions(steady(named(name)), changed) if (one.step, one.key) == (step, key)
    ]
    assert found.value == value
    assert found.always is always


def test_slips_in_cells_are_mostly_found() -> None:
    """Move what a cell names by an iteration, or leave it out: about four of five are found, and none falsely."""
    slips = caught = 0
    for name in all_ids():
        found, right = steady(named(name)), states(name)
        right_cells = {(one.step, one.key) for one in schedule.contradictions(found, right)}
        for step, state in enumerate(right):
            for key in found.loop.in_flight:
                for other in {before[key] for before in right} - {state[key]}:
                    changed = [*right[:step], {**state, key: other}, *right[step + 1 :]]
                    slips += 1
                    caught += bool({(o.step, o.key) for o in schedule.contradictions(found, changed)} - right_cells)
    assert slips > 300
    assert caught / slips > 0.7, (caught, slips)


TIMING: dict[str, Any] = {
    "unit": "ms",
    "basis": "Invented.",
    "costs": {"run": 1, "forward": 2},
    "resources": {"cpu": "Thread", "gpu": "GPU"},
}
OWN: dict[str, Any] = {"thread": "cpu", "work": {"fwd": {"resource": "gpu", "takes": "forward"}}, "queues": {"q": 1}}
STEPS: list[dict[str, Any] | None] = [
    {"takes": "run", "starts": "fwd"},
    {"puts": "q"},
    None,
    {"pops": "q", "waits": "fwd of oldest"},
]


def problems(
    timing: dict[str, Any] | None = None, own: dict[str, Any] | None = None, steps: dict[int, Any] | None = None
) -> list[tuple[str, tuple[int | str, ...], str]]:
    changed = [(steps or {}).get(index, step) for index, step in enumerate(STEPS)]
    found, wrong = facts.read({**TIMING, **(timing or {})}, {**OWN, **(own or {})}, changed, 2)
    assert (found is None) == bool(wrong)
    return [(problem.rule, problem.place.pointer, problem.message) for problem in wrong]


def test_right_facts_have_no_problem() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("changes", "rule", "pointer", "message"),
    [
        ({"steps": {0: {"takes": "rum", "starts": "fwd"}}}, "unknown-cost", "steps 0 timing takes", "'rum' is not a declared cost. Did you mean 'run'?"),
        ({"steps": {0: {"starts": ["fwd", "fvd"]}}}, "unknown-work", "steps 0 timing starts 1", "'fvd' is not a declared work. Did you mean 'fwd'?"),
        ({"steps": {3: {"pops": "q", "waits": "fvd of oldest"}}}, "unknown-work", "steps 3 timing waits", "Did you mean 'fwd'?"),
        ({"steps": {1: {"puts": "p"}}}, "unknown-queue", "steps 1 timing puts", "Did you mean 'q'?"),
        ({"steps": {1: {"puts": "q", "resource": "cqu"}}}, "unknown-resource", "steps 1 timing resource", "Did you mean 'cpu'?"),
        ({"own": {"thread": "cpus"}}, "unknown-resource", "timing thread", "Did you mean 'cpu'?"),
        ({"own": {"costs": {"forwards": 3}}}, "unknown-cost", "timing costs forwards", "Did you mean 'forward'?"),
        ({"own": {"in_flight": {"gpu": ["fwd", "fvd"]}}}, "unknown-work", "timing in_flight gpu 1", "Did you mean 'fwd'?"),
        ({"own": {"queues": {"q": 1, "run": 1}}}, "wrong-value", "timing queues run", "'run' is a cost too"),
        ({"own": {"queues": {"q": 10**9}}}, "wrong-value", "timing queues q", "0 to 100 batches"),
        ({"own": {"again": 1}}, "wrong-value", "timing again", "a step from 2 to 4"),
        ({"own": {"again": 4}}, "wrong-value", "steps 3 timing", "step 4 is step 1 again"),
        ({"own": {"queues": {"q": 0}}, "steps": {0: {"pops": "q", "starts": "fwd"}, 3: {"waits": "fwd"}}}, "timing-queue", "steps 0 timing pops", "'q' is empty here"),
        ({"steps": {1: {"takes": "run"}}}, "timing-queue", "timing queues q", "no step puts"),
        ({"steps": {2: {"puts": "q"}}}, "timing-queue", "steps 2 timing puts", "step 2 puts 'q' too"),
        ({"steps": {0: {"waits": "fwd of oldest", "starts": "fwd"}}}, "timing-queue", "steps 0 timing", "no step before"),
        ({"steps": {0: {"takes": "run"}, 3: {"pops": "q"}}}, "unknown-work", "timing work fwd", "no step starts 'fwd'"),
        ({"steps": {1: {"puts": "q", "starts": "fwd"}}}, "wrong-value", "steps 1 timing starts", "started twice"),
        ({"own": {"work": {"fwd": {"resource": "cpu"}}}}, "wrong-value", "timing work fwd resource", "runs steps"),
        ({"own": {"work": {"fwd": {"resource": "gpu", "waits": "fwd of oldest"}}}}, "wrong-value", "timing work fwd waits", "only a step"),
        ({"steps": {3: {"pops": "q", "waits": "fwd of k−999"}}}, "wrong-value", "steps 3 timing waits", "at most 100"),
        ({"steps": {3: {"pops": "q", "waits": "fwd after k"}}}, "wrong-value", "steps 3 timing waits", "a wait is NAME"),
    ],
)  # fmt: skip
def test_each_wrong_fact_is_a_problem_at_its_place(
    changes: dict[str, Any], rule: str, pointer: str, message: str
) -> None:
    (found,) = problems(**changes)
    assert found[0] == rule
    assert " ".join(map(str, found[1])).removeprefix("scenarios 2 ") == pointer
    assert message in found[2]


@pytest.mark.parametrize("cost", [-1, -0.5, float("nan"), float("inf"), 10**400, 1e300, 1e-10, True, "1", None])
def test_what_is_no_cost_is_a_problem(cost: Any) -> None:
    (found,) = problems(timing={"costs": {**TIMING["costs"], "run": cost}})
    assert found[:2] == ("wrong-value", ("timing", "costs", "run"))


@pytest.mark.parametrize("text", ["", "-1", "+1", "1e3", "nan", "1/3", "1_0", " 1", "1" * 400, "0.0000000001", "٣"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert facts.number(text) is None


def test_numbers_are_what_is_written() -> None:
    assert [facts.number(text) for text in ("0", "3", "0.1", "6.001")] == [0, 3, Fraction(1, 10), Fraction(6001, 1000)]
    loop = loop_of(*scenario("sglang-serial"), costs={"stash": 0.1})
    assert loop.costs["stash"] == Fraction(1, 10)


def test_too_many_operations_and_resources() -> None:
    resources = {**TIMING["resources"], **{f"r{i}": "R" for i in range(19)}}
    assert problems(timing={"resources": resources})[0][0] == "too-large"
    many: list[Any] = [{"takes": "run"}] * 200
    _, found = facts.read(TIMING, {"thread": "cpu", "work": OWN["work"]}, [*many, {"starts": "fwd"}], 0)
    assert [problem.rule for problem in found] == ["too-large"]


def test_a_ring_of_waits_is_named() -> None:
    steps = {0: {"takes": "run", "waits": "fwd"}, 1: {"puts": "q", "starts": "fwd"}}
    found, wrong = facts.read(TIMING, OWN, [steps.get(index, step) for index, step in enumerate(STEPS)], 0)
    assert found is not None, wrong
    with pytest.raises(graph.DeadlockError) as caught:
        graph.build(found)
    assert [event.name for event in caught.value.ring][:1] == ["fwd"]
    assert {event.name for event in caught.value.ring} == {"fwd", "step 1", "step 2"}


def test_a_formula_with_too_many_terms_is_left_out_and_the_number_is_not() -> None:
    """Ten stages, each with a fast and a slow way through: 2 to the power of 10 cycles and terms."""
    costs = {f"{way}{i}": i + 1 for i in range(10) for way in ("slow", "quick")}
    work = {f"{way}{i}": {"resource": f"{way}{i}", "takes": f"{way}{i}"} for i in range(9) for way in ("slow", "quick")}
    timing = {**TIMING, "costs": costs, "resources": {"cpu": "T", **{name: name for name in work}}}
    steps = [{"starts": [f"slow{i}", f"quick{i}"], "until": [f"slow{i}", f"quick{i}"]} for i in range(9)]
    loop, wrong = facts.read(timing, {"thread": "cpu", "work": work}, steps, 0)
    assert loop is not None, wrong
    events = graph.build(loop)
    assert period.formula(events, loop.costs) is None
    assert period.period(events, loop.costs).time == sum(range(1, 10))
