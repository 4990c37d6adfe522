"""What fuzzing starts from: small real files, and the tokens that files are made of."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.hostile import BROKEN
from tests.support.program import CASES

_LARGEST = 4096  # bytes; a longer input is tried too seldom to teach anything

TOKENS = [b"\\ud800", b"\\udc00", b"\\u0041", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xc2\x85", b"\xff\xfe", b"\x00", b"\r\n", b"1e999", b"NaN", b"-Infinity", b"null", b"true", b"012", b"0x1f", b"12:30", b"~", b"<<: ", b"&a ", b"*a", b"!!str ", b"!x ", b"? ", b"- ", b": ", b" #", b"|-\n", b">+\n", b"%YAML 1.1\n", b"---\n", b"...\n", b"''", b'"', b"{", b"}", b"[", b"]", b"//", b"/*", b"\t"]  # fmt: skip


def corpus(ending: str) -> Iterator[tuple[str, bytes]]:
    """Give names and bytes of the files with an ending."""
    for path in sorted(CASES.rglob(f"*.{ending}")):
        if path.stat().st_size <= _LARGEST:
            yield "-".join(path.relative_to(CASES).parts), path.read_bytes()
    for name, (_, raw) in BROKEN.items():
        if name.endswith(ending) and len(raw) <= _LARGEST:
            yield name, raw
