"""The words of the format, explained: where each belongs, what the schema says of it, and an example."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from tracecli.resources import schema_text
from tracecli.text import Line, Run, line, wrap

_WIDTH = 80
_HOLDERS = {  # definition of the schema → what people call it, in the order of a document
    "": "a trace",
    "source": "a source",
    "target": "a target",
    "lane": "a lane",
    "claim": "a claim",
    "timing": "the trace's timing",
    "scenario": "a scenario",
    "scenarioTiming": "a scenario's timing",
    "step": "a step",
    "stepTiming": "a step's timing",
}


class WordPage(NamedTuple):
    """What there is to say of a word."""

    word: str
    places: tuple[
        tuple[str, str, bool], ...
    ]  # whose property it is, what the schema says of it, whether it must be there
    body: str  # paragraphs with an empty line between them; may be empty
    example: str  # YAML; may be empty


@cache
def words() -> Mapping[str, WordPage]:
    """Return every property of the format with its page, in the order of a document."""
    schema: dict[str, Any] = json.loads(schema_text())
    places: dict[str, list[tuple[str, str, bool]]] = {}
    for name, holder in _HOLDERS.items():
        part = schema["$defs"][name] if name else schema
        for word, about in part["properties"].items():
            if word != "$schema":
                places.setdefault(word, []).append((holder, about["description"], word in part.get("required", ())))
    return {word: WordPage(word, tuple(found), *_BODIES.get(word, ("", ""))) for word, found in places.items()}


def word_text(page: WordPage) -> Iterator[Line]:
    """Return a word's page for people."""
    yield line(Run(page.word, "head"), Run(" (a word of the format)", "quiet"))
    for holder, description, required in page.places:
        yield ()
        yield line(Run(f"of {holder}", "head"), Run(", required" if required else "", "quiet"))
        yield from (line(Run(row, "text")) for row in wrap(description, _WIDTH))
    for paragraph in page.body.split("\n\n") if page.body else ():
        yield ()
        yield from (line(Run(row, "text")) for row in wrap(" ".join(paragraph.split()), _WIDTH))
    if page.example:
        yield ()
        yield line(Run("Example:", "head"))
        yield ()
        yield from (line(Run(f"  {row}", "excerpt")) for row in page.example.splitlines())


def word_markdown(page: WordPage) -> str:
    """Return a word's page as Markdown."""
    rows = [f"- of {holder}{', required' if required else ''}: {text}" for holder, text, required in page.places]
    body = "\n\n".join(" ".join(paragraph.split()) for paragraph in page.body.split("\n\n"))
    example = f"```yaml\n{page.example}\n```" if page.example else ""
    return "\n\n".join(part for part in (f"## {page.word}", "\n".join(rows), body, example) if part) + "\n"


def word_data(page: WordPage) -> dict[str, Any]:
    """Return a word's page as data for JSON."""
    places = [{"of": holder, "description": text, "required": required} for holder, text, required in page.places]
    return {"word": page.word, "places": places, "description": page.body, "example": page.example}


_STATE = """A state says what holds at one moment of the step, always the same one: in a step that waits, an instant of
the wait (from entering it to leaving it, both included), in every other step its end. One instant must make all of its
values true together.

Write either `state` with every state key, or `changes` with only those keys that the step changes. `changes: {}` says
that nothing changes. `initial` is always full. Values are text: put `yes`, `no` and numbers in quotes."""

_STATE_EXAMPLE = """stateLabels: {gpu: GPU work, queue: Result queue}
scenarios:
- initial: {gpu: idle, queue: empty}
  steps:
  - title: Launch batch k
    changes: {gpu: forward k}
  - title: Append batch k
    state: {gpu: forward k, queue: k}"""

