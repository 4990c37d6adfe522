"""Text on its way to people: made harmless, measured, wrapped, named nearly."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar

T = TypeVar("T")

LINE_BREAK = re.compile(r"\r\n?|\n")
"""What an author typed to begin a line; other characters that some call line breaks are shown, not obeyed."""

# Two different dangers, two functions. `visible` shows what a terminal would obey or an eye would miss (control, C1,
# bidirectional and invisible characters, lone surrogates) as escapes. `guard` defuses a finished line that a CI runner
# would take for a command: `::` at the start after spaces, `##[`, `##vso[` and `##teamcity[` anywhere (GitHub Actions
# runner, `ActionCommand.cs`; Azure Pipelines logging commands; TeamCity service messages).

# Cc, Cf, Cs, Zl, Zp and everything with Default_Ignorable_Code_Point (DerivedCoreProperties.txt of Unicode 15):
# variation selectors, fillers, joiners, tags. Written out, because unicodedata lacks that property, and because asking
# it for each character costs 30 times as much as one regular expression.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""One character that no one can see by itself; `hides` says whether it does something where it is."""

# Patterns as text: `re` compiles them where they are first needed, and few traces need them.
# The property Emoji (emoji-data.txt of Unicode 15) without the digits, `#` and `*`; of the emoji blocks everything.
_EMOJI = (
    "[©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽"
    "✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙\U0001f000-\U0001faff]"
)
# The three flags that tags spell (emoji-sequences.txt): England, Scotland, Wales.
_FLAG_TAGS = ("gbeng", "gbsct", "gbwls")
_TAGGED_FLAG = (
    f"\U0001f3f4(?:{'|'.join(''.join(chr(0xE0000 + ord(char)) for char in tags) for tags in _FLAG_TAGS)})\U000e007f"
)
# Arabic to Sinhala, Burmese, Khmer and Mongolian, Balinese to Batak, Saurashtra to Javanese, Meetei Mayek, the forms of
# Arabic: letters and marks whose shape a joiner or a non-joiner after them changes.
_JOINING = (
    "[\u0620-\u0dff\u1000-\u109f\u1780-\u18aa\u1b00-\u1bff\ua880-\ua8ff\ua980-\ua9df\uaae0-\uabff\ufb50-\ufdff"
    "\ufe70-\ufefc]"
)


def hides(found: re.Match[str]) -> bool:
    """Return whether a match of `UNSEEN` is there without any effect that a reader could see.

    Not hidden are the selector after an emoji, the one of a keycap, the joiner between two emoji, the tags of a flag,
    and a joiner or non-joiner after a letter of a script that needs them (Persian, Hindi, Sinhala).
    """
    char, text, at = found[0], found.string, found.start()
    before, after = text[max(0, at - 2) : at], text[at + 1 : at + 2]
    if char in "\ufe0e\ufe0f":
        is_keycap = char == "\ufe0f" and after == "\u20e3" and before[-1:] in tuple("0123456789#*")
        return not is_keycap and not re.match(_EMOJI, before[-1:])
    if char == "\u200d" and re.match(_EMOJI, after) and re.match(_EMOJI, before.rstrip("\ufe0f")[-1:]):
        return False
    if char in "\u200c\u200d":
        return not (before[-1:].isprintable() and re.match(_JOINING, before[-1:]))
    if "\U000e0020" <= char <= "\U000e007f":
        flag = text.rfind("\U0001f3f4", max(0, at - 6), at)
        return flag < 0 or not re.match(_TAGGED_FLAG, text[flag : flag + 7])
    return True


_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
COMMAND_ANYWHERE = r"#(?=#(?i:vso|teamcity|)\[)"
"""The first character of what a CI runner obeys wherever it is in a line."""
COMMAND = rf"^(\s*):(?=:)|{COMMAND_ANYWHERE}"
"""The same with what it obeys at the start of a line; group 1 is what is before that."""
_COMMAND = re.compile(COMMAND)


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    if char >= "\u200c" and not hides(match):
        return char
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    r"""Return `text` on one line, with everything that can't be seen as `\n`, `\x1b`, `\u202e`."""
    return UNSEEN.sub(_escape, text)


def paragraphs(text: str) -> list[str]:
    """Return prose as lines, where its author broke them; at least one. They are not escaped yet.

    What a block of YAML (`>`, `|`) leaves around it is not part of it: line breaks, and spaces at the ends of lines.
    """
    return [" ".join(line.rstrip(" \t").split("\t")) for line in LINE_BREAK.split(text.strip(" \t\r\n"))]


def one_line(text: str) -> str:
    """Return a label, a title or a value on one line, not escaped yet; a line break of its author is a space."""
    if "\n" not in text and "\r" not in text:
        return text
    return " ".join(filter(None, (line.strip(" \t") for line in LINE_BREAK.split(text))))


