"""Every rule has a manual page, and its examples are true."""

from __future__ import annotations
