"""When two texts look alike, and what tells them apart."""

from __future__ import annotations

import unicodedata

_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# Pairs that are hard to tell apart in common fonts and easy to type for one another, after Unicode's confusables.txt
# (UTS 39); neither 0 and O nor 1 and l, which a trace may well mean to tell apart.
_LIKE = {
    "-": "‐‑‒–—―−﹣－",
    "'": "‘’‛′ʹʼ＇",
    '"': "“”‟″ʺ＂",
    "/": "∕⁄／",
    "*": "∗＊",
    ":": "∶：",
    ",": "‚，",
    ".": "．",
    "+": "＋",
    "=": "＝",
    "(": "（",
    ")": "）",
    "~": "∼～",
    "·": "•∙⋅",
    "x": "×хⅹ",
    "...": "…",
    "a": "аα",
    "c": "сϲ",
    "d": "ԁ",
    "e": "е",
    "h": "һ",
    "i": "іι",
    "j": "ј",
    "k": "кκ",
    "o": "оοσ",
    "p": "рρ",
    "s": "ѕ",
    "v": "ν",
    "y": "у",
    "A": "АΑ",
    "B": "ВΒ",
    "C": "С",
    "E": "ЕΕ",
    "H": "НΗ",
    "I": "ІΙ",
    "K": "КΚ",
    "M": "МΜ",
    "N": "Ν",
    "O": "ОΟ",
    "P": "РΡ",
    "T": "ТΤ",
    "X": "ХΧ",
    "Y": "УΥ",
    "Z": "Ζ",
}
_TABLE: dict[int, str | None] = {
    **{ord(other): char for char, others in _LIKE.items() for other in others},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms of ASCII
    **dict.fromkeys(map(ord, _UNSEEN)),
}


def folded(text: str) -> str:
    """Give what texts that look alike have in common: no case, no blanks, one normal form, plain characters."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_TABLE).casefold()
    return "".join(text.lower().split())


def told_apart(left: str, right: str) -> str:
    """Name the characters in which two texts differ: `U+002D (hyphen-minus) against U+2212 (minus sign)`."""
    if len(left) == len(right):
        pairs = dict.fromkeys((a, b) for a, b in zip(left, right, strict=True) if a != b)
    else:
        pairs = {_middles(left, right): None}
    shown = [f"{_points(a)} against {_points(b)}" for a, b in list(pairs)[:3]]
    return ", ".join(shown)


def _middles(left: str, right: str) -> tuple[str, str]:
    """Cut what two texts have in common at both ends."""
    shortest = min(len(left), len(right))
    start = next((i for i in range(shortest) if left[i] != right[i]), shortest)
    end = next((i for i in range(shortest - start) if left[-1 - i] != right[-1 - i]), shortest - start)
    return left[start : len(left) - end], right[start : len(right) - end]


def _points(text: str) -> str:
    return (
        " ".join(f"U+{ord(char):04X} ({unicodedata.name(char, 'no name').lower()})" for char in text[:4]) or "nothing"
    )
