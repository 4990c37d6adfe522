from __future__ import annotations

from typing import Any

import pytest

from tests.unit.export_helpers import overlap, small
from tracecli.errors import TraceError
from tracecli.export.mermaid import Diagram, export, picture
from tracecli.model import Trace, build


def _drawn(document: dict[str, Any], diagram: Diagram = Diagram.FLOWCHART) -> str:
    trace = build(document)
    return export(trace, trace.scenarios[0], diagram=diagram)


def _many(edges: int) -> Trace:
    document = small()
    for number in range(edges - 1):
        document["targets"][f"e{number}"] = document["targets"]["put"] | {"id": f"e{number}"}
    return build(document)


def test_a_flowchart_has_the_nodes_the_edges_and_the_caption() -> None:
    assert _drawn(small()) == (
        "---\n"
        "config:\n"
        "  flowchart:\n"
        "    wrappingWidth: 480\n"
        "---\n"
        "flowchart LR\n"
        "    accTitle: One item\n"
        "    accDescr {\n"
        "        Two boxes\n"
        "        Not measured.\n"
        "        Limitation: Nothing waits.\n"
        "    }\n"
        '    n1["Producer"]\n'
        '    n2["Queue"]\n'
        '    n1 -->|"Put it"| n2\n'
        '    caption["Not measured."]\n'
        "    classDef caption fill:none,stroke:none\n"
        "    class caption caption\n"
    )


def test_a_flowchart_of_a_step_lights_what_is_at_work() -> None:
    trace, scenario = overlap()

    text = export(trace, scenario, step=4)

    assert '    n2 ==>|"Queue the result handle"| n3\n' in text
    assert '    n5 ==>|"Write sampled tokens"| n6\n' in text
    assert "    class n3,n6 active\n" in text
    assert text.count("==>") == 2


def test_a_flowchart_of_the_initial_state_lights_nothing() -> None:
    trace, scenario = overlap()

    text = export(trace, scenario, step=0)

    assert "==>" not in text
    assert "active" not in text


def test_what_a_scenario_does_not_use_is_faint() -> None:
    trace, _ = overlap()

    text = export(trace, trace.scenarios[0])

    assert '    n2 -.->|"Queue the result handle"| n3\n' in text
    assert "    class n3 unused\n" in text


def test_a_flowchart_goes_down_where_the_grid_is_higher_than_wide() -> None:
    document = small()
    document["targets"]["make"]["at"] = [0, 0]
    document["targets"]["queue"]["at"] = [1, 2]

    assert "flowchart TB\n" in _drawn(document)


def test_a_sequence_diagram_has_one_block_a_step() -> None:
    assert _drawn(small(), Diagram.SEQUENCE).endswith(
        "    participant n1 as Producer\n"
        "    participant n2 as Queue\n"
        "    Note over n1,n2: Not measured.\n"
        "    rect rgba(128, 128, 128, 0.15)\n"
        "        activate n1\n"
        "        Note over n1,n2: 1#46; Make<br/>Item: made (was none)\n"
        "        deactivate n1\n"
        "    end\n"
        "    rect rgba(128, 128, 128, 0.15)\n"
        "        activate n2\n"
        "        Note over n1,n2: 2#46; Put<br/>Item: queued (was made)\n"
        "        n1->>n2: Put it\n"
        "        deactivate n2\n"
        "    end\n"
    )


