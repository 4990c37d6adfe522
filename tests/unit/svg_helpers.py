"""Read SVG files back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

from tests.unit.export_helpers import overlap
from tracecli.model import Scenario, Trace

SVG = "{http://www.w3.org/2000/svg}"
Element = ET.Element


def parsed(text: str) -> Element:
    """Read a file, or elements without a root."""
    whole = text if text.startswith("<svg xmlns") else f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
    return ET.fromstring(whole)  # noqa: S314 - what our own exporters wrote


def classed(root: Element, *names: str) -> list[Element]:
    """Return the elements that have all of these classes, in order."""
    return [element for element in root.iter() if {*names} <= {*element.get("class", "").split()}]


def words(element: Element) -> str:
    """Return what an element says, its lines joined by blanks."""
    return " ".join(text for text in element.itertext() if text.strip())


def shown(root: Element) -> Iterator[Element]:
    """Return every element that shows without any style sheet."""
    yield root
    for child in root:
        if child.get("visibility") != "hidden":
            yield from shown(child)


def repeated(steps: int) -> tuple[Trace, Scenario]:
    """Return the shipped trace with its second scenario's steps over and over."""
    trace, scenario = overlap()
    some = tuple(replace(scenario.steps[index % 6], title=f"Round {index}") for index in range(steps))
    return trace, replace(scenario, steps=some)
