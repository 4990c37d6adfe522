"""The player's loop, and all that it is handed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tracecli.errors import ExitCode
from tracecli.model import Scenario, Step, Trace
from tracecli.playback import NORMAL_WPM, Cursor, Subject, initial_stay_ms, stay_ms, subjects
from tracecli.terminal.actions import LONGEST, advance, press
from tracecli.terminal.frame import frame
from tracecli.terminal.output import Looks
from tracecli.terminal.panels import Links, Stage, ansi
from tracecli.terminal.tty import RESIZED, RESUMED, STOPPED, Ended, Terminal
from tracecli.terminal.view import View

# ---- terminal.reloading
# What becomes of the view when the file is read again.


def reloaded(stage: Stage, view: View, trace: Trace) -> tuple[Stage, View]:
    """Give stage and view for another version of the trace: same scenario, same step, as far as they still exist."""
    scenario = next((one for one in trace.scenarios if one.id == view.scenario), trace.scenarios[0])
    cursor = Cursor(len(scenario.steps)).seek(_same_step(stage.scenario, scenario, view.cursor.index))
    closed = replace(view, over="", findings=()) if view.over == "findings" else view
    kept = replace(
        closed,
        scenario=scenario.id,
        cursor=cursor,
        watch=view.watch if view.watch in subjects(trace) else None,
        choice=0,
        findings=(),
        message="The file was read again" if scenario.id == view.scenario else "Read again: the scenario is gone",
    )
    return stage.set_for(trace, scenario), kept


def broken(view: View, findings: Sequence[str]) -> View:
    """Give the view with findings over the last good frame."""
    return replace(view, over="findings", choice=0, message="", findings=tuple(findings))


def _same_step(before: Scenario, after: Scenario, index: int) -> int:
    """Give the step that the viewer was at: the same number, or the nearest step that says the same as it did."""
    if index == 0 or before.id != after.id:
        return index
    step = before.steps[index - 1]
    alike = [number for number, other in enumerate(after.steps, 1) if _says(other) == _says(step)]
    return min(alike, key=lambda number: abs(number - index), default=index)


def _says(step: Step) -> tuple[str, str]:
    return step.title, step.description


# ---- terminal.player
# The player's loop: shows, waits for keys or for the step's time, and goes on. It takes all that is hard to fake.

Reload = Callable[[], Trace | Sequence[str] | None]
"""Gives the trace when its file has changed, the lines of its findings when it can't be read, else None."""

_POLL_SECONDS = 0.5  # between two looks at the file
_BREATH = 500  # keys at once that somebody may have typed; more of them were pasted, and text is no commands
_HEARD_ALWAYS = frozenset({RESIZED, RESUMED, STOPPED, "ctrl-c"})


class Ports(NamedTuple):
    """What the loop is handed.

    Attributes:
        draw: Shows a view and gives how far what is in front can be scrolled.
        keys: Waits at most so many seconds (None: for ever); gives keys and what signals told, possibly nothing.
        clock: Seconds, from any start.
        stop: Hands the terminal back until the process goes on; tells whether the whole group is stopped.
        anew: The screen is no longer what was drawn.
        reload: Looks at the file, if it is to be read again when it changes.
    """

    draw: Callable[[Stage, View], int]
    keys: Callable[[float | None], Sequence[str]]
    clock: Callable[[], float]
    stop: Callable[[bool], None] = lambda _everybody: None
    anew: Callable[[], None] = lambda: None
    reload: Reload | None = None


