"""Reading a FIFO, with an end to patience."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable


def read_pipe(handle: int, most: int, patience: float, clock: Callable[[], float] = time.monotonic) -> bytes:
    """Read to the end of a FIFO, or `most` bytes.

    Args:
        handle: A descriptor that was opened without blocking.
        most: Bytes to stop at.
        patience: Seconds for all of it.
        clock: Seconds that only grow.

    Raises:
        TimeoutError: If its end has not come by then.
    """
    pieces: list[bytes] = []
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    until = clock() + patience
    while most > 0:
        ready = poll.poll(max(0.0, until - clock()) * 1000)  # milliseconds
        if not ready or clock() > until:
            came = "its end" if pieces else "anything"
            raise TimeoutError(f"waited {patience:g} s for {came} to come through this pipe")
        piece = os.read(handle, min(most, 1 << 16))
        if not piece:
            break
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)
