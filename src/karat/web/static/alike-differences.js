// The same difference in several places of a document, such as a name that comes again: decided once, for all of them.
import { overlaps } from "./entity-marks.js";
import { announce, say } from "./words.js";

/** What a difference is about, wherever it stands: its text, and what each version marks in it. */
function subject(book, { start, versions, ...stretch }) {
  const marks = versions.map((version) =>
    version.map((one) => [one.start - start, one.end - start, one.type, one.optional, one.alternatives]),
  );
  return JSON.stringify([book.text({ start, ...stretch }), marks]);
}

/** `get` and `set` read and write what is decided on a difference, by its place: `{value, reason}`. */
export class AlikeDifferences {
  constructor({ book, differences, boxes, get, set }) {
    Object.assign(this, { book, differences, boxes, get, set });
    const subjects = differences.map((one) => subject(book, one));
    // By place: the other places with the same difference.
    this.others = subjects.map((one, place) => subjects.flatMap((it, other) => (it === one && other !== place ? [other] : [])));
    this.copied = new Map(); // place → what was decided there for all alike
    this.before = new Map(); // place → the places that it decided last, with what stood there
    boxes.forEach((box, place) => {
      this.part(place, "alike-go").addEventListener("click", () => this.decide(place));
      this.part(place, "alike-undo").addEventListener("click", () => this.undo(place));
    });
  }

  part(place, name) {
    return this.boxes[place].querySelector(`[data-part=${name}]`);
  }

  /** Where the same is still to be decided: what a person decided there stays. */
  open(place) {
    if (!this.others[place].length) return [];
    const made = this.get(place);
    if (made.value === null || !made.reason.trim()) return [];
    const marks = made.value === "own" ? this.book.ownMarks(place) : [];
    if (made.value === "own" && !marks.length) return [];
    return this.others[place].filter((other) => {
      const there = this.get(other);
      const isFree = there.value === null || this.isCopied(other);
      const isSame = there.value === made.value && there.reason === made.reason && this.hasMarks(place, other, marks);
      return isFree && !isSame && marks.every((mark) => this.fits(mark, place, other));
    });
  }

  isCopied(place) {
    const { value, reason } = this.get(place);
    const copy = this.copied.get(place);
    return copy !== undefined && copy.value === value && copy.reason === reason;
  }

  /** A mark of one's own at the same place of another difference. */
  moved(mark, from, to) {
    const by = this.differences[to].start - this.differences[from].start;
    return { ...mark, candidate: this.differences[to].candidate, start: mark.start + by, end: mark.end + by };
  }

  /** A mark may reach beyond the difference: then the text around has to be the same as well. */
  fits(mark, from, to) {
    const there = this.moved(mark, from, to);
    const isElsewhere = this.differences.some((one, place) => place !== to && overlaps(one, there));
    const isTaken = this.book.marks.some((one) => overlaps(one, there) && this.book.differenceOf(one) !== to);
    return there.start >= 0 && this.book.text(there) === this.book.text(mark) && !isElsewhere && !isTaken;
  }

  hasMarks(from, to, marks) {
    const own = marks.length ? this.book.ownMarks(to) : [];
    const said = ({ start, end, type, optional, alternatives }) => JSON.stringify([start, end, type, optional, alternatives]);
    const wanted = marks.map((mark) => said(this.moved(mark, from, to)));
    return wanted.length === own.length && own.every((one) => wanted.includes(said(one)));
  }

  decide(place) {
    const places = this.open(place);
    if (!places.length) return false;
    const made = this.get(place);
    const marks = made.value === "own" ? this.book.ownMarks(place) : [];
    this.before.set(place, new Map(places.map((other) => [other, this.get(other)])));
    for (const other of places) {
      this.copied.set(other, { ...made });
      this.set(other, made);
    }
    // After all are opened: nothing is marked in a difference that is closed.
    if (marks.length) this.book.putAll(places.flatMap((other) => marks.map((mark) => this.moved(mark, place, other))));
    this.boxes[place].dispatchEvent(new Event("change", { bubbles: true }));
    announce(say("adjudicate_alike_done", { count: places.length }));
    this.part(place, "alike-undo").focus();
    return true;
  }

  /** What was decided for all alike is open again; what a person has changed since then stays. */
  undo(place) {
    const places = this.undoable(place);
    if (!places.length) return false;
    for (const other of places) {
      this.set(other, this.before.get(place).get(other));
      this.copied.delete(other);
    }
    this.before.delete(place);
    this.boxes[place].dispatchEvent(new Event("change", { bubbles: true }));
    announce(say("entity_undone"));
    const go = this.part(place, "alike-go");
    (go.hidden ? this.part(place, "reason") : go).focus();
    return true;
  }

  undoable(place) {
    return [...(this.before.get(place)?.keys() ?? [])].filter((other) => this.isCopied(other));
  }

  draw() {
    this.boxes.forEach((box, place) => {
      const open = this.open(place).length;
      const done = this.undoable(place).length;
      this.part(place, "alike").hidden = !open && !done;
      this.part(place, "alike-go").hidden = !open;
      this.part(place, "alike-undo").hidden = !done;
      const words = open
        ? say("adjudicate_alike", { count: open, text: this.book.text(this.differences[place]) })
        : say("adjudicate_alike_done", { count: done });
      this.part(place, "alike-words").textContent = open || done ? words : "";
    });
  }
}
