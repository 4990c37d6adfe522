"""When YAML text is plain, and what common readers take it for. Knows nothing of PyYAML, which takes 10 ms to import.

A plain scalar stands for JSON's words and numbers here, and for text in every other case. Readers of YAML 1.1 and of
YAML 1.2 know more words and more numbers, each its own.
"""

from __future__ import annotations

import json
import re

from tracecli.reading.faults import real, whole
from tracecli.text import COMMAND_ANYWHERE, UNSEEN, hides

_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")  # RFC 8259, section 6
_FIRST = frozenset("-0123456789")

# What some reader may take for something else than text. Generous on purpose: a hash such as 12ab is quoted as 5e45 is,
# and no list of exact grammars has to be complete. Nothing outside of it is named or quoted for its type.
_DOUBTFUL = re.compile(
    r"""
      y | n | yes | no | on | off | true | false | null | ~ | = | <<
    | (?:[-+.][._]*)?[0-9][0-9a-f_.,:xo+-]*        # 08, +1e3, .5, 0x1F, 0o17, 1_000, 1,000, 12:30, 2024-01-01
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[t\ ][0-9tz:.\ +-]+
    | [-+]?\.(?:inf|nan)
    | [-+]?[._]*(?:e[-+]?[0-9]+)?                  # e5, +_ and a lone point: numbers that begin with no digit
    """,
    re.IGNORECASE | re.VERBOSE,
)

# What is taken for what; the first that fits is named. YAML 1.1 is as PyYAML reads it, and y and n as its specification
# and ruamel.yaml do; YAML 1.2 is the core schema (10.3.2), in which every date is text. The last are what only some do:
# underscores and signs that neither has (ruamel.yaml, yaml.v3 of Go), numbers of YAML 1.1 with an exponent without a
# sign (yaml of npm), commas and words in any case (Psych of Ruby).
# Left out is e5, in which a single reader, not by default, sees a number: edges are called so.
_READERS = {
    "a YAML 1.1 reader takes": re.compile(
        r"""
          (?P<boolean> [yYnN] | yes|Yes|YES | no|No|NO | on|On|ON | off|Off|OFF | true|True|TRUE | false|False|FALSE)
        | (?P<nothing> ~ | null|Null|NULL)
        | (?P<date> [0-9]{4}-[0-9]{2}-[0-9]{2}
                  | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|\ +)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?
                    (?:\ *(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)
        | (?P<number> [-+]?(?:0b[01_]+ | 0x[0-9a-fA-F_]+ | 0[0-7_]* | [1-9][0-9_]*)
                    | [-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+ | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*
                    | (?:[-+]?[0-9][0-9_]*\.[0-9_]* | \.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?
                    | [-+]?\.(?:inf|Inf|INF) | \.(?:nan|NaN|NAN))
        | (?P<other> = | <<)
        """,
        re.VERBOSE,
    ),
    "a YAML 1.2 reader takes": re.compile(
        r"(?P<number>0o[0-7]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
    ),
    "some YAML readers take": re.compile(
        r"""
          (?P<boolean> yes | no | on | off | true | false)
        | (?P<nothing> null)
        | (?P<date> [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}
                    (?:(?:t|\ +)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]*)?
                      (?:\ *(?:(?-i:Z)|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?)
        | (?P<number> [-+]?(?:0b[01_]+ | 0o[0-7_]+ | 0x[0-9a-f_]+ | \.inf) | \.nan
                    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+ | [-+]?[1-9][0-9]*(?:,[0-9]+)+(?:\.[0-9]*)? | [-+][0-9_]+
                    | [-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)? | \.(?=_*[0-9])[0-9_]+)(?:e[-+]?[0-9]+)?)
        """,
        re.IGNORECASE | re.VERBOSE,
    ),
}
_TYPES = {
    "boolean": "a boolean",
    "nothing": "nothing",
    "date": "a date",
    "number": "a number",
    "other": "something else",
}

