"""`trace sources` through the real program: small made-up repositories, wheels and sdists; the real wheel on request."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.coderoots import LOOP, MOVED, commit, sdist, wheel
from tests.support.program import OVERLAP, Done, run

BLOB = "https://github.com/own/eng/blob"


def trace(*sources: dict[str, str]) -> str:
    """Give a small valid trace in YAML, with a comment and a layout of its own."""
    lines = ["# keep me", "version: 1", "language: en", "title: Small", 'description: "Small."', "alt: One node."]
    lines += ["stateLabels: {s: State}", "targets:", "  n: {id: n, kind: node, label: Node}", "sources:"]
    for source in sources:
        first, *rest = (f"{key}: {json.dumps(value)}" for key, value in source.items())
        lines += [f"- {first}", *(f"  {line}" for line in rest)]
    lines += ["scenarios:", "- id: one", "  title: One", "  description: One step.", "  initial: {s: a}"]
    lines += ["  unselected: []", "  steps:", "  - title: Do", "    description: It is done.", "    duration: 2000"]
    return "\n".join([*lines, "    active: [n]", "    paths: []", "    state: {s: b}", ""])


def link(lines: str, symbol: str | None = None, *, tag: str = "v1.2", path: str = "python/eng/a.py") -> dict[str, str]:
    """Give a source that cites code."""
    source = {"title": f"Eng {tag} {symbol or lines}", "url": f"{BLOB}/{tag}/{path}#{lines}"}
    return source | ({"symbol": symbol} if symbol else {})


GOOD = (link("L36-L39"), link("L27-L29", "Scheduler.loop"), link("L19-L29"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A checkout with two tags, beside which traces are written."""
    folder = tmp_path / "eng"
    commit(folder, {"python/eng/a.py": LOOP}, tag="v1.2")
    commit(folder, {"python/eng/a.py": MOVED}, tag="v1.3")
    return folder


def sources(folder: Path, text: str, *words: str | Path) -> Done:
    """Write a trace and ask about its sources."""
    (folder / "t.yaml").write_text(text, encoding="utf-8")
    return run("sources", "t.yaml", *words, cwd=folder)


def verdicts(done: Done) -> list[str]:
    """Give the verdicts of a JSON report."""
    return [one["verdict"] for one in json.loads(done.out)["sources"]]


def test_a_checkout_a_wheel_an_sdist_and_an_unpacked_release_judge_alike(tmp_path: Path, repository: Path) -> None:
    unpacked = tmp_path / "eng-1.2"
    (unpacked / "eng").mkdir(parents=True)
    (unpacked / "eng" / "a.py").write_text(LOOP, encoding="utf-8")
    files = {"eng/a.py": LOOP}
    roots = [repository, wheel(tmp_path, files), sdist(tmp_path, files), unpacked]
    text = trace(*GOOD, link("L36-L37"), link("L1-L39", "gather"), link("L1-L4", "gather"), link("L1-L2", "lost"))

    answers = [sources(tmp_path, text, "--root", f"own/eng={root}", "--format", "json") for root in roots]

    expected = ["exact", "part", "exact", "cut short", "wide", "moved", "symbol gone"]
    assert [verdicts(done) for done in answers] == [expected] * 4
    assert [done.code for done in answers] == [1] * 4


def test_a_finding_is_clickable_and_the_table_shows_all(tmp_path: Path, repository: Path) -> None:
    done = sources(tmp_path, trace(*GOOD, link("L36-L37")), "--root", f"own/eng={repository}")

    assert done.code == 0
    assert (
        "t.yaml:19:8: warning source-cut-short: L36-L37 ends before gather does, at line 39: cite L36-L39" in done.out
    )
    assert done.out.splitlines()[-5:] == [
        "verdict    cited    should be  what",
        "exact      L36-L39  L36-L39    a.py gather",
        "part       L27-L29  L27-L29    a.py Scheduler.loop",
        "exact      L19-L29  L19-L29    a.py Scheduler.loop",
        "cut short  L36-L37  L36-L39    a.py gather",
    ]
    assert "4 sources: 2 exact, 1 part, 1 cut short" in done.err


def test_warnings_fail_only_when_asked(tmp_path: Path, repository: Path) -> None:
    text = trace(link("L36-L37"))

    lenient = sources(tmp_path, text, "--root", f"own/eng={repository}")
    strict = sources(tmp_path, text, "--root", f"own/eng={repository}", "--fail-on", "warning")
    noted = sources(tmp_path, trace(link("L36-L39")), "--fail-on", "note")

    assert (lenient.code, strict.code, noted.code) == (0, 1, 2)  # 2: nothing was judged, which is no success


