"""The rules about what steps and targets refer to besides targets: sources, messages, state keys."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import ask, name
from tracecli.problems import Place, Problem, Related, Severity


def unknown_source(shape: Shape) -> Iterator[Problem]:
    """unknown-source (error): a step cites a source that is not there.

    'sources' of a step lists the ids of the trace's sources that the step rests on, so that a reader can look them up
    and `trace sources` can say which step became false. The finding gives the nearest id.

    Fails:

        sources:
        - {id: run-batch, title: The scheduler's run_batch, url: 'https://example.com/scheduler.py'}
        scenarios:
        - steps:
          - sources: [run_batch]

    Passes:

        sources:
        - {id: run-batch, title: The scheduler's run_batch, url: 'https://example.com/scheduler.py'}
        scenarios:
        - steps:
          - sources: [run-batch]
    """
    known = {source.id: source for source in shape.sources if source.id is not None}
    for scenario in shape.scenarios:
        for step in scenario.steps:
            for index, cited in enumerate(step.sources):
                if cited is None or cited in known:
                    continue
                found = shape.near.names(cited, known)
                yield Problem(
                    rule="unknown-source",
                    severity=Severity.ERROR,
                    message=f"{name(cited)} is not the id of a source{ask(found, cited)}",
                    place=Place((*step.pointer, "sources", index)),
                    related=tuple(Related(f"{key} is declared", Place((*known[key].pointer, "id"))) for key in found),
                    suggestion=found[0] if len(found) == 1 else None,
                )


def unknown_edge(shape: Shape) -> Iterator[Problem]:
    """unknown-edge (error): a message travels on an edge that its step does not use.

    The keys of 'messages' are edges that the same step lists in 'paths': a message is shown on the lit edge, and one on
    an edge that is not lit would be seen by no one.

    Fails:

        scenarios:
        - steps:
          - paths: [clientServer]
            messages: {serverClient: 'SYN'}

    Passes:

        scenarios:
        - steps:
          - paths: [clientServer]
            messages: {clientServer: 'SYN'}
    """
    for scenario in shape.scenarios:
        for step in scenario.steps:
            paths = tuple(path for path in step.paths or () if path is not None)
            for edge in step.messages:
                if edge in paths or step.paths is None:
                    continue
                found = shape.near.names(edge, paths)
                yield Problem(
                    rule="unknown-edge",
                    severity=Severity.ERROR,
                    message=f"{name(edge)} is not in 'paths' of this step{ask(found, edge)}",
                    place=Place((*step.pointer, "messages", edge), "key"),
                    suggestion=found[0] if len(found) == 1 else None,
                )
