// Every key in one table: keys as the browser names them, as people read them, what they do. They are those of the
// terminal player, but for Tab, which moves the focus in a browser: t shows the other scenario. An action without a
// function opens what has its name.

import { compare, differ, forward, go, other, pace, play, predict, say, seek, trackNow, view } from "./player.mjs";

export const ACTIONS = {
  play: [[" "], "space", "play or pause; at the end, play again", play],
  forward: [["ArrowRight", "l", "j", ".", "Enter", "PageDown"], "→ l j . Enter PgDn", "next step (pauses)", forward],
  back: [["ArrowLeft", "h", "k", ",", "PageUp"], "← h k , PgUp", "previous step (pauses)", () => go(view.index - 1)],
  first: [["g", "Home"], "g Home", "first: the initial state, which is step 0", () => go(0)],
  last: [["G", "End"], "G End", "last step; after digits, the step of that number", () => go(trackNow().last)],
  digit: [[..."0123456789"], "0–9", "a number: then Enter or G goes to that step"],
  other: [["t"], "t", "the other scenario, at the aligned step (Tab moves the focus, as everywhere)", other],
  compare: [["c"], "c", "two scenarios side by side, at the aligned step", compare],
  differ: [["d"], "d", "in a comparison: where the two first differ", differ],
  outline: [["o"], "o", "outline of all steps: choose one"],
  search: [["/"], "/", "search titles, descriptions and values (k-1 finds k−1)"],
  watch: [["w"], "w", "choose what to watch: nothing, a state key or a target"],
  seek: [["n"], "n", "next change of what is watched; after a search, next hit", () => seek(true)],
  seekBack: [["N"], "N", "previous change or hit", () => seek(false)],
  faster: [["]"], "]", "faster", () => pace(1)],
  slower: [["["], "[", "slower", () => pace(-1)],
  normal: [["="], "=", "normal speed", () => pace(0)],
  predict: [["p"], "p", "predict: the next state stays hidden until the next key", predict],
  time: [["m"], "m", "the loops in model time, with a slider for each cost, where there are timing facts"],
  sources: [["s"], "s", "limitations and sources of this trace; Esc comes back"],
  help: [["?"], "?", "this help"],
  close: [["Escape"], "Esc", "close what is open over the page"],
};

export const actionOf = key => Object.keys(ACTIONS).find(name => ACTIONS[name][0].includes(key)) ?? "";

/** Does what a key means. */
export function press(key) {
  const name = actionOf(key);
  const { digits } = view;
  view.digits = name === "digit" ? (digits + key).slice(0, 9) : "";
  if (view.digits) say(`${view.digits}_ Enter or G goes to this step`);
  else if (digits && (key === "Enter" || name === "last")) go(Number(digits));
  else act(name);
}

/** Does what a key or a button is there for. */
export function act(name) {
  // A state to be predicted: this shows it, and does nothing else.
  if (view.hidden && ["", "play", "forward"].includes(name)) view.hidden = false;
  else ACTIONS[name]?.[3]?.();
}
