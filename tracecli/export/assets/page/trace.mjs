// The trace as the page carries it, and what is to be seen at each moment of it.
// Targets, values and scenarios go by their place in the trace's lists; steps by number, and 0 is the initial state.

import { $ } from "./dom.mjs";
import { fold } from "./search.mjs";

export const trace = JSON.parse($("#_trace").textContent);
export const { labels, lanes, scenarios, targets } = trace;
// What a node carries: the state key, the values at which it is idle, and the lines that each value takes in it.
for (const [place, key, quiet, lines] of trace.shows) targets[place].shows = { key, quiet, lines };
for (const target of targets) target.ends = target.ends?.map(place => targets[place].label);
for (const scenario of scenarios) {
  scenario.moments = scenario.moments.map(([title, text, stay, nodes, paths, state, id, messages, cited = []]) => {
    return { title, text, stay, nodes, paths, state, id, messages: messages ?? {}, cited };
  });
}

const MIRRORED = { left: "right", right: "left", split: "merge", merge: "split" };

/** The lines of an alignment: a mark, then the steps of both sides. Undefined for scenarios that were not aligned. */
export function rowsOf(left, right) {
  for (const [one, other, rows] of trace.pairs) {
    if (one === left && other === right) return rows;
    if (one === right && other === left) return rows.map(([mark, a, b]) => [MIRRORED[mark] ?? mark, b, a]);
  }
  return undefined;
}

/** The row at which two scenarios first differ: 0 is the initial state; -1 where they never do. */
export const firstDifference = (left, right) =>
  trace.pairs.find(([one, other]) => (one === left && other === right) || (one === right && other === left))?.[3] ?? -1;

/**
 * What a cursor goes through: the moments of one scenario, or of two whose steps are aligned.
 * A stop says, side by side, which steps it shows (none where only the other side has one) and after which the state
 * that holds.
 */
export function makeTrack(left, right) {
  const sides = [scenarios[left], scenarios[right]].filter(Boolean);
  const rows = sides[1] ? rowsOf(left, right) : sides[0].moments.slice(1).map((_, place) => ["pair", [place + 1]]);
  const reached = [0, 0];
  const stops = [["pair", ...sides.map(() => [0])], ...rows].map(([mark, ...steps]) => {
    const at = steps.map((one, side) => one.at(-1) ?? reached[side]);
    at.forEach((step, side) => (reached[side] = Math.max(reached[side], step)));
    return { mark, steps, at };
  });
  return { sides, stops, last: rows.length };
}

/** The step of another scenario that does what this one does; with none, that of the step before it. */
export function counterpart(from, step, to) {
  const rows = rowsOf(from, to);
  if (!rows) return step;
  const pairs = rows.map(([, ours, theirs]) => [ours.at(-1), theirs.at(-1)]);
  const before = pairs.filter(([ours, theirs]) => ours <= step && theirs);
  return before.reduce((best, pair) => (pair[0] > best[0] ? pair : best), [0, 0])[1];
}

/** All that is to be seen at a stop, a moment for each side. */
export function momentsAt({ sides, stops }, index) {
  const { steps, at } = stops[index];
  return sides.map((scenario, side) => momentOf(scenario, steps[side], at[side]));
}

function momentOf(scenario, steps, at) {
  const all = what => steps.flatMap(number => scenario.moments[number][what]);
  const before = steps[0] && scenario.moments[steps[0] - 1].state;
  return {
    scenario,
    steps,
    title: all("title").join(" / "),
    text: all("text").join("\n"),
    active: [...new Set([...all("nodes"), ...all("paths")])],
    messages: Object.assign({}, ...all("messages")),
    state: scenario.moments[at].state,
    cited: all("cited"),
    stay: all("stay").reduce((sum, time) => sum + time, 0),
    values: scenario.moments[at].state.map((value, key) => {
      const changed = before && before[key] !== value;
      return { value: trace.values[value], before: changed ? trace.values[before[key]] : null };
    }),
  };
}

/** What a state key or a target is at every stop, on one side. */
export function historyOf({ sides, stops }, side, { key, target }) {
  const { moments } = sides[side];
  if (target === undefined) return stops.map(({ at }) => trace.values[moments[at[side]].state[key]]);
  const [list, word] = targets[target].ends ? ["paths", "travelled"] : ["nodes", "active"];
  const works = number => moments[number][list].includes(target);
  return stops.map(({ steps }) => (steps[side].some(works) ? word : ""));
}

/** The stops at which a state key or a target is not what it was at the stop before. */
export function changesOf(track, subject) {
  const rows = track.sides.map((_, side) => historyOf(track, side, subject));
  return [...track.stops.keys()].filter(at => at && rows.some(row => row[at] !== row[at - 1]));
}

/** The stops whose titles, texts or values hold what is searched for. */
export function hitsOf(track, needle) {
  const wanted = fold(needle);
  const known = new Map();
  const holds = text => {
    if (!known.has(text)) known.set(text, fold(text).includes(wanted));
    return known.get(text);
  };
  const says = moment => textsOf(moment).some(holds);
  return wanted ? [...track.stops.keys()].filter(at => momentsAt(track, at).some(says)) : [];
}

/** The number of a state key's value at every stop, on one side. */
export const valuesOf = ({ sides, stops }, side, key) => stops.map(({ at }) => sides[side].moments[at[side]].state[key]);

export const textsOf = ({ title, text, messages, values }) =>
  [title, text, ...Object.values(messages), ...values.map(({ value }) => value)];
