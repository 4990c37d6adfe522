"""Tab, in the shells themselves: what a repository names is never run, and what the shell is offered is of use."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.support.hostile import SHELL_WORDS
from tests.support.program import ROOT, SEED, run
from tests.support.tools import tool

_GUARD = 60  # seconds; a hang, not a slow machine


class Shell:
    """A shell of a user's own, with completion set up as the README's `--show-completion` does.

    `trace` answers completion itself; when it is called otherwise, it only records its arguments.
    """

    def __init__(self, name: str, folder: Path, home: Path) -> None:
        self.called = home / "called"
        program = home / "trace"
        program.write_text(
            f'#!/bin/sh\n[ -z "$_TRACE_COMPLETE" ] || exec {shlex.quote(sys.executable)} -m tracecli "$@"\n'
            f"printf '%s\\0' \"$@\" > {shlex.quote(str(self.called))}\n",
            encoding="utf-8",
        )
        program.chmod(0o755)
        setup = f"PS1='ready> '\neval \"$(_TRACE_COMPLETE=source_{name} trace)\"\n"
        quiet = "bind 'set completion-query-items 0'\nbind 'set page-completions off'\n"
        (home / "bashrc").write_text(setup + quiet, encoding="utf-8")
        quiet = "autoload -Uz compinit\ncompinit -u -D\nLISTMAX=100000\n"
        (home / ".zshrc").write_text(quiet + setup, encoding="utf-8")
        variables = os.environ | {
            "PATH": f"{home}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "INPUTRC": os.devnull,
            "ZDOTDIR": str(home),
            "HISTFILE": "",
            "TERM": "xterm",
        }
        words = ["--noprofile", "--rcfile", str(home / "bashrc"), "-i"] if name == "bash" else ["-d", "-i"]
        self._shell = pexpect.spawn(
            tool(name), words, env=variables, cwd=str(folder), timeout=_GUARD, dimensions=(200, 200), encoding="utf-8"
        )
        self._shell.expect_exact("ready> ")
        self._lines = 0

    def complete(self, typed: str) -> tuple[list[str], str]:
        """Type a line, Tab and Enter; return the arguments that `trace` was called with, and what was on the screen."""
        self.called.unlink(missing_ok=True)
        self._shell.send(f"{typed}\t\r")
        shown = self.settle()
        return self.called.read_text(encoding="utf-8", errors="replace").split("\0")[:-1], shown

    def press_tab(self, typed: str) -> str:
        """Type a line and Tab three times, take the line back, and return what was on the screen."""
        self._shell.send(f"{typed}\t\t\t\x01\x0b")  # Ctrl-A, Ctrl-K: from the start of the line, all of it
        return self.settle()

    def settle(self) -> str:
        """Wait until all that was typed has been run, and return what was on the screen since the last time."""
        self._lines += 1
        self._shell.send(f'echo "over"-{self._lines}.\r')
        self._shell.expect_exact(f"over-{self._lines}.")
        return str(self._shell.before)

    def close(self) -> None:
        self._shell.close(force=True)


@pytest.fixture(params=["bash", "zsh"])
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shell]:
    folder, home = tmp_path / "repository", tmp_path / "home"
    (folder / "traces").mkdir(parents=True)
    home.mkdir()
    found = Shell(str(request.param), folder, home)
    yield found
    found.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "repository"


def trace(*ids: str) -> str:
    data = json.loads(SEED.read_bytes())
    return json.dumps(data | {"scenarios": [data["scenarios"][0] | {"id": one} for one in ids]})


def put(folder: Path, name: str, text: str) -> None:
    try:
        (folder / name).write_text(text, encoding="utf-8")
    except OSError:  # a file system that does not take such a name
        pytest.skip(f"no file can be called {name!r} here")


def test_hostile_names_are_neither_run_nor_offered(shell: Shell, folder: Path) -> None:
    put(folder / "traces", "ids.json", trace(*SHELL_WORDS, "evil-but-allowed"))
    for name in SHELL_WORDS:
        put(folder / "traces", f"{name}.json", trace("main"))
        put(folder, f"{name}.json", trace("main"))
        put(folder, name, "")
        (folder / f"{name}.d").mkdir()
    there = sorted(os.listdir(folder))

    for begun in ("", "e", "'evil", "~", "ids#", "./", "traces/e"):
        shell.press_tab(f"trace play {begun}")
    shell.press_tab("trace validate ")
    called, shown = shell.complete("trace show ev")

    assert called == ["show", "evil-but-allowed"], shown
    assert sorted(os.listdir(folder)) == there


@pytest.mark.parametrize(
    "name", [r"evil\$(touch owned)", "evil;touch owned;", "evil\ntouch owned\n", "évil$(touch owned)"]
)
def test_one_hostile_name_alone(name: str, shell: Shell, folder: Path) -> None:
    put(folder / "traces", "ids.json", trace(name))
    put(folder / "traces", f"{name}.json", trace("main"))

    called, shown = shell.complete(f"trace play {name[:2]}")

    assert called == ["play", name[:2]], shown
    assert sorted(os.listdir(folder)) == ["traces"]


def test_what_is_offered(shell: Shell, folder: Path) -> None:
    for name in ("mine.json", "overlapping.yaml", "deep/deeper.yml", "minute.txt", "empty/minute.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        put(folder, name, trace("main"))
    expected = {
        "trace play over": ["play", "overlap"],  # goes on with nothing, # or ping.yaml
        "trace show 'overlap#ser": ["show", "overlap#serial"],
        "trace show overlap#ser": ["show", "overlap#serial"],
        "trace explain unknown-t": ["explain", "unknown-target"],
        "trace schema di": ["schema", "diff"],
        "trace valid": ["validate"],
        "trace validate --allow-e": ["validate", "--allow-empty"],
        "trace validate --format=js": ["validate", "--format=json"],
        "trace validate --format js": ["validate", "--format", "json"],
        "trace validate --format=text --format=sa": ["validate", "--format=text", "--format=sarif"],
        "trace diff a.json b.json --format=mark": ["diff", "a.json", "b.json", "--format=markdown"],
        "trace play --color=al": ["play", "--color=always"],
        "trace play ./over": ["play", "./overlapping.yaml"],
        "trace play mi": ["play", "mine.json"],
        "trace validate mi": ["validate", "mine.json"],
        "trace diff overlap mi": ["diff", "overlap", "mine.json"],
        "trace export svg ./mi": ["export", "svg", "./mine.json"],
        "trace validate -- deep/": ["validate", "--", "deep/deeper.yml"],
        "trace play ./dee": ["play", "./deep/"],
        "trace play ./dee\tdee": ["play", "./deep/deeper.yml"],
        "trace sources emp": ["sources", "empty/"],
    }

    found = {typed: shell.complete(typed)[0] for typed in expected}

    assert found == expected


def test_names_and_files_are_offered_side_by_side(shell: Shell, folder: Path) -> None:
    put(folder, "overture.json", trace("main"))

    shown = shell.press_tab("trace play over")

    assert "overlap" in shown
    assert "overture.json" in shown


def test_a_name_that_must_be_quoted_is_left_to_the_shell(shell: Shell, folder: Path) -> None:
    put(folder, "zoo $(touch owned); a.json", trace("main"))

    called, shown = shell.complete("trace validate zo")

    assert called == ["validate", "zoo $(touch owned); a.json"], shown
    assert not (folder / "owned").exists()


@pytest.mark.parametrize("instruction", ["complete_bash", "complete_zsh", "complete_fish", "complete_x", "x", "_", "1"])
@pytest.mark.parametrize(
    "words", [{}, {"COMP_WORDS": "", "COMP_CWORD": ""}, {"COMP_WORDS": "trace '", "COMP_CWORD": "-7"}]
)
def test_a_call_by_hand_says_nothing_of_errors(instruction: str, words: dict[str, str], tmp_path: Path) -> None:
    done = run(cwd=tmp_path, environment={"_TRACE_COMPLETE": instruction} | words)

    assert (done.code, done.err) == (0, "")


def test_a_full_disk_is_not_said(tmp_path: Path) -> None:
    asked = "COMP_WORDS='trace play ' COMP_CWORD=2 _TRACE_COMPLETE=complete_bash"

    done = subprocess.run(
        [tool("bash"), "-c", f"{asked} {shlex.quote(sys.executable)} -m tracecli > /dev/full"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=False, timeout=_GUARD,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, b"")
