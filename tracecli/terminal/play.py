"""Plays a scenario on the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import NamedTuple

from tracecli.exits import ExitCode
from tracecli.model import Scenario, Trace
from tracecli.playback import NORMAL_WPM, Cursor, Subject
from tracecli.terminal.looks import Looks
from tracecli.terminal.player import Player, Ports, Reload
from tracecli.terminal.screen import Screen
from tracecli.terminal.signals import Ended
from tracecli.terminal.stage import Links, Stage
from tracecli.terminal.tty import Terminal
from tracecli.terminal.view import View

_NO_LINKS = ("linux", "vt", "cons", "sun")  # names of terminals that may print a hyperlink's bytes


class Show(NamedTuple):
    """What is played.

    Attributes:
        trace: The trace.
        scenario: One of its scenarios.
        start: The step to start at; 0 is the initial state.
        links: Finds the aligned step of another scenario, and names steps on the command line.
        reload: Looks whether the file has changed; given only when it is to be read again.
    """

    trace: Trace
    scenario: Scenario
    start: int = 1
    links: Links = Links()
    reload: Reload | None = None


class Options(NamedTuple):
    """How it is played.

    Attributes:
        speed: 1 is normal.
        wpm: Words a minute that are read; 0 lets durations decide alone.
        paused: No step follows by itself until somebody says so.
        loop: Start over after the last step.
        watch: What is watched from the start.
        color: Use colours.
    """

    speed: float = 1.0
    wpm: int = NORMAL_WPM
    paused: bool = False
    loop: bool = False
    watch: Subject | None = None
    color: bool = True


def play(show: Show, options: Options, environment: Mapping[str, str]) -> ExitCode:
    """Play until the viewer leaves or a signal ends it; the terminal is then as it was.

    Standard input and output must be terminals (`interactive.interactive`).
    """
    encoding = sys.stdout.encoding
    looks = Looks(options.color, not environment.get("TERM", "").startswith(_NO_LINKS), encoding)
    stage = Stage(show.trace, show.scenario, looks, show.links)
    sys.stdout.flush()
    terminal = Terminal(sys.stdin.fileno(), sys.stdout.fileno(), encoding)
    screen = Screen(terminal.write, terminal.size)
    ports = Ports(
        screen.draw,
        terminal.keys,
        time.monotonic,
        stop=lambda everybody: terminal.stop(everybody=everybody),
        anew=screen.forget,
        reload=show.reload,
    )
    try:
        with terminal:
            Player(stage, _first_view(show, options), ports, options.wpm).run()
    except Ended as ended:
        return ended.code
    return ExitCode.OK


def _first_view(show: Show, options: Options) -> View:
    return View(
        scenario=show.scenario.id,
        cursor=Cursor(len(show.scenario.steps)).seek(show.start),
        playing=not options.paused,
        speed=options.speed,
        loop=options.loop,
        watch=options.watch,
    )
