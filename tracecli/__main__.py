"""The door: `trace` and `python -m tracecli` come in here, and whatever goes wrong leaves as words and an exit code."""

from __future__ import annotations

import gc
import os
import sys

from tracecli import __version__

_INTERRUPTED = 130  # `ExitCode.INTERRUPTED`, which takes 1 ms to import: time enough for a Ctrl-C

# Start-up makes some 60,000 objects that all stay: looking for cycles among them takes 6 ms and finds none.
gc.set_threshold(100_000, 20, 100)


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        _run()
    finally:
        gc.freeze()  # the interpreter's last collection would look at every object once more: 10 ms of `validate`


def _run() -> None:
    if sys.argv[1:] in (["--version"], ["-V"]):  # without Typer: saves 75 ms to whoever only asks for the version
        from tracecli.terminal import output  # noqa: PLC0415 - late, see above

        if code := output.guarded(_print_version):
            sys.exit(code)
        return
    if sys.argv[1:2] == ["git-diff"] and sys.argv[2:] not in ([], ["-h"], ["--help"]):
        # Git calls it once a file, and a path may look like an option: without Typer, too.
        from tracecli.commands.git_diff import main as drive  # noqa: PLC0415 - late, see above

        sys.exit(drive(sys.argv[2:]))
    _leave_on_interrupt()
    from tracecli.cli import run  # noqa: PLC0415 - late, see above

    sys.exit(run(sys.argv[1:]))


def _print_version() -> int:
    sys.stdout.write(f"trace {__version__}\n")
    return 0


def _leave_on_interrupt() -> None:
    """Take Ctrl-C at any moment, in the middle of an import too, where an exception would become a traceback.

    What must not be broken off holds the signal back (`library.writing`), and the player has its own idea of it.
    """
    try:
        import signal  # noqa: PLC0415 - late, see above

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
            signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
