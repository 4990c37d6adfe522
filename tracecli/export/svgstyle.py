"""The style sheets of the pictures, from their own files."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_ASSETS = Path(__file__).parent / "assets"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANKS = re.compile(r"\s+")
_TIGHT = re.compile(r" ?([{};,]) ?")


@cache
def stylesheet(name: str) -> str:
    """Give a style sheet of the package without comments and needless blanks.

    Args:
        name: The file's name without its ending; `palette` declares the colours that the others use.
    """
    text = _COMMENT.sub("", (_ASSETS / f"{name}.css").read_text(encoding="utf-8"))
    return _TIGHT.sub(r"\1", _BLANKS.sub(" ", text)).strip()


def self_contained(names: tuple[str, ...]) -> str:
    """Give style sheets for an SVG file: each colour once as it is in light, for renderers that know no variables."""
    palette = stylesheet("palette")
    light = dict(re.findall(r"--([a-z-]+): ?(#[0-9a-f]+)", palette.partition("@media")[0]))
    rules = "\n".join(map(stylesheet, names))
    known = re.sub(r"([a-z-]+): ?var\(--([a-z-]+)\)", lambda match: f"{match[1]}:{light[match[2]]};{match[0]}", rules)
    return f"{palette}\n{known}"
