// What is to be seen at a moment: place and words, the drawing, what is active, the state.

import { $, $$, copy, make, write } from "./dom.mjs";
import { bringIntoView, fit, light, makeDrawings, setAside } from "./drawing.mjs";
import { labels, targets } from "./trace.mjs";

// Characters for which room is kept, so that what is below does not jump from step to step.
const LONGEST = 400;

/** Makes a side from the page's template. */
export function makeSide() {
  const root = copy("#_side");
  const frame = $(".frame", root);
  const side = { root, frame, drawings: makeDrawings(frame) };
  new ResizeObserver(() => fit(side)).observe(frame);
  return side;
}

export function showSide(side, moment, needle) {
  const { scenario, steps, title, text, active, messages } = moment;
  const put = (name, words) => write($(`.${name}`, side.root), words, needle);
  if (side.scenario !== scenario) settle(side, scenario);
  side.root.classList.toggle("absent", !steps.length);
  $(".number", side.root).textContent = steps.join("–") || "–";
  put("title", steps.length ? title : "No such step here");
  put("text", text);
  const items = active.map(place => item(targets[place], messages[place]));
  $(".active", side.root).replaceChildren(...(items.length ? items : [make("li", {}, "nothing")]));
  for (const drawing of side.drawings) light(drawing, active);
  bringIntoView(side);
}

function item({ label: own, ends }, label = own) {
  const words = ends?.length ? [make("b", {}, ends.join(" → ")), " ", make("span", {}, label)] : [make("b", {}, label)];
  return make("li", { class: ends ? "path" : "node" }, ...words);
}

/** Makes ready for a scenario: what it does not use, and room for its longest words. */
function settle(side, scenario) {
  const { title, moments, unused } = scenario;
  side.scenario = scenario;
  $(".whose", side.root).textContent = title;
  $(".count", side.root).textContent = ` of ${moments.length - 1}`;
  for (const name of ["title", "text"]) {
    const longest = moments.slice(1).reduce((best, { [name]: words }) => (words.length > best.length ? words : best), "");
    $(`.room .${name}`, side.root).textContent = longest.slice(0, LONGEST);
  }
  for (const drawing of side.drawings) setAside(drawing, unused);
}

/** Makes the rows of the state table, and gives what shows the state of a moment, or of two beside each other. */
export function makeState(root) {
  const heads = $$("thead th + th", root);
  const rows = labels.map(label => {
    const cells = [0, 1].map(() => make("td", {}, make("span", { class: "now" }), " ", make("span", { class: "was" })));
    const mark = make("small");
    const row = make("tr", {}, make("th", { scope: "row" }, label, " ", mark), ...cells);
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
    const words = `${kinds.filter(Boolean).length} of ${rows.length} ${compared ? "differ" : "changed"}`;
    $(".count", root).textContent = view.hidden ? "what changes? Any key shows it" : words;
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
  const [now, was] = cell.children;
  cell.className = hidden || before === null ? "" : "changed";
  write(now, value, needle);
  was.textContent = before === null ? "" : `was ${before}`;
}
