"""What the viewer has set and opened: one immutable value, from which (with the trace and a size) a frame follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tracecli.playback import Cursor, Subject
from tracecli.terminal.bindings import Where

Over = Literal["", "help", "outline", "sources", "watch", "search", "findings"]
"""What is open over the frame; nothing for the frame itself."""

Want = Literal["", "leave", "suspend", "redraw"]
"""What only the loop can do."""


@dataclass(frozen=True, slots=True)
class View:
    """The player's state.

    Attributes:
        scenario: Id of the scenario on the screen.
        cursor: The place in it.
        playing: Steps follow each other by themselves.
        speed: 1 is normal.
        loop: Start over after the last step.
        over: What is open over the frame.
        choice: In a list that is open: the row chosen, or how far it is scrolled when its rows can't be chosen.
        scroll: Lines by which a frame that is longer than the screen is scrolled.
        watch: What is watched.
        needle: What was last searched for.
        seeks: What `n` goes to: the next change, or the next hit.
        predict: Hide each next state until a key is pressed.
        hidden: The state on the screen is hidden now.
        digits: A number being typed.
        typed: A search being typed.
        message: An answer to the last key.
        findings: Why the file could not be read again.
        furthest: How far the frame, or the list over it, can be scrolled on this screen: drawing tells.
        wants: What only the loop can do: leave, suspend, draw anew.
    """

    scenario: str
    cursor: Cursor
    playing: bool = True
    speed: float = 1.0
    loop: bool = False
    over: Over = ""
    choice: int = 0
    scroll: int = 0
    watch: Subject | None = None
    needle: str = ""
    seeks: Literal["change", "hit"] = "change"
    predict: bool = False
    hidden: bool = False
    digits: str = ""
    typed: str = ""
    message: str = ""
    findings: tuple[str, ...] = ()
    furthest: int = 0
    wants: Want = ""

    def at(self, cursor: Cursor, *, hidden: bool = False) -> View:
        """Give the view at another step: scrolled to its top, its state shown unless it is to be predicted."""
        return replace(self, cursor=cursor, scroll=0, hidden=hidden and cursor.index > 0)

    @property
    def where(self) -> Where:
        """Give over what a key works now."""
        if self.over == "search":
            return "search"
        return "list" if self.over else "frame"

    @property
    def waits(self) -> bool:
        """Tell whether the next step comes by itself after a while."""
        return self.playing and not self.over and not self.hidden
