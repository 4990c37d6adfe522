"""The table of keys, as the help and README show it."""

from __future__ import annotations

from tests.unit.playing_helpers import stage, view
from tracecli.terminal.frame import sheet_of
from tracecli.terminal.view import BINDINGS, OPTIONS, bindings_markdown, hints
from tracecli.text import plain


def test_the_help_shows_every_key_and_every_option() -> None:
    shown = "\n".join(plain(row) for row in sheet_of(stage(), view(over="help"), 100, 999).lines)

    assert [row.shown for row in BINDINGS if f"  {row.shown} " not in shown] == []
    assert [row.says for row in BINDINGS if row.says not in shown] == []
    assert [name for name, _ in OPTIONS if f"  {name} " not in shown] == []


def test_readmes_tables_have_a_row_for_every_key() -> None:
    lines = list(bindings_markdown())

    assert sum(line.startswith("| `") for line in lines) == len(BINDINGS)
    assert "| `→ l j . Enter PgDn` | next step (pauses) |" in lines


def test_a_pipe_in_a_cell_would_break_the_table() -> None:
    assert not [row for row in BINDINGS if "|" in row.shown + row.says or "`" in row.shown]


def test_the_foot_names_help_and_leaving_first() -> None:
    assert hints("frame")[:2] == ("? help", "q leave")
