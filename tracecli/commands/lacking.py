"""What a command says that was called without its address: how it is used, and what can be named."""

from __future__ import annotations

from tracecli.errors import TraceError
from tracecli.library.address import quoted
from tracecli.library.shelf import Shelf, scenario_ids, shortest_addresses


def need(address: str | None, verb: str) -> str:
    """Give the address, or say what could have been one.

    Raises:
        TraceError: When there is none.
    """
    if address is None:
        raise TraceError(f"trace {verb} needs an address", *suggestions(verb), "trace list tells more")
    return address


def suggestions(verb: str) -> list[str]:
    """Give a line for each scenario of the library."""
    return [f"trace {verb} {quoted(one)}" for addresses in shortest() for one in addresses]


def shortest() -> list[list[str]]:
    """Give the addresses of the library's scenarios, a list for each trace."""
    shelf = Shelf.here()
    return shortest_addresses([(shelf.base(entry), scenario_ids(document.data)) for entry, document in shelf.traces()])
