"""Where schemas/ and traces/ are: the packaged copy if it is there, else the folder beside the package.

That one rule serves the wheel (which carries copies under `_data`), an editable install and a bare checkout.
"""

from __future__ import annotations

import os
from pathlib import Path

from tracecli.errors import TraceError

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """Return the folder `schemas` or `traces`.

    Raises:
        TraceError: When neither place has it, which means a damaged installation.
    """
    for place in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise TraceError(f"the installation lacks its {name}/ folder", "install steptrace again")


def is_packaged(path: str) -> bool:
    """Return whether a path, however it is spelled, names one of the copies that were installed with the package."""
    return os.path.abspath(path).startswith(os.path.join(_PACKAGE, "_data", ""))


def schema_names() -> list[str]:
    """Return the names of the published schemas, `trace` first."""
    names = sorted(path.name.removesuffix(".schema.json") for path in folder("schemas").glob("*.schema.json"))
    return sorted(names, key=lambda name: name != "trace")


def schema_text(name: str = "trace") -> str:
    """Return a published JSON Schema as it is on disk.

    Args:
        name: One of `schema_names()`.
    """
    return (folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
