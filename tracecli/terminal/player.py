"""The player's loop: draw, wait for keys or for the step's time, go on. It is handed all that is hard to fake."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from tracecli.errors import ExitCode
from tracecli.model import Scenario, Trace
from tracecli.playback import Cursor, initial_stay_ms, stay_ms
from tracecli.terminal.actions import MAX_SEARCH, advance, press
from tracecli.terminal.frame import frame
from tracecli.terminal.output import ansi
from tracecli.terminal.tty import RESIZED, RESUMED, STOPPED, Ended, Terminal
from tracecli.terminal.view import TIME_PARTS, Stage, View
from tracecli.text import NORMAL_WPM

Reload = Callable[[], Trace | Sequence[str] | None]
"""Returns the trace when its file has changed, the lines of its findings when it can't be read, else None."""

_POLL_SECONDS = 0.5  # between two looks at the file
_MAX_TYPED_KEYS = 500  # at once; more of them were pasted, and text is not commands
_ALWAYS_HEARD = frozenset({RESIZED, RESUMED, STOPPED, "ctrl-c"})


class Ports(NamedTuple):
    """What the loop is handed."""

    draw: Callable[[Stage, View], int]
    """Shows a view and returns how far what is in front can be scrolled."""
    keys: Callable[[float | None], Sequence[str]]
    """Waits at most so many seconds (None: without limit) and returns keys and names of signals, possibly none."""
    clock: Callable[[], float]
    """Seconds, from any start."""
    stop: Callable[[bool], None] = lambda _whole_group: None
    """Hands the terminal back until the process is continued."""
    forget: Callable[[], None] = lambda: None
    """The screen no longer shows what was drawn."""
    reload: Reload | None = None


class Player:
    """One run of the player: its stage is the scenario on the screen, its view what the viewer has set and opened."""

    def __init__(self, stage: Stage, view: View, ports: Ports, wpm: int = NORMAL_WPM, *, still: bool = False) -> None:
        """Start at `view`; steps stay as long as their words need at `wpm` words a minute (0: durations alone).

        With `still`, the bar of the time that is left does not move.
        """
        self.stage, self.view, self._still = stage, view, still
        self._ports, self._wpm = ports, wpm
        self._shown: View | None = None
        self._arrived = self._looked = ports.clock()

    def run(self) -> View:
        """Play until the viewer leaves, and return the last view."""
        while True:
            self._show()
            names = self._ports.keys(self._timeout())
            if len(names) > _MAX_TYPED_KEYS:  # a page was pasted: no more of it is heard than a search takes
                taken = MAX_SEARCH if self.view.over == "search" else 0
                names = [*names[:taken], *(name for name in names[taken:] if name in _ALWAYS_HEARD)]
            for name in names:
                self._hear(name)
                if self.view.wants == "leave":
                    return self.view
            self._poll_file()
            if self.view.waits and self._ports.clock() >= self._due():
                self._turn(advance(self.view))

    def _show(self) -> None:
        self.view = replace(self.view, left=self._left())
        if self.view != self._shown:
            furthest = self._ports.draw(self.stage, self.view)
            self._shown = self.view = replace(
                self.view, furthest=furthest, scroll=min(self.view.scroll, max(0, furthest))
            )

    def _hear(self, name: str) -> None:
        if name in {RESIZED, RESUMED, STOPPED}:
            self._wake(name)
            return
        view = press(self.view, self.stage, name)
        if view.wants in {"suspend", "redraw"}:
            self._wake(view.wants)
            view = replace(view, wants="")
        opened = view.over != self.view.over
        self._turn(view)
        if opened:
            self._show()  # learns how far the list goes, before the next key scrolls it

    def _wake(self, why: str) -> None:
        """Do what makes the screen invalid, and draw it all again."""
        if why in {STOPPED, "suspend"}:
            self._ports.stop(why == "suspend")
        self._ports.forget()
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

    def _left(self) -> int | None:
        """Return how much of the step's time is left, in parts; nothing where no time passes."""
        if not self.view.waits:
            return None
        if self._still:
            return TIME_PARTS
        stay, gone = self._due() - self._arrived, self._ports.clock() - self._arrived
        return max(0, TIME_PARTS - int(gone * TIME_PARTS / stay + 1e-6)) if stay else 0

    def _timeout(self) -> float | None:
        now = self._ports.clock()
        waits = [self._due() - now] if self.view.waits else []
        if self.view.left and not self._still:  # until the bar is a part shorter
            part = (self._due() - self._arrived) / TIME_PARTS
            waits.append(self._arrived + (TIME_PARTS + 1 - self.view.left) * part - now)
        if self._ports.reload:
            waits.append(self._looked + _POLL_SECONDS - now)
        return max(0.0, min(waits)) if waits else None

    def _poll_file(self) -> None:
        reload, now = self._ports.reload, self._ports.clock()
        if reload is None or now < self._looked + _POLL_SECONDS:
            return
        self._looked = now
        found = reload()
        if isinstance(found, Trace):
            self.stage, view = reloaded(self.stage, self.view, found)
            self._turn(view)
            self._shown = None
        elif found is not None:  # over the last good frame
            self._turn(replace(self.view, over="findings", choice=0, message="", findings=tuple(found)))


