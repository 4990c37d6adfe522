"""What `sources` parses is bounded: linear scanning, and a limit on whatever a parser takes more than that for."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.scaling import assert_linear
from tracecli import git
from tracecli.errors import TraceError
from tracecli.sources import archive, outline, roots
from tracecli.sources.archive import Folder, open_archive, spelt
from tracecli.sources.outline import plain_definitions, python_definitions


@pytest.mark.parametrize(
    "version",
    ["1" + "a-" * 24 + "!", "1" + "rc" * 24 + "?", "v1" + ".a_" * 16 + "x!", "1" + "-" * 48 + "!", "9" * 5000],
)
def test_a_version_of_odd_letters_is_told_at_once(version: str) -> None:
    assert spelt(version) is None


@pytest.mark.parametrize(
    ("tag", "version"),
    [
        ("v0.5.23", "0.5.23"),
        ("1.0-rc.1", "1.0rc1"),
        ("v1.0.0-alpha_2", "1a2"),
        ("release-2.0.post1", "2post1"),
        ("1.2rc1.dev3", "1.2rc1dev3"),
        ("1.0-preview-3+cu121", "1rc3"),
        ("pkg/v3.1b2", "3.1b2"),
    ],
)
def test_versions_are_read_as_before(tag: str, version: str) -> None:
    assert spelt(tag) == spelt(version) is not None


@pytest.mark.parametrize("ending", [".cc", ".go", ".js", ".rs", ".rb", ".py"])
@pytest.mark.parametrize("piece", ['"\\', "'\\", "`\\", '"', "'", "`", '"""', "/*", "{", "(", "def a\n", "#'", '//"'])
def test_whatever_is_repeated_takes_linear_time(piece: str, ending: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = piece * size
        return lambda: plain_definitions(text, hashes=ending in outline.HASH)

    assert_linear(work)


def test_definitions_inside_each_other_have_names_of_bounded_length() -> None:
    text = "\n".join(f"{' ' * min(depth, 300)}def name{depth}" for depth in range(3000))

    found = plain_definitions(text, hashes=True)

    assert len(found) == 3000
    assert max(len(one.name) for one in found) < 400


def test_a_ruby_class_is_still_told_by_its_end() -> None:
    text = "class A\n  def one\n    1\n  end\n\n  def two\n  end\nend\n\nx = 1\n"

    assert [(one.name, one.start, one.end) for one in plain_definitions(text, hashes=True)] == [
        ("A", 1, 8),
        ("A.one", 2, 4),
        ("A.two", 6, 7),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "0;" * (4 << 20),
        "0;" * 200_000,
        "x = f'" + "{a}" * 2000 + "'",
        'x = f"""' + "{a}\n" * 2000 + '"""',
        "x = Rf'" + "a" * 5000,
        "(" * 400_000,
    ],
    ids=["a large file", "many statements", "a long f-string", "one over lines", "one that is open", "brackets"],
)
def test_what_a_parser_can_not_take_is_not_given_to_it(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "ast", None)  # whoever parses fails

    assert "to parse" in str(python_definitions(text))


def test_an_ordinary_file_is_parsed() -> None:
    text = "class A:\n    x = 1\n    def b(self):\n        return f'{self.x}' + '# no comment'\n" * 2000

    assert not isinstance(python_definitions(text), str)


def test_a_part_of_a_path_that_no_file_system_takes_is_not_there(tmp_path: Path) -> None:
    folder = Folder(tmp_path)

    assert not folder.has(f"{'a' * 300}/b.py")
    assert not folder.has_folder("a" * 300)


@pytest.mark.parametrize("header", [b"9" * 60, b"9" * 60_000, b"12 path=a\n" * 7000])
def test_an_extended_header_that_no_release_has_is_refused(header: bytes, tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        extended = tarfile.TarInfo("pax")
        extended.type, extended.size = tarfile.XHDTYPE, len(header)
        tar.addfile(extended, io.BytesIO(header))
        tar.addfile(tarfile.TarInfo("a.py"))
    (tmp_path / "a.tar").write_bytes(made.getvalue())

    with pytest.raises(TraceError, match="no wheel and no sdist that can be read"):
        open_archive(tmp_path / "a.tar")


def test_a_long_name_in_an_extended_header_is_read(tmp_path: Path) -> None:
    name = f"pkg-1.0/{'folder' * 30}/a.py"
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.PAX_FORMAT) as tar:
        member = tarfile.TarInfo(name)
        member.size = 3
        tar.addfile(member, io.BytesIO(b"a=1"))

    assert open_archive(tmp_path / "a.tar").has(name.partition("/")[2])


def test_git_is_asked_once_however_deep_a_path_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = [["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"], ["tag", "v1"]]
    for words in commands:
        named = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path), *words]
        subprocess.run(named, check=True)
    asked: list[tuple[str, ...]] = []
    checkout = roots.Checkout("o/r", tmp_path)

    def ask(*words: str, folder: Path | None = None) -> bytes:
        asked.append(words)
        return answered(*words, folder=folder)

    answered = git.ask
    monkeypatch.setattr(git, "ask", ask)

    gone = checkout.look("v1", "/".join("a" * 60))
    deep = checkout.look("v1", "/".join("a" * 5000))

    assert isinstance(gone, archive.Gone)
    assert isinstance(deep, archive.Unknown)
    assert len(asked) <= 5
