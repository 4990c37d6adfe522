"""`trace git-diff` as the driver of real git."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, ROOT, Done, run
from tests.support.pseudo_terminal import PseudoTerminal
from tests.support.repositories import PATH, Data, Repository, changed, dumped, overlap
from tests.support.tools import tool

TRACE = overlap()
OLD = dumped(TRACE)
TITLE = '"title": "Pick batch k"'
NEW = OLD.replace(TITLE, '"title": "Pick the batch k"')
WORDS = "title        Pick {+the +}batch k"
BROKEN = OLD.replace('            "launch"\n', '            "lauch"\n', 1)
EMPTY = "0" * 40


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Give a repository with one committed trace."""
    made = Repository.at(tmp_path / "r")
    made.write(OLD)
    made.commit("a trace")
    return made


def drive(*arguments: str | Path, cwd: Path, **environment: str) -> Done:
    """Call the driver as git does."""
    return run("git-diff", *arguments, cwd=cwd, environment=environment)


class TestShapes:
    def test_a_changed_trace_is_told_by_what_changed(self, repository: Repository) -> None:
        repository.write(NEW)

        told = repository.git("diff")

        assert told.startswith(f"diff --trace a/{PATH} b/{PATH}\n2 scenarios on both sides, 2 differ\n")
        assert "Changes: 2 wording\n" in told
        assert told.count(WORDS) == 2
        assert f"{PATH}:192:20 → {PATH}:192:20" in told

    def test_temporary_files_of_git_are_never_named(self, repository: Repository) -> None:
        repository.write(NEW)
        repository.commit("reworded")
        repository.write(BROKEN)
        repository.commit("broken")

        told = repository.git("log", "-p", "--ext-diff")

        assert WORDS in told
        assert "git-blob" not in told
        assert str(repository.folder) not in told

    def test_an_added_trace_is_summed_up_and_shown_whole(self, repository: Repository) -> None:
        repository.write(OLD, "new.json")
        repository.git("add", "-N", "new.json")

        told = repository.git("diff")

        assert told == (
            "diff --trace a/new.json b/new.json\nnew file mode 100644\n"
            "Added trace: Serial and overlapped scheduler loops (2 scenarios, 14 targets)\n"
            "  serial: 6 steps, 17.0 s: event_loop_normal: process each batch at once\n"
            "  overlap: 6 steps, 18.2 s: event_loop_overlap: process the previous batch\n"
            f"--- /dev/null\n+++ b/new.json\n@@ -0,0 +1,{OLD.count(chr(10))} @@\n"
            + "".join(f"+{line}\n" for line in OLD.splitlines())
        )

    def test_a_deleted_trace_is_summed_up_and_shown_whole(self, repository: Repository) -> None:
        (repository.folder / PATH).unlink()

        told = repository.git("diff")

        assert told.startswith(f"diff --trace a/{PATH} b/{PATH}\ndeleted file mode 100644\nDeleted trace: Serial and")
        assert f"--- a/{PATH}\n+++ /dev/null\n@@ -1,{OLD.count(chr(10))} +0,0 @@\n-{{\n" in told
        assert told.endswith("\n-}\n")

    def test_a_renamed_trace_is_compared_with_what_it_was(self, repository: Repository) -> None:
        repository.git("mv", PATH, "other name.json")
        repository.write(NEW, "other name.json")

        told = repository.git("diff", "-M", "HEAD")

        head, _, rest = told.partition("\nindex ")
        assert head == (
            f"diff --trace a/{PATH} b/other name.json\nsimilarity index 99%\n"
            f"rename from {PATH}\nrename to other name.json"
        )
        assert f"{PATH}:192:20 → other name.json:192:20" in rest
        assert rest.count(WORDS) == 2

    def test_a_file_that_was_renamed_alone_has_nothing_below_its_header(self, repository: Repository) -> None:
        repository.git("mv", PATH, "b.json")

        told = repository.git("diff", "-M", "HEAD")

        assert told == f"diff --trace a/{PATH} b/b.json\nsimilarity index 100%\nrename from {PATH}\nrename to b.json\n"

    def test_a_copy_is_compared_with_what_it_was_copied_from(self, repository: Repository) -> None:
        repository.write(NEW, "copy.json")
        repository.git("add", "-A")

        told = repository.git("diff", "--cached", "-C", "--find-copies-harder")

        assert f"\ncopy from {PATH}\ncopy to copy.json\n" in told
        assert told.count(WORDS) == 2

    def test_a_changed_mode_alone_is_two_lines(self, repository: Repository) -> None:
        (repository.folder / PATH).chmod(0o755)

        told = repository.git("diff")

        assert told == f"diff --trace a/{PATH} b/{PATH}\nold mode 100644\nnew mode 100755\n"

    def test_a_changed_mode_stands_above_a_changed_trace(self, repository: Repository) -> None:
        repository.write(NEW).chmod(0o755)

        told = repository.git("diff")

        assert "\nold mode 100644\nnew mode 100755\n2 scenarios on both sides" in told

    def test_a_link_is_shown_by_where_it_leads_and_never_followed(self, repository: Repository) -> None:
        link = repository.folder / "link.json"
        link.symlink_to(PATH)
        repository.commit("link")
        link.unlink()
        link.symlink_to("/nowhere/else.json")

        told = repository.git("diff")

        assert told == (
            "diff --trace a/link.json b/link.json\nnote: shown line by line: this is a link, whose text is where it leads\n"
            f"--- a/link.json\n+++ b/link.json\n@@ -1 +1 @@\n-{PATH}\n+/nowhere/else.json\n"
        )

    def test_a_file_that_became_a_link_is_deleted_and_added(self, repository: Repository) -> None:
        (repository.folder / PATH).unlink()
        (repository.folder / PATH).symlink_to("elsewhere")

        told = repository.git("diff")

        assert "deleted file mode 100644\nDeleted trace: " in told
        assert "new file mode 120000\n" in told
        assert told.endswith("@@ -0,0 +1 @@\n+elsewhere\n")

    def test_a_submodule_is_shown_by_its_commit(self, repository: Repository) -> None:
        for digit in "12":
            repository.git("update-index", "--add", "--cacheinfo", f"160000,{digit * 40},sub.json")
            repository.git("commit", "-q", "-m", digit)

        told = repository.git("show", "--ext-diff", "--format=")

        assert "this is a submodule, whose text is its commit" in told
        assert f"-Subproject commit {'1' * 40}\n+Subproject commit {'2' * 40}\n" in told

    @pytest.mark.parametrize("words", [["--base"], ["--ours"], ["--theirs"], ["--cached"]])
    def test_an_unmerged_trace_is_named(self, repository: Repository, words: list[str]) -> None:
        conflict(repository)

        told = repository.git("diff", *words)

        assert told.startswith(f"* Unmerged path {PATH}\n")

    def test_marks_of_a_conflict_are_shown_line_by_line(self, repository: Repository) -> None:
        conflict(repository)

        told = repository.git("diff", "HEAD")

        assert f"the new version has 1 error, the first at {PATH}:192:1: " in told
        assert "\n+<<<<<<< HEAD\n" in told

    def test_a_bare_repository_has_it_too(self, repository: Repository, tmp_path: Path) -> None:
        repository.write(NEW)
        repository.commit("reworded")
        repository.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
        bare = Repository(tmp_path / "bare")
        bare.git("config", "diff.trace.command", repository.git("config", "diff.trace.command").strip())
        (bare.folder / "info" / "attributes").write_text("*.json diff=trace\n", encoding="utf-8")

        assert WORDS in bare.git("diff", "HEAD~1", "HEAD")

    def test_from_a_folder_inside_the_repository_paths_are_the_same(self, repository: Repository) -> None:
        repository.write(NEW)

        inside = repository.git("-C", "traces", "diff", "--", "t.json")

        assert inside == repository.git("diff")


