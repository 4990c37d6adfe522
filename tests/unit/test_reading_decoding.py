from __future__ import annotations

import codecs

import pytest

from tests.unit.reading_helpers import read, told

GOOD = '{"title": "é−𝒳"}'


def test_one_byte_order_mark_is_taken_off_and_columns_do_not_count_it() -> None:
    document = read(codecs.BOM_UTF8 + b'{"a": NaN}')

    assert document.readable
    assert told(document) == ["1:7 syntax: NaN is not JSON: write a number"]


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
def test_two_byte_order_marks_are_an_error(name: str) -> None:
    document = read(codecs.BOM_UTF8 * 2 + GOOD.encode(), name)

    assert not document.readable
    assert told(document) == [
        "1:1 encoding: the file begins with two byte order marks (U+FEFF): at most one is allowed"
    ]


@pytest.mark.parametrize(
    ("raw", "name", "seen"),
    [
        (codecs.BOM_UTF16_LE + GOOD.encode("utf-16-le"), "UTF-16", "it begins with FF FE, UTF-16's byte order mark"),
        (codecs.BOM_UTF16_BE + GOOD.encode("utf-16-be"), "UTF-16", "it begins with FE FF, UTF-16's byte order mark"),
        (
            codecs.BOM_UTF32_LE + GOOD.encode("utf-32-le"),
            "UTF-32",
            "it begins with FF FE 00 00, UTF-32's byte order mark",
        ),
        (
            codecs.BOM_UTF32_BE + GOOD.encode("utf-32-be"),
            "UTF-32",
            "it begins with 00 00 FE FF, UTF-32's byte order mark",
        ),
        (GOOD.encode("utf-16-le"), "UTF-16", "its first bytes are 7B 00 22 00"),
        (GOOD.encode("utf-16-be"), "UTF-16", "its first bytes are 00 7B 00 22"),
        (GOOD.encode("utf-32-le"), "UTF-32", "its first bytes are 7B 00 00 00"),
        (GOOD.encode("utf-32-be"), "UTF-32", "its first bytes are 00 00 00 7B"),
        (b"{\x00", "UTF-16", "its first bytes are 7B 00"),
    ],
)
def test_wide_encodings_are_named_with_and_without_a_mark_and_can_be_shown(raw: bytes, name: str, seen: str) -> None:
    document = read(raw)

    assert not document.readable
    assert document.text in {GOOD, "{"}
    assert told(document) == [f"1:1 encoding: the file is in {name}, not UTF-8: {seen}. Save it as UTF-8"]


def test_a_latin_1_byte_is_named_with_its_place_and_what_it_may_mean() -> None:
    document = read(b'{\n"title": "caf\xe9"}')

    assert not document.readable
    assert document.line(2) == '"title": "caf\ufffd"}'
    assert told(document) == [
        "2:14 encoding: byte 0xe9 is not UTF-8; in Windows-1252 or Latin-1 it is 'é' (U+00E9, latin small letter e with acute). Save the file as UTF-8"
    ]


def test_a_byte_that_is_no_character_anywhere_is_only_named() -> None:
    assert told(read(b"a: \x81")) == ["1:4 encoding: byte 0x81 is not UTF-8. Save the file as UTF-8"]


def test_a_file_that_ends_within_a_character_says_so() -> None:
    assert told(read("a: é".encode()[:-1])) == [
        "1:4 encoding: byte 0xc3 is not UTF-8: the file ends in the middle of a character"
    ]


def test_surrogates_written_as_bytes_are_named() -> None:
    assert told(read(b'"\xed\xa0\xbd\xed\xb8\x80"')) == [
        "1:2 encoding: byte 0xed is not UTF-8: half of a surrogate pair (CESU-8). Save the file as UTF-8"
    ]


def test_a_nul_byte_is_an_error_at_its_place() -> None:
    assert told(read(b'{"a":\n "b\x00"}')) == [
        "2:4 encoding: byte 0x00 (NUL) is not text: this looks like a binary file, or UTF-16"
    ]


@pytest.mark.parametrize(
    ("raw", "what"),
    [(b"\x1f\x8b\x08\x00", "a gzip archive"), (b"PK\x03\x04", "a zip archive"), (b"%PDF-1.7", "a PDF")],
)
def test_what_is_no_text_at_all_is_called_by_its_name(raw: bytes, what: str) -> None:
    (message,) = told(read(raw))

    assert message.startswith(f"1:1 encoding: this is {what}, not UTF-8 text: it begins with ")
