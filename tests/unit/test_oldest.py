"""What the package needs, at its lower bounds: each has one, and the command line knows what Typer raises there."""

from __future__ import annotations

import re
import sys
from importlib.metadata import version

import pytest
import typer
from packaging.version import Version

from tests.oldest import oldest, pinned
from tracecli.commands import errors


def test_every_dependency_is_pinned_to_its_lower_bound() -> None:
    assert pinned("Typer[all]>=0.27.2,<0.29") == "Typer==0.27.2"
    assert [requirement.partition("==")[0] for requirement in oldest()] == [
        "typer",
        "rich",
        "jsonschema",
        "jsonschema-rs",
        "pyyaml",
    ]


@pytest.mark.parametrize("requirement", ["rich", "rich<15", "rich!=14.1"])
def test_a_dependency_without_a_lower_bound_is_refused(requirement: str) -> None:
    with pytest.raises(ValueError, match="has no lower bound"):
        pinned(requirement)


@pytest.mark.parametrize("requirement", oldest())
def test_nothing_older_than_the_lower_bound_is_installed(requirement: str) -> None:
    name, _, lowest = requirement.partition("==")

    assert Version(version(name)) >= Version(lowest)


def test_the_command_line_has_words_for_whatever_typer_raises_at_its_users() -> None:
    modules = {name: module for name, module in sys.modules.items() if re.fullmatch(r"typer\..*exceptions", name)}
    raised = {
        kind
        for name, module in modules.items()
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, BaseException) and kind.__module__ == name
    }
    known = tuple(kind for kinds, _ in errors._TABLE for kind in kinds if kind is not Exception)

    assert len(raised) > 8
    assert {kind.__name__ for kind in raised if not issubclass(kind, (*known, typer.Exit))} == set()
