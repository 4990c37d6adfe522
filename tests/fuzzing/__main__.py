"""Run a target under atheris, which has to be installed: `pip install '.[fuzz]'`.

What it has learnt stays in the corpus folder, so that the next run goes on from there. Its last lines say how many
inputs were tried. An input that breaks the target is written to a file `crash-…`: it becomes a case.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tracecli"]):
    from tests.fuzzing.corpus import TOKENS, corpus
    from tests.fuzzing.targets import TARGETS


def main(arguments: Sequence[str]) -> None:
    """Fuzz for a time; the fuzzer ends the process itself."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("target", choices=list(TARGETS))
    parser.add_argument("--seconds", type=int, default=1200, help="how long (default: 1200)")
    parser.add_argument("--corpus", metavar="DIR", help="where what was learnt is kept; nowhere without it")
    options = parser.parse_args(arguments)
    folder = Path(options.corpus or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    for name, raw in corpus(options.target):
        (folder / name).write_bytes(raw)
    words = folder.parent / f"{folder.name}.dict"
    words.write_text("".join(f'"{_spelt(token)}"\n' for token in TOKENS), encoding="ascii")
    own = [
        f"-max_total_time={options.seconds}",
        f"-dict={words}",
        "-max_len=4096",
        "-timeout=20",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *own, str(folder)], TARGETS[options.target])
    atheris.Fuzz()


def _spelt(token: bytes) -> str:
    """Spell bytes as the fuzzer's dictionary wants them."""
    return "".join(rf"\x{byte:02x}" for byte in token)


main(sys.argv[1:])
