"""Writing to a descriptor until all of it is written, and reading standard input until its end."""

from __future__ import annotations

import errno
import io
import os
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from tracecli.descriptors import write_all
from tracecli.errors import TraceError
from tracecli.library.inputs import open_stdin
from tracecli.library.writing import write_whole


def test_what_a_write_leaves_over_is_written_next(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []

    def some(_descriptor: int, content: memoryview) -> int:
        written.append(bytes(content[:3]))
        return len(written[-1])

    monkeypatch.setattr(os, "write", some)

    write_all(1, b"one two three")

    assert written == [b"one", b" tw", b"o t", b"hre", b"e"]


@pytest.mark.parametrize("number", [0, 1100])
def test_a_full_pipe_is_waited_for_whatever_its_number(number: int) -> None:
    reader, writer = os.pipe()
    if number:
        try:
            os.dup2(writer, number)
        except OSError:
            pytest.skip("so many descriptors are not allowed here")
        os.close(writer)
        writer = number
    os.set_blocking(writer, False)
    content = os.urandom(300_000)
    got: list[bytes] = []

    def read() -> None:
        while piece := os.read(reader, 5000):
            got.append(piece)

    slow = threading.Thread(target=read)
    slow.start()
    try:
        write_all(writer, content)
    finally:
        os.close(writer)
        slow.join()
        os.close(reader)

    assert b"".join(got) == content


def test_a_reader_that_has_gone_is_told() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        with pytest.raises(BrokenPipeError):
            write_all(writer, b"x")
        with pytest.raises(BrokenPipeError):
            write_whole(f"/dev/fd/{writer}", b"x")
    finally:
        os.close(writer)


@pytest.mark.parametrize(
    ("number", "fails"), [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EIO, True), (errno.EINVAL, False)]
)
def test_a_disk_that_is_full_only_when_the_file_is_finished_is_full(
    number: int,
    fails: bool,  # noqa: FBT001 -- a row
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fsync(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fsync)
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")

    if fails:
        with pytest.raises(TraceError, match="nothing of it was changed"):
            write_whole(str(target), b"new")
    else:
        write_whole(str(target), b"new")

    assert target.read_bytes() == (b"old" if fails else b"new")
    assert os.listdir(tmp_path) == ["old.txt"]


class Slow(io.FileIO):
    """A non-blocking pipe that is empty at first: only then its other end is written to, and closed."""

    def __init__(self, reader: int, writer: int, content: bytes) -> None:
        super().__init__(reader)
        self._writer, self._content = writer, content

    def readinto(self, buffer: bytearray | memoryview) -> int | None:  # type: ignore[override]
        got = super().readinto(buffer)
        if got is None:
            os.write(self._writer, self._content)
            os.close(self._writer)
        return got


def test_a_pipe_that_is_empty_for_now_has_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.set_blocking(reader, False)

    with io.BufferedReader(Slow(reader, writer, b"title: It came late\n")) as stream:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=stream))
        document = open_stdin()

    assert document.data == {"title": "It came late"}
