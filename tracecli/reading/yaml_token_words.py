"""Words for trouble with quotes, brackets, escapes and characters that mean something."""

from __future__ import annotations

import re

from tracecli.problems import Span
from tracecli.reading.wording import Words, character, quoted
from tracecli.reading.yaml_scalars import in_quotes
from tracecli.reading.yaml_trouble import Trouble

_WHAT = {"[": ("list", "]"), "{": ("mapping", "}")}
_MEANS = {"*": "an alias", "&": "an anchor", "!": "a tag"}
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")


def tab(trouble: Trouble) -> Words:
    """A tab where only blanks may be."""
    return Words("a tab can't indent in YAML: use blanks", trouble.here)


def bad_start(trouble: Trouble) -> Words:
    """A character that no plain text begins with."""
    if trouble.char == "\t":
        return tab(trouble)
    span = trouble.to_value_end(trouble.at)
    message = f"text that begins with {character(trouble.char)} needs quotes"
    return Words(message, span, in_quotes(trouble.text[span.start : span.end]))


def unclosed(trouble: Trouble) -> Words | None:
    """A list or mapping in brackets that something else breaks into."""
    bracket = trouble.text[trouble.since : trouble.since + 1]
    if bracket not in _WHAT:
        return None
    what, closer = _WHAT[bracket]
    related = ((f"its '{bracket}' is", Span(trouble.since, trouble.since + 1)),)
    if not trouble.text[trouble.at :].strip():
        end = len(trouble.text.rstrip())
        message = f"the text ends before this {what} is closed: '{closer}' is missing"
        return Words(message, Span(end, end), related=related)
    message = f"',' or '{closer}' is missing before {character(trouble.char)} in this {what}"
    return Words(message, trouble.here, related=related)


def unclosed_quote(trouble: Trouble) -> Words | None:
    """A quote that never ends."""
    quote = trouble.text[trouble.since : trouble.since + 1]
    if quote not in {"'", '"'}:
        return None
    return Words(f"this text is never closed: {quote} is missing at its end", trouble.to_line_end(trouble.since))


def bad_escape(trouble: Trouble) -> Words | None:
    r"""`\q`."""
    char = trouble.text[trouble.at + 1 : trouble.at + 2]
    if not char:
        return unclosed_quote(trouble)
    message = f"\\ before {character(char)} means nothing in double quotes: a backslash itself is written \\\\"
    return Words(message, Span(trouble.at, trouble.at + 2), f"\\\\{char}")


def surrogate(trouble: Trouble) -> Words:
    """A code that is no character; JSON writes characters above U+FFFF as two of them."""
    start = trouble.text.rfind("\\", 0, trouble.at)
    found = _PAIR.match(trouble.text, start)
    if not found:
        return Words(
            "this escape names no character: it is half of a surrogate pair, or too large", Span(start, trouble.at + 4)
        )
    char = (bytes.fromhex(found[0].replace("\\u", ""))).decode("utf-16-be")
    escape = f"\\U{ord(char):08x}"
    return Words(f"YAML knows no surrogate pairs: write the character itself, or {escape}", Span(*found.span()), escape)


def bad_digits(trouble: Trouble) -> Words:
    r"""`\x1`, `\u12`, `\U0000`."""
    start = trouble.text.rfind("\\", 0, trouble.at)
    kind = trouble.text[start + 1 : start + 2]
    digits = {"x": "two", "u": "four", "U": "eight"}.get(kind, "more")
    return Words(f"\\{kind} needs {digits} hexadecimal digits", Span(start, start + 2))


def reserved(trouble: Trouble) -> Words | None:
    """Text that begins with a character that means something."""
    char = trouble.text[trouble.since : trouble.since + 1]
    if char not in _MEANS:
        return None
    span = trouble.to_value_end(trouble.since)
    message = f"'{char}' begins {_MEANS[char]}: text that begins with it needs quotes"
    return Words(message, span, in_quotes(trouble.text[span.start : span.end]))


def bad_header(trouble: Trouble) -> Words:
    """`>text`."""
    span = trouble.to_line_end(trouble.since)
    return Words("behind '|' or '>' the line must end: the text begins in the next line, indented", span)


def directive(trouble: Trouble) -> Words:
    """A line that begins with `%`."""
    span = trouble.to_line_end(trouble.line_start(trouble.at))
    seen = quoted(trouble.text[span.start : span.end])
    if trouble.text.startswith("%YAML", span.start):
        return Words(f"{seen} can't stand here: at most one line says %YAML 1.1 or %YAML 1.2; take it out", span)
    return Words(
        f"a line that begins with % is for the parser, and {seen} says nothing to it: put text in quotes", span
    )


def no_content(trouble: Trouble) -> Words:
    """A bracket or comma where a value should be."""
    if not trouble.char:
        return Words("the text ends before a value", trouble.here)
    if trouble.text.startswith("...", trouble.at):
        return Words("'...' ends a document, and nothing stands before it", trouble.to_line_end(trouble.at))
    message = f"a value is missing before {character(trouble.char)}; text that begins with it needs quotes"
    return Words(message, trouble.here)
