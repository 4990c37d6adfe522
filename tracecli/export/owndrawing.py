"""An author's own drawing in place of ours: the elements whose ids are the targets' ids are lit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from tracecli.errors import TraceError
from tracecli.export.ownallowed import DRAWN
from tracecli.export.ownclean import Cleaner
from tracecli.export.ownmarkup import lit_copy, markup
from tracecli.export.ownsize import Size, ground, size_of, window
from tracecli.export.ownuses import check_uses, elements
from tracecli.export.ownxml import Element, parse
from tracecli.export.svgfigure import Figure
from tracecli.export.svgstyle import stylesheet
from tracecli.export.svgtext import element_id
from tracecli.model import Kind, Target, Trace
from tracecli.nearest import near_names

_MOST_NAMED = 10
_MOST_COMPARED = 2000


@dataclass(frozen=True, slots=True)
class OwnDrawing:
    """A drawing that may be shown.

    Attributes:
        removed: Names of elements and attributes that are left out although they would do something.
        name: The file as people know it.
        trace: Whose drawing it is.
        size: Its window.
        raw: As read: not to be shown.
    """

    removed: tuple[str, ...]
    name: str
    trace: Trace
    size: Size
    raw: Element

    def figure(self, prefix: str) -> Figure:
        """Give the clean drawing; `prefix` begins every id."""
        cleaner = Cleaner(prefix)
        root = cleaner.root(self.raw)
        chains = _chains(root, self.trace, prefix)
        for key, chain in chains.items():
            chain[-1].attributes["data-key"] = key
        base = window(self.size, ground(self.size) + markup(root))
        edges = {key for key, target in self.trace.targets.items() if target.kind is Kind.EDGE}
        lit = {key: window(self.size, lit_copy(chain, cased=key in edges)) for key, chain in chains.items()}
        return Figure(
            self.size.width, self.size.height, base, lit, style="\n".join((stylesheet("own"), *cleaner.rules))
        )


def read_drawing(data: bytes, name: str, trace: Trace) -> OwnDrawing:
    """Read an author's drawing and find every target in it.

    Args:
        data: The SVG file's bytes. Nothing in them is trusted.
        name: The file as people know it, for errors.
        trace: Whose drawing it is.

    Raises:
        TraceError: If it cannot be read, does not say its size, is too large, or lacks the element of a target.
    """
    raw = parse(data, name)
    size = size_of(raw, name)
    cleaner = Cleaner("")
    root = cleaner.root(raw)
    check_uses(root, cleaner.rules, name)
    ids = dict.fromkeys(element.attributes.get("id", "") for element in elements(raw))
    _check_targets(trace, _chains(root, trace, ""), ids, name)
    return OwnDrawing(tuple(sorted(cleaner.removed)), name, trace, size, raw)


def _chains(root: Element, trace: Trace, prefix: str) -> dict[str, list[Element]]:
    """Give for each target that is drawn the way to its element, in the order of the drawing."""
    keys = {element_id(prefix, target.id): key for key, target in trace.targets.items()}
    return dict(_found(root, [], keys))


def _found(element: Element, above: list[Element], keys: Mapping[str, str]) -> Iterator[tuple[str, list[Element]]]:
    if element.name not in DRAWN:
        return
    chain = [*above, element]
    key = keys.get(element.attributes.get("id", ""))
    if key is not None:
        yield key, chain
    for child in element.children:
        if isinstance(child, Element):
            yield from _found(child, chain, keys)


def _check_targets(trace: Trace, chains: Mapping[str, object], ids: Collection[str], name: str) -> None:
    missing = [target for key, target in trace.targets.items() if key not in chains]
    if not missing:
        return
    first = missing[0]
    count = f", nor have {len(missing) - 1} other targets one" if len(missing) > 1 else ""
    hints = [_hint(target, ids) for target in missing[:_MOST_NAMED]]
    raise TraceError(f"{name}: no element that is drawn has the id {first.id} of target {first.key}{count}", *hints)


def _hint(target: Target, ids: Collection[str]) -> str:
    if target.id in ids:
        return (
            f"{target.id} is there, but not drawn: in defs or a gradient, say, or in what is left out (foreignObject)"
        )
    near = near_names(target.id, islice(ids, _MOST_COMPARED))
    meant = f": did you mean {' or '.join(near)}?" if near else ""
    return f"{target.id} is missing{meant}"
