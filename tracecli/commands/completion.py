"""What the shell is offered after Tab."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import typer

from tracecli.errors import TraceError
from tracecli.library.addresses import ENDINGS, ID
from tracecli.library.catalog import Catalog, scenario_ids, shortest_addresses
from tracecli.reading.links import escape
from tracecli.resources import schema_names
from tracecli.terminal import output

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_SAFE = re.compile(r"[A-Za-z0-9_./-][A-Za-z0-9_./#=-]*")
"""Nothing that a shell expands, splits or evaluates: `#` and `=` mean something only where a word begins."""

_MOST_OFFERS = 1000
_LONGEST_ID = 1000  # characters, by the format


class Offer(NamedTuple):
    """A word that may take the place of the one at the cursor."""

    value: str
    help: str = ""


class _Asked(NamedTuple):
    words: list[str]  # the complete words before the cursor, without the program's name
    word: str  # the one at the cursor
    kept: str = ""  # how much of it the shell keeps before what it is given


def addresses(incomplete: str) -> list[str]:
    """Return scenarios by their id where one trace alone has it, `TRACE#SCENARIO` for all, `TRACE#`, and files."""
    found: list[tuple[str, list[str]]] = []
    with contextlib.suppress(TraceError, OSError):
        catalog = Catalog()
        found = [
            (catalog.base(entry), [one for one in scenario_ids(document.data) if _is_id(one)])
            for entry, document in catalog.traces()
            if _NAME.fullmatch(entry.name)
        ]
    whole = [address for name, ids in found for address in (f"{name}#", *(f"{name}#{one}" for one in ids))]
    shortest = [one for addresses in shortest_addresses(found) for one in addresses]
    named = whole if "#" in incomplete else [*shortest, *whole]
    return list(dict.fromkeys([*(one for one in named if one.startswith(incomplete)), *files(incomplete)]))


def _is_id(text: str) -> bool:
    return len(text) <= _LONGEST_ID and ID.fullmatch(text) is not None


def files(incomplete: str) -> list[str]:
    """Return the traces by ending, and the folders, that a path may go on with.

    Bash puts a space after the only offer, and nobody can go on from there. A single folder is therefore offered
    together with what is in it.
    """
    folder, slash, begun = incomplete.rpartition("/")
    found = list(_inside(folder + slash, begun))
    if len(found) == 1 and found[0].endswith("/"):
        found += _inside(found[0], "")
    return found


def _inside(folder: str, begun: str) -> Iterator[str]:
    """Return what a folder holds; of what a link leads to outside of the repository, not even names are offered."""
    try:
        names = [] if escape(folder or ".") else sorted(os.listdir(folder or "."))
    except OSError:
        return
    for name in names:
        if not name.startswith(begun) or not _NAME.fullmatch(name):
            continue
        path = f"{folder}{name}"
        if os.path.isdir(path):
            yield f"{path}/"
        elif name.lower().endswith(ENDINGS) and os.path.isfile(path):
            yield path


def rules(incomplete: str) -> list[str]:
    """Return the ids of the rules and the words of the format."""
    from tracecli.checking import RULES
    from tracecli.report.manual import SOURCE_PAGES
    from tracecli.report.words import words

    ids = [*(rule.id for rule in RULES), *(page.id for page in SOURCE_PAGES), *words()]
    return [one for one in ids if one.startswith(incomplete)]


def schemas(incomplete: str) -> list[str]:
    """Return the names of the published schemas."""
    return [name for name in schema_names() if name.startswith(incomplete)]


def answer(app: typer.Typer, instruction: str, environment: Mapping[str, str]) -> int:
    """Answer the script that `--show-completion` prints, and return the exit code.

    Args:
        app: The command line to complete.
        instruction: `complete_bash`, `complete_zsh`, `complete_fish` or `complete_powershell`; all else is no question.
        environment: What has been typed, in the variables of the script for that shell.
    """
    _, _, shell = instruction.partition("complete_")
    if shell not in _SHELLS:
        return 0
    ask, written = _SHELLS[shell]
    offers: list[Offer] = []
    asked = _Asked([], "")
    # A document that is too deep or large, a folder that is gone, an option that prints: zsh would run what is printed.
    with (
        contextlib.suppress(Exception, SystemExit),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        asked = ask(environment)
        offers = [
            one._replace(value=one.value.removeprefix(asked.kept), help=" ".join(one.help.split()))
            for one in _offers(app, asked)
            if one.value.startswith(asked.word) and _SAFE.fullmatch(one.value)
        ][:_MOST_OFFERS]
    if environment.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args" and shell == "fish":
        return 0 if offers else 1  # 1 lets fish complete files
    output.prepare()
    with contextlib.suppress(output.UnwritableError):
        output.data(written(offers, asked))
        sys.stdout.flush()
    return 0


def _offers(app: typer.Typer, asked: _Asked) -> list[Offer]:
    """Ask Typer's own completion, which takes `--format=js` apart and answers `json`; here the whole word is needed."""
    from typer._click.shell_completion import _resolve_context, _resolve_incomplete
    from typer.core import TyperOption

    context = _resolve_context(typer.main.get_command(app), {}, "trace", asked.words)
    owner, incomplete = _resolve_incomplete(context, [*asked.words], asked.word)
    option = asked.word.removesuffix(incomplete) if incomplete != asked.word else ""
    if option and not isinstance(owner, TyperOption):  # `--strict=` takes no value
        return []
    return [Offer(f"{option}{item.value}", item.help or "") for item in owner.shell_complete(context, incomplete)]


