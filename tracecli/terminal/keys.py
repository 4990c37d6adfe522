"""Bytes from a terminal → names of keys. A pure state machine: bytes may come in any pieces.

A printable character is its own name (but for the space, `space`); other keys are words. What is not a key leaves
nothing: unknown sequences are swallowed whole, and so are the terminal's own answers and reports of the mouse.
The forms are those of ECMA-48 (5.4 control sequences, 5.6 control strings) and of xterm's list of control sequences.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

_ESC = "\x1b"
_CONTROL = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x03": "ctrl-c",
    "\x0c": "ctrl-l",
    "\x15": "ctrl-u",
    "\x1a": "ctrl-z",
    " ": "space",
}
_FINALS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_NUMBERS = {"1": "home", "4": "end", "5": "page-up", "6": "page-down", "7": "home", "8": "end"}
_KEYPAD = {**_FINALS, "M": "enter"}
_STARTS = {"]": "0123456789lLI", "P": "0123456789;<=>?$+!|{"}  # else it is Alt and that key, and no answer follows
_SKIPPED = {"M": 3, "[": 1}  # the oldest mouse report has three raw characters, a Linux console's F1 to F5 one

Keys = tuple[str, ...]


def _named(char: str) -> Keys:
    if char in _CONTROL:
        return (_CONTROL[char],)
    return (char,) if char.isprintable() else ()


class Decoder:
    """Turns bytes into keys and keeps what is not complete."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self._decode = codecs.getincrementaldecoder("utf-8")("ignore").decode
        self._state: Callable[[str], Keys] = self._ground
        self._params = ""
        self._skip = 0
        self._esc_before = False  # a lone Esc was returned: what follows may yet be the rest of a sequence
        self._late = False  # inside such a rest

    @property
    def waiting(self) -> bool:
        """Whether time has to decide about what is kept; `flush` then does."""
        opened = self._state in {self._sequence, self._single} and self._late and not self._params
        return opened or self._state == self._escape

    def feed(self, data: bytes) -> list[str]:
        """Return the keys that `data` completes, in order."""
        return [key for char in self._decode(data) for key in self._state(char)]

    def flush(self) -> list[str]:
        """Decide about what is kept, because nothing more came for a while: a lone Esc is the key of that name."""
        if self._state == self._escape:
            self._state, self._esc_before = self._ground, True
            return ["esc"]
        if not self.waiting:
            return []
        typed = "[" if self._state == self._sequence else "O"
        self._state = self._ground
        return [typed]

    def _ground(self, char: str) -> Keys:
        if self._skip:
            self._skip -= 1
            return ()
        esc_before, self._esc_before = self._esc_before, False
        if char == _ESC:
            self._state = self._escape
            return ()
        if esc_before and char in "[O":
            self._open(char, late=True)
            return ()
        return _named(char)

    def _open(self, char: str, *, late: bool) -> None:
        self._params, self._late = "", late
        self._state = self._sequence if char == "[" else self._single

    def _escape(self, char: str) -> Keys:
        if char == _ESC:
            return ("esc",)
        if char in "[O":
            self._open(char, late=False)
            return ()
        if char in "]PX^_":
            self._state, self._params = self._string, char
            return ()
        self._state = self._ground
        return ("esc", *_named(char))  # two keys at once; a terminal's Alt looks the same

    def _sequence(self, char: str) -> Keys:
        if " " <= char <= "?":
            self._params += char
            return ()
        if not "@" <= char <= "~":
            return self._broken(char)
        self._state = self._ground
        if not self._params:
            self._skip = _SKIPPED.get(char, 0)
            return self._key(_FINALS.get(char))
        return self._key(_NUMBERS.get(self._params) if char == "~" else None)

    def _single(self, char: str) -> Keys:
        if not " " <= char <= "~":
            return self._broken(char)
        self._state = self._ground
        return self._key(_KEYPAD.get(char))

    def _string(self, char: str) -> Keys:
        opened, self._params = self._params, ""
        if char == _ESC:
            self._state = self._string_end
        elif char in "\x07\x9c\x18":
            self._state = self._ground
        elif char in "\x03\x1a" or char not in _STARTS.get(opened, char):
            return self._broken(char)
        return ()

    def _string_end(self, char: str) -> Keys:
        if char == "\\":
            self._state = self._ground
            return ()
        self._state = self._escape
        return self._escape(char)

    def _broken(self, char: str) -> Keys:
        """Give up a sequence that `char` can't belong to; `char` itself is not lost."""
        self._state = self._ground
        return self._ground(char)

    @staticmethod
    def _key(name: str | None) -> Keys:
        return (name,) if name else ()