def conflict(repository: Repository) -> None:
    """Leave a merge half done, in which both sides changed one title."""
    for branch, title in (("theirs", "Choose batch k"), ("main", "Take batch k")):
        repository.git("checkout", "-q", "-B", branch, "main")
        repository.write(OLD.replace("Pick batch k", title))
        repository.git("commit", "-qam", branch)
        repository.git("checkout", "-q", "main") if branch == "theirs" else None
    assert repository.ask("merge", "theirs").code == 1


class TestLineByLine:
    def test_a_file_that_is_no_trace(self, repository: Repository) -> None:
        repository.write('{\n  "name": "x",\n  "a": 1\n}\n', "package.json")
        repository.commit("package")
        repository.write('{\n  "name": "y",\n  "a": 1\n}\n', "package.json")

        told = repository.git("diff")

        assert told == (
            "diff --trace a/package.json b/package.json\n"
            "note: shown line by line: the new version is not a trace\n--- a/package.json\n+++ b/package.json\n"
            '@@ -1,4 +1,4 @@\n {\n-  "name": "x",\n+  "name": "y",\n   "a": 1\n }\n'
        )

    @pytest.mark.parametrize(
        ("before", "after", "which", "sign"), [(OLD, BROKEN, "new", "+"), (BROKEN, OLD, "old", "-")]
    )
    def test_a_trace_with_an_error_on_one_side(
        self, repository: Repository, before: str, after: str, which: str, sign: str
    ) -> None:
        repository.write(before)
        repository.git("add", "-A")
        repository.write(after)

        told = repository.git("diff")

        _, note, *lines = told.splitlines()
        assert note.startswith(f"note: shown line by line: the {which} version has 1 error, the first at {PATH}:")
        assert "'lauch' is not a target" in note
        assert f'{sign}            "lauch"' in lines

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "the new version is not a trace"),
            ("{" * 400, "the new version is not a trace"),
            ('{"scenarios": ' + "[" * 400, "the new version has 1 error"),
            (OLD.encode("utf-16"), "the file is in UTF-16"),
            (OLD.encode() + b"\xff", "byte 0xff is not UTF-8"),
            ("version: 99\ntargets: {}\nscenarios: []\n", "the new version has 1 error"),
        ],
    )
    def test_what_can_not_be_read(self, repository: Repository, text: str | bytes, says: str) -> None:
        repository.write(text)

        told = repository.git("diff")

        assert says in told.splitlines()[1]
        assert told.splitlines()[2:4] == [f"--- a/{PATH}", f"+++ b/{PATH}"]

    def test_a_binary_file(self, repository: Repository) -> None:
        repository.write(b"\x00\x01targets\xff")

        told = repository.git("diff")

        assert told.splitlines()[-1] == f"Binary files a/{PATH} and b/{PATH} differ"

    def test_a_file_above_the_limit(self, tmp_path: Path) -> None:
        with (tmp_path / "huge.json").open("wb") as file:
            file.truncate(64 * 2**20 + 1)

        done = drive("x.json", OVERLAP, EMPTY, "100644", "huge.json", EMPTY, "100644", cwd=tmp_path)

        assert done.code == 0
        assert done.out == (
            "diff --trace a/x.json b/x.json\n"
            "note: x.json: the file is larger than 64 MiB, the limit (TRACE_MAX_SIZE raises it); nothing of it was read\n"
        )

    @pytest.mark.parametrize(
        "text",
        [
            json.dumps(TRACE, ensure_ascii=False) + "\n",
            OLD.replace('"version": 1,', '"version": 1,\n  "x-note": "mine",'),
            OLD.replace("        0,\n        0\n", "        4,\n        4\n"),
        ],
    )
    def test_what_a_comparison_does_not_count(self, repository: Repository, text: str) -> None:
        repository.write(text)

        told = repository.git("diff")

        assert told.splitlines()[1].startswith("note: shown line by line: both traces say the same")
        assert "\n+" in told

    @pytest.mark.parametrize(
        ("text", "last"),
        [
            (OLD.rstrip("\n"), rf"\ No line break at the end of b/{PATH}"),
            (OLD.replace("\n", "\r\n"), r"\ The difference is in line breaks or a byte order mark alone"),
        ],
    )
    def test_what_no_line_shows_is_said(self, repository: Repository, text: str, last: str) -> None:
        repository.write(text)

        assert repository.git("diff").splitlines()[-1] == last

    def test_all_files_of_a_repository_can_go_through_it(self, repository: Repository) -> None:
        repository.write("int main() { return 0; }\n", "main.c")
        repository.write(NEW)
        repository.git("add", "-A")
        driver = {"GIT_EXTERNAL_DIFF": repository.git("config", "diff.trace.command").strip()}

        told = repository.git("diff", "--cached", environment=driver)

        assert "+int main() { return 0; }\n" in told
        assert WORDS in told


