"""Text made harmless, measured, wrapped, counted, and names that are near one another."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tracecli.text import (
    alternatives,
    cell_width,
    cut,
    differing_parts,
    distance,
    graphemes,
    guard,
    guard_lines,
    look,
    loose_look,
    near_names,
    one_line,
    pad,
    paragraphs,
    reading_words,
    visible,
    wrap,
)

UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt
IGNORABLE = {
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
    *(*range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
    *(*range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
    *range(0xE0000, 0xE1000),
}


@given(st.text(st.one_of(st.characters(), st.sampled_from(sorted(IGNORABLE - {0x200C, 0x200D})).map(chr))))
def test_nothing_unseen_is_left_in_visible_text_but_what_makes_emoji_and_joins_letters(text: str) -> None:
    left = [char for char in visible(text) if unicodedata.category(char) in UNSEEN_CATEGORIES or ord(char) in IGNORABLE]

    assert set(left) <= set("\u200c\u200d\ufe0e\ufe0f")


@pytest.mark.parametrize(
    "code", sorted(IGNORABLE - set(range(0xE0002, 0xE1000)) | {0xE0041, 0xE0100, 0xE01EF, 0xE0FFF})
)
@pytest.mark.parametrize(("before", "after"), [("a", "b"), ("", ""), ("日", "本"), ("x", "😀"), ("→", " "), ("1", "2")])
def test_whatever_is_ignorable_is_shown_beside_what_is_no_emoji(code: int, before: str, after: str) -> None:
    escape = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

    assert visible(f"{before}{chr(code)}{after}") == f"{before}{escape}{after}"


@pytest.mark.parametrize(
    "text",
    [
        "❤️",
        "⚠︎",
        "1️⃣ #️⃣",
        "👩‍🚀",
        "👩‍👩‍👧",
        "👍🏽",
        "🏳️‍🌈",
        "👁️‍🗨️",
        "©️",
        "🇩🇪",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "ක්\u200dෂ",
        "क्\u200dष",
        "한글",
        "\u1112\u1161\u11ab",
    ],
)
def test_what_makes_an_emoji_what_it_is_and_joins_letters_stays(text: str) -> None:
    assert visible(text) == text
    assert visible(f"a {text} b") == f"a {text} b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("❤\ufe0f\ufe0f", "❤\ufe0f\\ufe0f"),
        ("1\ufe0f", "1\\ufe0f"),
        ("x\ufe0f\u200d😀", "x\\ufe0f\\u200d😀"),
        ("😀\u200d", "😀\\u200d"),
        ("🏴\U000e0067\U000e0062", "🏴\\U000e0067\\U000e0062"),
        ("🏴\U000e0067\U000e0062\U000e0078\U000e007f", "🏴\\U000e0067\\U000e0062\\U000e0078\\U000e007f"),
        ("葛\U000e0100", "葛\\U000e0100"),
        ("ᠠ\u180b", "ᠠ\\u180b"),
        ("می\u200c\u200cخ", "می\u200c\\u200cخ"),
    ],
)
def test_what_adds_nothing_to_an_emoji_or_a_letter_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "M"])))
def test_text_that_can_be_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text or any(ord(char) in IGNORABLE for char in text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", r"a\nb"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b0m", r"\x9b0m"),
        ("\u202eevil", r"\u202eevil"),
        ("\U000e0041", r"\U000e0041"),
        ("\ud800", r"\ud800"),
        ("k−1 · 時間 [/] :smile:", "k−1 · 時間 [/] :smile:"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("::error::hi", r"\x3a:error::hi"),
        ("  ::warning::x", r"  \x3a:warning::x"),
        ("title ##[error]x", r"title \x23#[error]x"),
        ("##vso[task.complete]", r"\x23#vso[task.complete]"),
        ("x ##TeamCity[testStarted name='a']", r"x \x23#TeamCity[testStarted name='a']"),
        ("##VSO[x]", r"\x23#VSO[x]"),
        ("a::b ## heading", "a::b ## heading"),
    ],
)
def test_a_line_that_a_runner_would_obey_is_defused(line: str, safe: str) -> None:
    assert guard(line) == safe


def test_every_line_of_a_text_is_guarded() -> None:
    assert guard_lines("fine\n::error::x\n") == "fine\n\\x3a:error::x\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("one", ["one"]),
        ("one\n", ["one"]),  # every block of YAML ends so
        ("one\ntwo\n", ["one", "two"]),
        ("one\r\ntwo\r\n", ["one", "two"]),
        ("one\rtwo", ["one", "two"]),
        ("one\n\ntwo\n", ["one", "", "two"]),
        ("\n\n  one\n\n", ["one"]),
        ("a list:\n  - first  \n", ["a list:", "  - first"]),
        ("one\ttwo\t\n", ["one two"]),
        ("one\u2028two\x0b", ["one\u2028two\x0b"]),  # only what people type breaks a line; these are escaped later
        (" \n\t\n", [""]),
    ],
)
def test_prose_is_its_lines_without_what_a_block_of_yaml_leaves_around_it(text: str, lines: list[str]) -> None:
    assert paragraphs(text) == lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("a\n", "a"),
        ("a\n\nb", "a b"),
        ("a  b", "a  b"),
        ("a\tb", "a\tb"),
        (" a\r\n\t b \r", "a b"),
        ("\n", ""),
    ],
)
def test_a_label_of_several_lines_has_spaces_for_its_breaks(text: str, shown: str) -> None:
    assert one_line(text) == shown


@given(st.text("ab \n\r\t", max_size=20))
def test_no_view_of_prose_says_that_a_line_was_broken(text: str) -> None:
    shown = [visible(part) for part in paragraphs(text)]

    assert not any("\\" in part for part in shown)
    assert "\\n" not in visible(one_line(text))
    assert "".join(shown).replace(" ", "") == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("k−1", 3), ("日本", 4), ("e\u0301", 1), ("👍", 2), ("ｱ", 1)]
)
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, columns: int) -> None:
    assert cell_width(text) == columns


CLUSTERS = ["❤️", "⚠️", "1️⃣", "👩‍🚀", "👩‍👩‍👧", "👍🏽", "\u1100\u1161\u11a8"]


@pytest.mark.parametrize("text", CLUSTERS)
def test_what_is_one_character_to_a_reader_takes_two_columns_and_is_never_parted(text: str) -> None:
    assert cell_width(text) == cell_len(text) == 2
    assert graphemes(f"a{text}") == [("a", 1), (text, 2)]
    assert cut(f"a{text}{text}", 4) == f"a{text}…"
    assert cut(f"a{text}{text}", 3) == "a…"
    assert list(wrap(text * 3, 5)) == [text * 2, text]


STACKED = ["🇩🇪", "กำ", "ກຳ", "क्ष", "त्रि", "ক্ষ", "స్త", "ក្មេ", "မ္မ", "\u1112\uac00", "ണ്ട"]


@pytest.mark.parametrize("text", STACKED)
def test_what_is_drawn_of_several_wide_parts_is_not_parted_either(text: str) -> None:
    columns = cell_width(text)

    assert graphemes(f"a{text}{text}b") == [("a", 1), (text, columns), (text, columns), ("b", 1)]
    assert cut(f"{text}{text}", 2 * columns - 1) == f"{text}…"
    assert list(wrap(text * 3, 2 * columns)) == [text * 2, text]


def test_of_a_row_of_flags_two_letters_each_are_one() -> None:
    assert [flag for flag, _ in graphemes("🇩🇪🇫🇷🇯")] == ["🇩🇪", "🇫🇷", "🇯"]
    assert cut("🇩🇪🇫🇷🇯🇵", 5) == "🇩🇪🇫🇷…"
    assert cut("🇩🇪🇫🇷🇯🇵", 4) == "🇩🇪…"


def test_consonants_stacked_without_end_still_fit_a_screen() -> None:
    assert max(columns for _, columns in graphemes("क्" * 100)) <= 4


def test_half_a_character_is_not_left_where_text_is_no_longer_looked_at() -> None:
    assert cut("e" + "\u0301" * 100 + "abc", 2) == "…"


@pytest.mark.parametrize(
    ("text", "width", "shown"), [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abc", 0, "")]
)
def test_a_text_that_does_not_fit_is_cut_with_a_sign(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown


def test_a_text_is_filled_to_its_columns_on_either_side() -> None:
    assert pad("日", 4) == "日  "
    assert pad("日", 4, right=True) == "  日"
    assert pad("longer", 4) == "longer"


def test_lines_break_at_blanks_and_longer_words_inside() -> None:
    assert list(wrap("a bb ccccccccc 日本語", 4)) == ["a bb", "cccc", "cccc", "c", "日本", "語"]


def test_a_long_word_in_ascii_is_kept_whole_when_asked_for() -> None:
    assert list(wrap("see https://example.test/a 日本語", 4, keep=True)) == [
        "see",
        "https://example.test/a",
        "日本",
        "語",
    ]


@given(st.text("ab- 日語ไท\u0e48e\u0301👍🏽", max_size=40), st.integers(2, 12), st.integers(2, 12), st.booleans())
@settings(max_examples=500, deadline=None)
def test_joined_lines_are_the_text_again_with_its_spaces_or_nothing_between_them(
    text: str,
    width: int,
    rest: int,
    keep: bool,  # noqa: FBT001
) -> None:
    shown = 0
    lines = list(wrap(text, width, rest=rest, keep=keep))
    for place, line in enumerate(lines):
        if not text.startswith(line, shown):
            shown += len(text[shown:]) - len(text[shown:].lstrip(" "))
        assert text.startswith(line, shown)
        shown += len(line)
        assert cell_width(line) <= (rest if place else width) or (keep and " " not in line and line.isascii())

    assert text[shown:].strip(" ") == ""


@given(st.text(alphabet="ab 日e\u0301", max_size=40), st.integers(2, 12))
@settings(max_examples=200, deadline=None)
def test_no_line_is_wider_than_asked_and_no_character_is_lost(text: str, width: int) -> None:
    lines = list(wrap(text, width))

    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


words = st.text("abcde", max_size=8)


@pytest.mark.parametrize(
    ("word", "names", "near"),
    [
        ("lauch", ["launch", "pick", "launchGpu"], ["launch"]),
        ("durration", ["duration", "description"], ["duration"]),
        ("OVERLAP", ["serial", "overlap"], ["overlap"]),
        ("xyz", ["launch", "pick"], []),
        ("ac", ["ab", "ad"], ["ab", "ad"]),
        ("", ["a"], ["a"]),
        ("b", [], []),
    ],
)
def test_the_nearest_names_are_offered(word: str, names: list[str], near: list[str]) -> None:
    assert near_names(word, names) == near


LOOK_ALIKES = [  # a word, the name that it looks like, what is said
    ("cafe\u0301", "café", " (U+00E9 instead of U+0065 U+0301)"),
    ("café", "cafe\u0301", " (U+0065 U+0301 instead of U+00E9)"),
    ("w\u043erker", "worker", " (U+006F instead of U+043E)"),
    ("\u0421PU", "CPU", " (U+0043 instead of U+0421)"),
    ("\u039aernel", "Kernel", " (U+004B instead of U+039A)"),
    ("\uff57\uff4frker", "worker", " (U+0077 instead of U+FF57, U+006F instead of U+FF4F)"),
    ("wor\u200bker", "worker", " (without U+200B)"),
    ("worker\ufe0f", "worker", " (without U+FE0F)"),
    ("wor\u00adker", "worker", " (without U+00AD)"),
    ("\u3164worker", "worker", " (without U+3164)"),
    ("worker", "wor\u2060ker", " (with U+2060)"),
    ("k-1", "k−1", " (U+2212 instead of U+002D)"),
    ("GPU\u00a0work", "GPU work", " (U+0020 instead of U+00A0)"),
    ("\ufb01le", "file", " (U+0066 U+0069 instead of U+FB01)"),
    ("\u1112\u1161\u11ab", "한", " (U+D55C instead of U+1112 U+1161 U+11AB)"),
    ("\U0001d424v", "kv", " (U+006B instead of U+1D424)"),
    ("W\u043erker", "worker", " (U+006F instead of U+043E)"),
    ("Worker", "worker", ""),
    ("lauch", "launch", ""),
    ("l\u0430uch", "launch", ""),
]


@pytest.mark.parametrize(("word", "name", "note"), LOOK_ALIKES)
def test_a_name_that_looks_the_same_is_near_and_told_apart_by_code_points(word: str, name: str, note: str) -> None:
    assert near_names(word, ["other", name, "third"]) == [name]
    assert alternatives([name], word) == f"{name}{note}"


def test_of_two_that_differ_in_case_the_one_that_looks_the_same_is_meant() -> None:
    assert near_names("w\u043erker", ["Worker", "worker"]) == ["worker"]


@pytest.mark.parametrize(
    ("one", "other"), [("k", "k+1"), ("l", "1"), ("O", "0"), ("x2", "x²"), ("5 ms", "5 μs"), ("½", "1/2"), ("σο", "οσ")]
)
def test_what_people_tell_apart_does_not_look_the_same(one: str, other: str) -> None:
    assert loose_look(one) != loose_look(other)


@given(st.text(max_size=12))
def test_a_text_looks_like_itself_in_every_normal_form(text: str) -> None:
    assert {look(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")} == {look(text)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two\n three", 3),
        ("a − b → c", 5),
        ("naïve café", 2),
        ("日本語", 2),
        ("调度器选择批次并启动下一步。", 9),
        ("スケジューラはバッチを選ぶ。", 9),
        ("GPU が forward k を実行する。", 3 + 4),
        ("ภาษาไทยเป็นภาษาที่มีระดับเสียง", 8),
        ("ພາສາລາວ", 3),
        ("មន្ត្រីភាសាខ្មែរ", 4),
        ("မြန်မာဘာသာ", 3),
        ("한국어 문장은 띄어 쓴다", 4),
    ],
)
def test_words_are_counted_and_characters_where_no_spaces_part_words(text: str, words: int) -> None:
    assert reading_words(text) == words


@given(st.text("日本語文字ไทยခမ", min_size=20, max_size=200), st.integers(1, 5))
def test_more_text_without_spaces_takes_more_time(text: str, times: int) -> None:
    assert reading_words(text) >= len(text) / 4
    assert reading_words(text * times) >= times * (reading_words(text) - 1)


@given(words, words)
def test_distance_is_symmetric_and_zero_only_for_equals(left: str, right: str) -> None:
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)


@given(words, words, words)
def test_a_detour_by_a_word_without_shared_letters_is_never_shorter(left: str, right: str, other: str) -> None:
    detour = other.upper()

    assert distance(left, right) <= distance(left, detour) + distance(detour, right)


def test_neighbours_swapped_are_one_slip() -> None:
    assert distance("serail", "serial") == 1


def test_a_very_long_word_costs_no_more_than_its_beginning() -> None:
    assert near_names("x" * 100_000, ["y" * 100_000]) == []


@pytest.mark.parametrize("length", [1, 99, 100, 1000, 100_000])
def test_a_difference_is_found_however_late_it_is(length: int) -> None:
    assert differing_parts("x" * length + "e\u0301", "x" * length + "é") == [("e\u0301", "é")]
