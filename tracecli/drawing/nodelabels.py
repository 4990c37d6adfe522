"""Labels of nodes in few lines."""

from __future__ import annotations

import re
from collections.abc import Callable

_PARTS = re.compile(r"[^\s_./:-]*[\s_./:-]*")  # a long name of code may be parted after its joints too


def two_lines(label: str, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part `label` in two so that the longer line is as short as can be; a label without joints stays whole.

    Args:
        label: One line.
        measure: Gives how broad a text is.
    """
    ends = [part.end() for part in _PARTS.finditer(label)]
    choices = [(label[:end].rstrip(), label[end:].lstrip()) for end in ends]
    parted = [choice for choice in choices if all(choice)]
    best = min(parted, key=lambda lines: max(map(measure, lines)), default=(label,))
    return best if max(map(measure, best)) < measure(label) else (label,)
