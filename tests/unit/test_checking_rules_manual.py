"""Every rule has a manual page, and its examples are true."""

from __future__ import annotations

import copy
import sys
from typing import Any

import pytest

from tests.unit.checking_helpers import rules, small
from tracecli.checking import RULES, Rule, check
from tracecli.checking.rules.pages import PAGES
from tracecli.checking.rules.rule import page
from tracecli.checking.source_files import Escapes, Found, Look, Missing, is_absolute
from tracecli.problems import Severity
from tracecli.reading import read_bytes

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


def _rules_of(rule: Rule, example: str) -> set[str]:
    name = "t.json" if example.startswith("{") else "t.yaml"
    document = read_bytes(example.encode(), name)
    if rule.id in _OF_THE_TEXT:
        return {problem.rule for problem in check(document).problems}
    assert not document.problems, example
    base = small()
    del base["alt"]
    return set(rules(_laid_over(base, document.data), _Files()))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_page_says_what_and_why_with_examples_that_are_true(rule: Rule) -> None:
    manual = page(rule)

    assert manual.summary.endswith(".")
    assert manual.summary[0].islower() or not manual.summary[0].isalpha()
    assert len(manual.body.split()) > 15
    assert rule.id in _rules_of(rule, manual.failing)
    assert rule.id not in _rules_of(rule, manual.passing)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_first_line_of_a_page_names_the_rule_and_its_severity(rule: Rule) -> None:
    source = PAGES[rule.id] if rule.check is None else str(sys.modules[rule.check.__module__].__doc__)

    assert source.startswith(f"{rule.id} ({rule.severity}): ")
    assert rule.check is None or rule.check.__module__.endswith(f".{rule.id.replace('-', '_')}")


def test_the_rules_are_those_of_the_format_with_their_severities() -> None:
    by_severity = {
        severity: " ".join(rule.id for rule in RULES if rule.severity is severity) for severity in reversed(Severity)
    }

    assert by_severity == {
        Severity.ERROR: "syntax encoding duplicate-key too-deep too-large unknown-key missing-key wrong-type wrong-value "
        "unknown-target wrong-kind duplicate-id unselected-used state-keys source-hash bad-range",
        Severity.WARNING: "yaml-type unused-target spelling-split no-op-step duration-outlier unpinned-source no-alt",
        Severity.NOTE: "reading-time open-loop missing-source source-escapes",
    }
