"""Values in the notation of a document: its quotes, its escapes, its line breaks."""

from __future__ import annotations

import json
import re
from functools import cached_property

from tracecli.fixing.steps import Value
from tracecli.reading import Document, yaml_scalars

_QUOTES = re.compile(r"(?:[:,\[{]|^[ ]*-)[ \t]+(['\"])", re.MULTILINE)


class Notation:
    """How a document writes values."""

    def __init__(self, document: Document) -> None:
        """Look at a document."""
        self._text = document.text
        self._json = document.format == "json"

    @cached_property
    def line_break(self) -> str:
        """The document's own line break."""
        if "\r\n" in self._text:
            return "\r\n"
        return "\r" if "\r" in self._text and "\n" not in self._text else "\n"

    @cached_property
    def _ascii(self) -> bool:
        return self._text.isascii() and "\\u" in self._text

    @cached_property
    def _quote(self) -> str:
        found = _QUOTES.search(self._text)
        return found[1] if found else '"'

    def written(self, value: Value, like: str, *, flow: bool) -> str:
        """Write a value.

        Args:
            value: What to write.
            like: What stands there now, or beside it: its quotes are kept.
            flow: Whether it stands within brackets or braces.
        """
        if self._json:
            return json.dumps(value, ensure_ascii=self._ascii)
        return self._yaml_text(value, like, flow=flow) if isinstance(value, str) else yaml_scalars.written(value)

    def _yaml_text(self, text: str, like: str, *, flow: bool) -> str:
        quote = (
            like[:1] if like[:1] in ("'", '"') else self._quote if not yaml_scalars.is_plain(text, flow=flow) else ""
        )
        if not quote:
            return text
        if quote == "'" and yaml_scalars.is_printable(text):
            return "'" + text.replace("'", "''") + "'"
        return yaml_scalars.in_quotes(text, ascii_only=self._ascii)
