// The annotator's page: mark named entities in a document, decide on suggestions, and send.
import { EntityEditor } from "./entity-editor.js";
import { keepHistory } from "./entity-history.js";
import { say } from "./words.js";
import { Work } from "./work.js";

const page = JSON.parse(document.getElementById("page").textContent);
let work;

const editor = new EntityEditor({
  page,
  suggestions: page.entities.suggestions,
  onChange: () => work.changed(),
});

work = new Work({
  page,
  sendsWithControl: true,
  content: () => editor.book.content,
  restore: (state) => editor.book.restore(state),
  problems() {
    editor.setAlternatives();
    const left = editor.book.open;
    if (!left.length) return [];
    const control = { focus: () => editor.goTo(editor.book.open[0] ?? left[0]) };
    return [{ text: say("entity_open", { count: left.length }), control }];
  },
  act: (key) => editor.act(key),
});
keepHistory(editor.book, page);
editor.redraw();
