"""Files that change, vanish, are huge or no files at all; disks that are full; signals at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.large import large
from tests.support.program import OVERLAP, ROOT, SEED, run

GOOD = SEED.read_text(encoding="utf-8")
REPAIRABLE = GOOD.replace('"launch"\n', '"lauch"\n', 1)
_GUARD = 120
_READERS = [
    ["validate", "{}"],
    ["show", "{}"],
    ["play", "{}#serial"],
    ["diff", "{}", "good.json"],
    ["sources", "{}"],
    ["export", "markdown", "{}"],
    ["export", "json", "{}"],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.json").write_text(GOOD, encoding="utf-8")
    return tmp_path


def sparse(path: Path) -> None:
    """Make a file of 1 GiB that takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(1 << 30)


def readers(name: str) -> list[list[str]]:
    return [[word.format(name) for word in words] for words in _READERS]


@pytest.mark.parametrize("name", ["huge.json", "huge.yaml"])
def test_a_huge_file_is_told_by_every_command_and_not_held_in_memory(name: str, folder: Path) -> None:
    sparse(folder / name)
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (900 << 20, 900 << 20))\n"
        "from tracecli.__main__ import main; main()"
    )

    for words in readers(name):
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            timeout=_GUARD,
            check=False,
        )
        said = (done.stdout + done.stderr).decode()
        assert done.returncode == (1 if words[0] == "validate" else 2), (words, said)
        assert "too-large: the file is larger than 64 MiB, the limit (TRACE_MAX_SIZE raises it)" in said, words


def test_a_huge_file_of_a_folder_is_told_and_of_the_library_stops_nobody(folder: Path) -> None:
    (folder / "traces").mkdir()
    sparse(folder / "traces" / "huge.json")

    checked = run("validate", ".", cwd=folder)
    listed = run("list", cwd=folder)
    shown = run("show", "overlap", cwd=folder)

    assert checked.code == 1
    assert "traces/huge.json:1:1: error too-large" in checked.out
    assert listed.code == shown.code == 0
    assert "skipped: traces/huge.json can't be read as a trace: the file is larger" in listed.err


@pytest.mark.parametrize(
    ("variable", "value", "rule"),
    [
        ("TRACE_MAX_SIZE", "1", "too-large"),
        ("TRACE_MAX_DEPTH", "3", "too-deep"),
        ("TRACE_MAX_STEPS", "2999", "too-large"),
    ],
)
def test_a_limit_of_the_environment_holds_for_every_reader(variable: str, value: str, rule: str, folder: Path) -> None:
    (folder / "long.json").write_text(json.dumps(large(3000)), encoding="utf-8")

    for words in readers("long.json")[1:]:
        done = run(*words, cwd=folder, environment={variable: value})
        assert done.code == 2, words
        assert f"error {rule}: " in done.err, words


def test_a_limit_that_is_no_number_is_one_line(folder: Path) -> None:
    done = run("show", "good.json", cwd=folder, environment={"TRACE_MAX_SIZE": "much"})

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: TRACE_MAX_SIZE is 'much', and a whole number of MiB is needed")


@pytest.mark.parametrize("kind", ["socket", "device"])
def test_what_is_no_file_is_told_at_once(kind: str, folder: Path) -> None:
    name = {"socket": "s.json", "device": "/dev/zero"}[kind]
    with socket.socket(socket.AF_UNIX) as made:
        if kind == "socket":
            made.bind(os.path.relpath(folder / name))  # a socket's path may have a hundred characters
        for words in readers(name):
            done = run(*words, cwd=folder)
            assert done.code == 2, words
            assert done.err.startswith("error: "), words
            assert name in done.err
            assert "Traceback" not in done.err


def test_a_fifo_is_never_written_to_by_a_repair(folder: Path) -> None:
    pipe = folder / "p.json"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(REPAIRABLE, encoding="utf-8"))
    writer.start()

    done = run("validate", "p.json", "--fix", cwd=folder)

    writer.join()
    assert done.code == 2
    assert "p.json can't be read again" in done.err


@contextmanager
def writing_on(path: Path, texts: list[str]) -> Iterator[None]:
    """Write texts over a file in its place, by turns, as an editor that saves badly would."""
    stop = threading.Event()

    def keep_writing() -> None:
        while not stop.is_set():
            for text in texts:
                path.write_text(text, encoding="utf-8")

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        yield
    finally:
        stop.set()
        writer.join()


