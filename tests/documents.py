"""The examples of README and docs/ are real: each `console` block is run and compared.

`python -m tests.documents` writes them again. A block is a command line after `$ ` and what it prints, both streams
together. A block after `<!-- file: NAME -->` is a file that the commands find in their folder; `<!-- slips: FROM TO` makes
another one from it by the replacements that follow. Between `<!-- table: NAME -->` and `<!-- end -->` are the tool's
tables.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.picture import shot
from tracecli.api import load
from tracecli.checking import RULES
from tracecli.checking.rules.rule import page
from tracecli.export import svg_lanes
from tracecli.export.svg import export as svg
from tracecli.report.manual import SOURCE_PAGES, rules_markdown
from tracecli.terminal.actions import BINDINGS, PLACES

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{name}.md" for name in ("format", "commands", "rules", "exports", "architecture")),
)
"""What is written for people, as paths from the repository's root."""

_BLOCK = re.compile(r"^```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^<!-- file: (?P<name>\S+) -->\n+```\w*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_SLIPS = re.compile(r"^<!-- slips: (?P<source>\S+) (?P<name>\S+)\n(?P<slips>.*?)^-->$", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^<!-- table: (?P<name>\S+) -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)
_GUARD = 120


def commands(text: str) -> Iterator[str]:
    """Return the command lines that a document shows with their output."""
    return (match["command"] for match in _BLOCK.finditer(text))


def rendered(text: str) -> str:
    """Return a document with every output and table as the tool makes it now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _prepare(folder, text)
        text = _BLOCK.sub(lambda match: _again(match, folder), text)
    return _TABLE.sub(lambda match: _table(match["name"]), text)


def _prepare(folder: Path, text: str) -> None:
    for match in _FILE.finditer(text):
        (folder / match["name"]).write_text(match["text"], encoding="utf-8")
    for match in _SLIPS.finditer(text):
        changed = (folder / match["source"]).read_text(encoding="utf-8")
        for slip in match["slips"].splitlines():
            right, wrong = slip.split(" → ")
            changed = changed.replace(right, wrong)
        (folder / match["name"]).write_text(changed, encoding="utf-8")
    program = folder / ".bin" / "trace"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tracecli "$@"\n', encoding="utf-8")
    program.chmod(0o755)


def _again(match: re.Match[str], folder: Path) -> str:
    variables = {
        "PATH": f"{folder / '.bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "80",
        "TERM": "xterm",
        "LANG": "C.UTF-8",
    }
    done = subprocess.run(
        ["bash", "-c", match["command"]],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_GUARD,
        check=False,
    )
    return f"```console\n$ {match['command']}\n{done.stdout.decode()}```"


def _table(name: str) -> str:
    return f"<!-- table: {name} -->\n\n{_TABLES[name]().strip()}\n\n<!-- end -->"


def _rules() -> str:
    return rules_markdown([*(page(rule) for rule in RULES), *SOURCE_PAGES])


def bindings_markdown() -> Iterator[str]:
    """Yield the lines of the tables of keys."""
    for where, heading in PLACES.items():
        yield f"| {heading} | |"
        yield "|---|---|"
        for row in BINDINGS:
            if row.where == where:
                yield f"| `{row.shown}` | {row.says} |"
        yield ""


def _keys() -> str:
    return "\n".join(bindings_markdown()) + "\n"


def _player() -> str:
    overlap = load("overlap")
    scenario = overlap.trace.scenarios[1]
    return shot(overlap.trace, scenario, 4, 100, 36)


def _drawing() -> str:
    overlap = load("overlap")
    return svg(overlap.trace, overlap.trace.scenarios[1])


def _comparison() -> str:
    trace = load("overlap").trace
    return svg_lanes.export(trace, trace.scenarios)


PICTURES: dict[str, Callable[[], str]] = {
    "docs/comparison.svg": _comparison,
    "docs/overlap.svg": _drawing,
    "docs/player.svg": _player,
}
"""The pictures that the documents show, made by the tool."""

_TABLES: dict[str, Callable[[], str]] = {"rules": _rules, "keys": _keys}


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (ROOT / name).write_text(draw(), encoding="utf-8", newline="\n")
    for name in DOCUMENTS:
        path = ROOT / name
        path.write_text(rendered(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
