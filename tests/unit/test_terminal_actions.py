"""What each key does to the view, and the table of keys as help and README show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.documents import bindings_markdown
from tests.unit.playing_helpers import after, scenario, seed, stage, view
from tracecli.commands.play import aligned_step
from tracecli.model import Scenario, Trace
from tracecli.playback import Subject
from tracecli.terminal.actions import BINDINGS, PLACES, advance, hints
from tracecli.terminal.output import Looks
from tracecli.terminal.overlays import OPTIONS, overlay
from tracecli.terminal.player import reloaded
from tracecli.terminal.view import Links, Stage, View

GPU = Subject("state", "gpu", "GPU work")


@pytest.mark.parametrize("key", ["right", "l", "j", ".", "enter", "page-down"])
def test_keys_for_next_go_a_step_on_and_pause(key: str) -> None:
    shown = after([key], view(2, playing=True))

    assert (shown.cursor.index, shown.playing) == (3, False)


@pytest.mark.parametrize("key", ["left", "h", "k", ",", "page-up"])
def test_keys_for_previous_go_a_step_back_and_pause(key: str) -> None:
    shown = after([key], view(2, playing=True))

    assert (shown.cursor.index, shown.playing) == (1, False)


@pytest.mark.parametrize(("key", "index"), [("g", 0), ("home", 0), ("G", 6), ("end", 6)])
def test_first_is_the_initial_state_and_last_the_last_step(key: str, index: int) -> None:
    assert after([key], view(3)).cursor.index == index


@pytest.mark.parametrize("keys", [["5", "enter"], ["5", "G"], ["0", "5", "enter"]])
def test_digits_and_enter_or_g_go_to_that_step(keys: list[str]) -> None:
    shown = after(keys, view(2, playing=True))

    assert (shown.cursor.index, shown.playing, shown.digits) == (5, False, "")


def test_a_number_beyond_the_last_step_goes_there_and_says_so() -> None:
    shown = after(["9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "enter"])

    assert shown.cursor.index == 6
    assert shown.message == "There is no step 999999999: this is the last"


def test_another_key_forgets_the_digits() -> None:
    assert after(["4", "esc", "enter"], view(1)).cursor.index == 2
    assert after(["4", "h", "G"], view(2)).cursor.index == 6


def test_both_ends_say_that_they_are_ends() -> None:
    assert "initial state" in after("h", view(0)).message
    assert "is the last" in after("l", view(6)).message


def test_space_plays_and_pauses_and_plays_again_from_step_1_at_the_end() -> None:
    assert after(["space"], view(2)).playing
    assert not after(["space"], view(2, playing=True)).playing
    assert (after(["space"], view(6)).cursor.index, after(["space"], view(6)).playing) == (1, True)


def test_speed_goes_up_and_down_within_bounds_and_back_to_normal() -> None:
    assert after("]]").speed == 1.5
    assert after("[").speed == 0.75
    assert after("]" * 30).speed == 8
    assert after("[" * 30).speed == 0.25
    assert after("]]=").speed == 1
    assert after("]", view(speed=1.1)).speed == 1.25


def test_a_change_of_speed_does_not_pause() -> None:
    assert after("]", view(playing=True)).playing


def test_watching_is_chosen_from_a_list_with_nothing_first() -> None:
    shown = after(["w", "j", "j", "enter"])

    assert (shown.watch, shown.over) == (GPU, "")
    assert after(["w", "g", "enter"], shown).watch is None


def test_n_goes_to_the_next_and_previous_change_of_what_is_watched() -> None:
    watching = view(1, watch=GPU)

    assert after("n", watching).cursor.index == 3
    assert after("N", replace(watching, cursor=watching.cursor.seek(6))).cursor.index == 3
    assert after("nn", watching).message == "No change of GPU work after step 3"


def test_n_without_anything_to_look_for_says_how_to_choose() -> None:
    assert "w chooses what to watch" in after("n").message


def test_search_takes_what_is_typed_and_goes_to_the_first_hit_from_here_on() -> None:
    shown = after(["/", *"stored", "enter"], view(2, playing=True))

    assert (shown.cursor.index, shown.over, shown.needle, shown.playing) == (4, "", "stored", False)
    assert after("n", shown).cursor.index == 5
    assert after("nN", shown).cursor.index == 4


def test_search_wraps_to_the_first_hit_of_all() -> None:
    assert after(["/", *"gather inputs", "enter"], view(6)).cursor.index == 3


def test_letters_that_are_keys_are_letters_in_a_search() -> None:
    assert after(["/", "q", "space", "G", "?"]).typed == "q G?"
    assert after(["/", "a", "up", "left"]).typed == "a"


def test_a_search_can_be_mended_emptied_and_closed() -> None:
    assert after(["/", "a", "b", "backspace"]).typed == "a"
    assert after(["/", "a", "ctrl-u"]).over == "search"
    assert after(["/", "backspace"]).over == ""
    assert after(["/", "a", "esc"]).needle == ""


def test_a_search_without_a_hit_stays_and_says_so() -> None:
    shown = after(["/", *"zzz", "enter"], view(2))

    assert (shown.cursor.index, shown.message) == (2, "Nothing in this scenario says zzz")


def test_after_a_search_n_means_hits_and_after_choosing_what_to_watch_changes() -> None:
    searched = after(["/", *"stored", "enter"], view(1, watch=GPU))
    watching = after(["w", "enter"], searched)

    assert after("N", searched).message == "No hit of stored before step 4"
    assert after("N", watching).cursor.index == 3
    assert after(["/", "enter", "N"], searched).cursor.index == 3


def test_the_outline_opens_at_the_present_step_and_enter_goes_to_the_chosen_one() -> None:
    opened = after("o", view(4, playing=True))

    assert (opened.over, opened.choice) == ("outline", 4)
    assert after(["j", "enter"], opened).cursor.index == 5
    assert after(["g", "enter"], opened).cursor.index == 0
    assert after(["G", "enter"], opened).cursor.index == 6
    assert after(["page-up", "enter"], opened).cursor.index == 0
    assert after(["page-down", "up", "enter"], opened).cursor.index == 5


@pytest.mark.parametrize("key", ["?", "o", "w", "s"])
def test_esc_and_the_key_that_opened_it_close_what_is_open(key: str) -> None:
    opened = after([key])

    assert opened.over
    assert after(["esc"], opened).over == ""
    assert after([key], opened).over == ""


def test_esc_on_the_frame_changes_nothing() -> None:
    assert after(["esc"], view(3, playing=True)) == view(3, playing=True)


@pytest.mark.parametrize("over", ["", "help", "outline", "sources", "watch", "findings"])
@pytest.mark.parametrize("key", ["q", "ctrl-c"])
def test_q_and_ctrl_c_leave_from_everywhere_but_a_search_being_typed(over: str, key: str) -> None:
    assert after([key], view(over=over)).wants == "leave"


def test_only_ctrl_c_leaves_a_search_being_typed() -> None:
    assert after(["/", "q"]).wants == ""
    assert after(["/", "ctrl-c"]).wants == "leave"


@pytest.mark.parametrize("over", ["", "help", "search"])
def test_ctrl_z_suspends_from_everywhere(over: str) -> None:
    assert after(["ctrl-z"], view(over=over)).wants == "suspend"


def test_predicting_hides_the_next_state_until_a_key_is_pressed() -> None:
    hidden = after("pl", view(2))

    assert (hidden.cursor.index, hidden.hidden) == (3, True)
    for key in ("l", "space", "x"):
        shown = after([key], hidden)
        assert (shown.cursor.index, shown.hidden, shown.playing) == (3, False, False)


def test_predicting_hides_nothing_on_the_way_back_or_after_a_jump() -> None:
    assert not after("pllh", view(2)).hidden
    assert not after(["p", "5", "enter"], view(2)).hidden
    assert not after("plp", view(2)).hidden


def test_predicting_also_hides_what_comes_by_itself() -> None:
    shown = advance(view(2, playing=True, predict=True))

    assert shown.hidden
    assert not shown.waits


def test_tab_goes_to_the_other_scenario_at_the_aligned_step() -> None:
    trace = seed()
    on = Stage(
        trace,
        trace.scenarios[1],
        stage().looks,
        Links(counterpart=lambda _trace, here, index, there: (index, len(here.id) + len(there.id) - index - 8)),
    )

    shown = after(["tab"], view(3, playing=True), on)

    assert (shown.scenario, shown.cursor.index, shown.cursor.last, shown.playing) == ("serial", 2, 6, False)


def on_three(here: str = "overlap") -> Stage:
    """Return the stage of a trace of three scenarios: only their odd steps are aligned, with those of the same number."""
    third = replace(scenario(), id="third")
    trace = replace(seed(), scenarios=(*seed().scenarios, third))

    def counterpart(_trace: Trace, _here: Scenario, index: int, _there: Scenario) -> tuple[int, int]:
        return (index, index) if index % 2 else (index - 1, index - 1)

    chosen = next(one for one in trace.scenarios if one.id == here)
    return Stage(trace, chosen, Looks(), Links(counterpart=counterpart))


def tabbed(shown: View, times: int) -> View:
    for _ in range(times):
        shown = after(["tab"], shown, on_three(shown.scenario))
    return shown


@pytest.mark.parametrize("start", range(7))
def test_tab_all_the_way_round_comes_back_to_the_place(start: int) -> None:
    for rounds in (1, 2, 3):
        there = tabbed(view(start), 3 * rounds)
        assert (there.scenario, there.cursor.index) == ("overlap", start)
        assert there.message == ""


@pytest.mark.parametrize("start", range(1, 7))
def test_a_step_without_a_counterpart_goes_to_the_nearest_and_says_so(start: int) -> None:
    there = tabbed(view(start), 1)

    said = f"Step {start} has no counterpart here: this is the one of step {start - 1}"
    assert there.cursor.index == (start if start % 2 else start - 1)
    assert there.message == ("" if start % 2 else said)


@pytest.mark.parametrize("gone", range(1, 7))
def test_the_steps_aligned_are_those_that_both_scenarios_have(gone: int) -> None:
    trace, steps = seed(), scenario().steps
    shorter = replace(scenario(), id="shorter", steps=(*steps[: gone - 1], *steps[gone:]))

    for step in range(1, 7):
        found = aligned_step(trace, scenario(), step, shorter)
        if step == gone:
            assert found in {(gone - 1, gone - 1), (gone + 1, gone)}
        else:
            assert found == (step, step - (step > gone))


@pytest.mark.parametrize("key", ["l", "h", "G", "g"])
def test_a_place_that_was_left_for_another_step_is_not_come_back_to(key: str) -> None:
    moved = after([key], tabbed(view(4), 1), on_three("third"))
    back = tabbed(moved, 2)

    index = moved.cursor.index
    assert back.scenario == "overlap"
    assert back.cursor.index == (index if index % 2 or index == 0 else index - 1)


def test_a_file_that_was_read_again_has_no_places_to_come_back_to() -> None:
    there = tabbed(view(4), 1)

    assert reloaded(on_three(there.scenario), there, on_three().trace)[1].visited == ()


def test_tab_at_the_initial_state_goes_to_the_others_initial_state() -> None:
    assert after(["tab"], view(0)).cursor.index == 0


def test_tab_in_a_trace_with_one_scenario_says_so() -> None:
    lonely = replace(seed(), scenarios=seed().scenarios[1:])

    assert after(["tab"], view(3), stage(lonely)).message == "This trace has no other scenario"


def test_a_step_comes_by_itself_and_the_last_one_stays_and_says_so() -> None:
    assert advance(view(5, playing=True)).cursor.index == 6

    ended = advance(view(6, playing=True))

    assert (ended.cursor.index, ended.playing) == (6, False)
    assert ended.message.startswith("The end: step 6 is the last")


def test_a_loop_starts_over_at_step_1() -> None:
    shown = advance(view(6, playing=True, loop=True))

    assert (shown.cursor.index, shown.playing) == (1, True)


def test_an_answer_lasts_until_the_next_key() -> None:
    assert after("nx").message == ""


def test_scrolling_stays_within_what_drawing_said_and_another_step_starts_at_its_top() -> None:
    tall = view(2, furthest=2)

    assert after(["down"] * 5, tall).scroll == 2
    assert after(["down", "up", "up"], tall).scroll == 0
    assert after(["down", "l"], tall).scroll == 0
    assert after(["?", "down", "down", "down"], tall).choice == 2
    assert after(["?", "G", "g"], tall).choice == 0


def test_no_key_means_two_things_in_one_place() -> None:
    for where in PLACES:
        keys = [key for row in BINDINGS if row.where == where for key in row.keys]
        assert len(keys) == len(set(keys))


def test_the_help_shows_every_key_and_every_option() -> None:
    shown = "\n".join(text.plain for text in overlay(stage(), view(over="help"), 100, 999).lines)

    assert [row.shown for row in BINDINGS if f"  {row.shown} " not in shown] == []
    assert [row.says for row in BINDINGS if row.says not in shown] == []
    assert [name for name, _ in OPTIONS if f"  {name} " not in shown] == []


def test_readmes_tables_have_a_row_for_every_key() -> None:
    rows = list(bindings_markdown())

    assert sum(row.startswith("| `") for row in rows) == len(BINDINGS)
    assert "| `→ l j . Enter PgDn` | next step (pauses) |" in rows


def test_a_pipe_in_a_cell_would_break_the_table() -> None:
    assert not [row for row in BINDINGS if "|" in row.shown + row.says or "`" in row.shown]


def test_the_foot_names_help_and_leaving_first() -> None:
    assert list(hints("frame"))[:2] == ["? help", "q leave"]