def test_a_node_that_stays_active_has_one_bar_over_all_of_its_steps() -> None:
    trace, _ = overlap()

    text = export(trace, trace.scenarios[0], diagram=Diagram.SEQUENCE)

    gpu = [line.strip() for line in text.split("\n") if line.strip() in {"activate n5", "deactivate n5"}]
    assert gpu == ["activate n5", "deactivate n5"] * (len(gpu) // 2)
    assert text.count("  activate ") == text.count("  deactivate ")


def test_a_broad_flowchart_goes_down_and_a_short_one_across() -> None:
    trace, _ = overlap()

    assert "flowchart TB\n" in export(trace)
    assert "flowchart LR\n" in _drawn(small())


def test_a_circle_of_nodes_has_a_breadth_too() -> None:
    document = small()
    document["targets"]["back"] = {"id": "back", "kind": "edge", "label": "Back", "from": "queue", "to": "make"}
    document["scenarios"][0]["unselected"] = ["back"]

    assert "flowchart LR\n" in _drawn(document)


def test_a_sequence_diagram_leaves_out_what_its_scenario_leaves_out() -> None:
    trace, _ = overlap()

    text = export(trace, trace.scenarios[0], diagram=Diagram.SEQUENCE)

    assert "Result queue\n" not in text
    assert "participant n4 as Process results\n" in text


def test_a_state_diagram_has_a_box_for_each_key_and_an_arrow_for_each_change() -> None:
    document = small()
    steps = document["scenarios"][0]["steps"]
    steps += [steps[0], steps[1]]

    assert _drawn(document, Diagram.STATE).endswith(
        '    state "Item" as k1 {\n'
        '        state "none" as k1v1\n'
        '        state "made" as k1v2\n'
        '        state "queued" as k1v3\n'
        "        [*] --> k1v1\n"
        "        k1v1 --> k1v2 : 1#46; Make\n"
        "        k1v2 --> k1v3 : steps 2, 4\n"
        "        k1v3 --> k1v2 : 3#46; Make\n"
        "    }\n"
        '    state "Not measured." as caption\n'
        "    classDef quiet fill:none,stroke:none\n"
        "    class caption quiet\n"
    )


def test_a_state_diagram_of_a_long_scenario_does_not_name_every_step() -> None:
    document = small()
    document["scenarios"][0]["steps"] *= 1000

    assert "k1v2 --> k1v3 : steps 2, 4, 6, 8, 10 and 995 more\n" in _drawn(document, Diagram.STATE)


@pytest.mark.parametrize("diagram", [Diagram.FLOWCHART, Diagram.SEQUENCE])
def test_an_edge_without_ends_is_named(diagram: Diagram) -> None:
    document = small()
    del document["targets"]["put"]["from"], document["targets"]["put"]["to"]

    with pytest.raises(TraceError, match="put has no 'from' and 'to'") as caught:
        _drawn(document, diagram)

    assert "--state" in caught.value.hints[0]


def test_a_state_diagram_needs_no_targets() -> None:
    document = small(targets={})
    for step in document["scenarios"][0]["steps"]:
        step |= {"active": [], "paths": []}

    assert "stateDiagram-v2\n" in _drawn(document, Diagram.STATE)
    for diagram in (Diagram.FLOWCHART, Diagram.SEQUENCE):
        with pytest.raises(TraceError, match="no nodes"):
            _drawn(document, diagram)


def test_a_state_diagram_needs_a_state() -> None:
    document = small(stateLabels={})

    with pytest.raises(TraceError, match="no state to draw"):
        _drawn(document, Diagram.STATE)


@pytest.mark.parametrize("diagram", [Diagram.SEQUENCE, Diagram.STATE])
def test_a_diagram_of_steps_needs_a_scenario(diagram: Diagram) -> None:
    trace, _ = overlap()

    with pytest.raises(TraceError, match="one scenario, and the trace has 2"):
        export(trace, diagram=diagram)


@pytest.mark.parametrize("diagram", [Diagram.SEQUENCE, Diagram.STATE])
def test_a_diagram_of_steps_is_not_of_one_step(diagram: Diagram) -> None:
    trace, scenario = overlap()

    with pytest.raises(TraceError, match="shows all steps"):
        export(trace, scenario, diagram=diagram, step=2)


def test_more_edges_than_github_draws_are_refused_unless_asked_for() -> None:
    with pytest.raises(TraceError, match="501 edges"):
        export(_many(501))

    assert export(_many(500)).count("-->") == 500
    assert export(_many(501), any_size=True).count("-->") == 501
    assert picture(_many(501)) == ""


def test_a_longer_text_than_github_draws_is_refused_unless_asked_for() -> None:
    document = small()
    document["scenarios"][0]["steps"][0]["title"] = "😀" * 25_000

    with pytest.raises(TraceError, match="characters, and GitHub draws at most 50,000"):
        _drawn(document, Diagram.SEQUENCE)


def test_generated_ids_never_come_from_the_trace() -> None:
    document = small()
    document["targets"]["end"] = document["targets"].pop("make")
    document["targets"]["put"]["from"] = "end"
    document["scenarios"][0]["steps"][0]["active"] = ["end"]

    assert '    n2 -->|"Put it"| n1\n' in _drawn(document)


@pytest.mark.parametrize(
    ("text", "coded"),
    [
        ('"a"; #1', "#34;a#34;#59; #35;1"),
        ("<b> & `c`", "#60;b#62; #38; #96;c#96;"),
        ("1. list", "1#46; list"),
        ("- list", "#45; list"),
        ("f_g _h_", "f_g #95;h#95;"),
        ("a\nb", "a<br>b"),
        ("fa:fa-car", "fa#58;<wbr>fa-car"),
        ("direction LR", "direction#32;LR"),
        ("%%{init}", "#37;#37;#123;init#125;"),
        ("\x1b", "#92;x1b"),
    ],
)
def test_a_label_is_text_and_nothing_else(text: str, coded: str) -> None:
    document = small()
    document["targets"]["make"]["label"] = text

    assert f'    n1["{coded}"]\n' in _drawn(document)
