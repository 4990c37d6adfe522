from __future__ import annotations

import pytest

from tests.unit.reading_helpers import marked, read, related, suggested, told

COMMENT = "JSON has no comments: take it out, or make it the text of a property that begins with x-"


@pytest.mark.parametrize(
    ("text", "message", "mark"),
    [
        ('{"a": 1,}', "1:8 syntax: there is a comma before '}' and nothing after it: take the comma out", ","),
        ("[1, 2,\n]", "1:6 syntax: there is a comma before ']' and nothing after it: take the comma out", ","),
        ("[1,, 2]", "1:4 syntax: there are two commas and nothing between them: take one out", ","),
        ('{"a": 1,,}', "1:9 syntax: there are two commas and nothing between them: take one out", ","),
        ("[, 1]", "1:2 syntax: a value is missing before ','", ","),
        ('{"a": }', "1:7 syntax: a value is missing before '}'", "}"),
        ("{, }", "1:2 syntax: a key is missing before ','", ","),
        ("{: 1}", "1:2 syntax: a key is missing before ':'", ":"),
        ('{"a"}', "1:5 syntax: the key before '}' has no value: write ':' and a value", "}"),
        ('{"a" 1}', "1:6 syntax: ':' is missing between a key and its value, before '1'", "1"),
        ("[1 2]", "1:4 syntax: a comma is missing before '2'", "2"),
        ('{"a": 1\n "b": 2}', "2:2 syntax: a comma is missing before '\"'", '"'),
        ('["a" ["b"]]', "1:6 syntax: a comma is missing before '['", "["),
        (
            "[1: 2]",
            "1:3 syntax: ':' is only used between a key and its value, and those belong in { }",
            ":",
        ),
        ("{} {}", "1:4 syntax: the JSON has ended, but '{}' follows: one value a file", "{"),
        ('{"a": 1}\nx y', "2:1 syntax: the JSON has ended, but 'x' follows: one value a file", "x"),
        (
            "0\u0085",
            "1:2 syntax: the JSON has ended, but the control character U+0085 follows: one value a file",
            "\u0085",
        ),
        ("[1]]", "1:4 syntax: ']' closes nothing: all that was opened is closed", "]"),
        ('{\u00a0"a": 1}', "1:2 syntax: a key in double quotes was expected, not a no-break space (U+00A0)", "\u00a0"),
        (
            '{"a": 1 \ufeff}',
            "1:9 syntax: ',' or the closing bracket was expected, not a byte order mark (U+FEFF)",
            "\ufeff",
        ),
        ("[@]", "1:2 syntax: '@' is not JSON: text needs double quotes", "@"),
        ("} ", "1:1 syntax: JSON begins with {, not with '}'", "}"),
        ("\u200b{}", "1:1 syntax: JSON begins with {, not with a zero width space (U+200B)", "\u200b"),
        ("nul", "1:1 syntax: JSON begins with {, not with 'nul'", "nul"),
        (
            "---\na: 1",
            "1:1 syntax: JSON begins with {, not with '---'; this looks like YAML, whose files end in .yaml",
            "---",
        ),
        (
            "version: 1\n",
            "1:1 syntax: JSON begins with {, not with 'version'; this looks like YAML, whose files end in .yaml",
            "version",
        ),
    ],
)
def test_what_breaks_the_structure_is_named_at_the_token(text: str, message: str, mark: str) -> None:
    document = read(text)

    assert not document.readable
    assert told(document) == [message]
    assert marked(document) == [mark]


@pytest.mark.parametrize(
    ("text", "place", "mark"),
    [
        ("// a\n{}", "1:1", "// a"),
        ("# a\n{}", "1:1", "# a"),
        ('{"a": 1 /* b\n c */}', "1:9", "/* b"),
        ('{"a": // b\n 1}', "1:7", "// b"),
        ('{"a" # b\n : 1}', "1:6", "# b"),
        ("{// a\n}", "1:2", "// a"),
        ("{} // a", "1:4", "// a"),
        ("[1, # a\n]", "1:5", "# a"),
    ],
)
def test_a_comment_is_named_wherever_it_stands(text: str, place: str, mark: str) -> None:
    document = read(text)

    assert told(document) == [f"{place} syntax: {COMMENT}"]
    assert marked(document) == [mark]


