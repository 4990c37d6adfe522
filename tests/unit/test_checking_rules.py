"""What single rules say beyond their cases: nearness, repairs, and silence where another rule has spoken."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.unit.checking_helpers import checked, only, problems, rules, seed, small
from tracecli.checking.source_files import Unseen
from tracecli.problems import Place, Severity


def _steps(data: Any) -> Any:
    return data["scenarios"][0]["steps"]


def test_a_misspelt_target_gives_the_near_name_and_where_it_is_declared() -> None:
    data = small()
    _steps(data)[0]["active"] = ["lauch"]

    problem = only(data, "unknown-target")

    assert problem.message == "'lauch' is not a target. Did you mean 'launch'?"
    assert [(related.message, related.place) for related in problem.related] == [
        ("launch is declared", Place(("targets", "launch"), "key"))
    ]
    assert problem.fix is not None
    assert problem.fix.replace == ((("scenarios", 0, "steps", 0, "active", 0), "launch"),)


def test_the_near_name_is_of_the_kind_that_belongs_there() -> None:
    data = small()
    _steps(data)[0]["paths"] = ["launhGpu"]
    data["targets"]["launhGpus"] = {"id": "n", "kind": "node", "label": "N"}

    found = [problem for problem in problems(data) if problem.rule == "unknown-target"]

    assert [problem.suggestion for problem in found] == ["launchGpu"]


@pytest.mark.parametrize("name", ["t-gpu", "GPU forward"])
def test_an_id_or_a_label_in_place_of_a_key_gives_the_key(name: str) -> None:
    data = small()
    _steps(data)[1]["active"] = [name]

    assert only(data, "unknown-target").suggestion == "gpu"


def test_between_several_near_names_there_is_no_repair() -> None:
    data = small()
    for key in ("gpu1", "gpu2"):
        data["targets"][key] = {"id": key, "kind": "node", "label": key}
    data["scenarios"][0]["unselected"] = ["gpu1", "gpu2"]
    _steps(data)[1]["active"] = ["gpu", "gpu3"]

    problem = only(data, "unknown-target")

    assert problem.message == "'gpu3' is not a target. Did you mean 'gpu', 'gpu1' or 'gpu2'?"
    assert problem.fix is None


def test_a_repair_never_writes_a_name_twice_or_one_that_is_unselected() -> None:
    data = small()
    data["targets"]["queue"] = {"id": "queue", "kind": "node", "label": "Queue"}
    data["scenarios"][0]["unselected"] = ["queue"]
    _steps(data)[0]["active"] = ["launch", "lauch", "qeue"]
    _steps(data)[1]["active"] = ["gpu", "launh", "lauch"]

    found = [problem for problem in problems(data) if problem.rule == "unknown-target"]

    assert [(problem.suggestion, problem.fix is not None) for problem in found] == [
        ("launch", False),
        ("launch", True),
        ("queue", False),
        ("launch", False),
    ]


def test_the_same_slip_in_two_places_is_no_fault_of_a_declaration_that_its_own_label_bears_out() -> None:
    data = small()
    del data["targets"]["launchGpu"]["from"], data["targets"]["launchGpu"]["to"]
    for step in _steps(data):
        step["active"] = ["lauch"]
    data["scenarios"][0]["unselected"] = ["gpu"]

    found = problems(data)

    assert [(problem.rule, problem.suggestion) for problem in found] == [("unknown-target", "launch")] * 2


def test_an_unknown_end_of_an_edge_is_a_node_that_is_not_there() -> None:
    data = small()
    data["targets"]["launchGpu"]["to"] = "gpuu"

    problem = only(data, "unknown-target")

    assert problem.place.pointer == ("targets", "launchGpu", "to")
    assert problem.suggestion == "gpu"


def test_one_end_alone_is_a_missing_key_and_on_a_node_only_the_wrong_kind() -> None:
    data, other = small(), small()
    del data["targets"]["launchGpu"]["to"]
    other["targets"]["gpu"]["from"] = "launch"

    assert only(data, "missing-key").place.pointer == ("targets", "launchGpu")
    assert only(other, "wrong-kind").place == Place(("targets", "gpu", "from"), "key")


def test_unselected_is_repaired_as_a_whole_for_both_of_its_rules() -> None:
    data = small()
    for key in ("one", "two"):
        data["targets"][key] = {"id": key, "kind": "node", "label": key}
    data["scenarios"][0]["unselected"] = ["gpu", "one"]

    used, unused = problems(data)

    assert (used.rule, unused.rule) == ("unselected-used", "unused-target")
    assert used.fix == unused.fix
    assert used.fix is not None
    assert used.fix.replace == ((("scenarios", 0, "unselected"), ["one", "two"]),)


def test_a_target_that_a_misspelt_name_means_is_not_unused() -> None:
    data = small()
    _steps(data)[1]["active"] = ["gpuu"]

    assert only(data, "unknown-target").suggestion == "gpu"


def test_a_scenario_whose_uses_are_not_all_known_has_no_unused_targets() -> None:
    data = small()
    _steps(data)[1]["actve"] = _steps(data)[1].pop("active")

    assert only(data, "unknown-key").suggestion == "active"


def test_nothing_is_said_of_targets_where_their_table_is_malformed() -> None:
    data = small()
    data["targets"] = []

    assert only(data, "wrong-type").place.pointer == ("targets",)


def test_one_finding_names_missing_and_extra_state_keys() -> None:
    data = small()
    _steps(data)[0]["state"] = {"gpuu": "idle", "zzz": "1"}

    problem = only(data, "state-keys")

    assert problem.message == (
        "this state lacks 'gpu' and 'queue' and has 'gpuu' and 'zzz', which 'stateLabels' does not name. Did you mean 'gpu'?"
    )
    assert problem.place == Place(("scenarios", 0, "steps", 0, "state", "gpuu"), "key")


def test_where_all_states_agree_the_labels_are_wrong() -> None:
    data = small()
    data["stateLabels"] = {"gpus": "GPU work", "queue": "Queue"}

    problem = only(data, "state-keys")

    assert problem.message == "'stateLabels' lacks 'gpu', which every state has and has 'gpus', which no state has"
    assert problem.suggestion == "gpu"


def test_a_spelling_that_only_looks_the_same_is_told_with_code_points_and_counts() -> None:
    data = seed()
    data["scenarios"][1]["steps"][0]["state"]["queue"] = "k-1"

    problem = only(data, "spelling-split")

    assert problem.message == (
        "'k-1' (1 time) looks like 'k−1' (3 times): U+002D (hyphen-minus) against U+2212 (minus sign)"
    )
    assert problem.suggestion == "k−1"
    assert problem.fix is not None
    assert problem.fix.replace == ((("scenarios", 1, "steps", 0, "state", "queue"), "k−1"),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Busy", "busy"),
        ("not used", "notused"),
        ("a\u00a0b", "a b"),
        ("é", "e\u0301"),
        ("кernel", "kernel"),
        ("ｋ", "k"),
        ("a\u200bb", "ab"),
    ],
)
def test_case_blanks_normal_form_and_look_alikes_are_one_value(one: str, other: str) -> None:
    data = small()
    for step, value in zip(_steps(data), (one, other), strict=True):
        step["state"]["gpu"] = value

    problem = only(data, "spelling-split")

    assert problem.fix is None  # one against one: no majority


@pytest.mark.parametrize(
    ("one", "other"), [("k", "k+1"), ("k−1", "k+1"), ("l", "1"), ("O", "0"), ("a", "b"), ("x2", "x²")]
)
def test_values_that_people_tell_apart_are_not_split(one: str, other: str) -> None:
    data = small()
    for step, value in zip(_steps(data), (one, other), strict=True):
        step["state"]["gpu"] = value

    assert "spelling-split" not in rules(data)


def test_the_same_values_of_different_keys_are_not_one_value() -> None:
    data = small()
    _steps(data)[0]["state"] = {"gpu": "Idle", "queue": "idle"}
    _steps(data)[1]["state"] = {"gpu": "busy", "queue": "one"}
    data["scenarios"][0]["initial"] = {"gpu": "Idle", "queue": "one"}

    assert rules(data) == []


def test_a_step_without_any_change_names_both_steps() -> None:
    data = small()
    again = copy.deepcopy(_steps(data)[0])
    again.update(title="Wait", description="Nothing moves.")
    _steps(data).insert(1, again)

    problem = only(data, "no-op-step")

    assert problem.message == "nothing changes between step 1 and step 2"
    assert problem.place == Place(("scenarios", 0, "steps", 1))


def test_the_order_of_active_targets_is_no_change() -> None:
    data = small()
    data["targets"]["cpu"] = {"id": "cpu", "kind": "node", "label": "CPU"}
    _steps(data)[1]["active"] = ["gpu", "cpu"]
    again = copy.deepcopy(_steps(data)[1])
    again["active"] = ["cpu", "gpu"]
    _steps(data).append(again)

    assert only(data, "no-op-step").message == "nothing changes between step 2 and step 3"


@pytest.mark.parametrize(
    ("words", "duration", "fits"),
    [(35, 6000, None), (35, 5999, "6000"), (36, 6000, "6200"), (1, 171, "200"), (1, 172, None)],
)
def test_reading_time_is_exact_to_the_millisecond_and_advises_tenths_of_a_second(
    words: int, duration: int, fits: str | None
) -> None:
    data = small()
    _steps(data)[0].update(title="one", description=" \n".join(["word"] * (words - 1)), duration=duration)
    _steps(data)[1]["duration"] = 10_000

    found = [problem.suggestion for problem in checked(data).problems if problem.rule == "reading-time"]

    assert found == ([fits] if fits else [])


def test_seconds_among_milliseconds_are_one_finding_and_not_a_reading_time_too() -> None:
    data = small()
    _steps(data)[0]["duration"] = 3

    [problem] = checked(data).problems

    assert (problem.rule, problem.suggestion) == ("duration-outlier", "3000")


@pytest.mark.parametrize("durations", [(1, 2), (3, 3), (100, 2000), (20, 2000)])
def test_durations_that_are_merely_short_are_no_outliers(durations: tuple[int, int]) -> None:
    data = small()
    for step, duration in zip(_steps(data), durations, strict=True):
        step["duration"] = duration

    assert "duration-outlier" not in rules(data)


def test_the_founding_loops_are_open_where_they_start_cold() -> None:
    found = [problem for problem in checked(seed()).problems if problem.rule == "open-loop"]

    assert [problem.message.partition(":")[0] for problem in found] == [
        "moved back by one iteration, the last state is not the initial one in 'cpu' and 'inputs'",
        "moved back by one iteration, the last state is not the initial one in 'cpu'",
    ]


@pytest.mark.parametrize(
    ("initial", "last", "open_"),
    [
        ("forward k−1", "forward k", False),
        ("forward k-1", "forward k", False),
        ("forward k", "forward k+1", False),
        ("k−2, k−1", "k-1, k", False),
        ("run(k)", "run(k + 1)", False),
        ("forward k", "forward k", True),
        ("idle", "k", True),
        ("idle", "top_k", False),
        ("idle", "k-means", False),
        ("idle", "k8s", False),
        ("idle", "busy", False),
    ],
)
def test_a_loop_closes_when_its_end_is_its_start_one_iteration_on(initial: str, last: str, open_: bool) -> None:  # noqa: FBT001
    data = small()
    data["scenarios"][0]["initial"]["gpu"] = initial
    _steps(data)[1]["state"]["gpu"] = last

    assert ("open-loop" in rules(data)) == open_


@pytest.mark.parametrize(
    ("url", "follows"),
    [
        ("https://github.com/o/r/blob/main/a.py", "main"),
        ("https://github.com/o/r/tree/master", "master"),
        ("https://github.com/o/r/blame/HEAD/a.py#L1", "HEAD"),
        ("https://github.com/o/r/raw/refs/heads/dev/a.py", "refs/heads/dev"),
        ("https://raw.githubusercontent.com/o/r/develop/a.py", "develop"),
        ("https://raw.githubusercontent.com/o/r/refs/heads/main/a.py", "refs/heads/main"),
        ("https://gitlab.com/g/s/r/-/blob/trunk/a.py", "trunk"),
        ("https://gitlab.com/g/s/r/blob/main/a.py", "main"),
        ("https://git.example.org/g/r/-/tree/latest?x=1", "latest"),
        ("https://codeberg.org/o/r/src/branch/main/a.py", "main"),
        ("https://gitea.example.org/o/r/raw/branch/release/1.2/a.py", "release/1.2"),
        ("https://github.com/o/r/blob/release/1.2/a.py", "release/1.2"),
        ("https://github.com/o/r/blob/release%2F1.2/a.py", "release/1.2"),
        ("HTTPS://GitHub.com/o/r/blob/main/a.py", "main"),
        ("https://github.com/o/r/blob/release/a.py", "release/a.py"),
        ("https://github.example.com/o/r/blob/main/a.py#L1-L2", "main"),
        ("https://code.internal/team/project/blame/master/a.py", "master"),
        ("https://raw.github.example.com/o/r/main/a.py", "main"),
        ("https://github.example.com/raw/o/r/main/a.py", "main"),
        ("https://api.github.com/repos/o/r/contents/a.py?ref=main", "main"),
        (
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/kernel/fork.c?h=master#n10",
            "master",
        ),
        (
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/plain/a.c?h=refs/heads/main",
            "refs/heads/main",
        ),
        ("https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/kernel/fork.c#n10", "default branch"),
        ("https://repo.or.cz/git.git/blob/refs/heads/master:/a.c", "refs/heads/master"),
        ("https://git.postgresql.org/gitweb/?p=postgresql.git;a=blob;f=a.c;hb=HEAD#l10", "HEAD"),
        ("https://chromium.googlesource.com/chromium/src/+/refs/heads/main/base/a.cc#10", "refs/heads/main"),
        ("https://android.googlesource.com/platform/art/+/master/a.cc", "master"),
        ("https://source.chromium.org/chromium/chromium/src/+/main:base/a.cc;l=10", "main"),
        ("https://dev.azure.com/o/p/_git/r?path=/a.py&version=GBmain&line=3", "main"),
        ("https://o.visualstudio.com/p/_git/r?path=%2Fa.py&version=GBrelease%2F1.2", "release/1.2"),
        ("https://dev.azure.com/o/p/_git/r?path=/a.py", "default branch"),
        ("https://bitbucket.org/o/r/src/master/a.py#lines-3", "master"),
        (
            "https://bitbucket.example.com/projects/P/repos/r/browse/a.py?at=refs%2Fheads%2Fmaster#3",
            "refs/heads/master",
        ),
        ("https://git.sr.ht/~o/r/tree/master/item/a.c#L3", "master"),
        ("https://gitee.com/o/r/blob/master/a.py", "master"),
        ("https://hg.mozilla.org/mozilla-central/file/tip/a.cpp#l3", "tip"),
        ("https://cdn.jsdelivr.net/gh/o/r@main/a.js", "main"),
        ("https://cdn.jsdelivr.net/npm/@s/p@latest/a.js", "latest"),
        ("https://unpkg.com/p@latest/a.js", "latest"),
        ("https://cdn.statically.io/gh/o/r/main/a.js", "main"),
        ("https://github.com/o/r/blob/v1.0/main/a.py", None),
        ("https://github.com/o/r/blob/v1.0/blob/main/a.py", None),
        ("https://github.com/o/r/blob/main-line/a.py", None),
        ("https://github.com/o/r/blob/6adad0876758/a.py", None),
        ("https://github.example.com/o/r/blob/6adad0876758/main/a.py", None),
        ("https://raw.githubusercontent.com/o/r/v1/x/tree/main/a.py", None),
        ("https://github.com/main/main/issues/1", None),
        ("https://example.org/blob/main/a.py", None),
        ("https://example.org/src/main/java/A.java", None),
        ("https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/a.c?h=v6.1#n3", None),
        (
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/a.c?id=6adad0876758#n3",
            None,
        ),
        (
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/a.c?h=master&id=6adad0876758",
            None,
        ),
        (
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/commit/?id=6adad0876758",
            None,
        ),
        (
            "https://git.postgresql.org/gitweb/?p=postgresql.git;a=blob;f=a.c;hb=6adad0876758",
            None,
        ),
        ("https://chromium.googlesource.com/chromium/src/+/refs/tags/1.0/main/a.cc", None),
        ("https://chromium.googlesource.com/chromium/src/+/6adad0876758/base/a.cc", None),
        ("https://dev.azure.com/o/p/_git/r?path=/main/a.py&version=GTv1.0", None),
        ("https://dev.azure.com/o/p/_git/r?path=/main/a.py&version=GC6adad0876758", None),
        ("https://codeberg.org/o/r/src/tag/v1/main/a.py", None),
        ("https://codeberg.org/o/r/src/commit/6adad0876758/a.py", None),
        ("https://bitbucket.org/o/r/src/6adad0876758/main/a.py", None),
        ("https://bitbucket.example.com/projects/P/repos/r/browse/main/a.py?at=v1.0", None),
        ("https://hg.mozilla.org/mozilla-central/file/6adad0876758/main/a.cpp", None),
        ("https://cdn.jsdelivr.net/gh/o/r@1.2.3/main/a.js", None),
        ("https://unpkg.com/p@1.2.3/latest/a.js", None),
    ],
)
def test_only_links_of_code_hosts_to_a_branch_are_unpinned(url: str, follows: str | None) -> None:
    data = {**small(), "sources": [{"title": "x", "url": url}]}

    found = problems(data)

    assert [problem.rule for problem in found] == (["unpinned-source"] if follows else [])
    assert all(
        f"follows '{follows}'" in problem.message or "follows the default" in problem.message for problem in found
    )


def test_a_link_of_any_length_is_judged_at_once() -> None:
    url = "https://example.org" + "/_git/a.git/tree/x?path=" * 20_000 + "/main/"

    assert rules({**small(), "sources": [{"title": "x", "url": url}]}).count("unpinned-source") <= 1


@pytest.mark.parametrize(
    ("fragment", "bad"),
    [
        ("L10", False),
        ("L10-L20", False),
        ("L10-20", False),
        ("L10-L10", False),
        ("L10C9-L10C3", False),
        ("lines-3:9", False),
        ("L99999999999999999999-L999999999999999999999", False),
        ("section-0", False),
        ("L", False),
        ("", False),
        ("L0", True),
        ("L0-L5", True),
        ("L5-L0", True),
        ("L20-L10", True),
        ("L020-L3", True),
        ("lines-9:3", True),
        ("n0", True),
        (f"L{'9' * 5000}-L1", True),
    ],
)
def test_lines_count_from_one_and_run_forwards(fragment: str, bad: bool) -> None:  # noqa: FBT001
    data = {**small(), "sources": [{"title": "x", "url": f"https://example.org/a.py#{fragment}"}]}

    assert [problem.rule for problem in problems(data)] == (["bad-range"] if bad else [])


def test_a_trace_without_targets_needs_no_alt() -> None:
    data = small()
    del data["alt"]
    data["targets"] = {}
    for step in _steps(data):
        step.update(active=[], paths=[])

    assert rules(data) == []


def test_a_misspelt_alt_is_one_finding() -> None:
    data = small()
    data["atl"] = data.pop("alt")

    assert only(data, "unknown-key").suggestion == "alt"


def test_ids_may_repeat_across_scenarios_and_kinds_but_not_within() -> None:
    data = small()
    _steps(data)[0]["id"] = "main"
    data["scenarios"].append({**copy.deepcopy(data["scenarios"][0]), "id": "other"})
    _steps(data)[1]["id"] = "main"

    problem = only(data, "duplicate-id")

    assert problem.place.pointer == ("scenarios", 0, "steps", 1, "id")
    assert problem.related[0].place.pointer == ("scenarios", 0, "steps", 0, "id")


def test_a_target_treated_as_the_other_kind_by_all_is_declared_wrong() -> None:
    data = small()
    data["targets"]["launch"]["kind"] = "edge"

    problem = only(data, "wrong-kind")

    assert problem.place.pointer == ("targets", "launch", "kind")
    assert problem.suggestion == "node"


def test_a_target_that_is_used_rightly_elsewhere_is_used_wrongly_here() -> None:
    data = small()
    _steps(data)[1]["paths"] = ["launch", "gpu"]

    found = problems(data)

    assert [problem.place.pointer[-2:] for problem in found] == [("paths", 0), ("paths", 1)]
    assert found[0].message == "'paths' takes edges, and 'launch' is a node"


def test_hostile_shapes_everywhere_are_told_and_never_raise() -> None:
    odds: tuple[object, ...] = (None, True, 1, 1.5, "x", [], {}, [[]], [{}], {"x": {}}, [["x"]], {"": None})
    for odd in odds:
        for key in small():
            data = small() | {key: odd}

            result = checked(data, Unseen())

            assert (result.trace is None) == any(p.severity is Severity.ERROR for p in result.problems)


def _cafe(*, declared: str = "caf\u00e9", used: str = "cafe\u0301") -> Any:
    """Give a trace whose second step lights a node that is declared in another normal form."""
    data = small()
    data["targets"][declared] = data["targets"].pop("gpu")
    data["targets"]["launchGpu"]["to"] = declared
    _steps(data)[1]["active"] = [used]
    return data


@pytest.mark.parametrize(
    ("declared", "used", "note"),
    [
        ("caf\u00e9", "cafe\u0301", "U+00E9 instead of U+0065 U+0301"),
        ("worker", "w\u043erker", "U+006F instead of U+043E"),
        ("worker", "\uff57orker", "U+0077 instead of U+FF57"),
        ("worker", "wor\u200bker", "without U+200B"),
        ("worker\ufe0f", "worker", "with U+FE0F"),
    ],
)
@pytest.mark.parametrize("place", ["active", "unselected", "to", "paths"])
def test_a_name_that_looks_like_a_target_is_repaired_wherever_it_is(
    declared: str, used: str, note: str, place: str
) -> None:
    data = _cafe(declared=declared, used=declared)
    if place == "active":
        _steps(data)[1]["active"] = [used]
    elif place == "to":
        data["targets"]["launchGpu"]["to"] = used
    elif place == "unselected":
        data["targets"]["gpu"] = {"id": "g", "kind": "node", "label": "G"}
        _steps(data)[1]["active"] = ["gpu"]
        data["scenarios"][0]["unselected"] = [used]
    else:
        data["targets"][declared] = data["targets"].pop("launchGpu") | {"from": "launch", "to": "launch"}
        _steps(data)[0]["paths"], _steps(data)[1]["active"] = [used], []

    problem = only(data, "unknown-target")

    assert problem.message == f"'{used}' is not a target. Did you mean '{declared}' ({note})?"
    assert problem.fix is not None
    assert [value for _, value in problem.fix.replace] == [declared]


def test_a_state_key_and_a_key_of_the_format_that_look_right_are_named_with_code_points() -> None:
    data, other = small(), small()
    _steps(data)[0]["state"] = {"gpu": "idle", "queu\u0435": "one"}
    _steps(other)[0]["\u0430ctive"] = _steps(other)[0].pop("active")

    state, key = only(data, "state-keys"), only(other, "unknown-key")

    assert state.message.endswith("Did you mean 'queue' (U+0065 instead of U+0435)?")
    assert state.fix is not None
    assert state.fix.replace == ((("scenarios", 0, "steps", 0, "state"), {"gpu": "idle", "queue": "one"}),)
    assert key.message.endswith("Did you mean 'active' (U+0061 instead of U+0430)?")
    assert key.fix is not None


def test_a_key_of_the_format_that_looks_like_another_word_is_left_to_the_author() -> None:
    data = small()
    _steps(data)[0]["actve"] = _steps(data)[0].pop("active")

    assert only(data, "unknown-key").fix is None


@pytest.mark.parametrize(
    "change",
    [
        lambda data: _steps(data)[1].update(active=["zzz"]),
        lambda data: _steps(data)[1].update(active=["launchGpu"]),
        lambda data: _steps(data)[0].update(paths=["launch"]),
        lambda data: data["scenarios"][0].update(unselected=["zzz"]),
        lambda data: data["targets"]["gpu"].update(kind="edge"),
        lambda data: data["targets"].update({"l\u0430unch": {"id": "l", "kind": "node", "label": "L"}}),
    ],
)
def test_nothing_is_written_down_as_unused_while_a_name_is_unknown_or_misplaced(change: Any) -> None:
    data = small()
    data["targets"]["left"] = {"id": "left", "kind": "node", "label": "Left"}
    assert [problem.fix is not None for problem in problems(data)] == [True]

    change(data)

    assert not any(problem.fix for problem in problems(data) if problem.rule in ("unused-target", "unselected-used"))


@pytest.mark.parametrize(
    ("one", "other"), [("caf\u00e9", "cafe\u0301"), ("a\u200b", "a"), ("gpu", "g\u0440u"), ("❤", "❤️")]
)
@pytest.mark.parametrize("table", ["targets", "stateLabels"])
def test_two_keys_that_look_the_same_are_one_finding(table: str, one: str, other: str) -> None:
    data = small()
    for number, key in enumerate((one, other)):
        if table == "targets":
            data[table][key] = {"id": f"id-{number}", "kind": "node", "label": "L"}
        else:
            data[table][key] = "L"
            for state in (data["scenarios"][0]["initial"], *(step["state"] for step in _steps(data))):
                state[key] = "x"

    found = [problem for problem in problems(data) if problem.rule == "spelling-split"]

    assert [problem.place.pointer[0] for problem in found] == [table]
    assert f"looks like another key of '{table}': U+" in found[0].message or "nothing against" in found[0].message


@pytest.mark.parametrize(
    "code", [0xFE0F, 0x3164, 0x34F, 0x17B4, 0x180B, 0x180F, 0xAD, 0xE0041, 0x2061, 0xFFA0, 0x115F, 0x200D, 0xE0100]
)
def test_two_values_that_look_the_same_are_split_whatever_hides_in_one(code: int) -> None:
    data = small()
    for step, value in zip(_steps(data), ("busy now", f"busy{chr(code)} now"), strict=True):
        step["state"]["gpu"] = value

    assert f"U+{code:04X}" in only(data, "spelling-split").message


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("スケジューラはバッチを選び、次のステップを起動してから前の結果を処理する。", 4000),
        ("调度器选择批次并启动下一步然后处理上一步的结果。" * 2, 4000),
        ("ตัวจัดตารางเลือกชุดงานและเริ่มขั้นตอนถัดไปก่อนประมวลผลผลลัพธ์ก่อนหน้า", 3000),
        ("កម្មវិធីកំណត់ពេលជ្រើសរើសបាច់ហើយចាប់ផ្តើមជំហានបន្ទាប់" * 2, 3000),
    ],
)
def test_a_sentence_without_spaces_needs_time_too(words: str, fits: int) -> None:
    data = small()
    _steps(data)[0].update(title="x", description=words)

    [problem] = [problem for problem in checked(data).problems if problem.rule == "reading-time"]

    assert int(problem.suggestion or 0) > fits
    assert problem.message.startswith("title and description, which take as long to read as ")
