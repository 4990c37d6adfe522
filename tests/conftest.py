"""What holds for all tests, however the suite was started."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Take Ctrl-C even where a shell has started the suite in the background and so made it deaf: programs inherit that."""
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)