def test_drift_to_another_tag_is_a_table(tmp_path: Path, repository: Path) -> None:
    done = sources(tmp_path, trace(*GOOD), "--root", f"own/eng={repository}", "--at", "v1.3")

    assert done.code == 0
    assert done.out.splitlines()[-4:] == [
        "verdict  cited    at v1.3  text     what",
        "moved    L36-L39  L38-L41  changed  a.py gather",
        "moved    L27-L29  L29-L31  same     a.py Scheduler.loop",
        "moved    L19-L29  L21-L31  same     a.py Scheduler.loop",
    ]


def test_two_releases_show_the_drift_between_them(tmp_path: Path) -> None:
    old, new = wheel(tmp_path, {"eng/a.py": LOOP}), wheel(tmp_path, {"eng/a.py": MOVED}, version="1.3")

    done = sources(
        tmp_path,
        trace(link("L36-L39")),
        *("--root", f"eng={old}", "--root", f"eng={new}", "--at", "v1.3", "--format", "json"),
    )

    assert json.loads(done.out)["sources"][0]["now"] == {"first": 38, "last": 41}


def test_writing_changes_links_and_titles_and_nothing_else(tmp_path: Path, repository: Path) -> None:
    text = trace(*GOOD, link("L36-L37"))

    done = sources(tmp_path, text, "--root", f"own/eng={repository}", "--at", "v1.3", "--write")

    written = (tmp_path / "t.yaml").read_text(encoding="utf-8")
    wanted = text.replace("v1.2", "v1.3").replace("a.py#L36-L39", "a.py#L38-L41").replace("#L27-L29", "#L29-L31")
    wanted = wanted.replace("a.py#L19-L29", "a.py#L21-L31").replace("a.py#L36-L37", "a.py#L38-L41")
    assert written == wanted
    assert "4 of 4 sources written anew" in done.err
    assert sources(tmp_path, written, "--root", f"own/eng={repository}", "--fail-on", "warning").code == 0


def test_writing_without_a_version_corrects_the_lines_only(tmp_path: Path, repository: Path) -> None:
    text = trace(link("L36-L37"), link("L36-L39"), link("L1-L2", "lost"))

    done = sources(tmp_path, text, "--root", f"own/eng={repository}", "--write")

    assert done.code == 1
    assert (tmp_path / "t.yaml").read_text(encoding="utf-8") == text.replace("a.py#L36-L37", "a.py#L36-L39")


def test_json_keeps_its_own_escapes_when_written(tmp_path: Path, repository: Path) -> None:
    data = json.loads(OVERLAP.read_text(encoding="utf-8")) | {"sources": [link("L36-L37")]}
    (tmp_path / "t.json").write_text(json.dumps(data, indent=1).replace("/", "\\/"), encoding="utf-8")

    run("sources", "t.json", "--root", f"own/eng={repository}", "--write", cwd=tmp_path)

    after = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert after == data | {"sources": [data["sources"][0] | {"url": f"{BLOB}/v1.2/python/eng/a.py#L36-L39"}]}


@pytest.mark.parametrize("address", ["-", "HEAD:t.yaml", "sglang"])
def test_only_a_file_of_ones_own_is_written_to(tmp_path: Path, address: str) -> None:
    (tmp_path / "t.yaml").write_text(trace(link("L36-L37")), encoding="utf-8")
    commit(tmp_path, {})
    before = OVERLAP.with_name("sglang.yaml").read_bytes()

    done = run("sources", address, "--write", cwd=tmp_path, stdin=(tmp_path / "t.yaml").read_bytes())

    assert done.code == 2
    assert OVERLAP.with_name("sglang.yaml").read_bytes() == before


def test_github_sarif_and_markdown_carry_the_findings(tmp_path: Path, repository: Path) -> None:
    text = trace(link("L36-L37"), link("L1-L2", "lost"))
    root = ("--root", f"own/eng={repository}")

    github = sources(tmp_path, text, *root, "--format", "github")
    sarif = json.loads(sources(tmp_path, text, *root, "--format", "sarif").out)
    markdown = sources(tmp_path, text, *root, "--format", "markdown")

    assert [line.partition(" ")[0] for line in github.out.splitlines()] == ["::error", "::warning"]
    assert [one["ruleId"] for one in sarif["runs"][0]["results"]] == ["source-cut-short", "source-symbol-gone"]
    assert "source-symbol-gone" in markdown.out


def test_without_a_root_every_link_is_a_note(tmp_path: Path) -> None:
    done = sources(tmp_path, trace(*GOOD), "--format", "json")

    assert done.code == 2  # that nothing was found wrong says nothing
    assert "3 of 3 sources could not be judged\n  --root owner/name=PATH" in done.err
    assert verdicts(done) == ["not looked at"] * 3