class TestAsked:
    @pytest.mark.parametrize("words", [["show"], ["log", "-p", "-1"], ["diff", "HEAD~1", "HEAD"]])
    def test_with_ext_diff_every_command_tells_it(self, repository: Repository, words: list[str]) -> None:
        repository.write(NEW)
        repository.commit("reworded")

        told = repository.git(words[0], "--ext-diff", *words[1:])

        assert told.count(WORDS) == 2

    @pytest.mark.parametrize("words", [["show"], ["log", "-p", "-1"], ["diff", "HEAD~1", "--no-ext-diff"]])
    def test_without_it_git_makes_its_own_patch(self, repository: Repository, words: list[str]) -> None:
        repository.write(NEW)
        repository.commit("reworded")

        told = repository.git(*words)

        assert '+          "title": "Pick the batch k",' in told

    def test_a_log_tells_each_commit_below_its_message(self, repository: Repository) -> None:
        repository.write(NEW)
        repository.commit("reworded")
        repository.write(BROKEN)
        repository.commit("broken")

        told = repository.git("log", "-p", "--ext-diff", "--format=* %s", "-3", "--", PATH)

        parts = told.split("* ")
        assert [part.split("\n")[0] for part in parts] == ["", "broken", "reworded", "a trace"]
        assert "shown line by line" in parts[1]
        assert WORDS in parts[2]
        assert "Added trace: " in parts[3]

    def test_several_files_follow_each_other(self, repository: Repository) -> None:
        repository.write(NEW)
        repository.write(NEW, "z.json")
        repository.git("add", "-N", "z.json")

        told = repository.git("diff")

        assert [line for line in told.splitlines() if line.startswith("diff ")] == [
            f"diff --trace a/{PATH} b/{PATH}",
            "diff --trace a/z.json b/z.json",
        ]


