from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.coderoots import LOOP, MOVED
from tracecli.model import Source
from tracecli.problems import Place, Problem, Severity
from tracecli.sources import Judgement, LineRange, Local, Roots, Verdict, judge, repins
from tracecli.sources.archive import Gone, Look, Text, Unknown

BLOB = "https://github.com/own/eng/blob/v1/eng/a.py"


class Shelf:
    """A root that has versions of one file."""

    repo = "own/eng"

    def __init__(self, versions: Mapping[str, str]) -> None:
        self._versions = versions

    def look(self, revision: str, path: str) -> Look:
        if revision not in self._versions:
            return Unknown(f"the shelf has no {revision}")
        return Text(self._versions[revision]) if path == "eng/a.py" else Gone(f"{revision} has no file {path}")


ROOTS = Roots([Shelf({"v1": LOOP, "v2": MOVED, "v3": "x = (\n", "v4": LOOP.replace("def gather", "def gathers")})])


def one(
    lines: str, symbol: str | None = None, *, title: str = "Eng v1", at: str | None = None, url: str = BLOB
) -> Judgement:
    """Judge one source."""
    return judge([Source(title, url=url + lines, symbol=symbol)], ROOTS, at=at)[0]


@pytest.mark.parametrize(
    ("lines", "symbol", "verdict", "now"),
    [
        ("#L36-L39", None, Verdict.EXACT, None),
        ("#L36-L39", "gather", Verdict.EXACT, None),
        ("#L34-L39", None, Verdict.EXACT, None),
        ("#L31-L33", None, Verdict.EXACT, None),
        ("#L19-L29", None, Verdict.EXACT, None),
        ("#L21-L31", None, Verdict.EXACT, None),
        ("#L20-L29", "Scheduler.loop", Verdict.EXACT, None),
        ("#L21", None, Verdict.EXACT, None),
        ("#L5", "LIMIT", Verdict.EXACT, None),
        ("#L5-L5", None, Verdict.EXACT, None),
        ("", "Scheduler.step", Verdict.EXACT, None),
        ("", None, Verdict.EXACT, None),
        ("#L24-L25", "Scheduler.loop", Verdict.PART, None),
        ("#L27-L29", None, Verdict.PART, None),
        ("#L27", None, Verdict.PART, None),
        ("#L36-L37", None, Verdict.CUT_SHORT, LineRange(36, 39)),
        ("#L21-L28", "Scheduler.loop", Verdict.CUT_SHORT, LineRange(21, 29)),
        ("#L19-L28", "loop", Verdict.CUT_SHORT, LineRange(19, 29)),
        ("#L21-L33", None, Verdict.WIDE, LineRange(21, 29)),
        ("#L21-L33", "Scheduler.step", Verdict.WIDE, LineRange(32, 33)),
        ("#L1-L39", "gather", Verdict.WIDE, LineRange(36, 39)),
        ("#L28-L33", None, Verdict.WIDE, LineRange(21, 29)),
        ("#L2-L6", "gather", Verdict.MOVED, LineRange(36, 39)),
        ("#L33-L37", "gather", Verdict.MOVED, LineRange(36, 39)),
        ("#L7", "gather", Verdict.MOVED, LineRange(36, 36)),
        ("#L500-L510", "gather", Verdict.MOVED, LineRange(36, 39)),
        ("#L500-L510", None, Verdict.MOVED, None),
        ("#L36-L39", "Scheduler.gather", Verdict.SYMBOL_GONE, None),
        ("", "nothing.of.this", Verdict.SYMBOL_GONE, None),
        ("#L3", None, Verdict.UNKNOWN, None),
    ],
)
def test_cited_lines_are_judged(lines: str, symbol: str | None, verdict: Verdict, now: LineRange | None) -> None:
    found = one(lines, symbol)

    assert (found.verdict, found.now) == (verdict, now), found.why


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("Scheduler.loop.pop", "Scheduler.loop.pop"),
        ("Scheduler.loop.<locals>.pop", "Scheduler.loop.pop"),
        ("pop", "Scheduler.loop.pop"),
        ("eng.a.gather", "gather"),
        ("a.gather()", "gather"),
        ("Scheduler::step", "Scheduler.step"),
    ],
)
def test_a_symbol_may_be_spelt_in_several_ways(symbol: str, name: str) -> None:
    assert one("", symbol).symbol == name


def test_of_two_definitions_of_a_name_the_cited_one_is_meant() -> None:
    assert one("#L16-L17", "Scheduler.size").verdict is Verdict.EXACT
    assert one("#L12-L13", "Scheduler.size").verdict is Verdict.EXACT


def test_words_of_the_title_break_ties() -> None:
    roots = Roots([Shelf({"v1": "a = b = 1\n"})])

    found = judge([Source("the b of it", url=f"{BLOB}#L1-L1")], roots)[0]

    assert found.symbol == "b"