def test_a_root_that_nothing_cites_is_said(tmp_path: Path, repository: Path) -> None:
    done = sources(tmp_path, trace(*GOOD), "--root", f"own/other={repository}")

    assert "no source links to own/other" in done.err


@pytest.mark.parametrize("word", ["own/eng", "own/eng=missing", "own/eng=t.yaml"])
def test_a_root_that_is_none_is_a_failure(tmp_path: Path, word: str) -> None:
    done = sources(tmp_path, trace(*GOOD), "--root", word)

    assert done.code == 2
    assert done.out == ""


def test_hostile_links_open_nothing(tmp_path: Path, repository: Path) -> None:
    (tmp_path / "secret.py").write_text("def secret(): pass\n", encoding="utf-8")
    paths = ("../secret.py", "%2e%2e/secret.py", "/etc/passwd", "python/../../secret.py", "a%00b", "..%5csecret.py")
    tags = ("--output=hit", "-o", "HEAD^{%2fx}", "v1.2:python/eng/a.py", "@{-1}")
    cited = [link("L1", path=path) for path in paths] + [link("L1", tag=tag) for tag in tags]

    done = sources(tmp_path, trace(*cited), "--root", f"own/eng={repository}", "--format", "json")

    assert done.code == 2
    assert verdicts(done) == ["not looked at"] * len(cited)
    assert not (repository / "hit").exists()


def test_text_of_the_file_and_the_trace_can_obey_nothing(tmp_path: Path) -> None:
    made = wheel(tmp_path, {"eng/a.py": "def \u00e9\u0301():\n    pass\n"})
    bad = {"title": "::error::x \u001b[31m\u202e", "url": f"{BLOB}/v1.2/eng/a.py#L1", "symbol": "##[error]\u001b]0;x"}

    done = sources(tmp_path, trace(bad), "--root", f"own/eng={made}")

    assert done.code == 1
    assert "\x1b" not in done.out + done.err
    assert "\u202e" not in done.out + done.err
    assert not any(line.lstrip().startswith(("::", "##[")) for line in (done.out + done.err).splitlines())


HELD = b"<svg/>"
PINNED = hashlib.sha256(HELD).hexdigest()
OTHER = "0" * 64


def nothing(_folder: Path) -> None:
    """Leave the folder empty."""


def plain(folder: Path) -> None:
    (folder / "a.svg").write_bytes(HELD)


def link_inside(folder: Path) -> None:
    (folder / "real.svg").write_bytes(HELD)
    (folder / "a.svg").symlink_to("real.svg")


def link_out(folder: Path) -> None:
    (folder.parent / "out.svg").write_bytes(HELD)
    (folder / "a.svg").symlink_to("../out.svg")


def link_to_nothing(folder: Path) -> None:
    (folder / "a.svg").symlink_to("gone.svg")


def link_to_itself(folder: Path) -> None:
    (folder / "a.svg").symlink_to("a.svg")


def subfolder(folder: Path) -> None:
    (folder / "a.svg").mkdir()


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "a.svg")


def below_a_file(folder: Path) -> None:
    (folder / "a").write_bytes(HELD)


# How the file lies there, how the trace names it, its hash; the verdict and the exit codes without and with --strict.
# Code 2 without it: nothing could be judged; or, without a verdict, checking finds an error and the trace is not used.
LOCAL: dict[str, tuple[Callable[[Path], None], str, str | None, str, int, int]] = {
    "as pinned": (plain, "a.svg", PINNED, "exact", 0, 0),
    "pinned in capitals": (plain, "a.svg", PINNED.upper(), "exact", 0, 0),
    "through a link inside": (link_inside, "a.svg", PINNED, "exact", 0, 0),
    "not pinned": (plain, "a.svg", None, "can't tell", 2, 2),
    "gone": (nothing, "a.svg", PINNED, "not looked at", 2, 2),
    "gone, not pinned": (nothing, "a.svg", None, "not looked at", 2, 2),
    "a folder": (subfolder, "a.svg", PINNED, "not looked at", 2, 2),
    "a pipe": (pipe, "a.svg", PINNED, "not looked at", 2, 2),
    "a link to nothing": (link_to_nothing, "a.svg", PINNED, "not looked at", 2, 2),
    "a link to itself": (link_to_itself, "a.svg", PINNED, "not looked at", 2, 2),
    "below a file": (below_a_file, "a/b.svg", PINNED, "not looked at", 2, 2),
    "a name that is too long": (nothing, "x" * 300, PINNED, "not looked at", 2, 2),
    "outside of the root": (nothing, "../../a.svg", None, "not looked at", 2, 2),
    "another file": (plain, "a.svg", OTHER, "", 2, 2),
    "outside of the root, pinned": (nothing, "../../a.svg", PINNED, "", 2, 2),
    "absolute": (nothing, "/etc/hostname", None, "", 2, 2),
    "through a link that leads out": (link_out, "a.svg", PINNED, "", 2, 2),
}


