"""Where the definitions of a source file are, and which one is meant."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from tracecli.sources.citation import LineRange, Verdict
from tracecli.text import near_names


@dataclass(frozen=True, slots=True)
class Definition:
    """Something that a file defines under a name."""

    name: str  # dotted, from the top of the file: `Scheduler.event_loop_overlap.pop_and_process`
    head: int  # its first line, decorators included, from 1
    start: int  # the line of its name
    end: int  # its last line, included
    block: bool = True  # it is a function or a class, which lines can lie inside of; not a constant


_Block = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def python_definitions(text: str) -> tuple[Definition, ...] | str:
    """Return functions, classes and the constants of modules and classes, or why the file can't be parsed.

    A file may be written for a newer Python than this one, or for an older one.
    """
    if refused := _too_much(text):
        return refused
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its authors' odd escapes are not our business
            tree = ast.parse(text)
        found = sorted(_walk(tree), key=lambda one: (one.head, -one.end))
    except SyntaxError as error:
        return f"line {error.lineno or 0} is no Python that this Python reads"
    except (ValueError, RecursionError, MemoryError):
        return "it is no Python that this Python reads"
    return tuple(found)


# A parser takes up to a kilobyte for each node, and older ones read an f-string anew from each of its fields.
_LARGEST_PARSED = 4 << 20  # characters; the longest file cited so far has 0.4 million
_MARKS = 150_000  # of what separates or joins expressions; that file has 60,000
_LONGEST_F_STRING = 4_000  # characters
_MARK = re.compile(r"[;,([{:=.+*/%<>&|^~@\n-]")
_STRING = re.compile(
    r"""#[^\n]*|(?P<prefix>\b[A-Za-z]{1,2})?(?:\"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z)|'{3}(?:\\.|[^\\])*?(?:'{3}|\Z)"""
    r"""|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?)""",
    re.DOTALL,
)


def _too_much(text: str) -> str | None:
    """Return why a text is not given to the parser of Python; what it costs is not bounded by how long the text is."""
    if len(text) > _LARGEST_PARSED or sum(1 for _ in islice(_MARK.finditer(text), _MARKS + 1)) > _MARKS:
        return "it is too much to parse"
    for found in _STRING.finditer(text):
        if found["prefix"] and "f" in found["prefix"].lower() and len(found[0]) > _LONGEST_F_STRING:
            return "it has an f-string that is too long to parse"
    return None


def _walk(tree: ast.Module) -> Iterator[Definition]:
    """Go through all statements without recursion, which a deeply nested file could exhaust."""
    waiting: list[tuple[ast.AST, str, bool]] = [(tree, "", True)]
    while waiting:
        node, prefix, constants = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, _Block):
                yield _block(child, prefix)
                waiting.append((child, f"{prefix}{child.name}.", isinstance(child, ast.ClassDef)))
            elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                if constants:
                    yield from _constants(child, prefix)
                waiting.append((child, prefix, constants))


def _block(node: _Block, prefix: str) -> Definition:
    head = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return Definition(f"{prefix}{node.name}", head, node.lineno, node.end_lineno or node.lineno)


def _constants(node: ast.AST, prefix: str) -> Iterator[Definition]:
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Name):
            end = node.end_lineno or node.lineno
            yield Definition(f"{prefix}{target.id}", node.lineno, node.lineno, end, block=False)


# For languages without a parser here (C++, CUDA, Rust, Go, JavaScript and so on), and for Python that this Python does
# not read. Strings and comments are blanked first, so that a brace in them counts for nothing.

