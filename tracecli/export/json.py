r"""The trace itself in JSON.

Exact, and safe to look at: characters that can't be seen are `\u` escapes, everything else is as it is in the document.
"""

from __future__ import annotations

import json
import re

from tracecli.escaping import visible

_BEYOND = re.compile(r"[^\n -~]")
_COMMAND = re.compile(r"#(?=#\[|#vso\[)", re.IGNORECASE)


def export(data: object) -> str:
    """Give the data of a document as JSON text that ends in a line break.

    Args:
        data: As read: plain dicts, lists, texts, numbers, booleans and None. Order and `x-` properties are kept.
    """
    return defused(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def defused(text: str) -> str:
    """Give JSON text with escapes in place of what can't be seen and of what a CI runner would take for a command."""
    return _COMMAND.sub(r"\\u0023", _BEYOND.sub(_shown, text))


def _shown(match: re.Match[str]) -> str:
    char = match.group()
    return char if visible(char) == char else json.dumps(char)[1:-1]
