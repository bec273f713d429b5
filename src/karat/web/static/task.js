// The judge's page: questions and marks of errors, gathered into an answer.
import { doubt } from "./consistency.js";
import { asked } from "./dialogs.js";
import { Marking } from "./marking.js";
import { Questions } from "./scales.js";
import { Work } from "./work.js";

const page = JSON.parse(document.getElementById("page").textContent);
const form = document.getElementById("answer");
let work;

const questions = new Questions(form);
const markings = page.kinds
  ? [...form.querySelectorAll(".candidate")].map(
      (element, place) =>
        new Marking(element, {
          candidate: page.candidates[place].id,
          text: page.candidates[place].text,
          language: page.language,
          kinds: page.kinds,
          onChange: () => work?.changed(),
        }),
    )
  : [];

// What comes right before the page is what its readers need most.
for (const list of document.querySelectorAll("details.context ol")) {
  if (!list.closest("details").previousElementSibling?.classList.contains("work")) list.scrollTop = list.scrollHeight;
}

work = new Work({
  page,
  content: () => ({ answers: questions.answers, spans: markings.flatMap((marking) => marking.spans) }),
  restore(state) {
    questions.restore(state.answers ?? []);
    for (const marking of markings) marking.restore(state.spans ?? []);
  },
  problems() {
    const found = [];
    for (const question of questions.all) {
      question.show(question.problem);
      if (question.problem) found.push({ text: question.problem, control: question.control });
    }
    for (const marking of markings) found.push(...marking.problems);
    return found;
  },
  async confirmed(state) {
    const open = doubt(state, page);
    if (!open || (await asked(open.dialog, open.text))) return true;
    (open.focus === "marks" ? markings[0].box : questions.all[0].control).focus();
    return false;
  },
  act: (key) => /^[0-9]$/.test(key) && questions.take(key),
});
