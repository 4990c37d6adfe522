"""Write to a file descriptor, whatever is behind it: a file, a device, a pipe that somebody made non-blocking."""

from __future__ import annotations

import os

_MAX_SELECT = 1024  # `select` refuses descriptors from here on


def write_all(descriptor: int, content: bytes | memoryview) -> None:
    """Write all of the content, waiting for a non-blocking descriptor to accept more.

    A single write may accept only a part, or nothing: on a disk that is nearly full, in a pipe, after a signal.

    Args:
        descriptor: Open for writing; not closed.
        content: The bytes.

    Raises:
        BrokenPipeError: The reader has closed the pipe.
        OSError: The rest can't be written; how much was, is not known.
    """
    rest = memoryview(content).cast("B")
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            _wait(descriptor)


def _wait(descriptor: int) -> None:
    """Wait until a descriptor accepts more, or never will."""
    import select  # noqa: PLC0415 - few runs ever wait

    if descriptor < _MAX_SELECT:  # first choice: macOS can't poll terminals
        select.select([], [descriptor], [])
    else:
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT)
        poll.poll()
