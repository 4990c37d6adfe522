// Elements. Text from the trace goes in as text nodes alone, so nothing in it can become markup.

import { cutAt } from "./search.mjs";

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

export const on = (node, event, act) => node.addEventListener(event, act);

/** A copy of what one of the page's templates holds. */
export const copy = template => $(template).content.firstElementChild.cloneNode(true);

export function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
}

/** Puts a text into an element, with what was searched for marked; returns whether it is in the text. */
export function write(node, text, needle = "") {
  const pieces = cutAt(text, needle).map((piece, place) => (place % 2 ? make("mark", {}, piece) : piece));
  node.replaceChildren(...pieces);
  return pieces.length > 1;
}