def test_a_symbol_that_is_gone_gets_the_nearest_name() -> None:
    found = one("#L36-L39", "gathre")

    assert found.suggestion == "gather"
    problem = found.problem()
    assert problem is not None
    assert problem.place == Place(("sources", 0, "symbol"))
    assert problem.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("lines", "symbol", "verdict", "now", "changed"),
    [
        ("#L36-L39", None, Verdict.MOVED, LineRange(38, 41), True),
        ("#L21-L29", None, Verdict.MOVED, LineRange(23, 31), False),
        ("#L19-L29", None, Verdict.MOVED, LineRange(21, 31), False),
        ("#L21", None, Verdict.MOVED, LineRange(23, 23), False),
        ("#L27-L29", None, Verdict.MOVED, LineRange(29, 31), False),
        ("#L36-L37", None, Verdict.MOVED, LineRange(38, 41), True),
        ("#L8-L33", None, Verdict.MOVED, LineRange(10, 35), False),
        ("#L38-L39", "gather", Verdict.UNKNOWN, None, True),
        ("", "gather", Verdict.EXACT, None, True),
        ("", "Scheduler.loop", Verdict.EXACT, None, False),
        ("", None, Verdict.EXACT, None, True),
    ],
)
def test_drift_to_another_version_gives_the_lines_there(
    lines: str,
    symbol: str | None,
    verdict: Verdict,
    now: LineRange | None,
    changed: bool | None,  # noqa: FBT001 -- a row
) -> None:
    found = one(lines, symbol, at="v2")

    assert (found.verdict, found.now, found.changed) == (verdict, now, changed), found.why


def test_what_stands_at_the_same_lines_of_another_version_is_still_there() -> None:
    exact = one("#L21-L29", at="v4")
    part = one("#L27-L29", at="v4")

    assert (exact.verdict, exact.changed) == (Verdict.EXACT, False)
    assert part.verdict is Verdict.PART


def test_a_whole_definition_that_is_only_touched_inside_has_moved() -> None:
    grown = LOOP.replace("import os\n", "").replace("    if batch:\n", "    a = 1\n" * 9 + "    if batch:\n")
    roots = Roots([Shelf({"v1": LOOP, "v2": grown})])

    found = judge([Source("x", url=f"{BLOB}#L36-L39")], roots, at="v2")[0]

    assert (found.verdict, found.now) == (Verdict.MOVED, LineRange(35, 47))


def test_a_name_that_another_version_lacks_is_gone_there() -> None:
    found = one("#L36-L39", at="v4")

    assert (found.verdict, found.symbol, found.suggestion) == (Verdict.SYMBOL_GONE, "gather", "gathers")


def test_a_symbol_can_be_judged_where_the_cited_version_is_not_to_be_had() -> None:
    roots = Roots([Shelf({"v2": MOVED})])

    named = judge([Source("x", url=f"{BLOB}#L36-L39", symbol="gather")], roots, at="v2")[0]
    nameless = judge([Source("x", url=f"{BLOB}#L36-L39")], roots, at="v2")[0]

    assert (named.verdict, named.now) == (Verdict.MOVED, LineRange(38, 41))
    assert nameless.verdict is Verdict.UNKNOWN
    assert "only v1 tells" in nameless.why


def test_a_file_that_the_version_lacks_is_gone() -> None:
    other = BLOB.replace("a.py", "b.py")

    assert one("#L1-L2", url=other).verdict is Verdict.FILE_GONE
    assert one("#L1-L2", url=other, at="v2").verdict is Verdict.FILE_GONE


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://github.com/own/eng/pull/1", "no file of a code host"),
        ("https://github.com/own/other/blob/v1/eng/a.py#L1", "--root own/other=PATH"),
        ("https://github.com/own/eng/blob/v9/eng/a.py#L1", "no v9"),
    ],
)
def test_what_nobody_can_say_is_a_note_with_its_reason(url: str, why: str) -> None:
    found = judge([Source("x", url=url)], ROOTS)[0]

    problem = found.problem()
    assert problem is not None
    assert (found.verdict, problem.severity) == (Verdict.NOT_LOOKED, Severity.NOTE)
    assert why in problem.message
    assert found.read == ()


def test_a_name_that_is_not_found_in_unreadable_python_is_not_called_gone() -> None:
    found = one("#L1", "gather", at="v3")

    assert found.verdict is Verdict.UNKNOWN
    assert "no Python that this Python reads" in found.why


PINNED = "ab" * 32


