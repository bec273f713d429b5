// Selecting words of a text by mouse or finger: drag, or tap the first and then the last word.

/** The text has `box`, `words`, `cursor`, `anchor`, `tapped` and `dragging`, and says which word lies under a pointer
 * (`wordAt`, null if none), whether a selection may reach from one word to another (`reaches`), and how to `select`
 * and `drop`. */
export function listenToPointer(text) {
  const { box } = text;
  box.addEventListener("pointerdown", (event) => down(text, event));
  box.addEventListener("pointermove", (event) => move(text, event));
  for (const kind of ["pointerup", "pointercancel"]) {
    box.addEventListener(kind, () => {
      text.dragging = false;
    });
  }
  box.addEventListener("focus", () => {
    if (!text.selection && text.words.length && !text.dragging) text.moveTo(Math.max(text.cursor ?? 0, 0));
  });
}

function down(text, event) {
  if (event.button) return;
  text.touching = event.pointerId;
  const place = text.wordAt(event);
  if (place === null) {
    text.drop();
    return;
  }
  const extend = event.shiftKey || (event.pointerType === "touch" && text.tapped !== null && text.tapped === text.anchor);
  if (extend && text.anchor !== null && place !== text.anchor && text.reaches(text.anchor, place)) {
    text.select(text.anchor, place);
    text.tapped = null;
  } else {
    text.anchor = place;
    text.select(place, place);
    text.tapped = place;
  }
  text.dragging = true;
  text.box.focus({ preventScroll: true });
  event.preventDefault();
}

function move(text, event) {
  if (!text.dragging || text.anchor === null) return;
  const place = text.wordAt(event);
  if (place === null || place === text.cursor || !text.reaches(text.anchor, place)) return;
  text.tapped = null;
  text.select(text.anchor, place);
}

/** Arrows go where they point: in a text from right to left, the left one goes on. */
export function stepOf(key, element) {
  const forward = getComputedStyle(element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
  return { [forward]: 1, [back]: -1 }[key] ?? 0;
}
