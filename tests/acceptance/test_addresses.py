"""Addresses and the library, through the real program."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, run
from tests.support.tools import tool


def trace(title: str, *ids: str) -> str:
    """Give a small valid trace with these scenarios."""
    state = {"s": "a"}
    step = {
        "title": "Do",
        "description": "It is done.",
        "duration": 2000,
        "active": ["n"],
        "paths": [],
        "state": {"s": "b"},
    }
    scenario = {"title": "One", "description": "One step.", "initial": state, "unselected": [], "steps": [step]}
    return json.dumps(
        {
            "version": 1,
            "language": "en",
            "title": title,
            "description": "Small.",
            "alt": "One node.",
            "stateLabels": {"s": "State"},
            "targets": {"n": {"id": "n", "kind": "node", "label": "Node"}},
            "scenarios": [{"id": one, **scenario} for one in ids],
        }
    )


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A working directory with a library of its own."""
    (tmp_path / "traces").mkdir()
    return tmp_path


def put(shelf: Path, name: str, text: str) -> None:
    (shelf / "traces" / name).write_text(text, encoding="utf-8")


def test_a_bare_word_is_a_scenario_first_and_a_trace_second(shelf: Path) -> None:
    put(shelf, "alpha.json", trace("Alpha", "beta"))
    put(shelf, "beta.json", trace("Beta", "gamma"))

    scenario = run("show", "beta", "--format", "json", cwd=shelf)
    whole = run("show", "alpha", "--format", "json", cwd=shelf)

    assert json.loads(scenario.out)["trace"] == "traces/alpha.json"
    assert [one["id"] for one in json.loads(whole.out)["scenarios"]] == ["beta"]


def test_a_local_name_shadows_a_shipped_one(shelf: Path) -> None:
    put(shelf, "overlap.json", trace("Mine", "mine"))

    listed = run("list", "--format", "json", cwd=shelf)
    shipped = run("show", "serial", cwd=shelf)

    assert [one["path"] for one in json.loads(listed.out)["traces"] if one["name"] == "overlap"] == [
        "traces/overlap.json"
    ]
    assert shipped.code == 2


def test_a_scenario_in_two_traces_is_named_with_both_addresses(shelf: Path) -> None:
    put(shelf, "a.json", trace("A", "same"))
    put(shelf, "b.json", trace("B", "same"))

    done = run("show", "same", cwd=shelf)

    assert done.code == 2
    assert "a#same" in done.err
    assert "b#same" in done.err


def test_two_files_of_one_name_are_told_apart_by_their_ending(shelf: Path) -> None:
    put(shelf, "a.json", trace("A", "one"))
    put(shelf, "a.yaml", trace("A", "two"))

    done = run("show", "a#one", cwd=shelf)

    assert done.code == 2
    assert "traces/a.json" in done.err
    assert "traces/a.yaml" in done.err


def test_a_broken_or_foreign_file_never_stops_the_others(shelf: Path) -> None:
    put(shelf, "broken.json", '{"scenarios": [overlap')
    put(shelf, "package.json", '{"name": "overlap"}')
    put(shelf, "list.yaml", "- overlap\n")

    found = run("show", "overlap", cwd=shelf)
    missing = run("show", "overlop", cwd=shelf)

    assert (found.code, found.err) == (0, "")
    assert missing.code == 2
    assert "traces/broken.json" in missing.err
    assert "package.json" not in missing.err


def test_a_file_that_could_not_be_read_is_told_once(shelf: Path) -> None:
    put(shelf, "broken.json", '{"scenarios": [{"id": "xyz"')

    done = run("show", "xyz", cwd=shelf)

    assert done.err.count("traces/broken.json") == 1


def test_a_misspelt_scenario_gets_near_names(tmp_path: Path) -> None:
    done = run("show", "overlp", cwd=tmp_path)

    assert done.code == 2
    assert "did you mean overlap?" in done.err
    assert done.out == ""


def test_a_misspelt_scenario_of_a_file_gets_near_names(tmp_path: Path) -> None:
    done = run("show", f"{OVERLAP}#serail", cwd=tmp_path)

    assert done.code == 2
    assert "did you mean serial?" in done.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("\u043everlap", "overlap (U+006F instead of U+043E)"),
        (f"{OVERLAP}#s\u0435rial", "serial (U+0065 instead of U+0435)"),
        (f"{OVERLAP}#\uff53erial", "serial (U+0073 instead of U+FF53)"),
        (f"{OVERLAP}#se\u200brial", "serial (without U+200B)"),
        (f"{OVERLAP}#SERIAL", "serial"),
    ],
)
def test_an_address_that_looks_right_gets_the_right_one_with_code_points(
    tmp_path: Path, typed: str, meant: str
) -> None:
    assert f"did you mean {meant}?" in run("show", typed, cwd=tmp_path).err


@pytest.mark.parametrize(
    "name", ["a b.json", "a#b.json", "a:b.json", "-dash.json", "日本.json", "line\nbreak.json", "it's.json"]
)
def test_odd_file_names_can_be_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(trace("Odd", "odd"), encoding="utf-8")

    done = run("show", f"./{name}#odd", "--format", "json", cwd=tmp_path)

    assert done.code == 0, done.err
    assert json.loads(done.out)["trace"] == f"./{name}"


