"""Words for trouble with lines, indentation and colons."""

from __future__ import annotations

import re

from tracecli.problems import Span
from tracecli.reading.wording import Words, character, quoted
from tracecli.reading.yaml_scalars import in_quotes
from tracecli.reading.yaml_trouble import Trouble

_BLANKS, _COLONS = r"\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000", r"\uff1a\ufe55\ua789\u2236"
# In the indentation, or behind a dash or a key's colon; a no-break space is what web pages give.
_ODD_BLANK = re.compile(
    rf"""[ \t]*+(?:-[ ]++)*+(?:-|[^\s\u200b:'"#-][^:'"#\r\n]*+:)?+(?P<sign>[{_BLANKS}])""",
)
_ODD_COLON = re.compile(rf"""\s*+(?:- ++)*+[^\s:'"#{_COLONS}][^:'"#\r\n{_COLONS}]*+(?P<sign>[{_COLONS}])""")
_KEY_AND_TEXT = re.compile(r"\s*+(?:- ++)*+[^\s:'\"\[\]{}#][^:'\"\[\]{}#]*?:[ \t]++(?=[^\s'\"\[\]{}&*!|>])")
_KEY = re.compile(r"\s*+(?:- ++)*+\S[^:]*:(?:\s|\Z)")
_GLUED = re.compile(r"([^\s:'\"\[\]{}#]++):(?=[^\s:])")


def tab_before(trouble: Trouble) -> Words | None:
    """A tab in the line's indentation."""
    before = trouble.before()
    indent = before[: len(before) - len(before.lstrip())]
    if "\t" not in indent:
        return None
    at = trouble.line_start(trouble.at) + indent.index("\t")
    return Words("a tab can't indent in YAML: use blanks", Span(at, at + 1))


def odd_blank(trouble: Trouble) -> Words | None:
    """A sign that looks like a blank and is none, where only a blank will do."""
    found = _first(_ODD_BLANK, trouble)
    return found and Words(f"{character(found[0])} stands where YAML needs an ordinary blank", found[1])


def odd_colon(trouble: Trouble) -> Words | None:
    """A sign that looks like a colon and is none, on a line that has no other."""
    found = _first(_ODD_COLON, trouble)
    return found and Words(f"{character(found[0])} stands where YAML needs ': '", found[1], ": ")


def _first(pattern: re.Pattern[str], trouble: Trouble) -> tuple[str, Span] | None:
    """Look for a sign on the line where the parser gave up, the one above, and the one where it began."""
    here = trouble.line_start(trouble.at)
    above = trouble.line_start(len(trouble.text[:here].rstrip("\r\n")))
    for start in dict.fromkeys((here, above, trouble.line_start(trouble.since))):
        if found := pattern.match(trouble.text, start):
            return found["sign"], Span(*found.span("sign"))
    return None


def colon_in_text(trouble: Trouble) -> Words | None:
    """`title: Step 1: pick`."""
    start = trouble.line_start(trouble.at)
    found = _KEY_AND_TEXT.match(trouble.text, start, trouble.at)
    if not found:
        return None
    span = trouble.to_line_end(found.end())
    message = "': ' in plain text looks like a second key: put the text in quotes"
    return Words(message, span, in_quotes(trouble.text[span.start : span.end]))


def stray_key(trouble: Trouble) -> Words | None:
    """A key that is indented below a text, or that follows a line without a colon."""
    rest = trouble.before().lstrip().removeprefix("- ").lstrip()
    start, key = trouble.at - len(rest), rest.rstrip()
    if not key:
        return Words("a key is missing before ':'", trouble.here)
    above = trouble.line_above()
    if not above or above.startswith("- ") or _KEY.match(above):
        message = f"the key {quoted(key)} can't stand here: indent it like the keys that it belongs to"
    else:
        message = f"the key {quoted(key)} follows a line that is no key with ':' and no item with '- '"
    return Words(message, Span(start, trouble.at))


def no_blank_after_colon(trouble: Trouble) -> Words | None:
    """`duration:900`."""
    found = _GLUED.match(trouble.text, trouble.since)
    if not found:
        return None
    span = trouble.to_line_end(trouble.since)
    rest = trouble.text[found.end() : span.end]
    message = f"a blank is missing after the colon of {quoted(found[1])}"
    return Words(message, Span(found.end() - 1, found.end()), f"{found[1]}: {rest}")


def no_colon(trouble: Trouble) -> Words | None:
    """A line among keys that is none."""
    span = trouble.to_line_end(trouble.since)
    if trouble.text[span.start : span.start + 1] in {'"', "'"}:
        message = "this text stands where a key should: ': ' must follow it on its line, or a quote is missing"
    else:
        message = "this line stands among keys, but has no ': ' after a key"
    return Words(message, span)


def behind_value(trouble: Trouble) -> Words | None:
    """Something on the same line behind a value that has ended."""
    before = trouble.before().rstrip()
    if not before.strip(" -?"):
        return None
    if before.endswith("\ufeff"):
        return Words(f"{character(before[-1])} stands in the middle of the text: take it out", trouble.one_before())
    if trouble.char in {"]", "}"}:
        return Words(f"'{trouble.char}' closes nothing: all that was opened is closed", trouble.here)
    span = trouble.to_line_end(trouble.at)
    seen = quoted(trouble.text[span.start : span.end])
    hints = {
        "'": "a single quote inside single quotes is written ''",
        '"': r"a double quote inside double quotes is written \"",
    }
    hint = hints.get(before[-1], "put the whole text in quotes")
    return Words(f"{seen} can't follow a value that has ended with {before[-1]}; {hint}", span)


def misfit(trouble: Trouble) -> Words | None:
    """A line whose indentation or dash fits nothing above."""
    text, at = trouble.text, trouble.at
    if not trouble.char:
        return None
    if trouble.char == ":":
        return Words("a key is missing before ':'", trouble.here)
    span = trouble.to_line_end(at)
    related = (("the mapping above begins", Span(trouble.since, trouble.since + 1)),)
    if re.match(r"-(?:\s|\Z)", text[at : at + 2]):
        message = "a list item stands where the next key of a mapping should: indent the list like the one it goes on"
        return Words(message, span, related=related)
    ours, theirs = at - trouble.line_start(at), trouble.since - trouble.line_start(trouble.since)
    if ours == theirs:
        return Words(f"{quoted(text[at : span.end])} can't stand here: a key was expected", span, related=related)
    message = (
        f"this line is indented by {ours}, which fits nothing above: the mapping around it is indented by {theirs}"
    )
    return Words(message, span, related=related)


def no_item(trouble: Trouble) -> Words | None:
    """A line inside a list that is no item."""
    span = trouble.to_line_end(trouble.at)
    related = (("the list begins", Span(trouble.since, trouble.since + 1)),)
    return Words(
        "this line stands where the next list item should: begin it with '- ', or indent it", span, related=related
    )


def item_behind_key(trouble: Trouble) -> Words | None:
    """`active: - launch`."""
    return Words("a list begins on a line of its own, not behind a key or text", trouble.here)


def second_value(trouble: Trouble) -> Words | None:
    """Something behind the end of the document."""
    span = trouble.to_line_end(trouble.at)
    if trouble.line_above().startswith("%"):
        return Words("'---' is missing on a line of its own between lines that begin with % and the document", span)
    seen = quoted(trouble.text[span.start : span.end])
    return Words(f"the document has ended, but {seen} follows: one value a file", span)
