"""The player as people have it: real keys, in tmux, from a shell with job control."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.program import OVERLAP
from tests.support.tmux import GUARD, PROMPT, Tmux, in_tmux

_ANSWERS = (f"answer-{number}" for number in itertools.count())
PLAY = shlex.join([sys.executable, "-m", "tracecli", "play", "overlap/3", "--paused"])


def settings(shell: Tmux) -> str:
    """Give the terminal's settings as the shell sees them."""
    told = next(_ANSWERS)  # not one that is on the screen already
    shell.command(f"clear; stty -g; echo {told}")
    seen = shell.until(f"\n{told}")
    return next(line for line in seen.splitlines() if line.count(":") > 10)


@contextlib.contextmanager
def playing(*words: str) -> Iterator[Tmux]:
    """Give the player in a shell."""
    with in_tmux() as shell:
        shell.trace("play", *words)
        shell.until("of 6")
        yield shell


def test_steps_forward_back_and_by_number() -> None:
    with playing("overlap", "--paused") as shell:
        shell.keys("Right")
        shell.until("step 2 of 6", "Launch step k")
        shell.keys("NPage", "j", ".", "Enter")
        shell.until("step 6 of 6")
        shell.keys("l")
        shell.until("The end: step 6 is the last")
        shell.keys("Left")
        shell.until("step 5 of 6")
        shell.keys("PPage", "k", ",", "h")
        shell.until("step 1 of 6")
        shell.keys("4", "Enter")
        shell.until("step 4 of 6", "was batch k−1 tokens gathered")
        shell.keys("Home")
        shell.until("step 0 of 6", "Initial state")
        shell.keys("End")
        shell.until("step 6 of 6")
        shell.keys("2", "G")
        shell.until("step 2 of 6")


def test_watching_and_searching() -> None:
    with playing("overlap", "--paused") as shell:
        shell.keys("w")
        shell.until("Watch, 1 of 20")
        shell.keys("Down", "Down", "Enter")
        shell.until("Watching GPU work")
        shell.keys("n")
        shell.until("step 3 of 6", "▲ step 3: forward k")
        shell.keys("n")
        shell.until("No change of GPU work after step 3")
        shell.keys("/")
        shell.until("Enter finds")
        shell.type("during forward")
        shell.until("/during forward_")
        shell.keys("Enter")
        shell.until("step 5 of 6", "Process batch k−1 during forward k")
        shell.keys("/")
        shell.type("k-1, k")
        shell.keys("Enter")
        shell.until("Hits at step 4", "k−1, k")


def test_the_other_scenario_and_the_outline() -> None:
    with playing("overlap/4", "--paused") as shell:
        shell.keys("Tab")
        shell.until("event_loop_normal", "Stash the sampled tokens")
        shell.keys("Tab")
        shell.until("Queue the handle, stash tokens")
        shell.keys("o")
        shell.until("Outline, 4 of 6")
        shell.keys("Up", "Enter")
        shell.until(lambda screen: "step 3 of 6" in screen and "Outline" not in screen)


def test_predicting_hides_the_next_state_until_a_key() -> None:
    with playing("overlap/3", "--paused") as shell:
        shell.keys("p", "l")
        hidden = shell.until("State: what changes?", "step 4 of 6", "was batch k−1 tokens gathered")
        assert "batch k tokens stored" not in hidden
        shell.keys("l")
        shell.until("batch k tokens stored", "step 4 of 6")


def test_speed_sources_and_help() -> None:
    with playing("overlap/4", "--paused") as shell:
        shell.keys("]", "]")
        shell.until("×1.5")
        shell.keys("=")
        shell.until(lambda screen: "×1.5" not in screen)
        shell.keys("s")
        shell.until("Caption, limitations and sources")
        shell.keys("Escape")
        shell.until(lambda screen: "Caption, limitations" not in screen)
        shell.keys("?")
        shell.until("Help: keys and options")
        shell.keys("?")
        shell.until(lambda screen: "Help:" not in screen and "step 4 of 6" in screen)


@pytest.mark.parametrize("key", ["q", "C-c"])
def test_leaving_gives_the_shell_its_screen_and_its_settings_back(key: str) -> None:
    with in_tmux() as shell:
        before = settings(shell)
        shell.command("echo before the player")
        shell.until("\nbefore the player")
        shell.trace("play", "overlap", "--paused")
        shell.until("step 1 of 6")
        assert "before the player" not in shell.screen

        shell.keys(key)

        shell.until("\nbefore the player")
        assert settings(shell) == before


def test_space_plays_and_pauses() -> None:
    with in_tmux() as shell:
        shell.trace("play", "overlap/5", "--paused", "--speed", "8", "--wpm", "0")
        shell.until("step 5 of 6")
        shell.keys("Space")
        shell.until("The end: step 6 is the last")
        shell.keys(*["["] * 12, "Space")  # so slowly that whoever looks late still sees it play
        shell.until("playing")
        shell.keys("Space")
        shell.until("paused")


def bring_back(shell: Tmux) -> None:
    """Bring a player that was stopped at the third step to the front, and go on."""
    shell.command("fg")
    shell.until("step 3 of 6")
    shell.keys("l")
    shell.until("step 4 of 6")


def test_ctrl_z_and_fg_come_back_right() -> None:
    with in_tmux() as shell:
        before = settings(shell)
        shell.trace("play", "overlap/3", "--paused")
        shell.until("step 3 of 6")

        shell.keys("C-z")
        shell.until("Stopped")
        assert "step 3 of 6" not in shell.screen
        assert settings(shell) == before
        bring_back(shell)

        shell.keys("C-z")
        shell.until("Stopped")
        shell.command("kill -CONT %1; fg")
        shell.until("step 4 of 6")
        shell.keys("C-c")
        shell.until(lambda screen: "step 4" not in screen and PROMPT in screen)
        assert settings(shell) == before


