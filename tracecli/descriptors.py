"""Write to a file descriptor, whatever it leads to: a file, a device, a pipe that another process made non-blocking."""

from __future__ import annotations

import os

_MAX_SELECT = 1024  # `select` refuses descriptors from here on


def write_all(descriptor: int, content: bytes | memoryview, seconds: float | None = None) -> None:
    """Write all of the content, waiting for a non-blocking descriptor to accept more.

    A single write may accept only a part, or nothing: on a disk that is nearly full, in a pipe, after a signal.

    Args:
        descriptor: Open for writing; not closed.
        content: The bytes.
        seconds: How long a non-blocking descriptor may accept nothing; None: without limit.

    Raises:
        BrokenPipeError: The reader has closed the pipe.
        TimeoutError: Nothing was accepted for that long.
        OSError: The rest can't be written; how much was, is not known.
    """
    rest = memoryview(content).cast("B")
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            if not _wait(descriptor, seconds):
                raise TimeoutError(f"nothing was taken from this pipe for {seconds:g} s") from None


def _wait(descriptor: int, seconds: float | None) -> bool:
    """Wait until a descriptor accepts more, or never will; return whether that was in time."""
    import select  # noqa: PLC0415 - few runs ever wait

    if descriptor < _MAX_SELECT:  # first choice: macOS can't poll terminals
        return bool(select.select([], [descriptor], [], seconds)[1])
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return bool(poll.poll(None if seconds is None else seconds * 1000))
