"""Bytes → text: UTF-8, and a good guess at what it is instead."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from tracecli.problems import Problem, Span
from tracecli.reading.wording import character, fault

_WIDE = (  # the longer mark first: UTF-32's begins with UTF-16's (Unicode standard, table 23-7)
    (codecs.BOM_UTF32_LE, "UTF-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "UTF-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "UTF-16", "utf-16-be"),
)
_NULS = (  # where the first four bytes are NUL, for a text that begins with two ASCII characters (RFC 4627, section 3)
    ("0001", "UTF-32", "utf-32-be"),
    ("1000", "UTF-32", "utf-32-le"),
    ("0101", "UTF-16", "utf-16-be"),
    ("1010", "UTF-16", "utf-16-le"),
)
_OTHERS = (
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\x89PNG", "a picture"),
    (b"%PDF-", "a PDF"),
    (b"+/v8", "UTF-7 text"),
    (b"+/v9", "UTF-7 text"),
    (b"\x84\x31\x95\x33", "GB18030 text"),
)


class Decoded(NamedTuple):
    """A text without its byte order mark; with a problem, as near to a text as can be shown."""

    text: str
    problem: Problem | None = None


def decode(raw: bytes) -> Decoded:
    """Decode UTF-8, with one byte order mark or none."""
    other = _wide(raw) or _other(raw)
    if other:
        return other
    raw = raw.removeprefix(codecs.BOM_UTF8)
    if b"\x00" in raw:
        return _broken(raw, raw.index(0), "byte 0x00 (NUL) is in no text: this looks like a binary file, or UTF-16")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return _broken(raw, error.start, _not_utf8(raw, error))
    if text.startswith("\ufeff"):
        words = "the file begins with two byte order marks (U+FEFF): at most one is allowed"
        return Decoded(text, fault("encoding", words, Span(0, 1)))
    return Decoded(text)


def _wide(raw: bytes) -> Decoded | None:
    for mark, name, codec in _WIDE:
        if raw.startswith(mark):
            seen = f"it begins with {mark.hex(' ').upper()}, {name}'s byte order mark"
            return _elsewise(name, seen, raw.removeprefix(mark).decode(codec, "replace"))
    start = raw * 2 if len(raw) == 2 else raw[:4]  # two bytes may be one character of UTF-16
    nuls = "".join("1" if byte else "0" for byte in start)
    for pattern, name, codec in _NULS:
        if nuls == pattern:
            seen = f"its first bytes are {raw[:4].hex(' ').upper()}"
            return _elsewise(name, seen, raw.decode(codec, "replace"))
    return None


def _other(raw: bytes) -> Decoded | None:
    for magic, name in _OTHERS:
        if raw.startswith(magic):
            words = f"this is {name}, not UTF-8 text: it begins with {magic.hex(' ').upper()}"
            return Decoded(raw.decode(errors="replace"), fault("encoding", words, Span(0, 0)))
    return None


def _elsewise(name: str, seen: str, text: str) -> Decoded:
    return Decoded(text, fault("encoding", f"the file is in {name}, not UTF-8: {seen}. Save it as UTF-8", Span(0, 0)))


def _broken(raw: bytes, at: int, words: str) -> Decoded:
    offset = len(raw[:at].decode(errors="replace"))
    return Decoded(raw.decode(errors="replace"), fault("encoding", words, Span(offset, offset + 1)))


def _not_utf8(raw: bytes, error: UnicodeDecodeError) -> str:
    byte = raw[error.start]
    seen = f"byte 0x{byte:02x} is not UTF-8"
    if error.reason == "unexpected end of data":
        return f"{seen}: the file ends in the middle of a character"
    if byte == 0xED and raw[error.start + 1 : error.start + 2] >= b"\xa0":
        return f"{seen}: half of a surrogate pair (CESU-8). Save the file as UTF-8"
    guess = bytes([byte]).decode("cp1252", "ignore")
    looks = f"; in Windows-1252 or Latin-1 it is {character(guess)}" if guess else ""
    return f"{seen}{looks}. Save the file as UTF-8"
