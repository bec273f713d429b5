// The marks of a document, and every state that they were in: undo and redo have no limit.
// No state is ever changed: each step makes a new one. Offsets are in code points of their segment.
import { codePoints } from "./code-points.js";
import { isWhole, isWithinWord } from "./entity-words.js";

const DESCRIBED = ["start", "end", "type", "optional"];

export function overlaps(one, other) {
  return one.candidate === other.candidate && one.start < other.end && other.start < one.end;
}

function inOrder(marks) {
  return [...marks].sort((one, other) => one.place - other.place || one.start - other.start);
}

/** Whether two marks say the same of the same text. */
function isSame(one, other) {
  const texts = (mark) => JSON.stringify(mark.alternatives ?? []);
  return DESCRIBED.every((name) => (one[name] ?? false) === (other[name] ?? false)) && texts(one) === texts(other);
}

/** `agreed` are marks that an adjudicator begins with. Nothing is marked in the `differences` of annotators, but in those
 * that are `opened`, for the adjudicator's own version, or `emptied`, where no version of the annotators is kept. */
export class EntityMarks {
  constructor(segments, { suggestions = [], agreed = [], differences = [] }) {
    this.segments = segments.map((segment, place) => ({ ...segment, place, points: codePoints(segment.text) }));
    this.places = new Map(this.segments.map((segment) => [segment.id, segment.place]));
    this.suggestions = suggestions.map((one) => ({ ...one, place: this.places.get(one.candidate) }));
    this.past = [];
    this.future = [];
    this.differences = differences;
    this.opened = new Set();
    this.emptied = new Set();
    this.agreed = agreed.map((one) => ({ ...one, place: this.places.get(one.candidate), why: `agreed ${one.agreed}` }));
    this.made = 0;
    this.gone = []; // what the last step took away beside what it was about
    this.state = { marks: inOrder(this.agreed), rejected: [] };
  }

  /** Those that count. What was marked in a difference that is closed again waits there, and counts no more. */
  get marks() {
    const { closed } = this;
    if (!closed.length) return this.state.marks;
    return this.state.marks.filter((mark) => !closed.some((one) => overlaps(one, mark)));
  }

  get closed() {
    return this.differences.filter((one) => !this.opened.has(one.difference) && !this.emptied.has(one.difference));
  }

  /** The number of the opened difference that a mark belongs to, or null. */
  differenceOf(mark) {
    const found = this.differences.find((one) => this.opened.has(one.difference) && overlaps(one, mark));
    return found?.difference ?? null;
  }

  ownMarks(difference) {
    return this.marks.filter((mark) => this.differenceOf(mark) === difference);
  }

  segment(candidate) {
    return this.segments[this.places.get(candidate)];
  }

  text({ candidate, start, end }) {
    return this.segment(candidate).points.slice(start, end).join("");
  }

  // States.

