"""What holds for all tests, however and wherever the suite was started."""

from __future__ import annotations

import os
import re
import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# What the program or git listens to: a test sets what it needs. Line editors set the first two in whoever loads them.
_HEARD = re.compile(
    "COLUMNS|LINES|NO_COLOR|FORCE_COLOR|ACCESSIBLE|REDUCED_MOTION|GITHUB_STEP_SUMMARY|TRACE_MAX_.*|TRACE_DEBUG"
    "|GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|PAGER|PAGER_IN_USE|EXTERNAL_DIFF)"
)


# A property that holds on an idle machine holds on a busy one: no example has to be ready in time. The examples are the
# same each time, so that a run says something of the change and not of chance; FUZZ_TIMES looks at others, and at more.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=os.environ.get("FUZZ_TIMES", "1") == "1",
    suppress_health_check=[HealthCheck.too_slow],
)

_LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch that runs everything."""
    parser.addoption("--slow", action="store_true", help="run what is marked slow, too")


def pytest_configure(config: pytest.Config) -> None:
    """Forget what the environment asks for, and hear Ctrl-C again.

    A shell that has started the suite in the background has made it deaf, and programs inherit that.
    """
    settings.load_profile("steady")
    config.stash[_LEFT_OUT] = 0
    for name in filter(_HEARD.fullmatch, [*os.environ]):
        del os.environ[name]
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked slow, unless it is asked for: by --slow, by a mark, or by the test's own name."""
    if config.option.slow or config.option.markexpr or any("::" in word for word in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
    config.stash[_LEFT_OUT] = len(slow)
    config.hook.pytest_deselected(items=slow)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that gathers what all workers did how many tests this one has left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash[_LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear it; every worker leaves out the same."""
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many tests were left out, and how they are run."""
    if left_out := config.stash[_LEFT_OUT]:
        terminalreporter.line(f"{left_out} slow tests were left out; pytest --slow runs them too")
