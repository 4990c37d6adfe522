// Drawings that can be lit: copies of the page's pictures, and in each the element of every target. Ours are copied
// without ids. An author's own one has a shadow root, which keeps its ids and style rules to itself, and so has each copy.

import { $, $$, make, on } from "./dom.mjs";
import { scenarios, targets } from "./trace.mjs";

// Parts of a drawing's own size: below the first the labels of what is not lit go, and the others are enlarged; below the
// second it is scrolled. It is not enlarged beyond the last.
const LEGIBLE = 0.8;
const LEAST = 0.62;
const MOST = 1.8;
const MOST_GROWN = 1.25; // of a label, which must not hide what is around it
const TRAVEL = 300; // milliseconds
const VALUE_LINE = 15;
const SVG = "http://www.w3.org/2000/svg";
// Drawings on paper; a longer transcript is printed without.
const MOST_STILLS = 120;

const source = () => $("#_picture > :is(svg, .own)");

/** The drawing of a side, if there is one; a click on a part of it is answered with its target. */
export function putDrawing(frame, choose) {
  frame.hidden = !source();
  if (frame.hidden) return undefined;
  const drawing = makeDrawing(source());
  frame.append(drawing.picture);
  on(drawing.picture, "click", event => {
    const place = drawing.parts.findIndex(part => part && event.composedPath().includes(part));
    if (place >= 0) choose({ label: targets[place].label, target: place });
  });
  return drawing;
}

function makeDrawing(source) {
  if (source.matches(".own")) return makeOwnDrawing(source);
  const picture = source.cloneNode(true);
  const parts = targets.map(({ id }) => $(`#${id}`, picture));
  for (const node of $$("[id]", picture)) node.removeAttribute("id");
  return { picture, parts, lit: [], looks: ["lit", "unused"], ...sizeOf(source) };
}

const sizeOf = picture => ({ width: Number(picture.getAttribute("width")), height: Number(picture.getAttribute("height")) });

function makeOwnDrawing(source) {
  const picture = source.cloneNode();
  const root = picture.attachShadow({ mode: "open" });
  // A browser that knows no declarative shadow roots leaves the template where it is.
  root.append(source.shadowRoot ? copyOf(source.shadowRoot) : $("template", source).content.cloneNode(true));
  const parts = targets.map((_, place) => $(`[data-trace-target~="${place}"]`, root));
  return { picture, parts, lit: [], looks: ["_lit", "_unused"], width: picture.dataset.width };
}

function copyOf(root) {
  const copy = document.createDocumentFragment();
  copy.append(...[...root.childNodes].map(node => node.cloneNode(true)));
  return copy;
}

const partsOf = ({ parts }, places) => places.map(place => parts[place]).filter(Boolean);

/** Lights what a moment is about, and has nodes carry the state that they show. */
export function light(drawing, places, state) {
  const [look] = drawing.looks;
  for (const part of drawing.lit) part.classList.remove(look);
  drawing.lit = partsOf(drawing, places);
  for (const part of drawing.lit) part.classList.add(look);
  if (look === "lit") targets.forEach(({ shows }, place) => shows && carry(drawing.parts[place], shows, state, places.includes(place)));
}

/** Has a node show its state; `state` is null where that is to be predicted. */
function carry(part, { key, quiet, lines }, state, acts) {
  const idle = state && quiet.includes(state[key]);
  part.classList.toggle("running", Boolean(state) && !acts && !idle);
  part.classList.toggle("idle", Boolean(idle) && !acts);
  const spans = (state ? lines[state[key]] : ["?"]).map((line, row, all) => {
    const span = document.createElementNS(SVG, "tspan");
    span.setAttribute("x", part.dataset.x);
    span.setAttribute("y", Number(part.dataset.y) + (row - (all.length - 1) / 2) * VALUE_LINE);
    span.append(line);
    return span;
  });
  $(".carries", part).replaceChildren(...spans);
}

/** Has a mark travel each lit path once, so that the eye is led from one step to the next. */
export function travel({ lit, picture }) {
  for (const line of lit.map(part => $(".line", part)).filter(Boolean)) {
    const mark = document.createElementNS(SVG, "circle");
    mark.setAttribute("class", "traveller");
    mark.setAttribute("r", 6);
    mark.style.offsetPath = `path("${line.getAttribute("d")}")`;
    picture.append(mark);
    mark.animate({ offsetDistance: ["0%", "100%"] }, TRAVEL).finished.then(() => mark.remove(), () => mark.remove());
  }
}

/** Marks what a scenario does not use. */
export function setAside(drawing, places) {
  const [, look] = drawing.looks;
  for (const part of partsOf(drawing, places)) part.classList.add(look);
  // A part may be there for several targets: it is used if one of them is.
  const used = [...drawing.parts.keys()].filter(place => !places.includes(place));
  for (const part of partsOf(drawing, used)) part.classList.remove(look);
}

/** Fits our drawing to its frame; one that would be too small to read is scrolled, so that what is lit is in sight. */
export function fit({ drawing, frame }) {
  if (!drawing?.height || !frame.clientWidth) return;
  const { picture, width, height } = drawing;
  const scale = Math.min(frame.clientWidth / width, frame.clientHeight / height, MOST);
  const shown = Math.max(scale, LEAST);
  picture.style.width = `${width * shown}px`;
  picture.style.height = `${height * shown}px`;
  picture.classList.toggle("crowded", shown < LEGIBLE);
  picture.style.setProperty("--grow", Math.min(1 / shown, MOST_GROWN));
}

/** Moves a drawing that is larger than its frame so that what is lit can be seen; edges that are larger still are not. */
export function bringIntoView({ drawing, frame }) {
  if (!drawing) return;
  const room = frame.getBoundingClientRect();
  const rects = drawing.lit.map(part => part.getBoundingClientRect());
  for (const [start, size, scroll] of [["left", "width", "scrollLeft"], ["top", "height", "scrollTop"]]) {
    const fitting = rects.filter(rect => rect[size] < room[size]);
    if (!fitting.length || (size === "width" ? frame.scrollWidth <= frame.clientWidth : frame.scrollHeight <= frame.clientHeight)) continue;
    const ends = fitting.flatMap(rect => [rect[start], rect[start] + rect[size]]);
    frame[scroll] += (Math.min(...ends) + Math.max(...ends) - room[size]) / 2 - room[start];
  }
}

/** On paper each step of the transcript has its drawing, lit; they are made when the page is about to be printed. */
export function drawOnPaper() {
  const picture = source();
  const count = scenarios.reduce((sum, { moments }) => sum + moments.length, 0);
  if (!picture || count > MOST_STILLS || $(".still")) return;
  for (const { id, moments, unused } of scenarios) {
    moments.forEach(({ nodes, paths, state }, at) => {
      const drawing = makeDrawing(picture);
      light(drawing, [...nodes, ...paths], state);
      setAside(drawing, unused);
      if (at) document.getElementById(`${id}/${at}`).firstElementChild.append(make("div", { class: "still" }, drawing.picture));
    });
  }
}
