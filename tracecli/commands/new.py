"""`trace new`: a valid skeleton to start from."""

from __future__ import annotations

import json
import os

from tracecli.errors import ExitCode, TraceError
from tracecli.library.addresses import ENDINGS, ID, quoted
from tracecli.library.writing import write_new
from tracecli.terminal import output
from tracecli.text import visible


def run(name: str, *, as_json: bool) -> ExitCode:
    """Write the skeleton to a new file; a file that exists is left as it is.

    Args:
        name: Path of the file; without an ending `.yaml` (or `.json`) is added.
        as_json: Write JSON where the name has no ending that says otherwise.
    """
    if os.path.basename(name) in {"", ".", ".."} or os.path.basename(name).lower() in ENDINGS:
        raise TraceError(f"{name or 'an empty name'} names no file", "trace new demo makes demo.yaml")
    path = name if name.lower().endswith(ENDINGS) else f"{name}{'.json' if as_json else '.yaml'}"
    if as_json and not path.lower().endswith(".json"):
        raise TraceError(f"--json writes JSON, and {path} does not end in .json")
    stem = os.path.splitext(os.path.basename(path))[0]
    write_new(path, (_json(stem) if path.lower().endswith(".json") else _yaml(stem)).encode())
    output.out(f"{visible(path)} is a valid trace of two steps")
    pasted = quoted(f"./{path}" if path.startswith("-") else path)
    output.err(f"next: trace validate {pasted} && trace play {pasted}")
    return ExitCode.OK


def _word(text: str) -> str:
    """Write a text for the skeleton; a lone surrogate of a file name can't be written."""
    from tracecli.reading.yaml_text import in_quotes

    return in_quotes(text.encode(errors="replace").decode())


def _scenario_id(stem: str) -> str:
    return stem if ID.fullmatch(stem) else "main"


def _yaml(stem: str) -> str:
    title = stem if stem.strip() else "main"  # a title needs more than spaces
    return _YAML.replace("@id@", _word(_scenario_id(stem))).replace("@title@", _word(title))


def _json(stem: str) -> str:
    from tracecli.reading import read_bytes

    data = read_bytes(_yaml(stem).encode(), "skeleton.yaml").data
    if not isinstance(data, dict):  # the template is ours, and a test reads it
        raise TypeError
    return json.dumps({"$schema": "./trace.schema.json", **data}, indent=2, ensure_ascii=False) + "\n"


_YAML = """\
# yaml-language-server: $schema=./trace.schema.json
# `trace schema > trace.schema.json` puts the schema beside this file: editors then help while you type.
version: 1
language: en
title: @title@
description: What this trace follows, in two sentences. Which code, which version, which case.
caption: Written by hand. Playback time is not measured latency.
alt: "Flow diagram: a producer puts an item into a queue"

# What is shown at every step, in this order.
stateLabels:
  producer: Producer
  queue: Queue

# The drawing: nodes stand in cells [column, row], edges lead from one node to another.
targets:
  make:
    id: make
    kind: node
    label: Producer
    at: [0, 0]
  queue:
    id: queue
    kind: node
    label: Queue
    at: [1, 0]
  put:
    id: put
    kind: edge
    label: Put an item
    from: make
    to: queue

limitations:
  - One producer and one item; waiting and errors are left out.

scenarios:
  - id: @id@
    title: One item goes into the queue
    description: The producer makes an item and puts it into the queue.
    initial:
      producer: idle
      queue: empty
    unselected: []
    steps:
      - title: Make an item
        description: The producer works alone.
        duration: 2500
        active: [make]
        paths: []
        state:
          producer: makes item 1
          queue: empty
      - title: Put it into the queue
        description: Nothing waits; the queue has room.
        duration: 2500
        active: [queue]
        paths: [put]
        state:
          producer: idle
          queue: item 1
"""