CUT = re.compile(r"(?<=[^\s#'\"\[\]{},:]) #(?=[^\W_])")
"""Where a comment cuts a plain text that was meant to go on: `issue #12`; most comments have a space on both sides."""
CUT_WORDS = "' #' begins a comment here, and the text ends before it: put the text in quotes"

_INDICATORS = frozenset(
    "-?:,[]{}#&*!|>'\"%@`=~<.+"
)  # of YAML at the start of a scalar, and what looks like one to people
_ENDING = re.compile(r": |:$| #")  # ends a plain scalar
_ENDING_IN_BRACKETS = re.compile(r"[,\[\]{}:]| #")
# What is written as an escape: what can't be seen, what is no character in YAML 1.1 (5.1), and what a CI runner obeys.
_ESCAPED = re.compile(rf"{UNSEEN.pattern}|[\ufffe\uffff]|{COMMAND_ANYWHERE}")
_NOT_ASCII = re.compile(rf"{_ESCAPED.pattern}|[^\x00-\x7f]")

Value = str | int | float | bool | None


def resolve(text: str) -> Value:
    """Return what a plain scalar stands for; `Unread` for a number that is out of reach."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _FIRST:
        return text
    found = _NUMBER.fullmatch(text)
    if not found:
        return text
    return real(text) if found[1] or found[2] else whole(text)


def other_reading(text: str, value: Value) -> str | None:
    """Return who takes a plain scalar for what, if that is another type than ours.

    Args:
        text: The scalar as it is written.
        value: What it stands for here.

    Returns:
        Words such as "a YAML 1.2 reader takes it for a number"; None where all common readers agree.
    """
    if isinstance(value, str):
        if not _DOUBTFUL.fullmatch(text):
            return None
        found = ((reader, pattern.fullmatch(text)) for reader, pattern in _READERS.items())
        return next((f"{reader} it for {_TYPES[match.lastgroup or '']}" for reader, match in found if match), None)
    # PyYAML knows no number with an exponent unless it has both a point and the exponent's sign.
    as_text = isinstance(value, float) and re.search(r"^[^.]*[eE]|[eE][0-9]", text)
    return "a YAML 1.1 reader takes it for text" if as_text else None


def kind(value: Value) -> str:
    """Name the type of a scalar that is not text."""
    if value is None:
        return "nothing (null)"
    return "a boolean" if isinstance(value, bool) else "a number"


def is_plain(text: str, *, flow: bool = False) -> bool:
    """Return whether a text can be written without quotes and is the same text to every common YAML reader.

    Args:
        text: The text, a value or a key.
        flow: Whether it is written within brackets or braces.
    """
    if not text or text[0] in _INDICATORS or text != text.strip() or not is_printable(text):
        return False
    return not (_ENDING_IN_BRACKETS if flow else _ENDING).search(text) and not _DOUBTFUL.fullmatch(text)


def is_printable(text: str) -> bool:
    """Return whether a text can be written on one line without escapes."""
    return not any(map(hides, _ESCAPED.finditer(text)))


def in_quotes(text: str, *, ascii_only: bool = False) -> str:
    """Write a text in double quotes, with escapes for what can't be seen and, with `ascii_only`, what is not ASCII."""
    if ascii_only:
        return _NOT_ASCII.sub(_escape, json.dumps(text, ensure_ascii=False))
    return _ESCAPED.sub(
        lambda found: _escape(found) if hides(found) else found[0], json.dumps(text, ensure_ascii=False)
    )


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0] == "#":
        return r"\x23"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # YAML knows no surrogate pairs


def written(value: Value) -> str:
    """Write a value so that every common YAML reader reads the same: a text in double quotes."""
    if isinstance(value, str):
        return in_quotes(value)
    if isinstance(value, float):
        shown = repr(value)
        return shown if "." in shown else shown.replace("e", ".0e")  # YAML 1.1 has no number without a point there
    return json.dumps(value)
