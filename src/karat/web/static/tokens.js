// A text in pieces that can be marked: words, signs, and the spaces between them, which are not marked alone.
import { codePoints } from "./code-points.js";

function segmenter(language, granularity) {
  try {
    return new Intl.Segmenter(language || undefined, { granularity });
  } catch {
    // Not a language that the browser knows, such as a made-up one of a test set.
    return new Intl.Segmenter(undefined, { granularity });
  }
}

/** Pieces with their places in code points; `spaces` is true between words. */
export function tokens(text, language) {
  const found = [];
  let place = 0;
  for (const { segment } of segmenter(language, "word").segment(text)) {
    const length = codePoints(segment).length;
    found.push({ text: segment, start: place, end: place + length, spaces: segment.trim() === "" });
    place += length;
  }
  return found;
}

/** Where characters end as readers see them: no mark may split one. */
export function graphemeEnds(text, language) {
  const ends = [0];
  for (const { segment } of segmenter(language, "grapheme").segment(text)) {
    ends.push(ends.at(-1) + codePoints(segment).length);
  }
  return ends;
}
