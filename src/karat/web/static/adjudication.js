// The adjudicator's page: one decision for each difference, and why.
import { codePoints } from "./code-points.js";
import { say } from "./words.js";
import { Work } from "./work.js";

const page = JSON.parse(document.getElementById("page").textContent);
const boxes = [...document.querySelectorAll("fieldset.difference")];
const segments = new Map(page.candidates.map(({ id, text }) => [id, codePoints(text)]));

const chosen = (box) => box.querySelector("input[type=radio]:checked")?.value ?? null;
const part = (box, name) => box.querySelector(`[data-part=${name}]`);

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
  if (value === null) return { difference: difference.difference, version: null, marks: [], reason, undecided: true };
  if (value === "none") return { difference: difference.difference, version: null, marks: [], reason };
  if (value !== "own") return { difference: difference.difference, version: Number(value), marks: [], reason };
  const words = part(box, "own-text").value;
  const mark = ownMark(difference, words, part(box, "own-type").value);
  return { difference: difference.difference, version: null, marks: mark ? [mark] : [], reason, own: words };
}

const decisions = () => page.entities.differences.map((difference, place) => decision(boxes[place], difference));

for (const box of boxes) {
  box.addEventListener("change", () => {
    part(box, "own").hidden = chosen(box) !== "own";
  });
}

new Work({
  page,
  content: () => ({
    decisions: decisions().map(({ difference, version, marks, reason }) => ({ difference, version, marks, reason })),
    // For a draft: what stands in the fields.
    fields: boxes.map((box) => ({
      value: chosen(box),
      reason: part(box, "reason").value,
      text: part(box, "own-text").value,
      type: part(box, "own-type").value,
    })),
  }),
  restore({ fields = [] }) {
    fields.slice(0, boxes.length).forEach(({ value, reason, text, type }, place) => {
      const box = boxes[place];
      const option = [...box.querySelectorAll("input[type=radio]")].find((one) => one.value === value);
      if (option) option.checked = true;
      part(box, "reason").value = reason ?? "";
      part(box, "own-text").value = text ?? "";
      if (type) part(box, "own-type").value = type;
      part(box, "own").hidden = value !== "own";
    });
  },
  problems() {
    return decisions().flatMap((one, place) => {
      const box = boxes[place];
      const number = place + 1;
      if (one.undecided) {
        return [{ text: say("adjudicate_missing", { number }), control: box.querySelector("input[type=radio]") }];
      }
      if (one.own !== undefined && !one.marks.length) {
        return [{ text: say("adjudicate_not_found", { number }), control: part(box, "own-text") }];
      }
      if (!one.reason) return [{ text: say("adjudicate_reason_missing", { number }), control: part(box, "reason") }];
      return [];
    });
  },
  act(key) {
    const box = document.activeElement?.closest("fieldset.difference");
    const option = box && /^[1-9]$/.test(key) ? box.querySelectorAll("input[type=radio]")[Number(key) - 1] : null;
    if (!option) return false;
    option.checked = true;
    option.focus();
    option.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  },
});
