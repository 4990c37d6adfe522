"""An author's own drawing: found targets, and nothing of what a hostile file would do."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drawing_helpers import drawing
from tests.unit.svg_helpers import SVG, parsed
from tracecli.errors import TraceError
from tracecli.export.own_drawing import OwnDrawing, lit, read_drawing
from tracecli.export.svg import export
from tracecli.export.svg_parts import Figure, xml
from tracecli.model import Trace

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50"'
BODY = '<rect id="id-a" width="9" height="9"/><g id="id-b"><text>B</text></g><path id="id-e" d="M0 0H9"/>'

HTML = 'xmlns="http://www.w3.org/1999/xhtml"'
NOT_DRAWN = "id-a is there, but not drawn: in defs or a gradient, say, or in what was left out"


def trace() -> Trace:
    return drawing({"a": "A", "b": "B"}, {"e": ("a", "b", "from a to b")}, steps=[("e",)])


def read(more: str = "", body: str = BODY, head: str = HEAD) -> OwnDrawing:
    return read_drawing(f"{head}>{body}{more}</svg>".encode(), "own.svg", trace())


def unlit(drawn: OwnDrawing) -> Figure:
    return drawn.figure("p-", lit(()))


def rules(drawn: OwnDrawing) -> str:
    """Return what the drawing itself says about its style, without the two rules that are ours."""
    return "\n".join(unlit(drawn).style[2:])


def shown(more: str = "", body: str = BODY, head: str = HEAD) -> str:
    """Return all that an SVG file and a page have of a drawing."""
    drawn = read(more, body, head)
    page = drawn.page()
    return "\n".join((rules(drawn), unlit(drawn).base, page.fonts, page.style, page.markup))


def in_svg(more: str = "", body: str = BODY, head: str = HEAD) -> str:
    drawn = read(more, body, head)
    return f"{rules(drawn)}\n{unlit(drawn).base}"


def refusal(text: str | bytes) -> TraceError:
    with pytest.raises(TraceError) as caught:
        read_drawing(text.encode() if isinstance(text, str) else text, "own.svg", trace())
    return caught.value


def test_targets_are_found_by_their_ids() -> None:
    drawn = read()

    assert [light.keys for light in drawn.lights] == [["a"], ["b"], ["e"]]
    places = [element.get("data-trace-target") for element in parsed(drawn.page().markup).iter()]
    assert [place for place in places if place] == ["0", "1", "2"]


REFERRING = (
    '<defs><linearGradient id="fade"><stop offset="0"/></linearGradient></defs>'
    '<rect fill="url(#fade)" style="stroke:url(#fade)"/><use xlink:href="#id-a"/><style>#id-b.x{fill:url("#fade")}</style>'
)


def test_in_an_svg_file_ids_and_classes_carry_a_prefix_and_references_follow() -> None:
    text = in_svg(REFERRING)

    assert 'id="p-fade"' in text
    assert 'fill="url(#p-fade)" style="stroke:url(#p-fade)"' in text
    assert 'href="#p-id-a"' in text
    assert "._own #p-id-b.own-x{fill:url(#p-fade)}" in text


def test_in_a_page_ids_classes_and_references_stay_what_they_are() -> None:
    page = read(REFERRING).page()

    assert 'id="fade"' in page.markup
    assert 'fill="url(#fade)"' in page.markup
    assert 'href="#id-a"' in page.markup
    assert "._own #id-b.x{fill:url(#fade)}" in page.style


def test_what_is_lit_is_the_element_itself_and_nothing_is_there_twice() -> None:
    body = f'<g transform="translate(9 9)" fill="red"><g opacity=".5">{BODY}</g></g>'
    drawn = read(body=body)

    base = drawn.figure("p-", lit({"b"})).base

    changed = base.replace(f' style="filter:{drawn.lights[1].rim}"', "")
    assert f'<g id="p-id-b" style="filter:{drawn.lights[1].rim}"><text>B</text></g>' in base
    assert changed == unlit(drawn).base


@pytest.mark.parametrize("own", ['clip-path="url(#c)"', 'mask="url(#c)"', 'filter="url(#c)"', 'style="filter:url(#c)"'])
def test_a_target_that_is_clipped_or_filtered_has_its_rim_on_a_group_around_it(own: str) -> None:
    drawn = read(body=BODY.replace('<rect id="id-a"', f'<rect id="id-a" {own}'))

    base = drawn.figure("p-", lit({"a"})).base

    assert f'<g style="filter:{drawn.lights[0].rim}"><rect id="p-id-a" ' in base


def test_the_whole_drawing_can_be_a_target() -> None:
    drawn = read(body=BODY.replace(' id="id-a"', ""), head=f'{HEAD} id="id-a" class="x"')

    base = drawn.figure("p-", lit({"a"})).base

    assert f'id="p-id-a" class="own-x _root" style="filter:{drawn.lights[0].rim}">' in base
    assert 'data-trace-target="0"' in drawn.page().markup


def test_a_target_within_a_text_lights_the_whole_text() -> None:
    body = '<text id="id-b" x="5">one <tspan id="id-a">two</tspan></text><path id="id-e" d="M0 0"/>'
    drawn = read(body=body)

    assert [light.keys for light in drawn.lights] == [["b", "a"], ["e"]]
    assert f'<text id="p-id-b" x="5" style="filter:{drawn.lights[0].rim}">one ' in drawn.figure("p-", lit({"a"})).base
    assert 'data-trace-target="1 0">one ' in drawn.page().markup


@pytest.mark.parametrize(
    ("attributes", "width"),
    [
        ("", "0.325px"),
        ('transform="scale(10)"', "0.0325px"),
        ('transform="translate(3 4) matrix(0 2 -2 0 1 1)"', "0.163px"),
        ('style="transform:scale(0.5, 2)"', "0.325px"),
        ('transform="scale(a b)"', "0.325px"),
        ('transform="scale(0)"', "0.325px"),
    ],
)
def test_a_rim_is_as_broad_however_large_a_drawing_s_units_are(attributes: str, width: str) -> None:
    drawn = read(body=f"<g {attributes}>{BODY}</g>")

    assert drawn.lights[0].rim.startswith(f"drop-shadow(0 0 {width} #")


def test_a_target_without_an_element_is_named_with_near_ids() -> None:
    error = refusal(f'{HEAD}><rect id="id-aa"/><g id="other"/></svg>')

    assert error.message == "own.svg draws no element with the id id-a for target a, nor for 2 other targets"
    assert error.hints[0] == "id-a is missing: did you mean id-aa?"
    assert len(error.hints) == 3


def test_a_target_in_what_is_not_drawn_by_itself_is_no_target() -> None:
    error = refusal(f"{HEAD}>{BODY.replace('<rect', '<defs><rect', 1).replace('/><g', '/></defs><g', 1)}</svg>")

    assert error.hints == (NOT_DRAWN,)


@pytest.mark.parametrize(
    "part",
    [
        "<script>alert(1)</script>",
        '<script xlink:href="http://evil.example/x.js"/>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
        '<g onclick="alert(1)" ONLOAD="alert(1)"/>',
        '<a xlink:href="javascript:alert(1)"><rect/></a>',
        '<use xlink:href="http://evil.example/x.svg#y"/>',
        '<use href="data:image/svg+xml,x#y"/>',
        '<image href="http://evil.example/x.png"/>',
        '<image href="data:image/svg+xml;base64,AAAA"/>',
        '<image href="//evil.example/x.png"/>',
        '<feImage href="http://evil.example/x.png"/>',
        '<filter id="f"><feImage xlink:href="#id-a"/></filter>',
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<set attributeName="onclick" to="alert(1)"/>',
        '<rect><animateTransform attributeName="transform" type="rotate"/></rect>',
        '<rect fill="url(http://evil.example/x#y)"/>',
        "<rect fill='url( \"https://evil.example/x\" )'/>",
        r'<rect fill="u\72l(http://evil.example)"/>',
        '<rect fill="red;background:url(//evil.example)"/>',
        '<rect style="fill:url(http://evil.example)"/>',
        '<rect style="background:url(http://evil.example)"/>',
        '<rect style="fill:image-set(&quot;http://evil.example&quot; 1x)"/>',
        r'<rect style="fill:\75rl(http://evil.example)"/>',
        '<rect style="fill:red}*{background:url(http://evil.example)"/>',
        "<style>@import url(http://evil.example/x.css);</style>",
        "<style>@import 'http://evil.example/x.css'; rect{fill:red}</style>",
        "<style>@font-face{font-family:x;src:url(http://evil.example/x)}</style>",
        "<style>rect{fill:url(http://evil.example)}</style>",
        "<style>rect{background-image:url(http://evil.example)}</style>",
        r"<style>rect{fill:u\72l(http://evil.example)}</style>",
        "<style>rect{fill:/**/url(http://evil.example)}</style>",
        "<style><![CDATA[</style><script>alert(1)</script>]]></style>",
        "<style>@media screen{rect{fill:url(http://evil.example)}}</style>",
        "<style>{}}}{ rect{animation:x 1s;behavior:url(http://evil.example)}</style>",
        '<style>rect[onclick="x"]{fill:red}</style>',
        '<rect xml:base="http://evil.example/"/>',
        '<iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example"/>',
        '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
        "<?xml-stylesheet href='http://evil.example/x.css'?>",
        '<cursor href="http://evil.example/x"/><rect cursor="url(http://evil.example/x),auto"/>',
        '<discard/><handler type="text/ecmascript">alert(1)</handler><listener/>',
        '<rect filter="url(#f) url(http://evil.example/#x)"/>',
        '<mask id="m" style="mask-image:url(http://evil.example)"/>',
    ],
)
def test_nothing_that_runs_moves_or_reaches_out_is_kept(part: str) -> None:
    text = shown(part)

    names = {element.tag.rpartition("}")[2] for element in parsed(unlit(read(part)).base).iter()}
    assert names <= {"svg", "g", "rect", "text", "path", "use", "image", "filter", "mask", "foreignObject", "div"}
    for bad in ("evil", "alert", "javascript", "import ", "http", "data:", "\\", "<!", "animation", "xml:base"):
        assert bad not in text.replace(HTML, "")
    assert not re.search(r"\son\w+=", text, re.IGNORECASE)


def test_what_was_left_out_is_named() -> None:
    drawing_ = read('<script/><g onclick="x"/><animate/><rect fill="url(http://evil.example)"/>')

    assert drawing_.removed == ("animate", "fill", "onclick", "script")
    assert read('<title>T</title><metadata/><x:y xmlns:x="urn:x"/>').removed == ()


def test_what_draws_is_kept() -> None:
    more = (
        '<marker id="m" markerWidth="8" orient="auto-start-reverse" style="overflow:visible"><path d="M0 0"/></marker>'
        '<rect rx="3" transform="rotate(45 1 1)" stroke-dasharray="1, 2" fill="rgb(1 2 3 / 50%)" marker-end="url(#m)"/>'
        '<image width="9" href="data:image/png;base64,iVBORw0KGgo="/>'
    )

    text = shown(more)

    assert '<marker id="p-m" markerWidth="8" orient="auto-start-reverse" style="overflow:visible">' in text
    assert 'transform="rotate(45 1 1)" stroke-dasharray="1, 2" fill="rgb(1 2 3 / 50%)" marker-end="url(#p-m)"' in text
    assert 'href="data:image/png;base64,iVBORw0KGgo="' in text


def test_a_link_is_a_group() -> None:
    text = in_svg('<a xlink:href="https://example.org" fill="red"><circle r="2"/></a>')

    assert '<g fill="red"><circle r="2"/></g>' in text


def test_style_sheets_are_held_to_the_drawing_and_to_their_own_classes() -> None:
    style = (
        "<style>/* note } */ .node, rect > .b:hover, g .c { fill: red !important; position: fixed } svg{stroke:#123}"
    )

    text = in_svg(f'{style}</style><rect class="node c"/>')

    assert "._own .own-node,._own g .own-c{fill:red !important}" in text
    assert "._own svg{stroke:#123}" in text
    assert 'class="own-node own-c"' in text
    assert "position" not in text


def test_a_style_attribute_stays_one_in_a_file_and_becomes_a_rule_in_a_page() -> None:
    more = '<rect style="fill:red;stroke: url(#x) ;position:fixed"/><g style="fill:red;stroke:url(#x)"/>'

    page = read(more).page()

    assert in_svg(more).count('style="fill:red;stroke:url(#p-x)"') == 2
    assert page.markup.count('data-trace-style="0"') == 2
    assert '[data-trace-style="0"]:not(#_)' in page.style
    assert "style=" not in page.markup.replace("-style=", "")


@pytest.mark.parametrize("value", ["rgb(1,2", "rgb(1,(2)", "rgb)1,2(", '"x', "'x", "'x\"", "x'(' )"])
def test_a_value_that_is_left_open_can_not_take_in_the_rules_behind_it(value: str) -> None:
    text = in_svg(f"<style>rect{{stroke:{value}}} g{{fill:lime}}</style><rect style='fill:{xml(value)}'/>")

    assert rules(read(f"<style>rect{{stroke:{value}}} g{{fill:lime}}</style>")) == "._own g{fill:lime}"
    assert value not in text


def test_a_value_that_is_closed_may_quote_whatever_it_likes() -> None:
    text = shown("""<style>text{font-family:"(Bob's" , 'x"y'}</style>""")

    assert """._own text{font-family:"(Bob's" , 'x"y'}""" in text


@pytest.mark.parametrize("selector", ["~ *", "+ g", "> g", "~*"])
def test_no_selector_reaches_what_stands_beside_the_drawing(selector: str) -> None:
    text = shown(f"<style>{selector}, g ~ rect{{fill:red}}</style>")

    assert rules(read(f"<style>{selector}{{fill:red}}</style>")) == ""
    assert "._own g ~ rect{fill:red}" in text


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("print", False),
        ("screen", True),
        ("(prefers-color-scheme: dark)", False),
        ("screen and (prefers-color-scheme:light)", True),
        ("(prefers-color-scheme:light) and (min-width: 900px)", False),
        ("print, screen", True),
        ("not all", False),
    ],
)
def test_of_media_queries_those_hold_that_hold_on_a_light_screen(query: str, kept: bool) -> None:  # noqa: FBT001 - a parameter
    text = rules(
        read(f"<style>@media {query}{{rect{{fill:red}}}} rect{{fill:blue}}@charset 'x'; g{{fill:lime}}</style>")
    )

    assert ("._own rect{fill:red}" in text) == kept
    assert "._own rect{fill:blue}" in text
    assert "._own g{fill:lime}" in text


@pytest.mark.parametrize(
    ("selector", "written"),
    [
        (":root rect", "._root rect"),
        ('g[data-look="neo"] > .a', 'g[data-look="neo"] > .own-a'),
        ("rect:not(.a, #b):first-child", "rect:not(.own-a,#p-b):first-child"),
        ("g:nth-child(2n + 1) *", "g:nth-child(2n + 1) *"),
        ("rect:hover", ""),
        ("rect::before", ""),
        (":host", ""),
        ('g[data-x="</style>"]', ""),
        (r"#a\:b", ""),
    ],
)
def test_selectors_are_kept_that_ask_for_nothing_but_the_drawing(selector: str, written: str) -> None:
    quoted = selector.replace("<", "&lt;").replace(">", "&gt;")

    assert rules(read(f"<style>{quoted}{{fill:red}}</style>")) == (f"._own {written}{{fill:red}}" if written else "")


FONT = "data:application/font-woff;base64,d09GRg=="


def test_a_font_that_is_in_the_file_is_kept() -> None:
    style = f'<style>@font-face {{ font-family: "d2-1-font-bold"; src: url("{FONT}"); }}</style>'

    drawn = read(style)

    rule = f'@font-face{{font-family:"d2-1-font-bold";src:url({FONT})}}'
    assert drawn.removed == ()
    assert rules(drawn) == rule
    assert drawn.page().fonts == rule
    assert "@font-face" not in drawn.page().style  # it would count for nothing there


@pytest.mark.parametrize(
    "rule",
    [
        "font-family:x;src:url(http://evil.example/x.woff)",
        "font-family:x;src:local(x)",
        "font-family:x;src:url(data:text/css;base64,AAAA)",
        f"font-family:Helvetica;src:url({FONT})",
        f"src:url({FONT})",
    ],
)
def test_a_font_from_outside_or_in_place_of_ours_is_left_out(rule: str) -> None:
    drawn = read(f"<style>@font-face{{{rule}}}</style>")

    assert drawn.removed == ("@font-face",)
    assert rules(drawn) == ""


def test_what_a_style_sheet_does_with_at_rules_is_named() -> None:
    drawn = read("<style>@import 'x.css'; @keyframes k{from{fill:red}} @media print{g{fill:red}} g{fill:lime}</style>")

    assert drawn.removed == ("@import", "@keyframes")


@pytest.mark.parametrize(
    ("label", "written"),
    [
        (f'<div {HTML} style="display:flex">A<br/>B</div>', f'<div {HTML} style="display:flex">A<br/>B</div>'),
        (f"<p {HTML}>A<p>B</p></p>", f"<p {HTML}>A<span>B</span></p>"),
        (f"<h1 {HTML}><font>A</font></h1>", f"<div {HTML}><span>A</span></div>"),
        (f'<a {HTML} href="javascript:alert(1)">A</a>', f"<span {HTML}>A</span>"),
        (f'<div {HTML} onclick="alert(1)"/>', f"<div {HTML}></div>"),
        (f"<div {HTML}>A\n::error::x</div>", f"<div {HTML}>A&#10;::error::x</div>"),
        (f"<style {HTML}>*{{fill:red}}</style><script {HTML}>alert(1)</script>", ""),
        (f'<iframe {HTML} src="x">A</iframe><img {HTML} src="x"/><input {HTML}/>', ""),
        ("<rect/><div>not of HTML</div>", ""),
    ],
)
def test_the_words_of_a_foreign_object_stay_and_nothing_that_acts(label: str, written: str) -> None:
    text = in_svg(f"<foreignObject>{label}</foreignObject>")

    found = re.findall("<foreignObject(?:/>|>(.*)</foreignObject>)", text)
    assert found == [written]


def test_what_only_another_program_draws_is_left_out_as_browsers_do() -> None:
    switch = '<switch><foreignObject requiredExtensions="http://ns.adobe.com/AI/10.0/"/><circle r="1"/></switch>'

    assert '<switch><circle r="1"/></switch>' in in_svg(switch)


PNG, JPEG, APNG = "iVBORw0KGgo=", "/9j/4AAQ", "iVBORw0KGgpJSERSYWNUTElEQVQ="
WEBP, MOVING_WEBP = "UklGRgAAAABXRUJQVlA4WAAAAAAA", "UklGRgAAAABXRUJQVlA4WAAAAAAC"


def png(*chunks: bytes) -> str:
    """Return a PNG of these chunks, each a kind of four letters and its data."""
    whole = b"".join(len(one[4:]).to_bytes(4, "big") + one + b"sum." for one in (b"IHDR" + b"x" * 13, *chunks))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + whole).decode()


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        (f"data:image/png;base64,{PNG}", True),
        (f"data:image/jpeg;base64,{JPEG}", True),
        (f"data:image/webp;base64,{WEBP}", True),
        (f"data:image/png;base64,{APNG}", False),
        (f"data:image/webp;base64,{MOVING_WEBP}", False),
        (f"data:image/png;base64,{png(b'IDATx', b'IEND')}", True),
        (f"data:image/png;base64,{png(b'IDATxacTL', b'IEND')}", True),
        (f"data:image/png;base64,{png(b'tEXtacTL', b'IDATx')}", True),
        (f"data:image/png;base64,{png(b'acTL12345678', b'IDATx')}", False),
        (f"data:image/png;base64,{png(b'tEXtx IDAT', b'acTL12345678', b'IDATx')}", False),
        (f"data:image/jpeg;base64,{png(b'acTL12345678', b'IDATx')}", False),
        ("data:image/gif;base64,R0lGODlh", False),
        ("data:image/png;base64,R0lGODlh", False),
        ("data:image/jpeg;base64,R0lGODlh", False),
        ("data:image/webp;base64,AAAAHGZ0eXBhdmlz", False),  # a sequence of AVIF
        ("data:image/avif;base64,AAAAHGZ0eXBhdmlz", False),
        ("data:image/svg+xml;base64,PHN2Zy8+", False),
        ("data:image/png;base64,A", False),
        ("picture.png", False),
    ],
)
def test_a_picture_in_the_file_is_kept_if_it_does_not_move(address: str, kept: bool) -> None:  # noqa: FBT001 - a parameter
    drawn = read(f'<image href="{address}"/>')

    assert (address in unlit(drawn).base) == kept
    assert drawn.removed == (() if kept else ("href",))


def test_the_ground_of_the_file_is_shown_and_no_other_word_of_it() -> None:
    drawn = read(head=f'{HEAD} style="background: #f0f0f0; position: fixed"')
    odd = read(head=f'{HEAD} style="background-color: light-dark(#fff, #000)"')

    assert '<rect class="_ground" width="400" height="200" fill="#f0f0f0"/>' in unlit(drawn).base
    assert unlit(odd).base.count("_ground") == 1


@pytest.mark.parametrize("value", ["radius='1e9'", "stdDeviation='5 99999'", "numOctaves='20'", "radius='nan'"])
def test_a_filter_that_would_take_long_loses_what_makes_it_so(value: str) -> None:
    drawn = read(f'<filter id="f"><feMorphology {value}/></filter>')

    assert drawn.removed == (value.partition("=")[0],)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "no element found"),
        (f"{HEAD}><rect></svg>", "own.svg:1:"),
        ("<html/>", "own.svg is not an SVG"),
        (f"<!DOCTYPE svg [<!ENTITY x 'y'>]>{HEAD}>&x;</svg>", "declares entities"),
        (f"<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>{HEAD}>&x;</svg>", "declares entities"),
        (
            f"<!DOCTYPE svg PUBLIC 'x' 'http://evil.example/x.dtd'>{HEAD}>&nbsp;{BODY}</svg>",
            "&nbsp; is not declared",
        ),
        (f"{HEAD}>&nbsp;</svg>", "undefined entity"),
        (f"{HEAD}>{'<g>' * 120}{'</g>' * 120}</svg>", "too complex"),
        (f"{HEAD}>{'<g/>' * 30_000}</svg>", "too complex"),
        (HEAD + " " * 3_000_000 + "/>", "bytes; a drawing may have 2097152"),
        (f"{HEAD.replace('viewBox', 'x')}>{BODY}</svg>", "does not say how large it is"),
        (f"{HEAD.replace('100 50', '100 0')}>{BODY}</svg>", "does not say how large it is"),
        (f"{HEAD.replace('100 50', '1e400 nan')}>{BODY}</svg>", "does not say how large it is"),
        (f"{HEAD.replace('100 50', '1e-9 50')}>{BODY}</svg>", "its view is 1e-09 by 50, from 0, 0"),
        (f"{HEAD.replace('100 50', '1e20 1e20')}>{BODY}</svg>", "its view is 1e+20 by 1e+20, from 0, 0"),
        (f"{HEAD.replace('0 0 100', '1e99 0 100')}>{BODY}</svg>", "its view is 100 by 50, from 1e+99, 0"),
        (f"{HEAD.replace('100 50', '99999 1')}>{BODY}</svg>", "its view is 99999 by 1, from 0, 0"),
        (f'{HEAD}>{BODY}<g id="x"><use href="#x"/></g></svg>', "use themselves"),
        (f'<?xml version="1.0" encoding="klingon"?>{HEAD}/>', "encoding"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(data: str, message: str) -> None:
    assert message in refusal(data).message


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (f"<!-- -->\n <!DOCTYPE svg [<!ENTITY x 'y'>]>{HEAD}/>", "own.svg:2:"),
        (f"<!DOCTYPE svg PUBLIC 'x' 'y'>{HEAD}>\n  &nbsp;</svg>", "own.svg:2:3: "),
        (f"{HEAD}>\n{'<g>' * 120}", "own.svg:2:298: "),
        (f"{HEAD}>\n<rect></g></svg>", "own.svg:2:9: "),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: str, place: str) -> None:
    assert refusal(data).message.startswith(place)


def test_a_public_doctype_is_no_fault() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'

    assert read_drawing(f"{doctype}{HEAD}>{BODY}</svg>".encode(), "own.svg", trace()).removed == ()


def test_a_file_of_another_encoding_is_read() -> None:
    text = f'<?xml version="1.0" encoding="iso-8859-1"?>{HEAD}>{BODY.replace("B<", "Größe<")}</svg>'

    assert "Größe" in unlit(read_drawing(text.encode("latin-1"), "own.svg", trace())).base


def test_uses_of_uses_of_uses_are_refused() -> None:
    layers = "".join(
        f'<g id="l{index}">{f"<use href={chr(34)}#l{index - 1}{chr(34)}/>" * 10 if index else "<rect/>"}</g>'
        for index in range(12)
    )

    assert "more than 50000 elements" in refusal(f"{HEAD}>{BODY}{layers}</svg>").message


def test_a_long_chain_of_uses_is_refused_and_not_a_crash() -> None:
    chain = "".join(f'<use id="u{index}" href="#u{index + 1}"/>' for index in range(15_000))

    assert "use elements" in refusal(f"{HEAD}>{BODY}{chain}</svg>").message


def nested(kind: str, refer: str, *, rule: str = "") -> str:
    """Return twelve layers, each made of ten parts that refer to the layer below."""
    layers = "".join(
        f'<{kind} id="l{index}"><g {refer.format(index - 1) if index else ""}>{"<rect/>" * 10}</g></{kind}>'
        for index in range(12)
    )
    return f"{HEAD}>{BODY}<style>{rule}</style>{layers}<rect {refer.format(11)}/></svg>"


@pytest.mark.parametrize(
    ("kind", "refer"),
    [
        ("pattern", 'fill="url(#l{})"'),
        ("pattern", 'style="stroke:url(#l{})"'),
        ("mask", 'mask="url(#l{})"'),
        ("clipPath", 'clip-path="url(#l{})"'),
        ("marker", 'marker-mid="url(#l{})"'),
    ],
)
def test_patterns_of_patterns_of_patterns_are_refused(kind: str, refer: str) -> None:
    assert "more than 1000000 elements drawn" in refusal(nested(kind, refer)).message


@pytest.mark.parametrize(
    "filtered", ['filter="url(#f)"', 'style="filter:blur(1px)"', 'filter="blur(1px)"', 'class="f"']
)
def test_many_filters_are_refused(filtered: str) -> None:
    shared = '<style>.f{filter:url(#f)}</style><filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    some, many = (f"{shared}{f'<g {filtered}/>' * count}" for count in (300, 5000))

    assert read(some).removed == ()
    assert "elements drawn" in refusal(f"{HEAD}>{BODY}{many}</svg>").message


BLUR = '<filter id="f"><feGaussianBlur stdDeviation="{}"/></filter>'
FAR = '<filter id="f"><feMorphology operator="dilate" radius="{}"/></filter>'
USED = '<rect width="100" height="50" filter="url(#f)"/>'


@pytest.mark.parametrize(
    "heavy",
    [
        FAR.format(12) + USED * 20,  # 48 pixels each
        FAR.format(1) + USED * 200,
        FAR.format(1) + f'<g transform="scale(100)">{USED * 4}</g>',
        FAR.format(1) + f'<g transform="scale(10)"><g transform="matrix(10 0 0 10 0 0)">{USED * 4}</g></g>',
        FAR.format(1) + f'<g style="transform:scale(100)">{USED * 4}</g>',
        FAR.format(1) + f'<style>.big{{transform:scale(100)}}</style><g class="big">{USED * 4}</g>',
        FAR.format(1) + f'<g id="u">{USED}</g>' + '<use href="#u" transform="scale(100)"/>' * 4,
        FAR.format(1) + f'<symbol id="s" viewBox="0 0 1 1">{USED * 4}</symbol><use href="#s" width="99" height="99"/>',
        FAR.replace("<filter", '<filter primitiveUnits="objectBoundingBox"').format(1) + USED * 4,
        FAR.format(0.1)
        + f'<marker id="m">{USED * 4}</marker><path marker-end="url(#m)" stroke-width="99" d="M0 0h9"/>',
        '<filter id="f">' + '<feMorphology radius="9"/>' * 30 + f"</filter>{USED}",
        BLUR.format(1000) + USED * 150,
        BLUR.format(1) + USED * 500,
        BLUR.format(3) + '<g filter="url(#f)">' * 40 + "<rect/>" + "</g>" * 40,
        '<rect style="filter:' + "blur(90px) " * 60 + '"/>',
        '<rect style="filter:' + "drop-shadow(9px 9px 90px red) " * 60 + '"/>',
        '<rect style="filter:' + "blur(9em) " * 9 + '"/>',
        "<style>:root{--f:blur(9px)} .x{filter:var(--f)}</style>" + '<rect class="x"/>' * 200,
        "<style>:root{--f:var(--g); --g:blur(9px)} .x{filter:var(--f)}</style>" + '<rect class="x"/>' * 200,
        f'<filter id="f"><feTurbulence numOctaves="8"/></filter>{USED * 110}',
        f'<filter id="f"><feConvolveMatrix order="9"/></filter>{USED * 11}',
        f'<filter id="f"><feConvolveMatrix order="9 9"/></filter>{USED * 11}',
        f'<filter id="f"><feDiffuseLighting/><feDisplacementMap/></filter>{USED * 150}',
        f'{FAR.format(3)}<pattern id="p">{USED}</pattern>' + '<rect fill="url(#p)"/>' * 80,
        f'{FAR.format(3)}<mask id="p">{USED}</mask>' + '<rect mask="url(#p)"/>' * 80,
    ],
    ids=range(25),
)
def test_filters_that_would_stop_a_browser_are_refused(heavy: str) -> None:
    assert "or as much to do" in refusal(f"{HEAD}>{BODY}{heavy}</svg>").message


@pytest.mark.parametrize(
    "light",
    [
        FAR.format(1) + USED * 20,
        BLUR.format(0.5) + USED * 300,
        f'<g transform="scale(100)"><rect/></g>{BLUR.format(1)}{USED * 60}',
        '<rect style="filter:drop-shadow(1px 1px 1px gray)"/>' * 250,
        '<rect style="filter:drop-shadow(1px 1px 1px gray) brightness(1.1)"/>' * 150,
        '<filter id="f"><feFlood/><feColorMatrix/><feOffset dy="1"/><feGaussianBlur stdDeviation=".3"/><feBlend/></filter>'
        + USED * 150,
        "<style>:root{--f:red} .x{fill:var(--f)}</style>" + '<rect class="x"/>' * 5000,
        "<style>:root{--a:var(--b); --b:var(--a)} .x{fill:var(--a)}</style>" + '<rect class="x"/>' * 500,
    ],
    ids=range(8),
)
def test_shadows_as_drawing_programs_write_them_are_kept(light: str) -> None:
    assert read(light).removed == ()


def test_patterns_that_are_referred_to_by_custom_properties_are_counted() -> None:
    names = "".join(f"--l{index}:url(#l{index});" for index in range(12))

    text = nested("pattern", 'style="fill:var(--l{})"', rule=f":root{{{names}}}")

    assert "more than 1000000 elements drawn" in refusal(text).message


def test_a_drawing_too_hard_to_draw_for_each_row_of_a_sheet_is_refused() -> None:
    one = trace()
    steps = one.scenarios[0].steps * 30
    long = replace(one, scenarios=(replace(one.scenarios[0], steps=steps),))
    drawn = read_drawing(f"{HEAD}>{BODY}{BLUR.format(0.5) + USED * 200}</svg>".encode(), "own.svg", long)

    with pytest.raises(TraceError, match="sheet, or too complex"):
        export(long, long.scenarios[0], all_steps=True, drawing=drawn)


@pytest.mark.parametrize("selector", [".c{0}", "#g{0}", "svg g.c{0}", "pattern > .c{0}", "g + .c{0}, .x"])
def test_it_makes_no_difference_whether_a_style_sheet_says_so(selector: str) -> None:
    rule = "".join(f"{selector.format(index)}{{fill:url(#l{index})}}" for index in range(12))

    text = nested("pattern", 'class="c{0}" id="g{0}"', rule=rule)

    assert "more than 1000000 elements drawn" in refusal(text).message


def test_a_pattern_is_not_taken_for_its_own_because_its_parts_have_common_names() -> None:
    hatch = '<pattern id="hatch"><rect width="4" height="4"/></pattern>'
    style = "<style>#stage rect{fill:url(#hatch)} g.b > .c{fill:url(#hatch)}</style>"

    drawn = read(f'{style}<defs>{hatch}</defs><g id="stage"><rect/></g><g class="b"><rect class="c"/></g>')

    assert drawn.removed == ()


def test_a_long_chain_of_patterns_is_refused_and_not_a_crash() -> None:
    chain = "".join(f'<pattern id="u{index}"><g fill="url(#u{index + 1})"/></pattern>' for index in range(9_000))

    assert "patterns" in refusal(f'{HEAD}>{BODY}<rect fill="url(#u0)"/>{chain}</svg>').message


@pytest.mark.parametrize(
    "attack",
    [
        "<style>" + "@" * 200_000 + "</style>",
        "<style>" + "a" * 200_000 + "</style>",
        "<style>" + "/*" * 100_000 + "</style>",
        "<style>" + "{" * 200_000 + "</style>",
        "<style>" + "a{b:c}" * 30_000 + "</style>",
        "<style>" + "a b{fill:url(#c)}" * 30_000 + "</style>" + "<g><b/></g>" * 100,
        "<style>" + "a" * 400_000 + "{fill:url(#c)}</style>",
        f'<path d="{"a" * 200_000}"/>',
        f'<path d="{"(" * 200_000}"/>',
        f'<path d="{"url(#" * 40_000}"/>',
        f'<rect style="fill:{"! " * 100_000}"/>',
        f'<rect class="{"a " * 100_000}"/>',
    ],
    ids=range(12),
)
def test_no_text_takes_time_that_grows_with_its_square(attack: str) -> None:
    assert read(attack).trace.targets


@pytest.mark.parametrize(
    ("attributes", "width", "height"),
    [
        ('viewBox="0 0 500 100"', 500, 100),
        ('viewBox="-5, -5, 10 5"', 400, 200),
        ('width="300pt" height="150pt"', 400, 200),
        ('width="100%" height="100%" viewBox="0 0 1600 400"', 800, 200),
        ('width="600" height="1" viewBox="0 0 60 30"', 600, 300),
        ('viewBox="0 0 1 1000"', 1.6, 1600),
    ],
)
def test_a_drawing_is_made_to_fit_the_column(attributes: str, width: float, height: float) -> None:
    figure = unlit(read(head=f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}'))

    assert (figure.width, figure.height) == (width, height)


def test_a_drawing_cannot_leave_its_window() -> None:
    head = (
        f'{HEAD} style="overflow:visible;position:fixed" overflow="visible" x="-900" width="50" transform="scale(99)"'
    )

    drawn = read("<style>svg{width:9999px;overflow:visible}</style>", head=head)

    window = parsed(unlit(drawn).base)[1][0]
    assert (window.get("class"), window.get("viewBox"), window.get("width")) == ("_root", "0 0 100 50", "400")
    assert not window.get("x")
    rule = unlit(drawn).style[1]
    assert rule.startswith("._root{width:400px !important;height:200px !important;")
    assert rule.endswith("overflow:hidden !important}")


def test_a_drawing_without_a_namespace_is_read() -> None:
    assert [light.keys for light in read(head='<svg viewBox="0 0 9 9"').lights] == [["a"], ["b"], ["e"]]


@pytest.mark.parametrize(
    ("form", "drawings"), [({}, 1), ({"step": 1}, 1), ({"all_steps": True}, 2)], ids=["animated", "still", "sheet"]
)
def test_every_form_shows_the_drawing_and_lights_it(form: dict[str, int], drawings: int) -> None:
    subject = trace()
    scenario = replace(subject.scenarios[0], steps=(replace(subject.scenarios[0].steps[0], active=("b",)),))

    text = export(subject, scenario, drawing=read(REFERRING), **form)  # type: ignore[arg-type] # both are options

    assert text.count(">B</text>") == drawings
    assert text.count("filter:drop-shadow(") == 2 if form else 4  # at rest, at its step, without motion, by its name
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len({*ids})
    referred = {*re.findall(r'href="#([^"]*)"', text), *re.findall(r"url\(#([^)]*)\)", text)}
    assert referred
    assert referred <= {*ids}


def test_what_is_lit_at_several_steps_is_lit_by_keyframes_on_itself() -> None:
    subject = trace()
    one, other = (replace(subject.scenarios[0].steps[0], active=active, paths=()) for active in (("a",), ("b", "a")))
    scenario = replace(subject.scenarios[0], steps=(one, other, one))

    text = export(subject, scenario, drawing=read())

    always, once = (element.get("class") for element in parsed(text).iter() if "rim" in (element.get("class") or ""))
    rim = read().lights[1].rim
    assert (always, once) == ("rim w1", "rim w2")
    assert re.search(
        rf"@keyframes trace-s-w2{{0%{{filter:none}}[\d.]+%{{filter:{re.escape(rim)}}}[\d.]+%{{filter:none}}}}", text
    )
    assert (
        "@media (prefers-reduced-motion:reduce){.when{animation:none;visibility:hidden}.rim{animation:none;filter:none}"
        in text
    )
    assert f"#step-2:target~.show .w1,#step-2:target~.show .w2{{filter:{rim}}}" in text


def test_a_drawing_too_large_for_each_row_of_a_sheet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracecli.export.svg._MAX_SHEET", 100)

    with pytest.raises(TraceError, match="too large to be in each row") as caught:
        export(trace(), trace().scenarios[0], drawing=read(), all_steps=True)

    assert "--still" in caught.value.hints[0]


@given(st.text(alphabet="<>&\"'/ =:;{}()#.\\@-!abgsrectuloxé\n", max_size=120))
def test_whatever_stands_in_style_and_attributes_the_result_is_well_formed(text: str) -> None:
    quoted = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")

    drawn = read(f'<style>{quoted}</style><rect fill="{quoted}" style="{quoted}" class="{quoted}" id="{quoted}"/>')

    for markup in (unlit(drawn).base, drawn.page().markup):
        assert [element.tag for element in parsed(markup).iter()][-1] == f"{SVG}rect"
    assert not re.search(r"[<&\\@]", rules(drawn) + drawn.page().style)


@pytest.mark.parametrize("form", [{}, {"step": 1}, {"all_steps": True}], ids=["animated", "still", "sheet"])
def test_what_a_scenario_does_not_use_is_faint(form: dict[str, Any]) -> None:
    one = trace()
    scenario = replace(one.scenarios[0], unselected=("b",))

    root = parsed(export(one, scenario, drawing=read(), **form))
    faint = [each for each in root.iter() if "_unused" in each.get("class", "").split()]

    assert {each.get("id", "").rpartition("-id-")[2] for each in faint} == {"b"}
    assert faint
    assert "._own ._unused" in export(one, scenario, drawing=read())


def test_a_part_that_another_target_uses_is_not_faint() -> None:
    one = drawing({"a": "A", "b": "B"}, steps=[()])
    body = '<text id="id-a">A <tspan id="id-b">B</tspan></text>'
    drawn = read_drawing(f"{HEAD}>{body}</svg>".encode(), "own.svg", one)

    for unused, faint in ((("a",), 0), (("a", "b"), 1)):
        scenario = replace(one.scenarios[0], unselected=unused)
        assert export(one, scenario, step=1, drawing=drawn).count('"_unused"') == faint
