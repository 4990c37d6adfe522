// Lanes in model time, with a slider for each cost: the reader moves one and sees what it is worth.

import { $, make, on } from "./dom.mjs";
import { barsOf, solve } from "./timing.mjs";
import { trace } from "./trace.mjs";

const HUES = "abcde";
const ITERATIONS = 3;

const short = value => String(Math.round(value * 1000) / 1000);
const nameOf = batch => `k${batch ? (batch < 0 ? "−" : "+") + Math.abs(batch) : ""}`;

/** Makes sliders and lanes, if there are timing facts. */
export function makeTime() {
  const root = $("#_time");
  if (!root || !trace.time) return;
  const { costs, loops, unit } = trace.time;
  const moved = costs.map(() => null);
  const draw = () => {
    const answers = loops.map((loop, place) => solve(loop, costs.map(([, ...own], cost) => moved[cost] ?? own[place])));
    const end = ITERATIONS * Math.max(...answers.map(({ period }) => period));
    $(".loops", root).replaceChildren(...loops.map((loop, place) => drawLoop(loop, answers[place], end, costs, unit)));
  };
  costs.forEach(([name, own], cost) => {
    const most = own ? own * 4 : Math.max(...costs.map(([, other]) => other));
    const step = 10 ** Math.floor(Math.log10(most / 50 || 1)); // round numbers
    const output = make("output", {}, `${short(own)} ${unit}`);
    const slider = make("input", { type: "range", min: 0, max: most, step: "any", value: own, "aria-label": `${name} in ${unit}` });
    on(slider, "input", () => {
      moved[cost] = Math.round(slider.value / step) * step;
      output.textContent = `${short(moved[cost])} ${unit}`;
      draw();
    });
    $(".costs", root).append(make("label", {}, make("span", {}, name), slider, output));
  });
  draw();
}

function drawLoop(loop, answer, end, costs, unit) {
  const lanes = barsOf(loop, answer, end);
  const used = loop.resources.map((label, resource) => ({ label, bars: lanes[resource] })).filter(({ bars }) => bars.length);
  return make("div", {}, make("h3", {}, loop.title), formulaOf(loop, answer, costs, unit), ...used.map(lane => drawLane(lane, end, costs, unit)));
}

/** The time of an iteration as a formula, its largest term first. */
function formulaOf({ terms }, { values, period }, costs, unit) {
  const order = [...terms.keys()].sort((one, other) => values[other] - values[one]);
  const written = order.map(place => {
    const [paid, iterations] = terms[place];
    const sum = paid.map(([cost, times]) => (times > 1 ? `${times}·` : "") + costs[cost][0]).join(" + ") || "0";
    return iterations === 1 ? sum : `${paid.length > 1 ? `(${sum})` : sum} / ${iterations}`;
  });
  const [first, ...others] = written;
  const rest = others.length ? [`, ${others.join(", ")})`] : [];
  const head = `${short(period)} ${unit} an iteration = ${others.length ? "max(" : ""}`;
  return make("p", { class: "formula" }, head, make("b", {}, first), ...rest);
}

function drawLane({ label, bars }, end, costs, unit) {
  const spans = bars.map(([start, stop, cost, batch]) => {
    const words = `${costs[cost][0]}${batch === null ? "" : ` ${nameOf(batch)}`}`;
    const span = make("span", { class: "on", title: `${words}: ${short(start)} to ${short(stop)} ${unit}` }, words);
    span.style.left = `${(start / end) * 100}%`;
    span.style.width = `${((stop - start) / end) * 100}%`;
    if (batch !== null) span.style.setProperty("--hue", `var(--hue-${HUES.at(batch % HUES.length)})`);
    return span;
  });
  const busy = bars.reduce((sum, [start, stop]) => sum + stop - start, 0) / end;
  const name = `${label}: busy ${Math.round(busy * 100)} % of ${short(end)} ${unit}`;
  return make("div", { class: "lane" }, make("span", { class: "lane-name" }, label), make("div", { class: "track quiet", role: "img", "aria-label": name }, ...spans));
}
