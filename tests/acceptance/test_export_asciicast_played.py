from __future__ import annotations

import json
import os
from pathlib import Path

import pexpect
import pyte

from tests.support.tools import tool
from tests.unit.export_helpers import overlap
from tracecli.export.asciicast import Recorder, export
from tracecli.terminal.frame import recorded
from tracecli.terminal.output import Looks, ansi
from tracecli.terminal.view import Stage

_GUARD = 120  # seconds; a hang, not a slow machine
_WIDTH, _HEIGHT = 100, 30


def _cast() -> str:
    """Record the shipped trace with the player's own frames."""
    trace, scenario = overlap()
    looks = Looks(links=False)
    stage = Stage(trace, scenario, looks)

    def draw(number: int) -> list[str]:
        return [ansi(row, looks) for row in recorded(stage, number, _WIDTH, _HEIGHT).rows]

    return export(trace, scenario, Recorder(draw, _WIDTH, _HEIGHT))


def _played(folder: Path, cast: str) -> pyte.Screen:
    """Play a recording to its end in asciinema, on a pseudo-terminal, and give what is on the screen then."""
    path = folder / "trace.cast"
    path.write_text(cast, encoding="utf-8", newline="\n")
    environment = os.environ | {"HOME": str(folder), "ASCIINEMA_CONFIG_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    command = ["play", "--idle-time-limit", "0.01", str(path)]
    player = pexpect.spawn(
        tool("asciinema"), command, env=environment, dimensions=(_HEIGHT, _WIDTH), encoding="utf-8", timeout=_GUARD
    )
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0
    screen = pyte.Screen(_WIDTH, _HEIGHT)
    pyte.Stream(screen).feed(player.before or "")
    return screen


def test_asciinema_plays_it_to_the_end_and_the_last_step_stays(tmp_path: Path) -> None:
    trace, scenario = overlap()

    shown = _played(tmp_path, _cast())

    text = "\n".join(shown.display)
    assert scenario.steps[-1].title in text
    assert "step 6 of 6" in text
    assert scenario.steps[-1].state["cpu"] in text
    assert scenario.steps[0].description[:30] not in text
    assert trace.title in text
    assert "The end: step 6 was the last" in text
    assert not shown.cursor.hidden


def test_every_frame_shows_its_step_with_line_ends_of_a_terminal() -> None:
    _, scenario = overlap()
    lines = [json.loads(line) for line in _cast().splitlines()[1:]]
    frames = [event[2] for event in lines if event[1] == "o"]

    for number, step in enumerate(scenario.steps, 1):
        screen = pyte.Screen(_WIDTH, _HEIGHT)
        pyte.Stream(screen).feed(frames[number])
        assert step.title in "\n".join(screen.display)
    assert all("\n" not in text.replace("\r\n", "") for text in frames)
    assert len(frames) == 8


def test_the_poster_has_the_scenarios_words_and_no_frame_names_a_key() -> None:
    _, scenario = overlap()
    frames = [event[2] for event in map(json.loads, _cast().splitlines()[1:]) if event[1] == "o"]

    screens = []
    for text in frames:
        screen = pyte.Screen(_WIDTH, _HEIGHT)
        pyte.Stream(screen).feed(text)
        screens.append("\n".join(screen.display))
    assert scenario.title in screens[0]
    assert scenario.description[:60] in screens[0]
    for shown in screens:
        assert "q leave" not in shown
        assert "Space" not in shown
