"""A trace as text of another form, one format a module; pure functions: the same trace gives the same characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import cast


class Takes(StrEnum):
    """What an exporter is given."""

    DOCUMENT = "document"
    """The data of the whole document, as it was read: `export(data)`."""
    SCENARIO = "scenario"
    """A trace and one of its scenarios: `export(trace, scenario, …)`."""
    EITHER = "either"
    """A trace, and a scenario or None for all of them: `export(trace, scenario, …)`."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that a trace can be written in.

    Attributes:
        name: What the command line calls it.
        ending: How such files usually end.
        takes: What its function is given; options of a format follow as keywords.
        module: Where its `export` is; imported only when it is asked for.
    """

    name: str
    ending: str
    takes: Takes
    module: str
    function: str = "export"

    def load(self) -> Callable[..., str]:
        """Import the format's module and give its `export`."""
        return cast("Callable[..., str]", getattr(import_module(self.module), self.function))


EXPORTERS = (
    Exporter("html", ".html", Takes.EITHER, "tracecli.export.html"),
    Exporter("svg", ".svg", Takes.SCENARIO, "tracecli.export.svg"),
    Exporter("markdown", ".md", Takes.EITHER, "tracecli.export.markdown"),
    Exporter("mermaid", ".mmd", Takes.EITHER, "tracecli.export.mermaid"),
    Exporter("asciicast", ".cast", Takes.SCENARIO, "tracecli.export.asciicast"),
    Exporter("perfetto", ".perfetto.json", Takes.EITHER, "tracecli.export.perfetto"),
    Exporter("itf", ".itf.json", Takes.SCENARIO, "tracecli.export.itf"),
    Exporter("json", ".json", Takes.DOCUMENT, "tracecli.export.data", "export_json"),
    Exporter("yaml", ".yaml", Takes.DOCUMENT, "tracecli.export.data", "export_yaml"),
)
"""Every format, in the order in which they are listed."""
