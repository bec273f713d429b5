// The annotator's page: mark named entities in a document, decide on suggestions, and send.
import { EntityMarks, overlaps } from "./entity-marks.js";
import { EntityText } from "./entity-text.js";
import { isOpen } from "./dialogs.js";
import { singleKeys } from "./preferences.js";
import { announce, say } from "./words.js";
import { Work } from "./work.js";

const page = JSON.parse(document.getElementById("page").textContent);
const types = page.entities.types;
const box = document.getElementById("document");
const panel = document.getElementById("panel");
const offer = document.getElementById("offer");
const field = { alternatives: document.getElementById("alternatives"), optional: document.getElementById("optional") };
let work;
let offered = null;

const book = new EntityMarks(page.candidates, page.entities.suggestions);
const text = new EntityText(box, {
  segments: page.candidates,
  language: page.language,
  onSelect: () => {
    redraw();
    tell();
  },
});

// What is under the cursor.

const here = () => text.selection;
const markHere = () => here() && book.marks.find((one) => overlaps(one, here()));
const openHere = () => here() && !markHere() && book.open.find((one) => overlaps(one, here()));
const typeOf = (name) => types.find((one) => one.name === name);
const labelOf = (kind) => kind.split("|").map((name) => typeOf(name)?.label ?? name).join(" / ");
const quote = (one) => book.text(one);

function stretch(one, kind) {
  const names = one.type.split("|");
  const extra = [one.optional && say("entity_optional"), one.alternatives?.length && say("entity_alternatives_n", { count: one.alternatives.length })];
  const label = [kind === "open" ? say("entity_suggestion") : null, labelOf(one.type), ...extra].filter(Boolean).join(", ");
  const short = names.map((name) => typeOf(name)?.short ?? name).join("/") + (one.optional ? "?" : "") + (one.alternatives?.length ? "+" : "");
  return { candidate: one.candidate, start: one.start, end: one.end, style: typeOf(names[0])?.style ?? 0, label, short, kind };
}

function redraw() {
  text.draw([...book.marks.map((one) => stretch(one, "mark")), ...book.open.map((one) => stretch(one, "open"))]);
  const mark = markHere();
  const open = openHere();
  panel.dataset.state = mark ? "mark" : open ? "open" : here() ? "text" : "none";
  panel.querySelector(".chosen").textContent = mark ? quote(mark) : open ? quote(open) : here() ? quote(here()) : say("entity_nothing");
  for (const button of panel.querySelectorAll("button[data-name]")) {
    const names = (mark ?? open)?.type.split("|") ?? [];
    button.setAttribute("aria-pressed", String(Boolean(mark) && names.includes(button.dataset.name)));
    button.setAttribute("aria-disabled", String(!here()));
  }
  panel.querySelector("[data-tool=accept]").hidden = !open;
  panel.querySelector("[data-tool=reject]").hidden = !open;
  for (const element of panel.querySelectorAll(".of-mark")) element.hidden = !mark;
  if (mark && document.activeElement !== field.alternatives) field.alternatives.value = mark.alternatives.join(" | ");
  field.optional.checked = Boolean(mark?.optional);
  document.querySelector("[data-tool=undo]").setAttribute("aria-disabled", String(!book.past.length));
  document.querySelector("[data-tool=redo]").setAttribute("aria-disabled", String(!book.future.length));
  drawOffer();
  drawCounts();
}

function drawCounts() {
  const counts = book.counts;
  for (const element of document.querySelectorAll("[data-count]")) element.textContent = counts[element.dataset.count];
  const left = book.open.length;
  const rest = document.getElementById("left");
  rest.textContent = left ? say("entity_open", { count: left }) : say("entity_none_open");
  rest.classList.toggle("is-open", left > 0);
}

/** After a mark: the same name elsewhere in the document. */
function drawOffer() {
  const places = offered && book.marks.includes(offered) ? book.elsewhere(offered) : [];
  offer.hidden = places.length === 0;
  if (places.length) offer.querySelector("p").textContent = say("entity_more", { count: places.length, text: quote(offered) });
}

