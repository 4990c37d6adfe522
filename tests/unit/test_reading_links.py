"""Which links are followed: those that stay in the repository, or in the folder that was named."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tracecli.commands.play import _reloading as reloading
from tracecli.errors import TraceError
from tracecli.library.catalog import Catalog, resolve
from tracecli.library.inputs import Input, gather
from tracecli.reading import read_file
from tracecli.reading.links import LinkError, escape, guard

HIDDEN = "root:$6$hidden"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a repository with a submodule, beside a secret; the working directory is in it."""
    repository = tmp_path / "repository"
    for folder in ("traces/inner", "drafts", "module/traces", ".git"):
        (repository / folder).mkdir(parents=True)
    (repository / "module/.git").write_text("gitdir: ../.git/modules/module\n")
    (tmp_path / "out").mkdir()
    for path in ("secret.yaml", "out/secret.yaml"):
        (tmp_path / path).write_text(HIDDEN)
    for path in ("drafts/a.yaml", "traces/plain.yaml", "module/traces/m.yaml"):
        (repository / path).write_text("version: 1\n")
    monkeypatch.chdir(repository)
    return repository


LEAVING = {
    "absolute": [("traces/x.yaml", "/etc/shadow")],
    "environment": [("traces/x.yaml", "/proc/self/environ")],
    "standard input": [("traces/x.yaml", "/dev/stdin")],
    "a descriptor": [("traces/x.yaml", "/proc/self/fd/0")],
    "relative": [("traces/x.yaml", "../../secret.yaml")],
    "to nothing": [("traces/x.yaml", "../../nothing.yaml")],
    "a link to a link": [("traces/x.yaml", "y.yaml"), ("traces/y.yaml", "../../secret.yaml")],
    "a chain through the drafts": [("traces/x.yaml", "../drafts/b.yaml"), ("drafts/b.yaml", "../../secret.yaml")],
    "through a linked folder": [("traces/x.yaml", "in/secret.yaml"), ("traces/in", "../../out")],
    "a link that is named like the repository": [("traces/x.yaml", "../../repository-too/x.yaml")],
    "out of a submodule": [("module/traces/x.yaml", "../../traces/plain.yaml")],
    "into a submodule and out of it": [("traces/x.yaml", "../module/y.yaml"), ("module/y.yaml", "../drafts/a.yaml")],
}


def link(folder: Path, links: list[tuple[str, str]]) -> str:
    for name, target in links:
        (folder / name).symlink_to(target)
    return links[0][0]


@pytest.mark.parametrize("links", LEAVING.values(), ids=LEAVING)
@pytest.mark.parametrize("typed", ["{name}", "./{name}", "{place}/{name}", "drafts/../{name}"])
def test_a_link_out_of_the_repository_is_one_problem_and_nothing_is_read(
    place: Path, monkeypatch: pytest.MonkeyPatch, links: list[tuple[str, str]], typed: str
) -> None:
    name = link(place, links)
    monkeypatch.setattr(os, "open", None)  # would fail: nothing is even opened

    document = read_file(typed.format(name=name, place=place))

    assert [problem.rule for problem in document.problems] == ["link-escapes"]
    assert (document.text, document.data, document.readable) == ("", None, False)


INSIDE = {
    "a link": [("traces/x.yaml", "../drafts/a.yaml")],
    "an absolute link": [("traces/x.yaml", "{place}/drafts/a.yaml")],
    "a link to a link": [("traces/x.yaml", "y.yaml"), ("traces/y.yaml", "../drafts/a.yaml")],
    "out and back in": [("traces/x.yaml", "../../back.yaml"), ("../back.yaml", "repository/drafts/a.yaml")],
    "into a submodule": [("traces/x.yaml", "../module/traces/m.yaml")],
    "through a linked folder": [("traces/x.yaml", "in/../drafts/a.yaml"), ("traces/in", "../module")],
}


@pytest.mark.parametrize("links", INSIDE.values(), ids=INSIDE)
def test_a_link_that_stays_in_the_repository_is_followed(place: Path, links: list[tuple[str, str]]) -> None:
    name = link(place, [(one, target.format(place=place)) for one, target in links])

    assert read_file(name).text == "version: 1\n"


def test_the_part_of_the_path_that_leads_out_is_named(place: Path) -> None:
    (place / "traces/in").symlink_to("../../out")
    (place / "traces/x.yaml").symlink_to("in/secret.yaml")

    assert escape("traces/in/secret.yaml") == "traces/in"
    assert escape("./traces//x.yaml") == "traces/x.yaml"
    assert escape(f"{place}/traces/x.yaml") == f"{place}/traces/x.yaml"
    assert read_file("traces/in/secret.yaml").problems[0].message == (
        "the link 'traces/in' leads out of the repository, so it was not read"
    )


