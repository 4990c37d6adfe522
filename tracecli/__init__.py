"""Play, check and compare authored traces of concurrent systems.

The Python API is three functions: `load` an address, `check` a file, `compare` two loaded scenarios or traces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracecli.api import check, compare, load

__all__ = ["__version__", "check", "compare", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import the API when it is first asked for: `trace --version` must not wait for it."""
    if name in __all__:
        from tracecli import api  # noqa: PLC0415 - late, see above

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