@pytest.mark.parametrize("case", LOCAL)
def test_a_local_file_is_exact_only_when_it_was_read_and_compared(case: str, tmp_path: Path) -> None:
    place, file, sha256, verdict, code, strict = LOCAL[case]
    folder = tmp_path / "folder"
    folder.mkdir()
    place(folder)
    text = trace({"title": "Diagram", "file": file} | ({"sha256": sha256} if sha256 else {}))

    done = sources(folder, text, "--format", "json")

    assert done.code == code
    assert sources(folder, text, "--strict").code == strict
    if verdict:
        found = json.loads(done.out)["sources"][0]
        assert found["verdict"] == verdict
        assert found["read"] == ([file] if verdict == "exact" else [])
        assert file[:20] in found["message"]


def test_a_local_file_without_permission_is_not_looked_at(tmp_path: Path) -> None:
    plain(tmp_path)
    (tmp_path / "a.svg").chmod(0)
    if os.access(tmp_path / "a.svg", os.R_OK):
        pytest.skip("this user may read everything")

    done = sources(tmp_path, trace({"title": "Diagram", "file": "a.svg", "sha256": PINNED}), "--format", "json")

    assert verdicts(done) == ["not looked at"]
    assert "Permission denied" in done.out


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("-", "comes from standard input"),
        ("HEAD:t.yaml", "comes from a git revision"),
        ("HEAD:./t.yaml", "comes from a git revision"),
        ("overlap#", "is a shipped one"),
    ],
)
def test_where_there_is_no_folder_no_file_is_looked_at(address: str, why: str, tmp_path: Path) -> None:
    plain(tmp_path)
    text = trace({"title": "Diagram", "file": "a.svg", "sha256": PINNED}, {"title": "Notes", "file": "b.md"})
    (tmp_path / "t.yaml").write_text(text, encoding="utf-8")
    commit(tmp_path, {})

    def ask(*words: str) -> Done:
        return run("sources", address, *words, cwd=tmp_path, stdin=text.encode())

    data, shown, strict = ask("--format", "json"), ask(), ask("--strict")

    local = [one for one in json.loads(data.out)["sources"] if "file" in one]
    assert {one["verdict"] for one in local} == {"not looked at"}
    assert all(why in one["message"] and one["rule"] == "source-unjudged" for one in local)
    assert json.loads(data.out)["summary"]["not looked at"] >= len(local)
    assert why in shown.out
    assert "not looked at" in shown.err
    assert (data.code, shown.code, strict.code) == (2, 2, 2)
    assert "could not be judged" in strict.err
    for form in ("github", "sarif", "markdown"):
        assert why in ask("--format", form, "--notes").out


def test_a_verdict_names_what_was_read(tmp_path: Path, repository: Path) -> None:
    made = wheel(tmp_path, {"eng/a.py": MOVED}, version="1.3")
    text = trace(link("L36-L39"), link("L36-L39", tag="v9"))

    done = sources(
        tmp_path,
        text,
        *("--root", f"own/eng={made}", "--root", f"own/eng={repository}", "--at", "v1.3", "--format", "json"),
    )

    first, second = json.loads(done.out)["sources"]
    assert first["read"] == [f"{repository}, v1.2:python/eng/a.py", f"{made}, eng/a.py"]
    assert (second["verdict"], second["read"]) == ("can't tell", [f"{made}, eng/a.py"])


@pytest.mark.skipif("TRACE_SGLANG_WHEEL" not in os.environ, reason="set TRACE_SGLANG_WHEEL to the sglang 0.5.23 wheel")
def test_the_real_wheel_has_what_the_seed_cites_but_for_one_range_that_is_cut_short(tmp_path: Path) -> None:
    root = f"sgl-project/sglang={os.environ['TRACE_SGLANG_WHEEL']}"

    seed = json.loads(run("sources", OVERLAP, "--root", root, "--format", "json", cwd=tmp_path).out)["sources"]
    audited = run("sources", "sglang", "--root", root, "--fail-on", "note", cwd=tmp_path)

    code = [one for one in seed if "url" in one]
    assert [one["verdict"] for one in code] == ["exact", "exact", "cut short", "exact"]
    assert code[2]["symbol"] == "resolve_forward_inputs"
    assert code[2]["now"] == {"first": 113, "last": 153}
    assert audited.code == 0, audited.out
