// ESA asks for marks and a score of the same errors. Where they contradict each other, the page asks back, once.
import { say } from "./words.js";

// Parts of the scale: below the first, errors must be somewhere; above the second, hardly any.
const LOW = 0.66;
const HIGH = 0.95;

/** What to ask, with the control to go back to; nothing if all is well. */
export function doubt({ answers, spans }, page) {
  if (!page.kinds) return null;
  for (const { id } of page.candidates) {
    const marked = spans.filter((span) => span.candidate === id);
    for (const { low, high, dimension, better } of page.dimensions) {
      const answer = answers.find((one) => one.candidate === id && one.dimension === dimension);
      if (!answer || low === null || high === null) continue;
      const part = (answer.value - low) / (high - low);
      const quality = better === "lower" ? 1 - part : part;
      if (!marked.length && quality < LOW) {
        return { dialog: "ask-low", text: say("ask_low", { value: answer.value }), focus: "marks" };
      }
      if (marked.length && quality >= HIGH) {
        return { dialog: "ask-high", text: say("ask_high", { value: answer.value }), focus: "value" };
      }
    }
  }
  return null;
}
