// The scrubber: a lane for each state key that is worth one, with a column for each moment, and the cursor over them.

import { $, make, on } from "./dom.mjs";
import { historyOf, labels, lanes, trace, valuesOf } from "./trace.mjs";

// Pixels that the number of a step needs.
const NUMBER_ROOM = 26;
const LEAST_SHARE = 0.012; // of all columns

const root = $(".timeline");
const range = $("input", root);
const numbers = $(".numbers", root);
const rows = $(".lanes", root);
const cursor = $(".cursor", root);
const put = (node, name, value) => node.style.setProperty(`--${name}`, value);
let shown;
let drawn = "";

/** Has a step sought while the cursor is moved, settled on when it is let go, and what a lane shows chosen by its name. */
export function makeTimeline(seek, settle, choose) {
  on(range, "input", () => seek(Number(range.value)));
  on(range, "change", settle);
  on(rows, "click", ({ target }) => {
    const key = target.closest(".lane-name")?.dataset.key;
    if (key) choose({ label: labels[key], key: Number(key) });
  });
  new ResizeObserver(number).observe(numbers);
}

/** Shows where the cursor is, in the words given. */
export function showTimeline(track, view, words) {
  const another = shown !== track;
  shown = track;
  range.max = track.last;
  range.value = view.index;
  range.setAttribute("aria-valuetext", words);
  put(cursor, "at", view.index); // not on what holds thousands of bars, which would all be styled again
  if (another) number();
  showLanes(view, another);
}

/** Writes numbers under the columns, as many as there is room for. */
function number() {
  const cells = shown.last + 1;
  const every = stride((NUMBER_ROOM * cells) / numbers.clientWidth);
  put(root, "cells", cells);
  // The thumb is as wide as a column, so that each column is a value of the range.
  put(root, "cell", `${numbers.clientWidth / cells}px`);
  const numbered = [...shown.stops.keys()].filter(at => at % every === 0);
  numbers.replaceChildren(...numbered.map(at => placed(make("span", {}, at), at)));
}

/** The least of 1, 2, 5, 10, 20, … that is not below a number. */
function stride(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(part => part * power).find(every => every >= least) ?? 1;
}

function placed(node, at, span = 1) {
  put(node, "from", at);
  put(node, "span", span);
  return node;
}

/** The lanes of each side, and what is watched if that is not one of them. What is to be predicted is not given away. */
function showLanes({ watch, index, predict, hidden }, another) {
  const known = predict ? index + !hidden : Infinity;
  const name = `${watch?.key} ${watch?.target} ${known}`;
  if (!another && drawn === name) return;
  drawn = name;
  const several = shown.sides.length > 1;
  const isLane = lanes.some(([key]) => key === watch?.key);
  rows.replaceChildren(
    ...shown.sides.flatMap((scenario, side) => [
      ...(several ? [make("p", { class: "group" }, scenario.id)] : []),
      ...lanes.map(([key, quiet, hues]) => {
        const values = valuesOf(shown, side, key).map(value => [trace.values[value], quiet.includes(value), hues[value]]);
        return makeLane({ label: labels[key], key }, values, known, key === watch?.key);
      }),
      ...(watch && !isLane ? [makeLane(watch, historyOf(shown, side, watch).map(value => [value, !value, ""]), known, true)] : []),
    ]),
  );
}

function makeLane({ label, key = "" }, values, known, watched) {
  const runs = [];
  values.forEach((fact, at) => {
    const [value, quiet, hues] = at < known ? fact : ["?", false, ""];
    if (runs.at(-1)?.value !== value) runs.push({ value, quiet, hues, first: at });
    runs.at(-1).last = at;
  });
  const words = runs.map(({ value, first, last }) => `${value || "not active"} ${first === last ? first : `${first}–${last}`}`);
  return make(
    "div",
    { class: watched ? "lane watched" : "lane" },
    make("span", { class: "lane-name", "data-key": key, title: `Watch ${label}` }, label),
    make("div", { class: "track", role: "img", "aria-label": `${label}: ${words.join(", ")}` }, ...runs.map(makeRun)),
  );
}

function makeRun({ value, quiet, hues, first, last }) {
  const span = last - first + 1;
  // A bar without room for a letter has its words as a title only: thousands of texts would be painted at each step.
  const words = span / (shown.last + 1) > LEAST_SHARE ? value : "";
  const node = placed(make("span", { class: quiet ? "quiet" : "on", title: value }, words), first, span);
  if (hues) put(node, "hue", `var(--hue-${hues[0]})`);
  if (hues?.[1]) put(node, "also", `var(--hue-${hues[1]})`);
  return node;
}