def test_standard_input_can_be_addressed(tmp_path: Path) -> None:
    seed = OVERLAP.read_bytes()

    one = run("show", "-#serial", "--format", "json", cwd=tmp_path, stdin=seed)
    both = run("show", "-", "--format", "json", cwd=tmp_path, stdin=seed)

    assert [scenario["id"] for scenario in json.loads(one.out)["scenarios"]] == ["serial"]
    assert [scenario["id"] for scenario in json.loads(both.out)["scenarios"]] == ["serial", "overlap"]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("missing.json", "missing.json"),
        ("missing.json#a", "missing.json"),
        ("nothing#a", "nothing"),
        ("overlap/9", "its steps are 1 to 6"),
        ("overlap/99999999999999999999", "its steps are 1 to 6"),
        ("overlap/pick", "no step called pick"),
        (".", "folder"),
        ("", "the address is empty"),
        ("overlap/", "overlap/ names no step after /"),
        ("serial#", "serial is a scenario: write it without #"),
        *(
            (odd, f"{odd} is not a valid address")
            for odd in ("#", "t.json#1", "t.json#serial/", "t.json/serial", "t.YAML:12:3")
        ),
    ],
)
def test_what_is_not_there_is_said_in_one_line_with_exit_code_2(tmp_path: Path, address: str, says: str) -> None:
    done = run("show", address, cwd=tmp_path)

    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


class TestRevisions:
    @pytest.fixture
    def repository(self, tmp_path: Path) -> Path:
        git = tool("git")

        def ask(*words: str) -> None:
            name = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
            subprocess.run([git, *name, *words], cwd=tmp_path, check=True, capture_output=True)

        ask("init", "-q")
        (tmp_path / "sub").mkdir()
        for title in ("Old", "New"):
            (tmp_path / "sub" / "t.json").write_text(trace(title, "one"), encoding="utf-8")
            ask("add", ".")
            ask("commit", "-q", "-m", title)
        return tmp_path

    @pytest.mark.parametrize(
        ("folder", "address"),
        [(".", "HEAD~1:sub/t.json#one"), ("sub", "HEAD~1:sub/t.json#one"), ("sub", "HEAD~1:./t.json#one")],
    )
    def test_an_old_version_is_read_from_git(self, repository: Path, folder: str, address: str) -> None:
        done = run("show", address, cwd=repository / folder)

        assert done.code == 0, done.err
        assert "Old" in done.out

    @pytest.mark.parametrize(
        ("address", "says"),
        [
            ("HEAD~9:sub/t.json", "HEAD~9"),
            ("HEAD:t.json", "HEAD:./t.json"),
            ("--output=x:t.json#one", "begins with a dash"),
            ("HEAD:sub.json", "no file sub.json"),
            ("HEAD@{99}:sub/t.json", "git knows no revision HEAD@{99}"),
            ("HEAD^{tree}:sub/t.json", "git knows no revision HEAD^{tree}"),
            ("HEAD:/sub/t.json", "begin without a slash: HEAD:sub/t.json"),
            ("HEAD:../t.json", "'../t.json' is outside repository"),
        ],
    )
    def test_what_git_does_not_know_is_said(self, repository: Path, address: str, says: str) -> None:
        done = run("show", "--", address, cwd=repository)

        assert done.code == 2
        assert says in done.err
        assert not (repository / "x:t.json").exists()

    def test_a_revision_outside_any_repository_is_said(self, tmp_path: Path) -> None:
        tool("git")

        done = run("show", "HEAD:t.json", cwd=tmp_path, environment={"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})

        assert done.code == 2
        assert "no git repository" in done.err

    def test_a_git_that_is_not_there_is_said(self, repository: Path) -> None:
        done = run("show", "HEAD:sub/t.json", cwd=repository, environment={"PATH": str(repository)})

        assert done.code == 2
        assert "git is not installed" in done.err

    def test_why_git_will_not_read_a_repository_is_said_with_its_advice(self, repository: Path) -> None:
        not_mine = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}  # git's own way to play a repository of somebody else

        done = run("show", "HEAD:sub/t.json", cwd=repository, environment=not_mine)

        assert done.code == 2
        assert "error: detected dubious ownership" in done.err
        assert "git config --global --add safe.directory" in done.err

    def test_contents_that_were_not_fetched_are_not_taken_for_a_file_that_is_not_there(self, repository: Path) -> None:
        git = tool("git")
        name = subprocess.run(
            [git, "rev-parse", "HEAD:sub/t.json"], cwd=repository, check=True, capture_output=True, text=True
        ).stdout.strip()
        (repository / ".git" / "objects" / name[:2] / name[2:]).unlink()

        done = run("show", "HEAD:sub/t.json", cwd=repository)

        assert done.code == 2
        assert "HEAD:sub/t.json can't be read: " in done.err


def test_of_a_large_library_no_more_is_offered_than_anybody_reads(tmp_path: Path) -> None:
    (tmp_path / "traces").mkdir()
    data = json.loads(OVERLAP.read_text(encoding="utf-8"))
    data["scenarios"] = [data["scenarios"][0] | {"id": f"s{number}"} for number in range(500)]
    (tmp_path / "traces" / "many.json").write_text(json.dumps(data), encoding="utf-8")

    done = run("play", cwd=tmp_path)

    lines = done.err.splitlines()
    assert (done.code, len(lines)) == (2, 32)
    # 500 of its own and those of the shipped traces, of which there may be more one day
    assert re.fullmatch(r"  and 4[7-9]\d more", lines[-2])
    assert lines[-1] == "  trace list tells more"


def test_a_web_address_is_told_as_one(tmp_path: Path) -> None:
    done = run("show", "https://x.example/t.json#serial", cwd=tmp_path)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: https://x.example/t.json is a web address, and trace fetches nothing\n")
