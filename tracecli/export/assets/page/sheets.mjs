// What opens over the page: outline, search, what to watch, help. One dialog serves all of them.

import { $, $$, copy, make, on, write } from "./dom.mjs";
import { ACTIONS, actionOf } from "./keys.mjs";
import { find, go, trackNow, view, watch } from "./player.mjs";
import { hitsOf, labels, momentsAt, targets, textsOf } from "./trace.mjs";
import { relation } from "./words.mjs";

// Hits that are listed; n and N go to the others too.
const MOST_HITS = 200;

export const dialog = $("dialog");
export const keys = { on: true };
const body = $(".body", dialog);
let open;

const SHEETS = { outline, search, watch: watching, help };

/** Closes what is open, and gives the next key to the page at once: the browser lets go only when it draws again. */
function close() {
  dialog.close();
  $(":focus", dialog)?.blur();
}

/** Opens a sheet, if there is one of that name; `turn` is given what the reader's choice does. */
export function openSheet(name, turn) {
  if (!SHEETS[name]) return;
  open = name;
  body.replaceChildren(
    ...SHEETS[name](change => {
      close();
      turn(change);
    }),
  );
  $("h2", dialog).textContent = name === "help" ? "Keys" : name;
  dialog.showModal();
  const first = $("[type=search], [aria-current]", body) ?? $("button, input", body);
  first.focus();
  first.scrollIntoView({ block: "center" });
}

function row(current, choose, ...words) {
  const button = make("button", current ? { "aria-current": "true" } : {}, ...words);
  on(button, "click", choose);
  return make("li", {}, button);
}

/** A stop by number and title, and where something is searched for, a text that holds it. */
function stopRow(at, needle, choose) {
  const moments = momentsAt(trackNow(), at).filter(({ steps }) => steps.length);
  const [title, line] = [make("span"), make("small", {}, relation(trackNow(), at))];
  const titles = new Set(moments.map(moment => moment.title));
  write(title, [...titles].join(" ↔ "), needle);
  const texts = needle ? moments.flatMap(textsOf).filter(text => !titles.has(text)) : [];
  texts.some(text => write(line, text, needle));
  return row(at === view.index, choose, make("b", {}, at), title, line);
}

function outline(take) {
  const stops = [...trackNow().stops.keys()];
  return [make("ol", {}, ...stops.map(at => stopRow(at, "", () => take(() => go(at)))))];
}

function search(take) {
  const form = copy("#_search");
  const input = $("input", form);
  const list = make("ol");
  const seek = at => {
    find(input.value);
    if (at !== undefined) go(at);
  };
  const update = () => {
    const hits = hitsOf(trackNow(), input.value);
    list.replaceChildren(...hits.slice(0, MOST_HITS).map(at => stopRow(at, input.value, () => take(() => seek(at)))));
    $("p", form).textContent = input.value && `${hits.length} of ${trackNow().last + 1} moments say this`;
  };
  input.value = view.needle;
  on(input, "input", update);
  on(form, "submit", event => {
    event.preventDefault();
    take(seek);
  });
  update();
  return [form, list];
}

function watching(take) {
  const subjects = [
    null,
    ...labels.map((label, key) => ({ label, key })),
    ...targets.map(({ label }, target) => ({ label, target })),
  ];
  const rows = subjects.map(subject => {
    const same = subject?.key === view.watch?.key && subject?.target === view.watch?.target;
    const kind = !subject ? "" : subject.target === undefined ? "state" : "target";
    return row(same, () => take(() => watch(subject)), make("b", {}, kind), subject?.label ?? "nothing");
  });
  return [make("ul", {}, ...rows)];
}

function help() {
  const choice = copy("#_choice");
  const box = $("input", choice);
  box.checked = keys.on;
  on(box, "change", () => (keys.on = box.checked));
  const rows = Object.values(ACTIONS).map(([, shown, says]) =>
    make("tr", {}, make("th", { scope: "row" }, shown), make("td", {}, says)),
  );
  return [choice, make("table", {}, ...rows)];
}

/** Up and down in a list; the key that opened a sheet closes it. */
on(dialog, "keydown", event => {
  const { key } = event;
  const typing = event.target.type === "search";
  const rows = $$("li button", body);
  const place = rows.indexOf(document.activeElement);
  const letters = typing ? {} : { j: place + 1, k: place - 1, Home: 0, g: 0, End: Infinity, G: Infinity };
  const goal = { ArrowDown: place + 1, ArrowUp: place - 1, ...letters }[key];
  if (rows.length && goal !== undefined) (rows[Math.max(0, goal)] ?? rows.at(-1)).focus();
  else if (key === "Escape" || (!typing && keys.on && actionOf(key) === open)) close();
  else return;
  event.preventDefault();
});
on(dialog, "click", ({ target }) => target.matches("dialog, .close") && close());
