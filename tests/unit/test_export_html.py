"""The page as text: one file, small, strict, escaped, and whole without its scripts; and its scripts."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.tools import missing, tool
from tests.unit.export_helpers import HOSTILE, ROOT, hostile, overlap, small
from tests.unit.html_helpers import NASTY, data_of, named, nodes
from tracecli.export.html import MODULES, block, data_block, export, fill, html_page, inline, link, script, shown, style
from tracecli.export.own_drawing import read_drawing
from tracecli.model import Source, Trace, build
from tracecli.playback import Folded
from tracecli.terminal.actions import BINDINGS

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
    assert not any(re.search(r"##\[|##vso\[|##teamcity\[", one, re.IGNORECASE) for one in ours)


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
    """Return a trace of more edges between two nodes than a drawing has room to name."""
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


_PAGE = ROOT / "tracecli" / "export" / "assets" / "page"
_DARK = re.compile(r"@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}\s*\}", re.DOTALL)
_NODE = ROOT / "tests" / "acceptance" / "node"


def source(name: str) -> str:
    return (_PAGE / f"{name}.mjs").read_text(encoding="utf-8")


def test_every_module_is_joined_after_those_that_it_needs() -> None:
    assert sorted(MODULES) == sorted(path.stem for path in _PAGE.iterdir())
    for place, name in enumerate(MODULES):
        needed = re.findall(r'^import .* from "\./(\w+)\.mjs";$', source(name), re.MULTILINE)
        assert set(needed) <= set(MODULES[:place]), name


def test_what_is_imported_is_there() -> None:
    for name in MODULES:
        for names, module in re.findall(r'^import \{ (.*) \} from "\./(\w+)\.mjs";$', source(name), re.MULTILINE):
            for one in names.split(", "):
                assert re.search(
                    rf"^export (const|function) (\{{.*\b)?{re.escape(one)}(?![\w$])", source(module), re.MULTILINE
                ), one


def test_joining_leaves_nothing_of_modules_and_keeps_everything_else() -> None:
    joined = script()

    assert not re.search(r"^(import|export) ", joined, re.MULTILINE)
    assert "</" not in joined
    assert "<!--" not in joined
    for name in MODULES:
        code = re.sub(r"^\s*(//.*|/\*\*[^/]*\*/)$", "", source(name), flags=re.MULTILINE)
        lines = [
            re.sub("^export |^ +", "", line) for line in code.split("\n") if line and not line.startswith("import ")
        ]
        assert [line for line in lines if f"\n{line}\n" not in joined] == [], name


def test_the_joined_script_is_a_script(tmp_path: Path) -> None:
    path = tmp_path / "page.js"
    path.write_text(script(), encoding="utf-8")

    done = subprocess.run([tool("node"), "--check", path], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_linter_finds_nothing() -> None:
    linter = _NODE / "node_modules" / ".bin" / "eslint"
    if not linter.exists():
        missing("eslint in tests/acceptance/node")
    config = _NODE / "eslint.config.mjs"

    done = subprocess.run(
        [linter, "--max-warnings", "0", "--config", config, _PAGE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_keys_are_those_of_the_terminal_but_for_tab() -> None:
    table = re.findall(r"^  (\w+): \[(\[.*?\]), \"(.*?)\", ", source("keys"), re.MULTILINE)
    own = {shown: name for name, _, shown in table}
    theirs = {row.shown for row in BINDINGS if row.where == "frame"}
    elsewhere = {"q Ctrl-C", "↓", "↑", "Ctrl-Z", "Ctrl-L"}  # what a browser has keys of its own for

    assert theirs - set(own) == {"Tab", *elsewhere}
    assert {own[shown] for shown in set(own) - theirs} == {"other", "compare", "differ", "time"}
    assert own["t"] == "other"


TEXTS = [
    "batch k−1 and k – 2",
    "Ärger in der STRASSE, straße",
    "ﬁnal “e\u0301tat”",
    "👩‍💻 x",
    "",
    "İstanbul",
    "ΣΊΣΥΦΟΣ ς",
    "a" * 50,
]
NEEDLES = ["k-1", "K−1", "arger", "strasse", "STRAẞE", "fi", "etat", "é", "x", "𝐱", "σίσυφος", "aa", "zz", "–"]


def test_search_finds_what_the_terminal_finds(tmp_path: Path) -> None:
    pairs = [(text, needle) for text in TEXTS for needle in NEEDLES]
    (tmp_path / "ask.mjs").write_text(
        f'import {{ cutAt, fold }} from "{(_PAGE / "search.mjs").as_uri()}";\n'
        f"const pairs = {json.dumps(pairs)};\n"
        "console.log(JSON.stringify(pairs.map(([text, needle]) => [fold(text).includes(fold(needle)), cutAt(text, needle)])));",
        encoding="utf-8",
    )

    done = subprocess.run(
        [tool("node"), tmp_path / "ask.mjs"], capture_output=True, text=True, check=True, encoding="utf-8"
    )

    for (text, needle), (holds, pieces) in zip(pairs, json.loads(done.stdout), strict=True):
        places = list(Folded(text).find(Folded(needle)))
        expected, end = [], 0
        for start, stop in places:
            expected += [text[end:start], text[start:stop]]
            end = stop
        assert (holds, pieces) == (bool(places), [*expected, text[end:]]), (text, needle)


def test_the_style_sheet_reaches_nothing_outside() -> None:
    assert not re.search(r"url\(|@import|@font-face|expression", style())


def test_paper_is_light() -> None:
    assert "@media screen and (prefers-color-scheme: dark)" in style()
    assert "@media (prefers-color-scheme" not in style()


@pytest.mark.parametrize("name", ["changed", "quiet", "ink", "lit", "focus"])
@pytest.mark.parametrize("dark", [False, True])
def test_words_can_be_read_on_every_ground(name: str, dark: bool) -> None:  # noqa: FBT001 - a parameter of the test
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", style() + _dark() if dark else _light()))
    grounds = {"focus": ["paper"], "lit": ["paper", "tint"]}.get(name, ["paper", "wash"])

    for ground in grounds:
        assert _contrast(colours[name], colours[ground]) >= (3 if name == "focus" else 4.5), ground


def _light() -> str:
    return _DARK.sub("", style())


def _dark() -> str:
    return "".join(_DARK.findall(style()))


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2, 1.4.3)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_what_looks_like_a_slot_stays_text() -> None:
    assert fill("{{lead}} {{title}}", {"lead": "{{title}}", "title": "x"}) == "{{title}} x"
