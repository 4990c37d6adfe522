"""The style sheets of an author's drawing, written anew: only for this drawing, only with properties that draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracecli.export.ownvalues import declarations
from tracecli.export.svgtext import element_id

SCOPE = ".own"
ROOT_CLASS = "own_svg"
"""What stands for the drawing's own `svg` element; no class of the drawing is called so."""

_COMMENT = re.compile(r"/\*.*?(\*/|$)", re.DOTALL)
_BRACE = re.compile(r"([{}])")
# None that begins with a combinator: behind `.own` it would reach what stands beside the drawing.
_SELECTOR = re.compile(r"(?![>+~])[\w\s.#*>+~-]+")
_PIECE = re.compile(r"([.#]?)([\w-]+)")


def class_name(name: str) -> str:
    """Give the name that a class of the drawing has here, where it can be mistaken for none of ours."""
    return element_id("own-", name)


def clean_sheet(text: str, prefix: str) -> Iterator[str]:
    """Give the rules that may stay, each under `.own`; at-rules are left out with all that is in them.

    Args:
        text: The content of a `style` element.
        prefix: Begins every id.
    """
    for selectors, body in _rules(_COMMENT.sub("", text)):
        parts = map(str.strip, selectors.split(","))
        kept = [_selector(part, prefix) for part in parts if _SELECTOR.fullmatch(part)]
        values = ";".join(f"{name}:{value}" for name, value in declarations(body, prefix))
        if kept and values:
            yield f"{','.join(kept)}{{{values}}}"


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Give what stands in front of each pair of braces, and in it, where the pair is in no other one."""
    depth, head, before = 0, "", ""
    for piece in _BRACE.split(text):
        if piece == "{":
            depth += 1
            head = before.rpartition(";")[2] if depth == 1 else "@"
        elif piece == "}":
            if depth == 1 and not head.lstrip().startswith("@"):
                yield head, before
            depth = max(0, depth - 1)
        else:
            before = piece


def _selector(text: str, prefix: str) -> str:
    def renamed(match: re.Match[str]) -> str:
        kind, name = match.groups()
        if kind == ".":
            return f".{class_name(name)}"
        if kind == "#":
            return f"#{element_id(prefix, name)}"
        return f".{ROOT_CLASS}" if name == "svg" else name

    return f"{SCOPE} {_PIECE.sub(renamed, ' '.join(text.split()))}"