def _asked_in_bash(environment: Mapping[str, str]) -> _Asked:
    """Read bash's words, of which it makes three out of `--format=js` and replaces the last."""
    words = _split(environment.get("COMP_WORDS", ""))
    at = environment.get("COMP_CWORD", "")
    cursor = int(at) if at.isdecimal() else len(words)
    words = [*words[1:cursor], words[cursor] if cursor < len(words) else ""]
    joined = [""]
    for before, word in zip(["", *words], words, strict=False):
        if word in _BREAKS or before in _BREAKS:
            joined[-1] += word
        else:
            joined.append(word)
    *complete, last = joined[1:] or [""]
    return _Asked(complete, last, last if words[-1] in _BREAKS else last.removesuffix(words[-1]))


_BREAKS = ("=", ":")  # of COMP_WORDBREAKS, those that stand in words of ours


def _asked_elsewhere(environment: Mapping[str, str]) -> _Asked:
    text = environment.get("_TYPER_COMPLETE_ARGS", "")
    words = _split(text)[1:]
    return _Asked(words, "") if not words or text.endswith(" ") else _Asked(words[:-1], words[-1])


def _asked_in_powershell(environment: Mapping[str, str]) -> _Asked:
    words = _split(environment.get("_TYPER_COMPLETE_ARGS", ""))[1:]
    word = environment.get("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
    return _Asked(words[:-1] if word else words, word)


def _split(text: str) -> list[str]:
    from typer._click.shell_completion import split_arg_string

    return split_arg_string(text)


def _for_bash(offers: Sequence[Offer], _asked: _Asked) -> str:
    return "\n".join(one.value for one in offers)


def _for_zsh(offers: Sequence[Offer], asked: _Asked) -> str:
    """Write what the script evaluates. `_describe` takes an array and evaluates nothing in it, as `_arguments` does."""
    if not offers:
        return "compset -P '*='; _files" if asked.word.startswith("--") else "_files"
    told = []
    folders = [one for one in offers if one.value.endswith("/")]
    for name, group, options in (
        ("offered", [one for one in offers if one not in folders], ""),
        ("folders", folders, " -S ''"),
    ):
        if group:
            lines = (shlex.quote(f"{one.value}:{one.help}" if one.help else one.value) for one in group)
            told.append(f"local -a {name}; {name}=({' '.join(lines)}); _describe {name} {name}{options}")
    return "; ".join(told)


def _for_fish(offers: Sequence[Offer], _asked: _Asked) -> str:
    return "\n".join(f"{one.value}\t{one.help}" if one.help else one.value for one in offers)


def _for_powershell(offers: Sequence[Offer], _asked: _Asked) -> str:
    return "\n".join(f"{one.value}:::{one.help or ' '}" for one in offers)


_Ask = Callable[[Mapping[str, str]], _Asked]
_Write = Callable[[Sequence[Offer], _Asked], str]
_SHELLS: dict[str, tuple[_Ask, _Write]] = {
    "bash": (_asked_in_bash, _for_bash),
    "zsh": (_asked_elsewhere, _for_zsh),
    "fish": (_asked_elsewhere, _for_fish),
    "powershell": (_asked_in_powershell, _for_powershell),
    "pwsh": (_asked_in_powershell, _for_powershell),
}
