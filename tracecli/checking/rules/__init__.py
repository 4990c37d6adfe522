"""All rules, in the order of the manual: first what reading and the schema find, then what the rules here find."""

from __future__ import annotations

from tracecli.checking.rules import (
    bad_range,
    duplicate_id,
    duration_outlier,
    missing_source,
    no_alt,
    no_op_step,
    open_loop,
    reading_time,
    source_escapes,
    source_hash,
    spelling_split,
    state_keys,
    unknown_target,
    unpinned_source,
    unselected_used,
    unused_target,
    wrong_kind,
)
from tracecli.checking.rules.rule import Rule
from tracecli.problems import Severity

__all__ = ["RULES", "Rule"]

_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

RULES: tuple[Rule, ...] = (
    Rule("syntax", _ERROR),
    Rule("encoding", _ERROR),
    Rule("duplicate-key", _ERROR),
    Rule("too-deep", _ERROR),
    Rule("too-large", _ERROR),
    Rule("link-escapes", _ERROR),
    Rule("yaml-type", _WARNING),
    Rule("cut-by-comment", _WARNING),
    Rule("unknown-key", _ERROR),
    Rule("missing-key", _ERROR),
    Rule("wrong-type", _ERROR),
    Rule("wrong-value", _ERROR),
    Rule("unknown-target", _ERROR, unknown_target.check),
    Rule("wrong-kind", _ERROR, wrong_kind.check),
    Rule("duplicate-id", _ERROR, duplicate_id.check),
    Rule("unselected-used", _ERROR, unselected_used.check),
    Rule("unused-target", _WARNING, unused_target.check),
    Rule("state-keys", _ERROR, state_keys.check),
    Rule("spelling-split", _WARNING, spelling_split.check),
    Rule("no-op-step", _WARNING, no_op_step.check),
    Rule("reading-time", _NOTE, reading_time.check),
    Rule("duration-outlier", _WARNING, duration_outlier.check),
    Rule("open-loop", _NOTE, open_loop.check),
    Rule("missing-source", _NOTE, missing_source.check),
    Rule("source-hash", _ERROR, source_hash.check),
    Rule("source-escapes", _NOTE, source_escapes.check),
    Rule("unpinned-source", _WARNING, unpinned_source.check),
    Rule("bad-range", _ERROR, bad_range.check),
    Rule("no-alt", _WARNING, no_alt.check),
)
