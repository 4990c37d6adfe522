"""What holds for all tests, however and wherever the suite was started."""

from __future__ import annotations

import os
import re
import signal

# What the program or git listens to: a test sets what it needs. Line editors set the first two in whoever loads them.
_HEARD = re.compile(
    "COLUMNS|LINES|NO_COLOR|FORCE_COLOR|ACCESSIBLE|REDUCED_MOTION|GITHUB_STEP_SUMMARY|TRACE_MAX_.*|TRACE_DEBUG"
    "|GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|PAGER|PAGER_IN_USE|EXTERNAL_DIFF)"
)


def pytest_configure() -> None:
    """Forget what the environment asks for, and hear Ctrl-C again.

    A shell that has started the suite in the background has made it deaf, and programs inherit that.
    """
    for name in filter(_HEARD.fullmatch, [*os.environ]):
        del os.environ[name]
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)