@pytest.mark.parametrize(
    ("sha256", "look", "verdict", "read"),
    [
        (PINNED, Local(sha256=PINNED), Verdict.EXACT, ("a.svg",)),
        (PINNED.upper(), Local(sha256=PINNED), Verdict.EXACT, ("a.svg",)),
        (PINNED, Local(sha256="cd" * 32), Verdict.CHANGED, ("a.svg",)),
        (PINNED, Local(), Verdict.UNKNOWN, ()),
        (None, Local(sha256=PINNED), Verdict.UNKNOWN, ()),
        (None, Local(), Verdict.UNKNOWN, ()),
        (PINNED, Local("a.svg was not read: there is no such file"), Verdict.NOT_LOOKED, ()),
        (None, Local("a.svg was not read: there is no such file"), Verdict.NOT_LOOKED, ()),
        (PINNED, None, Verdict.NOT_LOOKED, ()),
        (None, None, Verdict.NOT_LOOKED, ()),
    ],
)
def test_a_local_file_is_exact_only_when_it_was_read_and_compared(
    sha256: str | None, look: Local | None, verdict: Verdict, read: tuple[str, ...]
) -> None:
    local = {} if look is None else {0: look}

    found = judge([Source("a", file="a.svg", sha256=sha256)], Roots(), local=local)[0]

    assert (found.verdict, found.read) == (verdict, read)
    assert "a.svg" in found.why
    assert found.verdict.judged is (verdict in (Verdict.EXACT, Verdict.CHANGED))
    assert (found.problem() is None) is (verdict in (Verdict.EXACT, Verdict.CHANGED))


@pytest.mark.parametrize("rule", ["source-hash", "missing-source", "source-escapes"])
def test_what_checking_has_said_of_a_local_file_is_said_in_its_words(rule: str) -> None:
    problem = Problem(rule, Severity.ERROR, "as checking says it", Place(("sources", 1, "file")))
    sources = [Source(name, file=f"{name}.svg", sha256=PINNED) for name in "ab"]
    look = Local(sha256="cd" * 32) if rule == "source-hash" else Local("unread")

    first, second = judge(sources, Roots(), local={0: Local(sha256=PINNED), 1: look}, found=[problem])

    assert (first.verdict, first.problem()) == (Verdict.EXACT, None)
    assert second.verdict is (Verdict.CHANGED if rule == "source-hash" else Verdict.NOT_LOOKED)
    assert (second.problem(), second.why) == (problem, "as checking says it")


@pytest.mark.parametrize(
    ("lines", "look", "verdict"),
    [
        ("#L36-L39", Local(sha256=PINNED), Verdict.EXACT),
        ("#L36-L39", Local(sha256="cd" * 32), Verdict.CHANGED),
        ("#L36-L39", Local("a.svg was not read"), Verdict.NOT_LOOKED),
        ("#L36-L39", None, Verdict.NOT_LOOKED),
        ("#L36-L37", None, Verdict.CUT_SHORT),
    ],
)
def test_a_source_with_a_link_and_a_file_is_exact_only_when_both_are(
    lines: str, look: Local | None, verdict: Verdict
) -> None:
    source = Source("x", url=BLOB + lines, file="a.svg", sha256=PINNED)

    assert judge([source], ROOTS, local={0: look} if look else {})[0].verdict is verdict


def test_a_whole_file_of_another_version_is_not_judged_without_the_cited_one() -> None:
    roots = Roots([Shelf({"v2": MOVED})])

    found = judge([Source("x", url=BLOB)], roots, at="v2")[0]

    assert found.verdict is Verdict.UNKNOWN
    assert "only v1 tells what the file held, and the shelf has no v1" in found.why
    assert found.repinned is None


@pytest.mark.parametrize(
    ("at", "read"), [(None, ("eng/a.py",)), ("v2", ("eng/a.py", "eng/a.py")), ("v9", ("eng/a.py",))]
)
def test_a_judgement_names_what_was_read(at: str | None, read: tuple[str, ...]) -> None:
    assert one("#L36-L39", at=at).read == read


def test_links_and_titles_are_pinned_anew() -> None:
    cut, moved, exact = (
        one("#L36-L37", title="Eng v1 gather"),
        one("#L36-L39", title="Eng v1 gather", at="v2"),
        one("#L21-L29", title="The loop", at="v4"),
    )

    assert cut.repinned == f"{BLOB}#L36-L39"
    assert cut.retitled is None
    assert moved.repinned == BLOB.replace("v1", "v2") + "#L38-L41"
    assert moved.retitled == "Eng v2 gather"
    assert exact.repinned == BLOB.replace("v1", "v4") + "#L21-L29"
    assert [problem.rule for problem in repins([cut, moved, exact])] == [
        "source-cut-short",
        "source-moved",
        "source-repin",
    ]


def test_what_is_right_or_not_known_is_left_as_it_is() -> None:
    found = [one("#L36-L39"), one("#L36-L39", "x"), one("#L38-L39", "gather", at="v2"), one("#L500-L501")]

    assert repins(found) == []
