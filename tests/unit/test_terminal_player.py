"""The loop, driven by a list of keys and a fake clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from tests.unit.playing_helpers import scenario, seed, stage, view
from tracecli.model import Trace
from tracecli.playback import Cursor, Subject, initial_stay_ms, stay_ms
from tracecli.terminal.player import Player, Ports, Reload, Screen
from tracecli.terminal.tty import RESIZED
from tracecli.terminal.view import Stage, View


@dataclass
class Theatre:
    """Ports that remember. Each entry of `script` is what one wait gives: keys, or nothing after its whole time."""

    script: list[list[str]]
    now: float = 0.0
    drawn: list[View] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    waited: list[float | None] = field(default_factory=list)
    stops: list[bool] = field(default_factory=list)
    cleared: int = 0
    furthest: int = 0

    def draw(self, on: Stage, shown: View) -> int:
        self.drawn.append(shown)
        self.shown.append(on.scenario.id)
        return self.furthest

    def keys(self, seconds: float | None) -> Sequence[str]:
        self.waited.append(None if seconds is None else round(seconds, 6))
        keys = self.script.pop(0) if self.script else ["q"]
        if not keys:
            assert seconds is not None, "nothing would ever come"
            self.now += seconds
        return keys

    def clear(self) -> None:
        self.cleared += 1

    def play(
        self, start: View, on: Stage | None = None, wpm: int = 0, reload: Reload | None = None, *, still: bool = True
    ) -> View:
        ports = Ports(self.draw, self.keys, lambda: self.now, self.stops.append, self.clear, reload)
        return Player(on or stage(), start, ports, wpm, still=still).run()

    @property
    def indexes(self) -> list[int]:
        return [shown.cursor.index for shown in self.drawn]


def test_steps_follow_each_other_after_their_durations_and_the_last_one_stays() -> None:
    theatre = Theatre([[]] * 6)

    last = theatre.play(view(1, playing=True))

    assert theatre.waited == [2.8, 2.6, 3.0, 3.0, 3.4, 3.4, None]
    assert (last.cursor.index, last.playing) == (6, False)
    assert theatre.indexes == [1, 2, 3, 4, 5, 6, 6]


def test_the_bar_of_a_steps_time_gets_shorter_part_by_part_and_is_whole_at_the_next_step() -> None:
    theatre = Theatre([[]] * 10)

    theatre.play(view(1, playing=True), still=False)

    assert [shown.left for shown in theatre.drawn[:10]] == [8, 7, 6, 5, 4, 3, 2, 1, 8, 7]
    assert theatre.waited[:9] == [0.35] * 8 + [2.6 / 8]


def test_no_time_is_left_where_none_passes_and_the_bar_stands_under_reduced_motion() -> None:
    paused, still = Theatre([["space"], ["?"]]), Theatre([[]])

    paused.play(view(1, playing=True), still=False)
    still.play(view(1, playing=True), still=True)

    assert [shown.left for shown in paused.drawn] == [8, None, None]
    assert [shown.left for shown in still.drawn] == [8, 8]


def test_a_step_stays_as_long_as_its_words_need() -> None:
    theatre = Theatre([])

    theatre.play(view(1, playing=True), wpm=60)

    assert theatre.waited == [stay_ms(scenario().steps[0], 60, 1) / 1000]


def test_the_initial_state_too_stays_for_a_while() -> None:
    theatre = Theatre([])

    theatre.play(view(0, playing=True), wpm=60)

    assert theatre.waited == [initial_stay_ms(scenario(), 60, 1) / 1000]


def test_paused_it_waits_for_keys_alone() -> None:
    theatre = Theatre([["l"], ["l"]])

    theatre.play(view(1))

    assert theatre.waited == [None, None, None]
    assert theatre.indexes == [1, 2, 3]


def test_ten_keys_at_once_are_ten_keys_and_one_frame() -> None:
    theatre = Theatre([["l", "l", "l", "h", "l", "l", "h", "h", "l", "l"]])

    last = theatre.play(view(1))

    assert last.cursor.index == 5
    assert theatre.indexes == [1, 5]


def test_a_page_that_is_pasted_is_no_commands_and_locks_nobody_in() -> None:
    pasted = list("no page of text is a thousand commands ") * 100
    theatre = Theatre([pasted, [RESIZED, *pasted, "ctrl-c", *pasted]])

    last = theatre.play(view(4))

    assert replace(last, wants="") == theatre.drawn[0]
    assert theatre.cleared == 1


def test_a_search_takes_the_beginning_of_what_is_pasted() -> None:
    theatre = Theatre([["/"], ["x"] * 4096, ["y"] * 4096, ["esc"]])

    theatre.play(view(4))

    assert theatre.drawn[-2].typed == "x" * 500


def test_keys_behind_the_one_that_leaves_are_not_taken() -> None:
    assert Theatre([["q", "l"]]).play(view(1)).cursor.index == 1


def test_a_key_that_changes_nothing_draws_nothing() -> None:
    theatre = Theatre([["x"], ["esc"]])

    theatre.play(view(1))

    assert len(theatre.drawn) == 1


def test_a_change_of_speed_counts_from_when_the_step_appeared() -> None:
    theatre = Theatre([["]", "]", "]"]])

    theatre.play(view(1, playing=True))

    assert theatre.waited == [2.8, 1.4]


def test_playing_on_after_a_pause_gives_the_step_its_time_again() -> None:
    theatre = Theatre([["space"], ["space"]])

    theatre.play(view(1, playing=True))

    assert theatre.waited == [2.8, None, 2.8]


@pytest.mark.parametrize("key", ["?", "o", "w", "s", "/"])
def test_time_stands_still_while_something_is_open(key: str) -> None:
    theatre = Theatre([[key], ["esc"]])

    theatre.play(view(1, playing=True))

    assert theatre.waited == [2.8, None, 2.8]


def test_a_state_to_predict_waits_for_a_key_however_long() -> None:
    theatre = Theatre([[], ["x"], []])

    theatre.play(view(1, playing=True, predict=True))

    assert theatre.waited == [2.8, None, 2.6, None]


def test_a_loop_goes_round() -> None:
    theatre = Theatre([[]] * 7)

    theatre.play(view(5, playing=True, loop=True))

    assert theatre.indexes == [5, 6, 1, 2, 3, 4, 5, 6]


def test_another_size_draws_the_same_view_anew() -> None:
    theatre = Theatre([["resized"]])

    theatre.play(view(3))

    assert theatre.indexes == [3, 3]
    assert theatre.cleared == 1


@pytest.mark.parametrize(("key", "everybody"), [("ctrl-z", True), ("stopped", False)])
def test_suspending_hands_the_terminal_back_and_draws_anew_afterwards(key: str, everybody: bool) -> None:  # noqa: FBT001
    theatre = Theatre([[key]])

    theatre.play(view(3))

    assert theatre.stops == [everybody]
    assert theatre.indexes == [3, 3]
    assert theatre.cleared == 1


def test_tab_sets_the_stage_for_the_other_scenario() -> None:
    theatre = Theatre([["tab"], ["tab"]])

    theatre.play(view(3))

    assert theatre.shown == ["overlap", "serial", "overlap"]


def test_how_far_a_list_goes_is_known_to_the_very_next_key() -> None:
    theatre = Theatre([["?", "G"]], furthest=7)

    last = theatre.play(view(3))

    assert last.choice == 7


def test_a_scroll_further_than_a_smaller_frame_goes_is_taken_back() -> None:
    theatre = Theatre([["down", "down"], ["resized"], ["up"]], furthest=2)
    original = theatre.draw

    def shrinking(on: Stage, shown: View) -> int:
        theatre.furthest = 1 if theatre.cleared else 2
        return original(on, shown)

    theatre.draw = shrinking  # type: ignore[method-assign]

    assert theatre.play(view(3)).scroll == 0


class File:
    """A file that is read again: what each look at it finds."""

    def __init__(self, *found: Trace | list[str] | None) -> None:
        self.found = list(found)

    def __call__(self) -> Trace | list[str] | None:
        return self.found.pop(0) if self.found else None


def test_without_changes_a_watched_file_costs_two_looks_a_second_and_no_frame() -> None:
    theatre = Theatre([[], [], []])

    theatre.play(view(3), reload=File())

    assert theatre.waited == [0.5] * 4
    assert len(theatre.drawn) == 1


def test_a_changed_file_is_shown_at_the_same_place() -> None:
    changed = replace(seed(), title="Changed")
    theatre = Theatre([[]])

    theatre.play(view(4), reload=File(changed))

    assert (theatre.drawn[-1].cursor.index, theatre.drawn[-1].message) == (4, "The file was read again")


def test_a_broken_file_shows_its_findings_over_the_last_good_frame_until_it_is_mended() -> None:
    theatre = Theatre([[], []])

    last = theatre.play(view(4), reload=File(["t.yaml:3:1: error"], seed()))

    assert theatre.drawn[1].findings == ("t.yaml:3:1: error",)
    assert (theatre.drawn[1].over, theatre.drawn[1].cursor.index) == ("findings", 4)
    assert (last.over, last.findings) == ("", ())


def _reloaded(changed: Trace, index: int = 4, **settings: object) -> View:
    theatre = Theatre([[]])
    theatre.play(view(index, **settings), reload=File(changed))
    return theatre.drawn[-1]


def test_a_step_that_moved_is_followed() -> None:
    overlap = scenario()
    longer = replace(overlap, steps=(replace(overlap.steps[0], title="New"), *overlap.steps))

    assert _reloaded(replace(seed(), scenarios=(longer,))).cursor == Cursor(7, 5)


def test_a_place_behind_the_new_end_becomes_the_end() -> None:
    overlap = scenario()
    shorter = replace(overlap, steps=overlap.steps[:2])

    assert _reloaded(replace(seed(), scenarios=(shorter,))).cursor == Cursor(2, 2)


def test_a_scenario_that_is_gone_gives_way_to_the_first() -> None:
    shown = _reloaded(replace(seed(), scenarios=seed().scenarios[:1]))

    assert (shown.scenario, shown.message) == ("serial", "Read again: the scenario is gone")


def test_what_is_watched_is_forgotten_only_when_it_is_gone() -> None:
    gpu = Subject("state", "gpu", "GPU work")

    assert _reloaded(seed(), watch=gpu).watch == gpu
    assert _reloaded(seed(), watch=Subject("state", "tpu", "TPU")).watch is None


class Pad:
    """A screen that remembers what was written."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.size = (80, 24)
        self.screen = Screen(self.written.append, lambda: self.size)

    def draw(self, shown: View) -> None:
        self.screen.draw(stage(), shown)


