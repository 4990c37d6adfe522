"""`trace export` as a user runs it: to standard output, to a file, and held against a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, ROOT, run

FORMS = ["html", "svg", "markdown", "mermaid", "asciicast", "perfetto", "itf", "json", "yaml"]


@pytest.mark.parametrize("form", FORMS)
def test_a_file_holds_what_standard_output_would(form: str, tmp_path: Path) -> None:
    printed = run("export", form, "overlap", cwd=tmp_path)
    written = run("export", form, "overlap", "-o", "out", cwd=tmp_path)

    assert (printed.code, written.code, written.out) == (0, 0, "")
    assert (tmp_path / "out").read_text(encoding="utf-8") == printed.out
    assert printed.out.endswith("\n")


@pytest.mark.parametrize("form", FORMS)
def test_another_folder_locale_and_time_zone_give_the_same_bytes(form: str, tmp_path: Path) -> None:
    (tmp_path / "copy.json").write_bytes(OVERLAP.read_bytes())
    elsewhere = {"LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "7", "COLUMNS": "40"}

    here = run("export", form, f"{OVERLAP}#overlap", cwd=tmp_path)
    there = run("export", form, "copy.json#overlap", cwd=tmp_path, environment=elsewhere)

    assert here.out == there.out


def test_a_stale_file_is_told_from_a_current_one(tmp_path: Path) -> None:
    run("export", "markdown", "overlap", "-o", "t.md", cwd=tmp_path)

    current = run("export", "markdown", "overlap", "--check", "t.md", cwd=tmp_path)
    stale = run("export", "markdown", "serial", "--check", "t.md", cwd=tmp_path)
    missing = run("export", "markdown", "serial", "--check", "none.md", cwd=tmp_path)

    assert (current.code, stale.code, missing.code) == (0, 1, 2)
    assert "trace export markdown serial -o t.md updates it" in stale.err


LINES = b"\r\n"
CHANGES: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "nothing": (lambda text: text, 0, " is current\n"),
    "CR LF": (lambda text: text.replace(b"\n", LINES), 0, " is current, but for its line breaks, which are CR LF\n"),
    "CR LF in one line": (lambda text: text.replace(b"\n", LINES, 1), 0, " is current, but for its line breaks, which"),
    "CR LF at the end": (lambda text: text[:-1] + LINES, 0, " is current, but for its line breaks, which are CR LF\n"),
    "CR alone": (lambda text: text.replace(b"\n", b"\r"), 1, " is stale: "),
    "CR CR LF": (lambda text: text.replace(b"\n", b"\r\r\n"), 1, " is stale: "),
    "no last line break": (lambda text: text[:-1], 1, " is stale: "),
    "a line break more": (lambda text: text + b"\n", 1, " is stale: "),
    "CR LF and a line more": (lambda text: text.replace(b"\n", LINES) + LINES, 1, " is stale: "),
    "CR LF and another letter": (lambda text: text.replace(b"\n", LINES).replace(b"t", b"T", 1), 1, " is stale: "),
    "a byte order mark": (lambda text: b"\xef\xbb\xbf" + text, 1, " is stale (it begins with a byte order mark): "),
    "UTF-16": (lambda text: text.decode().encode("utf-16"), 1, " is stale: "),
    "spaces at a line's end": (lambda text: text.replace(b"\n", b" \n", 1), 1, " is stale: "),
    "cut in half": (lambda text: text[: len(text) // 2], 1, " is stale: "),
    "empty": (lambda _: b"", 1, " is stale: "),
}


@pytest.mark.parametrize("change", CHANGES)
def test_line_breaks_of_a_checkout_make_no_file_stale(change: str, tmp_path: Path) -> None:
    make, code, said = CHANGES[change]
    run("export", "markdown", "overlap", "-o", "t.md", cwd=tmp_path)
    (tmp_path / "t.md").write_bytes(make((tmp_path / "t.md").read_bytes()))

    done = run("export", "markdown", "overlap", "--check", "t.md", cwd=tmp_path)

    assert done.code == code
    assert done.err.startswith(f"t.md{said}")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_current_in_a_checkout_with_other_line_breaks(form: str, tmp_path: Path) -> None:
    run("export", form, "overlap", "-o", "t", cwd=tmp_path)
    (tmp_path / "t").write_bytes((tmp_path / "t").read_bytes().replace(b"\n", LINES))

    assert run("export", form, "overlap", "--check", "t", cwd=tmp_path).code == 0


@pytest.mark.parametrize("name", ["-", "", ".", "none/t.md"])
def test_what_is_no_file_can_not_be_current(name: str, tmp_path: Path) -> None:
    done = run("export", "markdown", "overlap", "--check", name, cwd=tmp_path)

    assert done.code == 2
    assert "current" not in done.err
    assert "stale" not in done.err


@pytest.mark.parametrize(
    "words",
    [
        ["markdown", "overlap/3"],
        ["itf", "overlap#"],
        ["asciicast", "overlap#"],
        ["mermaid", "overlap", "--sequence", "--state"],
        ["mermaid", "overlap/3", "--state"],
        ["html", "overlap/3"],
        ["svg", "overlap/3", "--sheet"],
        ["svg", "overlap", "--still", "7"],
        ["svg", "overlap#", "--sheet"],
        ["svg", "overlap#", "--lanes", "--drawing", "none.svg"],
        ["svg", "overlap", "--lanes", "--still", "7"],
        ["svg", "overlap", "--drawing", "none.svg"],
        ["markdown", "overlap", "-o", "a", "--check", "b"],
        ["markdown", "overlap", "-o", "none/a.md"],
        ["markdown", "overlap", "-o", ""],
        ["markdown"],
        ["pdf", "overlap"],
    ],
)
def test_what_makes_no_sense_is_said(words: list[str], tmp_path: Path) -> None:
    done = run("export", *words, cwd=tmp_path)

    assert done.code == 2
    assert done.out == ""
    assert "Traceback" not in done.err


def test_a_dash_for_a_file_is_standard_output(tmp_path: Path) -> None:
    done = run("export", "yaml", "overlap", "-o", "-", cwd=tmp_path)

    assert (done.code, done.err) == (0, "")
    assert done.out == run("export", "yaml", "overlap", cwd=tmp_path).out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["svg", "t.json#serial"], ["yaml", "./t.json"], ["html", "t.json"]])
def test_a_trace_is_not_overwritten_by_what_is_made_from_it(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "t.json").write_bytes(OVERLAP.read_bytes())
    (tmp_path / "link.json").symlink_to("t.json")

    for name in ("t.json", "link.json"):
        done = run("export", *words, "-o", name, cwd=tmp_path)

        assert (done.code, done.out) == (2, "")
        assert f"{name} was read itself, and is not overwritten" in done.err
        assert (tmp_path / "t.json").read_bytes() == OVERLAP.read_bytes()


def test_a_drawing_is_not_overwritten_by_what_is_made_from_it(tmp_path: Path) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="a" width="9" height="9"/></svg>'
    (tmp_path / "own.svg").write_text(drawing)
    data = json.loads(OVERLAP.read_text(encoding="utf-8"))
    data["targets"] = {"a": {"id": "a", "kind": "node", "label": "A"}}
    for scenario in data["scenarios"]:
        scenario["unselected"] = []
        for step in scenario["steps"]:
            step["active"], step["paths"] = ["a"], []
    (tmp_path / "t.json").write_text(json.dumps(data))

    done = run("export", "svg", "t.json#serial", "--drawing", "own.svg", "-o", "own.svg", cwd=tmp_path)

    assert done.code == 2
    assert "own.svg was read itself" in done.err
    assert (tmp_path / "own.svg").read_text() == drawing


def test_a_trace_may_be_written_anew_in_its_own_notation(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(json.dumps(json.loads(OVERLAP.read_text(encoding="utf-8"))))

    assert run("export", "json", "t.json", "-o", "t.json", cwd=tmp_path).code == 0
    assert (tmp_path / "t.json").read_bytes() == OVERLAP.read_bytes()


def test_the_drawing_of_readme_is_current(tmp_path: Path) -> None:
    done = run("export", "svg", "overlap", "--check", ROOT / "docs" / "overlap.svg", cwd=tmp_path)

    assert done.code == 0, done.err


def test_a_trace_with_errors_is_not_exported(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(OVERLAP.read_text(encoding="utf-8").replace('"launch"\n', '"lauch"\n', 1))

    done = run("export", "json", "bad.json", "-o", "out.json", cwd=tmp_path)

    assert done.code == 2
    assert "unknown-target" in done.err
    assert not (tmp_path / "out.json").exists()


def test_json_to_yaml_to_json_gives_the_same_document(tmp_path: Path) -> None:
    run("export", "yaml", OVERLAP, "-o", "t.yaml", cwd=tmp_path)

    back = run("export", "json", "t.yaml", cwd=tmp_path)

    assert json.loads(back.out) == json.loads(OVERLAP.read_text(encoding="utf-8"))
    assert list(json.loads(back.out)) == list(json.loads(OVERLAP.read_text(encoding="utf-8")))
