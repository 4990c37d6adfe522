"""Each document that breaks such tools, through each command that reads a trace, in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.hostile import BROKEN, SOUND
from tests.support.program import SEED
from tests.unit.commanding import readers, told
from tracecli.errors import ExitCode
from tracecli.text import plain


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_document_stops_every_command_before_it_writes(name: str, tmp_path: Path) -> None:
    rule, raw = BROKEN[name]
    path = tmp_path / name
    path.write_bytes(raw)

    for command, run in readers(str(path), str(SEED), "serial"):
        done = told(run)
        assert (done.code, done.out) == (ExitCode.FAILED, ""), command
        assert done.error is not None
        assert f" error {rule}: " in "\n".join(map(plain, done.error.evidence)), command


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_document_is_told_by_every_command(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(SOUND[name])

    for command, run in readers(str(path), str(SEED), "serial"):
        done = told(run)
        if command == "export mermaid":  # the founding document's edges name no ends
            assert done.error is not None
            continue
        assert done.error is None, command
        assert done.out, command
