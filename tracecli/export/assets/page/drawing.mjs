// Drawings that can be lit: copies of the page's pictures, and in each the element of every target. Ours are copied
// without ids. An author's own one has a shadow root, which keeps its ids and style rules to itself, and so has each copy.

import { $, $$, make } from "./dom.mjs";
import { scenarios, targets } from "./trace.mjs";

// Parts of a drawing's own size: below the first it gives way to the one without labels; below the second it is scrolled.
const LEGIBLE = 0.8;
const LEAST = 0.62;
// Drawings on paper; a longer transcript is printed without.
const MOST_STILLS = 120;

/** The page's pictures: with labels at the edges, and if that is broad, without. */
const pictures = () => [$("#_picture > :is(svg, .own)"), $("#_bare")?.content.firstElementChild].filter(Boolean);

export function makeDrawings(frame) {
  const drawings = pictures().map(makeDrawing);
  frame.append(...drawings.map(({ picture }) => picture));
  frame.hidden = !drawings.length;
  return drawings;
}

function makeDrawing(source) {
  if (source.matches(".own")) return makeOwnDrawing(source);
  const picture = source.cloneNode(true);
  const parts = targets.map(({ id }) => $(`#${id}`, picture));
  for (const node of $$("[id]", picture)) node.removeAttribute("id");
  return { picture, parts, lit: [], looks: ["lit", "unused"], width: picture.getAttribute("width") };
}

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

/** Lights what a moment is about. */
export function light(drawing, places) {
  const [look] = drawing.looks;
  for (const part of drawing.lit) part.classList.remove(look);
  drawing.lit = partsOf(drawing, places);
  for (const part of drawing.lit) part.classList.add(look);
}

/** Marks what a scenario does not use. */
export function setAside(drawing, places) {
  const [, look] = drawing.looks;
  for (const part of partsOf(drawing, places)) part.classList.add(look);
  // A part may be there for several targets: it is used if one of them is.
  const used = [...drawing.parts.keys()].filter(place => !places.includes(place));
  for (const part of partsOf(drawing, used)) part.classList.remove(look);
}

/** Takes the drawing that can be read at the frame's width. */
export function fit(side) {
  const [whole, bare = whole] = side.drawings;
  const room = side.frame.clientWidth;
  if (!room) return;
  side.shown = room < whole.width * LEGIBLE ? bare : whole;
  for (const { picture, width } of side.drawings) {
    picture.classList.toggle("away", picture !== side.shown.picture);
    picture.style.minWidth = `${width * LEAST}px`;
  }
  bringIntoView(side);
}

/** Moves a drawing that is wider than its frame so that what is lit can be seen; edges that are wider still are not. */
export function bringIntoView({ frame, shown }) {
  if (!shown || frame.scrollWidth <= frame.clientWidth) return;
  const { left: start, width: room } = frame.getBoundingClientRect();
  const rects = shown.lit.map(part => part.getBoundingClientRect()).filter(({ width }) => width < room);
  if (!rects.length) return;
  const ends = rects.flatMap(({ left, right }) => [left, right]);
  frame.scrollLeft += (Math.min(...ends) + Math.max(...ends) - room) / 2 - start;
}

/** On paper each step of the transcript has its drawing, lit; they are made when the page is about to be printed. */
export function drawOnPaper() {
  const source = pictures().at(-1);
  const count = scenarios.reduce((sum, { moments }) => sum + moments.length, 0);
  if (!source || count > MOST_STILLS || $(".still")) return;
  for (const { id, moments, unused } of scenarios) {
    moments.forEach(({ nodes, paths }, at) => {
      const drawing = makeDrawing(source);
      light(drawing, [...nodes, ...paths]);
      setAside(drawing, unused);
      if (at) document.getElementById(`${id}/${at}`).firstElementChild.append(make("div", { class: "still" }, drawing.picture));
    });
  }
}
