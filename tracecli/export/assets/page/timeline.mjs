// The scrubber with a tick for each step, and above it the history of what is watched.

import { $, make, on } from "./dom.mjs";
import { historyOf } from "./trace.mjs";

// Pixels that the number of a step needs, and a tick.
const NUMBER_ROOM = 26;
const TICK_ROOM = 3;

const root = $(".timeline");
const range = $("input", root);
const numbers = $(".numbers", root);
const put = (node, name, value) => node.style.setProperty(`--${name}`, value);
let shown;
let drawn = {};

/** Has a step sought while the thumb is moved, and settled on when it is let go. */
export function makeTimeline(seek, settle) {
  on(range, "input", () => seek(Number(range.value)));
  on(range, "change", settle);
  new ResizeObserver(number).observe(numbers);
}

/** Shows where the cursor is, in the words given. */
export function showTimeline(track, view, words) {
  const another = shown !== track;
  shown = track;
  range.max = track.last;
  range.value = view.index;
  range.setAttribute("aria-valuetext", words);
  put(range, "done", view.index / track.last);
  if (another) number();
  showLanes(view, another);
}

/** Writes numbers under the ticks, as many as there is room for. */
function number() {
  const cells = shown.last + 1;
  const strideFor = room => stride((room * cells) / root.clientWidth);
  const every = strideFor(NUMBER_ROOM);
  put(root, "cells", cells);
  put(root, "every", strideFor(TICK_ROOM));
  const numbered = [...shown.stops.keys()].filter(at => at % every === 0);
  numbers.replaceChildren(...numbered.map(at => placed(make("span", {}, at), at)));
}

/** The least of 1, 2, 5, 10, 20, … that is not below a number. */
function stride(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(part => part * power).find(every => every >= least) ?? 1;
}

function placed(node, at, span = 1) {
  put(node, "at", at);
  put(node, "span", span);
  return node;
}

/** A row for each side: equal neighbours are joined. What is to be predicted is not given away. */
function showLanes({ watch, index, predict, hidden }, another) {
  const known = predict ? index + !hidden : Infinity;
  if (another || drawn.watch !== watch || drawn.known !== known) drawn = drawLanes(watch, known);
  for (const { node, first, last } of drawn.runs) node.classList.toggle("here", first <= index && index <= last);
}

function drawLanes(watch, known) {
  const lanes = (watch ? shown.sides : []).map((_, side) => {
    const runs = [];
    historyOf(shown, side, watch).forEach((fact, at) => {
      const value = at < known ? fact : "?";
      if (runs.at(-1)?.value !== value) runs.push({ value, first: at });
      runs.at(-1).last = at;
    });
    return runs.map(makeRun);
  });
  $(".lanes", root).replaceChildren(...lanes.map(runs => make("div", { class: "lane" }, ...runs.map(({ node }) => node))));
  return { watch, known, runs: lanes.flat() };
}

function makeRun({ value, first, last }) {
  const words = { class: value ? "on" : "", title: value || "not active" };
  return { first, last, node: placed(make("span", words, value), first, last - first + 1) };
}
