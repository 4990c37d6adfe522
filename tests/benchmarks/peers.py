"""The programs that are measured, each in an environment of its own, so that no one's needs hold back another."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from tests.support.program import ROOT

TWO = '''\
"""A program of two commands, as small as Typer allows."""

from typing import Annotated

import typer

app = typer.Typer()


def _version(asked: bool) -> None:
    if asked:
        print("two 1.0")
        raise typer.Exit


@app.callback()
def main(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False) -> None:
    """Say things."""


@app.command()
def hello(name: str) -> None:
    """Say hello."""
    print(f"Hello {name}")


@app.command()
def bye(name: str) -> None:
    """Say goodbye."""
    print(f"Bye {name}")
'''


@dataclass(frozen=True, slots=True)
class Peer:
    """A program to install.

    Attributes:
        name: As the table calls it.
        package: What is installed.
        registry: `pip` or `npm`.
        program: Its name in the environment.
    """

    name: str
    package: str
    registry: str
    program: str


PEERS = {
    peer.name: peer
    for peer in (
        Peer("trace", str(ROOT), "pip", "trace"),
        Peer("check-jsonschema", "check-jsonschema", "pip", "check-jsonschema"),
        Peer("yamllint", "yamllint", "pip", "yamllint"),
        Peer("ajv-cli", "ajv-cli", "npm", "ajv"),
        Peer("deepdiff", "deepdiff[cli]", "pip", "deep"),
        Peer("graphtage", "graphtage", "pip", "graphtage"),
        Peer("json-diff", "json-diff", "npm", "json-diff"),
    )
}
TYPER = "Typer, two commands"
"""It lives in our environment, and so runs on the Typer that we run on."""


class Installed:
    """Peers in a folder, each installed when it is first asked for.

    Attributes:
        folder: One folder for each peer.
    """

    def __init__(self, folder: Path) -> None:
        """Start with what the folder has from an earlier run, but for this checkout, which is installed anew."""
        self.folder = folder
        self._fresh = False

    def program(self, name: str) -> str | None:
        """Give the path of a peer's program, installing it if need be; None where it can't be installed."""
        if name == TYPER:
            return self._two()
        peer = PEERS[name]
        place = self.folder / name
        path = place / ("bin" if peer.registry == "pip" else "node_modules/.bin") / peer.program
        stale = name == "trace" and not self._fresh
        if stale or not path.exists():
            (_pip if peer.registry == "pip" else _npm)(place, peer.package)
            self._fresh = self._fresh or stale
        return str(path) if path.exists() else None

    def version(self, name: str) -> str:
        """Give an installed peer's version."""
        if name == TYPER:
            return _distribution(self.folder / "trace", "typer")
        peer = PEERS[name]
        if peer.registry == "pip":
            return _distribution(self.folder / name, "steptrace" if name == "trace" else name)
        described = self.folder / name / "node_modules" / peer.package / "package.json"
        return str(json.loads(described.read_text(encoding="utf-8"))["version"])

    def _two(self) -> str | None:
        if self.program("trace") is None:
            return None
        place = self.folder / "trace"
        (library,) = place.glob("lib/python*/site-packages")
        (library / "twocommands.py").write_text(TWO, encoding="utf-8")
        path = place / "bin" / "two"
        path.write_text(f"#!{place / 'bin' / 'python'}\nfrom twocommands import app\n\napp()\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)


def _pip(place: Path, package: str) -> None:
    if _run([sys.executable, "-m", "venv", str(place)]):
        _run([str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package])


def _npm(place: Path, package: str) -> None:
    if npm := which("npm"):
        place.mkdir(parents=True, exist_ok=True)
        _run([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(place), package])


def _run(command: Sequence[str]) -> bool:
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode:
        sys.stderr.write(f"{' '.join(command)}:\n{done.stderr}\n")
    return done.returncode == 0


def _distribution(place: Path, name: str) -> str:
    ask = f"import importlib.metadata as m; print(m.version({name!r}))"
    return subprocess.run(
        [str(place / "bin" / "python"), "-c", ask], capture_output=True, check=True, text=True
    ).stdout.strip()