function tell() {
  const mark = markHere();
  const open = openHere();
  if (mark) announce(say("entity_here", { type: labelOf(mark.type), text: quote(mark) }));
  else if (open) announce(say("entity_suggestion_here", { type: labelOf(open.type), text: quote(open) }));
  else if (here()) announce(say("mark_selected", { text: quote(here()) }));
}

// What can be done. Every step is one state, and one undo.

function done(words) {
  redraw();
  work.changed();
  if (words) announce(words);
}

function made(mark) {
  if (!mark) return;
  offered = mark;
  text.selectStretch(mark);
  const more = book.elsewhere(mark).length;
  const words = say("entity_marked", { type: labelOf(mark.type), text: quote(mark) });
  done(more ? `${words} ${say("entity_more", { count: more, text: quote(mark) })}` : words);
}

function markAs(name) {
  const mark = markHere();
  if (!here()) {
    announce(say("mark_nothing_selected"));
    box.focus();
  } else if (mark && isWithin(here(), mark)) made(book.change(mark, { type: name }));
  else {
    const open = openHere();
    // A word of a suggestion stands for all of it, unless its edges were moved.
    const chosen = open && !here().exact && isWithin(here(), open) ? open : text.whole(here());
    made(book.put({ candidate: chosen.candidate, start: chosen.start, end: chosen.end, type: name }));
  }
}

