from __future__ import annotations

import pytest
import yaml

from tests.unit.reading_helpers import marked, read, related, suggested, told
from tracecli.reading import yaml_errors
from tracecli.reading.yaml_errors import Trouble

TAB = "a tab can't indent in YAML: use spaces"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a:\n\tb: 1\n", "2:1"),
        ("a: 1\n\tb: 2\n", "2:1"),
        ("a: 1\n  \tb: 2\n", "2:3"),
        ("a: 1\n\t", "2:1"),
        ("\ta: 1\n", "1:1"),
        ("a:\r\n  - b\r\n\t- c\r\n", "3:1"),
        ("a: |\n\tx\n", "2:1"),
    ],
)
def test_a_tab_in_the_indentation_is_named_at_the_tab(text: str, place: str) -> None:
    document = read(text, "x.yaml")

    assert told(document) == [f"{place} syntax: {TAB}"]
    assert marked(document) == ["\t"]


@pytest.mark.parametrize(
    ("text", "message", "mark", "suggestion"),
    [
        ("a: @x y # c\n", "1:4 syntax: text that begins with '@' needs quotes", "@x y", '"@x y"'),
        ("a: `x`\n", "1:4 syntax: text that begins with '`' needs quotes", "`x`", '"`x`"'),
        ("a: [@x, y]\n", "1:5 syntax: text that begins with '@' needs quotes", "@x", '"@x"'),
        (
            "a: {b: `f(x)[0], c: {d: 1}}\n",
            "1:8 syntax: text that begins with '`' needs quotes",
            "`f(x)[0]",
            '"`f(x)[0]"',
        ),
        ("a: [b, |x ]\n", "1:8 syntax: text that begins with '|' needs quotes", "|x", '"|x"'),
        ("a: [\n  @x,\n  y]\n", "2:3 syntax: text that begins with '@' needs quotes", "@x", '"@x"'),
        ("a: `b[0], c`\n", "1:4 syntax: text that begins with '`' needs quotes", "`b[0], c`", '"`b[0], c`"'),
        ("a: [!x!y, z]\n", "1:5 syntax: '!' begins a tag: text that begins with it needs quotes", "!x!y", '"!x!y"'),
        ("- %x\n", "1:3 syntax: text that begins with '%' needs quotes", "%x", '"%x"'),
        (
            "a: *very* x\n",
            "1:4 syntax: '*' begins an alias: text that begins with it needs quotes",
            "*very* x",
            '"*very* x"',
        ),
        ("a: &\n", "1:4 syntax: '&' begins an anchor: text that begins with it needs quotes", "&", '"&"'),
        ("a: !x!y 1\n", "1:4 syntax: '!' begins a tag: text that begins with it needs quotes", "!x!y 1", '"!x!y 1"'),
        (
            "title: Step 1: pick\n",
            "1:8 syntax: ': ' in plain text looks like a second key: put the text in quotes",
            "Step 1: pick",
            '"Step 1: pick"',
        ),
        (
            "- - t: a b: c: d # e\n",
            "1:8 syntax: ': ' in plain text looks like a second key: put the text in quotes",
            "a b: c: d",
            '"a b: c: d"',
        ),
        (
            "a: x\nduration:900\nb: 1\n",
            "2:9 syntax: a space is missing after the colon of 'duration'",
            ":",
            "duration: 900",
        ),
        ("a: x\nb:1\n", "2:2 syntax: a space is missing after the colon of 'b'", ":", "b: 1"),
        (
            'a: "C:\\qux"\n',
            "1:7 syntax: \\ before 'q' means nothing in double quotes: a backslash itself is written \\\\",
            "\\q",
            "\\\\q",
        ),
        (
            'a: "\\ud83d\\ude00"\n',
            "1:5 syntax: YAML knows no surrogate pairs: write the character itself, or \\U0001f600",
            "\\ud83d\\ude00",
            "\\U0001f600",
        ),
        (
            "a: x\x07y\n",
            "1:5 syntax: the control character U+0007 can't be in YAML: in double quotes it is written \\x07",
            "\x07",
            "\\x07",
        ),
        (
            "a: \x1b[31mred\n",
            "1:4 syntax: the control character U+001B can't be in YAML: in double quotes it is written \\x1b",
            "\x1b",
            "\\x1b",
        ),
    ],
)
def test_what_needs_other_writing_is_marked_with_what_to_write(
    text: str, message: str, mark: str, suggestion: str
) -> None:
    document = read(text, "x.yaml")

    assert not document.readable
    assert told(document) == [message]
    assert marked(document) == [mark]
    assert suggested(document) == [suggestion]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: x\nfoo\nb: 1\n", "2:1 syntax: this line is among keys, but has no ': ' after a key"),
        (
            'a: x\n"b"\nc: 1\n',
            "2:1 syntax: this text is where a key should be: ': ' must follow it on its line, or a quote is missing",
        ),
        ("a\nb\nc: 1", "3:1 syntax: the key 'c' follows a line that is neither a key with ':' nor an item with '- '"),
        ("a: 1\n  b: 2\n", "2:3 syntax: the key 'b' can't be here: indent it like the keys that it belongs to"),
        (
            "- a: 1\n  b: 2\n   c: 3\n",
            "3:4 syntax: the key 'c' can't be here: indent it like the keys that it belongs to",
        ),
        ("- a\n  - b: 1\n", "2:5 syntax: the key 'b' can't be here: indent it like the keys that it belongs to"),
        ("a: 1\n: 2\n", "2:1 syntax: a key is missing before ':'"),
        ("a: - b\n", "1:4 syntax: a list begins on a line of its own, not after a key or text"),
        ("a: 'x\nb: 1\n", "1:4 syntax: this text is never closed: ' is missing at its end"),
        ('a: "x\\', '1:4 syntax: this text is never closed: " is missing at its end'),
        ('a: "x\n---\n"', '1:4 syntax: this text is never closed: " is missing at its end'),
        ('a: "\\ud83d"', "1:5 syntax: this escape names no character: it is half of a surrogate pair, or too large"),
        ('a: "\\u12"', "1:5 syntax: \\u needs four hexadecimal digits"),
        ('a: "\\xg"', "1:5 syntax: \\x needs two hexadecimal digits"),
        ("a: ]", "1:4 syntax: a value is missing before ']'; text that begins with it needs quotes"),
        ("a: >2x\n foo", "1:4 syntax: after '|' or '>' the line must end: the text begins in the next line, indented"),
        (
            "%x: a\n",
            "1:1 syntax: a line that begins with % is for the parser, and '%x: a' means nothing to it: put text in quotes",
        ),
        (
            "%YAML 2.0\n---\na: 1\n",
            "1:1 syntax: '%YAML 2.0' can't be here: at most one line says %YAML 1.1 or %YAML 1.2; take it out",
        ),
        (
            "%YAML 1.1\n%YAML 1.1\n---\na: 1\n",
            "2:1 syntax: '%YAML 1.1' can't be here: at most one line says %YAML 1.1 or %YAML 1.2; take it out",
        ),
        (
            "%YAML 1.2\na: 1\n",
            "2:1 syntax: '---' is missing on a line of its own between lines that begin with % and the document",
        ),
        ("...\n", "1:1 syntax: '...' ends a document, and there is nothing before it"),
        ("a: [b]]\n", "1:7 syntax: ']' closes nothing: all that was opened is closed"),
        ("{} {}", "1:4 syntax: the document has ended, but '{}' follows: one value a file"),
        ("a: 1\n...\nb\n", "3:1 syntax: the document has ended, but 'b' follows: one value a file"),
        (
            'a: "b" c\n',
            "1:8 syntax: 'c' can't follow a value that has ended with \"; a double quote inside double quotes is written \\\"",
        ),
        (
            "a: 'it's'\n",
            "1:8 syntax: 's'' can't follow a value that has ended with '; a single quote inside single quotes is written ''",
        ),
        ("- [a] b\n", "1:7 syntax: 'b' can't follow a value that has ended with ]; put the whole text in quotes"),
        ("a: x\n\ufeffb: 1\n", "2:1 syntax: a byte order mark (U+FEFF) is in the middle of the text: take it out"),
    ],
)
def test_other_breaks_are_told_in_plain_words(text: str, message: str) -> None:
    document = read(text, "x.yaml")

    assert not document.readable
    assert told(document) == [message]


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        (
            "a:\n  b: 1\n c: 2\n",
            "3:2 syntax: this line is indented by 1, which fits nothing above: the mapping around it is indented by 0",
            "the mapping above begins 1:1",
        ),
        (
            "a: 1\n- b\n",
            "2:1 syntax: a list item is where the next key of a mapping should be: indent the list like the one it goes on",
            "the mapping above begins 1:1",
        ),
        ("a: 1\n} b\n", "2:1 syntax: '} b' can't be here: a key was expected", "the mapping above begins 1:1"),
        (
            "- a\nb: 1\n",
            "2:1 syntax: this line is where the next list item should be: begin it with '- ', or indent it",
            "the list begins 1:1",
        ),
        ("a: [1, 2\n", "1:9 syntax: the text ends before this list is closed: ']' is missing", "its '[' is 1:4"),
        ("a: {b: 1", "1:9 syntax: the text ends before this mapping is closed: '}' is missing", "its '{' is 1:4"),
        ("a: [1, 2\nb: 3\n", "2:2 syntax: ',' or ']' is missing before ':' in this list", "its '[' is 1:4"),
        ("a: {b: 1]\n", "1:9 syntax: ',' or '}' is missing before ']' in this mapping", "its '{' is 1:4"),
    ],
)
def test_what_a_break_refers_to_is_shown_too(text: str, message: str, where: str) -> None:
    document = read(text, "x.yaml")

    assert told(document) == [message]
    assert related(document) == [where]


