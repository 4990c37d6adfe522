"""The exact parts list of wheel and sdist. `python -m tests.contents DIST` holds built files against it."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHEEL_LIST = ROOT / "tests" / "cases" / "contents" / "wheel.txt"
TOP = {
    ".pre-commit-hooks.yaml",
    "action.yml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
    ".gitignore",
}


_LEFT_OUT = {"__pycache__", "node_modules"}


def wheel_files(wheel: Path) -> list[str]:
    """Give the names in a wheel, with the version taken out of the folder of metadata."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    return sorted("dist-info/" + name.split("/", 1)[1] if ".dist-info/" in name else name for name in names)


def sdist_files(sdist: Path) -> list[str]:
    """Give the names in an sdist, without the folder that all are in."""
    with tarfile.open(sdist) as archive:
        return sorted(member.name.split("/", 1)[1] for member in archive.getmembers() if member.isfile())


def listed_wheel_files() -> list[str]:
    """Give the parts list as it is written down."""
    return WHEEL_LIST.read_text(encoding="utf-8").split()


def expected_sdist_files() -> list[str]:
    """Give what an sdist must hold: the wheel's files at home, docs and tests, and the files at the top."""
    home = [name.replace("tracecli/_data/", "") for name in listed_wheel_files() if not name.startswith("dist-info/")]
    files = [path.relative_to(ROOT) for top in ("docs", "tests") for path in (ROOT / top).rglob("*") if path.is_file()]
    return sorted({*home, *TOP, *(str(path) for path in files if not _LEFT_OUT & set(path.parts))})


def differences(found: list[str], expected: list[str]) -> list[str]:
    """Say what is there too much and what is missing, a line each."""
    extra = [f"not on the list: {name}" for name in sorted(set(found) - set(expected))]
    return extra + [f"missing: {name}" for name in sorted(set(expected) - set(found))]


def main(folder: Path) -> int:
    """Check the wheel and the sdist of a folder; give 1 when their contents differ from the list."""
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    wrong = differences(wheel_files(wheel), listed_wheel_files())
    wrong += differences(sdist_files(sdist), expected_sdist_files())
    for line in wrong:
        sys.stdout.write(f"{line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
