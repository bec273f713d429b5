// Marking named entities in a document: the text, the panel beside it, their keys and their buttons.
import { isOpen } from "./dialogs.js";
import { EntityMarks, overlaps } from "./entity-marks.js";
import { EntityPanel } from "./entity-panel.js";
import { EntityText } from "./entity-text.js";
import { singleKeys } from "./preferences.js";
import { announce, say } from "./words.js";

const FIELDS = "input:not([type=checkbox]), textarea, select";

function isWithin(inner, outer) {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** `differences` are stretches that are decided elsewhere, each with the `label` that says so; `onChange` hears of every step. */
export class EntityEditor {
  constructor({ page, suggestions = null, agreed = [], differences = [], onChange }) {
    this.types = page.entities.types;
    this.box = document.getElementById("document");
    this.language = page.language;
    this.onChange = onChange;
    this.onDraw = () => {};
    this.offered = null;
    this.suggests = suggestions !== null;
    this.book = new EntityMarks(page.candidates, { suggestions: suggestions ?? [], agreed, differences });
    this.panel = new EntityPanel(this);
    this.text = new EntityText(this.box, {
      segments: page.candidates,
      language: page.language,
      onSelect: () => {
        this.redraw();
        this.tell();
      },
    });
    this.tools = this.makeTools();
    this.listen();
  }

  // What is under the cursor.

  get here() {
    return this.text.selection;
  }

  get markHere() {
    return this.here && this.book.marks.find((one) => overlaps(one, this.here));
  }

  get openHere() {
    return this.here && !this.markHere && this.book.open.find((one) => overlaps(one, this.here));
  }

  get closedHere() {
    return this.here && !this.markHere && this.book.closed.find((one) => overlaps(one, this.here));
  }

  /** What a decision here is about. A word of a suggestion stands for all of it, unless its edges were moved. */
  get extentHere() {
    const { here, openHere: open, text } = this;
    const isOneWord = !here?.exact && text.anchor === text.cursor;
    return open && isOneWord && isWithin(here, open) ? open : here && text.whole(here);
  }

  typeOf(name) {
    return this.types.find((one) => one.name === name);
  }

  labelOf(kind) {
    return kind.split("|").map((name) => this.typeOf(name)?.label ?? name).join(" / ");
  }

  quote(one) {
    return this.book.text(one);
  }

  /** What a mark says beside its text. */
  about(one) {
    const others = one.alternatives?.length;
    const extra = [one.optional && say("entity_optional"), others && say("entity_alternatives_n", { count: others })];
    return [this.labelOf(one.type), ...extra].filter(Boolean).join(", ");
  }

  /** A mark as a list shows it: its text, and what it says beside. */
  described(one) {
    const entity = Object.assign(document.createElement("bdi"), { className: "entity", lang: this.language });
    entity.dataset.type = this.typeOf(one.type.split("|")[0])?.style ?? 0;
    entity.textContent = this.quote(one);
    return [entity, ` ${this.about(one)}`];
  }

  stretch(one, kind) {
    const names = one.type.split("|");
    const others = one.alternatives?.length;
    const label = (kind === "open" ? `${say("entity_suggestion")}, ` : "") + this.about(one);
    const short = names.map((name) => this.typeOf(name)?.short ?? name).join("/") + (one.optional ? "?" : "") + (others ? "+" : "");
    return { candidate: one.candidate, start: one.start, end: one.end, style: this.typeOf(names[0])?.style ?? 0, label, short, kind };
  }

  redraw() {
    const { book } = this;
    this.text.draw([
      ...book.marks.map((one) => this.stretch(one, "mark")),
      ...book.open.map((one) => this.stretch(one, "open")),
      ...book.differences.map((one) => ({ ...one, kind: book.closed.includes(one) ? "closed" : "opened" })),
    ]);
    this.panel.draw();
    this.onDraw();
  }

  tell() {
    const mark = this.markHere;
    const open = this.openHere;
    if (mark) announce(say("entity_here", { type: this.labelOf(mark.type), text: this.quote(mark) }));
    else if (open) announce(say("entity_suggestion_here", { type: this.labelOf(open.type), text: this.quote(this.extentHere) }));
    else if (this.closedHere) announce(this.closedHere.label);
    else if (this.here) announce(say("mark_selected", { text: this.quote(this.here) }));
  }

  // What can be done. Every step is one state, and one undo.

  done(words) {
    this.redraw();
    this.onChange();
    if (words) announce(words);
  }

  made(mark) {
    if (!mark) {
      announce(this.closedHere?.label ?? say("entity_in_the_way"));
      return;
    }
    this.offered = mark;
    this.text.selectStretch(mark);
    const text = this.quote(mark);
    const more = this.book.elsewhere(mark).length;
    const words = [say("entity_marked", { type: this.labelOf(mark.type), text }), this.replacedWords];
    if (more) words.push(say("entity_more", { count: more, text }));
    this.done(words.filter(Boolean).join(" "));
  }

  /** What the last step took away: a mark over others stands in their place, and is not put there silently. */
  get replacedWords() {
    const { gone } = this.book;
    if (!gone.length) return "";
    const quoted = gone.map((one) => say("entity_quoted", { type: this.labelOf(one.type), text: this.quote(one) }));
    return say("entity_replaced", { marks: quoted.join(", ") });
  }

  markAs(name) {
    const { here, book } = this;
    const mark = this.markHere;
    if (!here) {
      announce(say("mark_nothing_selected"));
      this.box.focus();
    } else if (mark && isWithin(here, mark)) this.made(book.change(mark, { type: name }));
    else {
      const { candidate, start, end } = this.extentHere;
      this.made(book.put({ candidate, start, end, type: name }));
    }
  }

  /** A second type where the annotator is not sure, or one of two taken away. */
  alsoAs(name) {
    const mark = this.markHere;
    if (!mark) return this.markAs(name);
    const names = mark.type.split("|");
    const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
    if (!next.length) return undefined;
    const place = (one) => this.types.findIndex((type) => type.name === one);
    next.sort((one, other) => place(one) - place(other));
    return this.made(this.book.change(mark, { type: next.join("|") }));
  }

  accept() {
    const open = this.openHere;
    if (!open) return false;
    const { start, end } = this.extentHere;
    this.made(this.book.accept({ ...open, start, end }));
    this.toOpen();
    return true;
  }

  reject() {
    const mark = this.markHere;
    const open = this.openHere;
    if (mark) {
      this.book.remove(mark);
      this.done(say("mark_removed", { text: this.quote(mark) }));
    } else if (open) {
      this.book.reject(open);
      this.done(say("entity_rejected", { text: this.quote(open) }));
      this.toOpen();
    } else return false;
    return true;
  }

  rejectRest() {
    if (!this.book.open.length) return;
    this.book.rejectAll();
    this.done();
  }

  acceptMore() {
    if (!this.offered || this.panel.offer.hidden) return false;
    const count = this.book.repeat(this.offered);
    this.done(say("entity_repeated", { count, text: this.quote(this.offered) }));
    return true;
  }

  /** To the next suggestion after the cursor that is still open; false if there is none. */
  toOpen(from = this.text.cursor ?? -1) {
    const placeOf = (one) => this.text.words.findIndex((word) => word.part.id === one.candidate && word.end > one.start);
    const next = this.book.open.find((one) => placeOf(one) > from);
    if (!next) return false;
    this.text.selectStretch(next);
    return true;
  }

  /** An edge, to the next word; or to the next character, which is how it gets into a word. */
  moveEdge(edge, by, byCharacter = this.panel.byCharacter.checked) {
    const mark = this.markHere;
    const target = mark ?? (this.here?.exact ? this.here : (this.openHere ?? this.here));
    if (!target) return;
    const place = this.text.edgeAfter(target, edge, by, { byCharacter });
    if (place === null) return;
    const next = { candidate: target.candidate, start: target.start, end: target.end, [edge]: place };
    if (next.start >= next.end) return;
    const within = this.book.isWithinWord(next) ? say("entity_within_word") : "";
    if (!mark) {
      this.text.selectStretch({ ...next, exact: true });
      if (within) announce(within);
      return;
    }
    const changed = this.book.change(mark, { [edge]: place });
    if (!changed) {
      announce(say("entity_in_the_way"));
      return;
    }
    this.offered = changed;
    this.text.selectStretch(changed);
    this.done([within, this.replacedWords].filter(Boolean).join(" "));
  }

  travel(back) {
    if (!(back ? this.book.undo() : this.book.redo())) return;
    this.offered = null;
    this.done(say(back ? "entity_undone" : "entity_redone"));
  }

  setOptional(value) {
    const mark = this.markHere;
    if (!mark) return false;
    this.made(this.book.change(mark, { optional: value ?? !mark.optional }));
    return true;
  }

  setAlternatives() {
    const mark = this.markHere;
    if (!mark) return;
    const own = this.quote(mark);
    const given = this.panel.alternatives.value.split("|").map((one) => one.trim());
    const next = [...new Set(given)].filter((one) => one && one !== own);
    if (JSON.stringify(next) === JSON.stringify(mark.alternatives)) return;
    this.offered = this.book.change(mark, { alternatives: next });
    this.done();
  }

  /** To a stretch, such as one that something is missing at. */
  goTo(stretch) {
    this.box.focus({ preventScroll: true });
    this.text.selectStretch(stretch);
  }

  // Keys, buttons and fields.

  listen() {
    this.box.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || !this.pressInText(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    document.addEventListener("keydown", (event) => this.pressAnywhere(event));
    document.getElementById("answer").addEventListener("click", (event) => {
      const button = event.target.closest("button[data-tool], button[data-name]");
      if (!button) return;
      if (!button.dataset.name) this.tools[button.dataset.tool]();
      else if (event.shiftKey) this.alsoAs(button.dataset.name);
      else this.markAs(button.dataset.name);
      if (button.hidden || button.closest("[hidden]")) this.box.focus({ preventScroll: true });
    });
    const { alternatives, optional } = this.panel;
    alternatives.addEventListener("change", () => this.setAlternatives());
    alternatives.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") this.setAlternatives();
      this.box.focus({ preventScroll: true });
    });
    optional.addEventListener("change", () => this.setOptional(optional.checked));
  }

  /** Whether a key did something in the text. */
  pressInText({ key, altKey, shiftKey }) {
    const step = this.text.stepOf(key);
    const edge = shiftKey ? "start" : "end";
    const longer = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (step && altKey) this.moveEdge(edge, step, false);
    else if (longer && altKey) this.moveEdge(edge, edge === "end" ? longer : -longer, true);
    else if (step) this.text.step(step, shiftKey);
    else if (key === "ArrowDown" || key === "ArrowUp") this.text.stepSegment(key === "ArrowDown" ? 1 : -1);
    else if (altKey) return false;
    // Where no suggestion is left after the cursor, Tab goes on to the next control: the text is no trap.
    else if (key === "Tab") return !shiftKey && this.toOpen();
    else if (key === "Enter") return this.accept();
    else if (key === "Backspace" || key === "Delete") return this.reject();
    else if (key === "Escape" && this.here) this.text.drop();
    else return false;
    return true;
  }

  /** Keys with Control or Shift, anywhere on the page but in fields. */
  pressAnywhere(event) {
    if (event.isComposing || isOpen() || event.target.closest(FIELDS)) return;
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (isControl && (key === "z" || key === "y")) {
      event.preventDefault();
      this.travel(key === "z" && !event.shiftKey);
    } else if (!isControl && !event.altKey && event.shiftKey && singleKeys()) {
      const type = this.types.find((one) => one.key === key);
      if (type && this.markHere) {
        event.preventDefault();
        this.alsoAs(type.name);
      }
    }
  }

  /** What a single key does; whether it did anything. */
  act(key) {
    const type = this.types.find((one, place) => one.key === key || String(place + 1) === key);
    if (type && this.here) {
      this.markAs(type.name);
      return true;
    }
    switch (key) {
      case "a":
        return this.acceptMore();
      case "x":
        return this.reject();
      case "n":
        this.box.focus({ preventScroll: true });
        return this.tools.next();
      case "u":
        this.travel(true);
        return true;
      case "r":
        this.travel(false);
        return true;
      case "i":
        return this.setOptional();
      case "w":
        if (!this.markHere) return false;
        this.panel.unfold(true);
        this.panel.alternatives.focus();
        return true;
      default:
        return false;
    }
  }

  makeTools() {
    return {
      accept: () => this.accept(),
      reject: () => this.reject(),
      undo: () => this.travel(true),
      redo: () => this.travel(false),
      more: () => this.acceptMore(),
      next: () => this.toOpen() || this.toOpen(-1),
      "start-back": () => this.moveEdge("start", -1),
      "start-on": () => this.moveEdge("start", 1),
      "end-back": () => this.moveEdge("end", -1),
      "end-on": () => this.moveEdge("end", 1),
      rest: () => this.rejectRest(),
      details: () => this.panel.unfold(),
      dismiss: () => {
        this.offered = null;
        this.redraw();
      },
    };
  }
}
