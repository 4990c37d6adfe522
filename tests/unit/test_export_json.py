from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings

from tests.unit.export_documents import documents
from tests.unit.export_helpers import ROOT, data, hostile
from tracecli.export.data import export_json
from tracecli.reading import read_bytes


def test_the_shipped_trace_gives_its_own_bytes() -> None:
    assert export_json(data()) == (ROOT / "traces" / "overlap.json").read_text(encoding="utf-8")


def test_what_can_be_seen_is_written_as_it_is_and_what_can_not_as_an_escape() -> None:
    text = export_json({"title": "k−1 → é \u202e\x7f\U000e0041"})

    assert text == '{\n  "title": "k−1 → é \\u202e\\u007f\\udb40\\udc41"\n}\n'


def test_a_log_line_is_no_command_and_still_the_same_text() -> None:
    text = export_json(hostile("##[error]x"))

    assert "##[" not in text
    assert json.loads(text)["title"] == "##[error]x"


@settings(max_examples=150)
@given(documents())
def test_any_document_is_read_back_as_it_was(document: dict[str, Any]) -> None:
    read = read_bytes(export_json(document).encode(), "trace.json")

    assert not read.problems
    assert json.dumps(read.data) == json.dumps(document)