@pytest.mark.parametrize("other", ["traces/b.yaml", "../b.yaml"])
def test_a_loop_of_links_is_told_as_one(place: Path, other: str) -> None:
    (place / "traces/a.yaml").symlink_to(place / other)
    (place / other).symlink_to(place / "traces/a.yaml")

    with pytest.raises(TraceError, match="this is a loop of links"):
        read_file("traces/a.yaml")


def test_what_is_outside_by_itself_is_read_as_it_is_typed(place: Path) -> None:
    (place.parent / "own.yaml").symlink_to("out/secret.yaml")

    for path in ("../secret.yaml", "traces/../../secret.yaml", f"{place.parent}/secret.yaml", "../own.yaml"):
        assert read_file(path).text == HIDDEN


def test_a_link_of_the_users_that_leads_to_a_link_of_a_repository_is_judged_there(place: Path) -> None:
    (place.parent / "own.yaml").symlink_to("repository/traces/x.yaml")
    (place / "traces/x.yaml").symlink_to("/etc/shadow")

    assert escape("../own.yaml") == "../own.yaml"


def test_another_repository_has_a_border_of_its_own(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "traces/x.yaml").symlink_to("../../secret.yaml")
    monkeypatch.chdir("/")

    assert escape(f"{place}/traces/x.yaml"[1:]) == f"{place}/traces/x.yaml"[1:]


def test_a_repository_may_be_reached_through_links(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place.parent / "door").symlink_to("repository")
    (place / "traces/x.yaml").symlink_to("../drafts/a.yaml")
    (place / "traces/y.yaml").symlink_to(f"{place.parent}/door/drafts/a.yaml")
    (place / "traces/z.yaml").symlink_to(f"{place.parent}/door/../secret.yaml")
    monkeypatch.chdir(place.parent / "door")

    for top in ("", f"{place.parent}/door/", "../door/"):
        assert escape(f"{top}traces/x.yaml") is None
        assert escape(f"{top}traces/y.yaml") is None
        assert escape(f"{top}traces/z.yaml") == f"{top}traces/z.yaml"


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="Linux")  # noqa: S108 - what is asked about
def test_a_repository_in_memory_is_one_too() -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        os.mkdir(f"{folder}/.git")
        os.symlink("/proc/self/environ", f"{folder}/x.yaml")

        assert escape(f"{folder}/x.yaml") == f"{folder}/x.yaml"


class TestWithoutRepository:
    @pytest.fixture(autouse=True)
    def _no_repository(self, place: Path) -> None:
        (place / ".git").rmdir()
        (place / "module/.git").unlink()

    def test_a_link_stays_in_its_own_folder(self, place: Path) -> None:
        (place / "traces/x.yaml").symlink_to("../drafts/a.yaml")
        (place / "traces/y.yaml").symlink_to("inner/../plain.yaml")

        assert escape("traces/x.yaml") == "traces/x.yaml"
        assert escape(f"{place}/traces/x.yaml") == f"{place}/traces/x.yaml"
        assert read_file("traces/x.yaml").problems[0].message == (
            "the link 'traces/x.yaml' leads out of its folder, so it was not read"
        )
        assert escape("traces/y.yaml") is None

    @pytest.mark.parametrize("spelling", [".", "*", "**", "./", "{place}", "traces/../traces/..", "**/*.yaml"])
    def test_in_a_folder_or_a_pattern_that_is_named_it_stays_in_that_folder(self, place: Path, spelling: str) -> None:
        (place / "traces/inner/in.yaml").symlink_to("../../drafts/a.yaml")
        (place / "traces/inner/out.yaml").symlink_to("../../../secret.yaml")

        found = {os.path.basename(one.path): one for one in gather([spelling.format(place=place)]).files}

        assert read_file(found["in.yaml"].path, root=found["in.yaml"].root).text == "version: 1\n"
        assert read_file(found["out.yaml"].path, root=found["out.yaml"].root).text == ""

    @pytest.mark.parametrize("spelling", ["traces", "{place}/traces", "traces/*.yaml", "traces/**", "{place}/traces/*"])
    def test_a_folder_that_is_named_is_the_border(self, place: Path, spelling: str) -> None:
        (place / "traces/x.yaml").symlink_to("../drafts/a.yaml")

        found = {os.path.basename(one.path): one for one in gather([spelling.format(place=place)]).files}

        assert escape(found["x.yaml"].path, found["x.yaml"].root)

    def test_a_folder_elsewhere_that_is_named_is_a_border_too(self, place: Path) -> None:
        (place.parent / "out/x.yaml").symlink_to("../secret.yaml")

        found = {os.path.basename(one.path): one for one in gather(["../out"]).files}

        assert escape(found["x.yaml"].path, found["x.yaml"].root)
        assert not escape(found["secret.yaml"].path, found["secret.yaml"].root)

    def test_in_the_library_it_stays_in_the_working_directory(self, place: Path) -> None:
        (place / "traces/near.yaml").symlink_to("../drafts/a.yaml")
        (place / "traces/far.yaml").symlink_to("../../secret.yaml")
        shelf = Catalog()

        texts = {entry.name: shelf.document(entry).text for entry in shelf.entries if not entry.shipped}

        assert texts == {"near": "version: 1\n", "far": "", "plain": "version: 1\n"}


