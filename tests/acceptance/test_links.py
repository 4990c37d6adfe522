"""Nothing of a file that a link leads to outside of the repository appears anywhere, whatever the command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import ROOT, SEED, Done, run
from tests.support.repositories import PATH, Repository, dumped, overlap
from tests.support.tools import tool

HIDDEN = "root:$6$hidden"
FORMATS = ("text", "json", "github", "gitlab", "sarif", "junit", "markdown")
_GUARD = 120  # seconds; a hang, not a slow machine
GOOD = SEED.read_text(encoding="utf-8")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a repository that a stranger has filled with links, beside files that are nobody's business."""
    folder = tmp_path / "repository"
    for name in ("traces", "drafts", "more"):
        (folder / name).mkdir(parents=True)
    subprocess.run([tool("git"), "init", "-q"], cwd=folder, check=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "hidden.yaml").write_text(f"scenarios:\n- id: hidden\n  {HIDDEN}: {HIDDEN}\n{HIDDEN}")
    (tmp_path / "out" / "hidden.json").write_text(GOOD.replace('"title": "', f'"title": "{HIDDEN} '), encoding="utf-8")
    (tmp_path / "out" / "hidden.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg"><g id="{HIDDEN}"/></svg>')
    (folder / "drafts" / "good.json").write_text(GOOD, encoding="utf-8")
    for name, target in {
        "traces/broken.yaml": "../../out/hidden.yaml",
        "traces/sound.json": "../../out/hidden.json",
        "traces/chain.yaml": "broken.yaml",
        "traces/environment.yaml": "/proc/self/environ",
        "traces/input.yaml": "/dev/stdin",
        "traces/gone.yaml": "../../out/gone.yaml",
        "traces/near.json": "../drafts/good.json",
        "traces/out": "../../out",
        "drawing.svg": "../out/hidden.svg",
        "more/traces": "../../out",
    }.items():
        (folder / name).symlink_to(target)
    return folder


def trace(*words: str, cwd: Path) -> Done:
    return run(*words, cwd=cwd, stdin=HIDDEN.encode(), environment={"TRACE_TEST": HIDDEN})


def assert_nothing_leaks(done: Done, *further: str) -> None:
    for text in (done.out, done.err, *further):
        assert "$6$" not in text
        assert "hidden" not in text  # nor the names of files there, nor where links lead
        assert "Traceback" not in text
        assert "internal error" not in text


REACHED = {
    "a name": ["traces/broken.yaml"],
    "a name that can be played": ["traces/sound.json"],
    "several names, as the hook gives them": ["--", "traces/near.json", "traces/broken.yaml", "traces/sound.json"],
    "a full name": ["{place}/traces/broken.yaml"],
    "a way round": ["drafts/../traces/./broken.yaml"],
    "a chain": ["traces/chain.yaml"],
    "the environment": ["traces/environment.yaml"],
    "standard input": ["traces/input.yaml"],
    "nothing": ["traces/gone.yaml"],
    "a linked folder": ["traces/out"],
    "a name in a linked folder that can be guessed": ["traces/out/../out/gone.yaml"],
    "a pattern": ["traces/*.yaml"],
    "a pattern into a linked folder": ["traces/*/*"],
    "a deep pattern": ["**/*.yaml"],
    "a deep pattern in a linked folder": ["traces/out/**/*.yaml"],
    "a folder": ["traces"],
    "all of it": ["."],
    "the default": [],
}


@pytest.mark.parametrize("words", REACHED.values(), ids=REACHED)
def test_validate_says_that_it_is_a_link_in_every_format_and_quotes_nothing(place: Path, words: list[str]) -> None:
    files = [word for form in FORMATS[1:] for word in ("--format", f"{form}=../report.{form}")]
    named = [word.format(place=place) for word in words]

    done = trace("validate", "--notes", "--statistics", "--format", "text", *files, *named, cwd=place)

    reports = {form: (place.parent / f"report.{form}").read_text(encoding="utf-8") for form in FORMATS[1:]}
    assert done.code == 1, done.err
    assert_nothing_leaks(done, *reports.values())
    assert "error link-escapes: the link '" in done.out
    assert all("link-escapes" in text for text in reports.values())
    errors = [one for file in json.loads(reports["json"])["files"] for one in file["findings"]]
    assert {one["rule"] for one in errors if one["severity"] == "error"} == {"link-escapes"}


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_alone_quotes_nothing_and_exits_with_1(place: Path, form: str) -> None:
    done = trace("validate", "traces/broken.yaml", "--format", form, cwd=place)

    assert done.code == 1
    assert_nothing_leaks(done)
    assert "link-escapes" in done.out


def test_each_link_of_a_folder_is_one_finding_and_links_inside_are_followed(place: Path) -> None:
    done = trace("validate", "traces", "--format", "json", cwd=place)

    report = json.loads(done.out)
    found = {
        file["path"]: [one["rule"] for one in file["findings"] if one["severity"] == "error"]
        for file in report["files"]
    }
    assert found.pop("traces/near.json") == []
    assert found == {
        f"traces/{name}": ["link-escapes"]
        for name in ("broken.yaml", "chain.yaml", "environment.yaml", "gone.yaml", "input.yaml", "sound.json")
    }


def test_a_library_that_is_a_link_is_one_finding(place: Path) -> None:
    done = trace("validate", cwd=place / "more")

    assert done.code == 1
    assert done.out.startswith("traces:1:1: error link-escapes: the link 'traces' leads out of the repository")
    assert_nothing_leaks(done)


FAILING = [
    ["play", "{}"],
    ["play", "{}#serial"],
    ["play", "{}#serial", "--reload"],
    ["show", "{}"],
    ["show", "{}", "--format", "json"],
    ["diff", "{}", "drafts/good.json"],
    ["diff", "drafts/good.json", "{}", "--format", "json"],
    ["export", "html", "{}"],
    ["export", "svg", "{}#serial"],
    ["export", "yaml", "{}", "-o", "../copy.yaml"],
    ["export", "json", "{}"],
    ["sources", "{}", "--format", "sarif"],
    ["sources", "{}", "--write"],
]


@pytest.mark.parametrize("words", FAILING, ids=" ".join)
@pytest.mark.parametrize("name", ["traces/out/hidden.json", "sound"])
def test_every_other_command_refuses_and_quotes_nothing(place: Path, words: list[str], name: str) -> None:
    done = trace(*[word.format(name) for word in words], cwd=place)

    assert done.code == 2
    if name == "traces/out/hidden.json":  # the name was typed here
        done = Done(done.code, done.out.replace(name, ""), done.err.replace(name, ""))
    assert_nothing_leaks(done)
    assert "error link-escapes: the link 'traces/" in done.err
    assert not (place.parent / "copy.yaml").exists()


@pytest.mark.parametrize("folder", [".", "more"])
@pytest.mark.parametrize("words", [["list"], ["list", "--format", "json"], ["show", "hidden"], ["diff"], ["play"]])
def test_the_library_says_what_it_skips_and_quotes_nothing(place: Path, words: list[str], folder: str) -> None:
    done = trace(*words, cwd=place / folder)

    typed = "called hidden" if words == ["show", "hidden"] else "\0"
    assert_nothing_leaks(Done(done.code, done.out, done.err.replace(typed, "")))
    assert (done.code == 0) == (words[0] == "list")
    if words[0] in {"list", "show"}:
        assert "skipped: traces" in done.err
        assert "leads out of the repository, so it was not read" in done.err


@pytest.mark.parametrize("folder", [".", "more"])
def test_completion_offers_nothing_of_it(place: Path, folder: str) -> None:
    variables = {"_TRACE_COMPLETE": "complete_bash", "COMP_WORDS": "trace show ", "COMP_CWORD": "2"}

    done = run(cwd=place / folder, environment=variables)

    assert "sglang" in done.out or "serial" in done.out
    assert_nothing_leaks(done)
    assert "sound" not in done.out


def test_a_repair_changes_nothing_outside(place: Path) -> None:
    before = {path: path.read_bytes() for path in (place.parent / "out").iterdir()}

    done = trace("validate", "traces", "traces/out", "--fix", "--diff", cwd=place)
    written = trace("validate", "traces", "traces/out", "--fix", cwd=place)

    assert (done.code, written.code) == (1, 1)
    assert_nothing_leaks(done)
    assert_nothing_leaks(written)
    assert {path: path.read_bytes() for path in before} == before


def test_a_drawing_and_a_stale_export_are_not_read_either(place: Path) -> None:
    drawn = trace("export", "svg", "drafts/good.json#serial", "--drawing", "drawing.svg", cwd=place)
    checked = trace("export", "json", "drafts/good.json", "--check", "traces/sound.json", cwd=place)

    for done, name in ((drawn, "drawing.svg"), (checked, "traces/sound.json")):
        assert done.code == 2
        assert f"{name} can't be read: the link '{name}' leads out of the repository" in done.err
        assert_nothing_leaks(done)


def test_a_revision_gives_no_more_than_that_it_is_a_link(place: Path) -> None:
    name = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run([tool("git"), "add", "-A"], cwd=place, check=True)
    subprocess.run([tool("git"), *name, "commit", "-q", "-m", "x"], cwd=place, check=True)

    for folder, path in (
        (place, "traces/sound.json"),
        (place / "traces", "./sound.json"),
        (place, "./traces/near.json"),
    ):
        done = trace("show", f"HEAD:{path}", cwd=folder)

        assert done.code == 2
        assert f"{path} is a link in HEAD; name the file that it leads to" in done.err
        assert_nothing_leaks(done)
    assert trace("show", "HEAD:drafts/good.json", cwd=place).code == 0
    assert trace("show", "HEAD:./good.json", cwd=place / "drafts").code == 0


def test_git_diff_does_not_follow_a_link_that_has_taken_a_files_place(tmp_path: Path) -> None:
    repository = Repository.at(tmp_path / "repository")
    repository.write(dumped(overlap()))
    repository.commit("a trace")
    (tmp_path / "hidden.json").write_text(HIDDEN)
    (repository.folder / PATH).unlink()
    (repository.folder / PATH).symlink_to(tmp_path / "hidden.json")
    # As git would call its driver if the link came after git had looked.
    done = run("git-diff", PATH, PATH, "1" * 40, "100644", PATH, "2" * 40, "100644", cwd=repository.folder)

    assert done.code == 0
    assert done.out.endswith(f"note: {PATH}: the link '{PATH}' leads out of the repository, so it was not read\n")
    assert_nothing_leaks(done)


def test_without_a_repository_the_folder_is_the_border(place: Path) -> None:
    shutil.rmtree(place / ".git")

    for words in (["traces"], ["traces/broken.yaml"], ["traces/*.yaml"], ["traces/near.json"], [f"{place}/traces"]):
        done = trace("validate", *words, cwd=place)

        assert done.code == 1
        assert "error link-escapes: " in done.out
        assert "leads out of its folder, so it was not read" in done.out
        assert_nothing_leaks(done)
    assert trace("validate", "near.json", cwd=place / "traces").code == 1
    assert trace("validate", ".", cwd=place / "drafts").code == 0
    assert trace("show", "near", cwd=place).code == 0  # the library's border is the working directory


def test_what_the_user_types_is_read_wherever_it_is(place: Path) -> None:
    own = place.parent / "own.yaml"
    own.symlink_to("out/hidden.yaml")

    for path in ("../out/hidden.yaml", str(place.parent / "out/hidden.yaml"), "../own.yaml", str(own)):
        done = trace("validate", path, cwd=place)

        assert done.code == 1
        assert HIDDEN in done.out


@pytest.mark.parametrize("folder", [".", "/"])
@pytest.mark.parametrize(
    "words", ["/dev/stdin", "/dev/fd/0", '<(cat "$0")', '<(cat "$0") /dev/stdin', "/proc/self/fd/0"]
)
def test_what_the_shell_has_opened_is_read(place: Path, folder: str, words: str) -> None:
    if words.startswith("/proc") and not os.path.exists("/proc/self/fd"):
        pytest.skip("Linux")
    good = place / "drafts" / "good.json"
    for feed in ('< "$0"', '< <(cat "$0")'):
        done = subprocess.run(
            [tool("bash"), "-c", f'"$1" -m tracecli validate {words} {feed}', good, sys.executable],
            cwd=place / folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
            timeout=_GUARD,
            encoding="utf-8",
        )

        assert done.returncode == 0, done
        assert "no findings" in done.stderr or "notes" in done.stderr
