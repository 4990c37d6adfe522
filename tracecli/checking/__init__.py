"""A document becomes a checked trace and problems: the published schema, and one module for each rule beyond it."""

from __future__ import annotations

from tracecli.checking.pipeline import Checked, check
from tracecli.checking.rules import RULES, Rule
from tracecli.checking.source_files import SourceFiles

__all__ = ["RULES", "Checked", "Rule", "SourceFiles", "check"]