def test_a_frame_is_one_write() -> None:
    pad = Pad()

    pad.draw(view(1))

    assert len(pad.written) == 1
    assert pad.written[0].count("H") >= 24


def test_the_same_frame_again_is_not_written() -> None:
    pad = Pad()

    pad.draw(view(1))
    pad.draw(view(1))

    assert len(pad.written) == 1


def test_of_the_next_frame_only_rows_that_changed_are_written() -> None:
    pad = Pad()

    pad.draw(view(5))
    pad.draw(view(5, speed=2.0))

    assert pad.written[1].startswith("\x1b[2;1H")
    assert pad.written[1].count("\x1b[2;1H") == 1
    assert "\x1b[3;1H" not in pad.written[1]


def test_another_size_and_a_screen_somebody_else_wrote_on_are_drawn_in_full() -> None:
    pad = Pad()
    pad.draw(view(1))

    pad.size = (40, 10)
    pad.draw(view(1))
    pad.screen.forget()
    pad.draw(view(1))

    for written_ in pad.written[1:]:
        assert all(f"\x1b[{row};1H" in written_ for row in range(1, 11))


def test_rows_beyond_the_largest_frame_are_emptied() -> None:
    pad = Pad()
    pad.size = (80, 300)

    pad.draw(view(1))

    assert pad.written[0].endswith("\x1b[300;1H\x1b[K")
