// Marking errors in one candidate: by mouse or finger, or by keys alone.
// The text is a list of words of which several can be selected, which is what screen readers call it, too.
// A selection and a mark are places in code points; from 0 to 0 something is missing.
import { slice } from "./code-points.js";
import { listenToPointer, stepOf } from "./text-pointer.js";
import { graphemeEnds, tokens } from "./tokens.js";
import { announce, say } from "./words.js";

const LONGEST_QUOTE = 60;

export class Marking {
  constructor(element, { candidate, text, language, kinds, onChange }) {
    this.element = element;
    this.candidate = candidate;
    this.text = text;
    this.language = language;
    this.kinds = kinds;
    this.onChange = onChange;
    this.marks = [];
    this.selection = null; // {start, end}, or {omission: true}
    this.anchor = null;
    this.tapped = null;
    this.cursor = -1;
    this.pieces = tokens(text, language);
    this.words = this.pieces.filter((piece) => !piece.spaces);
    this.list = element.querySelector(".marks");
    this.tools = element.querySelector(".tools");
    this.draw();
    this.listen();
  }

  /** The server's text gives way to one element for each piece of it. */
  draw() {
    this.box = this.element.querySelector(".output");
    this.box.replaceChildren();
    this.box.classList.add("markable");
    this.box.tabIndex = 0;
    const roles = {
      role: "listbox",
      "aria-multiselectable": "true",
      "aria-orientation": "horizontal",
      "aria-label": this.element.dataset.name,
      "aria-describedby": "mark-how",
    };
    for (const [name, value] of Object.entries(roles)) this.box.setAttribute(name, value);
    for (const piece of this.pieces) {
      piece.element = document.createElement("span");
      piece.element.textContent = piece.text;
      if (piece.spaces) {
        piece.element.className = "gap";
        piece.element.setAttribute("role", "presentation");
      } else {
        this.makeOption(piece);
      }
      this.box.append(piece.element);
    }
    if (this.kinds.omissions) {
      this.missing = { text: say("mark_missing_text"), start: 0, end: 0, omission: true };
      this.missing.element = document.createElement("span");
      this.missing.element.textContent = this.missing.text;
      this.missing.element.classList.add("missing-words");
      this.makeOption(this.missing);
      this.box.append(" ", this.missing.element);
      this.words.push(this.missing);
    }
  }

  makeOption(piece) {
    piece.element.classList.add("token");
    piece.element.setAttribute("role", "option");
    piece.element.setAttribute("aria-selected", "false");
    piece.element.id = `${this.element.id}-${piece.omission ? "missing" : piece.start}`;
  }

