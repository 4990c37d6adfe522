"""Documents that break such tools: one of each kind, with the exit code that `validate` gives them."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from typing import Any

from tests.support.program import SEED

TEXT = SEED.read_text(encoding="utf-8")
HOSTILE_TEXTS = {
    "escape": "\x1b[31mred\x1b]52;c;eHh4\x07\x1b]8;;http://x\x1b\\link",
    "c1": "\x9b31m\x90q\x9c",
    "bidi": "\u202eevil\u2066\u200f",
    "command": "a\n::error::hi\r\n  ::set-output name=a::b%0A##[error]x ##vso[task.complete] ##teamcity[testStarted]",
    "markup": "[/] [red]x[/red] [link=http://x]y[/link] :smile: {0} %s $HOME",
    "page": "</script><img src=x onerror=alert(1)> ]]> --> \"'`<& javascript:alert(1)",
    "blank": "\u2028\u2029\x85\x0b\x0c\u200b\ufeff",
    "wide": "時間 👩‍👩‍👧‍👦 e\u0301 עברית",
    "long": "x" * 20_000,
}


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Give the seed as JSON after a change of its data; what JSON has no escape for stays raw."""
    data = json.loads(TEXT)
    change(data)
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _step(data: dict[str, Any]) -> dict[str, Any]:
    step: dict[str, Any] = data["scenarios"][0]["steps"][1]
    return step


def _duration(literal: str) -> bytes:
    return TEXT.replace('"duration": 2600', f'"duration": {literal}', 1).encode()


def everywhere(text: str) -> bytes:
    """Give a valid trace that says `text` wherever people write."""

    def change(data: dict[str, Any]) -> None:
        for key in ("title", "description", "caption", "alt"):
            data[key] = text
        data["limitations"] = [text]
        data["stateLabels"] = {key: f"{key} {text}" for key in data["stateLabels"]}
        for target in data["targets"].values():
            target["label"] = text
        for scenario in data["scenarios"]:
            scenario["title"] = scenario["description"] = text
            for step in scenario["steps"]:
                step["title"], step["description"] = text, text
                step["state"] = {key: f"{value} {text}" for key, value in step["state"].items()}

    return changed(change)


def yaml(raw: bytes) -> bytes:
    """Give JSON as YAML with one line more, so that it can be nothing else."""
    return b"# YAML\n" + raw


_BOMB = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in range(ord("b"), ord("j"))
)

