"""The rules about what the drawing shows."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.problems import Place, Pointer, Problem, Related, Severity


def lone_path(shape: Shape) -> Iterator[Problem]:
    """lone-path (warning): an edge is lit between two nodes, and neither of them is active.

    In a step with an active node, something travels from a node at work or to one. A lit edge with two dark ends is
    mostly a slip: the wrong edge, or a node that was forgotten in 'active'. Steps without an active node and edges
    without 'from' and 'to' are not judged.

    Fails:

        targets:
          client: {label: Client}
          server: {label: Server}
          timer: {label: Timer}
          syn: {label: SYN, from: client, to: server}
        scenarios:
        - steps:
          - active: [timer]
            paths: [syn]

    Passes:

        targets:
          client: {label: Client}
          server: {label: Server}
          timer: {label: Timer}
          syn: {label: SYN, from: client, to: server}
        scenarios:
        - steps:
          - active: [timer, client]
            paths: [syn]
    """
    targets = shape.targets or {}
    for scenario in shape.scenarios:
        for step in scenario.steps:
            if not step.active or not {*step.active} <= targets.keys():
                continue  # nothing is active, or a name is not known that may be an end
            for index, path in enumerate(step.paths or ()):
                if path in (scenario.unselected or ()):
                    continue  # wrong already
                ends = [end for end in targets[path].ends.values() if end is not None] if path in targets else []
                if path is not None and len(ends) == 2 and not set(ends).intersection(step.active):
                    yield Problem(
                        rule="lone-path",
                        severity=Severity.WARNING,
                        message=f"{name(path)} is lit, and neither {name(ends[0])} nor {name(ends[1])} is active",
                        place=Place((*step.pointer, "paths", index)),
                        related=(Related(f"{path} is declared", Place(("targets", path), "key")),),
                    )


def same_cell(shape: Shape) -> Iterator[Problem]:
    """same-cell (warning): two nodes have one place on the grid.

    'at' is the cell [column, row] of a node in the drawing. Two nodes in one cell are moved apart by every picture, and
    not where their author meant.

    Fails:

        targets:
          client: {label: Client, at: [0, 0]}
          server: {label: Server, at: [0, 0]}

    Passes:

        targets:
          client: {label: Client, at: [0, 0]}
          server: {label: Server, at: [1, 0]}
    """
    first: dict[tuple[int, int], tuple[str, Pointer]] = {}
    for key, target in (shape.targets or {}).items():
        if target.cell is None:
            continue
        other, place = first.setdefault(target.cell, (key, target.pointer))
        if other != key:
            yield Problem(
                rule="same-cell",
                severity=Severity.WARNING,
                message=f"{name(key)} has the same cell as {name(other)}",
                place=Place((*target.pointer, "at")),
                related=(Related(f"{other} is here too", Place((*place, "at"))),),
            )
