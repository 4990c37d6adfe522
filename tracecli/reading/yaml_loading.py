"""A YAML text → data and problems."""

from __future__ import annotations

from functools import partial
from typing import Any

import yaml

from tracecli.problems import Problem, Span
from tracecli.reading.collector import collector_paused
from tracecli.reading.limits import Limits
from tracecli.reading.places import Loaded, broken
from tracecli.reading.wording import fault
from tracecli.reading.yaml_breaks import unseen_breaks
from tracecli.reading.yaml_building import Builder, StopError
from tracecli.reading.yaml_nodes import find

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # PyYAML can be built without libyaml: 10 times slower


def load(text: str, limits: Limits) -> Loaded:
    """Read a YAML text that is not blank."""
    builder = Builder(text, limits)
    try:
        with collector_paused():
            _build(builder, text)
        if builder.top is not None:
            builder.add(unseen_breaks(text, builder.top))
    except StopError as stop:
        return broken(*_sorted([*builder.problems, stop.problem]))
    except yaml.YAMLError as error:
        return broken(*_sorted([*builder.problems, _explain(text, error, limits)]))
    if builder.top is None:
        return broken(fault("syntax", "the file holds only comments: a trace was expected", Span(0, 0)))
    return Loaded(builder.top.data, _sorted(builder.problems), find=partial(find, builder.top))


def _build(builder: Builder, text: str) -> None:
    for event in yaml.parse(text, Loader=_LOADER):
        if type(event) is yaml.DocumentStartEvent and builder.top:
            if builder.top.data is None:
                message = "the document before this line is empty, and one document a file is read: take this line out"
                raise StopError(fault("syntax", message, _span(event)))
            message = "a second document begins here: one document a file"
            builder.problems.append(fault("syntax", message, _span(event)))
            return
        builder.take(event)


def _explain(text: str, error: yaml.YAMLError, limits: Limits) -> Problem:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark and "nesting depth" in (error.problem or ""):
        return _too_deep(text[: error.problem_mark.index], limits)
    from tracecli.reading.yaml_words import explain  # noqa: PLC0415 -- only for a broken text

    return explain(text, error)


def _too_deep(text: str, limits: Limits) -> Problem:
    """Find where our limit is passed: libyaml looks ahead and stops at 1,000 levels before it has given one."""
    try:
        _build(Builder(text, limits), text)
    except StopError as stop:
        return stop.problem
    except yaml.YAMLError:  # the text is cut off, of course
        pass
    return fault("too-deep", "this is nested deeper than the YAML parser goes", Span(len(text) - 1, len(text)))


def _span(event: Any) -> Span:  # the marks are typed as optional, which they are not
    return Span(event.start_mark.index, event.end_mark.index)


def _sorted(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.place.span.start if problem.place.span else 0))
