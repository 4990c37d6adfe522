"""What a rule is: an id, a severity, and a function from a shape to problems.

Each rule has a module of its name here; its docstring is the rule's manual page (`page.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tracecli.checking.shape import Shape
from tracecli.problems import Problem, Severity

Check = Callable[[Shape], Iterator[Problem]]


class Rule(NamedTuple):
    """A rule of the format.

    Attributes:
        id: Its name, as findings carry it.
        severity: How much its findings matter as a rule; a finding may say otherwise.
        check: Finds its problems; None for what reading and the schema find.
    """

    id: str
    severity: Severity
    check: Check | None = None
