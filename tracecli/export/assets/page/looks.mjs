// The page as it follows from what the reader has set.

import { $, $$ } from "./dom.mjs";
import { fit } from "./drawing.mjs";
import { trackNow, view } from "./player.mjs";
import { makeSide, makeState, showSide } from "./stage.mjs";
import { showTimeline } from "./timeline.mjs";
import { momentsAt } from "./trace.mjs";
import { relation, spoken } from "./words.mjs";

// Pixels of a window that has room for the state beside the drawing.
const BROAD = 1000;

export const player = $(".player");
export const tabs = $$("[role=tab]", player);
const part = name => $(name, player);
const sides = [makeSide(), makeSide()];
const showState = makeState(part(".state"));
part(".stage").prepend(...sides.map(({ root }) => root));

/** Shows everything; `moved` says that it is another moment, which is to be heard too. */
export function show(moved) {
  const track = trackNow();
  const moments = momentsAt(track, view.index);
  const compared = moments.length > 1;
  const mark = relation(track, view.index);
  const words = `${compared ? "Aligned step" : "Step"} ${view.index} of ${track.last}`;
  const { message, watch } = view;
  moments.forEach((moment, side) => showSide(sides[side], moment, view.needle));
  showState(moments, view);
  showTimeline(track, view, [words, ...moments.map(({ title }) => title)].join(": "));
  showControls();
  part(".relation").textContent = mark;
  part(".said").textContent = message || (watch ? `${words}, watching ${watch.label}` : words);
  const heard = moments.map(moment => (compared ? `${moment.scenario.id}: ` : "") + spoken(moment, view.hidden));
  if (message || moved) part("#_live").textContent = [message, mark, ...(moved ? heard : [])].filter(Boolean).join(". ");
  if (sides[1].root.hidden === compared) arrange();
}

/** Gives one side or two their places, and puts the state beside the drawing where there is no room for it below. */
export function arrange() {
  const compared = view.right !== null;
  const { classList } = player;
  sides[1].root.hidden = !compared;
  classList.toggle("comparing", compared);
  classList.remove("aside");
  fit(sides[0]);
  const { bottom } = part(".stage").getBoundingClientRect();
  const room = innerHeight - part(".bar").offsetHeight - scrollY;
  classList.toggle("aside", !compared && innerWidth >= BROAD && bottom > room);
}

function showControls() {
  const pressed = { compare: view.right !== null, predict: view.predict, watch: view.watch !== null };
  for (const name in pressed) $(`[data-do=${name}]`)?.setAttribute("aria-pressed", pressed[name]);
  tabs.forEach((tab, at) => {
    const here = at === view.left;
    // Of many tabs, which are scrolled, the chosen one comes into sight.
    if (here && tab.ariaSelected !== "true") tab.parentElement.scrollTop = tab.offsetTop - 40;
    tab.setAttribute("aria-selected", here);
    tab.tabIndex = here ? 0 : -1;
    tab.classList.toggle("beside", at === view.right);
    if (here) part(".stage").setAttribute("aria-labelledby", tab.id);
  });
  player.classList.toggle("playing", view.playing);
  part("[data-do=play] span").textContent = view.playing ? "Pause" : "Play";
  part("[data-do=normal]").textContent = `${view.speed}×`;
}