@pytest.mark.parametrize("sign", ["\u00a0", "\u3000", "\u2009", "\u200b"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("- a: 1\n@ b: 2\n  c: 3\n", "2:1"),
        ("- a: 1\n @b: 2\n  c: 3\n", "2:2"),
        ("a: 1\nb:@2\nc: 3\n", "2:3"),
        ("a:\n  -@b: 1\n    c: 2\n", "2:4"),
    ],
)
def test_a_sign_that_looks_like_a_blank_is_named_where_it_is(text: str, place: str, sign: str) -> None:
    document = read(text.replace("@", sign), "x.yaml")

    (message,) = told(document)
    assert message.startswith(f"{place} syntax: a")
    assert message.endswith(f"(U+{ord(sign):04X}) is where YAML needs an ordinary space")
    assert marked(document) == [sign]


@pytest.mark.parametrize("text", ["a: 1\nb：2\nc: 3\n", "- a：1\n  b: 2\n"])
def test_a_sign_that_looks_like_a_colon_is_named_where_it_is(text: str) -> None:
    document = read(text, "x.yaml")

    assert [message.partition(" ")[2] for message in told(document)] == [
        "syntax: '：' (U+FF1A, fullwidth colon) is where YAML needs ': '"
    ]
    assert (marked(document), suggested(document)) == (["："], [": "])