class TestColor:
    def test_a_pipe_gets_none(self, repository: Repository) -> None:
        repository.write(NEW)

        assert "\x1b" not in repository.git("diff")

    @pytest.mark.parametrize(
        ("words", "environment", "colored"),
        [
            (["-c", "color.diff=always"], {}, True),
            (["-c", "color.ui=always"], {}, True),
            (["-c", "color.ui=always"], {"NO_COLOR": "1"}, False),
            ([], {"FORCE_COLOR": "1"}, True),
            ([], {"GIT_PAGER_IN_USE": "1"}, True),
            ([], {"GIT_PAGER_IN_USE": "1", "NO_COLOR": "1"}, False),
            ([], {"GIT_PAGER_IN_USE": "1", "TERM": "dumb"}, False),
            (["-c", "color.ui=never"], {"GIT_PAGER_IN_USE": "1"}, False),
        ],
    )
    def test_git_decides_and_no_color_comes_first(
        self, repository: Repository, words: list[str], environment: dict[str, str], *, colored: bool
    ) -> None:
        repository.write(NEW)

        told = repository.git(*words, "diff", environment=environment)

        assert told.startswith(f"\x1b[1mdiff --trace a/{PATH}") is colored
        assert ("\x1b" in told) is colored

    @pytest.mark.parametrize("pager", ["cat", "cat -"])
    def test_on_a_terminal_and_under_a_pager_it_is_coloured_and_broken_to_the_width(
        self, repository: Repository, pager: str
    ) -> None:
        long = "The batch is picked. " * 8
        repository.write(OLD.replace("run_batch prepares the forward for batch k.", long))
        command = [tool("git"), "-C", str(repository.folder), "diff"]

        terminal = PseudoTerminal(command, 60, 100, {"GIT_PAGER": pager})
        try:
            code = terminal.ended()
        finally:
            terminal.close()

        text = terminal.output.decode()
        assert code == 0
        assert "\x1b[1mdiff --trace" in text
        assert " ".join(terminal.screen.split()).count("The batch is picked.") == 8
        assert all(len(line) <= 60 for line in terminal.screen.splitlines())


