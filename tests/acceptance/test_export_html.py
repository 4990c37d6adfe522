"""The page in a real browser: keys, scrubber, tabs, addresses, comparison, and what it must never do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.html_pages import (
    fragment,
    lit,
    number,
    opened,
    place,
    press,
    said,
    spoken,
    state,
    stop_clock,
)
from tests.support.browser import Chromium, until
from tests.unit.export_helpers import data, small
from tracecli.model import Trace, build


def test_it_opens_at_the_first_step_and_does_not_play_by_itself(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)

    stop_clock(page)
    page.clock.run_for(60_000)

    assert place(page) == ("1", "Pick batch k")
    assert lit(page) == ["Pick batch"]
    assert state(page)[0] == "CPU work schedule batch k was idle"


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["ArrowRight", "l", "j"], "4"),
        ([".", "Enter", "PageDown"], "4"),
        (["ArrowRight", "ArrowLeft"], "1"),
        (["G", "h", "k"], "4"),
        (["End", ",", "PageUp"], "4"),
        (["ArrowLeft", "ArrowLeft"], "0"),
        (["3", "Enter"], "3"),
        (["0", "5", "G"], "5"),
        (["9", "9", "Enter"], "6"),
        (["G", "g"], "0"),
        (["G", "Home"], "0"),
        (["4", "Escape", "Enter"], "2"),
        (["Control+ArrowRight", "Alt+l"], "1"),
    ],
)
def test_keys_go_where_those_of_the_terminal_go(
    keys: list[str], shown: str, chromium: Chromium, tmp_path: Path
) -> None:
    page = opened(chromium, tmp_path)

    press(page, *keys)

    assert number(page) == shown


def test_space_plays_until_the_end_and_a_key_pauses(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial/4")
    stop_clock(page)

    press(page, "Space")
    page.clock.run_for(3_257)  # 19 words at 350 a minute
    before = number(page)
    page.clock.run_for(2)
    after = number(page)
    press(page, "ArrowLeft")
    page.clock.run_for(60_000)
    paused = number(page)
    press(page, "Space")
    page.clock.run_for(60_000)

    assert (before, after, paused) == ("4", "5", "4")
    assert said(page) == "The end: step 6 is the last. Space plays again"
    assert page.get_by_role("button", name="Play").is_visible()


def test_a_step_stays_as_long_as_its_words_need(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/1")  # 19 words at 350 a minute: 3,258 ms, not its 2,800
    stop_clock(page)

    press(page, "]", "]", "Space")  # 1.5 times the speed
    page.clock.run_for(2_171)
    before = number(page)
    page.clock.run_for(2)

    assert (before, number(page)) == ("1", "2")


def test_the_speed_is_shown_and_goes_back_to_normal(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)

    press(page, *"]" * 9)
    fastest = said(page)
    press(page, *"[" * 12)
    slowest = said(page)
    press(page, "=")

    assert (fastest, slowest) == ("8 times the normal speed", "0.25 times the normal speed")
    assert page.get_by_role("button", name="Normal speed").inner_text() == "1×"


def test_who_wants_less_motion_has_to_ask_twice(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, reduced_motion="reduce")
    stop_clock(page)

    press(page, "Space")
    page.clock.run_for(60_000)
    first = number(page)
    told = said(page)
    press(page, "Space")
    page.clock.run_for(3_000)

    assert (first, number(page)) == ("1", "2")
    assert told.startswith("Your system asks for reduced motion")


def test_a_wish_for_less_motion_stops_what_plays(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)
    stop_clock(page)

    press(page, "Space")
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Play").wait_for()
    page.clock.run_for(60_000)

    assert number(page) == "1"


def test_the_scrubber_goes_to_a_step_and_says_which(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/1")
    scrubber = page.get_by_role("slider", name="Step")

    scrubber.fill("4")
    filled = number(page), scrubber.get_attribute("aria-valuetext")
    scrubber.press("ArrowRight")
    scrubber.press("l")

    assert filled == ("4", "Step 4 of 6: Queue the handle, stash tokens")
    assert number(page) == "6"
    until(page, lambda: page.locator(".numbers span").all_text_contents() == list("0123456"))


def test_a_tab_shows_the_aligned_step_of_the_other_scenario(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial/5")

    page.get_by_role("tab", name="event_loop_overlap").click()
    clicked = fragment(page)
    press(page, "ArrowLeft")
    arrow = fragment(page)
    page.evaluate("document.activeElement.blur()")
    press(page, "t")

    assert (clicked, arrow, fragment(page)) == ("overlap/5", "serial/5", "overlap/5")
    assert page.get_by_role("tab", selected=True).inner_text().startswith("event_loop_overlap")


def test_the_tab_key_moves_the_focus_through_all_controls(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="")
    name = "(document.activeElement.ariaLabel || document.activeElement.innerText).split('\\n')[0]"
    reached = []

    for _ in range(18):
        press(page, "Tab")
        reached.append(page.evaluate(name))

    assert reached[:7] == ["Outline", "Search", "Watch", "Compare", "Predict", "Sources", "Keys"]
    assert {"event_loop_normal: process each batch at once", "Drawing", "Play", "Next step", "Step"} < set(reached)
    assert fragment(page) == ""


def test_what_has_the_focus_has_an_outline(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="")
    outline = (
        "getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth"
    )
    seen = set()

    for _ in range(18):
        press(page, "Tab")
        seen.add(page.evaluate(outline))

    assert seen == {"solid3px"}


def test_an_address_opens_a_step_and_follows_the_reader(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/4")
    before = page.evaluate("history.length")

    first = place(page)
    press(page, "ArrowRight", "ArrowRight")

    assert first == ("4", "Queue the handle, stash tokens")
    assert fragment(page) == "overlap/6"
    assert page.evaluate("history.length") == before


def test_an_address_that_changes_is_followed_and_the_way_back_is_there(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/4")
    page.evaluate("location.hash = 'overlap/2'")
    until(page, lambda: number(page) == "2")

    page.go_back()
    until(page, lambda: (number(page), fragment(page)) == ("4", "overlap/4"))


def test_playing_leaves_no_trail_of_addresses(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/1")
    stop_clock(page)
    before = page.evaluate("history.length")

    press(page, "Space")
    page.clock.run_for(60_000)

    assert fragment(page) == "overlap/6"
    assert page.evaluate("history.length") == before


def named() -> Trace:
    """Return the trace of the seed; some of its steps have ids."""
    whole = data()
    for scenario, step, name in ((1, 1, "launch"), (1, 2, "v1.5"), (1, 4, "_"), (0, 0, "begin")):
        whole["scenarios"][scenario]["steps"][step]["id"] = name
    return build(whole)


ADDRESSES = [
    ("", "serial/1", "Aligned step 1 of 6"),
    ("#", "serial/1", "Aligned step 1 of 6"),
    ("#overlap", "overlap/1", "Step 1 of 6"),
    ("#overlap/", "overlap/1", "Step 1 of 6"),
    ("#overlap/0", "overlap/0", "Step 0 of 6"),
    ("#overlap/04", "overlap/4", "Step 4 of 6"),
    ("#overlap/launch", "overlap/2", "Step 2 of 6"),
    ("#overlap/v1.5", "overlap/3", "Step 3 of 6"),
    ("#overlap%2F2", "overlap/2", "Step 2 of 6"),
    ("#overlap/%6Caunch", "overlap/2", "Step 2 of 6"),
    ("#%6Fverlap/%32", "overlap/2", "Step 2 of 6"),
    ("#serial%2Boverlap/2", "serial/2", "Aligned step 2 of 6"),
    ("#serial+overlap/launch", "serial/2", "Aligned step 2 of 6"),
    ("#overlap+serial/begin", "overlap/1", "Aligned step 1 of 6"),
    ("#overlap/99", "overlap/6", "There is no step 99: this is the last"),
    ("#overlap/7", "overlap/6", "There is no step 7: this is the last"),
    (f"#overlap/{'9' * 400}", "overlap/6", f"There is no step {'9' * 40}…: this is the last"),
    ("#overlap/1.5", "overlap/1", "There is no step 1.5"),
    ("#overlap/1e1", "overlap/1", "There is no step 1e1"),
    ("#overlap/0x4", "overlap/1", "There is no step 0x4"),
    ("#overlap/-1", "overlap/1", "There is no step -1"),
    ("#overlap/+1", "overlap/1", "There is no step +1"),
    ("#overlap/%204", "overlap/1", "There is no step 4"),  # as a browser shows it: spaces in a row are one
    ("#overlap/4%20", "overlap/1", "There is no step 4"),
    ("#overlap/4?x=1", "overlap/1", "There is no step 4?x=1"),
    ("#overlap/4/2", "overlap/1", "There is no step 4/2"),
    ("#overlap/x", "overlap/1", "There is no step x"),
    ("#overlap/LAUNCH", "overlap/1", "There is no step LAUNCH"),
    ("#overlap/begin", "overlap/1", "There is no step begin"),
    ("#overlap/undefined", "overlap/1", "There is no step undefined"),
    ("#overlap/null", "overlap/1", "There is no step null"),
    ("#overlap/Infinity", "overlap/1", "There is no step Infinity"),
    ("#overlap/NaN", "overlap/1", "There is no step NaN"),
    ("#overlap/__proto__", "overlap/1", "There is no step __proto__"),
    ("#overlap/\u0663", "overlap/1", "There is no step \u0663"),
    ("#overlap/caf%C3%A9", "overlap/1", "There is no step café"),
    ("#overlap/%F0%9F%9A%80", "overlap/1", "There is no step 🚀"),
    ("#overlap/%E2%80%AE4", "overlap/1", "There is no step \\u{202e}4"),
    ("#overlap/%E3%85%A4", "overlap/1", "There is no step \\u{3164}"),
    ("#overlap/%", "overlap/1", "There is no step %"),
    ("#overlap/%E0%A4%A", "overlap/1", "There is no step %E0%A4%A"),
    ("#nowhere/3", "serial/1", "No scenario here is called nowhere"),
    ("#constructor/3", "serial/1", "No scenario here is called constructor"),
    ("#launch", "serial/1", "No scenario here is called launch"),
    ("#%3Cimg%20src=x%3E", "serial/1", "No scenario here is called <img src=x>"),
    ("#overlap+overlap/2", "overlap/2", "Step 2 of 6"),
    ("#overlap+nowhere/2", "overlap/2", "nowhere can't be shown beside overlap"),
    ("#overlap+serial+x/2", "overlap/2", "serial+x can't be shown beside overlap"),
]


def test_an_address_shows_its_step_or_says_what_is_missing(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, named(), "")
    at = page.url
    found = []
    for address, _, _ in ADDRESSES:
        page.goto("about:blank")
        page.goto(at + address)
        scenario = page.get_by_role("tab", selected=True).inner_text().split(":")[0].removeprefix("event_loop_")
        found.append((address, f"{scenario.replace('normal', 'serial')}/{number(page)}", said(page)))

    assert found == ADDRESSES
    assert chromium.errors == []


def test_the_page_opens_at_the_step_that_it_was_made_for(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, start=3)

    assert place(page) == ("3", "Run the forward")


def test_each_step_rewrites_the_live_region_once(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")
    page.evaluate(
        """() => {
          window.writes = 0;
          const region = document.querySelector("[aria-live]");
          new MutationObserver((all) => (writes += all.length)).observe(region, {childList: true, characterData: true, subtree: true});
        }"""
    )

    press(page, "ArrowRight")
    once = page.evaluate("writes"), spoken(page)
    press(page, "ArrowRight")

    assert page.locator("[aria-live]").count() == 1
    assert (once[0], page.evaluate("writes")) == (1, 2)
    assert once[1] == (
        "Step 4 of 6: Queue the handle, stash tokens. The CPU appends batch k to result_queue. On the GPU, batch k's "
        "sampled tokens go into the FutureMap. Active: Result queue. Active: FutureMap. "
        "Launch step to Result queue: Queue the result handle. GPU forward to FutureMap: Write sampled tokens. "
        "CPU work: result_queue.append(k), was run_batch(k) returns. "
        "Next input IDs: batch k tokens stored, was batch k−1 tokens gathered. Result queue: k−1, k, was k−1."
    )


def test_a_search_forgives_how_a_minus_was_typed(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")

    press(page, "/")
    page.keyboard.type("K-1, K")
    listed = page.locator("dialog li b").all_text_contents()
    press(page, "Enter")
    found, marked = number(page), page.locator(".state mark").all_text_contents()
    press(page, "N")
    none = said(page)
    press(page, "/")
    page.get_by_role("searchbox").fill("")
    press(page, "Enter")

    assert (listed, found, marked) == (["4"], "4", ["k−1, k"])
    assert none == "No hit of K-1, K before step 4"
    assert page.locator("mark").count() == 0


def test_hits_are_gone_through_in_order(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/2")

    press(page, "/")
    page.keyboard.type("futuremap")
    press(page, "Enter", "n")
    last = number(page)
    press(page, "n")
    answer = said(page)
    press(page, "N")

    assert (last, answer, number(page)) == ("4", "No hit of futuremap after step 4", "3")


def test_what_is_watched_is_a_row_over_all_steps(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/1")

    press(page, "w", "ArrowDown", "ArrowDown", "Enter")
    lane = page.locator(".lane.watched .track span").all_text_contents()
    press(page, "n")
    at = number(page), page.locator(".lane.watched .track").get_attribute("aria-label")
    press(page, "n")

    assert lane == ["forward k−1", "forward k"]
    assert at == ("3", "GPU work: forward k−1 0–2, forward k 3–6")
    assert said(page) == "No change of GPU work after step 3"


def test_a_target_can_be_watched_too(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/1")

    press(page, "w")
    page.locator("dialog button", has_text="Copy results to CPU").click()
    press(page, "n")

    assert number(page) == "5"
    assert page.locator(".lane.watched .track span").all_text_contents() == ["", "travelled", ""]
    assert page.locator(".lane").count() == 3


def test_a_prediction_is_not_given_away_anywhere(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")

    press(page, "w", "ArrowDown", "Enter", "p", "ArrowRight")
    hidden = page.locator(".player").inner_text(), spoken(page), state(page)[0]
    press(page, "ArrowRight")

    assert "result_queue.append(k)" not in hidden[0] + hidden[1]
    assert hidden[2] == "CPU work ? was run_batch(k) returns"
    assert number(page) == "4"
    assert state(page)[0] == "CPU work result_queue.append(k) was run_batch(k) returns"


def test_any_key_shows_what_was_to_be_predicted(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")

    press(page, "p", "ArrowRight", "z")
    shown = number(page), state(page)[1]
    press(page, "p", "ArrowRight")

    assert shown == ("4", "GPU work forward k")
    assert "?" not in " ".join(state(page))


def test_the_outline_goes_to_a_step_and_its_key_closes_it(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")

    press(page, "o")
    current = page.locator("dialog [aria-current]").inner_text()
    press(page, "o")
    closed = page.locator("dialog").is_hidden()
    press(page, "o", "j", "ArrowDown", "Enter")

    assert current.split("\n")[0].startswith("3")
    assert closed
    assert place(page)[0] == "5"


def test_no_key_is_lost_however_fast_a_sheet_is_closed_and_opened(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")

    states = page.evaluate(
        """(keys) => keys.map((key) => {  // all before the browser draws again
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
          return document.querySelector("dialog").open;
        })""",
        ["o", "o", "o", "Escape", "?", "?", "ArrowRight", "w", "Escape", "ArrowRight"],
    )

    assert states == [True, False, True, False, True, False, False, True, False, False]
    assert number(page) == "5"


def test_escape_closes_what_is_open_and_the_focus_returns(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)
    button = page.get_by_role("button", name="Watch")

    button.click()
    press(page, "Escape")

    assert page.locator("dialog").is_hidden()
    assert button.evaluate("(node) => node === document.activeElement")


def test_nothing_plays_while_something_is_open(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)
    stop_clock(page)

    press(page, "Space", "?")
    page.clock.run_for(60_000)
    meanwhile = number(page)
    page.evaluate("(document.querySelector('dialog').onclose = () => (window.closed_ = true), null)")
    press(page, "Escape")
    until(page, lambda: page.evaluate("window.closed_"))
    page.clock.run_for(60_000)

    assert (meanwhile, number(page)) == ("1", "6")


def test_the_keys_can_be_turned_off(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)

    press(page, "?")
    page.get_by_role("checkbox").uncheck()
    press(page, "Escape", "ArrowRight", "l", "o")
    off = number(page), page.locator("dialog").is_hidden()
    page.get_by_role("button", name="Next step").click()

    assert off == ("1", True)
    assert number(page) == "2"


def test_the_help_is_scrolled_by_key(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, viewport={"width": 1200, "height": 400})

    press(page, "?", *["ArrowDown"] * 3)
    until(page, lambda: page.evaluate("document.querySelector('dialog').scrollTop > 0"))
    press(page, "?")

    assert page.locator("dialog").is_hidden()


def test_sources_are_reached_and_left_by_key(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)

    press(page, "s")
    at = page.evaluate("document.activeElement.ariaLabel")
    until(page, lambda: page.evaluate("scrollY > 0"))
    press(page, "Escape")
    until(page, lambda: page.evaluate("scrollY === 0"))

    assert at == "About this trace"
    assert page.evaluate("document.activeElement.ariaLabel") == "Player"
    assert {link.get_attribute("rel") for link in page.locator("a").all()} == {"noopener"}


def test_a_trace_without_other_scenarios_says_so(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, build(small()))

    press(page, "c")

    assert said(page) == "This page has no other scenario"
    assert page.get_by_role("tab").count() == 0
    assert page.get_by_role("button", name="Compare").count() == 0
    assert page.get_by_text("One item", exact=True).first.is_visible()
