// Search that forgives how a character was typed: `k-1` finds `k−1`.

const DASHES = /[‐‑‒–—―−⁃－﹣˗]/gu;

function foldChar(char) {
  if (char < "\x80") return char.toLowerCase();
  const parts = char.replace(DASHES, "-").normalize("NFKD").toLowerCase().toUpperCase().toLowerCase();
  return parts.replace(/[\u0300-\u036f]/gu, "").replace(DASHES, "-");
}

export const fold = text => Array.from(text, foldChar).join("");

/** A text in pieces, every second one being what was searched for. */
export function cutAt(text, needle) {
  const wanted = fold(needle);
  if (!wanted) return [text];
  const chars = Array.from(text);
  const origins = chars.flatMap((char, place) => Array(foldChar(char).length).fill(place));
  const folded = fold(text);
  const pieces = [];
  let done = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [first, end] = [origins[at], origins[at + wanted.length - 1] + 1];
    pieces.push(chars.slice(done, first).join(""), chars.slice(first, end).join(""));
    done = end;
  }
  return [...pieces, chars.slice(done).join("")];
}