def test_such_signs_inside_of_text_are_nobodys_fault() -> None:
    document = read("a: \u00a0b：c\n- d\n", "x.yaml")

    assert told(document)[0].startswith("2:1 syntax: a list item is where")


def test_a_message_of_the_parser_that_is_not_known_is_passed_on() -> None:
    mark = yaml.Mark("", 2, 0, 2, "", 0)

    problem = yaml_errors.explain("a: b", yaml.MarkedYAMLError("while musing", None, "found nothing", mark))

    assert problem.message == "this is not YAML: while musing: found nothing"
    assert problem.place.span is not None
    assert problem.place.span.start == 2


def test_the_line_above_is_found_over_blanks_and_comments_but_not_over_a_book() -> None:
    near = "a: 1\n\n  # c\n \nb"
    far = "a: 1\n" + "# c\n" * 1000 + "b"

    assert Trouble(near, len(near), 0).line_above() == "a: 1"
    assert Trouble(far, len(far), 0).line_above() == ""


def test_a_million_blank_lines_above_a_break_are_passed_at_once() -> None:
    document = read("a: 1\n" + "\n" * 1_000_000 + "  b: 1\n", "x.yaml")

    assert told(document) == ["1000002:3 syntax: the key 'b' can't be here: indent it like the keys that it belongs to"]
