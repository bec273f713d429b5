// A document as running text: words to move over and select, marks with a solid line, suggestions with a dashed one.
// Where a mark begins or ends within a word, the word is drawn in pieces. Places are in code points of a segment.
import { codePoints } from "./code-points.js";
import { edgeStops, nameTokens } from "./entity-words.js";
import { listenToPointer, stepOf } from "./text-pointer.js";

export class EntityText {
  constructor(box, { segments, language, label, onSelect }) {
    this.box = box;
    this.language = language;
    this.label = label;
    this.onSelect = onSelect;
    this.selection = null; // {candidate, start, end}
    this.anchor = null;
    this.tapped = null;
    this.cursor = null; // the place of a word among all words
    this.words = [];
    this.parts = segments.map((segment, place) => this.part(segment, place));
    listenToPointer(this);
  }

  part(segment, place) {
    const element = this.box.children[place];
    const pieces = nameTokens(segment.text, this.language);
    const part = {
      id: segment.id,
      place,
      element,
      points: codePoints(segment.text),
      pieces,
      stops: edgeStops(segment.text, pieces, this.language),
    };
    for (const piece of pieces) {
      if (piece.spaces) continue;
      piece.part = part;
      piece.place = this.words.length;
      this.words.push(piece);
    }
    return part;
  }

  // What is seen. Each stretch is {candidate, start, end, style, short, label, kind: "mark" | "open" | "closed" | "opened"}.

  draw(stretches) {
    for (const part of this.parts) {
      const own = stretches.filter((one) => one.candidate === part.id);
      const selection = this.selection?.candidate === part.id ? this.selection : null;
      const shape = JSON.stringify([own, selection]);
      if (shape === part.shape) continue;
      part.shape = shape;
      this.drawPart(part, own, selection);
    }
    const word = this.cursor === null ? null : this.words[this.cursor];
    if (word && this.selection) this.box.setAttribute("aria-activedescendant", this.idOf(word.part, word.start));
    else this.box.removeAttribute("aria-activedescendant");
  }

  drawPart(part, stretches, selection) {
    const cuts = new Set();
    for (const one of stretches) cuts.add(one.start).add(one.end);
    if (selection) cuts.add(selection.start).add(selection.end);
    const made = [];
    for (const piece of part.pieces) {
      const inner = [...cuts].filter((cut) => cut > piece.start && cut < piece.end).sort((one, other) => one - other);
      const edges = [piece.start, ...inner, piece.end];
      for (let place = 1; place < edges.length; place += 1) {
        made.push(this.bit(part, piece, edges[place - 1], edges[place], stretches, selection));
      }
    }
    part.element.replaceChildren(...made);
  }

  bit(part, piece, start, end, stretches, selection) {
    const element = document.createElement("span");
    element.textContent = part.points.slice(start, end).join("");
    element.className = piece.spaces ? "gap" : "token";
    element.dataset.start = start;
    const over = stretches.find((one) => one.start < end && one.end > start);
    const isSelected = Boolean(selection && selection.start < end && selection.end > start);
    element.classList.toggle("selected", isSelected);
    if (piece.spaces) element.setAttribute("role", "presentation");
    else {
      element.setAttribute("role", "option");
      element.setAttribute("aria-selected", String(isSelected));
      element.id = this.idOf(part, start);
    }
    if (!over) return element;
    element.classList.add({ mark: "entity", open: "suggested", closed: "disputed", opened: "disputed" }[over.kind]);
    if (over.style !== undefined) element.dataset.type = over.style;
    if (!piece.spaces) element.setAttribute("aria-description", over.label);
    if (over.start === start) element.classList.add("first");
    if (over.end !== end) return element;
    element.classList.add("last");
    element.dataset.short = over.short;
    return element;
  }

  idOf(part, start) {
    return `text-${part.place}-${start}`;
  }

  // Selecting.

  wordAt(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest(".token");
    const part = element && this.parts.find((one) => one.element.contains(element));
    if (!part) return null;
    const start = Number(element.dataset.start);
    return part.pieces.find((piece) => piece.start <= start && start < piece.end)?.place ?? null;
  }

  reaches(from, to) {
    return this.words[from].part === this.words[to].part;
  }

  stepOf(key) {
    return stepOf(key, this.words[this.cursor ?? 0]?.part.element ?? this.box);
  }

  step(by, extend) {
    const from = this.cursor ?? -by;
    const place = Math.min(this.words.length - 1, Math.max(0, from + by));
    if (!extend || this.anchor === null) this.moveTo(place);
    else if (this.reaches(this.anchor, place)) this.select(this.anchor, place);
  }

  /** To the first word of the next segment, or of this one or the one before. */
  stepSegment(by) {
    const now = this.words[this.cursor ?? 0].part;
    const places = this.parts.map((part) => this.words.findIndex((word) => word.part === part)).filter((one) => one >= 0);
    const here = places.findLastIndex((place) => place <= (this.cursor ?? 0));
    const isAtStart = this.cursor === places[here];
    const next = by > 0 ? here + 1 : isAtStart ? here - 1 : here;
    if (places[next] !== undefined) this.moveTo(places[next]);
    else if (by > 0) this.moveTo(this.words.findLastIndex((word) => word.part === now));
  }

  moveTo(place) {
    this.anchor = place;
    this.tapped = null;
    this.select(place, place);
  }

  select(from, to) {
    this.cursor = to;
    const [first, last] = [this.words[Math.min(from, to)], this.words[Math.max(from, to)]];
    this.show({ candidate: first.part.id, start: first.start, end: last.end });
    this.reveal(this.words[to]);
  }

  /** Select a stretch, such as a mark or a suggestion, and put the cursor on its first word. */
  selectStretch({ candidate, start, end, exact = false }) {
    const place = this.words.findIndex((word) => word.part.id === candidate && word.end > start);
    if (place < 0) return;
    this.cursor = place;
    this.anchor = place;
    // What was marked is done with: the next tap begins anew.
    this.tapped = null;
    this.show({ candidate, start, end, exact });
    this.reveal(this.words[place]);
  }

  show(selection) {
    this.selection = selection;
    this.onSelect();
  }

  reveal(word) {
    document.getElementById(this.idOf(word.part, word.start))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  drop() {
    this.anchor = null;
    this.tapped = null;
    if (this.selection) this.show(null);
  }

  /** Where an edge goes next: to the next word, or to the next character as readers see it; past spaces. */
  edgeAfter(stretch, edge, by, { byCharacter = false } = {}) {
    const { stops, points } = this.parts.find((one) => one.id === stretch.candidate);
    const isInText = (place) => {
      const inside = edge === "start" ? points[place] : points[place - 1];
      return inside !== undefined && inside.trim() !== "";
    };
    const places = byCharacter ? stops.characters.filter(isInText) : stops[edge];
    const now = stretch[edge];
    return (by > 0 ? places.find((one) => one > now) : places.findLast((one) => one < now)) ?? null;
  }

  /** Snap to whole characters: what a program sent may lie within one. */
  whole({ candidate, start, end }) {
    const ends = this.parts.find((one) => one.id === candidate).stops.characters;
    return {
      candidate,
      start: ends.findLast((one) => one <= start) ?? start,
      end: ends.find((one) => one >= end) ?? end,
    };
  }
}
