"""Streams, signals and start-up, with real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, ROOT, run
from tests.support.tools import tool

_GUARD = 120
TRACE = f'"{sys.executable}" -m tracecli'
COMMANDS = ["play overlap", "show overlap", "diff serial overlap", "list", "explain", "schema"]


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [tool("bash"), "-c", f"set -o pipefail; {line}"]
    return subprocess.run(command, cwd=cwd, env=variables, capture_output=True, timeout=_GUARD, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_leaves_early_is_no_fault(command: str, tmp_path: Path) -> None:
    done = shell(f"{TRACE} {command} | head -1", tmp_path)

    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_said_in_one_line(command: str, tmp_path: Path) -> None:
    done = shell(f"{TRACE} {command} > /dev/full", tmp_path)

    assert done.returncode == 2
    assert done.stderr == b"error: No space left on device\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_streams_are_no_fault(command: str, tmp_path: Path) -> None:
    done = shell(f"{TRACE} {command} <&- >&- 2>&-", tmp_path)

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("command", COMMANDS[:3])
def test_a_character_that_the_encoding_lacks_becomes_an_escape(command: str, encoding: str, tmp_path: Path) -> None:
    done = run(*command.split(), cwd=tmp_path, encoding=encoding)

    assert done.code == 0
    assert r"\u2212" in done.out
    assert done.err == ""


@pytest.mark.parametrize("command", [*COMMANDS, f"validate {OVERLAP} --notes"])
def test_nothing_is_coloured_in_a_pipe_unless_asked(command: str, tmp_path: Path) -> None:
    plain = run(*command.split(), cwd=tmp_path)
    terminal = run(*command.split(), cwd=tmp_path, environment={"TERM": "xterm-256color", "CI": "true"})

    assert "\x1b" not in plain.out + plain.err
    assert plain == terminal


def test_force_color_colours_and_never_makes_the_player_interactive(tmp_path: Path) -> None:
    played = run("play", "overlap", cwd=tmp_path, environment={"FORCE_COLOR": "1"})
    checked = run("validate", OVERLAP, "--notes", cwd=tmp_path, environment={"FORCE_COLOR": "1"})
    plain = run("validate", OVERLAP, "--notes", cwd=tmp_path, environment={"FORCE_COLOR": "1", "NO_COLOR": "1"})

    assert "\x1b[?1049h" not in played.out
    assert "\x1b[" in checked.out
    assert "\x1b" not in plain.out


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_signal_ends_it_without_a_trace(number: signal.Signals, code: int, tmp_path: Path) -> None:
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tracecli", "validate", "-"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b" " * (1 << 20))  # more than a pipe holds: once written, it is being read
        process.stdin.flush()

        process.send_signal(number)
        out, err = process.communicate(timeout=_GUARD)

    assert process.returncode == code
    assert (out, err) == (b"", b"")


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_asking_for_the_version_loads_nothing_heavy(option: str, tmp_path: Path) -> None:
    code = (
        "import sys; from tracecli.__main__ import main; sys.argv = ['trace', sys.argv[1]]; main();"
        "print(sorted({'rich', 'jsonschema', 'jsonschema_rs', 'yaml', 'typer'} & set(sys.modules)))"
    )
    variables = os.environ | {"PYTHONPATH": str(ROOT)}

    done = subprocess.run(
        [sys.executable, "-c", code, option],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        timeout=_GUARD,
        check=True,
    )

    version, loaded = done.stdout.decode().splitlines()
    assert version.startswith("trace ")
    assert loaded == "[]"


@pytest.mark.parametrize(
    ("command", "never"),
    [
        ("validate {}", "rich jsonschema yaml"),
        ("show overlap", "rich.console rich.text jsonschema yaml"),  # columns alone are measured with Rich
        ("diff serial overlap", "rich.console rich.text jsonschema yaml"),
        ("play overlap", "rich.console rich.text jsonschema yaml"),
    ],
)
def test_a_command_loads_only_what_it_needs(command: str, never: str, tmp_path: Path) -> None:
    code = (
        "import sys; from tracecli.cli import run; names = sys.argv[1].split(); code = run(sys.argv[2:]);"
        "print(code, sorted(set(names) & set(sys.modules)), file=sys.stderr)"
    )
    words = [word.format(OVERLAP) for word in command.split()]
    variables = os.environ | {"PYTHONPATH": str(ROOT)}

    done = subprocess.run(
        [sys.executable, "-c", code, never, *words],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        timeout=_GUARD,
        check=True,
    )

    assert done.stderr.decode().splitlines()[-1] == "0 []"


@pytest.mark.parametrize(
    "words", [["--nope"], ["nope"], ["play", "--nope"], ["validate", "--format", "xml"], ["\x1b[31m"]]
)
def test_wrong_usage_is_said_with_exit_code_2(words: list[str], tmp_path: Path) -> None:
    done = run(*words, cwd=tmp_path)

    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("error: ")
    assert "Traceback" not in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize(
    "words", [["play", "overlap", "--plain"], ["export", "svg", "overlap"], ["export", "asciicast", "overlap"]]
)
def test_a_speed_that_is_no_number_is_wrong_usage(words: list[str], tmp_path: Path) -> None:
    done = run(*words, "--speed", "nan", cwd=tmp_path)

    assert (done.code, done.out) == (2, "")
    assert "Invalid value for '--speed': nan is no number" in done.err


@pytest.mark.parametrize("command", ["list", "validate", "show overlap", "diff serial overlap", "sources overlap"])
def test_a_working_directory_that_has_gone_is_said(command: str, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()

    done = shell(f"cd gone; rmdir ../gone; {TRACE} {command}", tmp_path)

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: the folder that this was started in is no longer there\n")


def test_standard_input_that_can_not_be_read_stops_no_other_file(tmp_path: Path) -> None:
    done = shell(f'{TRACE} validate - "{OVERLAP}" 0> {os.devnull}', tmp_path)

    assert done.returncode == 2
    assert b"error: standard input can't be read: Bad file descriptor" in done.stderr
    assert b"1 file: 13 notes" in done.stderr


def test_standard_input_takes_no_more_memory_than_it_needs(tmp_path: Path) -> None:
    words = f'ulimit -v 4000000; cat "{OVERLAP}" | {TRACE} validate -'

    for limit in ("export TRACE_MAX_SIZE=1000000;", ""):  # MiB
        assert shell(f"{limit} {words}", tmp_path).returncode == 0
    assert shell(f"{words} --max-size {10**30}", tmp_path).returncode == 0


def test_no_command_at_all_gives_the_help(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)

    assert done.code == 2
    assert "Commands:" in done.err


def test_the_seed_passes_under_strict(tmp_path: Path) -> None:
    done = run("validate", OVERLAP, "--strict", cwd=tmp_path)

    assert done.code == 0
    assert done.out == ""
    assert "13 notes" in done.err