class TestNeverFails:
    """Whatever happens, git gets 0; `Repository.git` asserts it in all the tests above too."""

    @pytest.mark.parametrize(
        "name",
        [
            "-h.json",
            "--help.json",
            "--format=json=owned.json",
            "a b.json",
            "$(touch owned).json",
            "q\"uo'te.json",
            "::error::x.json",
            "-#a.json",
        ],
    )
    def test_a_name_that_looks_like_something_else_is_a_name(self, repository: Repository, name: str) -> None:
        repository.write(OLD, name)
        repository.commit("name")
        repository.write(NEW, name)

        told = repository.git("diff", "--", f":(top){name}")

        assert told.startswith(f"diff --trace a/{name} b/{name}\n")
        assert WORDS in told
        assert not [path for path in repository.folder.iterdir() if path.name.startswith("owned")]

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("line\nbreak\n::error::x.json", r"line\nbreak\n::error::x.json"),
            ("esc\x1b]52;c;x\x07\u202e.json", r"esc\x1b]52;c;x\x07\u202e.json"),
            (os.fsdecode(b"byte\xff.json"), r"byte\udcff.json"),
        ],
    )
    def test_what_a_name_hides_is_shown(self, repository: Repository, name: str, shown: str) -> None:
        repository.write(OLD, name)
        repository.commit("name")
        repository.write(NEW, name)

        told = repository.git("diff")

        assert told.startswith(f"diff --trace a/{shown} b/{shown}\n")
        assert WORDS in told

    def test_an_unmerged_path_may_look_like_an_option(self, tmp_path: Path) -> None:
        done = drive("-h.json", cwd=tmp_path)

        assert done == Done(0, "* Unmerged path -h.json\n", "")

    def test_hostile_texts_are_shown_and_never_obeyed(self, repository: Repository) -> None:
        repository.write(dumped(changed(TRACE, hostile)))
        repository.commit("hostile")
        repository.write(dumped(changed(TRACE, hostile, lambda data: data.update(title=f"{data['title']}!"))))
        compared = repository.git("diff")
        repository.write("::error::x\n##[error]y \x1b]0;z\x07 \u202e ##vso[x]\n")
        by_line = repository.git("diff")

        for told in (compared, by_line):
            assert "\x1b" not in told
            assert "\u202e" not in told
            assert r"\u202e" in told
            lines = [line.lstrip("+- ") for line in told.splitlines()]
            assert [line for line in lines if line.startswith("::")] in ([], ["::error::x"])
            assert not any(line.lstrip().startswith("::") for line in told.splitlines())
            assert "##[" not in told
            assert "##vso[" not in told

    @pytest.mark.parametrize("gone", ["old", "new"])
    def test_a_file_that_is_not_there_any_more(self, tmp_path: Path, gone: str) -> None:
        files = {"old": str(OVERLAP), "new": str(OVERLAP)} | {gone: "nowhere"}

        done = drive("x.json", files["old"], EMPTY, "100644", files["new"], EMPTY, "100644", cwd=tmp_path)

        assert done == Done(0, "diff --trace a/x.json b/x.json\nnote: x.json: there is no such file\n", "")

    @pytest.mark.parametrize("extra", [[], ["y.json"], ["y.json", "similarity index 1%\n"], ["y", "z", "more"]])
    def test_any_number_of_arguments_that_git_may_give(self, tmp_path: Path, extra: list[str]) -> None:
        done = drive("x.json", OVERLAP, EMPTY, "100644", OVERLAP, EMPTY, "100755", *extra, cwd=tmp_path)

        assert done.code == 0
        assert done.out.startswith(f"diff --trace a/x.json b/{extra[0] if extra else 'x.json'}\nold mode")

    def test_a_fault_of_our_own_leaves_the_lines(self, tmp_path: Path) -> None:
        code = (
            "import sys; from tracecli.commands import git_diff;"
            "git_diff.compare_traces = lambda *_: 1 / 0; sys.exit(git_diff.main(sys.argv[1:]))"
        )
        new = tmp_path / "new.json"
        new.write_text(NEW, encoding="utf-8")
        arguments = ["x.json", str(OVERLAP), EMPTY, "100644", str(new), EMPTY, "100644"]

        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            timeout=120,
            check=False,
            encoding="utf-8",
        )

        assert (done.returncode, done.stderr) == (0, "")
        assert "internal error, please report it: ZeroDivisionError" in done.stdout
        assert '\n+          "title": "Pick the batch k",\n' in done.stdout

    @pytest.mark.parametrize("broken", ["| head -1", "> /dev/full", ">&-", "<&- >&- 2>&-"])
    def test_output_that_leads_nowhere(self, repository: Repository, broken: str) -> None:
        repository.write("\n".join(OLD.splitlines() * 20))  # more than a pipe holds
        line = f'git diff {broken}; test "${{PIPESTATUS[0]}}" != 128'

        done = subprocess.run(
            [tool("bash"), "-c", line],
            cwd=repository.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            timeout=120,
            check=False,
        )

        assert done.returncode == 0
        assert b"external diff died" not in done.stderr
        assert b"Traceback" not in done.stderr

    def test_an_output_in_another_encoding(self, repository: Repository) -> None:
        repository.write(OLD.replace("Pick batch k", "Pick batch k−1"))

        told = repository.git("diff", environment={"PYTHONIOENCODING": "ascii"})

        assert r"Pick batch k{+\u22121+}" in told

    @pytest.mark.parametrize("count", [0, 2, 6])
    def test_who_is_not_git_is_told_how_it_is_set_up(self, tmp_path: Path, count: int) -> None:
        done = drive(*["x"] * count, cwd=tmp_path)

        assert (done.code, done.out) == (2, "")
        assert "traces/*.json diff=trace" in done.err
        assert "git config diff.trace.command 'trace git-diff'" in done.err


def hostile(data: Data) -> None:
    """Put what tries to break out of a report into every text of a trace."""
    evil = 'a\n::error::b\r\n##[error]c ##vso[d] \x1b[31m\x9b0m \u202e ]]> <b> @bob #1 "`|'
    data["title"] = data["caption"] = data["alt"] = evil
    data["stateLabels"]["gpu"] = data["targets"]["gpu"]["label"] = evil
    for scenario in data["scenarios"]:
        scenario["title"] = scenario["description"] = evil
        for step in scenario["steps"]:
            step["title"] += evil
            step["description"] = evil
            step["state"]["gpu"] = evil
