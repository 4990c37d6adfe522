// The page as it follows from what the reader has set.

import { $, $$ } from "./dom.mjs";
import { trackNow, view } from "./player.mjs";
import { makeSide, makeState, mostRows, showSide } from "./stage.mjs";
import { showTimeline } from "./timeline.mjs";
import { firstDifference, momentsAt } from "./trace.mjs";
import { relation, spoken } from "./words.mjs";

// What gives way, in this order, where a window has no room for everything above the bar.
const LEVELS = ["brief", "small", "least"];

export const player = $(".player");
export const tabs = $$("[role=tab]", player);
const part = name => $(name, player);
let sides;
let showState;
let arranged;

/** Makes what shows a moment; `choose` is given what the reader clicks. */
export function makeStage(choose) {
  sides = [makeSide(choose), makeSide(choose)];
  showState = makeState(part(".state"), choose);
  part(".stage").prepend(...sides.map(({ root }) => root));
}

/** Shows everything; `moved` says that it is another moment, which is to be heard too; `led`, that the eye is led there. */
export function show(moved, led) {
  const track = trackNow();
  const moments = momentsAt(track, view.index);
  const compared = moments.length > 1;
  const mark = relation(track, view.index);
  const words = `${compared ? "Aligned step" : "Step"} ${view.index} of ${track.last}`;
  const { message, watch } = view;
  sides[1].root.hidden = !compared;
  moments.forEach((moment, side) => showSide(sides[side], moment, view, led && !view.calm));
  showState(moments, view);
  showTimeline(track, view, [words, ...moments.map(({ title }) => title)].join(": "));
  showControls();
  part(".relation").textContent = mark;
  part(".said").textContent = message || (watch ? `${words}, watching ${watch.label}` : words);
  const heard = moments.map(moment => (compared ? `${moment.scenario.id}: ` : "") + spoken(moment, view.hidden));
  if (message || moved) part("#_live").textContent = [message, mark, ...(moved ? heard : [])].filter(Boolean).join(". ");
  const name = `${view.left} ${view.right} ${watch?.label}`;
  if (arranged !== name) arrange();
  arranged = name;
}

/** Gives everything its place for a view and a window, so that nothing which a step changes is below the bar. */
export function arrange() {
  const { classList, style } = player;
  const head = player.getBoundingClientRect().top + scrollY;
  classList.toggle("comparing", view.right !== null);
  classList.remove(...LEVELS);
  style.setProperty("--head", `${head}px`);
  style.setProperty("--rows", mostRows(trackNow()));
  const bottom = () => part(".stage").getBoundingClientRect().bottom + scrollY + part(".bar").offsetHeight;
  for (const level of LEVELS) if (bottom() > innerHeight + 1) classList.add(level);
}

function showControls() {
  const pressed = { compare: view.right !== null, predict: view.predict, watch: view.watch !== null };
  for (const name in pressed) $(`[data-do=${name}]`)?.setAttribute("aria-pressed", pressed[name]);
  tabs.forEach((tab, at) => {
    const here = at === view.left;
    // Of many tabs, which are scrolled, the chosen one comes into sight.
    if (here && tab.ariaSelected !== "true") tab.parentElement.scrollTo(tab.offsetLeft - 40, tab.offsetTop - 40);
    tab.setAttribute("aria-selected", here);
    tab.tabIndex = here ? 0 : -1;
    tab.classList.toggle("beside", at === view.right);
    if (here) part(".stage").setAttribute("aria-labelledby", tab.id);
  });
  const difference = view.right === null ? -1 : firstDifference(view.left, view.right);
  const button = part("[data-do=differ]");
  if (button) button.hidden = difference < 0;
  player.classList.toggle("playing", view.playing);
  part("[data-do=play] span").textContent = view.playing ? "Pause" : "Play";
  part("[data-do=normal]").textContent = `${view.speed}×`;
}
