"""Changes: each edit is told once, at its level, with its place on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.unit.comparing_helpers import seed, step
from tracecli.comparing import Change, ChangeLevel, Location, Side, compare_scenarios, compare_traces
from tracecli.model import Kind, Scenario, Source, Step, Trace

Edit = Callable[[Trace], Trace]


def _serial(trace: Trace, *steps: Step) -> Trace:
    """Give the trace with other steps in its first scenario."""
    return replace(trace, scenarios=(replace(trace.scenarios[0], steps=steps), *trace.scenarios[1:]))


def _edited_step(trace: Trace, place: int, **changed: object) -> Trace:
    steps = list(trace.scenarios[0].steps)
    steps[place] = replace(steps[place], **changed)  # type: ignore[arg-type] # each test names a real field
    return _serial(trace, *steps)


def _edited_scenario(trace: Trace, **changed: object) -> Trace:
    return replace(trace, scenarios=(replace(trace.scenarios[0], **changed), trace.scenarios[1]))  # type: ignore[arg-type]


def _told(edit: Edit) -> list[tuple[str, str]]:
    before = seed()
    return [(str(change.level), change.kind) for change in compare_traces(before, edit(before)).changes]


def _one(edit: Edit) -> Change:
    before = seed()
    (change,) = compare_traces(before, edit(before)).changes
    return change


def _moved(trace: Trace) -> Trace:
    first, second, *rest = trace.scenarios[0].steps
    return _serial(trace, first, *rest[:3], second, *rest[3:])


def _two_moved(trace: Trace) -> Trace:
    steps = trace.scenarios[0].steps
    return _serial(trace, *steps[2:], *steps[:2])


def _inserted(trace: Trace) -> Trace:
    steps = trace.scenarios[0].steps
    return _serial(trace, step("Wake up", ["gpu"], ["loop"], duration=900, **steps[0].state), *steps)


def _reworded(trace: Trace) -> Trace:
    return _serial(trace, *(replace(each, description=f"{each.description} So.") for each in trace.scenarios[0].steps))


def _renamed_key(trace: Trace) -> Trace:
    def name(key: str) -> str:
        return "relay" if key == "future" else key

    def scenario(old: Scenario) -> Scenario:
        steps = tuple(replace(each, active=tuple(map(name, each.active))) for each in old.steps)
        return replace(old, steps=steps)

    targets = {name(key): replace(target, key=name(key)) for key, target in trace.targets.items()}
    return replace(trace, targets=targets, scenarios=tuple(map(scenario, trace.scenarios)))


def _renamed_in_all(trace: Trace) -> Trace:
    renamed = _renamed_key(trace)
    relay = replace(renamed.targets["relay"], id="overlap-relay", label="Ring buffer")
    return replace(renamed, targets={**renamed.targets, "relay": relay})


def _with_target(trace: Trace, key: str, **changed: object) -> Trace:
    return replace(trace, targets={**trace.targets, key: replace(trace.targets[key], **changed)})  # type: ignore[arg-type]


def _state(trace: Trace) -> Trace:
    steps = [
        replace(each, state={**each.state, "cpu": "busy"}) if 2 <= place <= 3 else each
        for place, each in enumerate(trace.scenarios[0].steps)
    ]
    return _serial(trace, *steps)


_EDITS: dict[str, tuple[Edit, list[tuple[str, str]]]] = {
    "a step moved": (_moved, [("order", "move")]),
    "two neighbours moved together": (_two_moved, [("order", "move")]),
    "a step inserted in front": (_inserted, [("structure", "step"), ("timing", "shift")]),
    "all descriptions reworded": (_reworded, [("wording", "description")] * 6),
    "a target's key renamed throughout": (_renamed_key, [("structure", "target-name")]),
    "a target's key, id and label renamed throughout": (_renamed_in_all, [("structure", "target-name")]),
    "a label": (lambda t: _with_target(t, "gpu", label="GPU"), [("wording", "target-label")]),
    "an element id": (lambda t: _with_target(t, "gpu", id="x"), [("structure", "target-id")]),
    "id and label together": (lambda t: _with_target(t, "gpu", id="x", label="GPU"), [("structure", "target-name")]),
    "a target's kind": (lambda t: _with_target(t, "loop", kind=Kind.NODE), [("structure", "target-kind")]),
    "ends of an edge": (lambda t: _with_target(t, "copy", start="gpu", end="process"), [("structure", "target-ends")]),
    "a place in the grid": (lambda t: _with_target(t, "gpu", at=(1, 1)), []),
    "state over two steps": (_state, [("state", "state")]),
    "a duration": (lambda t: _edited_step(t, 1, duration=9000), [("timing", "duration")]),
    "a title": (lambda t: _edited_step(t, 1, title="Launch it"), [("wording", "title")]),
    "a step's id": (lambda t: _edited_step(t, 1, id="launch"), [("structure", "id")]),
    "active targets": (lambda t: _edited_step(t, 1, active=("launch", "gpu")), [("structure", "active")]),
    "paths": (lambda t: _edited_step(t, 2, paths=("launchGpu",)), [("structure", "paths")]),
    "paths in another order": (lambda t: _edited_step(t, 2, paths=("futureGpu", "launchGpu")), [("order", "paths")]),
    "unselected": (lambda t: _edited_scenario(t, unselected=("queue",)), [("structure", "unselected")]),
    "an initial value": (
        lambda t: _edited_scenario(t, initial={**t.scenarios[0].initial, "queue": "empty"}),
        [("state", "state")],
    ),
    "a scenario's title": (lambda t: _edited_scenario(t, title="Other"), [("wording", "title")]),
    "a scenario's id": (lambda t: _edited_scenario(t, id="plain"), [("structure", "scenario-id")]),
    "a scenario removed": (lambda t: replace(t, scenarios=t.scenarios[:1]), [("structure", "scenario")]),
    "scenarios in another order": (lambda t: replace(t, scenarios=t.scenarios[::-1]), [("order", "scenario-order")]),
    "a caption removed": (lambda t: replace(t, caption=None), [("wording", "caption")]),
    "the language": (lambda t: replace(t, language="de"), [("wording", "language")]),
    "a limitation added": (lambda t: replace(t, limitations=(*t.limitations, "More.")), [("wording", "limitation")]),
    "limitations in another order": (
        lambda t: replace(t, limitations=t.limitations[::-1]),
        [("order", "limitation-order")],
    ),
    "a source removed": (lambda t: replace(t, sources=t.sources[1:]), [("sources", "source")]),
    "a source's link": (
        lambda t: replace(t, sources=(*t.sources[:-1], Source(t.sources[-1].title, url="urn:x"))),
        [("sources", "source")],
    ),
    "a state label": (
        lambda t: replace(t, state_labels={**t.state_labels, "cpu": "CPU"}),
        [("wording", "state-label")],
    ),
    "targets in another order": (lambda t: replace(t, targets=dict(list(t.targets.items())[::-1])), []),
}


@pytest.mark.parametrize("name", _EDITS)
def test_an_edit_is_told_once_and_at_its_level(name: str) -> None:
    edit, expected = _EDITS[name]

    assert _told(edit) == expected


def test_a_removed_state_key_is_one_change_however_many_steps_had_it() -> None:
    def without(trace: Trace) -> Trace:
        def cut(state: dict[str, str]) -> dict[str, str]:
            return {key: value for key, value in state.items() if key != "idle"}

        scenarios = tuple(
            replace(
                each,
                initial=cut(dict(each.initial)),
                steps=tuple(replace(one, state=cut(dict(one.state))) for one in each.steps),
            )
            for each in trace.scenarios
        )
        return replace(trace, scenarios=scenarios, state_labels=cut(dict(trace.state_labels)))

    assert _told(without) == [("structure", "state-key")]


def test_a_rename_between_versions_of_a_scenario_is_seen_without_the_whole_trace() -> None:
    before, after = seed(), _renamed_in_all(seed())

    comparison = compare_scenarios(Side(before, before.scenarios[1]), Side(after, after.scenarios[1]))

    assert [change.kind for change in comparison.changes] == ["target-name"]
    assert {pair.confidence for pair in comparison.alignment.pairs} == {1.0}


def test_a_change_has_a_pointer_and_an_address_on_both_sides() -> None:
    change = _one(lambda trace: _edited_step(trace, 1, title="Launch it"))

    spot = Location(("scenarios", 0, "steps", 1, "title"), "serial", 2)
    assert (change.left, change.right) == (spot, spot)
    assert spot.address == "serial/2"
    assert (change.before, change.after) == ("Launch step k", "Launch it")


def test_a_run_of_state_points_at_its_first_cell_and_names_its_last() -> None:
    change = _one(_state)

    assert change.left == Location(("scenarios", 0, "steps", 2, "state", "cpu"), "serial", 3)
    assert (change.subject, change.before, change.after) == ("cpu", "waits for batch k", "busy")
    assert change.last == (4, 4)


def test_what_one_side_lacks_has_no_place_there() -> None:
    added = compare_traces(seed(), _inserted(seed())).changes[0]

    assert added.left is None
    assert added.right == Location(("scenarios", 0, "steps", 0), "serial", 1)


def test_a_shift_is_told_at_the_first_step_that_it_moves() -> None:
    shift = compare_traces(seed(), _inserted(seed())).changes[-1]

    assert (shift.left, shift.right) == (
        Location(("scenarios", 0, "steps", 0), "serial", 1),
        Location(("scenarios", 0, "steps", 1), "serial", 2),
    )
    assert shift.subject == "900"


def test_a_fingerprint_survives_an_unrelated_edit() -> None:
    alone = _one(_state)

    both = compare_traces(seed(), _inserted(_state(seed()))).changes

    assert alone.fingerprint in {change.fingerprint for change in both}


def test_no_two_changes_of_a_comparison_have_one_fingerprint() -> None:
    whole = seed()
    serial, overlap = whole.scenarios
    same = _edited_step(whole, 0, title="Twice"), _edited_step(_edited_step(whole, 0, title="Twice"), 1, title="Twice")

    for changes in (
        compare_scenarios(Side(whole, serial), Side(whole, overlap)).changes,
        compare_traces(whole, same[1]).changes,
        compare_traces(_reworded(whole), _inserted(whole)).changes,
    ):
        assert len({change.fingerprint for change in changes}) == len(changes)


def test_levels_are_ordered_from_wording_to_structure() -> None:
    assert [str(level) for level in sorted(ChangeLevel)] == [
        "wording",
        "timing",
        "cost",
        "order",
        "sources",
        "state",
        "structure",
    ]
