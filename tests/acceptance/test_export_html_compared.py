"""Two scenarios beside each other in the page, at the aligned step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.acceptance.html_pages import fragment, number, opened, press, said, spoken, state, stop_clock
from tests.support.browser import Chromium, until
from tests.unit.export_helpers import overlap
from tracecli.model import Trace


def sides(page: Page) -> list[str]:
    """Return what both sides show: number and title."""
    shown = page.locator(".side:visible")
    return [f"{side.locator('.number').inner_text()} {side.locator('h2').inner_text()}" for side in shown.all()]


def uneven() -> Trace:
    """Return two scenarios of which each has steps that the other lacks, and one that is told in two."""
    trace, scenario = overlap()
    one, two, three, four, five, six = scenario.steps
    first = replace(four, title="Queue the handle", active=("queue",), paths=("launchQueue",), description="Queue it.")
    second = replace(four, title="Stash tokens", active=("future",), paths=("gpuFuture",), description="Stash them.")
    alone = replace(six, title="Sleep", description="Nothing at all.", active=("process",), paths=())
    left = replace(scenario, id="left", steps=(one, alone, two, three, four, five, six))
    right = replace(scenario, id="right", steps=(one, two, three, first, second, five, six))
    return replace(trace, scenarios=(left, right))


def test_both_sides_show_the_aligned_step(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial/4")

    press(page, "c")

    assert sides(page) == ["4 Stash the sampled tokens", "4 Queue the handle, stash tokens"]
    assert fragment(page) == "serial+overlap/4"
    assert said(page) == "Aligned step 4 of 6"
    assert page.locator("svg:visible[role=img]").count() == 2


def test_where_they_differ_is_said_in_words(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial+overlap/4", viewport={"width": 1200, "height": 1100})

    assert page.locator(".state .count").inner_text() == "2 of 5 differ"
    assert page.locator("thead th").all_text_contents() == ["Key", "serial", "overlap"]
    assert state(page) == [
        "CPU work ≠ differs waits for batch k result_queue.append(k) was run_batch(k) returns",
        "GPU work forward k forward k",
        "Next input IDs batch k tokens stored was batch k inputs gathered batch k tokens stored was batch k−1 tokens gathered",
        "Result queue ≠ differs not used k−1, k was k−1",
        "GPU idle during CPU work no no",
    ]


def test_the_comparison_is_heard_too(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial+overlap/1")

    press(page, "ArrowRight")

    assert spoken(page).startswith("serial: Step 2 of 6: Launch step k.")
    assert ". overlap: Step 2 of 6: Launch step k." in spoken(page)


def test_keys_and_scrubber_move_both(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap+serial/1")

    press(page, "ArrowRight", "l")
    stepped = sides(page)
    page.get_by_role("slider").fill("5")
    scrubbed = sides(page)

    assert stepped == ["3 Gather inputs on the GPU", "3 Run the forward"]
    assert scrubbed == ["5 Process batch k−1 during forward k", "5 Process batch k"]
    assert fragment(page) == "overlap+serial/5"


def test_leaving_the_comparison_stays_at_the_left_step(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap+serial/5")

    press(page, "c")

    assert sides(page) == ["5 Process batch k−1 during forward k"]
    assert fragment(page) == "overlap/5"


def test_a_tab_puts_its_scenario_on_the_left(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial+overlap/5")

    page.get_by_role("tab", name="event_loop_overlap").click()

    assert fragment(page) == "overlap+serial/5"


def test_steps_without_a_counterpart_have_a_row_of_their_own(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, uneven(), "#left+right/5")
    relation = page.locator(".relation")

    split = sides(page), relation.inner_text()
    press(page, "2", "Enter")
    alone = sides(page), relation.inner_text()

    assert split == (
        ["5 Queue the handle, stash tokens", "4–5 Queue the handle / Stash tokens"],
        "One step in left, two in right",
    )
    assert alone == (["2 Sleep", "– No such step here"], "Only in left")
    assert page.locator("thead th").all_text_contents() == ["Key", "left", "right"]
    assert spoken(page).startswith("Only in left. left: Step 2 of 7: Sleep.")


def test_the_same_rows_are_seen_from_the_other_side(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, uneven(), "#right+left/2")
    relation = page.locator(".relation")

    only = relation.inner_text()
    press(page, "5", "Enter")

    assert only == "Only in left"
    assert relation.inner_text() == "Two steps in right, one in left"


def test_a_split_step_is_found_from_either_half(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, uneven(), "#right/4")

    press(page, "c")
    first = sides(page)
    page.goto(page.url.partition("#")[0] + "#left/2")
    until(page, lambda: sides(page) == ["2 Sleep"])
    press(page, "t")

    assert first == ["4–5 Queue the handle / Stash tokens", "5 Queue the handle, stash tokens"]
    assert fragment(page) == "right/1"  # its own counterpart is missing: that of the step before


def test_with_three_scenarios_the_other_one_changes_by_key(chromium: Chromium, tmp_path: Path) -> None:
    trace = overlap()[0]
    third = replace(trace.scenarios[1], id="third", title="A third")
    page = opened(chromium, tmp_path, replace(trace, scenarios=(*trace.scenarios, third)), "#serial+overlap/2")

    press(page, "t")
    after = fragment(page)
    press(page, "t")

    assert (after, fragment(page)) == ("serial+third/2", "serial+overlap/2")


def test_playing_gives_time_for_both_sides(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial+overlap/1")
    stop_clock(page)

    press(page, "Space")
    page.clock.run_for(2_800 + 3_257)
    before = number(page)
    page.clock.run_for(2)

    assert (before, number(page)) == ("1", "2")


@pytest.mark.parametrize("width", [360, 1200])
def test_values_stand_under_their_scenario_at_every_width(width: int, chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial+overlap/4", viewport={"width": width, "height": 740})
    left = "(cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left))"

    heads = page.locator("thead th").evaluate_all(left)
    rows = [row.locator("th, td").evaluate_all(left) for row in page.locator(".state tbody tr:visible").all()]

    assert rows == [heads] * len(rows)
    assert rows
    assert heads == sorted(set(heads))
