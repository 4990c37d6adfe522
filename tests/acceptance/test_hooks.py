"""The hook for pre-commit and the action for GitHub, run as their hosts run them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.program import ROOT, SEED, Done
from tests.support.tools import tool

HOOKS = ROOT / ".pre-commit-hooks.yaml"
ACTION = ROOT / "action.yml"
GOOD = SEED.read_text(encoding="utf-8")
BAD = GOOD.replace('"launch"\n', '"lauch"\n', 1)

_GUARD = 300  # seconds; a hang, not a slow machine


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Give an empty repository beside a folder `bin` with a `trace` that runs this checkout."""
    program = tmp_path / "bin" / "trace"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m tracecli "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    folder = tmp_path / "repository"
    folder.mkdir()
    subprocess.run([tool("git"), "init", "-q"], cwd=folder, check=True)
    return folder


def execute(command: list[str], repository: Path, **environment: str) -> Done:
    path = f"{repository.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    variables = os.environ | {"PATH": path, "PRE_COMMIT_HOME": str(repository.parent / "cache")} | environment
    done = subprocess.run(
        command, cwd=repository, env=variables, capture_output=True, timeout=_GUARD, check=False, encoding="utf-8"
    )
    return Done(done.returncode, done.stdout, done.stderr)


def put(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".json").write_text(text, encoding="utf-8")


class TestHook:
    def run(self, repository: Path, **settings: str) -> Done:
        """Run pre-commit with our hook, but for how it is installed: with the `trace` that is on the path."""
        (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
        local = {"repo": "local", "hooks": [hook | settings | {"language": "system", "verbose": True}]}
        config = repository / ".pre-commit-config.yaml"
        config.write_text(yaml.safe_dump({"repos": [local]}), encoding="utf-8")
        subprocess.run([tool("git"), "add", "-A"], cwd=repository, check=True)
        return execute([sys.executable, "-m", "pre_commit", "run", "--all-files"], repository)

    def test_pre_commit_reads_the_manifest(self, repository: Path) -> None:
        done = execute([sys.executable, "-m", "pre_commit", "validate-manifest", str(HOOKS)], repository)

        assert (done.code, done.out) == (0, "")

    def test_what_is_no_trace_is_not_even_named(self, repository: Path) -> None:
        put(repository, package="{}", sub__traces_old__x="{}", traces__good=GOOD, sub__traces__deep__good=GOOD)

        done = self.run(repository)

        assert done.code == 0
        assert "2 files: " in done.out

    def test_what_is_not_a_trace_is_passed_over(self, repository: Path) -> None:
        put(repository, traces__good=GOOD, traces__states='{"vars": [], "states": []}')
        (repository / "traces" / "project.yml").write_text("name: App\ntargets:\n  App: {}\n", encoding="utf-8")

        done = self.run(repository)

        assert done.code == 0
        assert "1 file: " in done.out
        assert "skipped 2 files that are not a trace" in done.out

    def test_nothing_but_other_files_is_no_failure(self, repository: Path) -> None:
        put(repository, traces__package='{"name": "x", "scripts": {}}')

        assert self.run(repository).code == 0

    def test_without_traces_there_is_nothing_to_do(self, repository: Path) -> None:
        put(repository, package="{}")

        done = self.run(repository)

        assert done.code == 0
        assert "no files to check" in done.out

    def test_each_call_of_a_split_list_says_what_one_call_says_of_its_files(self, repository: Path) -> None:
        (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
        put(repository, traces__a=GOOD, traces__b=BAD, traces__c=GOOD, traces__d=BAD)
        names = [f"traces/{name}.json" for name in "abcd"]
        entry = shlex.split(hook["entry"])

        whole = execute([*entry, *names], repository)
        parts = [execute([*entry, name], repository) for name in names]

        assert whole.out == "".join(part.out for part in parts)
        assert whole.code == max(part.code for part in parts) == 1
        assert [part.code for part in parts] == [0, 1, 0, 1]

    def test_pre_commit_splits_a_long_list_and_finds_every_fault(self, repository: Path) -> None:
        put(repository, **{f"traces__t{number:02}": BAD if number == 17 else GOOD for number in range(24)})

        done = self.run(repository)

        counts = [int(found) for found in re.findall(r"^(\d+) files?: ", done.out, re.MULTILINE)]
        assert done.code == 1
        assert sum(counts) == 24
        assert re.findall(r"^(\S+?):\d+:\d+: error (\S+):", done.out, re.MULTILINE) == [
            ("traces/t17.json", "unknown-target")
        ]

    def test_names_that_a_shell_would_split_or_obey_are_files(self, repository: Path) -> None:
        put(repository, **{"traces__a b; touch owned #$(touch owned)": BAD})

        done = self.run(repository)

        assert done.code == 1
        assert "traces/a b; touch owned #$(touch owned).json:" in done.out
        assert not (repository / "owned").exists()

    @pytest.mark.parametrize(
        "name",
        [
            "--format=json=../traces/x.json",
            "--format=sarif=../traces/x.json",
            "--fix/traces/x.json",
            "--help/traces/x.json",
            "--allow-empty/traces/x.json",
            "-h/traces/x.json",
            "-o../traces/x.json",
            "-/traces/x.json",
            "-#/traces/x.json",
            "--/traces/x.json",
            "[x]/traces/x.json",
        ],
    )
    @pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (BAD, 1)])
    def test_a_name_that_looks_like_an_option_is_a_file(
        self, name: str, text: str, code: int, repository: Path
    ) -> None:
        outside = repository.parent / "traces" / "x.json"
        outside.parent.mkdir()
        outside.write_text("keep")
        put(repository, **{name.removesuffix(".json").replace("/", "__"): text})

        done = self.run(repository)

        assert done.code == code
        assert "1 file: " in done.out
        assert (f"{name}:" in done.out) == (code == 1)
        assert outside.read_text() == "keep"
        assert (repository / name).read_text(encoding="utf-8") == text

    @pytest.mark.parametrize("name", ["--fix", "-ox.json", "--format=json=x.json", "--help", "--", "-h"])
    def test_wherever_the_files_are(self, name: str, repository: Path) -> None:
        (repository / name).write_text(BAD, encoding="utf-8")

        done = self.run(repository, files="", exclude="^[.]pre-commit")

        assert done.code == 1
        assert f"{name}:" in done.out
        assert not (repository / "x.json").exists()
        assert (repository / name).read_text(encoding="utf-8") == BAD

    def test_options_go_into_the_entry(self, repository: Path) -> None:
        put(repository, **{"--fix__traces__x": BAD})

        done = self.run(repository, entry="trace validate --format json --")

        assert done.code == 1
        assert '"path": "--fix/traces/x.json"' in done.out


