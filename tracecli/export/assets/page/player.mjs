// What the reader has set, and what keys and buttons do to it.

import { changesOf, counterpart, firstDifference, hitsOf, makeTrack, rowsOf, scenarios, trace } from "./trace.mjs";

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 8];
// Steps with a hit that are named; of more it is said that there are.
const NAMED = 9;
// Characters of an address that a message repeats.
const REPEATED = 40;
const NUMBER = /^[0-9]+$/;

// left: the scenario's place; in a comparison, of the one on the left. right: of the other one, if two are compared.
// hunting: n goes to the next hit of a search, not to the next change of what is watched. predict: each next state
// stays hidden until a key is pressed. calm: the system asks for reduced motion, and the reader has not yet insisted.
// digits: a number being typed.
export const view = {
  left: 0,
  right: null,
  index: 1,
  playing: false,
  speed: 1,
  watch: null,
  needle: "",
  hunting: false,
  predict: false,
  hidden: false,
  calm: false,
  digits: "",
  message: "",
};

let track;
let named;

/** What the cursor goes through now. */
export function trackNow() {
  const name = `${view.left} ${view.right}`;
  if (named !== name) [named, track] = [name, makeTrack(view.left, view.right)];
  return track;
}

export const say = message => (view.message = message);

/** Goes to a stop, or to the nearest there is, and pauses. */
export function go(index, message = "") {
  const { last } = trackNow();
  view.index = Math.max(0, Math.min(index, last));
  view.playing = view.hidden = false;
  say(index > last ? `There is no step ${index}: this is the last` : message);
}

/** Goes where an address says: `overlap/4`, `overlap/launch` (a step's id), `serial+overlap/4`; or says what is missing. */
export function visit(fragment) {
  const [names, ...rest] = decoded(fragment).split("/");
  const [name, ...others] = names.split("+");
  const [step, other] = [rest.join("/"), others.join("+")];
  const placeOf = wanted => scenarios.findIndex(({ id }) => id === wanted);
  const left = placeOf(name);
  Object.assign(view, { left: Math.max(0, left), right: null, index: 0 });
  if (left < 0) {
    if (!fragment && trace.beside) view.right = 1;
    return go(trace.start, fragment && `No scenario here is called ${plain(name)}`);
  }
  const right = placeOf(other);
  if (rowsOf(left, right)) beside(right);
  const missing = other && name !== other && view.right === null;
  const index = step ? stopOf(step) : 1;
  if (index >= 0) go(index, missing ? `${plain(other)} can't be shown beside ${name}` : "");
  else if (NUMBER.test(step)) go(trackNow().last, `There is no step ${plain(step)}: this is the last`);
  else go(1, `There is no step ${plain(step)}`);
}

/** A fragment without its percent signs; one that is not well-formed stays as it is. */
function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The stop that a number or a step's id names, or -1. */
function stopOf(step) {
  const { sides, stops } = trackNow();
  if (NUMBER.test(step)) return stops[Number(step)] ? Number(step) : -1;
  return stops.findIndex(({ steps }) => sides.some(({ moments }, side) => steps[side].some(at => moments[at].id === step)));
}

/** A piece of an address as it can be shown: not at any length, and with what can't be seen as escapes. */
function plain(text) {
  const chars = Array.from(text);
  const shown = chars.slice(0, REPEATED).join("") + (chars.length > REPEATED ? "…" : "");
  return shown.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, char => `\\u{${char.codePointAt(0).toString(16)}}`);
}

/** Goes a step on; the last step is the end. */
export function advance() {
  const { last } = trackNow();
  if (view.index < last) {
    view.index += 1;
    view.hidden = view.predict;
  } else {
    view.playing = false;
    say(`The end: step ${last} is the last. Space plays again`);
  }
}

export function forward() {
  view.playing = false;
  advance();
}

export function play() {
  if (view.calm) {
    view.calm = false;
    return say("Your system asks for reduced motion: press play again to play all the same");
  }
  const playing = !view.playing;
  if (playing && view.index === trackNow().last) go(1);
  view.playing = playing;
}

export function pace(by) {
  const place = SPEEDS.indexOf(by ? view.speed : 1) + by;
  view.speed = SPEEDS[place] ?? view.speed;
  say(view.speed === 1 ? "Normal speed" : `${view.speed} times the normal speed`);
}

export function predict() {
  view.predict = !view.predict;
  view.hidden = false;
  say(view.predict ? "Predict: each next state stays hidden until a key is pressed" : "Every state is shown");
}

/** The left scenario's step. */
const stepNow = () => trackNow().stops[view.index].at[0];

/** Shows a scenario at the step that does what the present one does; in a comparison it goes to the left. */
export function choose(place) {
  const step = counterpart(view.left, stepNow(), place);
  const other = view.right === place ? view.left : view.right;
  Object.assign(view, { left: place, right: null });
  go(Math.min(step, trackNow().last));
  if (other !== null && rowsOf(place, other)) beside(other);
}

/** Puts a scenario beside the left one, at the aligned step; null takes it away. */
export function beside(place) {
  const step = stepNow();
  view.right = place;
  const { stops } = trackNow();
  const found = stops.findIndex(stop => stop.steps[0].includes(step));
  go(found < 0 ? stops.findLastIndex(stop => stop.at[0] <= step) : found);
}

/** The next scenario after a place that can be beside the left one. */
function next(place) {
  const places = [...scenarios.keys()].filter(one => rowsOf(view.left, one));
  return places.find(one => one > place) ?? places[0];
}

/** Does something with the other scenarios, if there are any. */
const among = change => () => (scenarios[1] ? change() : say("This page has no other scenario"));

export const other = among(() => (view.right === null ? choose((view.left + 1) % scenarios.length) : beside(next(view.right))));
export const compare = among(() => beside(view.right === null ? next(view.left) : null));

export function watch(subject) {
  Object.assign(view, { watch: subject, hunting: false });
  say(subject ? `Watching ${subject.label}: n and N go to its changes` : "Nothing is watched");
}

/** Watches something; what is watched already, no longer. */
export function toggleWatch(subject) {
  const { key, target } = view.watch ?? {};
  watch(view.watch && key === subject.key && target === subject.target ? null : subject);
}

/** Goes to where two scenarios that are compared first differ. */
export function differ() {
  const at = view.right === null ? -1 : firstDifference(view.left, view.right);
  if (at < 0) say("Nothing differs here");
  else go(at, at ? `They first differ at step ${at}` : "They differ from the initial state on");
}

/** Goes to the first hit from here on, or else the first of all; an empty search ends the last one. */
export function find(needle) {
  Object.assign(view, { needle, hunting: needle !== "" });
  const stops = hitsOf(trackNow(), needle);
  const steps = stops.slice(0, NAMED).join(", ") + (stops[NAMED] ? ", …" : "");
  if (stops.length) go(stops.find(at => at >= view.index) ?? stops[0], `Hits at step ${steps}: n and N go on`);
  else if (needle) say(`Nothing here says ${needle}`);
}

export function seek(onward) {
  const { hunting, index, needle, watch: subject } = view;
  if (!hunting && !subject) return say("Nothing to look for yet: w chooses what to watch, / searches");
  const stops = hunting ? hitsOf(trackNow(), needle) : changesOf(trackNow(), subject);
  const what = hunting ? `hit of ${needle}` : `change of ${subject.label}`;
  const goal = onward ? stops.find(at => at > index) : stops.findLast(at => at < index);
  if (goal === undefined) say(`No ${what} ${onward ? "after" : "before"} step ${index}`);
  else go(goal, `${stops.indexOf(goal) + 1} of ${stops.length}: ${what}`);
}