def _defuse(match: re.Match[str]) -> str:
    return "\\x23" if match.group().startswith("#") else f"{match.group(1)}\\x3a"


def guard(line: str) -> str:
    """Return a finished output line that no CI runner takes for a command.

    Args:
        line: One line, without its line break.
    """
    return _COMMAND.sub(_defuse, line)


def guard_lines(text: str) -> str:
    """Guard every line of a finished text; only LF ends a line, since `visible` has shown all other breaks."""
    return "\n".join(map(guard, text.split("\n"))) if ":" in text or "#" in text else text


# A plain character and those that are hard to tell from it in common fonts and easy to type for it, after Unicode's
# confusables.txt (UTS 39). Not 0 and O, 1 and l, m and μ, which a trace may well mean to tell apart, and no two letters
# of one alphabet for the same one.
_ALIKE = """
    -‐‑‒–—―−﹣ '‘’‛′ʹʼ "“”‟″ʺ /∕⁄ *∗ :∶ ,‚ ~∼ ·•∙⋅ x×х
    aаɑα bƅ cсϲᴄ dԁ eе gɡց hһհ iіıι jјϳ kкκ lӏ nո oоοօ pрρ qԛզ sѕ uսυ vνѵ wԝѡա yуγ zᴢ
    AАΑ BВΒ CСϹ EЕΕ FϜ HНΗ IІΙӀ JЈͿ KКΚ MМΜ NΝ OОΟՕ PРΡ SЅՏ TТΤ UՍ VѴ WԜ XХΧ YУΥ ZΖ
"""
_ASCII_ALIKE = {ord(other): group[0] for group in _ALIKE.split() for other in group[1:]}
_CAPITALS_ALIKE = dict(zip(map(ord, "внмт"), "bhmt", strict=True))  # where case counts for nothing
_SAME_IN_SHAPE = ("<font>", "<wide>", "<narrow>", "<noBreak>", "<compat>")  # not <super>, <sub>, <circle>, <fraction>