class TestListsOfFiles:
    """A list of files that somebody gives without `--`: `trace validate *`, `xargs trace validate`."""

    @pytest.mark.parametrize(
        "words",
        [
            ["validate", "good.json", "--fix"],
            ["validate", "--format=json=out.json", "good.json"],
            ["export", "json", "good.json", "-oout.json"],
            ["export", "json", "-o", "good.json"],
            ["sources", "good.json", "--write"],
            ["--help"],
        ],
    )
    def test_a_word_that_is_both_an_option_and_a_file_is_refused(self, words: list[str], repository: Path) -> None:
        put(repository, good=BAD)
        name = next(word for word in words if word.startswith("-"))
        (repository / name).write_text(BAD, encoding="utf-8")
        before = sorted(os.listdir(repository))

        done = execute(["trace", *words], repository)

        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: {name} can be an option or the file of that name\n  for the file: ./-")
        assert sorted(os.listdir(repository)) == before
        assert (repository / "good.json").read_text(encoding="utf-8") == BAD
        assert (repository / name).read_text(encoding="utf-8") == BAD

    @pytest.mark.parametrize(
        "words", [["validate", "./--fix"], ["validate", "--", "--fix"], ["validate", "--most=1", "--", "--fix"]]
    )
    def test_the_file_can_be_named(self, words: list[str], repository: Path) -> None:
        for name in ("--fix", "--most=1"):
            (repository / name).write_text(BAD, encoding="utf-8")

        done = execute(["trace", *words], repository)

        assert done.code == 1
        assert "--fix:" in done.out
        assert (repository / "--fix").read_text(encoding="utf-8") == BAD

    def test_so_can_the_option(self, repository: Path) -> None:
        for name in ("--fix", "good.json"):
            (repository / name).write_text(BAD, encoding="utf-8")

        done = execute(["trace", "validate", "--fix", "--", "good.json"], repository)

        assert done.code == 0, done.err
        assert (repository / "good.json").read_text(encoding="utf-8") == GOOD
        assert (repository / "--fix").read_text(encoding="utf-8") == BAD


