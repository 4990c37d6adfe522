from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.coderoots import LOOP, MOVED, commit, metadata, sdist, wheel
from tests.support.tools import tool
from tracecli.errors import TraceError
from tracecli.sources import cite, open_roots
from tracecli.sources.archive import BoundedReader, Gone, Look, Text, TooMuchError, Unknown, leaves

URL = "https://github.com/own/eng/blob/v1.2/python/eng/a.py"
HIDDEN = "hidden"


def look(word: str, revision: str = "v1.2", path: str = "python/eng/a.py") -> Look:
    """Look at a file through one root."""
    citation = cite(URL)
    assert citation is not None
    return open_roots([word]).look(citation, revision, path)


def why(answer: Look) -> str:
    """Give the reason of an answer that is no text."""
    assert not isinstance(answer, Text)
    return answer.why


class TestCheckout:
    @pytest.fixture
    def repository(self, tmp_path: Path) -> Path:
        commit(tmp_path, {"python/eng/a.py": LOOP}, tag="v1.2")
        commit(tmp_path, {"python/eng/a.py": MOVED, "python/eng/b.py": "", "-o": "x"}, tag="v2")
        return tmp_path

    def test_a_file_is_read_as_a_tag_or_a_commit_has_it(self, repository: Path) -> None:
        assert look(f"own/eng={repository}") == Text(LOOP)
        assert look(f"own/eng={repository}", "v2") == Text(MOVED)
        assert look(f"own/eng={repository}", "HEAD") == Text(MOVED)

    def test_a_file_whose_contents_were_not_fetched_is_unknown(self, repository: Path) -> None:
        named = [tool("git"), "rev-parse", "v1.2:python/eng/a.py"]
        blob = subprocess.run(named, cwd=repository, check=True, capture_output=True, text=True).stdout.strip()
        (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()

        answer = look(f"own/eng={repository}")

        assert isinstance(answer, Unknown)
        assert "lacks the file's contents" in answer.why

    def test_a_folder_of_the_checkout_and_a_bare_repository_will_do(self, repository: Path) -> None:
        assert look(f"own/eng={repository / 'python'}") == Text(LOOP)
        assert look(f"own/eng={repository / '.git'}") == Text(LOOP)

    def test_nothing_is_checked_out_and_nothing_is_changed(self, repository: Path) -> None:
        before = {path: path.stat().st_mtime_ns for path in repository.rglob("*")}

        look(f"own/eng={repository}")

        assert {path: path.stat().st_mtime_ns for path in repository.rglob("*")} == before

    def test_a_version_that_the_checkout_lacks_is_not_known(self, repository: Path) -> None:
        assert "git fetch --tags" in why(look(f"own/eng={repository}", "v9"))

    def test_a_file_that_the_version_lacks_is_gone(self, repository: Path) -> None:
        assert isinstance(look(f"own/eng={repository}", path="python/eng/b.py"), Gone)
        assert look(f"own/eng={repository}", "v2", "python/eng/b.py") == Text("")

    def test_a_tag_with_slashes_is_found(self, repository: Path) -> None:
        commit(repository, {"x": ""}, tag="eng/v3")

        assert look(f"own/eng={repository}", "eng/v3") == Text(MOVED)

    @pytest.mark.parametrize(
        "revision",
        ["--output=hit", "-o", "v1.2:python/eng/a.py", "HEAD^{/x}", "HEAD~1", "@{-1}", "v1.2..v2", "", "a b", "v1.2\n"],
    )
    def test_a_hostile_version_is_no_option_and_no_expression(self, repository: Path, revision: str) -> None:
        assert isinstance(look(f"own/eng={repository}", revision), Unknown)
        assert not (repository / "hit").exists()

    @pytest.mark.parametrize(
        "path", ["../a.py", "/etc/passwd", "python/../../x", "", "a//b", "./a", "C:/x", "a\\b", "a\0"]
    )
    def test_a_path_that_could_leave_the_repository_is_not_looked_at(self, repository: Path, path: str) -> None:
        assert leaves(path)
        assert "leaves the repository" in why(look(f"own/eng={repository}", path=path))

    @pytest.mark.parametrize("path", [":(top)python/eng/a.py", "python/*/a.py", ":!x"])
    def test_a_path_is_never_a_pattern(self, repository: Path, path: str) -> None:
        assert isinstance(look(f"own/eng={repository}", path=path), Gone)

    def test_a_path_that_looks_like_an_option_is_a_path(self, repository: Path) -> None:
        assert look(f"own/eng={repository}", "v2", "-o") == Text("x")

    def test_links_in_a_version_are_not_followed(
        self, repository: Path, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        outside = tmp_path_factory.mktemp("outside")
        (outside / "a.py").write_text(HIDDEN, encoding="utf-8")
        (repository / "link.py").symlink_to(outside / "a.py")
        (repository / "folder").symlink_to(outside)
        commit(repository, {}, tag="v3")

        assert "is a link" in why(look(f"own/eng={repository}", "v3", "link.py"))
        assert "folder is a link" in why(look(f"own/eng={repository}", "v3", "folder/a.py"))
        assert "is a folder" in why(look(f"own/eng={repository}", "v3", "python"))

    def test_a_lying_configuration_starts_no_program(self, repository: Path) -> None:
        hit = repository / "hit"
        with (repository / ".git" / "config").open("a", encoding="utf-8") as config:
            config.write(f"[core]\n\tfsmonitor = touch {hit}\n\tsshCommand = touch {hit}\n\tpager = touch {hit}\n")
            config.write(f'[diff "x"]\n\ttextconv = touch {hit}\n[filter "x"]\n\tsmudge = touch {hit}\n')
        (repository / ".git" / "info").mkdir(exist_ok=True)
        (repository / ".git" / "info" / "attributes").write_text("* diff=x filter=x\n", encoding="utf-8")

        assert look(f"own/eng={repository}") == Text(LOOP)
        assert not hit.exists()

    def test_a_large_file_is_not_read(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tracecli.sources.roots.LARGEST", 10)

        assert "larger than" in why(look(f"own/eng={repository}"))


class TestRelease:
    def test_a_wheel_is_read_at_its_own_version(self, tmp_path: Path) -> None:
        made = wheel(tmp_path, {"eng/a.py": LOOP})

        assert look(f"own/eng={made}") == Text(LOOP)
        assert why(look(f"own/eng={made}", "v1.3")) == f"{made} is 1.2.0, and the link cites v1.3"
        assert "a commit" in why(look(f"own/eng={made}", "0a1b2c3d4e"))

    def test_an_sdist_is_read_below_its_folder(self, tmp_path: Path) -> None:
        made = sdist(tmp_path, {"eng/a.py": LOOP, "python/eng/c.py": MOVED})

        assert look(f"own/eng={made}") == Text(LOOP)
        assert look(f"own/eng={made}", path="python/eng/c.py") == Text(MOVED)

    def test_an_unpacked_release_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "eng").mkdir()
        (tmp_path / "eng" / "a.py").write_text(LOOP, encoding="utf-8")
        (tmp_path / "eng-1.2.dist-info").mkdir()
        (tmp_path / "eng-1.2.dist-info" / "METADATA").write_text(metadata("eng", "1.2"), encoding="utf-8")

        assert look(f"own/eng={tmp_path}") == Text(LOOP)

    def test_of_many_packages_in_a_folder_the_one_named_like_the_repository_counts(self, tmp_path: Path) -> None:
        for name, version in (("other", "7"), ("eng", "1.2")):
            (tmp_path / f"{name}.dist-info").mkdir()
            (tmp_path / f"{name}.dist-info" / "METADATA").write_text(metadata(name, version), encoding="utf-8")
        (tmp_path / "eng").mkdir()
        (tmp_path / "eng" / "a.py").write_text(LOOP, encoding="utf-8")

        assert look(f"own/eng={tmp_path}") == Text(LOOP)

    def test_the_name_of_a_folder_will_do_for_its_version(self, tmp_path: Path) -> None:
        place = tmp_path / "eng-1.2"
        (place / "eng").mkdir(parents=True)
        (place / "eng" / "a.py").write_text(LOOP, encoding="utf-8")

        assert look(f"own/eng={place}") == Text(LOOP)

    def test_a_version_can_be_declared(self, tmp_path: Path) -> None:
        place = tmp_path / "somewhere"
        (place / "eng").mkdir(parents=True)
        (place / "eng" / "a.py").write_text(LOOP, encoding="utf-8")

        assert "REPO@v1.2=PATH" in why(look(f"own/eng={place}"))
        assert look(f"own/eng@v1.2={place}") == Text(LOOP)
        assert look(f"own/eng@0a1b2c3d4e={place}", "0a1b2c3d4e") == Text(LOOP)

    def test_only_a_package_can_be_said_to_lack_a_python_file(self, tmp_path: Path) -> None:
        made = wheel(tmp_path, {"eng/a.py": LOOP, "b.py": ""})

        assert isinstance(look(f"own/eng={made}", path="python/eng/gone.py"), Gone)
        assert isinstance(look(f"own/eng={made}", path="docs/a.py"), Unknown)
        assert isinstance(look(f"own/eng={made}", path="eng/kernel.cu"), Unknown)
        assert isinstance(look(f"own/eng={made}", path="far/below/b.py"), Unknown)
        assert look(f"own/eng={made}", path="src/b.py") == Text("")

    def test_a_file_of_one_folder_is_not_taken_for_one_beside_that_folder(self, tmp_path: Path) -> None:
        made = sdist(tmp_path, {"eng/a.py": LOOP, "conftest.py": "", "tests/test_a.py": "", "setup.py": "x = 1\n"})

        assert isinstance(look(f"own/eng={made}", path="tests/conftest.py"), Gone)
        assert isinstance(look(f"own/eng={made}", path="tests/setup.cfg"), Unknown)
        assert look(f"own/eng={made}", path="python/setup.py") == Text("x = 1\n")

    def test_other_bytes_that_are_not_utf_8_are_another_text(self, tmp_path: Path) -> None:
        texts = []
        for number, raw in enumerate((b"# caf\xe9\n", b"# caf\xe8\n")):
            place = tmp_path / str(number) / "eng-1.2" / "eng"
            place.mkdir(parents=True)
            (place / "a.py").write_bytes(raw)
            texts.append(look(f"own/eng={place.parent}"))

        assert all(isinstance(text, Text) for text in texts)
        assert texts[0] != texts[1]

    def test_the_first_root_that_has_the_file_answers(self, tmp_path: Path) -> None:
        old, new = wheel(tmp_path, {"eng/a.py": LOOP}), wheel(tmp_path, {"eng/a.py": MOVED}, version="2")
        citation = cite(URL)
        assert citation is not None

        roots = open_roots([f"eng={old}", f"https://github.com/own/eng={new}"])

        assert roots.look(citation, "v1.2", "eng/a.py") == Text(LOOP)
        assert roots.look(citation, "v2", "eng/a.py") == Text(MOVED)
        assert isinstance(roots.look(citation, "v3", "eng/a.py"), Unknown)
        assert roots.unused([]) == ["eng", "github.com/own/eng"]
        assert roots.unused([citation]) == []

    def test_line_ends_and_marks_do_not_count(self, tmp_path: Path) -> None:
        made = wheel(tmp_path, {"eng/a.py": "\ufeff" + LOOP.replace("\n", "\r\n")})

        assert look(f"own/eng={made}") == Text(LOOP)


class TestHostileReleases:
    def test_a_link_out_of_the_folder_is_not_followed(self, tmp_path: Path) -> None:
        place = tmp_path / "eng-1.2"
        (place / "eng").mkdir(parents=True)
        (tmp_path / "secret.py").write_text(HIDDEN, encoding="utf-8")
        (place / "eng" / "a.py").symlink_to(tmp_path / "secret.py")
        (place / "out").symlink_to(tmp_path)
        (place / "eng" / "round.py").symlink_to(place / "eng" / "round.py")

        assert "leads out of" in why(look(f"own/eng={place}"))
        assert "leads out of" in why(look(f"own/eng={place}", path="out/secret.py"))
        assert isinstance(look(f"own/eng={place}", path="eng/round.py"), Unknown)

    def test_a_link_inside_of_the_folder_is_followed(self, tmp_path: Path) -> None:
        place = tmp_path / "eng-1.2"
        (place / "eng").mkdir(parents=True)
        (place / "eng" / "b.py").write_text(LOOP, encoding="utf-8")
        (place / "eng" / "a.py").symlink_to("b.py")

        assert look(f"own/eng={place}") == Text(LOOP)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
    def test_a_pipe_in_a_files_place_does_not_make_us_wait(self, tmp_path: Path) -> None:
        place = tmp_path / "eng-1.2"
        (place / "eng").mkdir(parents=True)
        os.mkfifo(place / "eng" / "a.py")

        assert not isinstance(look(f"own/eng={place}"), Text)

    def test_an_entry_that_climbs_is_never_asked_for_and_nothing_is_unpacked(self, tmp_path: Path) -> None:
        made = wheel(tmp_path, {"eng/a.py": LOOP, "../climbed.py": HIDDEN, "/abs.py": HIDDEN})
        before = sorted(tmp_path.rglob("*"))

        assert look(f"own/eng={made}") == Text(LOOP)
        assert isinstance(look(f"own/eng={made}", path="../climbed.py"), Unknown)
        assert isinstance(look(f"own/eng={made}", path="/abs.py"), Unknown)
        assert sorted(tmp_path.rglob("*")) == before
        assert not (tmp_path.parent / "climbed.py").exists()

    def test_a_zip_bomb_is_read_to_the_limit_only(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tracecli.sources.archive.LARGEST", 1000)
        monkeypatch.setattr("tracecli.sources.archive.LARGEST", 1000)
        made = wheel(tmp_path, {"eng/a.py": "#" * 10_000_000})

        assert "larger than" in why(look(f"own/eng={made}"))

    def test_a_zip_that_lies_about_a_size_is_no_trouble(self, tmp_path: Path) -> None:
        made = wheel(tmp_path, {"eng/a.py": LOOP})
        raw = bytearray(made.read_bytes())
        at = raw.rindex(b"PK\x01\x02", 0, raw.rindex(b"eng/a.py"))
        raw[at + 24 : at + 28] = struct.pack("<I", 5)
        made.write_bytes(raw)

        assert isinstance(look(f"own/eng={made}"), Text | Unknown)

    def test_a_member_that_is_damaged_or_packed_in_an_unknown_way_is_not_known(self, tmp_path: Path) -> None:
        made = wheel(tmp_path, {"eng/a.py": LOOP})
        raw = bytearray(made.read_bytes())
        at = raw.rindex(b"PK\x01\x02", 0, raw.rindex(b"eng/a.py"))
        raw[at + 10 : at + 12] = struct.pack("<H", 77)
        made.write_bytes(raw)

        assert "could not be read" in why(look(f"own/eng={made}"))

    def test_a_link_in_an_sdist_is_not_followed(self, tmp_path: Path) -> None:
        made = tmp_path / "eng-1.2.tar.gz"
        with tarfile.open(made, "w:gz") as archive:
            for name, kind in (("eng-1.2/eng/a.py", tarfile.SYMTYPE), ("eng-1.2/eng/b.py", tarfile.LNKTYPE)):
                about = tarfile.TarInfo(name)
                about.type, about.linkname = kind, "/etc/passwd"
                archive.addfile(about)

        assert "is a link" in why(look(f"own/eng={made}"))
        assert "is a link" in why(look(f"own/eng={made}", path="eng/b.py"))

    def test_a_tar_bomb_is_given_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tracecli.sources.archive.BoundedReader", lambda stream: BoundedReader(stream, 1 << 20))
        made = sdist(tmp_path, {"eng/big.bin": "0" * (4 << 20), "eng/a.py": LOOP})

        with pytest.raises(TraceError, match="unpacks to more than"):
            look(f"own/eng={made}")

    def test_a_header_that_asks_for_too_much_at_once_is_given_up(self) -> None:
        with pytest.raises(TooMuchError):
            BoundedReader(io.BytesIO(b"x")).read(1 << 40)
        with pytest.raises(TooMuchError):
            BoundedReader(io.BytesIO(b"x")).seek(1 << 40)

    def test_too_many_members_are_given_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tracecli.sources.archive._MEMBERS", 3)
        made = sdist(tmp_path, {f"eng/{number}.py": "" for number in range(9)})

        with pytest.raises(TraceError, match="unpacks to more than"):
            look(f"own/eng={made}")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"PK\x03\x04 no zip",
        b"\x1f\x8b no gzip",
        b"BZh no bzip2",
        b"\xfd7zXZ\x00",
        b"text",
        gzip.compress(b"text", mtime=0),
    ],
)
def test_a_file_that_is_no_archive_ends_the_run_with_a_reason(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "eng-1.2.whl").write_bytes(raw)

    with pytest.raises(TraceError, match="no wheel and no sdist"):
        look(f"own/eng={tmp_path / 'eng-1.2.whl'}")


def test_an_archive_that_is_cut_off_lacks_nothing_silently(tmp_path: Path) -> None:
    """`tarfile` takes a cut between two files, and a damaged header, for the end."""
    whole = gzip.decompress(sdist(tmp_path, {"eng/a.py": LOOP, "eng/b.py": LOOP}).read_bytes())
    second = whole.index(b"eng-1.2.0/eng/b.py")
    cut = tmp_path / "eng-1.2.tar"

    cut.write_bytes(whole)
    assert look(f"own/eng={cut}", path="eng/b.py") == Text(LOOP)
    for raw in (whole[:second], whole[: second + 100], whole[: second + 700], whole[:second] + b"x" * 2048):
        cut.write_bytes(raw)
        with pytest.raises(TraceError, match="no wheel and no sdist that can be read"):
            look(f"own/eng={cut}", path="eng/b.py")


@pytest.mark.parametrize("word", ["own/eng", "=path", "own/eng=", "own/eng=/no/such/place"])
def test_a_root_that_is_none_ends_the_run_with_a_reason(word: str) -> None:
    with pytest.raises(TraceError):
        open_roots([word])


def test_a_git_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool("git")
    commit(tmp_path, {"a.py": ""})
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(TraceError, match="git is not installed"):
        open_roots([f"own/eng={tmp_path}"])


def test_other_archives_are_read_too(tmp_path: Path) -> None:
    tar, zipped = tmp_path / "eng-1.2.tar.xz", tmp_path / "v1.2.zip"
    with tarfile.open(tar, "w:xz") as archive:
        about = tarfile.TarInfo("eng-1.2/eng/a.py")
        about.size, about.mode = len(LOOP.encode()), stat.S_IRUSR
        archive.addfile(about, io.BytesIO(LOOP.encode()))
    with zipfile.ZipFile(zipped, "w") as packed:
        packed.writestr("eng-1.2/python/eng/a.py", LOOP)

    assert look(f"own/eng={tar}") == Text(LOOP)
    assert look(f"own/eng={zipped}") == Text(LOOP)
