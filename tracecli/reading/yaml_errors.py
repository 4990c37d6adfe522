"""Why a text is not YAML, in words that say what to write.

The parser's messages are those of libyaml 0.2 (scanner.c and parser.c); PyYAML's own parser says nearly the same. One
that is not known here is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

from tracecli.problems import Problem, Span
from tracecli.reading.faults import Explanation, character, quoted
from tracecli.reading.yaml_text import CUT, CUT_WORDS, in_quotes

_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # YAML 1.1, 5.1
_TO_BREAK = re.compile(r"[^\r\n]*")
_STOP = re.compile(r"[\[\]{},]")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_SPACES, _COLONS = r"\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000", r"\uff1a\ufe55\ua789\u2236"
# In the indentation, or after a dash or a key's colon; a no-break space is what web pages give.
_ODD_SPACE = re.compile(
    rf"""[ \t]*+(?:-[ ]++)*+(?:-|[^\s\u200b:'"#-][^:'"#\r\n]*+:)?+(?P<sign>[{_SPACES}])""",
)
_ODD_COLON = re.compile(rf"""\s*+(?:- ++)*+[^\s:'"#{_COLONS}][^:'"#\r\n{_COLONS}]*+(?P<sign>[{_COLONS}])""")
_KEY_AND_TEXT = re.compile(r"\s*+(?:- ++)*+[^\s:'\"\[\]{}#][^:'\"\[\]{}#]*?:[ \t]++(?=[^\s'\"\[\]{}&*!|>])")
_KEY = re.compile(r"\s*+(?:- ++)*+\S[^:]*:(?:\s|\Z)")
_GLUED = re.compile(r"([^\s:'\"\[\]{}#]++):(?=[^\s:])")
_WHAT = {"[": ("list", "]"), "{": ("mapping", "}")}
_QUOTED = re.compile(r""" "(?:[^"\\]|\\.)*" | (?<!\w)'(?:[^']|'')*' """, re.VERBOSE)
_MEANS = {"*": "an alias", "&": "an anchor", "!": "a tag"}
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")


def explain(text: str, error: yaml.YAMLError) -> Problem:
    """Say what is wrong with a text that the parser refused."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return _unprintable(text).problem(len(text))
    at = error.problem_mark.index if error.problem_mark else 0
    trouble = Trouble(text, at, error.context_mark.index if error.context_mark else at)
    said = f"{error.context}: {error.problem}"
    explainers = [explainer for fragment, known in _EXPLAINERS.items() if fragment in said for explainer in known]
    found = (explainer(trouble) for explainer in explainers)
    words = next((words for words in found if words), Explanation(f"this is not YAML: {said}", trouble.here))
    return words.problem(len(text))


class Trouble(NamedTuple):
    """Where a parser gave up."""

    text: str  # the whole text
    at: int  # offset where it gave up
    since: int  # offset where the thing that it was reading begins

    @property
    def char(self) -> str:
        """The character where it gave up; nothing at the end of the text."""
        return self.text[self.at : self.at + 1]

    @property
    def here(self) -> Span:
        """That character's place."""
        return Span(self.at, min(self.at + 1, len(self.text)))

    def to_line_end(self, start: int) -> Span:
        """Return the rest of a line from `start`, without a comment and spaces at its end."""
        return Span(start, start + len(_COMMENT.sub("", self.to_break(start)).rstrip()))

    def to_value_end(self, start: int) -> Span:
        """Return the same, but only up to what ends a value in brackets that close on this line."""
        span = self.to_line_end(start)
        if self.text[start : span.end].endswith(","):  # the next entry is on the next line
            span = Span(start, span.end - 1)
        ends: list[int] = []
        depth = 0
        for found in _STOP.finditer(self.text, *span):
            depth += {"[": 1, "{": 1, ",": 0}.get(found[0], -1)
            if depth < 0:
                end = min([*ends, found.start()])
                return Span(start, start + len(self.text[start:end].rstrip()))
            if not depth and found[0] == ",":
                ends.append(found.start())
        return span

    def to_break(self, start: int) -> str:
        """Return the rest of a line from `start`, all of it."""
        found = _TO_BREAK.match(self.text, start)
        return found[0] if found else ""

    def line_start(self, at: int) -> int:
        """Return where the line around `at` begins."""
        start = 1 + self.text.rfind("\n", 0, at)
        return max(start, 1 + self.text.rfind("\r", start, at))

    def before(self) -> str:
        """Return what is before `at` on its line."""
        return self.text[self.line_start(self.at) : self.at]

    def line_above(self) -> str:
        """Return the nearest line above that is more than spaces and comments, if it is not far away."""
        end = self.line_start(self.at)
        for _ in range(20):
            end = len(self.text[:end].rstrip())
            start = self.line_start(end)
            line = self.text[start:end].strip()
            if not line.startswith("#"):
                return line
            end = start
        return ""


def _cut_by_comment(trouble: Trouble) -> Explanation | None:
    """`issue #12`: what follows is a comment, be it the rest of a text, a key's colon or a closing bracket."""
    text, start, end = trouble.text, trouble.since, trouble.at
    in_brackets = text[start : start + 1] in _WHAT
    if not in_brackets:  # only the line above can have been cut
        end = len(text[: trouble.line_start(end)].rstrip())
        start = trouble.line_start(end)
    for found in CUT.finditer(text, start, end):
        before = text[trouble.line_start(found.start()) : found.start()]
        comment = trouble.to_break(found.end() - 1)
        cuts_key = in_brackets or ": " in comment or comment.endswith(":")
        if '"' not in _QUOTED.sub("", before) and (cuts_key or not _KEY.match(trouble.to_break(trouble.at))):
            at = found.end() - 1
            return Explanation(CUT_WORDS, Span(at, at + len(comment.rstrip())))
    return None


def _tab_before(trouble: Trouble) -> Explanation | None:
    """A tab in the line's indentation."""
    before = trouble.before()
    indent = before[: len(before) - len(before.lstrip())]
    if "\t" not in indent:
        return None
    at = trouble.line_start(trouble.at) + indent.index("\t")
    return Explanation("a tab can't indent in YAML: use spaces", Span(at, at + 1))


def _odd_space(trouble: Trouble) -> Explanation | None:
    """A character that looks like a space, where only a space will do."""
    found = _first(_ODD_SPACE, trouble)
    return found and Explanation(f"{character(found[0])} is where YAML needs an ordinary space", found[1])


def _odd_colon(trouble: Trouble) -> Explanation | None:
    """A character that looks like a colon, on a line that has no other."""
    found = _first(_ODD_COLON, trouble)
    return found and Explanation(f"{character(found[0])} is where YAML needs ': '", found[1], ": ")


def _first(pattern: re.Pattern[str], trouble: Trouble) -> tuple[str, Span] | None:
    """Look for such a character on the line where the parser gave up, the one above, and the one where it began."""
    here = trouble.line_start(trouble.at)
    above = trouble.line_start(len(trouble.text[:here].rstrip("\r\n")))
    for start in dict.fromkeys((here, above, trouble.line_start(trouble.since))):
        if found := pattern.match(trouble.text, start):
            return found["sign"], Span(*found.span("sign"))
    return None


def _colon_in_text(trouble: Trouble) -> Explanation | None:
    """`title: Step 1: pick`."""
    start = trouble.line_start(trouble.at)
    found = _KEY_AND_TEXT.match(trouble.text, start, trouble.at)
    if not found:
        return None
    span = trouble.to_line_end(found.end())
    message = "': ' in plain text looks like a second key: put the text in quotes"
    return Explanation(message, span, in_quotes(trouble.text[span.start : span.end]))


def _stray_key(trouble: Trouble) -> Explanation | None:
    """A key that is indented below a text, or that follows a line without a colon."""
    rest = trouble.before().lstrip().removeprefix("- ").lstrip()
    start, key = trouble.at - len(rest), rest.rstrip()
    if not key:
        return Explanation("a key is missing before ':'", trouble.here)
    above = trouble.line_above()
    if not above or above.startswith("- ") or _KEY.match(above):
        message = f"the key {quoted(key)} can't be here: indent it like the keys that it belongs to"
    else:
        message = f"the key {quoted(key)} follows a line that is neither a key with ':' nor an item with '- '"
    return Explanation(message, Span(start, trouble.at))


def _no_space_after_colon(trouble: Trouble) -> Explanation | None:
    """`duration:900`."""
    found = _GLUED.match(trouble.text, trouble.since)
    if not found:
        return None
    span = trouble.to_line_end(trouble.since)
    rest = trouble.text[found.end() : span.end]
    message = f"a space is missing after the colon of {quoted(found[1])}"
    return Explanation(message, Span(found.end() - 1, found.end()), f"{found[1]}: {rest}")


def _no_colon(trouble: Trouble) -> Explanation | None:
    """A line among keys that is none."""
    span = trouble.to_line_end(trouble.since)
    if trouble.text[span.start : span.start + 1] in {'"', "'"}:
        message = "this text is where a key should be: ': ' must follow it on its line, or a quote is missing"
    else:
        message = "this line is among keys, but has no ': ' after a key"
    return Explanation(message, span)


def _after_value(trouble: Trouble) -> Explanation | None:
    """Something on the same line after a value that has ended."""
    before = trouble.before().rstrip()
    if not before.strip(" -?"):
        return None
    if before.endswith("\ufeff"):
        end = len(trouble.text[: trouble.at].rstrip())
        words = f"{character(before[-1])} is in the middle of the text: take it out"
        return Explanation(words, Span(end - 1, end))
    if trouble.char in {"]", "}"}:
        return Explanation(f"'{trouble.char}' closes nothing: all that was opened is closed", trouble.here)
    span = trouble.to_line_end(trouble.at)
    seen = quoted(trouble.text[span.start : span.end])
    hints = {
        "'": "a single quote inside single quotes is written ''",
        '"': r"a double quote inside double quotes is written \"",
    }
    hint = hints.get(before[-1], "put the whole text in quotes")
    return Explanation(f"{seen} can't follow a value that has ended with {before[-1]}; {hint}", span)


def _misfit(trouble: Trouble) -> Explanation | None:
    """A line whose indentation or dash fits nothing above."""
    text, at = trouble.text, trouble.at
    if not trouble.char:
        return None
    if trouble.char == ":":
        return Explanation("a key is missing before ':'", trouble.here)
    span = trouble.to_line_end(at)
    related = (("the mapping above begins", Span(trouble.since, trouble.since + 1)),)
    if re.match(r"-(?:\s|\Z)", text[at : at + 2]):
        message = "a list item is where the next key of a mapping should be: indent the list like the one it goes on"
        return Explanation(message, span, related=related)
    ours, theirs = at - trouble.line_start(at), trouble.since - trouble.line_start(trouble.since)
    if ours == theirs:
        return Explanation(f"{quoted(text[at : span.end])} can't be here: a key was expected", span, related=related)
    message = (
        f"this line is indented by {ours}, which fits nothing above: the mapping around it is indented by {theirs}"
    )
    return Explanation(message, span, related=related)


def _no_item(trouble: Trouble) -> Explanation | None:
    """A line inside a list that is not an item."""
    span = trouble.to_line_end(trouble.at)
    related = (("the list begins", Span(trouble.since, trouble.since + 1)),)
    return Explanation(
        "this line is where the next list item should be: begin it with '- ', or indent it", span, related=related
    )


def _item_after_key(trouble: Trouble) -> Explanation | None:
    """`active: - launch`."""
    return Explanation("a list begins on a line of its own, not after a key or text", trouble.here)


def _second_value(trouble: Trouble) -> Explanation | None:
    """Something after the end of the document."""
    span = trouble.to_line_end(trouble.at)
    if trouble.line_above().startswith("%"):
        return Explanation(
            "'---' is missing on a line of its own between lines that begin with % and the document", span
        )
    seen = quoted(trouble.text[span.start : span.end])
    return Explanation(f"the document has ended, but {seen} follows: one value a file", span)


def _tab(trouble: Trouble) -> Explanation:
    """A tab where only spaces may be."""
    return Explanation("a tab can't indent in YAML: use spaces", trouble.here)


def _bad_start(trouble: Trouble) -> Explanation:
    """A character that no plain text begins with."""
    if trouble.char == "\t":
        return _tab(trouble)
    span = trouble.to_value_end(trouble.at)
    message = f"text that begins with {character(trouble.char)} needs quotes"
    return Explanation(message, span, in_quotes(trouble.text[span.start : span.end]))


def _unclosed(trouble: Trouble) -> Explanation | None:
    """A list or mapping in brackets that something else breaks into."""
    bracket = trouble.text[trouble.since : trouble.since + 1]
    if bracket not in _WHAT:
        return None
    what, closer = _WHAT[bracket]
    related = ((f"its '{bracket}' is", Span(trouble.since, trouble.since + 1)),)
    if not trouble.text[trouble.at :].strip():
        end = len(trouble.text.rstrip())
        message = f"the text ends before this {what} is closed: '{closer}' is missing"
        return Explanation(message, Span(end, end), related=related)
    message = f"',' or '{closer}' is missing before {character(trouble.char)} in this {what}"
    return Explanation(message, trouble.here, related=related)


def _unclosed_quote(trouble: Trouble) -> Explanation | None:
    """A quote that never ends."""
    quote = trouble.text[trouble.since : trouble.since + 1]
    if quote not in {"'", '"'}:
        return None
    return Explanation(f"this text is never closed: {quote} is missing at its end", trouble.to_line_end(trouble.since))


def _bad_escape(trouble: Trouble) -> Explanation | None:
    r"""`\q`."""
    char = trouble.text[trouble.at + 1 : trouble.at + 2]
    if not char:
        return _unclosed_quote(trouble)
    message = f"\\ before {character(char)} means nothing in double quotes: a backslash itself is written \\\\"
    return Explanation(message, Span(trouble.at, trouble.at + 2), f"\\\\{char}")


def _surrogate(trouble: Trouble) -> Explanation:
    """An escape that is not a character; JSON writes characters above U+FFFF as two of them."""
    start = trouble.text.rfind("\\", 0, trouble.at)
    found = _PAIR.match(trouble.text, start)
    if not found:
        return Explanation(
            "this escape names no character: it is half of a surrogate pair, or too large", Span(start, trouble.at + 4)
        )
    char = (bytes.fromhex(found[0].replace("\\u", ""))).decode("utf-16-be")
    escape = f"\\U{ord(char):08x}"
    return Explanation(
        f"YAML knows no surrogate pairs: write the character itself, or {escape}", Span(*found.span()), escape
    )


def _bad_digits(trouble: Trouble) -> Explanation:
    r"""`\x1`, `\u12`, `\U0000`."""
    start = trouble.text.rfind("\\", 0, trouble.at)
    kind = trouble.text[start + 1 : start + 2]
    digits = {"x": "two", "u": "four", "U": "eight"}.get(kind, "more")
    return Explanation(f"\\{kind} needs {digits} hexadecimal digits", Span(start, start + 2))


def _reserved(trouble: Trouble) -> Explanation | None:
    """Text that begins with a character that means something."""
    char = trouble.text[trouble.since : trouble.since + 1]
    if char not in _MEANS:
        return None
    span = trouble.to_value_end(trouble.since)
    message = f"'{char}' begins {_MEANS[char]}: text that begins with it needs quotes"
    return Explanation(message, span, in_quotes(trouble.text[span.start : span.end]))


def _bad_header(trouble: Trouble) -> Explanation:
    """`>text`."""
    span = trouble.to_line_end(trouble.since)
    return Explanation("after '|' or '>' the line must end: the text begins in the next line, indented", span)


def _directive(trouble: Trouble) -> Explanation:
    """A line that begins with `%`."""
    span = trouble.to_line_end(trouble.line_start(trouble.at))
    seen = quoted(trouble.text[span.start : span.end])
    if trouble.text.startswith("%YAML", span.start):
        return Explanation(f"{seen} can't be here: at most one line says %YAML 1.1 or %YAML 1.2; take it out", span)
    return Explanation(
        f"a line that begins with % is for the parser, and {seen} means nothing to it: put text in quotes", span
    )


def _no_content(trouble: Trouble) -> Explanation:
    """A bracket or comma where a value should be."""
    if not trouble.char:
        return Explanation("the text ends before a value", trouble.here)
    if trouble.text.startswith("...", trouble.at):
        return Explanation("'...' ends a document, and there is nothing before it", trouble.to_line_end(trouble.at))
    message = f"a value is missing before {character(trouble.char)}; text that begins with it needs quotes"
    return Explanation(message, trouble.here)


def _unprintable(text: str) -> Explanation:
    """A character that YAML has no place for."""
    found = _NOT_ALLOWED.search(text)
    if not found:
        return Explanation("this is not YAML", Span(0, 0))
    code = ord(found[0])
    escape = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    message = f"{character(found[0])} can't be in YAML: in double quotes it is written {escape}"
    return Explanation(message, Span(*found.span()), escape)


# What the parser says → who may explain it. The first that has words is right.
_EXPLAINERS: dict[str, tuple[Callable[[Trouble], Explanation | None], ...]] = {
    "cannot start any token": (_bad_start,),
    "tab character": (_tab,),
    "mapping values are not allowed": (
        _cut_by_comment,
        _tab_before,
        _odd_space,
        _odd_colon,
        _colon_in_text,
        _stray_key,
    ),
    "could not find expected ':'": (_cut_by_comment, _odd_space, _odd_colon, _no_space_after_colon, _no_colon),
    "did not find expected key": (_cut_by_comment, _tab_before, _odd_space, _after_value, _misfit),
    "did not find expected '-' indicator": (_cut_by_comment, _odd_space, _after_value, _no_item),
    "block sequence entries are not allowed": (_item_after_key,),
    "did not find expected ',' or": (_cut_by_comment, _unclosed),
    "unexpected end of stream": (_unclosed_quote,),
    "unexpected document indicator": (_unclosed_quote,),
    "unknown escape character": (_bad_escape,),
    "invalid Unicode character escape": (_surrogate,),
    "hexdecimal number": (_bad_digits,),
    "while scanning an alias": (_reserved,),
    "while scanning an anchor": (_reserved,),
    "tag": (_reserved,),
    "while scanning a block scalar": (_bad_header,),
    "directive": (_directive,),
    "incompatible YAML document": (_directive,),
    "did not find expected <document start>": (_second_value,),
    "did not find expected node content": (_no_content,),
}
