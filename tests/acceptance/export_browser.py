"""Mermaid itself, in a browser: what it says to a diagram, and what it draws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.browser import Chromium, until
from tests.support.tools import missing

_MERMAID = Path(__file__).parent / "node" / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"
_PAGE = """<!doctype html>
<meta charset="utf-8">
<script src="%s"></script>
<pre id="answer"></pre>
<script>
const found = (picture, what) => picture.querySelectorAll(what).length;
const draw = async (text, number) => {
  const parsed = await mermaid.parse(text);
  const picture = document.createElement("div");
  picture.innerHTML = (await mermaid.render("d" + number, text)).svg;
  const texts = [...picture.querySelectorAll("text, foreignObject")].map((element) => {
    element.querySelectorAll("br").forEach((line) => line.replaceWith(" "));
    return element.textContent;
  });
  return {
    type: parsed.diagramType, texts, width: picture.querySelector("svg").viewBox.baseVal.width,
    title: picture.querySelector("title").textContent, description: picture.querySelector("desc").textContent,
    foreign: found(picture, "script, a, img, i"),
  };
};
(async () => {
  mermaid.initialize({ startOnLoad: false });
  const answers = [];
  for (const [number, text] of %s.entries())
    answers.push(await draw(text, number).catch((error) => ({ error: String(error.message || error) })));
  document.querySelector("#answer").textContent = JSON.stringify(answers);
})();
</script>
"""


def drawn(browser: Chromium, diagrams: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    """Parse and draw diagrams with the settings that Mermaid has by itself.

    Args:
        browser: The browser.
        diagrams: Their texts.
        folder: A folder of the test's own.

    Returns:
        For each what it is (`type`), its `width` in pixels, all its `texts`, `title` and `description`, and how many `foreign` elements
        (scripts, links, pictures, icons) are in it; or its `error`.
    """
    if not _MERMAID.is_file():
        missing("mermaid: npm ci --prefix tests/acceptance/node")
    path = folder / "page.html"
    path.write_text(_PAGE % (_MERMAID.as_uri(), json.dumps(list(diagrams)).replace("<", "\\u003c")), encoding="utf-8")
    page = browser.page()
    page.goto(path.as_uri())
    answer = page.locator("#answer")
    until(page, answer.text_content)
    answers: list[dict[str, Any]] = json.loads(answer.text_content() or "")
    return answers
