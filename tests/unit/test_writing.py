"""Files are written whole or not at all."""

from __future__ import annotations

import io
import os
import signal
import stat
import struct
import threading
import time
from pathlib import Path

import pytest

from tracecli.errors import TraceError
from tracecli.library import writing
from tracecli.library.writing import rewrite_text, write_new, write_whole


def test_a_new_file_gets_the_mode_that_the_umask_allows(tmp_path: Path) -> None:
    target = tmp_path / "new.txt"
    mask = os.umask(0o027)
    try:
        write_whole(str(target), b"new")
    finally:
        os.umask(mask)

    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_file_is_replaced_with_its_mode_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    target.chmod(0o751)

    write_whole(str(target), b"new")

    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o751
    assert os.listdir(tmp_path) == ["old.txt"]


def attributes(path: Path) -> dict[str, bytes]:
    return {name: os.getxattr(path, name) for name in os.listxattr(path)}


def acl(*entries: tuple[int, int, int]) -> bytes:
    """Give a list of access as Linux keeps it: version 2, then (tag, permissions, id) each."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


_NOBODY = 0xFFFFFFFF
_SHARED = acl((1, 6, _NOBODY), (2, 6, 12345), (4, 0, _NOBODY), (0x10, 6, _NOBODY), (0x20, 0, _NOBODY))


@pytest.mark.skipif(not hasattr(os, "listxattr"), reason="no attributes of files here")
def test_who_may_read_it_and_its_attributes_stay(tmp_path: Path) -> None:
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    try:
        os.setxattr(target, "user.origin", b"somewhere")
        os.setxattr(target, "system.posix_acl_access", _SHARED)
    except OSError:
        pytest.skip("this disk keeps no attributes")
    before, mode = attributes(target), target.stat().st_mode

    write_whole(str(target), b"new")

    assert target.read_bytes() == b"new"
    assert attributes(target) == before
    assert target.stat().st_mode == mode


@pytest.mark.skipif(not hasattr(os, "listxattr"), reason="no attributes of files here")
def test_a_folder_that_shares_its_new_files_does_not_share_what_was_private(tmp_path: Path) -> None:
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    target.chmod(0o600)
    try:
        os.setxattr(tmp_path, "system.posix_acl_default", _SHARED)
    except OSError:
        pytest.skip("this disk keeps no lists of access")

    write_whole(str(target), b"new")

    assert attributes(target) == {}
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_of_a_group_that_can_not_be_kept_the_rights_go_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refused)
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    target.chmod(0o664)

    write_whole(str(target), b"new")

    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "real.txt", tmp_path / "link.txt"
    target.write_bytes(b"old")
    link.symlink_to(target)

    write_whole(str(link), b"new")

    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_relative_name_without_a_folder_is_written_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    write_whole("here.txt", b"new")

    assert (tmp_path / "here.txt").read_bytes() == b"new"


def test_a_file_that_nobody_may_write_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    target.chmod(0o444)

    with pytest.raises(TraceError, match="read-only"):
        write_whole(str(target), b"new")

    assert target.read_bytes() == b"old"


def test_a_full_disk_leaves_the_old_file_whole_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    monkeypatch.setattr(writing, "_write", _full)

    with pytest.raises(TraceError, match="No space left on device"):
        write_whole(str(target), b"new")

    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["old.txt"]


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(writing, "_write", interrupted)

    with pytest.raises(KeyboardInterrupt):
        write_whole(str(tmp_path / "new.txt"), b"new")

    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["gone/new.txt", "new\0.txt", "file/below.txt", "n" * 300])
def test_a_place_that_is_not_there_is_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(TraceError, match="can't be written") as caught:
        write_whole(str(tmp_path / name), b"new")

    assert "\n" not in caught.value.message


def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    content = b"x" * 200_000
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()

    write_whole(str(pipe), content)

    reader.join()
    assert got == [content]
    assert pipe.is_fifo()


def test_a_pipe_that_nothing_reads_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(writing, "_FIFO_SECONDS", 0)

    with pytest.raises(TraceError, match="waited 0 s for a reader of this pipe"):
        write_whole(str(pipe), b"new")

    assert pipe.is_fifo()


def test_a_pipe_may_get_its_reader_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    sleep = time.sleep

    def begin(seconds: float) -> None:
        if not reader.ident:
            reader.start()
        sleep(seconds)

    monkeypatch.setattr("tracecli.library.writing.time.sleep", begin)

    write_whole(str(pipe), b"x" * 200_000)

    reader.join()
    assert got == [b"x" * 200_000]


@pytest.mark.parametrize("new", [b"", b"n", b"new and longer than it was"])
def test_the_other_names_of_a_file_have_the_new_text_too(new: bytes, tmp_path: Path) -> None:
    target, other = tmp_path / "old.txt", tmp_path / "other.txt"
    target.write_bytes(b"as it was")
    target.chmod(0o640)
    os.link(target, other)

    write_whole(str(target), new)

    assert (target.read_bytes(), other.read_bytes()) == (new, new)
    assert target.samefile(other)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["old.txt", "other.txt"]


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="the room can't be asked for here")
def test_a_full_disk_leaves_a_file_of_two_names_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, other = tmp_path / "old.txt", tmp_path / "other.txt"
    target.write_bytes(b"old")
    os.link(target, other)
    monkeypatch.setattr(os, "posix_fallocate", _full)

    with pytest.raises(TraceError, match="No space left on device"):
        write_whole(str(target), b"new and longer")

    assert (target.read_bytes(), other.read_bytes()) == (b"old", b"old")


def test_what_is_opened_already_is_written_where_it_stands_and_keeps_what_it_holds(tmp_path: Path) -> None:
    log, link = tmp_path / "log", tmp_path / "link"
    log.write_bytes(b"before ")
    handle = os.open(log, os.O_WRONLY | os.O_APPEND)
    link.symlink_to(f"/dev/fd/{handle}")

    write_whole(f"/dev/fd/{handle}", b"one ")
    write_whole(f"/proc/self/fd/{handle}", b"two ")
    write_whole(str(link), b"three ")
    os.write(handle, b"after")
    os.close(handle)

    assert log.read_bytes() == b"before one two three after"
    assert link.is_symlink()


def test_a_pipe_that_is_opened_already_is_written_to() -> None:
    out, into = os.pipe()

    write_whole(f"/dev/fd/{into}", b"all of it")
    os.close(into)

    with open(out, "rb") as reader:
        assert reader.read() == b"all of it"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_of_a_device_nobody_can_say_what_was_written() -> None:
    with pytest.raises(TraceError) as caught:
        write_whole("/dev/full", b"new")

    assert caught.value.message == "/dev/full can't be written: No space left on device"


@pytest.mark.parametrize("name", ["/dev/fd/987654", f"/dev/fd/{'9' * 30}", "/dev/fd/x"])
def test_what_is_not_opened_is_one_line(name: str) -> None:
    with pytest.raises(TraceError, match="can't be written"):
        write_whole(name, b"new")


@pytest.mark.parametrize("name", ["", "folder/", "none/"])
def test_a_folder_s_name_is_no_file_s(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()

    with pytest.raises(TraceError, match="can't be written: a file is meant"):
        write_whole(name, b"new")

    assert os.listdir(tmp_path) == ["folder"]


def test_a_new_text_keeps_the_byte_order_mark(tmp_path: Path) -> None:
    target = tmp_path / "t.yaml"
    target.write_bytes(b"\xef\xbb\xbfa: x\r\n")

    rewrite_text(str(target), "a: x\r\n", "a: y\r\n")

    assert target.read_bytes() == b"\xef\xbb\xbfa: y\r\n"


def test_a_file_that_has_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    target = tmp_path / "t.yaml"
    target.write_bytes(b"a: newer\n")

    with pytest.raises(TraceError, match="has changed"):
        rewrite_text(str(target), "a: x\n", "a: y\n")

    assert target.read_bytes() == b"a: newer\n"


def test_a_file_that_has_gone_meanwhile_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="can't be read again"):
        rewrite_text(str(tmp_path / "t.yaml"), "a: x\n", "a: y\n")


def test_a_pipe_in_the_place_of_a_file_is_neither_waited_for_nor_written(tmp_path: Path) -> None:
    pipe = tmp_path / "t.yaml"
    os.mkfifo(pipe)

    with pytest.raises(TraceError, match="can't be read again"):
        rewrite_text(str(pipe), "a: x\n", "a: y\n")


def test_a_file_that_was_appended_to_meanwhile_is_not_written(tmp_path: Path) -> None:
    target = tmp_path / "t.yaml"
    target.write_bytes(b"a: x\nb: y\n")

    with pytest.raises(TraceError, match="has changed"):
        rewrite_text(str(target), "a: x\n", "a: z\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_waits_until_the_file_is_there(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "new.txt"
    heard: list[bool] = []
    before = signal.signal(number, lambda *_: heard.append(target.exists()))
    real = writing._write

    def write(file: io.RawIOBase, content: bytes) -> None:
        signal.pthread_kill(threading.get_ident(), number)  # the suite's own threads would take one for the process
        real(file, content)

    monkeypatch.setattr(writing, "_write", write)
    try:
        write_whole(str(target), b"new")
    finally:
        signal.signal(number, before)

    assert heard == [True]
    assert os.listdir(tmp_path) == ["new.txt"]


def test_what_is_there_already_is_not_written_anew(tmp_path: Path) -> None:
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")

    with pytest.raises(TraceError, match="exists already"):
        write_new(str(target), b"new")

    assert target.read_bytes() == b"old"


def test_a_new_file_that_does_not_fit_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_write", _full)

    with pytest.raises(TraceError, match="No space left on device"):
        write_new(str(tmp_path / "new.txt"), b"new")

    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["gone/new.txt", "new\0.txt"])
def test_a_new_file_that_can_not_be_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(TraceError) as caught:
        write_new(str(tmp_path / name), b"new")

    assert "\n" not in caught.value.message
