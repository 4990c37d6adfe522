"""What completion answers, to each shell."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from tests.support.hostile import SHELL_WORDS
from tests.support.program import SEED
from tracecli.cli import app
from tracecli.commands import completion
from tracecli.library.addresses import ID
from tracecli.resources import schema_text

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
HARMLESS = re.compile(r"[A-Za-z0-9_./-][A-Za-z0-9_./#=-]*")


def ask(shell: str, *words: str, capsys: pytest.CaptureFixture[str], **more: str) -> str:
    """Ask with the last word at the cursor, as the script for that shell does."""
    typed = " ".join(["trace", *words])
    environment = {
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words)),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": words[-1],
    }
    code = completion.answer(app, f"complete_{shell}", environment | more)
    captured = capsys.readouterr()
    assert (code, captured.err) == (0, "")
    return captured.out.removesuffix("\n")


def offered(shell: str, answer: str) -> list[str]:
    """Read the words out of an answer, as the shell does."""
    if shell == "zsh":
        return [
            word.partition(":")[0]
            for group in re.findall(r"=\((.*?)\); _describe", answer)
            for word in shlex.split(group)
        ]
    ends = {"bash": "\n", "fish": "\t"}.get(shell, ":::")
    return [line.split(ends)[0] for line in answer.splitlines()]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "traces").mkdir()
    return tmp_path / "traces"


def put(folder: Path, stem: str, *ids: str) -> None:
    data = json.loads(SEED.read_bytes())
    scenarios = [data["scenarios"][0] | {"id": one} for one in ids]
    (folder / f"{stem}.json").write_text(json.dumps(data | {"scenarios": scenarios}), encoding="utf-8")


def test_an_id_is_what_the_schema_says() -> None:
    pattern = json.loads(schema_text())["$defs"]["id"]["pattern"]

    assert pattern == f"^{ID.pattern}(?![\\s\\S])"


@pytest.mark.parametrize("shell", SHELLS)
def test_only_harmless_words_are_offered(shell: str, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(library, "ids", *SHELL_WORDS, "fine")
    for number, name in enumerate(SHELL_WORDS):
        put(library, name, f"main{number}")
        (library.parent / f"{name}.yaml").touch()
        (library.parent / f"{name}.d").mkdir()
    (library.parent / "inside").mkdir()
    (library.parent / "inside" / "x;touch owned.json").touch()

    for words in (["play", ""], ["play", "e"], ["show", "ids#"], ["show", "#"], ["validate", "./"], ["play", "inside"]):
        found = offered(shell, ask(shell, *words, capsys=capsys))
        assert all(HARMLESS.fullmatch(one) for one in found)
        assert not any("evil" in one for one in found)

    assert "fine" in offered(shell, ask(shell, "play", "f", capsys=capsys))


@pytest.mark.parametrize(
    "typed", ["a;b/", "a b/", "$(touch owned)/", "~/", "{a,b}/", "#a/", "=a/", "a!b/", "a*/", "a'b/"]
)
def test_what_begins_with_a_name_to_be_quoted_is_left_to_the_shell(
    typed: str, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library.parent / typed.strip("/")).mkdir()
    (library.parent / typed / "x.json").touch()

    answer = ask("zsh", "validate", shlex.quote(typed), capsys=capsys)

    assert completion.files(typed) == [f"{typed}x.json"]
    assert answer == "_files"


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("command", ["validate", "diff", "sources", "show", "list", "explain"])
def test_a_value_after_an_equals_sign(shell: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--format", "=", "js"] if shell == "bash" else ["--format=js"]  # bash parts them

    found = offered(shell, ask(shell, command, *words, capsys=capsys))

    assert found == (["json"] if shell == "bash" else ["--format=json"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["diff", "--format", "="], ["text", "json", "markdown"]),
        (["diff", "--format=js"], ["--format=json"]),  # where COMP_WORDBREAKS has no =
        (["validate", "a", "=", "b/x"], ["b/x.json"]),
        (["show", "HEAD", ":", "tr"], []),
        (["validate", "--strict", "=", ""], []),  # takes no value
        (["play", "="], []),
        (["validate", "'"], ["traces/"]),
    ],
)
def test_bash_takes_the_place_of_the_last_part_only(
    words: list[str], found: list[str], library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library.parent / "a=b").mkdir()
    (library.parent / "a=b" / "x.json").touch()

    assert offered("bash", ask("bash", *words, capsys=capsys)) == found


@pytest.mark.parametrize("option", ["--version", "-V", "--help", "--show-completion"])
def test_an_option_that_prints_does_not(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask("zsh", option, "", capsys=capsys)

    assert answer.startswith(("local -a offered; ", "_files"))


def test_texts_of_help_are_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask("zsh", "sources", "--", capsys=capsys)

    inside = re.fullmatch(r"local -a offered; offered=\((.*)\); _describe offered offered", answer)
    assert inside
    assert any(word.startswith("--root:Where a repository's code is: ") for word in shlex.split(inside[1]))


def test_a_single_folder_is_offered_with_what_is_in_it(library: Path) -> None:
    (library / "old").mkdir()
    (library / "a.JSON").touch()
    (library / "b.txt").touch()
    os.mkfifo(library / "c.json")
    (library / "d.yaml").symlink_to("nowhere")

    assert completion.files("tra") == ["traces/", "traces/a.JSON", "traces/old/"]
    assert completion.files("./traces/o") == ["./traces/old/"]
    assert completion.files("none/") == []


def test_many_scenarios_are_too_many_to_offer(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(library, "many", *(f"id{number}" for number in range(5000)), "id" * 5000)

    found = offered("bash", ask("bash", "play", "id", capsys=capsys))

    assert len(found) == 1000
    assert max(map(len, found)) < 100


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\0", '{"scenarios": [null, 1, {"id": 1}, {"id": null}]}'])
def test_a_broken_trace_takes_nothing_from_the_others(
    text: str, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library / "broken.json").write_text(text, encoding="utf-8")

    assert "overlap" in offered("bash", ask("bash", "play", "over", capsys=capsys))


def test_a_wrong_limit_leaves_the_files(
    library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRACE_MAX_SIZE", "wrong")
    (library / "a.json").touch()

    assert offered("bash", ask("bash", "play", "traces/", capsys=capsys)) == ["traces/a.json"]


@pytest.mark.parametrize(("word", "code"), [("ov", 0), ("nothing-like-it", 1)])
def test_fish_asks_whether_there_is_anything(
    word: str, code: int, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"_TYPER_COMPLETE_ARGS": f"trace play {word}", "_TYPER_COMPLETE_FISH_ACTION": "is-args"}

    assert completion.answer(app, "complete_fish", asked) == code
    assert capsys.readouterr().out == ""
    assert library.is_dir()
