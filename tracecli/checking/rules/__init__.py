"""All rules, in the order of the manual: first what reading and the schema find, then what the rules here find."""

from __future__ import annotations

from tracecli.checking.rules import (
    claims,
    drawing,
    duplicate_id,
    no_alt,
    open_loop,
    references,
    source,
    spelling_split,
    state_keys,
    steps,
    timing,
    unknown_target,
    unselected,
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
    Rule("foreign-document", _ERROR),
    Rule("yaml-type", _WARNING),
    Rule("cut-by-comment", _WARNING),
    Rule("unknown-key", _ERROR),
    Rule("missing-key", _ERROR),
    Rule("wrong-type", _ERROR),
    Rule("wrong-value", _ERROR),
    Rule("unknown-target", _ERROR, unknown_target.check),
    Rule("wrong-kind", _ERROR, wrong_kind.check),
    Rule("duplicate-id", _ERROR, duplicate_id.check),
    Rule("unknown-source", _ERROR, references.unknown_source),
    Rule("unknown-edge", _ERROR, references.unknown_edge),
    Rule("unselected-used", _ERROR, unselected.unselected_used),
    Rule("unused-target", _WARNING, unselected.unused_target),
    Rule("state-keys", _ERROR, state_keys.check),
    Rule("no-op-change", _WARNING, steps.no_op_change),
    Rule("unknown-value", _WARNING, claims.unknown_value),
    Rule("claim-broken", _ERROR, claims.check),
    Rule("claim-idle", _WARNING),
    Rule("spelling-split", _WARNING, spelling_split.check),
    Rule("no-op-step", _WARNING, steps.no_op_step),
    Rule("reading-time", _NOTE, steps.reading_time),
    Rule("duration-outlier", _WARNING, steps.duration_outlier),
    Rule("lone-path", _WARNING, drawing.lone_path),
    Rule("same-cell", _WARNING, drawing.same_cell),
    Rule("open-loop", _NOTE, open_loop.check),
    Rule("missing-source", _NOTE, source.missing_source),
    Rule("source-hash", _ERROR, source.source_hash),
    Rule("source-escapes", _NOTE, source.source_escapes),
    Rule("unpinned-source", _WARNING, source.unpinned_source),
    Rule("bad-range", _ERROR, source.bad_range),
    Rule("no-alt", _WARNING, no_alt.check),
    Rule("unknown-cost", _ERROR),
    Rule("unknown-resource", _ERROR),
    Rule("unknown-work", _ERROR),
    Rule("unknown-queue", _ERROR),
    Rule("timing-queue", _ERROR),
    Rule("timing-deadlock", _ERROR),
    Rule("timing-unbounded", _WARNING),
    Rule("snapshot-contradiction", _WARNING, timing.check),
)
