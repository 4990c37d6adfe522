"""Streams, signals and start-up, with real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, ROOT, run
from tests.support.tools import tool

_GUARD = 120
TRACE = f'"{sys.executable}" -m tracecli'
COMMANDS = ["play overlap", "show overlap", "diff serial overlap", "list", "explain", "schema"]
SMALL = ["--version", "--help", "-V --help", "--show-completion bash"]
LARGE = ["export html sglang#", "diff vllm# sglang#"]
"""More than a pipe holds, and more than one buffer."""
FULL = b"error: standard output can't be written: No space left on device\n"


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run with Python's own buffers and, as usual in containers, without."""
    monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


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


@pytest.mark.usefixtures("buffering")
@pytest.mark.parametrize("command", [*SMALL, *LARGE])
def test_a_pipe_that_is_closed_from_the_start_is_no_fault(command: str, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    done = into(command.split(), writer, tmp_path)

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.usefixtures("buffering")
@pytest.mark.parametrize("command", ["play overlap", "list", *SMALL, *LARGE])
def test_a_full_disk_is_said_in_one_line(command: str, tmp_path: Path) -> None:
    done = shell(f"{TRACE} {command} > /dev/full", tmp_path)

    assert done.returncode == 2
    assert done.stderr == FULL


@pytest.mark.usefixtures("buffering")
@pytest.mark.parametrize("command", ["export html overlap", "diff vllm# sglang#"])
def test_a_disk_that_fills_up_on_the_way_is_a_full_one(command: str, tmp_path: Path) -> None:
    done = shell(f"ulimit -f 4; trap '' XFSZ; {TRACE} {command} > cut-off", tmp_path)

    assert (tmp_path / "cut-off").stat().st_size == 4096
    assert done.returncode == 2
    assert done.stderr == b"error: standard output can't be written: File too large\n"


@pytest.mark.usefixtures("buffering")
@pytest.mark.parametrize("words", ["complete_bash", "complete_zsh"])
def test_completion_into_a_full_disk_or_a_closed_pipe_is_no_traceback(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"_TRACE_COMPLETE": words, "COMP_WORDS": "trace ", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "trace ")
    reader, writer = os.pipe()
    os.close(reader)

    full = shell(f"{TRACE} > /dev/full", tmp_path)
    closed = into([], writer, tmp_path)

    assert (full.returncode, full.stderr) == (0, b"")  # a message would land in the line that is being typed
    assert (closed.returncode, closed.stderr) == (0, b"")


@pytest.mark.usefixtures("buffering")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("validate {seed}", 2),  # its summary is lost
        ("validate {seed} --notes > /dev/full", 2),
        ("nope", 2),
        ("export json overlap", 0),  # it has nothing to say
        ("--version", 0),
    ],
)
def test_a_full_standard_error_is_not_the_interpreters_failure(command: str, code: int, tmp_path: Path) -> None:
    done = shell(f"{TRACE} {command.format(seed=OVERLAP)} 2> /dev/full", tmp_path)

    assert done.returncode == code


@pytest.mark.usefixtures("buffering")
def test_a_full_standard_error_cuts_no_report(tmp_path: Path) -> None:
    whole = shell(f'{TRACE} validate "{OVERLAP}" --notes --format json', tmp_path)
    quiet = shell(f'{TRACE} validate "{OVERLAP}" --notes --format json 2> /dev/full', tmp_path)

    assert quiet.stdout == whole.stdout != b""


def into(words: Sequence[str], output: int, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the program with a descriptor of ours, which is closed then, as standard output."""
    command = [sys.executable, "-m", "tracecli", *words]
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    try:
        return subprocess.run(
            command, cwd=cwd, env=variables, stdout=output, stderr=subprocess.PIPE, timeout=_GUARD, check=False
        )
    finally:
        os.close(output)


@pytest.mark.usefixtures("buffering")
@pytest.mark.parametrize("command", LARGE)
def test_a_non_blocking_pipe_gets_all_of_it(command: str, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert shell(f"{TRACE} {command} > whole", tmp_path).returncode == 0
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    got: list[bytes] = []

    with subprocess.Popen(
        [sys.executable, "-m", "tracecli", *command.split()],
        cwd=tmp_path,
        env=variables,
        stdout=writer,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(writer)
        while piece := os.read(reader, 1000):  # small pieces: the pipe is full most of the time
            got.append(piece)
        os.close(reader)
        _, err = process.communicate(timeout=_GUARD)

    assert (process.returncode, err) == (0, b"")
    assert b"".join(got) == whole.read_bytes()


@pytest.mark.usefixtures("buffering")
def test_a_file_that_is_a_non_blocking_pipe_gets_all_of_it_too(tmp_path: Path) -> None:
    assert run("export", "html", "sglang#", "-o", "whole", cwd=tmp_path).code == 0
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    got: list[bytes] = []

    with subprocess.Popen(
        [sys.executable, "-m", "tracecli", "export", "html", "sglang#", "-o", f"/dev/fd/{writer}"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
        pass_fds=[writer],
    ) as process:
        os.close(writer)
        while piece := os.read(reader, 1000):
            got.append(piece)
        os.close(reader)

    assert process.returncode == 0
    assert b"".join(got) == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("command", ["export html sglang# -o /dev/stdout", "validate {seed} --format json=/dev/stdout"])
def test_a_file_that_is_a_pipe_without_a_reader_is_no_fault(command: str, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    done = into(command.format(seed=OVERLAP).split(), writer, tmp_path)

    assert done.returncode == 0
    assert b"error" not in done.stderr


def test_a_reader_that_leaves_takes_no_other_report_along(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = ["validate", str(OVERLAP), "--most", "0", "--notes", "--format", "json", "--format", "sarif=report.sarif"]

    into(words, writer, tmp_path)

    assert (tmp_path / "report.sarif").stat().st_size


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["play overlap", "--version", "--help", "export html overlap"])
def test_closed_streams_are_no_fault(command: str, closed: str, tmp_path: Path) -> None:
    done = shell(f"{TRACE} {command} {closed}", tmp_path)

    assert (done.returncode, done.stderr) == (0, b"")
    assert bool(done.stdout) is (">&-" not in closed.replace("2>&-", ""))


def test_a_closed_standard_input_is_not_an_empty_file(tmp_path: Path) -> None:
    done = shell(f"{TRACE} validate - <&-", tmp_path)

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: standard input can't be read: ")


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
    "words",
    [
        ["--nope"],
        ["nope"],
        ["\x1b[31m"],
        ["play", "--nope"],
        ["play", "overlap", "serial"],
        ["play", "overlap", "--width", "wide"],
        ["validate", "--format"],
        ["validate", "--format", "xml"],
        ["export", "nope"],
    ],
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
