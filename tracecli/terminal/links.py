"""Addresses that may become a terminal's hyperlink."""

from __future__ import annotations


def linkable(url: str) -> str | None:
    """Give an address that is safe inside OSC 8: http or https, in printable ASCII; else None.

    The sequence allows only bytes 32 to 126 (its specification, "Encodings"): others are percent-encoded, and an
    address with a control character or a blank is not linked at all.
    """
    if not url.lower().startswith(("https://", "http://")) or not url.isprintable() or " " in url:
        return None
    return "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode()) for char in url)
