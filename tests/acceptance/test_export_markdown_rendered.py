from __future__ import annotations

import html
import re

import cmarkgfm  # type: ignore[import-untyped]  # it has no types
import pytest
from cmarkgfm.cmark import Options  # type: ignore[import-untyped]  # it has no types

from tests.unit.export_helpers import HOSTILE, hostile, overlap
from tracecli.export.markdown import export
from tracecli.model import build
from tracecli.playback import moment
from tracecli.text import LINE_BREAK, guard, visible

_EXTENSIONS = ["table", "autolink", "strikethrough", "tasklist"]
_OURS = {
    *("blockquote", "br", "code", "em", "h1", "h2", "h3", "li", "p"),
    *("pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}


def _rendered(markdown: str) -> str:
    """Render as GitHub does, raw HTML and footnotes included."""
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    rendered: str = cmarkgfm.markdown_to_html_with_extensions(markdown, options, _EXTENSIONS)
    return rendered


def _shown(page: str) -> str:
    """Return the text of a page on one line, without the pictures."""
    page = re.sub(r"<pre.*?</pre>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<br ?/?>", " ", page))).split())


def test_github_shows_the_shipped_trace_as_meant() -> None:
    trace, _ = overlap()

    page = _rendered(export(trace))

    changes = [moment(trace, one, step).changed for one in trace.scenarios for step in range(1, 7)]
    assert page.count("<strong>") == sum(map(len, changes))
    assert page.count("<h1>") == 1
    assert page.count("<h3>") == 14
    assert page.count("<table>") == 14
    assert page.count('<pre><code class="language-mermaid">') == 1
    assert "<h3>5. Process batch k−1 during forward k</h3>" in page
    before, after = "<code>result_queue.append(k)</code>", "<code>process_batch_result(k−1)</code>"
    assert f"<td><strong>{after}</strong></td>\n<td>{before}</td>" in page
    assert page.count('<a href="https://github.com/') == 4


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_github_shows_hostile_texts_as_text(text: str) -> None:
    page = _rendered(export(build(hostile(text))))

    lines = [guard(visible(line.strip(" \t"))) for line in LINE_BREAK.split(text)]
    seen = {
        " ".join(" ".join(lines).split()),
        " ".join(guard(visible(" ".join(LINE_BREAK.split(text)).strip(" "))).split()),
    }
    assert sum(_shown(page).count(one) for one in seen) >= 13
    assert set(re.findall(r"<(\w+)", page)) <= _OURS


@pytest.mark.parametrize("text", ["@alice", "a@b.example", "#123", "GH-45", "https://example.org", "www.example.org"])
def test_nothing_is_left_that_a_filter_behind_markdown_would_link(text: str) -> None:
    page = _rendered(export(build(hostile(text))))

    assert text not in re.sub(r"<(pre|code).*?</\1>", "", page, flags=re.DOTALL)
    assert f"<code>{text}</code>" in page
