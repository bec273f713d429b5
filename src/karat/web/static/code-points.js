// The server counts in code points, JavaScript in UTF-16 units.

export function codePoints(text) {
  return Array.from(text);
}

/** The part of a text between two places in code points. */
export function slice(text, start, end) {
  return codePoints(text).slice(start, end).join("");
}
