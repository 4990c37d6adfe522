"""Small documents that are repaired."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.fixing import Edit, Fixed, fixed
from tracecli.problems import Fix, Place, Pointer, Problem, Severity
from tracecli.reading import read_bytes


def wish(pointer: Pointer, value: object, *more: tuple[Pointer, object]) -> Problem:
    """Give a problem whose repair writes these values."""
    fix = Fix("write it", ((pointer, value), *more))
    return Problem("wrong-value", Severity.ERROR, "is wrong", Place(pointer), fix=fix)


def repaired(text: str, *wishes: Problem, name: str = "t.yaml") -> str:
    """Give the text after all repairs, all of which must be made."""
    done = attempt(text, *wishes, name=name)
    assert done.left == ()
    assert done.applied == wishes
    return done.text


def attempt(text: str, *wishes: Problem, name: str = "t.yaml") -> Fixed:
    return fixed(read_bytes(text.encode(), name), wishes)


def kept(text: str, *wishes: Problem, name: str = "t.yaml") -> bool:
    """Tell whether no repair was made and the text is the same."""
    done = attempt(text, *wishes, name=name)
    return done.text == text and done.applied == () and done.left == wishes


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Give a text with edits that don't overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