class TestAction:
    def definition(self) -> dict[str, Any]:
        found: dict[str, Any] = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
        return found

    def run(self, repository: Path, *, programs: str = "bin", **inputs: str) -> Done:
        """Run the last step as the runner does: inputs put in place of expressions, then bash.

        Args:
            repository: Where to.
            programs: Where the environment has its programs: `Scripts` on Windows.
            inputs: What the workflow sets.
        """
        *_, step = self.definition()["runs"]["steps"]
        given = {name: spec["default"] for name, spec in self.definition()["inputs"].items()} | inputs
        environment = {key: self._filled(str(value), given) for key, value in step["env"].items()}
        program = repository.parent / "temp" / "trace" / programs / "trace"
        program.parent.mkdir(parents=True)
        program.symlink_to(repository.parent / "bin" / "trace")
        script = repository.parent / "step.sh"
        script.write_text(self._filled(step["run"], given), encoding="utf-8")
        shell = [tool("bash"), "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        summary = str(repository.parent / "summary.md")
        return execute(
            shell, repository, RUNNER_TEMP=str(repository.parent / "temp"), GITHUB_STEP_SUMMARY=summary, **environment
        )

    def _filled(self, text: str, given: dict[str, str]) -> str:
        return re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda found: given[found[1]], text)

    def test_the_definition_is_what_github_asks_for(self, repository: Path) -> None:
        words = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", str(ACTION)]

        done = execute([sys.executable, *words], repository)

        assert done.code == 0, done.out

    def test_no_script_has_an_expression_pasted_into_it(self) -> None:
        scripts = [step["run"] for step in self.definition()["runs"]["steps"] if "run" in step]

        assert len(scripts) == 2
        assert "${{" not in "".join(scripts)

    def test_every_input_reaches_the_script(self) -> None:
        definition = self.definition()
        *_, step = definition["runs"]["steps"]

        asked = {f"${{{{ inputs.{name} }}}}": name for name in definition["inputs"]}

        assert set(step["env"].values()) == set(asked)
        assert all(f"${name}" in step["run"] for name in step["env"])

    def test_it_annotates_the_files_of_the_folder_traces_and_fails(self, repository: Path) -> None:
        put(repository, traces__bad=BAD, traces__other='{"not": "a trace"}')

        done = self.run(repository)

        assert done.code == 1
        assert done.out.startswith("::error file=traces/bad.json,line=")
        assert done.out.count("\n") == 1
        summary = (repository.parent / "summary.md").read_text(encoding="utf-8")
        assert "| **error** | `traces/bad.json:" in summary

    @pytest.mark.parametrize("programs", ["bin", "Scripts"])
    def test_a_clean_folder_passes(self, programs: str, repository: Path) -> None:
        put(repository, traces__good=GOOD)

        done = self.run(repository, programs=programs)

        assert (done.code, done.out) == (0, "")

    def test_inputs_choose_files_severity_notes_and_reports(self, repository: Path) -> None:
        put(repository, **{"one dir__good": GOOD, "two__good": GOOD})

        done = self.run(
            repository,
            files="one dir/*.json\n\n  two\n",
            notes="true",
            reports="sarif=out.sarif\njunit=out dir.xml\n",
            **{"fail-on": "note"},
        )

        assert done.code == 1
        assert "::notice file=one dir/good.json," in done.out
        assert len(json.loads((repository / "out.sarif").read_bytes())["runs"][0]["artifacts"]) == 2
        assert 'failures="2"' in (repository / "out dir.xml").read_text(encoding="utf-8")

    def test_inputs_are_never_run(self, repository: Path) -> None:
        evil = '"; touch owned; $(touch owned) `touch owned` ${{ x }}'

        done = self.run(
            repository, files=f"--help\n{evil}", notes=evil, reports=f"sarif={evil}", **{"fail-on": "error"}
        )

        assert done.code == 2
        assert not (repository / "owned").exists()
        assert "--help" in done.err

    def test_a_file_decides_nothing(self, repository: Path) -> None:
        for name in ("--format", "--fail-on", "--notes", "--format=json=out.json"):
            (repository / name).write_text(BAD, encoding="utf-8")

        done = self.run(repository, files="--format=json=out.json\n--notes", reports="json=all.json")

        assert done.code == 1
        assert "::error file=--format=json=out.json," in done.out
        assert not (repository / "out.json").exists()
        assert len(json.loads((repository / "all.json").read_bytes())["files"]) == 2

    @pytest.mark.parametrize("programs", ["bin", "Scripts"])
    def test_installing_puts_the_action_itself_into_an_environment_of_its_own(
        self, programs: str, repository: Path
    ) -> None:
        _, step, _ = self.definition()["runs"]["steps"]
        temp = repository.parent / "temp"
        python = temp / "trace" / programs / "python"
        python.parent.mkdir(parents=True)
        for program in (python, repository.parent / "bin" / "python"):
            program.write_text('#!/bin/sh\necho "$0" "$@"\n', encoding="utf-8")
            program.chmod(0o755)
        script = repository.parent / "install.sh"
        script.write_text(step["run"], encoding="utf-8")

        done = execute(
            [tool("bash"), "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            repository,
            PYTHON=str(repository.parent / "bin" / "python"),
            SOURCE="/a b/action",
            RUNNER_TEMP=str(temp),
        )

        assert done.code == 0
        assert done.out.splitlines() == [
            f"{repository.parent / 'bin' / 'python'} -m venv {temp / 'trace'}",
            f"{python} -m pip install --quiet --disable-pip-version-check /a b/action",
        ]
