from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.acceptance.export_browser import drawn
from tests.support.browser import Chromium
from tests.unit.export_helpers import HOSTILE, ROOT, hostile, overlap
from tracecli.api import load
from tracecli.export.markdown import export as markdown
from tracecli.export.mermaid import Diagram, export
from tracecli.model import build
from tracecli.text import visible

_TYPES = {Diagram.FLOWCHART: "flowchart-v2", Diagram.SEQUENCE: "sequence", Diagram.STATE: "stateDiagram"}


def _one_line(text: str) -> str:
    """Return a text as it is seen in a picture: escapes for what can't be seen, blanks for breaks."""
    return " ".join(" ".join(map(visible, re.split(r"\r\n?|\n", text))).split())


def test_mermaid_draws_every_diagram_of_the_shipped_trace(running: Chromium, tmp_path: Path) -> None:
    trace, _ = overlap()
    wanted = [(scenario, diagram) for scenario in trace.scenarios for diagram in Diagram]
    texts = [export(trace, scenario, diagram=diagram) for scenario, diagram in wanted]

    answers = drawn(running, [*texts, export(trace), export(trace, trace.scenarios[1], step=4)], tmp_path)

    assert [answer.get("error") for answer in answers] == [None] * 8
    for (scenario, diagram), answer in zip(wanted, answers, strict=False):
        assert answer["type"] == _TYPES[diagram]
        assert answer["title"] == scenario.title
        assert "Playback time is not measured latency." in answer["description"]
        assert "Steps are a teaching order." in answer["description"]
    shown = [" ".join(answer["texts"]) for answer in answers]
    assert all("Read next input IDs" in text for text in (*shown[0:2], *shown[3:5], *shown[6:8]))
    assert all("Playback time" in _one_line(text) for text in shown)
    assert "5. Process batch k−1 during forward k" in shown[5]


@pytest.mark.parametrize("name", ["overlap.json", "tensorrt-llm.yaml", "lmdeploy.yaml"])
def test_a_flowchart_of_a_shipped_trace_is_not_broader_than_a_window(
    name: str, running: Chromium, tmp_path: Path
) -> None:
    (answer,) = drawn(running, [export(load(ROOT / "traces" / name).trace)], tmp_path)

    assert answer["width"] < 1300


@pytest.mark.slow
def test_mermaid_shows_hostile_texts_as_text(running: Chromium, tmp_path: Path) -> None:
    traces = [(text, build(hostile(text))) for text in HOSTILE]
    wanted = [(text, trace, diagram) for text, trace in traces for diagram in Diagram]

    answers = drawn(
        running, [export(trace, trace.scenarios[0], diagram=diagram) for _, trace, diagram in wanted], tmp_path
    )

    for (text, _, diagram), answer in zip(wanted, answers, strict=True):
        assert "error" not in answer, (text, diagram, answer)
        seen = _one_line(text)
        shown = _one_line(" ".join(answer["texts"]))
        assert shown.count(seen) >= 3, (diagram, seen, shown)
        assert answer["foreign"] == 0
        assert _one_line(answer["title"]) == seen
        assert seen in _one_line(answer["description"])


def test_mermaid_draws_the_picture_in_the_transcript(running: Chromium, tmp_path: Path) -> None:
    pictures = re.findall(r"^```mermaid\n(.*?)^```$", markdown(overlap()[0]), re.MULTILINE | re.DOTALL)

    answers = drawn(running, pictures, tmp_path)

    assert [answer["type"] for answer in answers] == ["flowchart-v2"]
