"""Every rule has a manual page, and its examples are true."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.unit.checking_helpers import rules, small
from tracecli.checking import RULES, Rule, check
from tracecli.checking.rules.rule import page
from tracecli.checking.source_files import Escapes, Found, Look, Missing, is_absolute
from tracecli.problems import Severity
from tracecli.reading import read_bytes, read_file

# What is wrong with the text itself: their examples are whole texts, the others' are laid over a small trace.
_OF_THE_TEXT = {"syntax", "encoding", "duplicate-key", "too-deep", "too-large", "yaml-type"}
_STATES = {"stateLabels", "initial", "state"}


class _Files:
    """A folder that holds nothing but a licence."""

    def look(self, path: str, *, digest: bool) -> Look:
        if is_absolute(path):
            return Escapes(absolute=True)
        return Found("1" * 64 if digest else None) if path == "LICENSE" else Missing("there is no such file")


def _laid_over(base: Any, example: Any) -> Any:
    """Lay an example over a trace: mappings by key, lists of mappings by index, states and all else as they are."""
    if isinstance(base, dict) and isinstance(example, dict):
        return {**base, **{key: _laid_over(base.get(key), example[key]) for key in example.keys() - _STATES}} | {
            key: example[key] for key in example.keys() & _STATES
        }
    if isinstance(base, list) and isinstance(example, list) and example and isinstance(example[0], dict):
        copies = [copy.deepcopy(base[min(index, len(base) - 1)]) for index in range(len(example))]
        return [_laid_over(below, value) for below, value in zip(copies, example, strict=True)]
    return example


def _linked(example: str, folder: Path) -> set[str]:
    """Make the link that an example shows, in a repository, and read it."""
    link, _, target = example.partition(" -> ")
    (folder / ".git").mkdir(exist_ok=True)
    (folder / link).parent.mkdir(exist_ok=True)
    (folder / "drafts").mkdir(exist_ok=True)
    (folder / "drafts" / "mine.yaml").write_text("version: 1\n")
    (folder / link).unlink(missing_ok=True)
    (folder / link).symlink_to(target)
    return {problem.rule for problem in read_file(folder / link).problems}


def _rules_of(rule: Rule, example: str, folder: Path) -> set[str]:
    if rule.id == "link-escapes":
        return _linked(example, folder)
    name = "t.json" if example.startswith("{") else "t.yaml"
    document = read_bytes(example.encode(), name)
    if rule.id in _OF_THE_TEXT:
        return {problem.rule for problem in check(document).problems}
    assert not document.problems, example
    base = small()
    del base["alt"]
    return set(rules(_laid_over(base, document.data), _Files()))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_page_says_what_and_why_with_examples_that_are_true(rule: Rule, tmp_path: Path) -> None:
    manual = page(rule)

    assert manual.summary.endswith(".")
    assert manual.summary[0].islower() or not manual.summary[0].isalpha()
    assert len(manual.body.split()) > 15
    assert rule.id in _rules_of(rule, manual.failing, tmp_path)
    assert rule.id not in _rules_of(rule, manual.passing, tmp_path)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_first_line_of_a_page_names_the_rule_and_its_severity(rule: Rule) -> None:
    module = __import__(f"tracecli.checking.rules.{rule.id.replace('-', '_')}", fromlist=["check"])

    assert str(module.__doc__).startswith(f"{rule.id} ({rule.severity}): ")
    assert getattr(module, "check", None) is rule.check


def test_the_rules_are_those_of_the_format_with_their_severities() -> None:
    by_severity = {
        severity: " ".join(rule.id for rule in RULES if rule.severity is severity) for severity in reversed(Severity)
    }

    assert by_severity == {
        Severity.ERROR: "syntax encoding duplicate-key too-deep too-large link-escapes unknown-key missing-key wrong-type wrong-value "
        "unknown-target wrong-kind duplicate-id unselected-used state-keys source-hash bad-range",
        Severity.WARNING: "yaml-type unused-target spelling-split no-op-step duration-outlier unpinned-source no-alt",
        Severity.NOTE: "reading-time open-loop missing-source source-escapes",
    }
