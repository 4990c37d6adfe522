"""Paths and bytes → documents: files that can't be read, pipes, encodings, formats."""

from __future__ import annotations

import codecs
import os
import socket
import threading
from pathlib import Path

import pytest

from tests.unit.reading_helpers import read, told
from tracecli.errors import TraceError
from tracecli.reading import Limits, read_file
from tracecli.reading.files import read_pipe


def why(path: str | Path) -> str:
    with pytest.raises(TraceError) as caught:
        read_file(path)
    return caught.value.message


def test_a_file_is_read_under_the_name_that_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("{}")

    assert read_file(path, name="y.yaml").format == "yaml"
    assert read_file(path).name == str(path)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    assert why(tmp_path / "x.json") == f"{tmp_path}/x.json: there is no such file"


def test_a_link_to_nothing_is_told_from_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")

    assert why(tmp_path / "link") == f"{tmp_path}/link: this link leads to no file"


def test_a_loop_of_links_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")

    assert why(tmp_path / "a") == f"{tmp_path}/a: this is a loop of links"


def test_a_folder_is_named(tmp_path: Path) -> None:
    assert why(tmp_path) == f"{tmp_path}: this is a folder, and one file is meant"


def test_a_path_through_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")

    assert why(tmp_path / "x" / "y") == f"{tmp_path}/x/y: part of this path is a file, not a folder"


def test_a_missing_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("{}")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # the tests may run as root, whom nothing is refused

    assert why(tmp_path / "x") == f"{tmp_path}/x: there is no permission to read it"


def test_an_error_while_reading_is_told_in_the_systems_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("{}")

    def fail(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "read", fail)

    assert why(tmp_path / "x") == f"{tmp_path}/x: could not be read: Input/output error"


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")

        assert why("s") == "s: this is a device or a socket, not a file"


def test_a_device_is_refused_before_it_is_opened() -> None:
    assert why(os.devnull) == f"{os.devnull}: this is a device or a socket, not a file"


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "x" * 5000])
def test_a_name_that_no_file_can_have_is_one_line(name: str) -> None:
    assert why(name).splitlines()[-1].endswith((": no file can have this name", ": the name is too long"))


def test_at_most_one_byte_more_than_the_limit_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"[" * 5000)
    asked: list[int] = []
    real = os.read

    def count(handle: int, most: int) -> bytes:
        asked.append(most)
        return real(handle, most)

    monkeypatch.setattr(os, "read", count)

    document = read_file(path, limits=Limits(size=100))

    assert asked == [101]
    assert [problem.rule for problem in document.problems] == ["too-large"]


def test_a_file_that_shrinks_while_it_is_read_is_read_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"[1, 2]" + b" " * 100)
    real = os.fstat

    def shrink(handle: int) -> os.stat_result:
        status = real(handle)
        os.truncate(path, 3)
        return status

    monkeypatch.setattr(os, "fstat", shrink)

    assert told(read_file(path)) == ["1:4 syntax: the text ends before this list is closed: ']' is missing"]


def test_a_file_that_is_exchanged_for_a_fifo_does_not_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    os.mkfifo(path)
    monkeypatch.setattr(os, "stat", lambda _: os.lstat(__file__))

    with pytest.raises(TraceError, match=r"x\.json: waited 0 s for anything to come through this pipe"):
        read_file(path, timeout=0)


def test_a_fifo_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    os.mkfifo(path)
    text = b"[" + b"1, " * 100_000 + b"1]"  # more than a pipe holds
    writer = threading.Thread(target=path.write_bytes, args=(text,), daemon=True)
    writer.start()

    document = read_file(path)

    writer.join()
    assert isinstance(document.data, list)
    assert len(document.data) == 100_001


def test_a_timeout_ends_the_wait_for_a_fifo_that_trickles() -> None:
    reader, writer = os.pipe()
    seconds = iter(range(100))

    def tick() -> float:
        os.write(writer, b"x")
        return float(next(seconds))

    try:
        with pytest.raises(TimeoutError, match="waited 10 s for its end to come through this pipe"):
            read_pipe(reader, 1000, 10, tick)
    finally:
        os.close(reader)
        os.close(writer)


def test_a_pipe_is_read_no_further_than_asked() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"abcdef")
    try:
        assert read_pipe(reader, 4, 10) == b"abcd"
    finally:
        os.close(reader)
        os.close(writer)


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
