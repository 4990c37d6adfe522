"""What is marked slow is left out and counted, unless it is asked for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import ROOT

_TESTS = """\
import pytest

def test_quick(): pass

@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_slow(number): pass
"""
_SAID = "3 slow tests were left out; pytest --slow runs them too"


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize(
    ("words", "passed"),
    [([], 1), (["--slow"], 4), (["-m", "slow"], 3), (["test_x.py::test_slow"], 3)],
    ids=str,
)
def test_slow_tests_are_left_out_and_counted(workers: str, words: list[str], passed: int, tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_x.py").write_text(_TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", workers, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert f"{passed} passed" in done.stdout
    assert (_SAID in done.stdout) == (not words)
