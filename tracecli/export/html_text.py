"""Text of a trace for a web page: it shows exactly that text, and nothing in it is markup, script or an address."""

from __future__ import annotations

import json
import re
from typing import Any

from tracecli.escaping import visible
from tracecli.export.json import defused
from tracecli.export.markdown_text import BREAK
from tracecli.export.svgtext import xml

# What a CI runner takes for a command wherever it stands; a page may pass through its log.
_COMMAND = re.compile(r"#(?=#\[|#vso\[)", re.IGNORECASE)
# Web addresses alone, and only characters that RFC 3986 knows: nothing to hide `javascript:` behind.
_ADDRESS = re.compile(r"https?://[!#-;=?-Z\[\]_a-z~]+", re.IGNORECASE)


def shown(text: str) -> str:
    """Give text as the page shows it: line breaks as LF, everything else that cannot be seen as visible escapes."""
    return "\n".join(visible(line) for line in BREAK.split(text))


def inline(text: str) -> str:
    """Give text for one line, as the content of an element or of a quoted attribute."""
    return _safe(" ".join(BREAK.split(text)))


def block(text: str) -> str:
    """Give text as the content of an element, broken where its author broke it."""
    return "<br>".join(_safe(line) for line in BREAK.split(text))


def _safe(line: str) -> str:
    return _COMMAND.sub("&#35;", xml(line))


def link(title: str, address: str) -> str:
    """Give a link where the address is one of the web; elsewhere title and address as text."""
    words = inline(title)
    if not _ADDRESS.fullmatch(address):
        return f"{words}: <code>{inline(address)}</code>"
    return f'<a href="{inline(address)}" rel="noopener">{words}</a>'


def data_block(data: Any) -> str:
    """Give JSON for a script element that does not run: no `<` in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return defused(text).replace("<", "\\u003c")