def reloaded(stage: Stage, view: View, trace: Trace) -> tuple[Stage, View]:
    """Return stage and view for another version of the trace: same scenario, same step, as far as they still exist."""
    scenario = next((one for one in trace.scenarios if one.id == view.scenario), trace.scenarios[0])
    there = stage.set_for(trace, scenario)
    kept = replace(
        view,
        over="" if view.over == "findings" else view.over,
        findings=(),
        scenario=scenario.id,
        cursor=Cursor(len(scenario.steps)).seek(_same_step(stage.scenario, scenario, view.cursor.index)),
        watch=view.watch if view.watch in there.watchable else None,
        choice=0,
        visited=(),
        message="The file was read again" if scenario.id == view.scenario else "Read again: the scenario is gone",
    )
    return there, kept


def _same_step(before: Scenario, after: Scenario, index: int) -> int:
    """Return the step the viewer was at: the same number, or the nearest step with the same title and description."""
    if index == 0 or before.id != after.id:
        return index
    said = before.steps[index - 1].title, before.steps[index - 1].description
    alike = [number for number, step in enumerate(after.steps, 1) if (step.title, step.description) == said]
    return min(alike, key=lambda number: abs(number - index), default=index)


class Screen:
    """Frames on a terminal: one write a frame, and only of the rows that changed."""

    def __init__(self, write: Callable[[str], None], size: Callable[[], tuple[int, int]]) -> None:
        """Take how to write, and how to learn columns and rows."""
        self._write, self._size = write, size
        self._shown: list[str] = []
        self._shown_size = (0, 0)

    def draw(self, stage: Stage, view: View) -> int:
        """Draw a frame; return how far what is in front can be scrolled."""
        size = self._size()
        drawn = frame(stage, view, *size)
        lines = [ansi(row, stage.looks) for row in drawn.rows]
        if size != self._shown_size:
            self.forget()
            lines += ["\x1b[K"] * (size[1] - len(lines))
        before = [*self._shown, *[None] * (len(lines) - len(self._shown))]
        changed = (number for number, (old, new) in enumerate(zip(before, lines, strict=False), 1) if old != new)
        if text := "".join(f"\x1b[{number};1H{lines[number - 1]}" for number in changed):
            self._write(text)
        self._shown, self._shown_size = lines, size
        return drawn.furthest

    def forget(self) -> None:
        """Draw every row the next time: something else may have written on the screen."""
        self._shown = []


def play(
    stage: Stage, view: View, *, wpm: int = NORMAL_WPM, still: bool = False, reload: Reload | None = None
) -> ExitCode:
    """Play on standard input and output until the viewer leaves or a signal ends it; the terminal is then as it was.

    Both must be terminals (`tty.interactive`).

    Args:
        stage: The scenario.
        view: Where to start.
        wpm: Words a minute that are read; 0 lets durations decide alone.
        still: Nothing moves but from step to step.
        reload: Reads the file again when it has changed.
    """
    sys.stdout.flush()
    terminal = Terminal(sys.stdin.fileno(), sys.stdout.fileno(), sys.stdout.encoding)
    screen = Screen(terminal.write, terminal.size)

    def look() -> Trace | Sequence[str] | None:
        with terminal.interruptible():  # a file that takes long to check
            return reload() if reload else None

    ports = Ports(screen.draw, terminal.keys, time.monotonic, terminal.stop, screen.forget, look if reload else None)
    try:
        with terminal:
            Player(stage, view, ports, wpm, still=still).run()
    except Ended as ended:
        if ended.fatal:
            signal.raise_signal(ended.fatal)  # what the shell is to see, and a core file where SIGQUIT writes one
        return ended.code
    return ExitCode.OK
