// The judge's page: it gathers the answer, keeps drafts, says what is missing, and sends.
import { Activity } from "./activity.js";
import { deliver, discard, hurry, isPassing, send, waiting } from "./delivery.js";
import { asked, isOpen, open, reasonDialog } from "./dialogs.js";
import { Drafts } from "./drafts.js";
import { Marking } from "./marking.js";
import { singleKeys } from "./preferences.js";
import { Questions } from "./scales.js";
import { doubt } from "./consistency.js";
import { announce, say } from "./words.js";

const page = JSON.parse(document.getElementById("page").textContent);
const form = document.getElementById("answer");
const status = document.getElementById("status");
const trouble = document.getElementById("trouble");
const summary = document.getElementById("problems");

const questions = new Questions(form);
const markings = page.kinds
  ? [...form.querySelectorAll(".candidate")].map(
      (element, place) =>
        new Marking(element, {
          candidate: page.candidates[place].id,
          text: page.candidates[place].text,
          language: page.language,
          kinds: page.kinds,
          onChange: changed,
        }),
    )
  : [];
const drafts = new Drafts(page.item, page.step, (text) => {
  status.textContent = text;
});
const draft = drafts.newest(page.draft);
if (draft) restore(draft);
const activity = new Activity(draft?.active ?? 0);
let busy = false;

function content() {
  return {
    answers: questions.answers,
    spans: markings.flatMap((marking) => marking.spans),
    comment: form.elements.comment?.value.trim() ?? "",
    active: activity.total,
  };
}

function restore(state) {
  questions.restore(state.answers ?? []);
  for (const marking of markings) marking.restore(state.spans ?? []);
  if (form.elements.comment && state.comment) {
    form.elements.comment.value = state.comment;
    document.getElementById("comment-box").open = true;
  }
}

function changed() {
  if (!busy) drafts.save(content());
}

for (const kind of ["input", "change"]) form.addEventListener(kind, changed);
addEventListener("pagehide", () => {
  if (!busy && drafts.timer) drafts.save(content());
});

// What is missing.

function problems() {
  const found = [];
  for (const question of questions.all) {
    question.show(question.problem);
    if (question.problem) found.push({ text: question.problem, control: question.control });
  }
  for (const marking of markings) found.push(...marking.problems);
  return found;
}

function complain(found) {
  const list = summary.querySelector("ul");
  list.replaceChildren(
    ...found.map(({ text, control }) => {
      const row = document.createElement("li");
      const link = document.createElement("button");
      link.type = "button";
      link.className = "link";
      link.textContent = text;
      link.addEventListener("click", () => control.focus());
      row.append(link);
      return row;
    }),
  );
  summary.hidden = found.length === 0;
  if (found.length) {
    announce(`${say("missing_title")} ${found.map((one) => one.text).join(" ")}`);
    found[0].control.focus();
  }
}

form.addEventListener("change", () => {
  if (!summary.hidden) complain([]);
});

// Sending.

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (busy) return;
  const found = problems();
  complain(found);
  if (found.length) return;
  const state = content();
  const open_question = doubt(state, page);
  if (open_question && !(await asked(open_question.dialog, open_question.text))) {
    (open_question.focus === "marks" ? markings[0].box : questions.all[0].control).focus();
    return;
  }
  setBusy(true);
  drafts.stop();
  const letter = {
    item: page.item,
    key: page.key,
    address: form.getAttribute("action"),
    body: JSON.stringify(state),
  };
  arrived(await deliver(letter, troubled));
});

function setBusy(now) {
  busy = now;
  form.setAttribute("aria-busy", String(now));
  document.getElementById("submit").setAttribute("aria-disabled", String(now));
  if (now) status.textContent = say("sending");
}

function troubled(code) {
  trouble.hidden = false;
  trouble.querySelector("p").textContent = code === 401 ? say("signed_out") : say("offline");
  trouble.querySelector("[data-retry]").hidden = false;
  trouble.querySelector("[data-reload]").hidden = code !== 401;
}

trouble.querySelector("[data-retry]").addEventListener("click", hurry);
trouble.querySelector("[data-reload]").addEventListener("click", () => location.assign("/next"));

function arrived({ status: code, data }) {
  if (code >= 200 && code < 300) {
    drafts.drop();
    status.textContent = say("sent");
    if (data.feedback?.length) teach(data);
    else onward();
    return;
  }
  setBusy(false);
  status.textContent = "";
  trouble.hidden = false;
  const reason = code === 409 ? say("stale") : say("refused", { reason: data.error ?? "" });
  trouble.querySelector("p").textContent = reason;
  trouble.querySelector("[data-retry]").hidden = true;
  trouble.querySelector("[data-reload]").hidden = false;
  trouble.querySelector("[data-reload]").focus();
}

function onward() {
  location.assign("/next");
}

/** After a practice page: what was expected, and why. */
function teach({ feedback, again }) {
  const dialog = document.getElementById("feedback");
  const right = feedback.every((one) => one.right);
  dialog.querySelector("h2").textContent = say(right ? "training_right" : again ? "training_wrong" : "training_over");
  dialog.classList.toggle("right", right);
  dialog.querySelector("ul").replaceChildren(
    ...feedback.map(({ words }) => {
      const row = document.createElement("li");
      row.dir = "auto";
      row.textContent = words;
      return row;
    }),
  );
  dialog.querySelector("button").textContent = say(again ? "training_again" : "training_next");
  dialog.addEventListener("close", onward, { once: true });
  dialog.showModal();
}

// Answers of earlier pages that never arrived, such as when the browser was closed without a connection.
for (const letter of waiting()) {
  if (letter.item === page.item && letter.key === page.key) {
    setBusy(true);
    deliver(letter, troubled).then(arrived);
  } else {
    send(letter).then(({ status: code }) => {
      if (isPassing(code)) return;
      discard(letter);
      if (code < 300) announce(say("resent"));
    });
  }
}

// Flag and skip.

reasonDialog("flag", `/flag/${page.item}`, () => {
  status.textContent = say("flag_done");
  announce(say("flag_done"));
});
reasonDialog("skip", `/skip/${page.item}`, () => {
  drafts.drop();
  onward();
});

// Keys.

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const PRESSABLE = "button, a, summary, input, textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isOpen()) return;
  if (event.key === "Enter" && !event.target.closest(PRESSABLE)) {
    event.preventDefault();
    form.requestSubmit(document.getElementById("submit"));
    return;
  }
  if (!singleKeys() || event.target.closest(TYPING)) return;
  if (act(event.key)) event.preventDefault();
});

function act(key) {
  if (/^[0-9]$/.test(key)) return questions.take(key);
  switch (key) {
    case "f":
      return Boolean(open("flag"));
    case "s":
      return Boolean(open("skip"));
    case "g":
      return Boolean(open("guidelines"));
    case "?":
      return Boolean(open("keys"));
    case "c": {
      const box = document.getElementById("comment-box");
      box.open = true;
      form.elements.comment.focus();
      return true;
    }
    default:
      return false;
  }
}

// What comes right before the page is what its readers need most.
for (const list of document.querySelectorAll("details.context ol")) {
  if (!list.closest("details").previousElementSibling?.classList.contains("work")) list.scrollTop = list.scrollHeight;
}

document.getElementById("task-title").focus({ preventScroll: true });
document.documentElement.classList.add("ready");
