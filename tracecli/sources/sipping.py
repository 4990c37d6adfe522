"""Read from a compressed stream, but never more than a limit: a few kilobytes can unpack to terabytes."""

from __future__ import annotations

import io

MOST = 1 << 30
"""Bytes that an archive may unpack to. The largest sdist of the engines that are traced has a tenth of that."""

_PIECE = 64 << 20  # a header that asks for more at once is no header


class TooMuchError(Exception):
    """The limit is passed."""


class Sip(io.RawIOBase):
    """A seekable stream over another one that ends in `TooMuchError` beyond the limit."""

    def __init__(self, stream: io.BufferedIOBase, most: int = MOST) -> None:
        """Take the stream to read from."""
        self._stream = stream
        self._most = most

    def read(self, size: int | None = -1) -> bytes:
        """Read, if what is asked for and where it stands are within reason."""
        if size is None or size < 0 or size > _PIECE or self._stream.tell() + size > self._most + _PIECE:
            raise TooMuchError
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place that is not beyond the limit."""
        if whence != io.SEEK_SET or offset > self._most:
            raise TooMuchError
        return self._stream.seek(offset)

    def tell(self) -> int:
        """Give the place."""
        return self._stream.tell()

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it can be wound."""
        return True

    def close(self) -> None:
        """Close what it reads from."""
        self._stream.close()
        super().close()
