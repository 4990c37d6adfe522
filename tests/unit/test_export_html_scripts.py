"""The page's scripts: modules that the linter reads, joined into one that says the same."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.tools import missing, tool
from tests.unit.export_helpers import ROOT
from tracecli.export.html import MODULES, fill, script, style
from tracecli.playback import Folded
from tracecli.terminal.actions import BINDINGS

_PAGE = ROOT / "tracecli" / "export" / "assets" / "page"
_DARK = re.compile(r"@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}\s*\}", re.DOTALL)
_NODE = ROOT / "tests" / "acceptance" / "node"


def source(name: str) -> str:
    return (_PAGE / f"{name}.mjs").read_text(encoding="utf-8")


def test_every_module_is_joined_after_those_that_it_needs() -> None:
    assert sorted(MODULES) == sorted(path.stem for path in _PAGE.iterdir())
    for place, name in enumerate(MODULES):
        needed = re.findall(r'^import .* from "\./(\w+)\.mjs";$', source(name), re.MULTILINE)
        assert set(needed) <= set(MODULES[:place]), name


def test_what_is_imported_is_there() -> None:
    for name in MODULES:
        for names, module in re.findall(r'^import \{ (.*) \} from "\./(\w+)\.mjs";$', source(name), re.MULTILINE):
            for one in names.split(", "):
                assert re.search(
                    rf"^export (const|function) (\{{.*\b)?{re.escape(one)}(?![\w$])", source(module), re.MULTILINE
                ), one


def test_joining_leaves_nothing_of_modules_and_keeps_everything_else() -> None:
    joined = script()

    assert not re.search(r"^(import|export) ", joined, re.MULTILINE)
    assert "</" not in joined
    assert "<!--" not in joined
    for name in MODULES:
        lines = [re.sub("^export ", "", line) for line in source(name).split("\n") if not line.startswith("import ")]
        assert [line for line in lines if f"\n{line}\n" not in joined] == [], name


def test_the_joined_script_is_a_script(tmp_path: Path) -> None:
    path = tmp_path / "page.js"
    path.write_text(script(), encoding="utf-8")

    done = subprocess.run([tool("node"), "--check", path], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_linter_finds_nothing() -> None:
    linter = _NODE / "node_modules" / ".bin" / "eslint"
    if not linter.exists():
        missing("eslint in tests/acceptance/node")
    config = _NODE / "eslint.config.mjs"

    done = subprocess.run(
        [linter, "--max-warnings", "0", "--config", config, _PAGE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_keys_are_those_of_the_terminal_but_for_tab() -> None:
    table = re.findall(r"^  (\w+): \[(\[.*?\]), \"(.*?)\", ", source("keys"), re.MULTILINE)
    own = {shown: name for name, _, shown in table}
    theirs = {row.shown for row in BINDINGS if row.where == "frame"}
    elsewhere = {"q Ctrl-C", "↓", "↑", "Ctrl-Z", "Ctrl-L"}  # what a browser has keys of its own for

    assert theirs - set(own) == {"Tab", *elsewhere}
    assert {own[shown] for shown in set(own) - theirs} == {"other", "compare"}
    assert own["t"] == "other"


TEXTS = [
    "batch k−1 and k – 2",
    "Ärger in der STRASSE, straße",
    "ﬁnal “e\u0301tat”",
    "👩‍💻 x",
    "",
    "İstanbul",
    "ΣΊΣΥΦΟΣ ς",
    "a" * 50,
]
NEEDLES = ["k-1", "K−1", "arger", "strasse", "STRAẞE", "fi", "etat", "é", "x", "𝐱", "σίσυφος", "aa", "zz", "–"]


def test_search_finds_what_the_terminal_finds(tmp_path: Path) -> None:
    pairs = [(text, needle) for text in TEXTS for needle in NEEDLES]
    (tmp_path / "ask.mjs").write_text(
        f'import {{ cutAt, fold }} from "{(_PAGE / "search.mjs").as_uri()}";\n'
        f"const pairs = {json.dumps(pairs)};\n"
        "console.log(JSON.stringify(pairs.map(([text, needle]) => [fold(text).includes(fold(needle)), cutAt(text, needle)])));",
        encoding="utf-8",
    )

    done = subprocess.run(
        [tool("node"), tmp_path / "ask.mjs"], capture_output=True, text=True, check=True, encoding="utf-8"
    )

    for (text, needle), (holds, pieces) in zip(pairs, json.loads(done.stdout), strict=True):
        places = list(Folded(text).find(Folded(needle)))
        expected, end = [], 0
        for start, stop in places:
            expected += [text[end:start], text[start:stop]]
            end = stop
        assert (holds, pieces) == (bool(places), [*expected, text[end:]]), (text, needle)


def test_the_style_sheet_reaches_nothing_outside() -> None:
    assert not re.search(r"url\(|@import|@font-face|expression", style())


def test_paper_is_light() -> None:
    assert "@media screen and (prefers-color-scheme: dark)" in style()
    assert "@media (prefers-color-scheme" not in style()


@pytest.mark.parametrize("name", ["changed", "quiet", "ink", "lit", "focus"])
@pytest.mark.parametrize("dark", [False, True])
def test_words_can_be_read_on_every_ground(name: str, dark: bool) -> None:  # noqa: FBT001 - a parameter of the test
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", style() + _dark() if dark else _light()))
    grounds = {"focus": ["paper"], "lit": ["paper", "tint"]}.get(name, ["paper", "wash"])

    for ground in grounds:
        assert _contrast(colours[name], colours[ground]) >= (3 if name == "focus" else 4.5), ground


def _light() -> str:
    return _DARK.sub("", style())


def _dark() -> str:
    return "".join(_DARK.findall(style()))


def _contrast(one: str, other: str) -> float:
    """Give the contrast of two colours (WCAG 2.2, 1.4.3)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_what_looks_like_a_slot_stays_text() -> None:
    assert fill("{{lead}} {{title}}", {"lead": "{{title}}", "title": "x"}) == "{{title}} x"
