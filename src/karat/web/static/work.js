// What every page of work does: keep drafts, say what is missing, send, flag, skip, and listen to keys.
import { Activity } from "./activity.js";
import { deliver, discard, hurry, isPassing, send, waiting } from "./delivery.js";
import { isOpen, open, reasonDialog } from "./dialogs.js";
import { Drafts } from "./drafts.js";
import { singleKeys } from "./preferences.js";
import { announce, say } from "./words.js";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const PRESSABLE = "button, a, summary, input, textarea, select";

/** A browser sends a form when Enter is pressed in one of its fields. */
function keepEnter(event) {
  const isField = event.target.matches("input:not([type=submit], [type=button])");
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && isField) event.preventDefault();
}

/** What sticks above the actions has to know how high they are: on a phone they have a second line. */
function keepClearOf(actions) {
  const tell = () => document.documentElement.style.setProperty("--actions", `${actions.offsetHeight}px`);
  new ResizeObserver(tell).observe(actions);
}

/** The page's script says what the answer is (`content`, `restore`), what is missing (`problems`), whether a
 * doubtful answer is meant (`confirmed`), and what its own keys do (`act`). Where Enter has another meaning, a page
 * is sent with Control (`sendsWithControl`): one Enter too many sends nothing. */
export class Work {
  constructor({ page, content, restore, problems, confirmed = () => true, act = () => false, sendsWithControl = false }) {
    this.page = page;
    this.form = document.getElementById("answer");
    this.status = document.getElementById("status");
    this.trouble = document.getElementById("trouble");
    this.summary = document.getElementById("problems");
    this.content = content;
    this.problems = problems;
    this.confirmed = confirmed;
    this.act = act;
    this.sendsWithControl = sendsWithControl;
    this.busy = false;
    this.drafts = new Drafts(page.item, page.step, (text) => {
      this.status.textContent = text;
    });
    const draft = this.drafts.newest(page.draft);
    if (draft) {
      restore(draft);
      this.restoreComment(draft.comment);
    }
    this.activity = new Activity(draft?.active ?? 0);
    this.listen();
    keepClearOf(document.querySelector(".actions"));
    this.sendWhatWaits();
    document.getElementById("task-title").focus({ preventScroll: true });
    document.documentElement.classList.add("ready");
  }

  get answer() {
    return {
      ...this.content(),
      comment: this.form.elements.comment?.value.trim() ?? "",
      active: this.activity.total,
    };
  }

  restoreComment(comment) {
    if (this.form.elements.comment && comment) {
      this.form.elements.comment.value = comment;
      document.getElementById("comment-box").open = true;
    }
  }

  changed() {
    if (!this.busy) this.drafts.save(this.answer);
  }

  listen() {
    for (const kind of ["input", "change"]) this.form.addEventListener(kind, () => this.changed());
    addEventListener("pagehide", () => {
      if (!this.busy && this.drafts.timer) this.drafts.save(this.answer);
    });
    this.form.addEventListener("change", () => {
      if (!this.summary.hidden) this.complain([]);
    });
    if (this.sendsWithControl) this.form.addEventListener("keydown", keepEnter);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.trouble.querySelector("[data-retry]").addEventListener("click", hurry);
    this.trouble.querySelector("[data-reload]").addEventListener("click", () => this.onward());
    reasonDialog("flag", `/flag/${this.page.item}`, () => {
      this.status.textContent = say("flag_done");
      announce(say("flag_done"));
    });
    reasonDialog("skip", `/skip/${this.page.item}`, () => {
      this.drafts.drop();
      this.onward();
    });
    document.addEventListener("keydown", (event) => this.press(event));
  }

  complain(found) {
    const list = this.summary.querySelector("ul");
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
    this.summary.hidden = found.length === 0;
    if (found.length) {
      announce(`${say("missing_title")} ${found.map((one) => one.text).join(" ")}`);
      found[0].control.focus();
    }
  }

  // Sending.

  async submit() {
    if (this.busy) return;
    const found = this.problems();
    this.complain(found);
    if (found.length) return;
    const state = this.answer;
    if (!(await this.confirmed(state))) return;
    this.setBusy(true);
    this.drafts.stop();
    const letter = {
      item: this.page.item,
      key: this.page.key,
      address: this.form.getAttribute("action"),
      body: JSON.stringify(state),
    };
    this.arrived(await deliver(letter, (code) => this.troubled(code)));
  }

  setBusy(now) {
    this.busy = now;
    this.form.setAttribute("aria-busy", String(now));
    document.getElementById("submit").setAttribute("aria-disabled", String(now));
    if (now) this.status.textContent = say("sending");
  }

  troubled(code) {
    this.trouble.hidden = false;
    this.trouble.querySelector("p").textContent = code === 401 ? say("signed_out") : say("offline");
    // Whoever has scrolled down does not see the top of the page, and would wait for what is being sent.
    this.trouble.scrollIntoView({ block: "center" });
    this.trouble.querySelector("[data-retry]").hidden = false;
    this.trouble.querySelector("[data-reload]").hidden = code !== 401;
  }

  arrived({ status: code, data }) {
    if (code >= 200 && code < 300) {
      this.drafts.drop();
      this.status.textContent = say("sent");
      if (data.feedback?.length) this.teach(data);
      else this.onward();
      return;
    }
    this.setBusy(false);
    this.status.textContent = "";
    this.trouble.hidden = false;
    const reason = code === 409 ? say("stale") : say("refused", { reason: data.error ?? "" });
    this.trouble.querySelector("p").textContent = reason;
    this.trouble.querySelector("[data-retry]").hidden = true;
    this.trouble.querySelector("[data-reload]").hidden = false;
    this.trouble.querySelector("[data-reload]").focus();
  }

  onward() {
    location.assign("/next");
  }

  /** After a practice page: what was expected, and why. */
  teach({ feedback, again }) {
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
    dialog.addEventListener("close", () => this.onward(), { once: true });
    dialog.showModal();
  }

  /** Answers of earlier pages that never arrived, such as when the browser was closed without a connection. */
  sendWhatWaits() {
    for (const letter of waiting()) {
      if (letter.item === this.page.item && letter.key === this.page.key) {
        this.setBusy(true);
        deliver(letter, (code) => this.troubled(code)).then((result) => this.arrived(result));
      } else {
        send(letter).then(({ status: code }) => {
          if (isPassing(code)) return;
          discard(letter);
          if (code < 300) announce(say("resent"));
        });
      }
    }
  }

  // Keys.

  press(event) {
    if (event.defaultPrevented || event.altKey || event.isComposing || isOpen()) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isSending = this.sendsWithControl ? isControl : !isControl && !event.target.closest(PRESSABLE);
    if (event.key === "Enter" && isSending) {
      event.preventDefault();
      this.form.requestSubmit(document.getElementById("submit"));
      return;
    }
    if (isControl || !singleKeys() || event.target.closest(TYPING)) return;
    if (this.act(event.key) || this.actAlways(event.key)) event.preventDefault();
  }

  actAlways(key) {
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
        this.form.elements.comment.focus();
        return true;
      }
      default:
        return false;
    }
  }
}
