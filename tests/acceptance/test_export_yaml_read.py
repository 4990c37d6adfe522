"""Other readers of YAML read every text of the export as that text, and yaml-type is right about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acceptance.yaml_readers import Readers
from tests.unit.export_documents import texts
from tests.unit.export_helpers import HOSTILE, data, hostile
from tracecli.export.data import export_yaml
from tracecli.reading.yaml_text import other_reading, resolve

# Plain scalars that nearly are numbers, dates or words.
_NEARLY = st.from_regex(
    r"[-+.]?[0-9a-fA-FxoOTZ_.:,+-]{1,10}|[-+]?[0-9]{1,3}[.:_]?[0-9]{0,2}([eE][-+]?[0-9]{1,3})?"
    r"|[0-9]{4}-[01]?[0-9]-[0-2]?[0-9]([Tt]|  ?)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\.[0-9]*)?( ?(Z|[-+][0-9]{1,2}))?"
    r"|[-+]?\.([iI][nN][fF]|[nN][aA][nN])|[yY]([eE][sS])?|[nN]([oO]|[uU][lL][lL])?|[oO]([nN]|[fF][fF])|[tT][rR][uU][eE]",
    fullmatch=True,
).filter(lambda text: not re.search(r"^(---|\.\.\.|[,:]|-$)|:$", text))
# Numbers without a digit in front of the exponent, to yaml of npm in its mode for YAML 1.1 alone.
_WITHOUT_DIGIT = re.compile(r"[-+]?\.?_*([eE][-+]?[0-9]+)?")


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    with Readers() as opened:
        yield opened


def _same_to_all(readers: Readers, text: str, document: object) -> None:
    for name, read in readers.read(text).items():
        assert read == document, name


@settings(max_examples=150, deadline=None)
@given(st.lists(texts(), min_size=1, max_size=40))
def test_every_reader_gets_the_same_texts(readers: Readers, found: list[str]) -> None:
    document = {
        "x-list": found,
        "x-keys": {text: [text] for text in found},
        "x-values": dict.fromkeys("abc", found[-1]),
    }

    _same_to_all(readers, export_yaml(document), document)


@pytest.mark.parametrize("document", [data(), *map(hostile, HOSTILE)], ids=lambda document: ascii(document["title"]))
def test_every_reader_gets_the_same_trace(readers: Readers, document: dict[str, Any]) -> None:
    _same_to_all(readers, export_yaml(document), document)


@settings(max_examples=150, deadline=None)
@given(st.lists(_NEARLY, min_size=20, max_size=60))
def test_what_yaml_type_says_nothing_about_is_text_to_every_reader(readers: Readers, found: list[str]) -> None:
    silent = [
        text
        for text in found
        if isinstance(resolve(text), str) and not other_reading(text, text) and not _WITHOUT_DIGIT.fullmatch(text)
    ]

    _same_to_all(readers, "a:\n" + "".join(f"- {text}\n" for text in silent), {"a": silent or None})


@settings(max_examples=300, deadline=None)
@given(_NEARLY)
def test_what_yaml_type_names_is_no_text_to_the_reader_that_it_names(readers: Readers, text: str) -> None:
    said = other_reading(text, text) if isinstance(resolve(text), str) else None
    name = {"a YAML 1.1 reader": "PyYAML", "a YAML 1.2 reader": "yaml, YAML 1.2"}.get(
        (said or "").partition(" takes")[0]
    )
    if name and text not in {"y", "Y", "n", "N"}:
        read = readers.read(f"a: {text}\n")[name]
        assert not isinstance(read, dict) or not isinstance(read["a"], str)  # a date that is none is refused