  listen() {
    listenToPointer(this);
    this.box.addEventListener("keydown", (event) => this.press(event));
    this.tools.addEventListener("pointerdown", () => {
      this.touching = undefined;
    });
    this.tools.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      // The tools come into sight when a word is touched, maybe under the finger: letting go presses nothing.
      if (!button || (this.touching !== undefined && event.pointerId === this.touching)) return;
      if (button.dataset.severity) this.mark(button.dataset.severity);
      else if (button.dataset.tool === "omission") this.selectMissing();
      else this.removeAt();
    });
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-mark]");
      if (button) this.remove(this.marks[Number(button.dataset.mark)]);
    });
    this.list.addEventListener("change", (event) => {
      const field = event.target.dataset.field;
      if (!field) return;
      const mark = this.marks[Number(event.target.dataset.mark)];
      mark[field] = event.target.value;
      // The row stays as it is: a list drawn anew would take the focus from whoever types in it.
      event.target.closest("li").dataset.rank = this.styleOf(mark.severity);
      this.painted = JSON.stringify(this.marks);
      this.paint();
      this.onChange();
    });
    this.list.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      if (event.target.tagName !== "SELECT") return;
      event.preventDefault();
      event.stopPropagation();
      this.box.focus({ preventScroll: true });
    });
  }

  wordAt(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest(".token");
    const place = element ? this.words.findIndex((word) => word.element === element) : -1;
    return place < 0 ? null : place;
  }

  reaches(from, to) {
    return !this.words[from].omission && !this.words[to].omission;
  }

  // Keys.

  press(event) {
    if (event.ctrlKey || event.metaKey) return;
    const severity = this.kinds.severities.find((one) => one.key === event.key);
    const step = this.stepOf(event.key);
    if (step && event.altKey) this.nudge(step, event.shiftKey);
    else if (step) this.step(step, event.shiftKey);
    else if (event.key === "Home" || event.key === "End") {
      this.step((event.key === "Home" ? -1 : 1) * this.words.length, event.shiftKey);
    } else if (severity) this.mark(severity.name);
    else if (event.key === "Backspace" || event.key === "Delete") this.removeAt();
    else if (event.key === "o" && this.missing) this.selectMissing();
    else if (event.key === "Escape" && this.selection) this.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stepOf(key) {
    return { ArrowDown: 1, ArrowUp: -1 }[key] ?? stepOf(key, this.box);
  }

  step(by, extend) {
    const last = this.words.length - 1;
    const place = Math.min(last, Math.max(0, this.cursor + by));
    if (extend && this.anchor !== null) {
      if (this.reaches(this.anchor, place)) this.select(this.anchor, place);
    } else this.moveTo(place);
    this.announceSelection();
  }

  moveTo(place) {
    this.anchor = place;
    this.select(place, place);
  }

  /** Move the end of the selection by one character, the start with Shift: for errors within a word. */
  nudge(by, start) {
    if (!this.selection || this.selection.omission) return;
    const ends = graphemeEnds(this.text, this.language);
    const edge = start ? "start" : "end";
    const next = ends[ends.indexOf(this.selection[edge]) + by];
    if (next === undefined) return;
    const moved = { ...this.selection, [edge]: next };
    if (moved.start >= moved.end) return;
    this.selection = moved;
    this.paint();
    this.announceSelection();
  }

  selectMissing() {
    if (!this.missing) return;
    this.box.focus({ preventScroll: true });
    this.moveTo(this.words.indexOf(this.missing));
    this.announceSelection();
  }

  select(from, to) {
    this.cursor = to;
    const [first, last] = [this.words[Math.min(from, to)], this.words[Math.max(from, to)]];
    this.selection = last.omission
      ? { omission: true, start: 0, end: 0 }
      : { start: first.start, end: last.end };
    this.paint();
    this.words[to].element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  drop() {
    this.selection = null;
    this.anchor = null;
    this.tapped = null;
    this.paint();
  }

  // Marks.

  mark(severity) {
    const chosen = this.selection;
    if (!chosen) {
      announce(say("mark_nothing_selected"));
      this.box.focus();
      return;
    }
    const { start, end } = chosen;
    const asked = this.kinds.categories.length > 0;
    const known = this.marks.find((one) => one.start === start && one.end === end);
    // Where one is missing something, another thing may be missing as well.
    if (known && !(asked && start === end)) known.severity = severity;
    else this.marks.push({ start, end, severity, category: start === end ? this.omissionCategory : "" });
    this.marks.sort((one, other) => (one.start === one.end) - (other.start === other.end) || one.start - other.start);
    this.tapped = null;
    this.paint();
    this.onChange();
    announce(say("mark_added", { severity: this.wordOf(severity), text: this.quote({ start, end }) }));
    const place = this.marks.findLastIndex((one) => one.start === start && one.end === end);
    if (asked && !this.marks[place].category) {
      this.list.querySelector(`select[data-field=category][data-mark="${place}"]`).focus();
    }
  }

  /** Where something is missing, the category is known, if there is one for it. */
  get omissionCategory() {
    const found = this.kinds.categories.filter((one) => /omission/i.test(one.name));
    return found.length === 1 ? found[0].name : "";
  }

  /** Take away the marks that the selection touches. */
  removeAt() {
    if (!this.selection) return;
    const { start, end } = this.selection;
    const touches = (one) => (start === end ? one.start === one.end : one.start < end && one.end > start);
    for (const mark of this.marks.filter(touches)) this.remove(mark, this.box);
  }

  remove(mark, focus = this.box) {
    this.marks.splice(this.marks.indexOf(mark), 1);
    this.paint();
    this.onChange();
    announce(say("mark_removed", { text: this.quote(mark) }));
    focus.focus({ preventScroll: true });
  }

  restore(spans) {
    const length = Array.from(this.text).length;
    const known = new Set(this.kinds.severities.map((one) => one.name));
    this.marks = spans
      .filter((one) => one.candidate === this.candidate && known.has(one.severity) && one.end <= length)
      .map(({ start, end, severity, category }) => ({ start, end, severity, category: category ?? "" }));
    this.paint();
  }

  get spans() {
    return this.marks.map((mark) => ({ candidate: this.candidate, ...mark }));
  }

  /** Marks that have no category yet, though one is asked. */
  get problems() {
    if (!this.kinds.categories.length) return [];
    return this.marks.flatMap((mark, place) =>
      mark.category
        ? []
        : [
            {
              text: say("missing_category", { text: this.quote(mark) }),
              control: this.list.querySelector(`select[data-field=category][data-mark="${place}"]`),
            },
          ],
    );
  }

  // What is seen and heard.

  quote({ start, end }) {
    if (start === end) return say("mark_missing_text");
    const text = slice(this.text, start, end);
    return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  }

  wordOf(severity) {
    return this.kinds.severities.find((one) => one.name === severity)?.label ?? severity;
  }

  rankOf(severity) {
    return this.kinds.severities.findIndex((one) => one.name === severity);
  }

  styleOf(severity) {
    return this.kinds.severities[this.rankOf(severity)]?.rank ?? 0;
  }

  announceSelection() {
    if (!this.selection) return;
    const word = this.words[this.cursor];
    const marked = word && this.marksOf(word).map((mark) => this.wordOf(mark.severity));
    const text = this.quote(this.selection);
    announce(marked?.length ? say("mark_here", { severity: marked.join(", "), text }) : say("mark_selected", { text }));
  }

  marksOf(piece) {
    if (piece.omission) return this.marks.filter((mark) => mark.start === mark.end);
    return this.marks.filter((mark) => mark.start < piece.end && mark.end > piece.start);
  }

  paint() {
    const chosen = this.selection;
    for (const piece of [...this.pieces, ...(this.missing ? [this.missing] : [])]) {
      const found = this.marksOf(piece);
      const inside = found.filter((mark) => !piece.spaces || mark.end > piece.end || mark.start < piece.start);
      const gravest = Math.max(-1, ...inside.map((mark) => this.rankOf(mark.severity)));
      const partly = inside.some((mark) => !piece.omission && (mark.start > piece.start || mark.end < piece.end));
      const selected =
        chosen &&
        (piece.omission || chosen.omission
          ? Boolean(piece.omission && chosen.omission)
          : chosen.start < piece.end && chosen.end > piece.start);
      piece.element.classList.toggle("selected", Boolean(selected));
      piece.element.classList.toggle("twice", inside.length > 1);
      piece.element.classList.toggle("partly", partly);
      if (gravest < 0) delete piece.element.dataset.rank;
      else piece.element.dataset.rank = this.kinds.severities[gravest].rank;
      if (piece.spaces) continue;
      piece.element.setAttribute("aria-selected", String(Boolean(selected)));
      if (inside.length) {
        piece.element.setAttribute("aria-description", inside.map((mark) => this.wordOf(mark.severity)).join(", "));
      } else piece.element.removeAttribute("aria-description");
    }
    const active = chosen && this.words[this.cursor];
    if (active) this.box.setAttribute("aria-activedescendant", active.element.id);
    else this.box.removeAttribute("aria-activedescendant");
    this.element.classList.toggle("has-selection", Boolean(chosen));
    this.paintList();
  }

  paintList() {
    const shape = JSON.stringify(this.marks);
    if (shape === this.painted) return;
    this.painted = shape;
    this.list.replaceChildren(...this.marks.map((mark, place) => this.row(mark, place)));
    this.element.querySelector(".no-marks").hidden = this.marks.length > 0;
    this.element.querySelector(".mark-count").textContent = this.marks.length || "";
  }

  row(mark, place) {
    const row = document.createElement("li");
    row.dataset.rank = this.styleOf(mark.severity);
    const quoted = document.createElement("bdi");
    quoted.className = "quoted";
    quoted.lang = this.language;
    quoted.textContent = this.quote(mark);
    row.append(quoted, this.choice("severity", place, mark.severity, this.kinds.severities));
    if (this.kinds.categories.length) {
      row.append(this.choice("category", place, mark.category, this.kinds.categories));
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.dataset.mark = place;
    button.textContent = "×";
    button.setAttribute("aria-label", `${say("remove")}: ${this.quote(mark)}`);
    row.append(button);
    return row;
  }

  choice(field, place, value, options) {
    const select = document.createElement("select");
    Object.assign(select.dataset, { field, mark: place });
    select.setAttribute("aria-label", `${say(field)}: ${this.quote(this.marks[place])}`);
    if (field === "category") select.append(new Option(say("category_choose"), "", true, value === ""));
    const groups = {};
    for (const option of options) {
      const made = new Option(option.label, option.name, false, option.name === value);
      if (!option.group) {
        select.append(made);
        continue;
      }
      groups[option.group] ??= select.appendChild(
        Object.assign(document.createElement("optgroup"), { label: option.group }),
      );
      groups[option.group].append(made);
    }
    return select;
  }
}
