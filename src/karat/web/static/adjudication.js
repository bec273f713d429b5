// The adjudicator's page: one decision for each difference, and why; and the document, to mark what nobody has marked so.
import { AdjudicatorChanges } from "./adjudicator-changes.js";
import { AlikeDifferences } from "./alike-differences.js";
import { EntityEditor } from "./entity-editor.js";
import { keepHistory } from "./entity-history.js";
import { overlaps } from "./entity-marks.js";
import { say } from "./words.js";
import { Work } from "./work.js";

const page = JSON.parse(document.getElementById("page").textContent);
const { agreed, differences } = page.entities;
const boxes = [...document.querySelectorAll("fieldset.difference")];
const whole = document.getElementById("whole");
let work;

const chosen = (box) => box.querySelector("input[type=radio]:checked")?.value ?? null;
const part = (box, name) => box.querySelector(`[data-part=${name}]`);

const editor = new EntityEditor({
  page,
  agreed,
  // A difference is decided in its own place; it is marked in the document where no version is right.
  differences: differences.map(({ difference, candidate, start, end }) => {
    const label = say("adjudicate_elsewhere", { number: difference + 1 });
    return { difference, candidate, start, end, label, short: String(difference + 1) };
  }),
  onChange: () => {
    draw();
    work.changed();
  },
});
const { book } = editor;
const changes = new AdjudicatorChanges(document.getElementById("changes"), editor);
const back = document.getElementById("back");
const alike = new AlikeDifferences({ book, differences, boxes, get: field, set: setField });

/** What stands in the fields of a difference. */
function field(place) {
  return { value: chosen(boxes[place]), reason: part(boxes[place], "reason").value };
}

function setField(place, { value, reason }) {
  for (const one of boxes[place].querySelectorAll("input[type=radio]")) one.checked = one.value === value;
  part(boxes[place], "reason").value = reason ?? "";
  open();
}

/** Where the document can be marked: as the adjudicator's own version, or over what is no entity. */
function open() {
  const those = (test) => new Set(boxes.flatMap((box, place) => (test(chosen(box), place) ? [place] : [])));
  book.opened = those((value) => value === "own");
  book.emptied = those((value, place) => value === "none" || differences[place].versions[value]?.length === 0);
}

function draw() {
  changes.draw();
  boxes.forEach((box, place) => {
    const isOwn = chosen(box) === "own";
    const own = isOwn ? book.ownMarks(place) : [];
    part(box, "own").hidden = !isOwn;
    part(box, "own-list").replaceChildren(
      ...own.map((mark) => {
        const row = document.createElement("li");
        row.append(...editor.described(mark));
        return row;
      }),
    );
    part(box, "own-how").hidden = own.length > 0;
  });
  alike.draw();
}

function decision(box, place) {
  const value = chosen(box);
  const reason = part(box, "reason").value.trim();
  const made = { difference: place, version: null, marks: [], reason };
  if (value === "own") return { ...made, marks: book.ownMarks(place).map((one) => book.sent(one)) };
  return { ...made, version: value === null || value === "none" ? null : Number(value) };
}

/** What stands in the fields of decisions that were made before. */
function fieldsOf(made) {
  return made.map(({ version, marks, reason }) => ({
    value: version !== null ? String(version) : marks.length ? "own" : "none",
    reason,
  }));
}

boxes.forEach((box, place) => {
  box.addEventListener("input", () => alike.draw());
  box.addEventListener("change", (event) => {
    if (event.target.type !== "radio" && event.target !== box) return;
    open();
    draw();
    editor.redraw();
  });
  part(box, "own-go").addEventListener("click", () => {
    whole.open = true;
    // The text and all of the panel, then the place in a long text.
    whole.scrollIntoView({ block: "start" });
    editor.goTo(book.ownMarks(place)[0] ?? differences[place]);
  });
});
back.addEventListener("click", () => {
  const box = boxes[Number(back.dataset.difference)];
  part(box, "reason").focus();
});
editor.onDraw = () => {
  const number = editor.here ? book.differenceOf(editor.here) : null;
  back.hidden = number === null;
  if (number === null) return;
  back.dataset.difference = number;
  back.querySelector("span").textContent = say("adjudicate_back", { number: number + 1 });
};

function problemOf(box, place) {
  const number = place + 1;
  const value = chosen(box);
  if (value === null) {
    return { text: say("adjudicate_missing", { number }), control: box.querySelector("input[type=radio]") };
  }
  // A mark over two differences is made once, and decides both.
  if (value === "own" && !book.marks.some((mark) => overlaps(mark, differences[place]))) {
    return { text: say("adjudicate_own_missing", { number }), control: part(box, "own-go") };
  }
  if (part(box, "reason").value.trim()) return null;
  return { text: say("adjudicate_reason_missing", { number }), control: part(box, "reason") };
}

work = new Work({
  page,
  sendsWithControl: true,
  content: () => ({
    decisions: boxes.map(decision),
    changes: changes.sent,
    // For a draft: what stands in the fields.
    fields: boxes.map((_, place) => field(place)),
  }),
  restore(state) {
    const made = state.decisions ?? [];
    const fields = state.fields ?? fieldsOf(made);
    fields.slice(0, boxes.length).forEach((made, place) => setField(place, made));
    changes.restore(state.changes ?? [], made.flatMap((one) => one.marks ?? []));
  },
  problems() {
    editor.setAlternatives();
    const found = [...boxes.map(problemOf).filter(Boolean), ...changes.problems];
    if (changes.problems.length) whole.open = true;
    return found;
  },
  act(key) {
    const box = document.activeElement?.closest("fieldset.difference");
    if (!box) return whole.open && editor.act(key);
    if (key === "a") return alike.decide(boxes.indexOf(box));
    if (key === "u") return alike.undo(boxes.indexOf(box));
    const option = /^[1-9]$/.test(key) ? box.querySelectorAll("input[type=radio]")[Number(key) - 1] : null;
    if (!option) return false;
    option.checked = true;
    option.focus();
    option.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  },
});
keepHistory(book, page, {
  get: () => [...changes.reasons],
  set: (reasons) => {
    changes.reasons = new Map(reasons);
  },
});
draw();
editor.redraw();
whole.open = book.changes.length > 0 || book.opened.size > 0;
