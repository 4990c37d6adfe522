"""Addresses are taken apart as the manual says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.tools import tool
from tracecli.library.addresses import Address, Reference, parse, quoted


@pytest.mark.parametrize(
    ("text", "reference", "trace", "scenario", "step"),
    [
        ("overlap", Reference.WORD, "overlap", "overlap", None),
        ("overlap/3", Reference.WORD, "overlap", "overlap", "3"),
        ("overlap/launch-1", Reference.WORD, "overlap", "overlap", "launch-1"),
        ("sglang#", Reference.NAME, "sglang", None, None),
        ("sglang#serial", Reference.NAME, "sglang", "serial", None),
        ("sglang#serial/0", Reference.NAME, "sglang", "serial", "0"),
        ("a b#serial", Reference.NAME, "a b", "serial", None),
        ("mine.yaml", Reference.FILE, "mine.yaml", None, None),
        ("MINE.YML#x", Reference.FILE, "MINE.YML", "x", None),
        ("dir#1/mine.json#x/2", Reference.FILE, "dir#1/mine.json", "x", "2"),
        ("./serial", Reference.FILE, "./serial", None, None),
        ("./serial#a", Reference.FILE, "./serial", "a", None),
        ("C:\\mine.json#a", Reference.FILE, "C:\\mine.json", "a", None),
        ("C:/mine.json", Reference.FILE, "C:/mine.json", None, None),
        ("HEAD~1:traces/overlap.json", Reference.REVISION, "HEAD~1:traces/overlap.json", None, None),
        ("HEAD:./o.json#serial/3", Reference.REVISION, "HEAD:./o.json", "serial", "3"),
        ("-", Reference.STDIN, "-", None, None),
        ("-#serial", Reference.STDIN, "-", "serial", None),
        ("stdin:#serial/2", Reference.STDIN, "-", "serial", "2"),
        ("sglang#s\u0435rial/l\u0430unch", Reference.NAME, "sglang", "s\u0435rial", "l\u0430unch"),
        ("serial#not an id", Reference.WORD, "serial#not an id", "serial#not an id", None),
    ],
)
def test_an_address_is_taken_apart(
    text: str, reference: Reference, trace: str, scenario: str | None, step: str | None
) -> None:
    assert parse(text) == Address(text, reference, trace, scenario, step)


def test_an_existing_file_of_that_very_name_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["overlap", "a.json#serial", "HEAD:b.json"]
    for name in names:
        (tmp_path / name).write_text("{}")

    assert [parse(name).reference for name in names] == [Reference.FILE] * 3


def test_a_file_with_a_colon_is_no_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a:b.json").write_text("{}")

    assert parse("a:b.json#serial").reference is Reference.FILE


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("overlap/3", "overlap/3"),
        ("mine.yaml#serial", "mine.yaml#serial"),
        ("HEAD~1:traces/overlap.json#serial/3", "HEAD~1:traces/overlap.json#serial/3"),
        ("v1.0+a@b%c=d,e", "v1.0+a@b%c=d,e"),
        ("spår.yaml#serial", "spår.yaml#serial"),
        ("a b.json#x", "'a b.json#x'"),
        ("~me/a.json", "'~me/a.json'"),
        ("a=~/b.json", "'a=~/b.json'"),
        ("#a.json", "'#a.json'"),
        ("=a.json", "'=a.json'"),
        ("a*.json", "'a*.json'"),
        ("a(1).json#x", "'a(1).json#x'"),
        ("a$b.json", "'a$b.json'"),
        ("a;b.json", "'a;b.json'"),
        ("a!b.json", "'a!b.json'"),
        ("a\u3000b.json", "'a\u3000b.json'"),
        ("", "''"),
        ("it's#x", """'it'"'"'s#x'"""),
        ("a\nb#x", r"'a\nb#x'"),
    ],
)
def test_an_address_is_quoted_for_the_shell(address: str, shown: str) -> None:
    assert quoted(address) == shown


@pytest.mark.parametrize(
    "address",
    ["mine.yaml#serial/2", "HEAD~1:t.json", "a b#x", "it's", "a=~", "~", "a*", "{a,b}", "a#b#c", "x&&y", "a\\b", ""],
)
@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_a_shell_hands_over_exactly_what_was_quoted(address: str, shell: str) -> None:
    done = subprocess.run(
        [tool(shell), "-c", f"printf '%s.' {quoted(address)}"], capture_output=True, text=True, check=True
    )

    assert done.stdout == f"{address}."


@pytest.mark.parametrize("code", [0x3164, 0x200B, 0xFE0F, 0x202E, 0xE0041, 0x34F])
def test_nothing_in_an_address_to_paste_is_unseen(code: int) -> None:
    assert chr(code) not in quoted(f"a{chr(code)}.json#serial")
