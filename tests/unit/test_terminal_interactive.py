"""Whether somebody sits at a terminal."""

from __future__ import annotations

import io

import pytest

from tracecli.terminal.output import interactive, playable, reduced_motion

CAPABLE = {"TERM": "xterm"}


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_two_terminals_of_a_kind_that_can_draw_are_interactive() -> None:
    assert interactive(Tty(), Tty(), CAPABLE)


@pytest.mark.parametrize(
    "environment",
    [{}, {"TERM": ""}, {"TERM": "dumb"}, {"TERM": "xterm", "ACCESSIBLE": "1"}, {"FORCE_COLOR": "1"}],
)
def test_an_environment_that_asks_for_plain_text_is_not(environment: dict[str, str]) -> None:
    assert not interactive(Tty(), Tty(), environment)


def test_a_pipe_on_either_side_is_not_whatever_the_environment_says() -> None:
    forced = CAPABLE | {"FORCE_COLOR": "1"}

    assert not interactive(io.StringIO(), Tty(), forced)
    assert not interactive(Tty(), io.StringIO(), forced)


@pytest.mark.parametrize(("value", "asked"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_reduced_motion_is_asked_for_by_any_value_but_0(value: str, asked: bool) -> None:  # noqa: FBT001
    assert reduced_motion({"REDUCED_MOTION": value}) is asked


def test_the_player_needs_termios(monkeypatch: pytest.MonkeyPatch) -> None:
    assert playable()

    monkeypatch.setattr("tracecli.terminal.tty.find_spec", lambda _name: None)

    assert not playable()