def look(text: str) -> str:
    """Return what texts that look the same have in common: plain characters in one normal form, nothing unseen."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    plain = unicodedata.normalize("NFC", text)
    if unicodedata.normalize("NFKC", plain) != plain:
        chars = [
            unicodedata.normalize("NFKC", char) if unicodedata.decomposition(char).startswith(_SAME_IN_SHAPE) else char
            for char in plain
        ]
        plain = unicodedata.normalize("NFC", "".join(chars))
    plain = " ".join(plain.split()).translate(_ASCII_ALIKE)
    return UNSEEN.sub(lambda found: "" if found[0] != "\u200d" or hides(found) else found[0], plain)


def loose_look(text: str) -> str:
    """Return the same without case and spaces."""
    if text.isascii() and text.isprintable():
        return "".join(text.lower().split())
    return "".join(look(text).casefold().translate(_ASCII_ALIKE | _CAPITALS_ALIKE).split())


def alike(texts: Iterable[str], by: Callable[[str], str]) -> list[list[str]]:
    """Return the texts that have a twin, in groups.

    Args:
        texts: Each once.
        by: `look`, or `loose_look`.
    """
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(by(text), []).append(text)
    return [group for group in groups.values() if len(group) > 1]


def differing_parts(left: str, right: str) -> list[tuple[str, str]]:
    """Return what two texts have in place of one another: each pair once, in order.

    Only 100 characters from the first difference on are compared, which costs a millisecond at most.
    """
    from difflib import SequenceMatcher  # noqa: PLC0415 -- 4 ms, and few texts look the same

    parts: dict[tuple[str, str], None] = {}
    pairs = enumerate(zip(left, right, strict=False))
    same = next((place for place, (one, other) in pairs if one != other), min(len(left), len(right)))
    left, right = left[same : same + 100], right[same : same + 100]
    for what, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what != "equal":
            one, other = left[a:b], right[c:d]
            parts.update(dict.fromkeys(zip(one, other, strict=True) if len(one) == len(other) else [(one, other)]))
    return list(parts)


def code_points(text: str) -> str:
    """Return `U+0065 U+0301`; at most four."""
    return " ".join(f"U+{ord(char):04X}" for char in text[:4]) + (" …" if len(text) > 4 else "")


def code_point_note(name: str, word: str) -> str:
    """Return what makes a known name another one than a word that looks the same: ` (U+00E9 instead of U+0065 U+0301)`.

    Nothing where people can see the difference, a difference in case among them.
    """
    if (name.isascii() and word.isascii()) or loose_look(name) != loose_look(word):
        return ""
    notes = []
    for right, wrong in differing_parts(name, word):
        if right and wrong and not (right + wrong).isascii() and right != wrong.swapcase():
            notes.append(f"{code_points(right)} instead of {code_points(wrong)}")
        elif not right and wrong.strip(" "):
            notes.append(f"without {code_points(wrong)}")
        elif not wrong and right.strip(" "):
            notes.append(f"with {code_points(right)}")
    return f" ({', '.join(notes[:3])})" if notes else ""


_LONGEST = 64  # names longer than this are compared by their first characters: edit distance is quadratic in length


def distance(left: str, right: str) -> int:
    """Return the optimal string alignment distance: insert, delete, replace, swap two neighbours (Damerau 1964)."""
    two_above: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, two_above[j - 2] + 1)
            row.append(best)
        two_above, above = above, row
    return above[-1]


def near_names(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Return the known names that `word` may be a slip of, nearest first.

    What looks the same is the same, case and spaces count for nothing, and a third of the longer name's characters may
    differ. Only the names at the smallest distance are given, in their own order, so one name in the answer means: one
    candidate.
    """
    wanted, exact = loose_look(word)[:_LONGEST], look(word)
    scored: list[tuple[int, bool, str]] = []
    for name in dict.fromkeys(names):
        known = loose_look(name)[:_LONGEST]
        allowed = max(1, max(len(wanted), len(known)) // 3)
        if abs(len(wanted) - len(known)) <= allowed and (found := distance(wanted, known)) <= allowed:
            scored.append((found, found > 0 or look(name) != exact, name))  # one in the same case goes before others
    least = min((found[:2] for found in scored), default=None)
    return [found[2] for found in scored if found[:2] == least][:most]


def alternatives(names: Iterable[str], word: str) -> str:
    """Return near names for a question after a word: `serial or overlap`; with code points where they look the same."""
    return " or ".join(f"{name}{code_point_note(name, word)}" for name in names)


NORMAL_WPM = 350
"""Words a minute: the upper end of silent reading of plain English."""

# Scripts without spaces between words. English is read at 228 words a minute, Japanese at 357 characters and Chinese at
# 255 (IReST: Trauzettel-Klosinski and Dietz 2012): about three characters for two words. In Thai and its neighbours a
# word has about three letters, the marks above and below not counted.
_IDEOGRAPHS = (
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u312f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\uf900-\ufaff\uff66-\uff9d\U0001b000-\U0001b16f"
    "\U00020000-\U0003ffff]"
)
_LETTERS_OF_SENTENCES = (  # Thai, Lao, Tibetan, Burmese, Khmer, Tai, Balinese, Javanese
    "[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf\u0f40-\u0f6c"
    "\u0f90-\u0fbc\u1000-\u102c\u1031\u103b-\u103f\u1050-\u1055\u105a-\u105d\u1061\u1065-\u1070\u1075-\u1081"
    "\u1780-\u17b3\u17b6\u17be-\u17c5\u1950-\u1974\u1980-\u19c9\u1a20-\u1a54\u1b05-\u1b33\u1b45-\u1b4c"
    "\ua984-\ua9b2\ua9e0-\ua9ef\uaa60-\uaa76\uaa80-\uaaaf]"
)

UNSPACED = f"{_IDEOGRAPHS}|{_LETTERS_OF_SENTENCES}"


def reading_words(text: str) -> int:
    """Return how many words of English take as long to read as `text`: its words, split at white space.

    A stretch of a script without spaces counts by its characters.
    """
    if text.isascii() or not re.search(UNSPACED, text):
        return len(text.split())
    ideographs, letters = len(re.findall(_IDEOGRAPHS, text)), len(re.findall(_LETTERS_OF_SENTENCES, text))
    words = 0
    for word in text.split():
        rest = re.sub(UNSPACED, " ", word)
        words += 1 if rest == word else sum(1 for part in rest.split() if part.isalnum())
    return words + -(-(2 * ideographs + letters) // 3)


def reading_ms(text: str, wpm: int) -> int:
    """Return the milliseconds that `text` needs at `wpm` words a minute (0: none)."""
    return -(-reading_words(text) * 60_000 // wpm) if wpm else 0


def plural(number: int, noun: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def number_range(first: int, last: int) -> str:
    """Return `3`, or `3–5`."""
    return f"{first}" if first == last else f"{first}–{last}"


def runs_of(items: Iterable[T], together: Callable[[T, T], object]) -> Iterator[list[T]]:
    """Yield the items in lists of neighbours that belong together.

    Args:
        items: In order.
        together: Whether an item and the one after it are of the same run.
    """
    run: list[T] = []
    for item in items:
        if run and not together(run[-1], item):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


class Run(NamedTuple):
    """A piece of a line."""

    text: str  # escaped already, without line breaks
    meaning: str  # A name of the theme such as `error`, `changed` or `quiet`; never a colour


Line = tuple[Run, ...]


def line(*runs: Run) -> Line:
    """Return a line of the runs that hold any text."""
    return tuple(run for run in runs if run.text)


def plain(runs: Line) -> str:
    """Return a line as text alone."""
    return "".join(run.text for run in runs)


def cell_width(text: str) -> int:
    """Return the columns that `text` takes on a terminal, as Rich measures them.

    One measure for everything on a terminal: two that disagree, say about joined emoji, put borders out of line.

    Args:
        text: One line, escaped already.
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - text in ASCII alone never needs it

    return cell_len(text)


# What Rich parts and people see as one (Unicode's UAX 29: GB12, GB9a, GB9c, GB6): the two letters of a flag, the vowel
# AM of Thai and Lao, stacked consonants from India to Cambodia, a decomposed and a composed part of Hangul.
_ONE_GRAPHEME = (
    "[\U0001f1e6-\U0001f1ff]{2}|.*\\S[\u0e33\u0eb3]|.*[\u1100-\u115f][\uac00-\ud7a3]"
    "|.*[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2]\u200d?[\u0904-\u0dff\u1000-\u109f\u1780-\u17b3]"
)
_WIDEST = 4  # columns of one grapheme: consonants can be stacked without end, and a line has one


_REMEMBERED = 200  # characters of a text whose parts are kept: a frame has the same labels as the one before


def graphemes(text: str) -> list[tuple[str, int]]:
    """Return the characters of `text` as people see them, each with its columns: accents and joined emoji are one."""
    if text.isascii():
        return [(char, 1) for char in text]
    return [*_remembered(text)] if len(text) <= _REMEMBERED else _graphemes(text)


@lru_cache(maxsize=1024)
def _remembered(text: str) -> tuple[tuple[str, int], ...]:
    return tuple(_graphemes(text))


def _graphemes(text: str) -> list[tuple[str, int]]:
    from rich.cells import split_graphemes  # noqa: PLC0415 - as above

    spans: list[tuple[int, int, int]] = []
    for start, end, columns in split_graphemes(text)[0]:
        before, _, taken = spans[-1] if spans else (start, start, 0)
        joins = taken + columns <= _WIDEST and re.fullmatch(_ONE_GRAPHEME, text[max(before, start - 3) : start + 1])
        if joins:
            spans[-1] = before, end, taken + columns
        else:
            spans.append((start, end, columns))
    return [(text[start:end], columns) for start, end, columns in spans]


def cut(text: str, width: int) -> str:
    """Return `text` in at most `width` columns, with `…` in place of what is left out."""
    if cell_width(text) <= width:
        return text
    if width < 1:
        return ""
    end = columns = 0
    # Text without end is not measured to its end; the last of what is looked at may be half a character.
    for cluster, taken in graphemes(text[: 8 * width])[:-1]:
        columns += taken
        if columns >= width:
            break
        end += len(cluster)
    return f"{text[:end]}…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return `text` filled with spaces to `width` columns.

    Args:
        text: One line.
        width: Columns to fill; a longer text is returned unchanged.
        right: Put the spaces in front.
    """
    spaces = " " * (width - cell_width(text))
    return spaces + text if right else text + spaces


def wrap(text: str, width: int, *, rest: int | None = None, keep: bool = False) -> Iterator[str]:
    """Yield the lines of `text` broken at spaces to `width` columns; a longer word is broken between characters.

    Nothing is put in where a word is broken, and only spaces are left out where the text is broken between two.

    Args:
        text: One line.
        width: Columns of the first line.
        rest: Columns of those that follow, when that is another number.
        keep: Leave a longer word whole if it is all ASCII, such as a link or a hash that someone will copy.
    """
    room, later = max(2, width), max(2, width if rest is None else rest)  # a wide character needs two columns
    line, used = "", 0
    for place, (spaces, word) in enumerate(re.findall("( *)([^ ]+|$)", text)):
        columns = cell_width(word)
        if used + len(spaces) + columns <= room:
            line, used = line + spaces + word, used + len(spaces) + columns
            continue
        if place and spaces:
            yield line
            line, used, room = "", 0, later
        if columns <= room or (keep and word.isascii()):
            line, used = line + word, used + columns
            continue
        for cluster, taken in graphemes(word):
            if used + taken > room:
                yield line
                line, used, room = "", 0, later
            line, used = line + cluster, used + taken
    yield line


_UNSAFE = re.compile(rf"{COMMAND_ANYWHERE}|\x7f")


def json_text(data: object) -> str:
    r"""Return data as indented JSON that ends in a line break.

    DEL and everything beyond ASCII is a `\u` escape, so no control or bidirectional character reaches a terminal;
    `##[`, `##vso[` and `##teamcity[` begin with `\u0023`, so no log line is a command. A parser gives back exactly what
    was put in.
    """
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(data, indent=2)) + "\n"
