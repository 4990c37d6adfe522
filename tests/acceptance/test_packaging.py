"""What is built holds exactly its parts, and each way to install finds schemas and traces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.contents import differences, expected_sdist_files, listed_wheel_files, sdist_files, wheel_files
from tests.support.program import ROOT

_GUARD = 300


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist and the wheel made from it, from a copy so that nothing is left in the checkout."""
    place = tmp_path_factory.mktemp("built")
    source = place / "source"
    ignored = shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".*_cache", ".hypothesis", "dist", "node_modules")
    shutil.copytree(ROOT, source, ignore=ignored)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(place / "dist"), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=_GUARD)
    return place / "dist"


def test_the_wheel_holds_exactly_its_parts(built: Path) -> None:
    (wheel,) = built.glob("*.whl")

    assert differences(wheel_files(wheel), listed_wheel_files()) == []


def test_the_sdist_holds_exactly_its_parts(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")

    assert differences(sdist_files(sdist), expected_sdist_files()) == []


def traces_listed_by(package: Path, cwd: Path) -> list[str]:
    """List the library with the package found in a folder, far from the checkout."""
    command = [sys.executable, "-m", "tracecli", "list", "--format", "json"]
    variables = os.environ | {"PYTHONPATH": str(package)}
    done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, check=True, timeout=_GUARD)
    return [one["name"] for one in json.loads(done.stdout)["traces"]]


def test_a_wheel_finds_its_traces_and_schemas(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")  # noqa: S202 - a wheel that this test has just built

    assert "overlap" in traces_listed_by(tmp_path / "site", tmp_path)
    assert (tmp_path / "site" / "tracecli" / "_data" / "schemas" / "trace.schema.json").is_file()


def test_a_bare_checkout_finds_its_traces(built: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (checkout,) = tmp_path.iterdir()

    assert "overlap" in traces_listed_by(checkout, tmp_path)


def test_the_installed_command_finds_its_traces(tmp_path: Path) -> None:
    program = shutil.which("trace", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.fail("the command trace is not installed beside this Python: pip install -e '.[dev]'")

    done = subprocess.run([program, "show", "overlap"], cwd=tmp_path, capture_output=True, timeout=_GUARD, check=False)

    assert done.returncode == 0
    assert "event_loop_overlap" in done.stdout.decode()
