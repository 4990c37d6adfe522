"""What the viewer has set and opened, and the keys that change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tracecli.playback import Cursor, Subject

# ---- terminal.bindings
# Every key of the player in one table: the loop, the help screen and README read it.
#
# A key is named as `keys.Decoder` names it: a character, or a word such as `right`, `enter`, `ctrl-c`.

Where = Literal["frame", "list", "search"]
"""Over what a key works: the frame itself, a list opened over it, the line where a search is typed."""

PLACES: dict[Where, str] = {"frame": "Keys", "list": "In a list over the frame", "search": "While a search is typed"}


class Binding(NamedTuple):
    """A row of the table.

    Attributes:
        where: Over what the keys work.
        action: The name of what they do; `actions.ACTIONS` has a function of that name.
        keys: The keys as the decoder names them.
        shown: The keys as people read them.
        says: What they do.
        hint: The same in a word or two for the frame's foot; empty for keys that are not shown there.
    """

    where: Where
    action: str
    keys: tuple[str, ...]
    shown: str
    says: str
    hint: str = ""


DIGITS = tuple("0123456789")

BINDINGS: tuple[Binding, ...] = (
    Binding("frame", "help", ("?",), "?", "this help", "? help"),
    Binding("frame", "leave", ("q", "ctrl-c"), "q Ctrl-C", "leave", "q leave"),
    Binding("frame", "play", ("space",), "space", "play or pause; at the end, play again", "space play"),
    Binding(
        "frame",
        "forward",
        ("right", "l", "j", ".", "enter", "page-down"),
        "→ l j . Enter PgDn",
        "next step (pauses)",
        "← → step",
    ),
    Binding("frame", "back", ("left", "h", "k", ",", "page-up"), "← h k , PgUp", "previous step (pauses)"),
    Binding("frame", "other", ("tab",), "Tab", "the other scenario, at the aligned step", "Tab other"),
    Binding("frame", "outline", ("o",), "o", "outline of all steps: choose one", "o outline"),
    Binding("frame", "search", ("/",), "/", "search titles, descriptions and values (k-1 finds k−1)", "/ search"),
    Binding("frame", "watch", ("w",), "w", "choose what to watch: nothing, a state key or a target", "w watch"),
    Binding("frame", "seek", ("n",), "n", "next change of what is watched; after a search, next hit"),
    Binding("frame", "seek_back", ("N",), "N", "previous change or hit"),
    Binding("frame", "first", ("g", "home"), "g Home", "first: the initial state, which is step 0"),
    Binding("frame", "last", ("G", "end"), "G End", "last step; after digits, the step of that number"),
    Binding("frame", "digit", DIGITS, "0–9", "a number: then Enter or G goes to that step"),
    Binding("frame", "faster", ("]",), "]", "faster", "] [ speed"),
    Binding("frame", "slower", ("[",), "[", "slower"),
    Binding("frame", "normal", ("=",), "=", "normal speed"),
    Binding("frame", "predict", ("p",), "p", "predict: the next state stays hidden until the next key", "p predict"),
    Binding("frame", "sources", ("s",), "s", "caption, limitations and sources of this trace", "s sources"),
    Binding("frame", "down", ("down",), "↓", "scroll down, where a step is longer than the screen"),
    Binding("frame", "up", ("up",), "↑", "scroll up"),
    Binding("frame", "suspend", ("ctrl-z",), "Ctrl-Z", "suspend; fg comes back"),
    Binding("frame", "redraw", ("ctrl-l",), "Ctrl-L", "draw the screen anew"),
    Binding("frame", "close", ("esc",), "Esc", "close what is open over the frame"),
    Binding("list", "choose", ("enter",), "Enter", "take this row; close what has none to take", "Enter takes"),
    Binding("list", "close", ("esc",), "Esc", "close; so does the key that opened it", "Esc closes"),
    Binding("list", "down", ("down", "j", "right", "l"), "↓ j", "a row down", "↓ down"),
    Binding("list", "up", ("up", "k", "left", "h"), "↑ k", "a row up", "↑ up"),
    Binding("list", "page_down", ("page-down", "space"), "PgDn space", "ten rows down"),
    Binding("list", "page_up", ("page-up",), "PgUp", "ten rows up"),
    Binding("list", "top", ("g", "home"), "g Home", "first row"),
    Binding("list", "bottom", ("G", "end"), "G End", "last row"),
    Binding("list", "leave", ("q", "ctrl-c"), "q Ctrl-C", "leave the player"),
    Binding("list", "suspend", ("ctrl-z",), "Ctrl-Z", "suspend"),
    Binding("list", "redraw", ("ctrl-l",), "Ctrl-L", "draw the screen anew"),
    Binding("search", "find", ("enter",), "Enter", "go to the first hit from here on", "Enter finds"),
    Binding("search", "erase", ("backspace",), "Backspace", "take a character away; the last one closes the line"),
    Binding("search", "erase_all", ("ctrl-u",), "Ctrl-U", "take everything away"),
    Binding("search", "close", ("esc",), "Esc", "close without searching", "Esc closes"),
    Binding("search", "leave", ("ctrl-c",), "Ctrl-C", "leave the player"),
    Binding("search", "suspend", ("ctrl-z",), "Ctrl-Z", "suspend"),
    Binding("search", "redraw", ("ctrl-l",), "Ctrl-L", "draw the screen anew"),
)

OPTIONS: tuple[tuple[str, str], ...] = (
    ("--speed X", "times the normal speed"),
    ("--wpm N", "a step stays as long as its words need at N words a minute (350; 0: durations alone)"),
    ("--paused", "no automatic advance; so does REDUCED_MOTION in the environment"),
    ("--loop", "start over after the last step"),
    ("--watch KEY", "watch a state key or a target from the start"),
    ("--reload", "read the file again when it changes; the place is kept"),
    ("--plain", "print the transcript instead"),
    ("--width N", "columns of the transcript"),
)
"""The options of `trace play` that the help screen names."""

ACTION_OF: dict[tuple[Where, str], str] = {(row.where, key): row.action for row in BINDINGS for key in row.keys}
"""(over what, key) → action."""


def hints(where: Where) -> tuple[str, ...]:
    """Give the short forms for the frame's foot, the most needed first."""
    return tuple(row.hint for row in BINDINGS if row.hint and row.where == where)


def bindings_markdown() -> Iterator[str]:
    """Give the lines of README's tables of keys."""
    for where, heading in PLACES.items():
        yield f"| {heading} | |"
        yield "|---|---|"
        for row in BINDINGS:
            if row.where == where:
                yield f"| `{row.shown}` | {row.says} |"
        yield ""


# ---- terminal.view
# What the viewer has set and opened: one immutable value, from which (with the trace and a size) a frame follows.

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
