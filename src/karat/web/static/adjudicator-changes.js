// What an adjudicator changes in what all annotators agree on, as a list with a reason for each.
import { say } from "./words.js";

const KINDS = { added: "adjudicate_added", changed: "adjudicate_changed", removed: "adjudicate_removed" };

export class AdjudicatorChanges {
  constructor(list, editor) {
    this.list = list;
    this.editor = editor;
    this.reasons = new Map();
  }

  get book() {
    return this.editor.book;
  }

  get sent() {
    return this.book.changes.map(({ agreed, mark, why }) => ({
      agreed,
      mark: mark && this.book.sent(mark),
      reason: this.reasonOf(why),
    }));
  }

  reasonOf(why) {
    return this.reasons.get(why)?.trim() ?? "";
  }

  restore(changes, own) {
    this.reasons = this.book.restoreChanges(changes, own);
  }

  /** Changes by their reason: the same name in many places has one. */
  get groups() {
    return [...Map.groupBy(this.book.changes, (one) => one.why).values()];
  }

  get problems() {
    return this.groups
      .filter(([{ why }]) => !this.reasonOf(why))
      .map(([{ shown, why }]) => ({
        text: say("adjudicate_change_reason_missing", { text: this.book.text(shown) }),
        control: { focus: () => this.fieldOf(why)?.focus() },
      }));
  }

  fieldOf(why) {
    return [...this.list.querySelectorAll("input")].find((one) => one.dataset.why === why);
  }

  /** Rows that stay keep their fields, and so the cursor of whoever types in one. */
  draw() {
    const known = new Map([...this.list.children].map((row) => [row.dataset.why, row]));
    const rows = this.groups.map((group) => {
      const row = known.get(group[0].why) ?? this.row(group[0].why);
      this.describe(row, group);
      return row;
    });
    this.list.replaceChildren(...rows);
    this.list.hidden = rows.length === 0;
  }

  row(why) {
    const row = document.createElement("li");
    row.dataset.why = why;
    const words = document.createElement("span");
    const label = document.createElement("label");
    const field = Object.assign(document.createElement("input"), {
      type: "text",
      dir: "auto",
      maxLength: 1000,
      autocomplete: "off",
      value: this.reasons.get(why) ?? "",
    });
    field.setAttribute("list", "reasons");
    field.dataset.why = why;
    field.addEventListener("input", () => this.reasons.set(why, field.value));
    label.className = "field";
    label.append(Object.assign(document.createElement("span"), { textContent: say("adjudicate_reason") }), field);
    row.append(words, label);
    return row;
  }

  describe(row, group) {
    const { kind, shown } = group[0];
    const times = group.length > 1 ? ` × ${group.length}` : "";
    row.firstChild.replaceChildren(`${say(KINDS[kind])} `, ...this.editor.described(shown), times);
  }
}
