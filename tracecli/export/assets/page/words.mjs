// Moments in words.

import { labels, targets } from "./trace.mjs";

// 0 and 1 are the two scenarios.
const MARKS = {
  moved: "Moved: the two have it at different places",
  split: "One step in 0, two in 1",
  merge: "Two steps in 0, one in 1",
  left: "Only in 0",
  right: "Only in 1",
};

/** How steps belong together at a stop; nothing where one is simply the other's. */
export const relation = ({ sides, stops }, at) => (MARKS[stops[at].mark] ?? "").replace(/[01]/g, side => sides[side].id);

const was = before => (before === null ? "" : `, was ${before}`);

/** A moment as it is to be heard. */
export function spoken({ scenario, steps, title, text, active, messages, values }, hidden) {
  const said = values.map(({ value, before }, key) => `${labels[key]}: ${value}${was(before)}.`);
  return [
    steps.length ? `Step ${steps.join(" and ")} of ${scenario.moments.length - 1}: ${title}.` : "No such step.",
    text,
    ...active.map(place => `${targets[place].ends?.join(" to ") || "Active"}: ${messages[place] ?? targets[place].label}.`),
    ...(hidden ? ["What changes? The next key shows it."] : said.filter((_, key) => !steps[0] || values[key].before !== null)),
  ].join(" ");
}
