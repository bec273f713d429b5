// Dialogs of the page: guidelines, keys, flag, skip, and asking back. The browser keeps the focus inside and gives it back.
import { request } from "./delivery.js";
import { announce, say } from "./words.js";

export function open(name) {
  const dialog = document.getElementById(name);
  if (dialog && !dialog.open) dialog.showModal();
  return dialog;
}

export function isOpen() {
  return document.querySelector("dialog[open]") !== null;
}

/** Which button closed it. */
export function asked(name, text) {
  const dialog = document.getElementById(name);
  dialog.querySelector("p").textContent = text;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** A dialog with reasons to choose from and a text; `done` gets what the server said. */
export function reasonDialog(name, address, done) {
  const dialog = document.getElementById(name);
  if (!dialog) return;
  const form = dialog.querySelector("form");
  const problem = dialog.querySelector(".problem");
  const text = form.elements.text;
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.value === "cancel") return;
    event.preventDefault();
    const chosen = form.querySelector("input[type=radio]:checked");
    const reason = [chosen?.dataset.needsText ? "" : (chosen?.value ?? ""), text.value.trim()].filter(Boolean).join(": ");
    if (!reason) {
      problem.textContent = say("reason_missing");
      problem.hidden = false;
      (chosen || !form.querySelector("input[type=radio]") ? text : form.querySelector("input[type=radio]")).focus();
      return;
    }
    const result = await request("POST", address, { reason });
    if (result.status >= 200 && result.status < 300) {
      dialog.close();
      form.reset();
      problem.hidden = true;
      done(result.data);
    } else {
      problem.textContent = result.status ? say("refused", { reason: result.data.error ?? "" }) : say("offline");
      problem.hidden = false;
      announce(problem.textContent);
    }
  });
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    event.preventDefault();
    open(opener.dataset.opens);
  }
  // A press beside a dialog closes it.
  if (event.target.tagName === "DIALOG" && event.target.dataset.easy !== undefined) event.target.close();
});
