"""Bytes → Document."""

from __future__ import annotations

import re

from tracecli.problems import Problem, Span
from tracecli.reading.decoding import decode
from tracecli.reading.document import Document, Format
from tracecli.reading.limits import DEFAULT, Limits, beyond
from tracecli.reading.places import Loaded, broken
from tracecli.reading.wording import fault

_ENDINGS: tuple[tuple[tuple[str, ...], Format], ...] = (((".json",), "json"), ((".yaml", ".yml"), "yaml"))
_OPENS = re.compile(r"\s*+[\[{]")
_CONFLICT = re.compile(r"^<{7}(?:[ ][^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
_POINTER = re.compile(r"version https://git-lfs[.]github[.]com/spec/[^\r\n]*")
_EXPECTED = {
    "json": "a trace in JSON was expected, which begins with {",
    "yaml": "a trace in YAML was expected, which begins with lines such as 'version: 1'",
}


def read_bytes(
    raw: bytes,
    name: str,
    *,
    format: Format | None = None,  # noqa: A002 -- the word that people use for it
    limits: Limits = DEFAULT,
) -> Document:
    """Read a document. Never raises because of what the bytes are.

    Args:
        raw: All of it; one byte more than `limits.size` is enough to know that it is too large.
        name: The path as the user named it, for findings and to guess the format from.
        format: What it is, when that is known otherwise.
        limits: How much is read.
    """
    if len(raw) > limits.size:
        return unread(name, _too_large(limits), format)
    decoded = decode(raw)
    kind = format or guess_format(name, decoded.text)
    loaded = broken(decoded.problem) if decoded.problem else _load(decoded.text, kind, limits)
    return _document(name, kind, decoded.text, loaded)


def unread(name: str, problem: Problem, format: Format | None = None) -> Document:  # noqa: A002 -- as above
    """Return the document of a file of which nothing was read, and the problem that says why."""
    return _document(name, format or guess_format(name), "", broken(problem))


def guess_format(name: str, text: str = "") -> Format:
    """Tell JSON from YAML: by the ending of the name, else by the first character that is not blank."""
    for endings, known in _ENDINGS:
        if name.lower().endswith(endings):
            return known
    return "json" if _OPENS.match(text) else "yaml"


def _document(name: str, kind: Format, text: str, loaded: Loaded) -> Document:
    return Document(name, kind, text, loaded.data, loaded.readable, loaded.problems, loaded.find)


def _load(text: str, kind: Format, limits: Limits) -> Loaded:
    if not text or text.isspace():
        what = "the file holds only blanks" if text else "the file is empty"
        return broken(fault("syntax", f"{what}: {_EXPECTED[kind]}", Span(0, 0)))
    if pointer := _POINTER.match(text):
        words = "this is a Git LFS pointer and not the file that it stands for: 'git lfs pull' brings that"
        return broken(fault("syntax", words, Span(*pointer.span())))
    loaded = _parse(text, kind, limits)
    return loaded if loaded.readable else _conflict(text, loaded)


def _conflict(text: str, loaded: Loaded) -> Loaded:
    """Tell a merge that was left half done as what it is, and not by what its first marker breaks."""
    marker = _CONFLICT.search(text) if any(one.rule == "syntax" for one in loaded.problems) else None
    if marker is None:
        return loaded
    words = "a merge conflict begins here: keep one side, and take the lines <<<<<<<, ======= and >>>>>>> out"
    return broken(fault("syntax", words, Span(*marker.span())))


def _parse(text: str, kind: Format, limits: Limits) -> Loaded:
    if kind == "json":
        from tracecli.reading.json_loading import load  # noqa: PLC0415 -- one reader a file; most files are of one kind
    else:
        from tracecli.reading.yaml_loading import load  # noqa: PLC0415 -- PyYAML takes 10 ms to import
    return load(text, limits)


def _too_large(limits: Limits) -> Problem:
    most = f"{limits.size / 2**20:g} MiB" if limits.size >= 2**20 else f"{limits.size:,} bytes"
    return fault("too-large", f"the file is larger than {most}, {beyond('size')}; nothing of it was read", Span(0, 0))