_SLASHES = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|" r'"(?:\\.|[^"\\\n])*+"?' r"|'(?:\\.|[^'\\\n])'" r"|`(?:\\.|[^`\\])*+`?", re.DOTALL
)  # what is not closed ends with its line or with the text, so that no quote is looked from twice
_HASHES = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)' r"|'''(?:\\.|[^\\])*?(?:'''|\Z)" r"|#[^\n]*"
    r"""|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?""",
    re.DOTALL,
)  # fmt: skip
_NAME = r"(?P<name>[A-Za-z_$~][\w$]*+(?:(?:::|\.)[A-Za-z_$~][\w$]*+)*)"
_KEYWORD = re.compile(
    r"(?P<indent>[ \t]*)(?:[\w@]++(?:\([\w: ]*\))?[ \t]+){0,6}?"
    r"(?:def|class|fn|func|function|struct|union|enum|trait|interface|module|namespace|mod|macro_rules!|type)[ \t*]+"
    rf"(?:\([^)]*\)[ \t]*)?{_NAME}"
)
_VALUE = re.compile(rf"(?P<indent>[ \t]*)(?:export[ \t]+)?(?:const|let|var)[ \t]+{_NAME}[ \t]*=")
_IMPL = re.compile(
    rf"(?P<indent>[ \t]*)(?:unsafe[ \t]+)?impl\b(?:[^{{;]*\bfor[ \t]+|[^{{;]*?\b){_NAME}(?:<[^{{;]*+)?[ \t]*(?:\{{|\Z)"
)
# A type and a name, or a name at the margin; or a method that is nothing but a name.
_CALL = re.compile(rf"(?P<indent>[ \t]*)(?P<types>(?:[A-Za-z_][^\s(]*+[ \t]+[&*]*){{0,8}}?){_NAME}[ \t]*\([^;]*\Z")
_METHOD = re.compile(
    rf"(?P<indent>[ \t]*)(?P<types>(?:(?:async|static|get|set)[ \t]+)?){_NAME}\([^()]*\)[ \t]*\{{[ \t]*\Z"
)
_BRACES = (_KEYWORD, _VALUE, _IMPL, _METHOD, _CALL)
_STATEMENTS = frozenset(
    {"if", "for", "while", "switch", "catch", "return", "else", "do", "sizeof", "with", "throw", "new", "await", "case"}
)
_LONGEST = 400  # characters of a line; longer ones are generated, and the patterns would take their time
_FAR = 4000  # characters from a name to its opening brace
_NESTED = 30  # levels that a name tells of
_MOST = 50_000  # definitions of a file


def plain_definitions(text: str, *, hashes: bool) -> tuple[Definition, ...]:
    """Return what looks like definitions.

    Args:
        text: The file, lines ended by LF.
        hashes: Comments begin with `#`, and blocks are told by indentation.
    """
    blank = (_HASHES if hashes else _SLASHES).sub(_blanked, text)
    found = _by_indentation(blank.split("\n")) if hashes else _by_braces(blank)
    return tuple(islice(_nested(found), _MOST))


def _blanked(match: re.Match[str]) -> str:
    """Blank a string or a comment, and keep its line breaks."""
    return re.sub(r"[^\n]", " ", match.group())


def _by_indentation(lines: list[str]) -> list[tuple[int, int, str]]:
    """Return definitions up to the last line before one that is indented no further; a closing `end` still belongs."""
    found: list[tuple[int, int, str]] = []
    waiting: list[tuple[int, int]] = []  # places in `found` whose end is not known yet, and their indents
    last = 0  # the last line with anything on it, from 1
    for number, line in enumerate(lines, 1):
        body = line.strip()
        if not body:
            continue
        indent = len(line) - len(line.lstrip())
        continued = body[0] in ")]}" and body.endswith(":")  # a signature over several lines
        while waiting and indent <= waiting[-1][1] and not continued:
            place, _ = waiting.pop()
            found[place] = (found[place][0], number if body == "end" else last, found[place][2])
        last = number
        if len(line) <= _LONGEST and (match := _KEYWORD.match(line)):
            waiting.append((len(found), len(match["indent"])))
            found.append((number, number, match["name"]))
    for place, _ in waiting:
        found[place] = (found[place][0], last, found[place][2])
    return found


def _by_braces(blank: str) -> Iterator[tuple[int, int, str]]:
    pairs = _pairs(blank)
    starts = [0, *(match.end() for match in re.finditer("\n", blank))]
    for number, line in enumerate(blank.split("\n")):
        name = _defined(line) if len(line) <= _LONGEST else None
        opening = re.compile(r"[{;]").search(blank, starts[number], starts[number] + _FAR) if name else None
        if name and opening and opening.start() in pairs:
            yield number + 1, bisect_right(starts, pairs[opening.start()]), name.replace("::", ".")


def _defined(line: str) -> str | None:
    for pattern in _BRACES:
        found = pattern.match(line)
        if found and not (_STATEMENTS & {found["name"], *(found.groupdict().get("types") or "").split()}):
            loose = pattern is _CALL and found["indent"] and not found["types"]
            return None if loose else found["name"]
    return None


def _pairs(blank: str) -> dict[int, int]:
    """Return the closing brace of every opening one, by offset."""
    pairs: dict[int, int] = {}
    waiting: list[int] = []
    for match in re.finditer(r"[{}]", blank):
        if match.group() == "{":
            waiting.append(match.start())
        elif waiting:
            pairs[waiting.pop()] = match.start()
    return pairs


def _nested(spans: Iterable[tuple[int, int, str]]) -> Iterator[Definition]:
    """Put the names of what encloses a definition before its own, as far as anybody nests."""
    around: list[tuple[int, str]] = []
    for start, end, name in spans:
        while around and around[-1][0] < start:
            around.pop()
        dotted = f"{around[-1][1]}.{name}" if 0 < len(around) <= _NESTED else name
        yield Definition(dotted, start, start, end)
        around.append((end, dotted))


@dataclass(frozen=True, slots=True)
class Outline:
    """A file's definitions."""

    definitions: tuple[Definition, ...]  # in the order of the text
    lines: tuple[str, ...]  # the text, line by line
    comments: tuple[str, ...]  # what a line that is only a comment begins with
    # Why the syntax tree could not be had of a Python file; its definitions were then found by text.
    doubt: str | None = None

    def is_code(self, number: int) -> bool:
        """Return whether a line is there and holds more than spaces or a comment."""
        if not 1 <= number <= len(self.lines):
            return False
        line = self.lines[number - 1].strip()
        return bool(line) and not line.startswith(self.comments)

    def text(self, first: int, last: int) -> str:
        """Return lines as text."""
        return "\n".join(self.lines[first - 1 : last])


HASH = (".py", ".pyi", ".rb", ".sh", ".bash", ".pl", ".toml", ".yaml", ".yml", ".r", ".jl", ".ex", ".exs", ".cmake")


@lru_cache(maxsize=32)
def outline(path: str, text: str) -> Outline:
    """Return the definitions of a file.

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


# Words of the source's title only break ties.


def by_symbol(outline: Outline, symbol: str, path: str, title: str, lines: LineRange | None) -> Definition | None:
    """Return the definition of a name, or None when the file has none.

    Args:
        outline: The file.
        symbol: A dotted name from the top of the file; the module's own name may stand in front, and the outer names
            may be left out.
        path: The file's path, for the module's name.
        title: The source's title.
        lines: The cited lines: of several definitions of a name (a property and its setter), the nearest is meant.
    """
    name = _spelt(symbol, path)
    found = [one for one in outline.definitions if one.name == name]
    found = found or [one for one in outline.definitions if one.name.endswith(f".{name}")]
    first = lines.first if lines else 0
    return min(found, key=lambda one: (_distance(one, first), -_score(one, title)), default=None)


def by_line(outline: Outline, lines: LineRange, title: str) -> Definition | None:
    """Return the definition that begins at the first cited line, else the innermost one around it, else None."""
    first = trimmed(outline, lines).first
    starting = [one for one in outline.definitions if one.head <= first <= one.start]
    if starting:
        return max(starting, key=lambda one: (_score(one, title), one.end))
    around = [one for one in outline.definitions if one.block and one.head <= first <= one.end]
    return max(around, key=lambda one: (one.head, _score(one, title)), default=None)


def trimmed(outline: Outline, lines: LineRange) -> LineRange:
    """Take blank lines and comments off both ends of a range, as long as any code is left."""
    first, last = lines
    last = min(last, len(outline.lines))
    while first < last and not outline.is_code(first):
        first += 1
    while last > first and not outline.is_code(last):
        last -= 1
    return LineRange(first, last) if outline.is_code(first) else lines


def nearest(outline: Outline, symbol: str, path: str) -> str | None:
    """Return the name that a symbol may be a slip of, or may have become, when there is just one."""
    names = [one.name for one in outline.definitions]
    near = near_names(_spelt(symbol, path), names)
    return near[0] if len(near) == 1 else None


def _spelt(symbol: str, path: str) -> str:
    """Return a symbol as outlines spell it: dots only, no `<locals>`, no call brackets, no module in front."""
    plain = symbol.strip().removesuffix("()").replace("::", ".").replace("<locals>.", "")
    parts = plain.split(".")
    folders = re.sub(r"(?:/__init__)?\.\w+\Z", "", path).split("/")
    for length in range(min(len(parts) - 1, len(folders)), 0, -1):
        if parts[:length] == folders[-length:]:
            return ".".join(parts[length:])
    return plain


def _distance(one: Definition, line: int) -> int:
    if one.head <= line <= one.end:
        return 0
    return abs(one.start - line)


def _score(one: Definition, title: str) -> int:
    """Count the parts of a name that the title has as words."""
    words: Iterable[str] = re.findall(r"\w+", title)
    return len(set(words) & set(one.name.split(".")))


def compare(outline: Outline, one: Definition, cited: LineRange, *, single: bool, sure: bool) -> Verdict:
    """Judge cited lines. Blank lines and comments at their ends count for nothing.

    Args:
        outline: The file.
        one: What the lines should define.
        cited: The lines.
        single: Only one line is cited, which marks where the definition begins.
        sure: The definition is known by its name, so lines that only touch it have lost it; otherwise it was told by
            the first line, and they go beyond it.
    """
    first, last = trimmed(outline, cited)
    begins = one.head <= first <= one.start
    shifted = sure and not (one.head <= cited.first and cited.last <= one.end)  # it touches other lines: chance
    if begins and (single or last == one.end):
        return Verdict.EXACT
    if begins and last > one.end:
        return Verdict.WIDE
    if begins or (one.head <= first and last <= one.end):
        return Verdict.MOVED if shifted else Verdict.CUT_SHORT if begins else Verdict.PART
    return Verdict.MOVED if sure and not (first < one.head and last >= one.end) else Verdict.WIDE


def whole(one: Definition, *, at_head: bool, single: bool) -> LineRange:
    """Return the lines to cite for a definition.

    Args:
        one: The definition.
        at_head: From its first decorator, not from its name.
        single: Only the line where it begins.
    """
    first = one.head if at_head else one.start
    return LineRange(first, first if single else one.end)
