"""Where the definitions of a source file are: by its syntax tree for Python, by its text for anything else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tracecli.sources.definition import Definition
from tracecli.sources.plain import plain_definitions
from tracecli.sources.python import python_definitions


@dataclass(frozen=True, slots=True)
class Outline:
    """A file's definitions.

    Attributes:
        definitions: In the order of the text.
        lines: The text, line by line.
        comments: What a line that is only a comment begins with.
        doubt: Why the syntax tree could not be had of a Python file; its definitions were then found by text.
    """

    definitions: tuple[Definition, ...]
    lines: tuple[str, ...]
    comments: tuple[str, ...]
    doubt: str | None = None

    def is_code(self, number: int) -> bool:
        """Tell whether a line is there and holds more than blanks or a comment."""
        if not 1 <= number <= len(self.lines):
            return False
        line = self.lines[number - 1].strip()
        return bool(line) and not line.startswith(self.comments)

    def text(self, first: int, last: int) -> str:
        """Give lines as text."""
        return "\n".join(self.lines[first - 1 : last])


HASH = (".py", ".pyi", ".rb", ".sh", ".bash", ".pl", ".toml", ".yaml", ".yml", ".r", ".jl", ".ex", ".exs", ".cmake")


@lru_cache(maxsize=32)
def outline(path: str, text: str) -> Outline:
    """Give the definitions of a file.

    Args:
        path: Its name decides how it is read.
        text: What it holds, lines ended by LF.
    """
    lines = tuple(text.split("\n"))
    hashes = path.lower().endswith(HASH)
    comments = ("#",) if hashes else ("//", "/*", "*/", "* ", "--")
    if not path.lower().endswith((".py", ".pyi")):
        return Outline(plain_definitions(text, hashes=hashes), lines, comments)
    found = python_definitions(text)
    if isinstance(found, str):
        return Outline(plain_definitions(text, hashes=True), lines, comments, found)
    return Outline(found, lines, comments)
