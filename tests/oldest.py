"""The oldest environment that pyproject.toml allows. `python -m tests.oldest` prints it as requirements for pip."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


def pinned(requirement: str) -> str:
    """Give a requirement of exactly the version that is its lower bound.

    Args:
        requirement: As it stands in pyproject.toml, such as `typer>=0.27.2,<0.29`.

    Raises:
        ValueError: It has no lower bound: any version is said to do, which nobody has tried.
    """
    parsed = Requirement(requirement)
    lowest = [bound.version for bound in parsed.specifier if bound.operator == ">="]
    if len(lowest) != 1:
        raise ValueError(f"{requirement} has no lower bound")
    return f"{parsed.name}=={lowest[0]}"


def oldest() -> list[str]:
    """Give the lower bound of each thing that the package needs when it runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [pinned(requirement) for requirement in project["dependencies"]]


if __name__ == "__main__":
    sys.stdout.write("\n".join(oldest()) + "\n")
