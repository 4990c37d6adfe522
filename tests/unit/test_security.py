"""SECURITY.md says what holds each of its lines; and nothing here can reach a network."""

from __future__ import annotations

import ast
import re

from tests.support.program import ROOT

_PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
_REACHING = {
    "socket",
    "ssl",
    "http",
    "urllib.request",
    "ftplib",
    "smtplib",
    "requests",
    "urllib3",
    "asyncio",
    "webbrowser",
}


def test_every_file_that_the_threat_model_names_is_there() -> None:
    links = re.findall(r"\[([\w./-]+)\]\(([^)]+)\)", _PAGE)

    assert len(links) > 20
    assert [shown for shown, target in links if shown != target or not (ROOT / target).is_file()] == []


def test_every_line_of_the_threat_model_names_a_test() -> None:
    table = _PAGE.partition("## What may never happen")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]

    assert len(rows) > 12
    assert [row for row in rows if "](tests/" not in row] == []


def test_the_threat_model_is_one_page() -> None:
    assert len(_PAGE.splitlines()) < 80


def test_no_module_but_one_imports_what_could_use_a_network() -> None:
    found = []
    for path in {*(ROOT / "tracecli").rglob("*.py")} - {ROOT / "tracecli" / "github.py"}:  # what a workflow asks for
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{path}: {name}" for name in names if name in _REACHING or name.partition(".")[0] in _REACHING]

    assert found == []
