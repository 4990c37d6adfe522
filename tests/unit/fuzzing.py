"""Documents for fuzzing: random ones in the shape of traces, and real ones broken at bytes, at tokens and at values."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from tests.support.hostile import HOSTILE_TEXTS
from tests.support.program import CASES, ROOT, SEED
from tests.unit.checking_helpers import rich, seed, small
from tracecli.export.data import export_yaml
from tracecli.problems import Pointer

_TIMES = int(
    os.environ.get("FUZZ_TIMES", "1")
)  # by hand: so many times the examples; conftest makes them other ones each time


def examples(number: int) -> settings:
    """Give the settings of a fuzzing test; the number is one that takes a few seconds."""
    return settings(max_examples=number * _TIMES)


class Raw(NamedTuple):
    """A file: its bytes, and the ending that says how to read it."""

    content: bytes
    ending: str


_TEXTS = ["", " ", "x", "main", "launch", "gpu", "x-a", "a/b", "k-1", "k−1", "no", "~", "1e999", "<<", *HOSTILE_TEXTS.values()]  # fmt: skip
_WORDS = [
    "changes",
    "messages",
    "claims",
    "when",
    "lanes",
    "quiet",
    "timing",
    "takes",
    "waits",
    "starts",
    "queues",
    "again",
    "costs",
    "shows",
]
_KEYS = [
    "",
    "0",
    "07",
    "\t",
    *_WORDS,
    "id",
    "at",
    "from",
    "to",
    "kind",
    "state",
    "steps",
    "title",
    "duration",
    "active",
    "x-a",
]
_PIECES = [b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\n", b"\t", b"\\ud800", b"\\", b'"', b"'", b"{", b"}", b"[", b"]", b",", b":", b": ", b"- ", b"#", b"&a ", b"*a", b"!!x ", b"<<: ", b"? ", b"| ", b"%", b"---\n", b"...\n", b"1e999", b"NaN", "\u2028\x85".encode(), "\U0001f600".encode()]  # fmt: skip
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\w.+-]++|\s++|.', re.DOTALL)


def texts() -> st.SearchStrategy[str]:
    """Give a text, seldom a harmless one; half of a surrogate pair too, which JSON can spell."""
    return st.sampled_from(_TEXTS) | st.text(max_size=6) | st.sampled_from(["\ud800", "a\udc00"])


def values() -> st.SearchStrategy[Any]:
    """Give anything that JSON can hold."""
    numbers = st.integers() | st.floats() | st.sampled_from([0, 1, -1, 900, 10**400, 1e400, 86_400_001])
    leaves = st.none() | st.booleans() | numbers | texts()
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS) | texts(), inner, max_size=3)
        ),
        max_leaves=5,
    )


def _walk(data: Any, above: Pointer = ()) -> Iterator[Pointer]:
    yield above
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for part, value in parts:
        yield from _walk(value, (*above, part))


def _at(data: Any, pointer: Pointer) -> Any:
    for part in pointer:
        data = data[part]
    return data


@st.composite
def shapes(draw: st.DrawFn) -> Any:
    """Give the data of a trace with some values taken out, put in, doubled, renamed or moved to another place."""
    return draw(changed(draw(st.sampled_from([small, small, rich, rich, seed]))()))


_ITF = [path.read_text(encoding="utf-8") for path in sorted((CASES / "itf").glob("*.itf.json"))]


@st.composite
def counterexamples(draw: st.DrawFn) -> Any:
    """Give the data of a model checker's counterexample, changed in the same ways."""
    return draw(changed(json.loads(draw(st.sampled_from(_ITF)))))


@st.composite
def changed(draw: st.DrawFn, data: Any) -> Any:
    """Give data with some of its values taken out, put in, doubled or renamed."""
    for _ in range(draw(st.integers(0, 4))):
        places = [pointer for pointer in _walk(data) if pointer]
        if not places:
            break
        pointer = draw(st.sampled_from(places))
        draw(st.sampled_from(_CHANGES))(draw, data, pointer)
    return data


def _replace(draw: st.DrawFn, data: Any, pointer: Pointer) -> None:
    _at(data, pointer[:-1])[pointer[-1]] = draw(values())


