"""Safe repairs by position: only the characters of a replaced value change, comments and layout stay."""

from __future__ import annotations

from tracecli.fixing.edits import Edit
from tracecli.fixing.fix import Fixed, fixed, replacements

__all__ = ["Edit", "Fixed", "fixed", "replacements"]
