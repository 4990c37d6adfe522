"""Values in the notation of a document: its quotes, its escapes, its line breaks."""

from __future__ import annotations

import json
import re
from functools import cached_property

from tracecli.fixing.steps import Value
from tracecli.reading import Document

# What YAML 1.2 (5.1) does not print, or folds or reads as a line break; the rest is as safe in quotes as in JSON.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_QUOTES = re.compile(r"(?:[:,\[{]|^[ ]*-)[ \t]+(['\"])", re.MULTILINE)
_OPENING = frozenset("-?:,[]{}#&*!|>'\"%@`=~.+<")  # begins something else than text, or may in some reader
_SHORT_BOOLEANS = frozenset("yYnN")  # of YAML 1.1, though not of every reader of it


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
        return self._yaml_text(value, like, flow=flow) if isinstance(value, str) else json.dumps(value)

    def _yaml_text(self, text: str, like: str, *, flow: bool) -> str:
        quote = like[:1] if like[:1] in ("'", '"') else self._quote if not is_plain(text, flow=flow) else ""
        if not quote:
            return text
        if quote == "'" and text.isprintable():
            return "'" + text.replace("'", "''") + "'"
        return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=self._ascii))


def is_plain(text: str, *, flow: bool) -> bool:
    """Tell whether a text may stand in YAML without quotes and is text to every reader."""
    from tracecli.reading.yaml_scalars import other_reading, resolve  # noqa: PLC0415 -- PyYAML takes 10 ms to import

    if not text or text[0] in _OPENING or not text.isprintable() or text != text.strip() or text in _SHORT_BOOLEANS:
        return False
    if ": " in text or " #" in text or text.endswith(":") or (flow and set(text) & set(",[]{}:")):
        return False
    return isinstance(resolve(text), str) and other_reading(text, text) is None
