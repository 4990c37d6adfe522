// The player in the page: it hears keys, buttons and the clock, and shows what follows.

import { $, $$, make, on } from "./dom.mjs";
import { drawOnPaper } from "./drawing.mjs";
import { act, actionOf, press } from "./keys.mjs";
import { arrange, makeStage, player, show, tabs } from "./looks.mjs";
import { advance, choose, go, toggleWatch, trackNow, view, visit } from "./player.mjs";
import { dialog, keys, openSheet } from "./sheets.mjs";
import { makeTimeline } from "./timeline.mjs";
import { makeTime } from "./time.mjs";
import { momentsAt } from "./trace.mjs";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let timer;
let arrived;

const place = () => `${view.left} ${view.right} ${view.index} ${view.hidden}`;

/** Makes a change and shows what follows; `kept` leaves the page's address as it is. */
function turn(change, kept) {
  const before = place();
  const { playing } = view;
  view.message = "";
  change();
  const moved = place() !== before;
  if (moved && !kept) record();
  show(moved || kept, moved && !kept);
  wait(moved || playing !== view.playing);
}

/** Writes the place into the page's address; steps would pile up in the reader's history if each were an entry of it. */
function record() {
  const ids = trackNow().sides.map(({ id }) => id);
  try {
    history.replaceState(null, "", `#${ids.join("+")}/${view.index}`);
  } catch {
    // A browser that has been given many addresses in a short time takes no more for a while.
  }
}

const follow = () => turn(() => visit(location.hash.slice(1)), true);

/** Waits for the time of the step to be over, if it is to be; `restart` begins that time again. */
function wait(restart = true) {
  clearTimeout(timer);
  if (restart) arrived = performance.now();
  if (!view.playing || view.hidden || dialog.open || document.hidden) return;
  const stay = momentsAt(trackNow(), view.index).reduce((sum, moment) => sum + moment.stay, 0) / view.speed;
  timer = setTimeout(turn, arrived + stay - performance.now(), advance);
}

/** Does something by name; what has no more to it than a name opens over the page. */
function perform(name, change) {
  turn(change);
  openSheet(name, turn);
  if (name === "sources") $("#_about").focus();
  if (name === "time") $("#_time")?.focus();
  if (dialog.open) wait();
}

/** Whether a key means something to the element that has the focus. */
function ownKey(key, target) {
  if (/^(Arrow.*|Home|End)$/.test(key)) {
    return target.matches("[type=range], [role=tab]") || (target.matches(".frame") && target.scrollWidth > target.clientWidth);
  }
  return target.matches("a, button") && (key === "Enter" || key === " ");
}

on(document, "keydown", event => {
  const { key, target } = event;
  const name = actionOf(key);
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (!keys.on || dialog.open || ownKey(key, target) || !(name || (view.hidden && key.length === 1))) return;
  event.preventDefault();
  if (name === "close" && target.closest("#_about")) {
    player.focus();
    scrollTo(0, 0);
  }
  perform(name, () => press(key));
});
tabs.forEach((tab, at) => {
  on(tab, "click", () => turn(() => choose(at)));
  on(tab, "keydown", ({ key }) => {
    const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
    const next = tabs.at(goal % tabs.length);
    if (goal === undefined) return;
    next.click();
    next.focus();
  });
});
for (const button of $$("[data-do]")) {
  on(button, "click", () => perform(button.dataset.do, () => act(button.dataset.do)));
}
const watchThis = subject => turn(() => toggleWatch(subject));
makeStage(watchThis);
makeTimeline(index => turn(() => go(index), true), record, watchThis);
makeTime();
on(dialog, "close", () => wait());
on(document, "visibilitychange", () => wait());
on(window, "resize", arrange);
on(window, "hashchange", follow);
on(window, "beforeprint", drawOnPaper);
on(matchMedia("print"), "change", drawOnPaper);
on(calm, "change", () => turn(() => Object.assign(view, { calm: calm.matches, playing: false })));
view.calm = calm.matches;
const { classList } = document.documentElement;
classList.add("js");
// In a frame: words, drawing, lanes and bar, and a link to all of it.
if (location.search === "?embed") {
  const link = make("a", { class: "full", target: "_top", href: location.pathname }, "Full page");
  on(link, "click", () => (link.href = location.pathname + location.hash));
  $(".bar").append(link);
  classList.add("embed");
}
follow();
arrange();
