"""Whatever a terminal sends, and whenever: the player draws whole frames, stays inside the scenario, and can be left."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from tests.unit.fuzzing import Raw, examples, traces
from tests.unit.playing_helpers import plain_row, seed, stage, view
from tracecli.checking import check
from tracecli.model import Trace
from tracecli.playback import Cursor, Subject, subjects
from tracecli.reading import read_bytes
from tracecli.terminal.actions import BINDINGS, leave
from tracecli.terminal.frame import frame
from tracecli.terminal.keys import Decoder
from tracecli.terminal.output import Looks
from tracecli.terminal.player import Player, Ports
from tracecli.terminal.tty import RESIZED, RESUMED, STOPPED
from tracecli.terminal.view import Stage, View

_SENT = [b"\x1b", b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP", b"\x1b\\", b"\x1b[A", b"\x1b[B", b"\x1b[5~", b"\x1b[6~", b"\x1b[M!!!", b"\x1b[200~", b"\x1b[1;5C", b"\x1b]52;c;eHh4\x07", b"\x9b31m", b"\xff", b"\xe2\x88", "−é時".encode(), b"\r", b"\t", b"\x00", b"\x7f", *(bytes([byte]) for byte in b" hjklgGnNoswp?/[]=.,0123456789q")]  # fmt: skip
_KEYS = [key for row in BINDINGS for key in row.keys if row.action is not leave]
_TOLD = [RESIZED, RESUMED, STOPPED]
_NAMES = {"esc", *(key for row in BINDINGS for key in row.keys), "enter", "space", "tab", "backspace"}


def streams() -> st.SearchStrategy[bytes]:
    """Give what a terminal, a paste or a line fault may send."""
    return st.lists(st.sampled_from(_SENT) | st.binary(max_size=4), max_size=30).map(b"".join)


@examples(300)
@given(streams(), st.lists(st.integers(1, 7), max_size=20))
def test_keys_do_not_depend_on_how_their_bytes_were_cut(sent: bytes, cuts: list[int]) -> None:
    whole, pieces = Decoder(), Decoder()
    keys: list[str] = []
    rest = sent
    for cut in cuts:
        keys += pieces.feed(rest[:cut])
        rest = rest[cut:]

    keys += pieces.feed(rest)

    assert keys == whole.feed(sent)
    assert all(key in _NAMES or (len(key) == 1 and key.isprintable()) for key in keys)


@examples(300)
@given(st.lists(streams(), max_size=6))
def test_after_any_bytes_a_moment_of_silence_leaves_q_a_q(sent: list[bytes]) -> None:
    decoder = Decoder()
    for piece in sent:
        decoder.feed(piece)
        decoder.flush()

    decoder.feed(b"\x1b\\")  # ends whatever string a terminal may be in the middle of
    decoder.flush()

    assert decoder.feed(b"zzzq")[-1:] == ["q"]


class Theatre:
    """Ports that hand out keys one wait at a time, draw at changing sizes, and leave when all is played."""

    def __init__(self, script: Sequence[Sequence[str]], sizes: Sequence[tuple[int, int]]) -> None:
        self._script = [*script]
        self._sizes = sizes
        self._now = 0.0
        self._drawn = 0

    def draw(self, on: Stage, shown: View) -> int:
        width, height = self._sizes[self._drawn % len(self._sizes)]
        self._drawn += 1
        made = frame(on, shown, width, height)
        assert len(made.rows) == height
        assert {Segment.get_line_length(row) for row in made.rows} == {width}
        assert not any(char < " " for row in map(plain_row, made.rows) for char in row)
        assert 0 <= shown.cursor.index <= shown.cursor.last == len(on.scenario.steps)
        assert on.scenario.id == shown.scenario
        return made.furthest

    def keys(self, seconds: float | None) -> Sequence[str]:
        if not self._script:
            return ["ctrl-c"]
        keys = self._script.pop(0)
        if not keys:
            self._now += 3600.0 if seconds is None else seconds
        return keys

    def play(self, start: View, on: Stage) -> View:
        return Player(on, start, Ports(self.draw, self.keys, lambda: self._now, lambda _everybody: None)).run()


_SIZES = st.lists(st.tuples(st.integers(1, 130), st.integers(1, 45)), min_size=1, max_size=3)
_ANY = st.lists(st.lists(st.sampled_from([*_KEYS, *_KEYS, *_TOLD, "é", "時", "unknown"]), max_size=3), max_size=25)


@examples(60)
@given(_ANY, _SIZES, st.sampled_from([None, *subjects(seed())]))
def test_any_keys_at_any_size_leave_a_whole_frame(
    script: list[list[str]], sizes: list[tuple[int, int]], watched: Subject | None
) -> None:
    start = view(1, playing=True, watch=watched)

    last = Theatre(script, sizes).play(start, stage())

    assert last.wants == "leave"


@examples(60)
@given(streams(), _SIZES)
def test_any_bytes_leave_a_whole_frame(sent: bytes, sizes: list[tuple[int, int]]) -> None:
    keys = Decoder().feed(sent)

    last = Theatre([[key] for key in keys], sizes).play(view(1, playing=True), stage())

    assert last.wants == "leave"


def _trace(raw: Raw) -> Trace | None:
    return check(read_bytes(raw.content, f"x.{raw.ending}")).trace


@examples(50)
@given(traces(), _ANY, _SIZES, st.sampled_from(["utf-8", "ascii", "cp1252"]))
def test_any_trace_can_be_played_with_any_keys(
    raw: Raw, script: list[list[str]], sizes: list[tuple[int, int]], encoding: str
) -> None:
    trace = _trace(raw)
    if trace is None:
        return
    scenario = trace.scenarios[-1]
    start = View(scenario.id, Cursor(len(scenario.steps)))

    last = Theatre(script, sizes).play(start, Stage(trace, scenario, Looks(encoding=encoding)))

    assert last.wants == "leave"


@examples(30)
@given(traces(), traces(), _ANY)
def test_a_file_that_becomes_another_trace_is_played_on(first: Raw, then: Raw, script: list[list[str]]) -> None:
    before, after = _trace(first), _trace(then)
    if before is None:
        return
    scenario = before.scenarios[0]
    theatre = Theatre(script, [(80, 24)])
    found: list[Trace | list[str] | None] = [None, after or ["1:1 error syntax: \x1b[31m"], None, before]
    ports = Ports(
        theatre.draw,
        theatre.keys,
        iter(range(10**6)).__next__,
        reload=lambda: found.pop(0) if found else None,
    )

    last = Player(Stage(before, scenario, Looks()), View(scenario.id, Cursor(len(scenario.steps))), ports).run()

    assert last.wants == "leave"