def test_links_of_a_folder_or_a_pattern_are_given_but_not_what_is_behind_them(place: Path) -> None:
    (place.parent / "out/second.yaml").write_text(HIDDEN)
    (place / "traces/in").symlink_to("../../out")
    (place / "traces/x.yaml").symlink_to("../../out/secret.yaml")
    (place / "traces/pipe.yaml").symlink_to(os.devnull)

    expected = ["traces/pipe.yaml", "traces/plain.yaml", "traces/x.yaml"]
    assert [one.path for one in gather(["traces"]).files] == expected
    assert [one.path for one in gather(["traces/**/*.yaml"]).files] == expected
    assert gather(["traces/*/*.yaml"]).files == [Input("traces/in", named=True)]
    assert gather(["traces/in"]).files == [Input("traces/in", named=True)]
    assert gather(["traces/i*/**/*.yaml"]).files == [Input("traces/in", named=True)]


def test_a_library_that_is_a_link_to_elsewhere_is_not_even_listed(place: Path) -> None:
    for name in ("traces/plain.yaml", "traces/inner", "traces"):
        os.unlink(name) if name.endswith("yaml") else os.rmdir(name)
    (place / "traces").symlink_to("../out")

    shelf = Catalog()

    assert [entry.path for entry in shelf.entries if not entry.shipped] == []
    assert shelf.broken == ["traces: the link 'traces' leads out of the repository, so it was not read"]
    assert gather(["traces"]).files == gather(["traces/*"]).files == [Input("traces", named=True)]


def test_a_file_of_the_package_may_be_a_link_to_an_installers_cache(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "lib/_data/traces").mkdir(parents=True)
    (place / "lib/_data/traces/x.yaml").symlink_to("../../../../secret.yaml")
    monkeypatch.setattr("tracecli.resources._PACKAGE", place / "lib")

    assert escape("lib/_data/traces/x.yaml") is None
    assert escape("lib/_data/traces/../../../traces/x.yaml") is None  # not there
    assert escape(f"{place}/lib/_data/traces/x.yaml") is None


def test_a_link_that_takes_a_files_place_while_it_is_opened_gives_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real = place / "traces/plain.yaml", os.open

    def exchange(name: str, flags: int) -> int:
        path.unlink()
        path.symlink_to("../../secret.yaml")
        return real(name, flags)

    monkeypatch.setattr(os, "open", exchange)

    assert [problem.rule for problem in read_file("traces/plain.yaml").problems] == ["link-escapes"]


def test_a_link_that_is_gone_again_when_the_file_is_open_gives_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real = place / "traces/plain.yaml", os.open

    def exchange(_: str, flags: int) -> int:
        handle = real("../secret.yaml", flags)
        path.unlink()
        path.write_text("version: 1\n")
        return handle

    monkeypatch.setattr(os, "open", exchange)

    with pytest.raises(TraceError, match=r"plain\.yaml: could not be read: it was exchanged while it was opened"):
        read_file("traces/plain.yaml")


def test_a_trace_that_becomes_a_link_is_not_read_again(place: Path) -> None:
    path = place / "traces/t.json"
    path.write_bytes(Path(__file__).parents[1].joinpath("cases/seed.json").read_bytes())
    look = reloading(resolve("traces/t.json#serial"))
    path.unlink()
    path.symlink_to("../../secret.yaml")

    found = look()

    assert isinstance(found, list)
    assert "link-escapes" in found[0]
    assert HIDDEN not in "".join(found)


def test_the_error_does_not_say_where_the_link_leads(place: Path) -> None:
    (place / "traces/x.yaml").symlink_to("../../secret.yaml")

    with pytest.raises(LinkError) as caught:
        guard("traces/x.yaml")

    assert "secret" not in str(caught.value)


def test_a_link_that_is_too_deep_to_be_looked_at_by_its_full_path_is_not_followed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "d" * 200
    for _ in range(18):
        os.mkdir(name)
        monkeypatch.chdir(name)
    below = Path(name, name, name, name)  # 4,400 characters in all: too many, though each part of it is short enough
    below.mkdir(parents=True)
    (below / "x.yaml").symlink_to(place.parent / "secret.yaml")

    with pytest.raises(TraceError, match="the name is too long"):
        read_file(below / "x.yaml")
