r"""Make untrusted text safe to show to people.

Two different dangers, two functions. `visible` shows what a terminal or an eye would obey or miss (control, C1,
bidirectional and invisible characters, lone surrogates) as escapes. `guard` defuses a finished line that a CI runner
would take for a command: `::` at the start after blanks, `##[` and `##vso[` anywhere (GitHub Actions runner,
`ActionCommand.cs`; Azure Pipelines logging commands).
"""

from __future__ import annotations

import re

# Cc, Cf, Cs, Zl and Zp of Unicode 15, but for the two joiners that emoji and Indic scripts need (U+200C, U+200D) and
# the soft hyphen's neighbours that print. Written out, because asking unicodedata for each character costs 30 times
# as much as one regular expression.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[|#vso\[)", re.IGNORECASE)


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    r"""Give `text` on one line, with everything that can't be seen as `\n`, `\x1b`, `\u202e`."""
    return UNSEEN.sub(_escape, text)


def _defuse(match: re.Match[str]) -> str:
    return "\\x23" if match.group().startswith("#") else f"{match.group(1)}\\x3a"


def guard(line: str) -> str:
    """Give a finished output line that no CI runner takes for a command.

    Args:
        line: One line, without its line break.
    """
    return _COMMAND.sub(_defuse, line)


def guard_lines(text: str) -> str:
    """Guard every line of a finished text; only LF ends a line, since `visible` has shown all other breaks."""
    return "\n".join(map(guard, text.split("\n"))) if ":" in text or "#" in text else text
