"""The player's loop: shows, waits for keys or for the step's time, and goes on. It takes all that is hard to fake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from tracecli.model import Trace
from tracecli.playback import NORMAL_WPM, initial_stay_ms, stay_ms
from tracecli.terminal.moving import advance
from tracecli.terminal.pressing import press
from tracecli.terminal.reloading import broken, reloaded
from tracecli.terminal.seeking import LONGEST
from tracecli.terminal.signals import RESIZED, RESUMED, STOPPED
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View

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