@pytest.mark.parametrize(
    ("text", "mark", "suggestion"),
    [
        ("{'a': 1}", "'a'", '"a"'),
        ("['b c']", "'b c'", '"b c"'),
        ("{“a”: 1}", "“a”", '"a"'),
        ("[„x“]", "„x“", '"x"'),
        ("{a: 1}", "a", '"a"'),
        ("{1: 2}", "1", '"1"'),
        ("[True]", "True", "true"),
        ("[FALSE]", "FALSE", "false"),
        ("[None]", "None", "null"),
        ('{"a": undefined}', "undefined", "null"),
        ("[hello world, 2]", "hello world", '"hello world"'),
        ("[nullx]", "nullx", '"nullx"'),
        ("[tru]", "tru", '"tru"'),
        ("[012]", "012", "12"),
        ("[-007]", "-007", "-7"),
        ("[+1]", "+1", "1"),
        ("[.5]", ".5", "0.5"),
        ("[-.5]", "-.5", "-0.5"),
        ("[1.]", "1.", "1"),
        ("[0x1F]", "0x1F", "31"),
        ("[0b11]", "0b11", "3"),
        ("[1_000]", "1_000", "1000"),
        ("[900ms]", "900ms", '"900ms"'),
        ("[1.2.3]", "1.2.3", '"1.2.3"'),
        ("[2024-01-01]", "2024-01-01", '"2024-01-01"'),
        ('{"a"= 1}', "=", ":"),
        ('{"a": 1; "b": 2}', ";", ","),
        ('["say "hi" there"]', '"', r"\""),
        ('{"a"b": 1}', '"', r"\""),
    ],
)
def test_other_notations_are_marked_whole_with_what_to_write(text: str, mark: str, suggestion: str) -> None:
    document = read(text)

    assert [line.split()[1] for line in told(document)] == ["syntax:"]
    assert marked(document) == [mark]
    assert suggested(document) == [suggestion]


@pytest.mark.parametrize(
    ("text", "message", "mark"),
    [
        ('["\t"]', r"1:3 syntax: a tab inside a string is written \t", "\t"),
        ('["\x1b"]', r"1:3 syntax: the control character U+001B inside a string is written \u001b", "\x1b"),
        (r'["\x41"]', r"1:3 syntax: \ before 'x' means nothing: a backslash itself is written \\", r"\x"),
        (r'["C:\new\qux"]', r"1:9 syntax: \ before 'q' means nothing: a backslash itself is written \\", r"\q"),
        (r'["\u12"]', r"1:3 syntax: \u needs four hexadecimal digits, as in \u00e9", r"\u12"),
        (r"""["\'"]""", "1:3 syntax: a single quote needs no backslash", r"\'"),
        ('["a\\\nb"]', r"1:4 syntax: a string can't go on in the next line: write \n for a line break", "\\"),
        ('{"a": "b', '1:7 syntax: this string is never closed: write " at its end', '"b'),
        ('["abc\\', '1:2 syntax: this string is never closed: write " at its end', '"abc'),
        (
            '{"a": "b,\n "c": 1}',
            r'1:7 syntax: this string is not closed on its line: write " at its end, or \n for a line break inside it',
            '"b,',
        ),
        (
            '["b\r\n"]',
            r'1:2 syntax: this string is not closed on its line: write " at its end, or \n for a line break inside it',
            '"b',
        ),
    ],
)
def test_a_broken_string_says_what_to_write_in_it(text: str, message: str, mark: str) -> None:
    document = read(text)

    assert told(document) == [message]
    assert marked(document) == [mark]


@pytest.mark.parametrize(
    ("text", "message", "opened"),
    [
        ('{"a": [1, 2\n', "1:12 syntax: the text ends before this list is closed: ']' is missing", "its '[' is 1:7"),
        ('{"a": [1],', "1:11 syntax: the text ends before this object is closed: '}' is missing", "its '{' is 1:1"),
        ('[{"a":', "1:7 syntax: the text ends before this object is closed: '}' is missing", "its '{' is 1:2"),
        ('[{"a"', "1:6 syntax: the text ends before this object is closed: '}' is missing", "its '{' is 1:2"),
        ("[", "1:2 syntax: the text ends before this list is closed: ']' is missing", "its '[' is 1:1"),
        ('{"a": [1, 2}', "1:12 syntax: '}' can't close this list: ']' must come first", "its '[' is 1:7"),
        ("[1, }", "1:5 syntax: '}' can't close this list: ']' must come first", "its '[' is 1:1"),
        ('{"a": 1]', "1:8 syntax: ']' can't close this object: '}' must come first", "its '{' is 1:1"),
        ('{"a"]', "1:5 syntax: ']' can't close this object: '}' must come first", "its '{' is 1:1"),
    ],
)
def test_an_open_bracket_is_shown_where_it_was_opened(text: str, message: str, opened: str) -> None:
    document = read(text)

    assert told(document) == [message]
    assert related(document) == [opened]


def test_a_long_token_is_cut_in_the_message_and_marked_whole() -> None:
    document = read(f"[{'x' * 1000}]")

    assert len(told(document)[0]) < 120
    assert marked(document) == ["x" * 1000]


def test_a_fault_behind_a_long_list_is_found_there() -> None:
    document = read('{"a": [' + "[1],\n" * 20_000 + "2 3]}")

    assert told(document) == ["20001:3 syntax: a comma is missing before '3'"]
