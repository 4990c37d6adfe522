"""no-alt (warning): a trace with a drawing does not describe it in words.

People who can't see the drawing get 'alt' instead, in the web page, in Markdown and from a screen reader. A sentence or
two about what is connected to what is enough; the steps say the rest.

Fails:

    targets:
      launch: {id: loop-launch, kind: node, label: Launch step}

Passes:

    alt: "Flow diagram: a scheduler picks and launches a batch, and the GPU reads its inputs from a map."
    targets:
      launch: {id: loop-launch, kind: node, label: Launch step}
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.problems import Place, Problem, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Ask for words where there is something to see."""
    if shape.targets and not shape.has_alt:
        yield Problem(
            rule="no-alt",
            severity=Severity.WARNING,
            message="this trace has a drawing, and no 'alt' that describes it to those who can't see it",
            place=Place(("targets",), "key"),
        )
