from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.unit.export_helpers import data, laned, overlap, small
from tracecli.export.markdown import export
from tracecli.model import build
from tracecli.text import guard_lines


def test_steps_are_headings_and_the_state_is_a_table_with_changes_in_bold() -> None:
    text = export(build(small()))

    assert (
        "### 2. Put\n"
        "\n"
        "Put the item.\n"
        "\n"
        "- At work: Queue\n"
        "- Producer → Queue: Put it\n"
        "\n"
        "| State | Value | Before |\n"
        "| --- | --- | --- |\n"
        "| Item | **queued** | made |\n"
    ) in text


def test_the_initial_state_comes_before_the_first_step() -> None:
    assert "### Initial state\n\n| State | Value |\n| --- | --- |\n| Item | none |\n\n### 1. Make" in export(
        build(small())
    )


def test_the_caption_stands_before_anything_that_could_be_misread() -> None:
    text = export(build(small()))

    assert text.index("> Not measured.") < text.index("```mermaid") < text.index("## One item")


def test_the_picture_does_not_repeat_the_caption_of_the_page() -> None:
    text = export(build(small()))

    assert '["Not measured."]' not in text


def test_a_trace_whose_edges_have_no_ends_has_a_picture_of_its_states() -> None:
    document = small()
    del document["targets"]["put"]["from"], document["targets"]["put"]["to"]

    text = export(build(document))

    assert "which is not latency.*\n\n```mermaid\nstateDiagram-v2\n" in text
    assert "flowchart" not in text
    assert "- Put it\n" in text
    assert '"Not measured."' not in text


def test_a_trace_that_is_too_large_for_a_picture_is_told_without_one() -> None:
    document = small(targets={"make": small()["targets"]["make"] | {"label": "x" * 60_000}})
    document["scenarios"][0]["initial"]["item"] = "y" * 60_000
    for step in document["scenarios"][0]["steps"]:
        step |= {"active": ["make"], "paths": []}

    assert "mermaid" not in export(build(document))


def test_one_scenario_is_told_alone_and_all_of_them_otherwise() -> None:
    trace, scenario = overlap()

    assert export(trace).count("\n## `event_loop_") == 2
    assert export(trace, scenario).count("\n## `event_loop_") == 1


def test_what_a_scenario_leaves_out_is_said() -> None:
    assert "Not in this scenario: Result queue, Queue the result handle, Pop the previous result." in export(
        overlap()[0]
    )


def test_names_of_functions_are_code() -> None:
    assert "`get_next_batch_to_run` selects batch k and allocates KV slots." in export(overlap()[0])


def test_sources_are_links_where_they_are_on_the_web() -> None:
    document = data()
    document["sources"] = [
        {"title": "Loop", "url": "https://example.org/a b>#L1-L2"},
        {"title": "Drawing", "file": "d.svg", "sha256": "0" * 64, "symbol": "f_g"},
        {"title": "Odd", "url": "javascript:alert(1)"},
    ]

    text = export(build(document))

    assert text.endswith(
        "## Sources\n\n"
        "- [Loop](<https://example.org/a%20b%3E#L1-L2>)\n"
        f"- Drawing: `d.svg`, `f_g`, SHA-256 `{'0' * 64}`\n"
        "- Odd: `javascript:alert(1)`\n"
    )


def test_line_breaks_of_the_author_are_kept_where_there_is_room_for_them() -> None:
    document = small(description="one\ntwo\r\n\r\nthree", title="a\nb")
    document["scenarios"][0]["initial"]["item"] = "x\ny"

    text = export(build(document))

    assert text.startswith("# a b\n\none\\\ntwo\n\nthree\n\n")
    assert "| Item | x<br>y |" in text


def test_a_value_without_anything_to_see_says_so() -> None:
    document = small()
    document["scenarios"][0]["steps"][0]["state"]["item"] = " "

    assert "| Item | **(empty)** | none |" in export(build(document))


def test_what_would_mention_link_or_refer_is_code() -> None:
    text = export(build(small(description="@team, a@b.c, #12, GH-3, https://x.y, www.z.org, :smile:")))

    assert "\n`@team, a@b.c, #12, GH-3, https://x.y, www.z.org, :smile:`\n" in text


def test_what_would_open_a_block_is_code() -> None:
    text = export(build(small(description="- a\n1. b\n# c\n> d\n=== \n::error::e\n+ f\n| g |")))

    lines = ["`-` a", "`1.` b", "`#` c", "`>` d", "`===`", r"`\x3a:error::e`", "`+` f", "&#124; g &#124;"]
    assert "\\\n".join(lines) in text


def test_lanes_are_monospaced_text_with_both_loops_above_each_other() -> None:
    trace = laned()

    text = export(trace)

    lanes = re.search(r"^## Lanes\n\n(.*?)\n\n```text\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)
    assert lanes
    assert "GPU work: serial works in 2 of 6 steps, overlap in 6 of 6." in lanes[1]
    rows = [row.strip() for row in lanes[2].split("\n")]
    assert [row.split(" ")[0] for row in rows] == ["serial", "CPU", "GPU", "overlap", "CPU", "GPU", "█"]
    assert re.fullmatch(r"GPU work ░idle ░+ █forward k █+ ░idle ░+", rows[2])
    assert "░" not in rows[5]


@pytest.mark.parametrize("label", ["```", "````", "::error::x", "##[error]x"])
def test_no_label_ends_the_block_of_lanes_or_is_a_command(label: str) -> None:
    trace = replace(laned(), state_labels={**laned().state_labels, "gpu": label})

    text = export(trace)

    found = re.search(r"^(`{3,})text\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)
    assert found
    assert len(found[2].strip().split("\n")) == 7
    assert guard_lines(text) == text
