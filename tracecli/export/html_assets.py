"""The page's own files: its frame, style sheets and scripts, put together as they stand in the package."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tracecli.export.svgstyle import stylesheet

_ASSETS = Path(__file__).parent / "assets"
MODULES = (
    "search",
    "dom",
    "trace",
    "words",
    "player",
    "keys",
    "drawing",
    "stage",
    "timeline",
    "sheets",
    "looks",
    "main",
)
"""The scripts, each after those that it imports from."""

_DROPPED = re.compile(r"^ *(//.*|/\*\*(?:.|\n)*?\*/|import .*)\n|^ +|^export (?=const|function)", re.MULTILINE)
"""Comments on lines of their own, indentation, and what joining does away with."""

# Strings, templates and regular expressions, which stay as they are. A template stands in no other one, and a regular
# expression behind a bracket, a comma or an equals sign: the linter holds that.
_KEPT = re.compile(r"""("(?:[^"\\\n]|\\.)*"|`[^`]*`|(?<=\()/[^/ ][^/\n]*/|(?<=[,=] )/[^/ ][^/\n]*/)""")
_LOOSE = re.compile(r";\n(?=\})| *([-+*/%=<>!?:,;&|(){}[\]]) *|(?<=[;{},])\n")
_ZERO = re.compile(r"(?<![\d.])0\.(?=\d)")
_SLOT = re.compile(r"\{\{(\w+)\}\}")


@cache
def script() -> str:
    """Give the modules as one script: a page that is a single file has nowhere to import from."""
    joined = "".join(map(_module, MODULES))
    return f'"use strict";(()=>{{\n{joined}}})();'


def _module(name: str) -> str:
    text = _DROPPED.sub("", (_ASSETS / "page" / f"{name}.mjs").read_text(encoding="utf-8"))
    pieces = _KEPT.split(text)  # every second one is kept
    pieces[::2] = [_LOOSE.sub(r"\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


@cache
def style() -> str:
    """Give the page's style sheet. Paper is light, whatever the screen is."""
    rules = "".join(map(stylesheet, ("palette", "drawing", "page")))
    rules = rules.replace("@media (prefers-color-scheme", "@media screen and (prefers-color-scheme")
    return _ZERO.sub(".", rules.replace(": ", ":"))


def digest(text: str) -> str:
    """Give the source expression that allows an inline script or style (CSP 3, 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page(parts: Mapping[str, str]) -> str:
    """Give the page with its parts in place. What looks like a slot inside a part stays what it is."""
    frame = (_ASSETS / "page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda match: parts[match[1]], frame)
