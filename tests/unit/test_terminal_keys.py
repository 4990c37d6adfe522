"""Bytes become keys, however they arrive."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.terminal.actions import BINDINGS
from tracecli.terminal.keys import Decoder

_KEYS = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOC": "right",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1b[7~": "home",
    b"\x1b[8~": "end",
    b"\x1bOH": "home",
    b"\x1bOM": "enter",
    b"\x1b[5~": "page-up",
    b"\x1b[6~": "page-down",
    b"\r": "enter",
    b"\n": "enter",
    b"\t": "tab",
    b" ": "space",
    b"\x7f": "backspace",
    b"\x08": "backspace",
    b"\x03": "ctrl-c",
    b"\x1a": "ctrl-z",
    b"\x0c": "ctrl-l",
    b"\x15": "ctrl-u",
    b"q": "q",
    b"?": "?",
    "−".encode(): "−",
    "語".encode(): "語",
}
_NOT_KEYS = [
    b"\x1b[1;5C",  # Ctrl and the arrow
    b"\x1b[15~",  # F5
    b"\x1bOP",  # F1
    b"\x1b[[A",  # F1 of a Linux console
    b"\x1b[200~",  # a paste begins
    b"\x1b[?62;22c",  # what kind of terminal it is
    b"\x1b[12;40R",  # where the cursor is
    b"\x1b[I",  # it has the focus
    b"\x1b[<35;10;5M",  # the mouse moved
    b"\x1b[M !!",  # the same, the oldest form
    b"\x1b]11;rgb:0000/0000/0000\x07",  # its background
    b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1bP>|XTerm(390)\x1b\\",  # its name
    b"\x1bP1$r0m\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\",  # it knows pictures
    b"\x1b[97;5u",  # a key in a form we never asked for
    b"\x00",
]
_PIECES = [*_KEYS, *_NOT_KEYS]


def read(*chunks: bytes) -> list[str]:
    decoder = Decoder()
    return [key for chunk in chunks for key in decoder.feed(chunk)]


@pytest.mark.parametrize("data", _KEYS)
def test_a_key_has_its_name(data: bytes) -> None:
    assert read(data) == [_KEYS[data]]


@pytest.mark.parametrize("data", _NOT_KEYS)
def test_what_is_no_key_is_swallowed_whole(data: bytes) -> None:
    assert read(data + b"q") == ["q"]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(_PIECES), max_size=12), st.data())
def test_keys_are_the_same_in_whatever_pieces_their_bytes_come(pieces: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))

    keys = read(*(whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)))

    assert keys == [_KEYS[piece] for piece in pieces if piece in _KEYS]


@settings(max_examples=300)
@given(st.binary(max_size=40))
def test_after_any_bytes_at_all_ctrl_c_still_gets_through(noise: bytes) -> None:
    decoder = Decoder()
    decoder.feed(noise)

    keys = decoder.feed(b"\x03\x03\x03\x03")  # an old mouse report swallows three

    assert "ctrl-c" in keys


def test_a_lone_esc_is_a_key_once_nothing_follows() -> None:
    decoder = Decoder()

    assert decoder.feed(b"\x1b") == []
    assert decoder.waiting
    assert decoder.flush() == ["esc"]
    assert not decoder.waiting


def test_time_decides_about_nothing_else() -> None:
    decoder = Decoder()
    decoder.feed(b"\x1b[1;")

    assert not decoder.waiting
    assert decoder.flush() == []
    assert decoder.feed(b"5Cq") == ["q"]


@pytest.mark.parametrize("rest", [b"[C", b"OC"])
def test_the_rest_of_a_sequence_whose_esc_was_given_already_is_still_that_sequence(rest: bytes) -> None:
    decoder = Decoder()
    decoder.feed(b"\x1b")
    decoder.flush()

    assert decoder.feed(rest) == ["right"]


@pytest.mark.parametrize("key", ["[", "O"])
def test_a_bracket_typed_after_esc_is_a_bracket(key: str) -> None:
    decoder = Decoder()
    decoder.feed(b"\x1b")
    decoder.flush()

    assert decoder.feed(key.encode()) == []
    assert decoder.waiting
    assert decoder.flush() == [key]
    assert decoder.feed(b"q") == ["q"]


def test_esc_and_a_key_at_once_are_two_keys() -> None:
    assert read(b"\x1bq") == ["esc", "q"]
    assert read(b"\x1b\x1b[C") == ["esc", "right"]


def test_alt_and_a_bracket_does_not_swallow_what_follows() -> None:
    assert read(b"\x1b]q") == ["q"]
    assert read(b"\x1bPq") == ["q"]


def test_a_sequence_that_is_broken_off_loses_no_key() -> None:
    assert read(b"\x1b[1\x03") == ["ctrl-c"]
    assert read(b"\x1b]11;rgb\x03") == ["ctrl-c"]
    assert read(b"\x1bO\x1b[C") == ["right"]
    assert read("\x1b[語".encode()) == ["語"]


def test_bytes_that_are_no_utf8_are_no_key() -> None:
    assert read(b"\xff\xfeq\xe2\x88") == ["q"]


def test_a_paste_gives_its_characters() -> None:
    assert read(b"\x1b[200~k-1\x1b[201~") == ["k", "-", "1"]


def test_every_key_that_is_bound_can_be_typed() -> None:
    words = {key for row in BINDINGS for key in row.keys if len(key) > 1}

    assert words - set(_KEYS.values()) == {"esc"}
