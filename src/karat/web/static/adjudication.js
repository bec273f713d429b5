// The adjudicator's page: one decision for each difference, and why; and the document, to add and change what all agree on.
import { AdjudicatorChanges } from "./adjudicator-changes.js";
import { codePoints } from "./code-points.js";
import { EntityEditor } from "./entity-editor.js";
import { overlaps } from "./entity-marks.js";
import { say } from "./words.js";
import { Work } from "./work.js";

const page = JSON.parse(document.getElementById("page").textContent);
const { agreed, differences } = page.entities;
const boxes = [...document.querySelectorAll("fieldset.difference")];
const whole = document.getElementById("whole");
const segments = new Map(page.candidates.map(({ id, text }) => [id, codePoints(text)]));
let work;

const chosen = (box) => box.querySelector("input[type=radio]:checked")?.value ?? null;
const part = (box, name) => box.querySelector(`[data-part=${name}]`);

const editor = new EntityEditor({
  page,
  agreed,
  // A difference is decided in its own place, not in the document.
  closed: differences.map(({ difference, candidate, start, end }) => {
    const label = say("adjudicate_elsewhere", { number: difference + 1 });
    return { candidate, start, end, label, short: String(difference + 1) };
  }),
  onChange: () => {
    changes.draw();
    work.changed();
  },
});
const changes = new AdjudicatorChanges(document.getElementById("changes"), editor, page.language);

/** A text of one's own, as near to the difference as its segment has it; null if the segment does not have it. */
function ownMark(difference, words, type) {
  const points = segments.get(difference.candidate);
  const wanted = codePoints(words.trim());
  let best = null;
  for (let start = 0; wanted.length && start + wanted.length <= points.length; start += 1) {
    if (!wanted.every((point, place) => points[start + place] === point)) continue;
    const distance = Math.abs(start - difference.start);
    if (!best || distance < best.distance) best = { start, distance };
  }
  if (!best) return null;
  return { candidate: difference.candidate, start: best.start, end: best.start + wanted.length, type };
}

function decision(box, difference) {
  const value = chosen(box);
  const reason = part(box, "reason").value.trim();
  const made = { difference: difference.difference, version: null, marks: [], reason };
  if (value === null) return { ...made, undecided: true };
  if (value === "none") return made;
  if (value !== "own") return { ...made, version: Number(value) };
  const words = part(box, "own-text").value;
  const mark = ownMark(difference, words, part(box, "own-type").value);
  return { ...made, marks: mark ? [mark] : [], own: words };
}

const decisions = () => differences.map((difference, place) => decision(boxes[place], difference));

/** What stands in the fields of decisions that were made before. */
function fieldsOf(made) {
  return made.map(({ version, marks, reason }) => ({
    value: version !== null ? String(version) : marks.length ? "own" : "none",
    reason,
    text: marks.length ? segments.get(marks[0].candidate).slice(marks[0].start, marks[0].end).join("") : undefined,
    type: marks[0]?.type,
  }));
}

for (const box of boxes) {
  box.addEventListener("change", () => {
    part(box, "own").hidden = chosen(box) !== "own";
  });
}

function problemOf(one, place) {
  const box = boxes[place];
  const number = place + 1;
  if (one.undecided) {
    return { text: say("adjudicate_missing", { number }), control: box.querySelector("input[type=radio]") };
  }
  if (one.own !== undefined && !one.marks.length) {
    return { text: say("adjudicate_not_found", { number }), control: part(box, "own-text") };
  }
  if (one.marks.some((mark) => editor.book.marks.some((other) => overlaps(mark, other)))) {
    return { text: say("adjudicate_over", { number }), control: part(box, "own-text") };
  }
  return one.reason ? null : { text: say("adjudicate_reason_missing", { number }), control: part(box, "reason") };
}

work = new Work({
  page,
  content: () => ({
    decisions: decisions().map(({ difference, version, marks, reason }) => ({ difference, version, marks, reason })),
    changes: changes.sent,
    // For a draft: what stands in the fields.
    fields: boxes.map((box) => ({
      value: chosen(box),
      reason: part(box, "reason").value,
      text: part(box, "own-text").value,
      type: part(box, "own-type").value,
    })),
  }),
  restore(state) {
    const fields = state.fields ?? fieldsOf(state.decisions ?? []);
    fields.slice(0, boxes.length).forEach(({ value, reason, text, type }, place) => {
      const box = boxes[place];
      const option = [...box.querySelectorAll("input[type=radio]")].find((one) => one.value === value);
      if (option) option.checked = true;
      part(box, "reason").value = reason ?? "";
      part(box, "own-text").value = text ?? part(box, "own-text").value;
      if (type) part(box, "own-type").value = type;
      part(box, "own").hidden = value !== "own";
    });
    changes.restore(state.changes ?? []);
  },
  problems() {
    editor.setAlternatives();
    const found = [...decisions().map(problemOf).filter(Boolean), ...changes.problems];
    if (changes.problems.length) whole.open = true;
    return found;
  },
  act(key) {
    const box = document.activeElement?.closest("fieldset.difference");
    if (!box) return whole.open && editor.act(key);
    const option = /^[1-9]$/.test(key) ? box.querySelectorAll("input[type=radio]")[Number(key) - 1] : null;
    if (!option) return false;
    option.checked = true;
    option.focus();
    option.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  },
});
changes.draw();
editor.redraw();
whole.open = editor.book.changes.length > 0;
