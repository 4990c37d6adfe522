"""How two texts are shown so that a reader sees what differs: word by word, and never as two that look the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tracecli.comparing import Change, Piece, compare_words
from tracecli.comparing.words import share_in_both
from tracecli.text import cut, look, one_line, paragraphs, visible

EMPTY = "(empty)"
ONLY_BREAKS = "only its line breaks differ"

_MARKS = {"both": "{}", "left": "[-{}-]", "right": "{{+{}+}}"}
"""As in `git diff --word-diff`, which reviewers know."""
_ENOUGH = 0.3
"""How much two texts must have in common: with less, both are easier to read than one with marks all over."""

_PROSE = {"description", "caption", "alt", "limitation"}
"""Kinds of texts that may have several lines; line breaks in all others are shown as escapes."""
_MANY = 200  # columns of a label or value in a table; beyond, no eye finds the next row


def prose(text: str) -> str:
    r"""Return prose with a `\n` between its lines, none of them empty; not escaped yet."""
    return "\n".join(filter(None, paragraphs(text)))


def brief(text: str) -> str:
    """Return a label or a value for a table: on one line, escaped, and cut where it is endless."""
    return cut(visible(one_line(text[: 8 * _MANY]).strip()), _MANY) or EMPTY


def distinct(texts: Iterable[str], *, short: bool = True) -> dict[str, str]:
    """Return how to show each of some texts, so that no two that differ look the same.

    Where two would, the next form shows more: line breaks as escapes and the whole text, then the code points in which
    they differ (a decomposed accent, a variation selector, another space).

    Args:
        texts: As they are.
        short: Begin with the form for tables, which leaves out line breaks; names and titles show them.
    """
    wanted = list(dict.fromkeys(texts))
    shown = {text: brief(text) if short else visible(text).strip() or EMPTY for text in wanted}
    for named in (False, True):
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for text, form in shown.items():
            alike[look(form)].append(text)
        if len(alike) == len(wanted):
            break
        for group in alike.values():
            for text in group if len(group) > 1 else ():
                if named:
                    shown[text] = _with_code_points(text, group)
                elif text.strip():
                    shown[text] = cut(visible(text), _MANY) if short else visible(text)
    return shown


def _with_code_points(text: str, group: Sequence[str]) -> str:
    """Return a text with the code points in which it differs from the others of a group."""
    if not text:
        return EMPTY
    shortest = min(map(len, group))
    start = next((i for i in range(shortest) if len({other[i] for other in group}) > 1), shortest)
    shortest -= start
    end = next((i for i in range(shortest) if len({other[-1 - i] for other in group}) > 1), shortest)
    codes = " ".join([f"U+{ord(char):04X}" for char in text[start : len(text) - end][: _MANY // 8]])
    near = text if len(text) <= _MANY else f"…{text[max(0, start - _MANY // 4) : start + _MANY // 4]}…"
    return f"{visible(near)} ({codes or 'nothing more'})".lstrip()


def show_pair(change: Change) -> tuple[str, str]:
    r"""Return both texts of a change, escaped; `\n` is between its lines."""
    before, after = change.before or "", change.after or ""
    if change.kind in _PROSE:
        one, other = ("\n".join(map(visible, prose(text).split("\n"))) or EMPTY for text in (before, after))
        if before == after or look(one) != look(other):
            return one, other
    shown = distinct((before, after), short=False)
    return shown[before], shown[after]


def only_breaks_differ(change: Change) -> bool:
    """Return whether prose has the same words on both sides, and only its lines are broken elsewhere."""
    return change.kind in _PROSE and one_line(change.before or "") == one_line(change.after or "")


def show_words(change: Change) -> list[Piece]:
    r"""Return a change word by word, escaped and marked; `\n` is between its lines.

    Returns:
        What both have, what only the left has in `[-…-]` and only the right in `{+…+}`; nothing where the texts have
        too little in common to be read as one.
    """
    before, after = change.before or "", change.after or ""
    if change.kind in _PROSE:
        before, after = prose(before), prose(after)
    pieces = compare_words(before, after)
    if before == after or share_in_both(pieces) < _ENOUGH:
        return []
    forms: list[str] = []
    for side, text in pieces:
        parts = map(visible, text.split("\n") if change.kind in _PROSE else [text])
        forms.append(("\n" if side == "both" else "¶").join(parts))
    shown: list[Piece] = []
    for index, (side, text) in enumerate(pieces):
        form = forms[index]
        if side != "both" and not text.isspace() and not look(form):
            form = _with_code_points(text, (text, ""))
        for other in (index - 1, index + 1):  # a piece of one side comes next to the one that it replaces
            replaces = 0 <= other < len(pieces) and {side, pieces[other].side} == {"left", "right"}
            if replaces and look(forms[index]) == look(forms[other]):
                form = _with_code_points(text, (text, pieces[other].text))
        shown.append(Piece(side, _MARKS[side].format(form)))
    return shown