class Player:
    """One run of the player.

    Attributes:
        stage: The scenario on the screen.
        view: What the viewer has set and opened.
    """

    def __init__(self, stage: Stage, view: View, ports: Ports, wpm: int = NORMAL_WPM) -> None:
        """Start where `view` is; `wpm` words a minute are read (0: durations alone)."""
        self.stage, self.view = stage, view
        self._ports, self._wpm = ports, wpm
        self._shown: View | None = None
        self._arrived = self._looked = ports.clock()

    def run(self) -> View:
        """Play until the viewer leaves, and give the last view."""
        while True:
            self._show()
            for name in self._heard(self._ports.keys(self._patience())):
                self._hear(name)
                if self._leaves():
                    return self.view
            self._look()
            if self.view.waits and self._ports.clock() >= self._due():
                self._turn(advance(self.stage, self.view))

    def _heard(self, names: Sequence[str]) -> Sequence[str]:
        """Give what is listened to: of a whole page that is pasted, no more than a search takes."""
        if len(names) <= _BREATH:
            return names
        taken = LONGEST if self.view.over == "search" else 0
        return [*names[:taken], *(name for name in names[taken:] if name in _HEARD_ALWAYS)]

    def _leaves(self) -> bool:
        return self.view.wants == "leave"

    def _show(self) -> None:
        if self.view != self._shown:
            furthest = self._ports.draw(self.stage, self.view)
            self._shown = self.view = replace(
                self.view, furthest=furthest, scroll=min(self.view.scroll, max(0, furthest))
            )

    def _hear(self, name: str) -> None:
        if name in {RESIZED, RESUMED, STOPPED}:
            self._wake(name)
            return
        view = press(self.stage, self.view, name)
        if view.wants in {"suspend", "redraw"}:
            self._wake(view.wants)
            view = replace(view, wants="")
        opened = view.over != self.view.over
        self._turn(view)
        if opened:
            self._show()  # tells how far the list goes, before the next key scrolls it

    def _wake(self, why: str) -> None:
        """Do what makes the screen invalid, and draw it all again."""
        if why in {STOPPED, "suspend"}:
            self._ports.stop(why == "suspend")
        self._ports.anew()
        self._arrived, self._shown = self._ports.clock(), None

    def _turn(self, view: View) -> None:
        """Take a new view; a step's time starts when it appears, and again when it is played on."""
        before, self.view = self.view, view
        if view.scenario != self.stage.scenario.id:
            chosen = next(one for one in self.stage.trace.scenarios if one.id == view.scenario)
            self.stage = self.stage.set_for(self.stage.trace, chosen)
        if (view.scenario, view.cursor, view.waits) != (before.scenario, before.cursor, before.waits):
            self._arrived = self._ports.clock()

    def _due(self) -> float:
        view, scenario = self.view, self.stage.scenario
        if view.cursor.index == 0:
            return self._arrived + initial_stay_ms(scenario, self._wpm, view.speed) / 1000
        return self._arrived + stay_ms(scenario.steps[view.cursor.index - 1], self._wpm, view.speed) / 1000

    def _patience(self) -> float | None:
        now = self._ports.clock()
        waits = [self._due() - now] if self.view.waits else []
        if self._ports.reload:
            waits.append(self._looked + _POLL_SECONDS - now)
        return max(0.0, min(waits)) if waits else None

    def _look(self) -> None:
        """Look at the file once in a while."""
        reload, now = self._ports.reload, self._ports.clock()
        if reload is None or now < self._looked + _POLL_SECONDS:
            return
        self._looked = now
        found = reload()
        if isinstance(found, Trace):
            self.stage, view = reloaded(self.stage, self.view, found)
            self._turn(view)
            self._shown = None
        elif found is not None:
            self._turn(broken(self.view, found))


# ---- terminal.screen
# Frames onto a terminal: one write a frame, and only the rows that changed.


class Screen:
    """What a terminal shows."""

    def __init__(self, write: Callable[[str], None], size: Callable[[], tuple[int, int]]) -> None:
        """Keep how to write, and how to learn columns and rows."""
        self._write, self._size = write, size
        self._shown: list[str] = []
        self._at = (0, 0)

    def draw(self, stage: Stage, view: View) -> int:
        """Draw a frame; give how far what is in front can be scrolled."""
        size = self._size()
        drawn = frame(stage, view, *size)
        lines = [ansi(row, stage.looks) for row in drawn.rows]
        if size != self._at:
            self.forget()
            lines += ["\x1b[K"] * (size[1] - len(lines))
        changed = [f"\x1b[{number};1H{line}" for number, line in enumerate(lines, 1) if self._differs(number, line)]
        if changed:
            self._write("".join(changed))
        self._shown, self._at = lines, size
        return drawn.furthest

    def forget(self) -> None:
        """Draw every row the next time: somebody else may have written on the screen."""
        self._shown = []

    def _differs(self, number: int, line: str) -> bool:
        return number > len(self._shown) or self._shown[number - 1] != line


# ---- terminal.play
# Plays a scenario on the terminal.

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