def play_known_by_its_number(shell: Tmux) -> None:
    shell.command(f"bash -c 'echo $$ >pid; exec {PLAY}'")
    shell.until("step 3 of 6")


def number(shell: Tmux) -> int:
    return int((shell.folder / "pid").read_text(encoding="ascii"))


def until_it_waits(shell: Tmux) -> None:
    """Wait until the only job, which runs in the background, is stopped for wanting the terminal."""
    shell.command("clear; until jobs -s | grep -q .; do sleep 0.1; done; echo waits-$?")
    shell.until("waits-0")


def until_it_is_gone(shell: Tmux, code: int) -> None:
    deadline = time.monotonic() + GUARD
    while Path(f"/proc/{number(shell)}").exists():
        assert time.monotonic() < deadline, shell.screen
        time.sleep(0.05)
    shell.keys("Enter")  # a shell tells of its jobs before it prompts
    shell.until(f"Exit {code}")


@pytest.mark.parametrize(("ending", "code"), [("TERM", 143), ("HUP", 129)])
def test_a_player_that_is_ended_while_it_is_suspended_goes_and_writes_nothing_more(ending: str, code: int) -> None:
    with in_tmux() as shell:
        before = settings(shell)
        shell.command("echo before the player")
        shell.until("\nbefore the player")
        play_known_by_its_number(shell)
        shell.keys("C-z")
        shell.until("Stopped")

        shell.command(f"kill -{ending} %1")
        until_it_is_gone(shell, code)

        assert shell.screen.index("\nbefore the player") < shell.screen.index(f"Exit {code}")
        assert settings(shell) == before


def test_in_the_background_it_waits_for_the_front_and_puts_the_shells_own_settings_back() -> None:
    with in_tmux() as shell:
        before = settings(shell)
        shell.trace("play", "overlap/3", "--paused")
        shell.until("step 3 of 6")
        shell.keys("C-z")
        shell.until("Stopped")

        shell.command("bg")
        until_it_waits(shell)
        bring_back(shell)
        shell.keys("q")

        shell.until(lambda screen: "step 4 of 6" not in screen and PROMPT in screen)
        assert settings(shell) == before


@pytest.mark.parametrize("then", ["fg", "kill"])
def test_started_in_the_background_it_plays_in_front_or_is_gone(then: str) -> None:
    with in_tmux() as shell:
        before = settings(shell)
        shell.command(f"{PLAY} & echo $! >pid")
        until_it_waits(shell)

        if then == "kill":
            shell.command("kill %1")
            until_it_is_gone(shell, 143)
        else:
            shell.command("fg")
            shell.until("step 3 of 6")
            shell.keys("q")
            shell.until(lambda screen: "step 3 of 6" not in screen and PROMPT in screen)
        assert settings(shell) == before


def test_a_player_that_is_ended_after_a_stop_it_did_not_hear_of_gives_the_screen_back() -> None:
    with in_tmux() as shell:
        before = settings(shell)
        shell.command("echo before the player")
        shell.until("\nbefore the player")
        play_known_by_its_number(shell)
        os.kill(number(shell), signal.SIGSTOP)
        shell.until("Stopped")

        shell.command("kill %1")

        shell.until("\nbefore the player")
        until_it_is_gone(shell, 143)
        assert settings(shell) == before


@pytest.mark.parametrize("stop", [signal.SIGTSTP, signal.SIGSTOP], ids=["announced", "unannounced"])
def test_a_stop_from_outside_is_come_back_from(stop: int) -> None:
    with in_tmux() as shell:
        before = settings(shell)
        play_known_by_its_number(shell)

        os.kill(number(shell), stop)
        shell.until("Stopped")
        if stop == signal.SIGTSTP:
            assert settings(shell) == before
        bring_back(shell)
        shell.keys("q")
        shell.until(lambda screen: "step 4 of 6" not in screen)
        assert settings(shell) == before


def test_a_changed_file_is_read_again_and_a_broken_one_shows_its_findings(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    good = OVERLAP.read_text(encoding="utf-8")
    file.write_text(good, encoding="utf-8")
    with in_tmux() as shell:
        shell.trace("play", f"{file}#overlap/4", "--paused", "--reload")
        shell.until("step 4 of 6")

        file.write_text(good.replace("Queue the handle, stash tokens", "A better title"), encoding="utf-8")
        shell.until("A better title", "step 4 of 6")

        file.write_text(good.replace('"durat', '"dur'), encoding="utf-8")
        shell.until("this is the last good version", "error", "A better title")
        shell.keys("Escape")
        shell.until(lambda screen: "last good version" not in screen)

        file.write_text(json.dumps(json.loads(good)), encoding="utf-8")
        shell.until("Queue the handle, stash tokens", "step 4 of 6")


def test_a_paste_is_keys_and_in_a_search_text() -> None:
    with in_tmux() as shell:
        shell.trace("play", "overlap", "--paused")
        shell.until("step 1 of 6")
        shell.paste("lllhl")
        shell.until("step 4 of 6")
        shell.keys("/")
        shell.paste("k−1 during")
        shell.until("/k−1 during_")
        shell.keys("Enter")
        shell.until("step 5 of 6")


def test_another_size_is_followed() -> None:
    with in_tmux() as shell:
        shell.trace("play", "overlap/4", "--paused")
        shell.until("step 4 of 6")
        for columns, rows, seen in [
            (120, 40, "┏━ step 4"),
            (40, 10, "more below"),
            (20, 5, "40×10"),
            (80, 24, "State"),
        ]:
            shell.resize(columns, rows)
            shell.until(seen)
