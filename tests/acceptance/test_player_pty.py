"""The player on a real pseudo-terminal: keys, sizes, and everything put back whatever happens."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.support.program import OVERLAP
from tests.support.pseudo_terminal import GUARD, PseudoTerminal, on_terminal

PLAYING = ("play", "overlap", "--speed", "0.1")  # each step stays long enough for whoever looks late
_ALTERNATE, _BACK = b"\x1b[?1049h", b"\x1b[?1049l"


def _assert_put_back(terminal: PseudoTerminal) -> None:
    assert terminal.settings_now() == terminal.settings
    assert terminal.output.count(_ALTERNATE) == terminal.output.count(_BACK) == 1
    assert terminal.output.rfind(b"\x1b[?25h") > terminal.output.rfind(b"\x1b[?25l")
    assert terminal.output.rfind(b"\x1b[?7h") > terminal.output.rfind(b"\x1b[?7l")


def test_it_plays_forward_and_back_and_leaves_the_terminal_as_it_was() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.send("l")
        terminal.until("step 2 of 6")
        terminal.send("\x1b[C\x1b[C")
        terminal.until("step 4 of 6", "Queue the handle, stash tokens", "was batch k−1 tokens gathered")
        terminal.send("h")
        terminal.until("step 3 of 6")
        terminal.send("q")

        assert terminal.ended() == 0
        _assert_put_back(terminal)


def test_it_plays_by_itself_and_stays_on_the_last_step() -> None:
    with on_terminal("play", "overlap", "--speed", "20", "--wpm", "0") as terminal:
        terminal.until("The end: step 6 is the last", "step 6 of 6")
        assert b"playing" in terminal.output  # who looks too late sees no more of it than this
        assert terminal.process.poll() is None
        terminal.send("\x03")

        assert terminal.ended() == 0
        _assert_put_back(terminal)


def test_the_address_carries_the_step_and_options_are_heard() -> None:
    with on_terminal("play", "overlap/4", "--paused", "--watch", "gpu", "--speed", "2") as terminal:
        terminal.until("Watching GPU work", "step 4 of 6", "×2")


def test_reduced_motion_starts_paused() -> None:
    with on_terminal("play", "overlap", environment={"REDUCED_MOTION": "1"}) as terminal:
        terminal.until("step 1 of 6", "paused")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)], ids=["TERM", "HUP", "INT"]
)
def test_a_signal_ends_it_with_its_code_and_a_terminal_as_it_was(number: int, code: int) -> None:
    with on_terminal(*PLAYING) as terminal:
        terminal.until("step 1 of 6")
        terminal.process.send_signal(number)

        assert terminal.ended() == code
        _assert_put_back(terminal)


FATAL = [
    name
    for name in ("QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "XCPU", "IO", "PWR", "STKFLT", "RTMIN", "RTMAX")
    if hasattr(signal, f"SIG{name}")
]


@pytest.mark.parametrize("name", FATAL)
def test_any_other_signal_that_ends_a_process_ends_it_on_a_terminal_as_it_was(name: str) -> None:
    number = getattr(signal, f"SIG{name}")
    # What a shell has made this test run ignore, as it does with QUIT in the background, a player would ignore too.
    code = f"import resource, signal; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); signal.signal({number:d}, 0)"
    with on_terminal(*PLAYING, code=code) as terminal:
        terminal.until("step 1 of 6")
        terminal.process.send_signal(number)

        assert terminal.ended() == -number
        _assert_put_back(terminal)


def test_a_storm_of_signals_leaves_the_terminal_as_it_was_too() -> None:
    with on_terminal(*PLAYING) as terminal:
        terminal.until("step 1 of 6")
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            terminal.process.send_signal(number)

        # A signal that comes when all is put back already ends the process by itself.
        assert terminal.ended() in {0, 129, 130, 143, -signal.SIGTERM, -signal.SIGHUP}
        _assert_put_back(terminal)


def test_a_terminal_that_hangs_up_ends_it_without_a_trace() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.hang_up()

        assert terminal.ended() == 129


@pytest.mark.parametrize("where", ["Screen.draw", "Player._hear"])
def test_a_fault_of_our_own_is_told_on_a_terminal_as_it_was(where: str) -> None:
    breaking = (
        f"import tracecli.terminal.player as broken\ndef fail(*_): raise ValueError('boom')\nbroken.{where} = fail"
    )
    with on_terminal(*PLAYING, code=breaking) as terminal:
        if "hear" in where:
            terminal.until("step 1 of 6")
            terminal.send("l")

        assert terminal.ended() == 2
        _assert_put_back(terminal)
        assert "internal error: ValueError: boom" in terminal.screen


def test_a_screen_that_takes_nothing_more_does_not_keep_it_from_ending() -> None:
    with on_terminal("play", "overlap", "--paused", columns=200, rows=60) as terminal:
        terminal.until("step 1 of 6")
        for _ in range(100):  # each draws a whole frame, and nobody reads
            terminal.process.send_signal(signal.SIGWINCH)
            time.sleep(0.005)
        terminal.process.send_signal(signal.SIGTERM)

        assert terminal.process.wait(GUARD) == 143
        assert terminal.settings_now() == terminal.settings


def test_keys_cut_in_two_and_ten_at_once_are_all_read() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.send(b"\x1b")
        time.sleep(0.2)  # longer than a lone Esc is waited for: the rest comes late, and is still an arrow
        terminal.send(b"[C")
        terminal.until("step 2 of 6")
        terminal.send(b"\x1b[")
        terminal.send(b"C")
        terminal.until("step 3 of 6")
        terminal.send("lllhhhhlll")
        terminal.until("step 5 of 6")


def test_what_the_terminal_answers_is_not_taken_for_keys() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.send(b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07\x1b[?62;22c\x1b[24;80R\x1bP>|XTerm(390)\x1b\\\x1b[I\x1b[15~")
        terminal.send("l")

        terminal.until("step 2 of 6", "paused")


def test_it_follows_the_size_of_the_screen() -> None:
    with on_terminal("play", "overlap/4", "--paused") as terminal:
        terminal.until("step 4 of 6")
        terminal.resize(120, 40)
        terminal.until("┏━ step 4 of 6")
        terminal.resize(20, 5)
        terminal.until("40×10 shows all")
        terminal.resize(40, 10)
        terminal.until("more below")
        terminal.send("q")

        assert terminal.ended() == 0
        _assert_put_back(terminal)


def test_a_hidden_thing_is_opened_closed_and_left() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.send("?")
        terminal.until("Help: keys and options")
        terminal.send("\x1b")
        terminal.until(lambda screen: "Help:" not in screen)
        terminal.send("/k-1\r")
        terminal.until("Hits at step")
        terminal.send("oG\r")
        terminal.until("step 6 of 6")
        terminal.send("s")
        terminal.until("Caption, limitations and sources")
        terminal.send("q")

        assert terminal.ended() == 0


def test_a_frame_that_did_not_change_is_not_written_again() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.send("l")
        terminal.until("step 2 of 6")
        terminal.send("xyzXYZ")  # keys without a meaning
        terminal.send("l")
        terminal.until("step 3 of 6")
        terminal.send("q")

        assert terminal.ended() == 0
        assert terminal.output.count(b"step 3 of 6") == 1
        assert terminal.output.count(b"? help") == 1  # of every frame, and never changed


@pytest.mark.parametrize("variable", [{"TERM": "dumb"}, {"TERM": ""}, {"ACCESSIBLE": "1"}])
def test_a_terminal_that_can_only_print_gets_the_transcript(variable: dict[str, str]) -> None:
    with on_terminal("play", "overlap", rows=200, environment=variable) as terminal:
        assert terminal.ended() == 0

        assert "CPU work: schedule batch k (was idle)" in terminal.screen
        assert b"\x1b" not in terminal.output


def test_plain_gives_the_transcript_on_any_terminal() -> None:
    with on_terminal("play", "overlap", "--plain", "--width", "60", rows=400) as terminal:
        assert terminal.ended() == 0

        assert "\x1b" not in terminal.output.decode()
        prose, *_ = terminal.screen.split("Source: ")  # an address or a hash stays whole
        assert max(len(line) for line in prose.splitlines()) <= 60


def test_a_terminal_in_ascii_gets_signs_it_can_show() -> None:
    with on_terminal("play", "overlap/4", "--paused", environment={"PYTHONIOENCODING": "ascii"}) as terminal:
        seen = terminal.until("step 4 of 6", "* Result queue", "? help")

        assert seen.isascii()


def test_no_color_leaves_weight_and_reversal() -> None:
    with on_terminal("play", "overlap/4", "--paused", environment={"NO_COLOR": "1"}) as terminal:
        terminal.until("step 4 of 6", "? help")

        assert b"\x1b[1;7m" in terminal.output
        assert b"35m" not in terminal.output


def test_a_pipe_in_the_place_of_the_watched_file_is_told_and_not_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(OVERLAP.read_bytes())
    with on_terminal("play", f"{file}#overlap", "--paused", "--reload", columns=200) as terminal:
        terminal.until("step 1 of 6")

        file.unlink()
        os.mkfifo(file)

        terminal.until("this is a pipe, and waiting for one would stop the player")
        terminal.send("q")
        assert terminal.ended() == 0


_ROWS = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 40))
HOSTILE = {
    "aliases": f"a0: &a0 [1]\n{_ROWS}scenarios: *a39\ntargets: *a38\nstateLabels: *a37\n",
    "nested": "[" * 100_000,
    "empty objects": "[" + "{}," * 300_000 + "{}]",
    "wrong items": '{"version": 1, "scenarios": [' + "0," * 100_000 + "0]}",
    "control characters": 'title: "' + "\\x07" * 50_000 + '"\nscenarios: [\x07]\n',
}


@pytest.mark.parametrize("key", ["q", "\x03"], ids=["q", "Ctrl-C"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_in_place_of_the_watched_one_is_reported_and_keys_are_heard(
    kind: str, key: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(OVERLAP.read_bytes())
    with on_terminal("play", f"{file}#overlap", "--paused", "--reload", columns=120, rows=40) as terminal:
        terminal.until("step 1 of 6")

        (tmp_path / "next").write_text(HOSTILE[kind], encoding="utf-8")
        (tmp_path / "next").rename(file)

        terminal.until("The file can't be read again", "step 1 of 6")
        terminal.send(key)
        assert terminal.ended() == 0
        _assert_put_back(terminal)


_SLOW = """
import pathlib, time
from tracecli.commands import play
def read_again(path, root):
    pathlib.Path(path + ".begun").touch()
    while True:
        time.sleep(0.01)
play._read_again = read_again
"""


def test_ctrl_c_is_heard_while_a_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(OVERLAP.read_bytes())
    with on_terminal("play", f"{file}#overlap", "--paused", "--reload", code=_SLOW) as terminal:
        terminal.until("step 1 of 6")

        file.write_bytes(OVERLAP.read_bytes() + b" ")
        terminal.until(lambda _: (tmp_path / "mine.json.begun").exists())
        terminal.send("\x03")

        assert terminal.ended() == 0
        _assert_put_back(terminal)


def test_typing_ahead_is_not_lost() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.send("ll\r")  # before the program has even started
        terminal.until("step 4 of 6")


def test_stopping_a_process_that_nobody_would_continue_does_not_stop_it() -> None:
    with on_terminal("play", "overlap", "--paused") as terminal:
        terminal.until("step 1 of 6")
        terminal.send("\x1al")  # the leader of its session: the system discards the stop
        terminal.until("step 2 of 6")
        os.kill(terminal.process.pid, signal.SIGTERM)

        assert terminal.ended() == 143
        assert terminal.settings_now() == terminal.settings
