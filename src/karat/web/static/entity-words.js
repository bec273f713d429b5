// Words as names need them: where a selection snaps, where an edge stops, and whether an edge lies within a word.
import { codePoints } from "./code-points.js";
import { graphemeEnds, tokens } from "./tokens.js";

// Where names may end without a space: the scripts that Karat's own search takes so.
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Hangul}]/u;
const LETTER = /[\p{L}\p{N}]/u;
const OF_WORD = /[\p{L}\p{N}\p{M}_\u200c\u200d]/u;
// What joins the parts of a name where words have no spaces (希拉里·克林頓), and what makes people or a language of a
// place (中國人, 日本語, but not 人口): as in Karat's own search.
const JOINT = /[·‧•・]/u;
const PEOPLE_OR_LANGUAGE = /^(?:人(?!口)|語|语)/u;
// Clinton|'s, Ankara|'da: what is written onto a name. l'|Italie: what is written before one.
const ONTO = /^(\p{Lu}.*?)(['’]\p{Ll}.*)$/u;
const BEFORE = /^(\p{Ll}+['’])(\p{Lu}.*)$/u;
// U.S., p.m.: browsers take them apart.
const LETTERS_WITH_DOTS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;

/** Whether a place between two characters lies within a word: the server refuses such an edge if nobody says that it is meant. */
export function isWithinWord(points, place) {
  const around = [points[place - 1], points[place]];
  return around.every((one) => one !== undefined && OF_WORD.test(one) && !SPACELESS.test(one));
}

/** Whether a stretch ends where words do; without spaces between words, it may end nearly anywhere. */
export function isWhole(points, start, end) {
  const edge = (outside, inside) =>
    SPACELESS.test(inside) || !LETTER.test(inside) || outside === undefined || !OF_WORD.test(outside);
  if ([points[start - 1], points[end]].some((one) => one !== undefined && JOINT.test(one))) return false;
  if (SPACELESS.test(points[end - 1]) && PEOPLE_OR_LANGUAGE.test(points.slice(end, end + 2).join(""))) return false;
  return edge(points[start - 1], points[start]) && edge(points[end], points[end - 1]);
}

/** The pieces of a text, as `tokens` has them, but U.S. as one, and names without what is written onto them. */
export function nameTokens(text, language) {
  const whole = Array.from(text.matchAll(LETTERS_WITH_DOTS), (match) => {
    const start = codePoints(text.slice(0, match.index)).length;
    return { start, end: start + codePoints(match[0]).length };
  });
  const found = [];
  for (const piece of tokens(text, language)) {
    const last = found.at(-1);
    if (last && whole.some((one) => one.start <= last.start && piece.end <= one.end)) {
      last.text += piece.text;
      last.end = piece.end;
      continue;
    }
    const [, first, second] = ONTO.exec(piece.text) ?? BEFORE.exec(piece.text) ?? [];
    if (!second) {
      found.push(piece);
      continue;
    }
    const middle = piece.start + codePoints(first).length;
    found.push({ ...piece, text: first, end: middle }, { ...piece, text: second, start: middle });
  }
  return found;
}

/** The places where an edge stops: those of words, and every character as readers see it where words have no spaces. */
export function edgeStops(text, pieces, language) {
  const characters = graphemeEnds(text, language);
  const start = new Set();
  const end = new Set();
  for (const piece of pieces) {
    if (piece.spaces) continue;
    start.add(piece.start);
    end.add(piece.end);
    if (!SPACELESS.test(piece.text)) continue;
    for (const place of characters) {
      if (place <= piece.start || place >= piece.end) continue;
      start.add(place);
      end.add(place);
    }
  }
  const inOrder = (places) => [...places].sort((one, other) => one - other);
  return { characters, start: inOrder(start), end: inOrder(end) };
}
