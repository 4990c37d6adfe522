// Reads YAML with what others read it with. A line in: a document as a JSON string. A line out: reader → data, or `error`.
import { createInterface } from "node:readline";
import { YAML11_SCHEMA, load } from "js-yaml";
import { parse } from "yaml";

const readers = {
  "yaml, YAML 1.2": (text) => parse(text, { version: "1.2", logLevel: "error" }),
  "yaml, YAML 1.1": (text) => parse(text, { version: "1.1", logLevel: "error" }),
  "js-yaml, YAML 1.2": (text) => load(text),
  "js-yaml, YAML 1.1": (text) => load(text, { schema: YAML11_SCHEMA }),
};

// JSON has neither, and a date would become text: each is an object, which no text is.
function shown(key, value) {
  const own = this[key];
  return own instanceof Date || typeof own === "bigint" || (typeof own === "number" && !Number.isFinite(own))
    ? { [typeof own]: String(own) }
    : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.parse(line);
  const answers = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, { data: read(text) }];
    } catch (error) {
      return [name, { error: String(error) }];
    }
  });
  console.log(JSON.stringify(Object.fromEntries(answers), shown));
}
