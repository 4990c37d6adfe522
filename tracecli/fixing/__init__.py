"""Safe repairs by position: only the characters of a replaced value change, comments and layout stay."""

from __future__ import annotations

from tracecli.fixing.fix import Fixed, fixed, replacements
from tracecli.fixing.lists import Edit

__all__ = ["Edit", "Fixed", "fixed", "replacements"]