def _delete(_draw: st.DrawFn, data: Any, pointer: Pointer) -> None:
    del _at(data, pointer[:-1])[pointer[-1]]


def _double(draw: st.DrawFn, data: Any, pointer: Pointer) -> None:
    holder, part = _at(data, pointer[:-1]), pointer[-1]
    copy = json.loads(json.dumps(holder[part]))
    if isinstance(holder, list):
        holder.insert(draw(st.integers(0, len(holder))), copy)
    else:
        holder[draw(st.sampled_from(_KEYS) | texts())] = copy


def _rename(draw: st.DrawFn, data: Any, pointer: Pointer) -> None:
    holder, part = _at(data, pointer[:-1]), pointer[-1]
    if isinstance(holder, dict):
        name = draw(st.sampled_from(_KEYS) | texts())
        renamed = {(name if key == part else key): value for key, value in holder.items()}
        holder.clear()
        holder.update(renamed)


_CHANGES: tuple[Callable[[st.DrawFn, Any, Pointer], None], ...] = (_replace, _replace, _delete, _double, _rename)


@st.composite
def _written(draw: st.DrawFn, data: Any) -> Raw:
    """Write data in one of the notations, by another writer than ours where there is one."""
    plain = draw(st.booleans())
    text = json.dumps(data, indent=draw(st.sampled_from([None, 0, 2])), ensure_ascii=not plain)
    if draw(st.booleans()) and isinstance(data, dict) and "\\ud8" not in text and "NaN" not in text:
        try:
            return Raw(export_yaml(data).encode(), "yaml")
        except (ValueError, OverflowError):
            pass
    return Raw(text.encode("utf-8", "surrogatepass"), "json")


def _bases() -> list[Raw]:
    """Give real files, small enough to be read many times."""
    found = [SEED, *sorted((CASES / "valid").glob("*.[jy]*")), *sorted((CASES / "invalid").glob("*/*.[jy]*[ln]"))]
    found += sorted((ROOT / "traces").glob("*.yaml"))[:1]
    return [Raw(path.read_bytes(), path.suffix[1:]) for path in found]


_BASES = _bases()


@st.composite
def _broken(draw: st.DrawFn) -> Raw:
    """Give a real file after some accidents with its bytes or its tokens."""
    raw = draw(st.sampled_from(_BASES))
    parts = [raw.content] if draw(st.booleans()) else _TOKEN.findall(raw.content)
    for _ in range(draw(st.integers(1, 3))):
        parts = _accident(draw, parts)
    return Raw(b"".join(parts), draw(st.sampled_from([raw.ending, raw.ending, raw.ending, "json", "yaml"])))


def _accident(draw: st.DrawFn, parts: list[bytes]) -> list[bytes]:
    """Take out, repeat, exchange or put in: tokens where there are several parts, bytes where there is one."""
    row: list[bytes] = parts if len(parts) > 1 else [parts[0][at : at + 1] for at in range(len(parts[0]))]
    at = draw(st.integers(0, max(0, len(row) - 1)))
    end = at + draw(st.integers(1, 3) | st.integers(1, 60))
    kind = draw(st.sampled_from(["out", "again", "other", "in", "cut"]))
    new = [draw(st.sampled_from(_PIECES) | st.binary(min_size=1, max_size=3))] if kind in {"other", "in"} else []
    changed = {
        "out": [*row[:at], *row[end:]],
        "again": [*row[:end], *row[at:]],
        "other": [*row[:at], *new, *row[at + 1 :]],
        "in": [*row[:at], *new, *row[at:]],
        "cut": row[:at],
    }[kind]
    return changed if len(parts) > 1 and len(changed) > 1 else [b"".join(changed)]


def documents() -> st.SearchStrategy[Raw]:
    """Give a file of any of these kinds."""
    return st.one_of(shapes().flatmap(_written), values().flatmap(_written), _broken(), _broken())


def traces() -> st.SearchStrategy[Raw]:
    """Give a file that often is a trace without an error."""
    return shapes().flatmap(_written)
