// The judge's choices for this browser: colours, and whether single keys do something.
import { keep, kept } from "./stored.js";

export function singleKeys() {
  return kept("karat-single-keys") !== false;
}

const theme = document.getElementById("theme");
if (theme) {
  // The same name as on report pages: a plain word, not JSON.
  try {
    theme.value = localStorage.getItem("karat-theme") ?? "";
  } catch {
    theme.value = "";
  }
  theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try {
      if (theme.value) localStorage.setItem("karat-theme", theme.value);
      else localStorage.removeItem("karat-theme");
    } catch {
      // Then it holds for this page.
    }
  });
}

const keys = document.getElementById("single-keys");
if (keys) {
  const show = () => document.documentElement.classList.toggle("no-single-keys", !keys.checked);
  keys.checked = singleKeys();
  show();
  keys.addEventListener("change", () => {
    keep("karat-single-keys", keys.checked);
    show();
  });
}

const language = document.getElementById("language");
language?.addEventListener("change", () => language.form.requestSubmit());

const menu = document.querySelector("details.menu");
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
