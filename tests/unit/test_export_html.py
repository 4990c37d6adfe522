"""The page as text: one file, small, strict, escaped, and whole without its scripts."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections import Counter
from dataclasses import replace

import pytest

from tests.unit.export_helpers import HOSTILE, hostile, overlap, small
from tests.unit.html_helpers import NASTY, data_of, named, nodes
from tracecli.checking.pipeline import build
from tracecli.export.html import block, data_block, export, html_page, inline, link, shown
from tracecli.export.own_drawing import read_drawing
from tracecli.model import Source, Trace

_KNOWN = """
    html head meta link title style body header main section div h1 h2 h3 p b ul ol li table thead tbody tr th td button span
    svg path g rect circle text tspan figure figcaption template form label input script article dialog code br a
"""


def page() -> str:
    return export(overlap()[0])


def test_the_seed_s_page_is_small() -> None:
    assert len(page().encode()) <= 95_000
    assert len(gzip.compress(page().encode())) <= 30_000


def test_the_same_trace_gives_the_same_bytes() -> None:
    assert page() == page()


def test_the_policy_allows_this_script_and_this_style_alone() -> None:
    text = page()
    policy = next(node.attributes["content"] for node in named(text, "meta") if "http-equiv" in node.attributes)
    script, style = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", text, re.DOTALL)[::-1]
    hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (script, style)]

    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_it_names_nothing_outside_but_the_sources() -> None:
    links = [node.attributes["href"] for node in named(page(), "a")]
    fetched = [node for node in nodes(page()) if {"src", "srcset", "action", "data"} & set(node.attributes)]

    assert links == [source.url for source in overlap()[0].sources if source.url]
    assert fetched == []
    assert "url(" not in page()


def test_no_id_stands_there_twice() -> None:
    three = replace(overlap()[0], alt=None)

    for trace in (overlap()[0], three, build(small())):
        counts = Counter(node.attributes["id"] for node in nodes(export(trace)) if "id" in node.attributes)
        assert [name for name, count in counts.items() if count > 1] == []


def test_the_transcript_tells_every_step_under_its_address() -> None:
    told = {node.attributes["id"] for node in named(page(), "article")}
    text = re.sub(r"<[^>]+>", "", page().partition('<div class="transcript">')[2])

    assert told == {f"{scenario}/{step}" for scenario in ("serial", "overlap") for step in range(7)}
    for words in ("4. Queue the handle, stash tokens", "result_queue.append(k) was run_batch(k) returns"):
        assert words in text
    assert "Launch step → Result queue: Queue the result handle" in text
    assert "6 steps, 18.2 s of playback, which is not latency." in text
    assert "Not used in this scenario: Result queue, Queue the result handle, Pop the previous result" in text


def test_caption_limitations_and_sources_are_in_the_page() -> None:
    trace, text = overlap()[0], page()

    for words in (trace.caption or "", *trace.limitations, *(source.title for source in trace.sources)):
        assert words in text
    assert f'aria-label="{inline(trace.alt or "")}"' in text


def test_a_trace_without_caption_is_still_said_not_to_measure() -> None:
    assert "Playback time is not latency." in export(replace(overlap()[0], caption=None))


def test_the_player_is_given_what_the_trace_says() -> None:
    data = data_of(page())
    scenario = data["scenarios"][1]
    title, text, stay, active, paths, state = scenario["moments"][4]

    assert (title, text) == (overlap()[1].steps[3].title, overlap()[1].steps[3].description)
    assert stay == 3943  # 23 words at 350 a minute; its duration is 3,000
    assert [data["targets"][place]["label"] for place in active] == ["Result queue", "FutureMap"]
    assert [data["targets"][place]["ends"] for place in paths] == [[1, 2], [4, 5]]
    assert [data["values"][place] for place in state] == [*overlap()[1].steps[3].state.values()]
    assert scenario["moments"][0][0] == "Initial state"
    assert data["pairs"][0][:2] == [0, 1]
    assert data["pairs"][0][2] == [["pair", [step], [step]] for step in range(1, 7)]


def test_one_scenario_has_no_tabs_and_nothing_to_compare() -> None:
    trace, scenario = overlap()

    text = export(trace, scenario)

    assert [one["id"] for one in data_of(text)["scenarios"]] == ["overlap"]
    assert data_of(text)["pairs"] == []
    assert [node for node in nodes(text) if node.attributes.get("role") in {"tab", "tabpanel"}] == []
    assert 'data-do="compare"' not in text


def test_the_step_it_opens_at_is_told() -> None:
    trace = overlap()[0]

    assert data_of(html_page(trace, trace.scenarios, start=5))["start"] == 5


def test_many_scenarios_are_aligned_with_those_near_them() -> None:
    trace, scenario = overlap()
    many = replace(trace, scenarios=tuple(replace(scenario, id=f"s{number}") for number in range(60)))
    few = replace(many, scenarios=many.scenarios[:8])

    pairs = [tuple(pair[:2]) for pair in data_of(export(many))["pairs"]]

    assert pairs == [(left, left + 1) for left in range(59)]
    assert len(data_of(export(few))["pairs"]) == 28


def test_a_broad_drawing_comes_without_labels_too() -> None:
    trace = overlap()[0]
    targets = {key: replace(target, label=f"{target.label} " * 4) for key, target in trace.targets.items()}

    assert "_bare" not in [node.attributes.get("id") for node in named(export(trace), "template")]
    assert "_bare" in [node.attributes.get("id") for node in named(export(replace(trace, targets=targets)), "template")]


def test_a_trace_without_targets_has_no_drawing() -> None:
    scenario = overlap()[1]
    steps = tuple(replace(step, active=(), paths=()) for step in scenario.steps)
    trace = replace(overlap()[0], targets={}, scenarios=(replace(scenario, steps=steps, unselected=()),))

    assert [node for node in named(export(trace), "svg") if "role" in node.attributes] == []


def test_an_own_drawing_brings_its_style_under_the_policy() -> None:
    trace = build(small())
    boxes = "".join(f'<rect id="{name}" width="9" height="9" style="fill:red"/>' for name in ("make", "queue", "put"))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{boxes}</svg>'

    text = export(trace, drawing=read_drawing(svg.encode(), "own.svg", trace))

    assert [node for node in nodes(text) if "style" in node.attributes] == []
    assert {"make", "queue", "put"} <= {node.attributes.get("id") for node in nodes(text)}
    style = named(text, "style")[1].text
    assert "fill:red" in style
    assert f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in text
    assert "font-src" not in text


def test_a_font_in_an_own_drawing_is_let_in_by_the_policy() -> None:
    trace = build(small())
    boxes = "".join(f'<rect id="{name}" width="9" height="9"/>' for name in ("make", "queue", "put"))
    font = "@font-face{font-family:x;src:url(data:font/woff;base64,d09GRg==)}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><style>{font}</style>{boxes}</svg>'

    text = export(trace, drawing=read_drawing(svg.encode(), "own.svg", trace))

    assert "font-src data:;" in text
    assert "@font-face" in named(text, "style")[0].text


def test_an_own_drawing_cannot_end_the_style_sheet() -> None:
    trace = build(small())
    boxes = "".join(f'<rect id="{name}" width="9" height="9"/>' for name in ("make", "queue", "put"))
    ending = "rect{font-family:'&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;';fill:red} &lt;/style&gt;{fill:red}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><style>{ending}</style>{boxes}</svg>'

    text = export(trace, drawing=read_drawing(svg.encode(), "own.svg", trace))

    assert text.count("</style>") == len(named(text, "style")) == 2
    assert len(named(text, "script")) == 2


def test_the_pace_of_reading_can_be_chosen() -> None:
    slow, none = (data_of(export(overlap()[0], wpm=wpm))["scenarios"][1]["moments"] for wpm in (100, 0))

    assert [moment[2] for moment in none[1:]] == [step.duration for step in overlap()[1].steps]
    assert slow[4][2] == 13_800  # 23 words


@pytest.mark.parametrize("text", [*HOSTILE, *NASTY])
def test_no_text_becomes_markup(text: str) -> None:
    found = nodes(export(build(hostile(text))))

    assert {node.name for node in found} <= {*_KNOWN.split()}
    assert [name for node in found for name in node.attributes if name.startswith("on") or name == "style"] == []
    assert len([node for node in found if node.name == "script"]) == 2
    assert [node for node in found if node.name == "a"] == []


@pytest.mark.parametrize("text", [*HOSTILE, *NASTY])
def test_no_line_is_a_command_to_a_build_server(text: str) -> None:
    lines = export(build(hostile(text))).split("\n")

    assert [line for line in lines if re.match(r"\s*::", line)] == []
    ours = inline(text), data_block(shown(text))
    assert not any(re.search(r"##\[|##vso\[", one, re.IGNORECASE) for one in ours)


def test_what_cannot_be_seen_is_shown() -> None:
    assert inline("a\x1b[0m\u202eb\nc") == "a\\x1b[0m\\u202eb c"
    assert block("a\r\n<b>\rc") == "a<br>&lt;b&gt;<br>c"
    assert shown("a\r\nb\x00") == "a\nb\\x00"


def test_data_can_end_no_element() -> None:
    assert "<" not in data_block(["</script>", "<!--", "]]>"])


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//example.org/x",
        "ftp://example.org/x",
        'https://example.org/"onclick="x',
        "https://example.org/a b",
        "https://example.org/\u202e",
        "java\nscript:alert(1)",
        "https:example.org",
        " https://example.org",
    ],
)
def test_only_an_address_of_the_web_is_a_link(address: str) -> None:
    assert "<a" not in link("x", address)


def test_an_address_of_the_web_is_a_link() -> None:
    assert link("a&b", "https://example.org/x?y=1&z='#L1-L2") == (
        '<a href="https://example.org/x?y=1&amp;z=&#39;#L1-L2" rel="noopener">a&amp;b</a>'
    )


def test_a_source_says_what_pins_it() -> None:
    trace = replace(overlap()[0], sources=(Source("A file", file="a.py", sha256="ab", symbol="x.y"),))

    text = re.sub(r"<[^>]+>", "", export(trace).partition('id="_about"')[2])

    assert "A file: a.py x.y SHA-256 ab" in text


def crowded() -> Trace:
    """Give a trace of more edges between two nodes than a drawing has room to name."""
    data = small()
    data["targets"] |= {
        f"e{number}": {
            "id": f"e{number}",
            "kind": "edge",
            "label": f"Label number {number} that is long",
            "from": "make",
            "to": "queue",
        }
        for number in range(60)
    }
    return build(data)


def test_labels_without_a_place_are_listed_under_the_drawing() -> None:
    text = export(crowded())
    listed = [node.text for node in named(text.partition("<figure")[2].partition("</figure>")[0], "li")]

    assert listed
    assert all(words.startswith("Producer → Queue: ") for words in listed)
