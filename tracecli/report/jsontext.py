"""How every JSON report is written: exact data in ASCII, stable order, nothing that a CI runner would obey."""

from __future__ import annotations

import json
import re

_UNSAFE = re.compile(r"#(?=#\[|#vso\[)|\x7f", re.IGNORECASE)


def json_text(data: object) -> str:
    r"""Give data as indented JSON that ends in a line break.

    DEL and everything beyond ASCII is a `\u` escape, so no control or bidirectional character reaches a terminal;
    `##[` and `##vso[` begin with `\u0023`, so no log line is a command. A parser gives back exactly what was put in.
    """
    return _UNSAFE.sub(_escape, json.dumps(data, indent=2)) + "\n"


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
