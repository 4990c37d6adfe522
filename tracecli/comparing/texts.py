"""What a trace says beside its steps: titles, caption, limitations, and the sources it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.comparing.changes import Change, Spot
from tracecli.comparing.levels import Level
from tracecli.comparing.likeness import dice, title_parts
from tracecli.comparing.lists import Places, keeps_order, pair_by_likeness, pair_by_name, unpaired
from tracecli.model import Source, Trace

_ALIKE = 0.5
"""How alike two limitations must be to be one, reworded."""


def text_changes(left: Trace, right: Trace) -> Iterator[Change]:
    """Give the changes of a trace's own texts and of its sources."""
    for name in ("language", "title", "description", "caption", "alt"):
        before, after = getattr(left, name), getattr(right, name)
        if before != after:
            left_spot, right_spot = (None if text is None else Spot((name,)) for text in (before, after))
            yield Change(Level.WORDING, name, left_spot, right_spot, before, after)
    texts = left.limitations, right.limitations
    pairs = _limitations(left.limitations, right.limitations)
    yield from _listed("limitation", Level.WORDING, texts, pairs)
    sources = [_source(source) for source in left.sources], [_source(source) for source in right.sources]
    pairs = pair_by_name(left.sources, right.sources, [_source, _title, _link, _file, _page, _symbol])
    yield from _listed("source", Level.SOURCES, sources, pairs)


def _listed(
    kind: str, level: Level, texts: tuple[Sequence[str], Sequence[str]], pairs: Sequence[Places]
) -> Iterator[Change]:
    lefts, rights = unpaired(pairs, len(texts[0]), len(texts[1]))
    for i, j in pairs:
        if texts[0][i] != texts[1][j]:
            yield Change(level, kind, _spot(kind, i), _spot(kind, j), texts[0][i], texts[1][j])
    for i in lefts:
        yield Change(level, kind, _spot(kind, i), None, before=texts[0][i])
    for j in rights:
        yield Change(level, kind, None, _spot(kind, j), after=texts[1][j])
    if not keeps_order(pairs):
        spot = Spot((f"{kind}s",))
        yield Change(Level.ORDER, f"{kind}-order", spot, spot)


def _spot(kind: str, place: int) -> Spot:
    return Spot((f"{kind}s", place))


def _limitations(left: Sequence[str], right: Sequence[str]) -> list[Places]:
    def alike(i: int, j: int) -> float:
        return dice(title_parts(left[i]), title_parts(right[j]))

    same = pair_by_name(left, right, [str])
    return pair_by_likeness(same, (len(left), len(right)), alike, alike, _ALIKE)


def _source(source: Source) -> str:
    parts = (source.title, source.url, source.file, source.symbol, source.sha256)
    return " · ".join(part for part in parts if part is not None)


def _title(source: Source) -> str:
    return source.title


def _link(source: Source) -> str | None:
    return source.url


def _file(source: Source) -> str | None:
    return source.file


def _page(source: Source) -> str | None:
    return source.url.split("#")[0] if source.url else None


def _symbol(source: Source) -> str | None:
    return source.symbol
