"""What the shell is offered after Tab."""

from __future__ import annotations

from tracecli.errors import TraceError
from tracecli.library.catalog import Shelf, scenario_ids, shortest_addresses
from tracecli.resources import schema_names


def addresses(incomplete: str) -> list[str]:
    """Give scenarios by their id where one trace alone has it, `TRACE#SCENARIO` for all, and `TRACE#`."""
    try:
        shelf = Shelf.here()
        found = [(shelf.base(entry), scenario_ids(document.data)) for entry, document in shelf.traces()]
    except TraceError:
        return []
    whole = [address for name, ids in found for address in (f"{name}#", *(f"{name}#{one}" for one in ids))]
    shortest = [one for addresses in shortest_addresses(found) for one in addresses]
    offered = whole if "#" in incomplete else dict.fromkeys([*shortest, *whole])
    return [one for one in offered if one.startswith(incomplete)]


def traces(incomplete: str) -> list[str]:
    """Give the names of the library's traces as addresses."""
    return [one for one in addresses(incomplete) if one.endswith("#")]


def rules(incomplete: str) -> list[str]:
    """Give the rules' ids."""
    from tracecli.checking import RULES
    from tracecli.report.manual import SOURCE_PAGES

    ids = [*(rule.id for rule in RULES), *(page.id for page in SOURCE_PAGES)]
    return [one for one in ids if one.startswith(incomplete)]


def schemas(incomplete: str) -> list[str]:
    """Give the names of the published schemas."""
    return [name for name in schema_names() if name.startswith(incomplete)]
