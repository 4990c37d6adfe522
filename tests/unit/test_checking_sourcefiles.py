"""What may be read of the files that a trace names, and what is refused unread."""

from __future__ import annotations

import errno
import hashlib
import os
import socket
from pathlib import Path

import pytest

from tests.unit.checking_helpers import only, rules, small
from tracecli.checking.source_files import Escapes, Found, Missing, SourceFolder, Unseen, is_absolute
from tracecli.problems import Severity


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give the trace's folder: in a repository, with a neighbour in it, and a secret outside."""
    folder = tmp_path / "repository" / "traces"
    folder.mkdir(parents=True)
    (folder / "beside.txt").write_bytes(b"beside\n")
    (folder / "inner").mkdir()
    (folder.parent / "above.txt").write_bytes(b"above\n")
    (tmp_path / "secret.txt").write_bytes(b"secret\n")
    return folder


@pytest.fixture
def files(place: Path) -> SourceFolder:
    return SourceFolder(place, place.parent)


@pytest.mark.parametrize(
    "path", ["beside.txt", "./beside.txt", "inner/../beside.txt", "../above.txt", "inner/../../above.txt"]
)
def test_a_file_in_the_repository_is_found(files: SourceFolder, path: str) -> None:
    assert files.look(path, digest=False) == Found()


def test_a_hash_is_of_all_of_the_file(files: SourceFolder, place: Path) -> None:
    large = os.urandom(3 * 1024 * 1024 + 5)
    (place / "large.bin").write_bytes(large)

    assert files.look("large.bin", digest=True) == Found(hashlib.sha256(large).hexdigest())


def test_a_file_is_hashed_once_however_often_and_in_whatever_spelling_it_is_named(
    files: SourceFolder, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    real = os.open

    def note(path: Path, flags: int) -> int:
        opened.append(path)
        return real(path, flags)

    monkeypatch.setattr("tracecli.checking.source_files.os.open", note)

    looks = {files.look(path, digest=True) for path in ("beside.txt", "./beside.txt", "inner/../beside.txt") * 10}

    assert looks == {Found(hashlib.sha256(b"beside\n").hexdigest())}
    assert opened == [place / "beside.txt"]


@pytest.mark.parametrize(
    "path", ["../../secret.txt", "inner/../../../secret.txt", "../../repository/traces/beside.txt", "../.."]
)
def test_a_path_that_leaves_the_repository_is_refused_even_if_it_comes_back(files: SourceFolder, path: str) -> None:
    assert files.look(path, digest=True) == Escapes()


@pytest.mark.parametrize("path", ["/etc/passwd", "//host/share", "\\\\host\\share", "C:\\x", "c:x", "/"])
def test_an_absolute_path_of_any_system_is_refused(files: SourceFolder, path: str) -> None:
    assert files.look(path, digest=True) == Escapes(absolute=True)
    assert Unseen().look(path, digest=True) == Escapes(absolute=True)


@pytest.mark.parametrize("path", ["a:b/c.txt", "C#.md", "~/x", "a/b", "%2e%2e/x", "..."])
def test_other_odd_names_are_relative(path: str) -> None:
    assert is_absolute(path) == (path[1] == ":")


def test_a_link_that_leads_out_is_refused_and_named(files: SourceFolder, place: Path) -> None:
    (place / "out").symlink_to(place.parents[1])
    (place / "secret").symlink_to(place.parents[1] / "secret.txt")

    assert files.look("out/secret.txt", digest=True) == Escapes(through="out")
    assert files.look("secret", digest=True) == Escapes(through="secret")
    assert files.look("out/repository/traces/beside.txt", digest=True) == Escapes(through="out")


def test_a_link_that_stays_inside_is_followed(files: SourceFolder, place: Path) -> None:
    (place / "link").symlink_to("../above.txt")
    (place / "folder").symlink_to("inner")

    assert files.look("link", digest=False) == Found()
    assert files.look("folder/../beside.txt", digest=False) == Found()


def test_a_trace_reached_through_a_link_has_its_real_folder(place: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").symlink_to(place)
    files = SourceFolder(tmp_path / "elsewhere", place.parent)

    assert files.look("../above.txt", digest=False) == Found()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nothing.txt", "there is no such file"),
        ("nothing/../nothing.txt", "there is no such file"),
        ("beside.txt/x", "Not a directory"),
        ("inner", "it is a folder"),
        (".", "it is a folder"),
        ("a\0b", "no file can be reached by that path"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_what_is_no_file_is_missing_with_the_reason(files: SourceFolder, path: str, reason: str) -> None:
    assert files.look(path, digest=True) == Missing(reason)


def test_special_files_are_not_opened(files: SourceFolder, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(place / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(place)  # a socket's path is at most 107 bytes long
        server.bind("socket")

    assert files.look("fifo", digest=True) == Missing("it is not a plain file")
    assert files.look("socket", digest=True) == Missing("it is not a plain file")


def test_a_loop_of_links_is_missing(files: SourceFolder, place: Path) -> None:
    (place / "one").symlink_to("two")
    (place / "two").symlink_to("one")

    assert isinstance(files.look("one", digest=True), Missing)


def test_a_file_without_permission_is_missing(files: SourceFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", refuse)

    assert files.look("beside.txt", digest=True) == Missing("Permission denied")


def _with_source(**source: str) -> dict[str, object]:
    return {**small(), "sources": [{"title": "x", **source}]}


def test_a_hash_that_differs_is_an_error_that_gives_the_new_one(files: SourceFolder) -> None:
    problem = only(_with_source(file="beside.txt", sha256="0" * 64), "source-hash", files)

    assert problem.suggestion == hashlib.sha256(b"beside\n").hexdigest()
    assert problem.place.pointer == ("sources", 0, "sha256")


def test_a_hash_in_capitals_is_the_same_hash(files: SourceFolder) -> None:
    pinned = hashlib.sha256(b"beside\n").hexdigest().upper()

    assert rules(_with_source(file="beside.txt", sha256=pinned), files) == []


def test_a_path_that_escapes_is_a_note_and_with_a_hash_an_error(files: SourceFolder) -> None:
    plain = only(_with_source(file="../../secret.txt"), "source-escapes", files)
    pinned = only(_with_source(file="../../secret.txt", sha256="0" * 64), "source-escapes", files)

    assert plain.severity is Severity.NOTE
    assert pinned.severity is Severity.ERROR


def test_a_link_that_leads_out_is_an_error(files: SourceFolder, place: Path) -> None:
    (place / "out").symlink_to(place.parents[1])

    problem = only(_with_source(file="out/secret.txt"), "source-escapes", files)

    assert problem.severity is Severity.ERROR
    assert "through the link 'out'" in problem.message


def test_where_nobody_can_look_one_note_says_so_for_all_files() -> None:
    data = {**small(), "sources": [{"title": "x", "file": name} for name in ("a", "b", "../../../c")]}

    problem = only(data, "missing-source", Unseen())

    assert problem.message == "3 files named here were not looked at: this trace does not come from a folder"
    assert problem.severity is Severity.NOTE


def test_where_nobody_is_asked_only_an_absolute_path_is_told() -> None:
    assert rules(_with_source(file="nothing.txt")) == []
    assert rules(_with_source(file="/etc/passwd")) == ["source-escapes"]


def test_a_malformed_hash_is_no_reason_to_read_a_file(files: SourceFolder) -> None:
    assert rules(_with_source(file="beside.txt", sha256="zz"), files) == ["wrong-value"]