_BODIES: dict[str, tuple[str, str]] = {
    "state": (_STATE, _STATE_EXAMPLE),
    "changes": (_STATE, _STATE_EXAMPLE),
    "initial": (_STATE, _STATE_EXAMPLE),
    "stateLabels": (
        """The keys are yours, and so is their order, which is the order of display. A key can't begin with x-.""",
        _STATE_EXAMPLE,
    ),
    "active": (
        """`active` are the nodes that do something in this step, and `paths` the edges that something travels. Both are
lit in the drawing. A node that merely holds something is not active: its value is part of the state.""",
        """targets:
  client: {label: Client, at: [0, 0]}
  server: {label: Server, at: [1, 0]}
  request: {label: Segments, from: client, to: server}
scenarios:
- steps:
  - title: Send SYN
    active: [client]
    paths: [request]
    messages: {request: SYN, seq=100}""".replace("{request: SYN, seq=100}", "{request: 'SYN, seq=100'}"),
    ),
    "unselected": (
        """A scenario that does not use a target either lists it here, so that a reader knows that it was left out on
purpose, or leaves `unselected` out: then it is derived, and a target that no scenario uses is reported.""",
        """scenarios:
- id: serial
  unselected: [queue, launchQueue]""",
    ),
    "duration": (
        """The time that playback stays on a step, so that people can read its words. It is never a measurement, and
no output shows it as latency. Left out, it is the time that title and description need at 350 words a minute, rounded
up to 100 ms, and at least a second.""",
        """steps:
- title: Launch batch k
  duration: 2800""",
    ),
    "lanes": (
        """A lane is a state key as a row over all steps. `quiet` lists the values at which it is not working, so that
pictures don't draw idle time as work. Without `lanes`, every state key is a lane and nothing is quiet.""",
        """lanes:
  cpu: {quiet: [idle, waits for batch k]}
  gpu: {quiet: [idle]}""",
    ),
    "claims": (
        """What the trace promises about its states. `validate` checks each claim at the initial state and at every
step, and `claim-broken` says where one does not hold. `{i}` is any iteration (k, k−1, k+1 or a whole number), the same
one throughout a claim.

`trace explain claim-broken` has an example of each kind that fails, and one that passes.""",
        """claims:
- name: idle-matches-gpu          # where the first holds, so does the second; else the third
  when: {gpu: idle}
  then: {idle: 'yes'}
  else: {idle: 'no'}
- name: stored-after-forward      # both never hold at once
  when: {inputs: 'batch {i} tokens stored'}
  never: {gpu: 'forward {i}'}
- name: progress                  # for one {i}, only forwards
  order: {inputs: ['batch {i} tokens pending', 'batch {i} tokens stored']}
- name: words                     # nothing else is allowed
  values: {gpu: [idle, 'forward {i}']}
- name: handshake                 # allowed changes
  moves: {server: [[LISTEN, SYN-RECEIVED], [SYN-RECEIVED, ESTABLISHED]]}""",
    ),
    "timing": (
        """Facts that say what a loop costs. `trace time` shows the time of an iteration as a formula of named costs,
and `validate` reports states that can't be at these costs. All of it is model time from declared costs, never a
measurement; `basis` says where the costs come from.

A step pops from a queue, waits, takes time, puts into a queue, starts work, and waits until it ends, in this order. A
wait is NAME, NAME of k−1, or NAME of oldest (the batch that was popped).""",
        """timing:
  unit: ms
  basis: Invented, to show the shape of the loop.
  costs: {launch: 1, update: 2, forward: 9}
  resources: {cpu: Scheduler thread, gpu: GPU}
scenarios:
- timing:
    thread: cpu
    work: {fwd: {resource: gpu, takes: forward}}
    queues: {results: 1}
    in_flight: {gpu: fwd, queue: results}
  steps:
  - timing: {takes: launch, starts: fwd, puts: results}
  - timing: {pops: results, waits: fwd of oldest}
  - timing: {takes: update}""",
    ),
    "sources": (
        """What the trace rests on. A source with an `id` can be cited by steps, so that a reader can look the code up,
and `trace sources` can say which step became false.""",
        """sources:
- id: run-batch
  title: Scheduler.run_batch
  url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L4658-L4756
  symbol: Scheduler.run_batch
scenarios:
- steps:
  - title: Enter run_batch
    sources: [run-batch]""",
    ),
    "shows": (
        """A node that shows a state key carries its value in the drawing, and looks idle while that value is quiet.""",
        """targets:
  gpu: {label: GPU, at: [1, 1], shows: gpu}""",
    ),
}
for _word, _same in (("paths", "active"), ("messages", "active"), ("quiet", "lanes"), ("costs", "timing")):
    _BODIES[_word] = _BODIES[_same]
