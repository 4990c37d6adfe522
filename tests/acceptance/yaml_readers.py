"""Readers of YAML that others use: two of Python and two of JavaScript, each as YAML 1.1 and as YAML 1.2 if it can."""

from __future__ import annotations

import json
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import ruamel.yaml
import yaml
from ruamel.yaml.error import MantissaNoDotYAML1_1Warning, YAMLError

from tests.support.tools import missing, tool

_NODE = Path(__file__).parent / "node"


class Readers:
    """All readers; the JavaScript ones run in one process, which a `with` statement ends."""

    def __enter__(self) -> Self:
        program = tool("node")
        if not all((_NODE / "node_modules" / name).is_dir() for name in ("js-yaml", "yaml")):
            missing("js-yaml and yaml: npm ci --prefix tests/acceptance/node")
        self._process = subprocess.Popen(
            [program, _NODE / "yaml.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def read(self, text: str) -> dict[str, Any]:
        """Return what each reader makes of a document: reader → data, or a text that says why it has none."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        stdin.write(json.dumps(text) + "\n")
        stdin.flush()
        answers: dict[str, dict[str, Any]] = json.loads(stdout.readline())
        return {
            "PyYAML": _tried(lambda: yaml.safe_load(text)),
            "ruamel.yaml, YAML 1.1": _tried(lambda: _ruamel(text, (1, 1))),
            "ruamel.yaml, YAML 1.2": _tried(lambda: _ruamel(text, (1, 2))),
        } | {name: answer.get("data", answer.get("error")) for name, answer in answers.items()}


def _tried(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (ValueError, yaml.YAMLError, YAMLError) as error:  # a date that is none is a ValueError
        return str(error)


def _ruamel(text: str, version: tuple[int, int]) -> Any:
    reader = ruamel.yaml.YAML(typ="safe", pure=True)
    reader.version = version
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MantissaNoDotYAML1_1Warning)
        return reader.load(text)
