// Every state of the marks survives loading the page again: kept in this tab, for this page alone.
const PREFIX = "karat-history:";

function stored(action) {
  try {
    return action(sessionStorage);
  } catch {
    // Denied, full, or not ours: then undo begins anew.
    return null;
  }
}

/** Each mark once, and each state by the places of its marks: many states share nearly all of them. */
function packed(book, count) {
  const places = new Map();
  const state = ({ marks, rejected }) => ({
    marks: marks.map((mark) => places.get(mark) ?? places.set(mark, places.size).get(mark)),
    rejected,
  });
  const past = book.past.slice(-count || book.past.length).map(state);
  const future = book.future.map(state);
  const now = state(book.state);
  return { past, future, now, made: book.made, marks: [...places.keys()] };
}

function unpacked({ past, future, now, made, marks }) {
  const state = (one) => ({ marks: one.marks.map((place) => marks[place]), rejected: one.rejected });
  return { past: past.map(state), future: future.map(state), state: state(now), made };
}

/** What counts in a state, to see whether it is the same as that of the draft. */
function seen(book) {
  const marks = book.marks.map((one) => JSON.stringify(book.sent({ ...one, suggestion: one.suggestion ?? null })));
  return JSON.stringify([marks.sort(), [...book.state.rejected].sort()]);
}

/** Give back the history of this page, if it ends with what the draft has, and keep it when the page is left. `more` is
 * what belongs to it beside the marks: a getter and a setter. */
export function keepHistory(book, page, more = { get: () => null, set: () => {} }) {
  const name = `${PREFIX}${page.item}:${page.key}`;
  const before = stored((storage) => {
    for (const other of Object.keys(storage)) if (other.startsWith(PREFIX) && other !== name) storage.removeItem(other);
    return JSON.parse(storage.getItem(name));
  });
  if (before) {
    const { past, future, state, made } = book;
    const draft = seen(book);
    Object.assign(book, unpacked(before.history));
    if (seen(book) === draft) more.set(before.more);
    else Object.assign(book, { past, future, state, made });
  }
  const keep = () => {
    if (!book.past.length && !book.future.length) return;
    // Where the tab has no room for all of it, the oldest steps go.
    for (let count = book.past.length; ; count = Math.floor(count / 2)) {
      const whole = JSON.stringify({ history: packed(book, count), more: more.get() });
      if (stored((storage) => storage.setItem(name, whole) ?? true) || !count) return;
    }
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}
