"""A rule's manual page as SARIF has it."""

from __future__ import annotations

from tracecli.checking.rules.page import Page
from tracecli.problems import Severity
from tracecli.report.manual import manual_markdown, manual_text
from tracecli.runs import plain

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def rule(page: Page) -> dict[str, object]:
    """Give a rule with its help, in text and in Markdown."""
    sentence = f"{page.summary[:1].upper()}{page.summary[1:]}"
    name = "".join(word.capitalize() for word in page.id.split("-"))
    return {
        "id": page.id,
        **({"name": name} if "-" in page.id else {}),  # one that only repeats the id is advised against (SARIF1001)
        "shortDescription": {"text": sentence},
        "fullDescription": {"text": page.body or sentence},
        "help": {"text": "\n".join(plain(line) for line in manual_text(page)), "markdown": manual_markdown(page)},
        "defaultConfiguration": {"level": LEVELS[page.severity]},
    }
