// The last page: a button copies the completion code.
import { say } from "./words.js";
import { discard, isPassing, send, waiting } from "./delivery.js";

const button = document.getElementById("copy");
button?.addEventListener("click", async () => {
  await navigator.clipboard.writeText(document.getElementById("code").textContent);
  button.textContent = say("done_copied");
});

for (const letter of waiting()) {
  send(letter).then(({ status }) => {
    if (!isPassing(status)) discard(letter);
  });
}