def test_a_file_that_is_being_written_is_judged_as_one_of_its_states_and_never_a_crash(folder: Path) -> None:
    path = folder / "long.json"
    long = json.dumps(large(2000))
    with writing_on(path, [long, long[: len(long) // 2], ""]):
        for words in [*readers("long.json"), ["validate", "long.json", "--fix"], ["list"]]:
            done = run(*words, cwd=folder)
            assert done.code in {0, 1, 2}, words
            assert "Traceback" not in done.err
            assert "internal error" not in done.err


def test_a_file_that_vanishes_between_listing_and_opening_is_one_line_and_the_others_are_checked(folder: Path) -> None:
    program = (
        "import os, sys; from tracecli.library import inputs; from tracecli.cli import run; real = inputs.gather\n"
        "import tracecli.commands.validate as command\n"
        "def gather(*words, **options):\n    found = real(*words, **options); os.unlink('gone.json'); return found\n"
        "command.gather = gather; sys.exit(run(['validate', '.']))"
    )
    (folder / "gone.json").write_text(GOOD, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=_GUARD,
        check=False,
    )

    assert done.returncode == 2
    assert "error: ./gone.json: there is no such file\n" in done.stderr
    assert "1 file: " in done.stderr


def test_a_file_that_changed_since_it_was_read_is_not_repaired(folder: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tracecli.cli import run\n"
        "import tracecli.commands.validate as command; real = command.rewrite_text\n"
        "def rewrite(path, before, after):\n    Path(path).write_text('{}'); real(path, before, after)\n"
        "command.rewrite_text = rewrite; sys.exit(run(['validate', 'bad.json', '--fix']))"
    )
    (folder / "bad.json").write_text(REPAIRABLE, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=_GUARD,
        check=False,
    )

    assert done.returncode == 2
    assert "has changed since it was read; nothing was written" in done.stderr
    assert (folder / "bad.json").read_text(encoding="utf-8") == "{}"


_WRITERS = [
    ["export", "markdown", "good.json", "-o", "old"],
    ["export", "asciicast", "good.json#serial", "-o", "old"],
    ["export", "yaml", "good.json", "-o", "old"],
    ["validate", "good.json", "--format", "json=old"],
]


def without_room(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that can write not one byte to a file."""
    limited = f"ulimit -f 0; trap '' XFSZ; exec {sys.executable} -m tracecli {' '.join(words)}"
    return subprocess.run(
        ["bash", "-c", limited],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=_GUARD,
        check=False,
    )


@pytest.mark.parametrize("words", _WRITERS, ids=lambda words: "-".join(words[:2]))
def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(words: list[str], folder: Path) -> None:
    (folder / "old").write_text("old", encoding="utf-8")

    done = without_room(words, folder)

    assert done.returncode == 2, done.stderr
    assert "old can't be written: File too large; nothing of it was changed" in done.stderr
    assert (folder / "old").read_text(encoding="utf-8") == "old"
    assert sorted(os.listdir(folder)) == ["good.json", "old"]


@pytest.mark.parametrize("words", [["validate", "bad.json", "--fix"], ["new", "fresh"]], ids=lambda words: words[0])
def test_a_full_disk_leaves_a_trace_as_it_was_and_makes_no_half_one(words: list[str], folder: Path) -> None:
    (folder / "bad.json").write_text(REPAIRABLE, encoding="utf-8")

    done = without_room(words, folder)

    assert done.returncode == 2
    assert "can't be written: File too large" in done.stderr
    assert (folder / "bad.json").read_text(encoding="utf-8") == REPAIRABLE
    assert sorted(os.listdir(folder)) == ["bad.json", "good.json"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")
def test_a_file_system_without_room_leaves_the_old_file(folder: Path) -> None:
    place = folder / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", place], check=False, timeout=_GUARD)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        (place / "old.md").write_text("old", encoding="utf-8")
        (place / "filler").write_bytes(b"x" * 12_000)

        done = run("export", "markdown", "good.json", "-o", "small/old.md", cwd=folder)

        assert done.code == 2
        assert "small/old.md can't be written: No space left on device; nothing of it was changed" in done.err
        assert (place / "old.md").read_text(encoding="utf-8") == "old"
        assert sorted(os.listdir(place)) == ["filler", "old.md"]
    finally:
        subprocess.run(["umount", place], check=True, timeout=_GUARD)


def test_a_read_only_file_is_not_replaced(folder: Path) -> None:
    for name, text in (("old.md", "old"), ("bad.json", REPAIRABLE)):
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o444)

    exported = run("export", "markdown", "good.json", "-o", "old.md", cwd=folder)
    repaired = run("validate", "bad.json", "--fix", cwd=folder)

    assert exported.code == repaired.code == 2
    assert "old.md can't be written: it is read-only" in exported.err
    assert "bad.json can't be written: it is read-only" in repaired.err
    assert (folder / "old.md").read_text(encoding="utf-8") == "old"
    assert (folder / "bad.json").read_text(encoding="utf-8") == REPAIRABLE


def test_of_two_exports_at_once_to_one_file_one_is_there_whole(folder: Path) -> None:
    forms = {name: run("export", name, "good.json", cwd=folder).out for name in ("markdown", "yaml", "perfetto")}
    for _ in range(3):
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "tracecli", "export", name, "good.json", "-o", "one"],
                cwd=folder,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stderr=subprocess.DEVNULL,
            )
            for name in forms
        ]
        assert [process.wait(_GUARD) for process in started] == [0, 0, 0]

        assert (folder / "one").read_text(encoding="utf-8") in forms.values()
        assert sorted(os.listdir(folder)) == ["good.json", "one"]


_INTERRUPTED = [
    (["validate", "long.json"], 0.5),
    (["validate", "bad.json", "--fix"], 0.6),
    (["export", "markdown", "long.json", "-o", "old"], 0.8),
    (["export", "asciicast", "long.json", "-o", "old"], 1.0),
    (["diff", "long.json", "good.json"], 0.5),
    (["list"], 0.3),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["INT", "TERM"])
@pytest.mark.parametrize(("words", "most"), _INTERRUPTED, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_a_signal_at_any_moment_ends_it_without_a_word_and_without_a_trace(
    words: list[str], most: float, number: signal.Signals, folder: Path
) -> None:
    long = json.dumps(large(1500))
    bad = long.replace('["launch"]', '["lauch"]', 1)
    for name, text in (("long.json", long), ("bad.json", bad), ("old", "old")):
        (folder / name).write_text(text, encoding="utf-8")
    names = sorted(os.listdir(folder))
    chance = random.Random(f"{words}{number}")  # noqa: S311 - moments, not secrets
    # Before our first line has run, the interpreter itself takes the signal: it says so once ours is the one to take it.
    program = (
        "import sys, tracecli.__main__ as door; prepare = door._leave_on_interrupt\n"
        "def leave(): prepare(); sys.stderr.write('here\\n'); sys.stderr.flush()\n"
        "door._leave_on_interrupt = leave; door.main()"
    )
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", program, *words],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stderr is not None
            assert process.stderr.readline() == b"here\n"
            threading.Event().wait(chance.uniform(0.005, most))
            process.send_signal(number)
            said = process.stderr.read().decode()

        # The interpreter's last act is to give the signal back to the system, which a shell calls 130 as well.
        ended = {signal.SIGINT: {130, -signal.SIGINT}, signal.SIGTERM: {-signal.SIGTERM}}[number]
        assert process.returncode in {0, 1, *ended}, said
        assert "Traceback" not in said
        assert "error" not in said.lower()
        assert sorted(os.listdir(folder)) == names
        assert (folder / "long.json").read_text(encoding="utf-8") == long
        found = (folder / "bad.json").read_text(encoding="utf-8")
        assert found == bad or json.loads(found) == json.loads(long)
        written = (folder / "old").read_text(encoding="utf-8")
        assert written == "old" or (written.endswith("\n") and "turn 1499" in written)


def test_the_shipped_library_is_read_only_in_effect(folder: Path) -> None:
    before = OVERLAP.read_bytes()

    run("validate", "--fix", cwd=folder)
    done = run("sources", "overlap", "--write", cwd=folder)

    assert OVERLAP.read_bytes() == before
    assert done.code in {0, 1, 2}
