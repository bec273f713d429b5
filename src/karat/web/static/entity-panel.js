// The panel beside the document: what is selected, what can be done with it, and how much is left.
import { say } from "./words.js";

export class EntityPanel {
  constructor(editor) {
    this.editor = editor;
    this.box = document.getElementById("panel");
    this.offer = document.getElementById("offer");
    this.replaced = document.getElementById("replaced");
    this.alternatives = document.getElementById("alternatives");
    this.optional = document.getElementById("optional");
    this.byCharacter = document.getElementById("by-character");
    this.more = this.box.querySelector("[data-tool=details]");
  }

  part(name) {
    return this.box.querySelector(`[data-tool=${name}]`);
  }

  draw() {
    const { editor, box } = this;
    const { book, here, markHere: mark, openHere: open } = editor;
    box.dataset.state = mark ? "mark" : open ? "open" : here ? "text" : "none";
    const shown = mark ?? editor.extentHere;
    box.querySelector(".chosen").textContent = shown ? editor.quote(shown) : say("entity_nothing");
    for (const button of box.querySelectorAll("button[data-name]")) {
      const names = (mark ?? open)?.type.split("|") ?? [];
      button.setAttribute("aria-pressed", String(Boolean(mark) && names.includes(button.dataset.name)));
      button.setAttribute("aria-disabled", String(!here || Boolean(editor.closedHere)));
    }
    for (const element of box.querySelectorAll(".of-suggestion")) element.hidden = !open;
    for (const element of box.querySelectorAll(".of-mark")) element.hidden = !mark;
    box.querySelector(".within").hidden = !shown || !book.isWithinWord(shown);
    if (mark && document.activeElement !== this.alternatives) this.alternatives.value = mark.alternatives.join(" | ");
    this.optional.checked = Boolean(mark?.optional);
    this.part("undo").setAttribute("aria-disabled", String(!book.past.length));
    this.part("redo").setAttribute("aria-disabled", String(!book.future.length));
    this.replaced.hidden = !book.gone.length;
    this.replaced.querySelector("p").textContent = editor.replacedWords;
    this.drawOffer();
    this.drawCounts();
    // Where the panel is a sheet over the text, what is selected is scrolled above it.
    document.documentElement.style.setProperty("--panel-height", `${box.offsetHeight}px`);
  }

  /** Where there is little room, the rest of what can be said of a mark is shown on demand. */
  unfold(isOpen = this.more.getAttribute("aria-expanded") !== "true") {
    this.more.setAttribute("aria-expanded", String(isOpen));
  }

  drawCounts() {
    const { book, closedHere, suggests } = this.editor;
    const counts = book.counts;
    for (const element of document.querySelectorAll("[data-count]")) element.textContent = counts[element.dataset.count];
    const left = book.open.length;
    for (const name of ["next", "rest"]) if (suggests) this.part(name).hidden = !left;
    const rest = document.getElementById("left");
    if (closedHere) rest.textContent = closedHere.label;
    else if (!suggests) rest.textContent = "";
    else rest.textContent = left ? say("entity_open", { count: left }) : say("entity_none_open");
    rest.classList.toggle("is-open", left > 0 || Boolean(closedHere));
  }

  /** After a mark: the same name elsewhere in the document. */
  drawOffer() {
    const { book, offered } = this.editor;
    const places = offered && book.marks.includes(offered) ? book.elsewhere(offered) : [];
    this.offer.hidden = places.length === 0;
    if (!places.length) return;
    this.offer.querySelector("p").textContent = say("entity_more", { count: places.length, text: this.editor.quote(offered) });
  }
}
