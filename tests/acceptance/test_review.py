"""What a reviewer is told about a change: `trace diff` over real revisions, and the driver beside it."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from markdown_it import MarkdownIt

from tests.support.program import OVERLAP, ROOT, Done, run
from tests.support.repositories import PATH, Data, Repository, changed, dumped, overlap

SCHEMA = json.loads((ROOT / "schemas" / "diff.schema.json").read_text(encoding="utf-8"))
EVIL = "a\n::error::b\r\n  ::warning::c ##[error]d ##vso[e] \x1b[31m\x9b0m \u202e ]]> <b>&\"'`|\\ @bob o/r#1 #12 https://x.example z"


def steps(data: Data) -> list[Data]:
    """Give the steps of the second scenario."""
    found: list[Data] = data["scenarios"][1]["steps"]
    return found


def reword(data: Data) -> None:
    steps(data)[0]["description"] = "get_next_batch_to_run picks batch k."


def move(data: Data) -> None:
    steps(data).insert(1, steps(data).pop(3))


def insert(data: Data) -> None:
    new = {"title": "Wait for a slot", "description": "A slot gets free.", "duration": 1500, "active": ["future"]}
    steps(data).insert(2, new | {"paths": [], "state": dict(steps(data)[1]["state"])})


def set_state(data: Data) -> None:
    steps(data)[4]["state"]["gpu"] = "sampling k"


def rename(data: Data) -> None:
    text = json.dumps(data).replace('"future"', '"tokenMap"')
    data.clear()
    data.update(json.loads(text))


COMMITS: list[Callable[[Data], None]] = [reword, move, insert, set_state, rename]
TOLD: list[list[tuple[str, str, str]]] = [
    [("wording", "description", "description reworded")],
    [("order", "move", "step 4 moved: step 2 in {right}")],
    [
        ("structure", "step", "step only in {right}: Wait for a slot"),
        ("timing", "shift", "all from here on begins 1.5 s later in {right}, because of steps that only one side has"),
    ],
    [("state", "state", "state gpu: forward k → sampling k")],
    [("structure", "target-name", "target renamed: future (FutureMap) → tokenMap (FutureMap)")],
]
LEVELS = ["wording", "timing", "cost", "order", "sources", "state", "structure"]


@functools.cache
def versions() -> list[str]:
    """Give the trace after each commit, the first one first."""
    data = overlap()
    texts = [dumped(data)]
    for commit in COMMITS:
        data = changed(data, commit)
        texts.append(dumped(data))
    return texts


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Give a repository in which each of the five changes is a commit, tagged by its number."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        patch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
        made = Repository.at(tmp_path_factory.mktemp("review") / "r")
        for number, text in enumerate(versions()):
            made.write(text)
            made.commit(f"version {number}")
            made.git("tag", f"v{number}")
    return made


def diff(*words: str | Path, cwd: Path) -> Done:
    return run("diff", *words, cwd=cwd)


def told(*words: str | Path, cwd: Path) -> dict[str, Any]:
    """Give a comparison as JSON that keeps to the published schema."""
    done = diff(*words, "--format", "json", cwd=cwd)
    assert (done.code, done.err) == (0, ""), done
    data: dict[str, Any] = json.loads(done.out)
    jsonschema.validate(data, SCHEMA)
    return data


def sides(number: int) -> tuple[str, str]:
    return f"v{number}:{PATH}", f"v{number + 1}:{PATH}"


class TestFiveCommits:
    @pytest.mark.parametrize("number", range(5))
    def test_each_is_told_as_what_it_is_and_nothing_else(self, repository: Repository, number: int) -> None:
        left, right = sides(number)

        data = told(left, right, cwd=repository.folder)

        found = [(change["level"], change["kind"], change["message"]) for change in data["changes"]]
        assert found == [(level, kind, text.format(right=right)) for level, kind, text in TOLD[number]]
        levels = [level for level, _, _ in TOLD[number]]
        assert data["levels"] == {level: levels.count(level) for level in LEVELS}

    @pytest.mark.parametrize("number", range(5))
    def test_its_place_is_where_it_stands_in_both_revisions(self, repository: Repository, number: int) -> None:
        data = told(*sides(number), cwd=repository.folder)

        for change in data["changes"]:
            for spot, text, side in zip(
                (change["left"], change["right"]), versions()[number:], sides(number), strict=False
            ):
                if spot is not None:
                    assert spot["file"] == side
                    line = text.splitlines()[spot["line"] - 1]
                    assert line[: spot["column"] - 1].strip() in {"", *_key(spot["pointer"])}

    @pytest.mark.parametrize("number", range(5))
    def test_the_driver_shows_the_same(self, repository: Repository, number: int) -> None:
        by_command = diff(*sides(number), cwd=repository.folder).out
        by_git = repository.git("diff", f"v{number}", f"v{number + 1}", "--", PATH)

        for side, name in zip(sides(number), ("old", "new"), strict=True):
            by_command = by_command.replace(f"{side}:", f"{PATH}:").replace(side, name)
        start = "2 scenarios on both sides"
        assert by_git.startswith(f"diff --trace a/{PATH} b/{PATH}\n{start}")
        assert by_git[by_git.index(start) :].split() == by_command[by_command.index(start) :].split()

    def test_a_log_tells_the_five_one_after_the_other(self, repository: Repository) -> None:
        log = repository.git("log", "-p", "--ext-diff", "--format=commit %s", "--reverse", "v0..v5")

        parts = log.split("commit version ")[1:]
        levels = [re.findall("^Changes: (.+)$", part, re.MULTILINE)[0] for part in parts]
        assert levels == ["1 wording", "1 order", "1 structure · 1 timing", "1 state", "1 structure"]

    def test_all_five_at_once_are_told_together(self, repository: Repository) -> None:
        data = told(f"v0:{PATH}", f"v5:{PATH}", cwd=repository.folder)

        assert sorted(change["kind"] for change in data["changes"]) == [
            "description",
            "move",
            "shift",
            "state",
            "step",
            "target-name",
        ]

    def test_the_same_changes_backwards_are_told_backwards(self, repository: Repository) -> None:
        forward = told(f"v0:{PATH}", f"v5:{PATH}", cwd=repository.folder)
        backward = told(f"v5:{PATH}", f"v0:{PATH}", cwd=repository.folder)

        assert forward["levels"] == backward["levels"]
        assert forward["targets"]["pairs"] == [
            {"left": pair["right"], "right": pair["left"]} for pair in backward["targets"]["pairs"]
        ]

    def test_a_scenario_of_a_revision_is_compared_with_the_working_tree(self, repository: Repository) -> None:
        data = told(f"v3:{PATH}#overlap", f"{PATH}#overlap", cwd=repository.folder)

        assert [change["kind"] for change in data["changes"]] == ["target-name", "state"]
        assert [one["right"]["file"] for one in data["changes"]] == [PATH, PATH]

    def test_a_fingerprint_stays_when_something_else_is_edited(self, repository: Repository) -> None:
        alone = told(f"v3:{PATH}", f"v4:{PATH}", cwd=repository.folder)["changes"]
        together = told(f"v2:{PATH}", f"v5:{PATH}", cwd=repository.folder)["changes"]

        assert alone[0]["fingerprint"] in {change["fingerprint"] for change in together}


def _key(pointer: list[str | int]) -> set[str]:
    """Give what may stand in front of a value on its line: its key."""
    return {f'"{pointer[-1]}":'}


class TestOptions:
    @pytest.mark.parametrize("level", LEVELS)
    def test_level_shows_from_there_up(self, repository: Repository, level: str) -> None:
        data = told(f"v0:{PATH}", f"v5:{PATH}", "--level", level, cwd=repository.folder)

        shown = {change["level"] for change in data["changes"]}
        assert shown == {one for one in LEVELS[LEVELS.index(level) :] if data["levels"][one]}

    @pytest.mark.parametrize("level", LEVELS)
    def test_only_shows_that_one(self, repository: Repository, level: str) -> None:
        data = told(f"v0:{PATH}", f"v5:{PATH}", "--only", level, cwd=repository.folder)

        assert {change["level"] for change in data["changes"]} == ({level} if data["levels"][level] else set())

    def test_only_may_be_repeated(self, repository: Repository) -> None:
        words = ["--only", "state", "--only", "wording"]

        data = told(f"v0:{PATH}", f"v5:{PATH}", *words, cwd=repository.folder)

        assert {change["level"] for change in data["changes"]} == {"state", "wording"}

    @pytest.mark.parametrize("number", range(5))
    @pytest.mark.parametrize("level", LEVELS)
    def test_fail_on_exits_1_from_its_level_up(self, repository: Repository, number: int, level: str) -> None:
        deepest = max(LEVELS.index(one) for one, _, _ in TOLD[number])

        done = diff(*sides(number), "--fail-on", level, cwd=repository.folder)

        assert done.code == (1 if deepest >= LEVELS.index(level) else 0)
        assert done.err == ""

    @pytest.mark.parametrize(
        "words", [["--stat"], ["--only", "sources"], ["--format", "json"], ["--format", "markdown"]]
    )
    def test_exit_code_does_not_depend_on_what_is_shown(self, repository: Repository, words: list[str]) -> None:
        differ = diff(*sides(0), "--exit-code", *words, cwd=repository.folder)
        same = diff(f"v0:{PATH}", f"v0:{PATH}", "--exit-code", *words, cwd=repository.folder)

        assert (differ.code, same.code) == (1, 0)

    def test_stat_is_numbers_alone(self, repository: Repository) -> None:
        whole = diff(f"v0:{PATH}", f"v5:{PATH}", cwd=repository.folder).out
        stat = diff(f"v0:{PATH}", f"v5:{PATH}", "--stat", cwd=repository.folder).out

        assert "Changes: 2 structure · 1 state · 1 order · 1 timing · 1 wording\n" in stat
        assert "Wait for a slot" in whole
        assert "Wait for a slot" not in stat
        assert len(stat.splitlines()) < 12

    def test_side_by_side_puts_both_texts_on_one_line_where_there_is_room(self, tmp_path: Path) -> None:
        words = ["serial", "overlap", "--side-by-side"]

        wide = run("diff", *words, cwd=tmp_path, environment={"COLUMNS": "140"}).out
        narrow = run("diff", *words, cwd=tmp_path, environment={"COLUMNS": "99"}).out

        both = re.compile(r"event_loop_normal: process each batch at once +event_loop_overlap: process the previous")
        assert both.search(wide)
        assert not both.search(narrow)
        assert all(len(line) <= 140 for line in wide.splitlines() if ".json:" not in line and " · " not in line)


class TestSides:
    @pytest.mark.parametrize("form", ["text", "markdown"])
    @pytest.mark.parametrize(
        "pair", [("overlap", "overlap"), ("./t.json", "./t.json"), ("./t.json", "./reordered.json")]
    )
    def test_the_same_twice_has_no_differences(self, tmp_path: Path, pair: tuple[str, str], form: str) -> None:
        (tmp_path / "t.json").write_text(dumped(overlap()), encoding="utf-8")
        backwards = dict(reversed(overlap().items()))
        (tmp_path / "reordered.json").write_text(json.dumps(backwards), encoding="utf-8")

        done = diff(*pair, "--format", form, "--exit-code", cwd=tmp_path)

        assert (done.code, done.err) == (0, "")
        assert "No differences" in done.out

    def test_the_same_in_yaml_has_no_differences(self, tmp_path: Path) -> None:
        (tmp_path / "t.yaml").write_text(json.dumps(overlap(), indent=1), encoding="utf-8")

        assert told("./t.yaml", OVERLAP, cwd=tmp_path)["same"] is True

    @pytest.mark.parametrize(
        "pair", [("serial/2", "overlap"), ("serial", "overlap/0"), ("overlap#serial/1", "serial/1")]
    )
    def test_a_step_is_a_usage_error(self, tmp_path: Path, pair: tuple[str, str]) -> None:
        done = diff(*pair, cwd=tmp_path)

        assert (done.code, done.out) == (2, "")
        assert "names a step" in done.err

    @pytest.mark.parametrize("pair", [("./bad.json", "overlap"), ("overlap", "./bad.json")])
    def test_a_side_with_errors_is_told_by_its_findings(self, tmp_path: Path, pair: tuple[str, str]) -> None:
        text = dumped(overlap()).replace('            "launch"\n', '            "lauch"\n', 1)
        (tmp_path / "bad.json").write_text(text, encoding="utf-8")

        done = diff(*pair, cwd=tmp_path)

        assert (done.code, done.out) == (2, "")
        assert "bad.json:212:13: error unknown-target: 'lauch' is not a target" in done.err

    @pytest.mark.parametrize(
        ("text", "says"),
        [('{"name": "x"}', "foreign-document"), ("not: [a", "syntax"), ("", "syntax"), ("[]", "wrong-type")],
    )
    def test_a_side_that_is_no_trace_is_told_by_its_findings(self, tmp_path: Path, text: str, says: str) -> None:
        (tmp_path / "no.yaml").write_text(text, encoding="utf-8")

        done = diff("overlap", "./no.yaml", cwd=tmp_path)

        assert (done.code, done.out) == (2, "")
        assert f"error {says}: " in done.err

    def test_a_scenario_against_a_trace_of_several_names_what_could_be_meant(self, tmp_path: Path) -> None:
        done = diff("serial", OVERLAP, cwd=tmp_path)

        assert (done.code, done.out) == (2, "")
        assert f"{OVERLAP}#overlap" in done.err

    def test_two_engines_are_compared_by_what_their_steps_do(self) -> None:
        data = told("sglang-overlap", "vllm-async", cwd=ROOT)

        (scenario,) = data["scenarios"]
        assert data["kind"] == "scenarios"
        order = [(pair["left"], pair["right"]) for pair in scenario["alignment"]["pairs"]]
        assert len(order) >= 6
        assert order == sorted(order)
        assert data["levels"]["state"] > 0

    def test_two_engines_as_a_comment_fit_and_close_what_they_open(self) -> None:
        done = diff("sglang-overlap", "vllm-async", "--format", "markdown", cwd=ROOT)

        assert done.code == 0
        assert len(done.out) <= 65_000
        assert done.out.count("<details>") == done.out.count("</details>") > 0


def hostile(data: Data) -> None:
    """Put a hostile text into every text of a trace."""
    data["title"] = data["description"] = data["caption"] = data["alt"] = EVIL
    data["limitations"] = [EVIL]
    data["stateLabels"] = dict.fromkeys(data["stateLabels"], EVIL)
    for target in data["targets"].values():
        target["label"] = EVIL
    for scenario in data["scenarios"]:
        scenario["title"] = scenario["description"] = EVIL
        for number, step in enumerate(scenario["steps"]):
            step["title"] = f"{EVIL} {number}"
            step["description"] = EVIL
            step["state"] = dict.fromkeys(step["state"], EVIL)


def hostile_too(data: Data) -> None:
    """Change every text a little, and make a step and a target that only this side has."""
    hostile(data)
    for key in ("title", "description", "caption", "alt"):
        data[key] += " @alice #99"
    data["targets"]["more"] = {"id": "more", "kind": "node", "label": EVIL}
    for scenario in data["scenarios"]:
        scenario["title"] += " ::"
        for step in scenario["steps"]:
            step["title"] = f"::error::{step['title']}"
            step["state"]["gpu"] += "x"
        scenario["steps"].insert(0, dict(scenario["steps"][0], title=f"##[group]{EVIL}", active=["more"]))


class TestHostileTexts:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """Give a folder with two hostile traces, one with a hostile name."""
        (tmp_path / "a.json").write_text(dumped(changed(overlap(), hostile)), encoding="utf-8")
        (tmp_path / "::error::@bob #1 \x1b[31m.json").write_text(
            dumped(changed(overlap(), hostile_too)), encoding="utf-8"
        )
        return tmp_path

    @pytest.fixture(params=["", "#overlap"])
    def pair(self, folder: Path, request: pytest.FixtureRequest) -> tuple[str, str]:
        """Give both traces, or a scenario of each."""
        return f"{folder}/a.json{request.param}", f"{folder}/::error::@bob #1 \x1b[31m.json{request.param}"

    @pytest.mark.parametrize(
        "words",
        [[], ["--stat"], ["--side-by-side"], ["--format", "markdown"], ["--format", "json"], ["--only", "wording"]],
    )
    def test_nothing_is_obeyed_in_any_format(self, folder: Path, pair: tuple[str, str], words: list[str]) -> None:
        done = run("diff", *pair, *words, cwd=folder, environment={"COLUMNS": "140"})

        assert (done.code, done.err) == (0, "")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", done.out)
        assert [line for line in done.out.splitlines() if line.lstrip().startswith("::")] == []
        assert not re.search(r"##(\[|vso\[|teamcity\[)", done.out) or words == ["--format", "json"]

    def test_json_has_the_texts_exactly(self, folder: Path, pair: tuple[str, str]) -> None:
        data = told(*pair, cwd=folder)

        assert any(change["after"] == f"::error::{EVIL} 0" for change in data["changes"])
        assert (data["left"], data["right"]) == pair

    def test_a_comment_pings_nobody_links_nothing_and_has_no_markup_of_the_trace(
        self, folder: Path, pair: tuple[str, str]
    ) -> None:
        page = diff(*pair, "--format", "markdown", cwd=folder).out

        tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(page)
        inline = [child for token in tokens for child in token.children or []]
        prose = " ".join(child.content for child in inline if child.type == "text")
        markup = {child.content for child in inline if child.type == "html_inline"}
        blocks = {line for token in tokens if token.type == "html_block" for line in token.content.split("\n") if line}
        assert not re.search(r"@\w|#\d|\w/\w|https?:|www\.|GH-\d|\b[0-9a-f]{7,}\b", prose)
        assert markup <= {"<br>"}
        assert all(
            re.fullmatch(r"</?details>|<summary>[\w:. ]+</summary>|<!-- steptrace-diff \w+ -->", one) for one in blocks
        )
        assert not any(child.type in {"link_open", "image"} for child in inline)


class TestLarge:
    """Thousands of steps: that they end, and what is told; the seconds are the benchmark's."""

    def test_one_step_of_a_thousand_that_moved_is_one_move(self, tmp_path: Path) -> None:
        data = _long(1000)
        (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
        found = data["scenarios"][0]["steps"]
        found.insert(100, found.pop(700))
        (tmp_path / "b.json").write_text(json.dumps(data), encoding="utf-8")

        report = told("./a.json", "./b.json", cwd=tmp_path)

        assert [(change["level"], change["kind"]) for change in report["changes"]] == [("order", "move")]
        assert report["changes"][0]["left"]["address"] == "main/701"
        assert report["changes"][0]["right"]["address"] == "main/101"

    def test_a_comment_about_a_thousand_reworded_steps_has_a_length_that_a_host_takes(self, tmp_path: Path) -> None:
        data = _long(1000)
        (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
        for step in data["scenarios"][0]["steps"]:
            step["description"] = "Quite other words stand here now. " * 5
            step["state"]["s"] += " at last"
        (tmp_path / "b.json").write_text(json.dumps(data), encoding="utf-8")

        done = diff("./a.json", "./b.json", "--format", "markdown", cwd=tmp_path)

        assert done.code == 0
        assert 20_000 < len(done.out) <= 65_000
        assert "`trace diff` shows all of it" in done.out


def _long(count: int) -> Data:
    """Give a trace of many steps, no two of them alike."""
    data = overlap()
    nodes = [key for key, target in data["targets"].items() if target["kind"] == "node"]
    data["stateLabels"] = {"s": "State"}
    del data["lanes"], data["targets"]["gpu"]["shows"]  # of other state keys
    made = [
        {
            "title": f"Do number {number}",
            "description": f"It is number {number}.",
            "duration": 2000,
            "active": [nodes[number % len(nodes)]],
            "paths": [],
            "state": {"s": f"done {number}"},
        }
        for number in range(count)
    ]
    scenario = {"id": "main", "title": "Many", "description": "Many steps.", "initial": {"s": "none"}, "unselected": []}
    data["scenarios"] = [scenario | {"steps": made}]
    return data


def test_standard_input_can_be_one_side_and_not_both(tmp_path: Path) -> None:
    one = run("diff", "-#serial", "serial", cwd=tmp_path, stdin=OVERLAP.read_bytes())
    both = run("diff", "-#serial", "-#overlap", cwd=tmp_path, stdin=OVERLAP.read_bytes())

    assert one.code == 0
    assert (both.code, both.out) == (2, "")
    assert "standard input can be read once" in both.err