function isWithin(inner, outer) {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** A second type where the annotator is not sure, or one of two taken away. */
function alsoAs(name) {
  const mark = markHere();
  if (!mark) return markAs(name);
  const names = mark.type.split("|");
  const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
  if (!next.length) return undefined;
  next.sort((one, other) => types.findIndex((type) => type.name === one) - types.findIndex((type) => type.name === other));
  return made(book.change(mark, { type: next.join("|") }));
}

function accept() {
  const open = openHere();
  if (!open) return false;
  const mark = book.accept(open);
  made(mark);
  toOpen();
  return true;
}

function reject() {
  const mark = markHere();
  const open = openHere();
  if (mark) {
    book.remove(mark);
    done(say("mark_removed", { text: quote(mark) }));
  } else if (open) {
    book.reject(open);
    done(say("entity_rejected", { text: quote(open) }));
    toOpen();
  } else return false;
  return true;
}

function rejectRest() {
  for (const one of book.open) book.commit(book.marks, [...book.state.rejected, one.suggestion]);
}

function acceptMore() {
  if (!offered || offer.hidden) return false;
  const count = book.repeat(offered);
  done(say("entity_spread", { count, text: quote(offered) }));
  return true;
}

/** To the next suggestion after the cursor that is still open; false if there is none. */
function toOpen(from = text.cursor ?? -1) {
  const placeOf = (one) => text.words.findIndex((word) => word.part.id === one.candidate && word.end > one.start);
  const next = book.open.find((one) => placeOf(one) > from);
  if (!next) return false;
  text.selectStretch(next);
  return true;
}

function moveEdge(edge, by) {
  const mark = markHere();
  const target = mark ?? (here()?.exact ? here() : (openHere() ?? here()));
  if (!target) return;
  const place = text.edgeAfter(target, edge, by);
  if (place === null) return;
  const next = { candidate: target.candidate, start: target.start, end: target.end, [edge]: place };
  if (next.start >= next.end) return;
  if (mark) {
    const changed = book.change(mark, { [edge]: place });
    if (!changed) return announce(say("entity_in_the_way"));
    offered = changed;
    text.selectStretch(changed);
    done();
  } else text.selectStretch({ ...next, exact: true });
}

function travel(back) {
  if (!(back ? book.undo() : book.redo())) return;
  offered = null;
  done(say(back ? "entity_undone" : "entity_redone"));
}

function setOptional(value) {
  const mark = markHere();
  if (!mark) return false;
  made(book.change(mark, { optional: value ?? !mark.optional }));
  return true;
}

function setAlternatives() {
  const mark = markHere();
  if (!mark) return;
  const own = quote(mark);
  const given = field.alternatives.value.split("|").map((one) => one.trim());
  const next = [...new Set(given)].filter((one) => one && one !== own);
  if (JSON.stringify(next) === JSON.stringify(mark.alternatives)) return;
  offered = book.change(mark, { alternatives: next });
  done();
}

// Keys: in the text.

box.addEventListener("keydown", (event) => {
  const step = text.stepOf(event.key);
  if (event.ctrlKey || event.metaKey) return;
  if (step && event.altKey) moveEdge(event.shiftKey ? "start" : "end", step);
  else if (step) text.step(step, event.shiftKey);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") text.stepSegment(event.key === "ArrowDown" ? 1 : -1);
  else if (event.altKey) return;
  else if (event.key === "Tab") {
    // Where no suggestion is left after the cursor, Tab goes on to the next control: the text is no trap.
    if (event.shiftKey || !toOpen()) return;
  } else if (event.key === "Enter") {
    if (!accept()) return;
  } else if (event.key === "Backspace" || event.key === "Delete") {
    if (!reject()) return;
  } else if (event.key === "Escape" && here()) text.drop();
  else return;
  event.preventDefault();
  event.stopPropagation();
});

// Keys: anywhere on the page but in fields.

document.addEventListener("keydown", (event) => {
  if (event.isComposing || isOpen() || event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isControl && (key === "z" || key === "y")) {
    event.preventDefault();
    travel(key === "z" && !event.shiftKey);
  } else if (!isControl && !event.altKey && event.shiftKey && singleKeys()) {
    const type = types.find((one) => one.key === key);
    if (type && markHere()) {
      event.preventDefault();
      alsoAs(type.name);
    }
  }
});

function act(key) {
  const type = types.find((one, place) => one.key === key || String(place + 1) === key);
  if (type && here()) {
    markAs(type.name);
    return true;
  }
  switch (key) {
    case "a":
      return acceptMore();
    case "x":
      return reject();
    case "n":
      box.focus({ preventScroll: true });
      return toOpen() || toOpen(-1);
    case "u":
      travel(true);
      return true;
    case "r":
      travel(false);
      return true;
    case "i":
      return setOptional();
    case "w":
      if (!markHere()) return false;
      field.alternatives.focus();
      return true;
    default:
      return false;
  }
}

// Buttons and fields.

const TOOLS = {
  accept,
  reject,
  undo: () => travel(true),
  redo: () => travel(false),
  more: acceptMore,
  next: () => toOpen() || toOpen(-1),
  "start-back": () => moveEdge("start", -1),
  "start-on": () => moveEdge("start", 1),
  "end-back": () => moveEdge("end", -1),
  "end-on": () => moveEdge("end", 1),
  rest: () => {
    const before = book.state;
    const past = book.past.length;
    rejectRest();
    book.past.length = past;
    book.past.push(before);
    done();
  },
  dismiss: () => {
    offered = null;
    redraw();
  },
};

document.getElementById("answer").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-tool], button[data-name]");
  if (!button) return;
  if (button.dataset.name) (event.shiftKey ? alsoAs : markAs)(button.dataset.name);
  else TOOLS[button.dataset.tool]();
  if (button.hidden || button.closest("[hidden]")) box.focus({ preventScroll: true });
});
field.alternatives.addEventListener("change", setAlternatives);
field.alternatives.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Enter") setAlternatives();
  box.focus({ preventScroll: true });
});
field.optional.addEventListener("change", () => setOptional(field.optional.checked));

work = new Work({
  page,
  content: () => book.content,
  restore(state) {
    book.restore(state);
  },
  problems() {
    setAlternatives();
    const left = book.open;
    if (!left.length) return [];
    const control = {
      focus: () => {
        box.focus({ preventScroll: true });
        text.selectStretch(book.open[0] ?? left[0]);
      },
    };
    return [{ text: say("entity_open", { count: left.length }), control }];
  },
  act,
});
redraw();
