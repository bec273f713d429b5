// Questions: radio points with digits, and numbers with a slider that has no value until it is given one.
import { say } from "./words.js";

/** One question of one candidate. */
class Question {
  constructor(fieldset) {
    this.fieldset = fieldset;
    this.candidate = fieldset.dataset.candidate;
    this.dimension = fieldset.dataset.dimension;
    this.letter = fieldset.dataset.letter;
    this.wording = fieldset.querySelector("legend .wording").textContent.trim();
  }

  get isAnswered() {
    return this.value !== null;
  }

  /** What is wrong, in words; nothing if it is answered. */
  get problem() {
    if (this.isAnswered) return null;
    return this.letter
      ? say("missing_value_n", { question: this.wording, letter: this.letter })
      : say("missing_value", { question: this.wording });
  }

  show(problem) {
    const place = this.fieldset.querySelector(".problem");
    place.textContent = problem ?? "";
    place.hidden = !problem;
    this.fieldset.classList.toggle("missing", Boolean(problem));
  }
}

class Points extends Question {
  constructor(fieldset) {
    super(fieldset);
    this.inputs = [...fieldset.querySelectorAll("input[type=radio]")];
  }

  get value() {
    const chosen = this.inputs.find((input) => input.checked);
    return chosen ? Number(chosen.value) : null;
  }

  set value(value) {
    for (const input of this.inputs) input.checked = value !== null && Number(input.value) === value;
  }

  get control() {
    return this.inputs.find((input) => input.checked) ?? this.inputs[0];
  }

  /** Whether the key names a point. */
  take(key) {
    const input = this.inputs.find((one) => one.dataset.key === key);
    if (!input) return false;
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }
}

class Range extends Question {
  constructor(fieldset) {
    super(fieldset);
    this.number = fieldset.querySelector("input[type=number]");
    this.slider = fieldset.querySelector("input[type=range]");
    this.low = Number(this.number.min);
    this.high = Number(this.number.max);
    this.step = Number(this.number.step);
    this.slider.hidden = false;
    this.number.addEventListener("input", () => this.follow());
    this.number.addEventListener("wheel", () => this.number.blur(), { passive: true });
    this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
    // A press where the thumb already lies changes nothing by itself, and still is an answer.
    this.slider.addEventListener("click", () => this.set(Number(this.slider.value)));
    for (const input of [this.number, this.slider]) {
      input.addEventListener("keydown", (event) => this.press(event));
    }
    for (const tick of fieldset.querySelectorAll(".ticks [data-at]")) {
      tick.style.setProperty("--at", (Number(tick.dataset.at) - this.low) / (this.high - this.low));
    }
    this.follow();
  }

  get value() {
    const text = this.number.value.trim();
    const value = Number(text);
    return text === "" || !Number.isFinite(value) || !this.number.validity.valid ? null : value;
  }

  set value(value) {
    this.number.value = value ?? "";
    this.follow();
  }

  get control() {
    return this.number;
  }

  get problem() {
    if (this.isAnswered) return null;
    if (this.number.value === "" && !this.number.validity.badInput) return super.problem;
    return say("missing_number", { question: this.wording, low: this.low, high: this.high });
  }

  set(value) {
    this.number.value = Math.min(this.high, Math.max(this.low, value));
    this.number.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** The slider shows what the number says. */
  follow() {
    const value = this.value;
    this.slider.classList.toggle("unset", value === null);
    this.slider.value = value ?? (this.low + this.high) / 2;
    this.slider.setAttribute("aria-valuetext", value === null ? say("not_set") : String(value));
    this.slider.style.setProperty("--filled", value === null ? 0 : (value - this.low) / (this.high - this.low));
  }

  press(event) {
    const large = { PageUp: 10, PageDown: -10 }[event.key];
    if (large) {
      this.set((this.value ?? (this.low + this.high) / 2) + large * this.step);
      event.preventDefault();
    } else if (event.target === this.slider && /^[0-9]$/.test(event.key)) {
      // Digits mean the number, wherever on this question they are typed.
      this.number.focus();
      this.number.select();
    }
  }

  take(key) {
    this.number.focus();
    this.number.value = key;
    this.number.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }
}

const KINDS = { points: Points, range: Range };

export class Questions {
  constructor(form) {
    this.all = [...form.querySelectorAll("fieldset[data-question]")].map(
      (fieldset) => new KINDS[fieldset.dataset.question](fieldset),
    );
    this.last = null;
    form.addEventListener("change", (event) => {
      const question = this.containing(event.target);
      if (!question) return;
      this.last = question;
      question.show(null);
    });
  }

  containing(element) {
    return this.all.find((question) => question.fieldset.contains(element));
  }

  /** A digit answers the question that has the focus, else the first without an answer, else the last one. */
  take(key) {
    const question =
      this.containing(document.activeElement) ?? this.all.find((one) => !one.isAnswered) ?? this.last ?? this.all[0];
    if (!question?.take(key)) return false;
    this.last = question;
    if (question instanceof Range) return true;
    const next = this.all.find((one) => !one.isAnswered);
    (next?.control ?? question.control).focus();
    return true;
  }

  get answers() {
    return this.all.flatMap((question) => {
      if (!question.isAnswered) return [];
      const { candidate, dimension, value } = question;
      return [{ candidate, dimension, value }];
    });
  }

  /** Values of a draft; what does not fit is left alone. */
  restore(answers) {
    for (const question of this.all) {
      const { candidate, dimension } = question;
      const found = answers.find((one) => one.dimension === dimension && one.candidate === candidate);
      if (found) question.value = found.value;
    }
  }
}
