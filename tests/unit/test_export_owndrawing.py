"""An author's own drawing: found targets, and nothing of what a hostile file would do."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drawing_helpers import drawing
from tests.unit.svg_helpers import SVG, classed, parsed, words
from tracecli.errors import TraceError
from tracecli.export.own_drawing import OwnDrawing, read_drawing
from tracecli.export.svg import export
from tracecli.export.svg_parts import stylesheet, xml
from tracecli.model import Trace

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50"'
BODY = '<rect id="id-a" width="9" height="9"/><g id="id-b"><text>B</text></g><path id="id-e" d="M0 0H9"/>'

NOT_DRAWN = "id-a is there, but not drawn: in defs or a gradient, say, or in what is left out (foreignObject)"


def trace() -> Trace:
    return drawing({"a": "A", "b": "B"}, {"e": ("a", "b", "from a to b")}, steps=[("e",)])


def read(more: str = "", body: str = BODY, head: str = HEAD) -> OwnDrawing:
    return read_drawing(f"{head}>{body}{more}</svg>".encode(), "own.svg", trace())


def rules(drawn: OwnDrawing) -> str:
    """Give what the drawing itself says about its style."""
    return drawn.figure("p-").style.removeprefix(stylesheet("own"))


def shown(more: str = "", body: str = BODY, head: str = HEAD) -> str:
    drawn = read(more, body, head)
    return f"{rules(drawn)}\n{drawn.figure('p-').base}"


def refusal(text: str | bytes) -> TraceError:
    with pytest.raises(TraceError) as caught:
        read_drawing(text.encode() if isinstance(text, str) else text, "own.svg", trace())
    return caught.value


def test_targets_are_found_by_their_ids() -> None:
    figure = read().figure("p-")

    assert [*figure.lit] == ["a", "b", "e"]
    assert [element.get("data-key") for element in parsed(figure.base).iter() if element.get("data-key")] == [*"abe"]


def test_ids_carry_the_prefix_and_references_follow() -> None:
    text = shown(
        '<defs><linearGradient id="fade"><stop offset="0"/></linearGradient></defs>'
        '<rect fill="url(#fade)"/><use xlink:href="#id-a"/><style>#id-b{fill:url("#fade")}</style>'
    )

    assert 'id="p-fade"' in text
    assert 'fill="url(#p-fade)"' in text
    assert 'href="#p-id-a"' in text
    assert "#p-id-b{fill:url(#p-fade)}" in text


def test_a_lit_target_is_a_copy_in_its_place_without_ids() -> None:
    body = f'<g transform="translate(9 9)" fill="red"><g opacity=".5">{BODY}</g></g>'

    figure = read(body=body).figure("p-")

    copy = figure.lit["b"]
    assert '<g transform="translate(9 9)" fill="red"><g opacity=".5"><g class="lit own_copy"><text>B</text></g>' in copy
    assert "id=" not in copy


def test_an_edge_is_cased_so_that_its_arrowhead_stays() -> None:
    copy = read().figure("p-").lit["e"]

    assert '<path d="M0 0H9" class="lit own_copy"/><path d="M0 0H9"/>' in copy


def test_a_target_within_a_text_lights_the_whole_text() -> None:
    body = '<text x="5">one <tspan id="id-a">two</tspan></text><g id="id-b"/><path id="id-e" d="M0 0"/>'

    copy = read(body=body).figure("p-").lit["a"]

    assert '<text x="5" class="lit own_copy">one <tspan>two</tspan></text>' in copy


def test_a_target_without_an_element_is_named_with_near_ids() -> None:
    error = refusal(f'{HEAD}><rect id="id-aa"/><g id="other"/></svg>')

    assert error.message == (
        "own.svg: no element that is drawn has the id id-a of target a, nor have 2 other targets one"
    )
    assert error.hints[0] == "id-a is missing: did you mean id-aa?"
    assert len(error.hints) == 3


def test_a_target_in_what_is_not_drawn_by_itself_is_no_target() -> None:
    error = refusal(f"{HEAD}>{BODY.replace('<rect', '<defs><rect', 1).replace('/><g', '/></defs><g', 1)}</svg>")

    assert error.hints == (NOT_DRAWN,)


def test_a_target_that_was_a_foreign_object_is_not_drawn() -> None:
    error = refusal(f"{HEAD}>{BODY.replace('rect', 'foreignObject', 1)}</svg>")

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

    names = {element.tag.removeprefix(SVG) for element in parsed(read(part).figure("p-").base).iter()}
    assert names <= {"svg", "g", "rect", "text", "path", "use", "image", "filter", "mask"}
    for bad in ("evil", "alert", "javascript", "import", "http", "data:", "\\", "<!", "animation", "xml:base"):
        assert bad not in text
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

    assert '<marker id="p-m" markerWidth="8" orient="auto-start-reverse" overflow="visible">' in text
    assert 'transform="rotate(45 1 1)" stroke-dasharray="1, 2" fill="rgb(1 2 3 / 50%)" marker-end="url(#p-m)"' in text
    assert 'href="data:image/png;base64,iVBORw0KGgo="' in text


def test_a_link_is_a_group() -> None:
    text = shown('<a xlink:href="https://example.org" fill="red"><circle r="2"/></a>')

    assert '<g fill="red"><circle r="2"/></g>' in text


def test_style_sheets_are_held_to_the_drawing_and_to_their_own_classes() -> None:
    style = (
        "<style>/* note } */ .node, rect > .b:hover, g .c { fill: red !important; position: fixed } svg{stroke:#123}"
    )

    text = shown(f'{style}</style><rect class="node c"/>')

    assert ".own .own-node,.own g .own-c{fill:red}" in text
    assert ".own .own_svg{stroke:#123}" in text
    assert 'class="own-node own-c"' in text
    assert "position" not in text


def test_a_style_attribute_becomes_a_rule_that_wins_over_the_sheet() -> None:
    text = shown('<rect style="fill:red;stroke: url(#x) ;position:fixed"/><g style="fill:red;stroke:url(#x)"/>')

    assert text.count("own_1") == 3
    assert ".own .own_1{fill:red !important;stroke:url(#p-x) !important}" in text
    assert "style=" not in text


@pytest.mark.parametrize("value", ["rgb(1,2", "rgb(1,(2)", "rgb)1,2(", '"x', "'x", "'x\"", "x'(' )"])
def test_a_value_that_is_left_open_can_not_take_in_the_rules_behind_it(value: str) -> None:
    text = shown(f"<style>rect{{stroke:{value}}} g{{fill:lime}}</style><rect style='fill:{xml(value)}'/>")

    assert rules(read(f"<style>rect{{stroke:{value}}} g{{fill:lime}}</style>")) == "\n.own g{fill:lime}"
    assert value not in text


def test_a_value_that_is_closed_may_quote_whatever_it_likes() -> None:
    text = shown("""<style>text{font-family:"(Bob's" , 'x"y'}</style>""")

    assert """.own text{font-family:"(Bob's" , 'x"y'}""" in text


@pytest.mark.parametrize("selector", ["~ *", "+ g", "> g", "~*"])
def test_no_selector_reaches_what_stands_beside_the_drawing(selector: str) -> None:
    text = shown(f"<style>{selector}, g ~ rect{{fill:red}}</style>")

    assert rules(read(f"<style>{selector}{{fill:red}}</style>")) == ""
    assert ".own g ~ rect{fill:red}" in text


def test_rules_within_media_queries_are_left_out_but_not_those_after_them() -> None:
    text = shown("<style>@media print{rect{fill:red}} rect{fill:blue}@charset 'x'; g{fill:lime}</style>")

    assert "red" not in text
    assert ".own rect{fill:blue}" in text
    assert ".own g{fill:lime}" in text


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
            "&nbsp; is declared nowhere",
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

    figure = read_drawing(text.encode("latin-1"), "own.svg", trace()).figure("p-")

    assert "Größe" in figure.base


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
    """Give twelve layers, each made of ten parts that refer to the layer below."""
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
    figure = read(head=f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}').figure("p-")

    assert (figure.width, figure.height) == (width, height)


def test_a_drawing_cannot_leave_its_window() -> None:
    head = (
        f'{HEAD} style="overflow:visible;position:fixed" overflow="visible" x="-900" width="50" transform="scale(99)"'
    )

    root = parsed(read(head=head).figure("p-").base)

    window = root[0]
    assert (window.get("class"), window.get("overflow"), window.get("viewBox")) == ("own", "hidden", "0 0 100 50")
    assert not window[1].get("x")
    assert len(window) == 2


def test_a_drawing_without_a_namespace_is_read() -> None:
    assert [*read(head='<svg viewBox="0 0 9 9"').figure("p-").lit] == ["a", "b", "e"]


@pytest.mark.parametrize("form", [{}, {"step": 1}, {"all_steps": True}], ids=["animated", "still", "sheet"])
def test_every_form_shows_the_drawing_and_lights_it(form: dict[str, int]) -> None:
    subject = trace()
    scenario = replace(subject.scenarios[0], steps=(replace(subject.scenarios[0].steps[0], active=("b",)),))

    root = parsed(export(subject, scenario, drawing=read(), **form))  # type: ignore[arg-type] # both are options

    assert [words(text) for text in root.iter(f"{SVG}text") if text.text == "B" or len(text) == 0][:1] == ["B"]
    assert len(classed(root, "lit", "own_copy")) == 2
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len({*ids})


@given(st.text(alphabet="<>&\"'/ =:;{}()#.\\@-!abgsrectuloxé\n", max_size=120))
def test_whatever_stands_in_style_and_attributes_the_result_is_well_formed(text: str) -> None:
    quoted = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")

    drawn = read(f'<style>{quoted}</style><rect fill="{quoted}" style="{quoted}" class="{quoted}" id="{quoted}"/>')

    assert [element.tag for element in parsed(drawn.figure("p-").base)[0][1]][-1] == f"{SVG}rect"
    assert not re.search(r"[<&\\@]", rules(drawn))
