// Signing in: the token is behind the # of the link, which browsers never send; here it goes to the server once.
import { request } from "./delivery.js";
import { say } from "./words.js";

// How crowd platforms call a person in the address of a study.
const CROWD = ["PROLIFIC_PID", "workerId", "participant", "external"];
const problem = document.getElementById("problem");
const form = document.getElementById("enter");
const wait = document.getElementById("wait");

function tokenOf(text) {
  return decodeURIComponent(text.trim().split("#").at(-1));
}

async function enter(token) {
  wait.hidden = false;
  form.hidden = true;
  const query = new URLSearchParams(location.search);
  const external = CROWD.map((name) => query.get(name)).find(Boolean);
  const { status, data } = await request("POST", "/enter", external ? { token, external } : { token });
  if (status === 200) {
    // The lead's first page takes a while; until it is here, this one says so.
    location.replace(data.next);
    return;
  }
  wait.hidden = true;
  form.hidden = false;
  const known = { 0: "offline", 429: "refused_too_many", 410: "closed" };
  problem.textContent = say(known[status] ?? (status >= 500 ? "refused_fault" : "enter_refused"));
  problem.hidden = false;
  form.elements.token.focus();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(tokenOf(form.elements.token.value));
});

if (location.hash.length > 1) {
  const token = tokenOf(location.hash);
  // Neither the history nor a copied address keeps the token.
  history.replaceState(null, "", location.pathname + location.search);
  enter(token);
}