BROKEN: dict[str, tuple[str, bytes]] = {
    "key-twice.json": ("duplicate-key", TEXT.replace('"version": 1,', '"version": 1, "version": 1,', 1).encode()),
    "key-twice.yaml": ("duplicate-key", b"version: 1\nversion: 1\nscenarios: []\n"),
    "null.json": ("wrong-type", changed(lambda data: _step(data)["state"].update(gpu=None))),
    "null.yaml": ("wrong-type", yaml(changed(lambda data: _step(data)["state"].update(gpu=None)))),
    "keys.yaml": ("wrong-type", b"version: 1\nscenarios: []\nstateLabels:\n  1: one\n  true: yes it is\n  null: nothing\n"),
    "nan.json": ("syntax", _duration("NaN")),
    "infinity.json": ("syntax", _duration("-Infinity")),
    "nan.yaml": ("wrong-type", yaml(TEXT.encode()).replace(b'"duration": 2600', b'"duration": .nan', 1)),
    "far.json": ("wrong-value", _duration("1e999")),
    "digits.json": ("wrong-value", _duration("9" * 5000)),
    "minus.json": ("wrong-value", _duration("-1")),
    "zero.json": ("wrong-value", _duration("0")),
    "half.json": ("wrong-type", _duration("1.5")),
    "true.json": ("wrong-type", _duration("true")),
    "quoted.json": ("wrong-type", _duration('"900"')),
    "two-marks.json": ("encoding", codecs.BOM_UTF8 * 2 + TEXT.encode()),
    "utf16.json": ("encoding", TEXT.encode("utf-16")),
    "utf32.json": ("encoding", TEXT.encode("utf-32-be")),
    "latin1.yaml": ("encoding", b"title: caf\xe9\nscenarios: []\n"),
    "nul.json": ("encoding", b'{"scenarios": "a\x00b"}'),
    "half-pair.json": ("encoding", TEXT.replace("Pick batch k", "\\ud800", 1).encode()),
    "tab.yaml": ("syntax", b"version: 1\nscenarios:\n\t- id: a\n"),
    "comma.json": ("syntax", b'{"scenarios": [],}'),
    "comment.json": ("syntax", b'{"scenarios": [] // none\n}'),
    "two.json": ("syntax", b'{"scenarios": []} {}'),
    "two.yaml": ("syntax", b"scenarios: []\n---\nscenarios: []\n"),
    "open.json": ("syntax", b'{"scenarios": ["'),
    "empty.json": ("syntax", b""),
    "blank.yaml": ("syntax", b" \n\n"),
    "top-null.json": ("wrong-type", b"null"),
    "top-list.json": ("wrong-type", b"[]"),
    "top-text.yaml": ("wrong-type", b"x\n"),
    "tag.yaml": ("syntax", b"scenarios: !!python/object/apply:os.system ['touch owned']\n"),
    "secret.yaml": ("syntax", b"scenarios: !secret x\n"),
    "bomb.yaml": ("too-large", _BOMB),
    "cycle.yaml": ("syntax", b"scenarios: &a [*a]\n"),
    "deep.json": ("too-deep", b'{"scenarios": ' + b"[" * 5000 + b"]" * 5000 + b"}"),
    "deep.yaml": ("too-deep", b"scenarios: " + b"[" * 5000 + b"]" * 5000),
    "deep-open.json": ("too-deep", b'{"scenarios": ' + b'{"a":' * 100_000),
    "line.json": ("unknown-target", changed(lambda data: (data.update({"x-long": "y" * 2_000_000}), _step(data).update(active=["lauch"])))),
    "slip.json": ("unknown-key", changed(lambda data: _step(data).update({"durration": _step(data).pop("duration")}))),
    "version.json": ("wrong-value", changed(lambda data: data.update(version=99))),
    "script.json": ("wrong-value", changed(lambda data: data["sources"][1].update(url="javascript:alert(1)"))),
}  # fmt: skip
"""File name → the rule that must speak, and the bytes."""

SOUND: dict[str, bytes] = {
    "mark.json": codecs.BOM_UTF8 + TEXT.encode(),
    "crlf.json": TEXT.replace("\n", "\r\n").encode(),
    "cr.yaml": yaml(TEXT.encode()).replace(b"\n", b"\r"),
    "types.yaml": yaml(TEXT.encode()).replace(b'"idle": "no"', b'"idle": no').replace(b'"k-1"', b"012"),
} | {f"{name}.json": everywhere(text) for name, text in HOSTILE_TEXTS.items()}
"""File name → the bytes of a trace without an error."""

# Each runs `touch` with some part of it, or changes the line, where a shell expands, splits or evaluates it.
SHELL_WORDS = [
    r"evil\$(touch owned)",
    r"evil\\$(touch owned)",
    "evil$(touch owned)",
    "evil`touch owned`",
    r"evil\`touch owned\`",
    "evil;touch owned;",
    "evil&touch owned&",
    "evil|touch owned",
    "evil>owned",
    "evil\ntouch owned\n",
    "evil\rtouch owned\r",
    "evil');touch owned;('",
    'evil")));touch owned;((("',
    "evil'$(touch owned)'",
    'evil"$(touch owned)"',
    "evil<(touch owned)",
    "evil:$(touch owned)",
    r"evil:\$(touch owned)",
    "evil[$(touch owned)]",
    "evil))';touch owned;'((",
    "evil(e:touch owned:)",
    "evil(#qe:touch owned:)",
    "${(e):-$(touch owned)}evil",
    "evil{a,b}",
    "evil a b",
    "evil*",
    "evil?",
    "evil[a-z]",
    "evil!!",
    "evil!$",
    "evil~",
    "~evil",
    "=evil",
    "#evil",
    "-evil",
    "--fix",
    "--format=json=owned",
    "-oowned",
    "evil#a",
    "evil\ttab",
    "evil\x1b]0;owned\x07",
    "evil\u202ecod",
    "évil",
    "%evil",
    "^evil",
    "@evil",
    ",evil",
    "evil\\",
]