  commit(marks, rejected = this.state.rejected) {
    const counting = this.marks;
    const waiting = this.state.marks.filter(
      (one) => !counting.includes(one) && !marks.some((mark) => overlaps(mark, one)),
    );
    this.past.push(this.state);
    this.future = [];
    this.gone = [];
    this.state = { marks: inOrder([...marks, ...waiting]), rejected: [...rejected] };
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.state);
    this.state = this.past.pop();
    this.gone = [];
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.state);
    this.state = this.future.pop();
    this.gone = [];
    return true;
  }

  restore({ marks = [], rejected = [] }) {
    const known = marks.filter(
      (one) =>
        this.places.has(one.candidate) && one.start < one.end && one.end <= this.segment(one.candidate).points.length,
    );
    const made = known.map((one) => ({
      ...one,
      place: this.places.get(one.candidate),
      alternatives: one.alternatives ?? [],
      suggestion: one.suggestion ?? null,
      agreed: null,
    }));
    this.state = { marks: inOrder(made), rejected: rejected.filter((one) => one < this.suggestions.length) };
    this.past = [];
    this.future = [];
  }

  /** What an annotator sends. */
  get content() {
    return { marks: this.marks.map((one) => this.sent(one)), rejected: this.state.rejected };
  }

  /** A mark as it is sent: nothing of the page itself. */
  sent({ candidate, start, end, type, alternatives, optional, suggestion, repeated }) {
    const meant = this.isWithinWord({ candidate, start, end }) ? { within_word: true } : {};
    return { candidate, start, end, type, alternatives, optional, suggestion, repeated, ...meant };
  }

  /** Whether an edge lies within a word: only who moves it character by character gets there. */
  isWithinWord({ candidate, start, end }) {
    const { points } = this.segment(candidate);
    return isWithinWord(points, start) || isWithinWord(points, end);
  }

  // Suggestions: open until somebody accepts, corrects or rejects them.

  get open() {
    const decided = new Set(this.state.rejected);
    for (const mark of this.marks) if (mark.suggestion !== null) decided.add(mark.suggestion);
    return this.suggestions.filter((one) => !decided.has(one.suggestion));
  }

  /** A mark over whatever lies there: what it covers is replaced, and a suggestion under it is corrected by it. */
  put(given) {
    const mark = { alternatives: [], optional: false, suggestion: null, repeated: false, ...this.trimmed(given) };
    if (mark.start >= mark.end || this.closed.some((one) => overlaps(one, mark))) return null;
    mark.place = this.places.get(mark.candidate);
    const covered = this.marks.filter((one) => overlaps(one, mark));
    const instead = this.replaced(mark, covered);
    mark.agreed = instead?.agreed ?? null;
    mark.why = instead?.why ?? given.why ?? `made ${(this.made += 1)}`;
    const open = this.open.filter((one) => overlaps(one, mark));
    const free = [...covered.map((one) => one.suggestion), ...open.map((one) => one.suggestion)].filter(
      (one) => one !== null,
    );
    const same = open.find((one) => one.start === mark.start && one.end === mark.end && one.type === mark.type);
    if (mark.suggestion === null && free.length) mark.suggestion = same ? same.suggestion : free[0];
    // Marked by hand as it was suggested: what a file has beside it is kept.
    if (same && !given.alternatives) Object.assign(mark, { alternatives: same.alternatives ?? [], optional: Boolean(same.optional) });
    const rejected = [...this.state.rejected, ...free.filter((one) => one !== mark.suggestion)];
    this.commit([...this.marks.filter((one) => !covered.includes(one)), mark], rejected);
    this.gone = inOrder([...covered, ...open.filter((one) => one.suggestion !== mark.suggestion)]);
    return mark;
  }

  accept(suggestion) {
    const { candidate, start, end, type, alternatives, optional } = suggestion;
    return this.put({ candidate, start, end, type, alternatives, optional, suggestion: suggestion.suggestion });
  }

  reject(suggestion) {
    this.commit(this.marks, [...this.state.rejected, suggestion.suggestion]);
  }

  /** Reject whatever is open: one step, and so one undo. */
  rejectAll() {
    this.commit(this.marks, [...this.state.rejected, ...this.open.map((one) => one.suggestion)]);
  }

  remove(mark) {
    const rejected = mark.suggestion === null ? this.state.rejected : [...this.state.rejected, mark.suggestion];
    this.commit(
      this.marks.filter((one) => one !== mark),
      rejected,
    );
  }

  /** The mark with something else about it, if nothing lies in its way; null otherwise. */
  change(mark, with_) {
    const next = { ...mark, ...with_ };
    if (next.start >= next.end) return null;
    if (this.marks.some((one) => one !== mark && overlaps(one, next))) return null;
    if (this.closed.some((one) => overlaps(one, next))) return null;
    const under = this.open.filter((one) => overlaps(one, next));
    if (next.suggestion === null && under.length) next.suggestion = under.shift().suggestion;
    // A mark that has left its suggestion behind no longer comes from it.
    const left = this.suggestions[next.suggestion ?? -1];
    let rejected = [...this.state.rejected, ...under.map((one) => one.suggestion)];
    if (left && !overlaps(left, next)) {
      rejected = [...rejected, next.suggestion];
      next.suggestion = null;
    }
    this.commit([...this.marks.filter((one) => one !== mark), next], rejected);
    this.gone = under;
    return next;
  }

  /** The agreed mark that a new one stands for: one under it, or one that was removed there. */
  replaced(mark, covered) {
    const kept = new Set(this.marks.filter((one) => !covered.includes(one)).map((one) => one.agreed));
    return this.agreed.find((one) => overlaps(one, mark) && !kept.has(one.agreed));
  }

  /** What an adjudicator has changed in what all agree on. Changes with the same `why` have one reason. */
  get changes() {
    const elsewhere = this.marks.filter((one) => this.differenceOf(one) === null);
    const found = [];
    for (const before of this.agreed) {
      const mark = elsewhere.find((one) => one.agreed === before.agreed) ?? null;
      if (!mark) found.push({ kind: "removed", agreed: before.agreed, mark, why: before.why, shown: before });
      else if (!isSame(mark, before)) found.push({ kind: "changed", agreed: before.agreed, mark, why: before.why, shown: mark });
    }
    for (const mark of elsewhere) {
      if (mark.agreed === null) found.push({ kind: "added", agreed: null, mark, why: mark.why, shown: mark });
    }
    return found;
  }

  /** The changes and the own versions of a draft, or of an answer before; gives the reason of each change by its `why`. */
  restoreChanges(changes, own) {
    const reasons = new Map();
    const alike = new Map();
    const gone = new Set(changes.map((one) => one.agreed));
    const marks = this.agreed.filter((one) => !gone.has(one.agreed));
    for (const { agreed, mark, reason } of changes) {
      const before = this.agreed[agreed ?? -1];
      const name = mark && this.places.has(mark.candidate) ? this.text(mark) : null;
      const kin = `made ${name} ${mark?.type} ${reason}`;
      const why = before?.why ?? alike.get(kin) ?? kin;
      if (name) alike.set(kin, why);
      if (before || name) reasons.set(why, reason);
      if (name) marks.push({ ...mark, place: this.places.get(mark.candidate), agreed: before ? agreed : null, why });
    }
    for (const mark of own) {
      const place = this.places.get(mark.candidate);
      if (place !== undefined) marks.push({ ...mark, place, agreed: null, why: `made ${(this.made += 1)}` });
    }
    this.state = { marks: inOrder(marks), rejected: [] };
    return reasons;
  }

  trimmed(mark) {
    const points = this.segment(mark.candidate).points;
    let { start, end } = mark;
    while (start < end && points[start].trim() === "") start += 1;
    while (end > start && points[end - 1].trim() === "") end -= 1;
    return { ...mark, start, end };
  }

  // The same name elsewhere.

  elsewhere(mark) {
    const name = this.segment(mark.candidate).points.slice(mark.start, mark.end);
    const found = [];
    // One character is found in too many words.
    if (name.length < 2) return found;
    for (const { id, points } of this.segments) {
      for (let start = 0; start + name.length <= points.length; start += 1) {
        const end = start + name.length;
        if (!name.every((point, place) => points[start + place] === point)) continue;
        const here = { candidate: id, start, end };
        if (!isWhole(points, start, end)) continue;
        if (this.marks.some((one) => overlaps(one, here)) || this.closed.some((one) => overlaps(one, here))) continue;
        if (found.length && overlaps(found.at(-1), here)) continue;
        found.push(here);
      }
    }
    return found;
  }

  /** Mark the name wherever else it stands. */
  repeat(mark) {
    const { type, alternatives, optional, why } = mark;
    const places = this.elsewhere(mark);
    this.putAll(places.map((here) => ({ ...here, type, alternatives, optional, why, repeated: true })));
    return places.length;
  }

  /** Several marks: one step, and so one undo. */
  putAll(marks) {
    const past = this.past.length;
    const before = this.state;
    for (const mark of marks) this.put(mark);
    if (this.past.length === past) return;
    this.past.length = past;
    this.past.push(before);
    this.gone = [];
  }

  /** How many marks of this page were suggested, accepted, corrected, rejected, repeated and made by hand. */
  get counts() {
    const count = (test) => this.marks.filter(test).length;
    const suggested = (one) => one.suggestion !== null;
    return {
      suggested: this.suggestions.length,
      accepted: count((one) => suggested(one) && isSame(one, this.suggestions[one.suggestion])),
      corrected: count((one) => suggested(one) && !isSame(one, this.suggestions[one.suggestion])),
      rejected: this.state.rejected.length,
      repeated: count((one) => !suggested(one) && one.repeated),
      hand: count((one) => !suggested(one) && !one.repeated),
    };
  }
}
