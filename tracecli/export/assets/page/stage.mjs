// What is to be seen at a moment: place and words, the drawing, what is active, the state.

import { $, $$, copy, make, on, write } from "./dom.mjs";
import { bringIntoView, fit, light, putDrawing, setAside, travel } from "./drawing.mjs";
import { labels, scenarios, targets, trace } from "./trace.mjs";

// Steps for all of which room is kept exactly; of more, for the one with the longest words.
const MEASURED = 60;
// Characters of those.
const LONGEST = 400;

/** Makes a side from the page's template; `choose` is given what of it is clicked. */
export function makeSide(choose) {
  const root = copy("#_side");
  const frame = $(".frame", root);
  const side = { root, frame, drawing: putDrawing(frame, choose) };
  new ResizeObserver(() => {
    fit(side);
    bringIntoView(side);
  }).observe(frame);
  return side;
}

/** Shows a moment; `travels` says that a mark may lead the eye along its paths. */
export function showSide(side, moment, { needle, hidden }, travels) {
  const { scenario, steps, title, text, active, messages, state } = moment;
  const put = (name, words) => write($(`.now.${name}`, side.root), words, needle);
  if (side.scenario !== scenario) settle(side, scenario);
  side.root.classList.toggle("absent", !steps.length);
  $(".number", side.root).textContent = steps.join("–") || "–";
  put("title", steps.length ? title : "No such step here");
  put("text", text);
  $(".now.cites", side.root).replaceChildren(...moment.cited.map(cite));
  $(".active", side.root).replaceChildren(...items(active, messages));
  if (!side.drawing) return;
  light(side.drawing, active, hidden ? null : state);
  bringIntoView(side);
  if (travels) travel(side.drawing);
}

/** A source that a step rests on: a link where it has an address. */
function cite(place) {
  const [name, title, address] = trace.sources[place];
  return address ? make("a", { href: address, rel: "noopener", title }, name) : make("span", { title }, name);
}

function items(active, messages) {
  const found = active.map(place => item(targets[place], messages[place]));
  return found.length ? found : [make("li", {}, "nothing")];
}

function item({ label: own, ends }, label = own) {
  const words = ends?.length ? [make("b", {}, ends.join(" → ")), " ", make("span", {}, label)] : [make("b", {}, label)];
  return make("li", { class: ends ? "path" : "node" }, ...words);
}

/** Makes ready for a scenario: what it does not use, and room for the longest words and lists of any of its steps. */
function settle(side, scenario) {
  const { title, moments, unused } = scenario;
  side.scenario = scenario;
  $(".whose", side.root).textContent = title;
  $(".count", side.root).textContent = ` of ${moments.length - 1}`;
  const longest = what => moments.reduce((best, one) => (what(one).length > what(best).length ? one : best));
  const most = [longest(one => one.text), longest(one => one.title), longest(one => [...one.nodes, ...one.paths])];
  const kept = moments.length <= MEASURED ? moments : most;
  const cut = words => words.slice(0, LONGEST);
  const rooms = kept.map(one => make("div", {}, make("p", { class: "title" }, cut(one.title)), make("p", { class: "text" }, cut(one.text)), make("p", { class: "cites" }, ...one.cited.map(cite))));
  $(".words .room", side.root).replaceChildren(...rooms);
  $(".doing .room", side.root).replaceChildren(
    ...kept.map(({ nodes, paths, messages }) => make("ul", {}, ...items([...nodes, ...paths], messages))),
  );
  if (side.drawing) setAside(side.drawing, unused);
}

/** Makes the rows of the state table, and gives what shows the state of a moment, or of two beside each other. */
export function makeState(root, choose) {
  const heads = $$("thead th + th", root);
  const longest = labels.map((_, key) => {
    const values = new Set(scenarios.flatMap(({ moments }) => moments.map(({ state }) => trace.values[state[key]])));
    return [...values].reduce((best, value) => (value.length > best.length ? value : best), "").slice(0, LONGEST);
  });
  const rows = labels.map((label, key) => {
    const cells = [0, 1].map(() => {
      const now = make("span", { class: "now" });
      const was = make("span", { class: "was" });
      return make("td", { "data-longest": longest[key] }, make("div", { "data-longest": longest[key] }, now, " ", was));
    });
    const mark = make("small");
    const row = make("tr", {}, make("th", { scope: "row" }, label, " ", mark), ...cells);
    row.title = `Watch ${label}`;
    on(row, "click", () => choose({ label, key }));
    $("tbody", root).append(row);
    return { row, cells, mark };
  });
  return (moments, view) => {
    const compared = moments.length > 1;
    heads.forEach((head, side) => {
      head.hidden = side >= moments.length;
      head.textContent = compared ? moments[side].scenario.id : "Value";
    });
    const kinds = rows.map((row, key) => showRow(row, moments.map(({ values }) => values[key]), view));
    rows.forEach(({ row }, key) => row.classList.toggle("watched", view.watch?.key === key));
    const words = `${kinds.filter(Boolean).length} of ${rows.length} ${compared ? "differ" : "changed"}`;
    $(".count", root).textContent = view.hidden ? "what changes? Any key shows it" : words;
    root.classList.toggle("whole", !view.index);
  };
}

function showRow({ row, cells, mark }, values, view) {
  const [one, other = one] = values;
  const differs = !view.hidden && one.value !== other.value;
  cells.forEach((cell, side) => showCell(cell, values[side], view));
  mark.textContent = differs ? "≠ differs" : "";
  row.className = differs ? "differs" : values.length < 2 ? cells[0].className : "";
  return row.className;
}

function showCell(cell, shown, { needle, hidden }) {
  cell.hidden = !shown;
  if (!shown) return;
  const { value, before } = hidden ? { value: "?", before: shown.before ?? shown.value } : shown;
  const [now, was] = cell.firstChild.children;
  cell.className = hidden || before === null ? "" : "changed";
  write(now, value, needle);
  was.textContent = before === null ? "" : `was ${before}`;
}

/** The most rows that change at a stop, or differ: room is kept for them where only those are shown. */
export function mostRows({ sides, stops }) {
  const [left, right] = sides;
  return stops.slice(1).reduce((most, { steps, at }) => {
    const now = left.moments[at[0]].state;
    const other = right ? right.moments[at[1]].state : steps[0][0] ? left.moments[steps[0][0] - 1].state : now;
    return Math.max(most, now.filter((value, key) => value !== other[key]).length);
  }, 1);
}
