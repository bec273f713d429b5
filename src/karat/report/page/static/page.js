// What the page does apart from the segment browser. Everything here adds to a page that works without it.

const narrow = matchMedia("(max-width: 69.99rem)");

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children); // strings become text, never markup
  return element;
}

// Colours: the system decides until somebody does.
function setUpTheme() {
  const button = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const { light = "Light colours", dark: dim = "Dark colours" } = button.dataset; // another page's language
  const say = () => (button.textContent = isDark() ? light : dim);
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("karat-theme", root.dataset.theme);
    } catch {
      // As in theme.js.
    }
    say();
  });
  dark.addEventListener("change", say);
  button.hidden = false;
  say();
}

// Contents: folded on a phone, and the section that is being read is marked.
function setUpContents() {
  const contents = document.querySelector(".contents details");
  const fold = () => (contents.open = !narrow.matches);
  narrow.addEventListener("change", fold);
  fold();
  const links = new Map();
  for (const link of contents.querySelectorAll("a")) {
    links.set(document.getElementById(decodeURIComponent(link.hash.slice(1))), link);
    link.addEventListener("click", () => {
      if (narrow.matches) contents.open = false;
    });
  }
  const visible = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) visible[entry.isIntersecting ? "add" : "delete"](entry.target);
      const first = [...links.keys()].find((section) => visible.has(section));
      for (const [section, link] of links) {
        if (section === first) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-20% 0px -60% 0px" },
  );
  for (const section of links.keys()) if (section) watch.observe(section);
}

// Tables: a click sorts up, a second one down, a third restores the order they came in.
const TURNS = { none: "ascending", ascending: "descending", descending: "none" };

function setUpTable(table) {
  const body = table.tBodies[0];
  const before = [...body.rows];
  const headers = [...table.tHead.rows[0].cells];
  if (before.length < 2) return;
  headers.forEach((header, place) => {
    const button = make("button", { type: "button", class: "sort" }, ...header.childNodes);
    header.replaceChildren(button);
    header.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const turn = TURNS[header.getAttribute("aria-sort")];
      for (const other of headers) other.setAttribute("aria-sort", "none");
      header.setAttribute("aria-sort", turn);
      table.classList.toggle("sorted", turn !== "none");
      body.append(...(turn === "none" ? before : sorted(before, place, turn === "descending")));
    });
  });
}

function sorted(rows, place, downwards) {
  const values = new Map(rows.map((row) => [row, cellValue(row.cells[place])]));
  return [...rows].sort((first, second) => compareCells(values.get(first), values.get(second), downwards));
}

// A cell of numbers says its value in full; one that has none is missing. Other cells are words.
function cellValue(cell) {
  if (!("value" in cell.dataset)) return cell.textContent;
  return cell.dataset.value === "" ? null : Number(cell.dataset.value);
}

function compareCells(first, second, downwards) {
  if (first === null || second === null) return (first === null) - (second === null);
  const order =
    typeof first === "number" ? first - second : first.localeCompare(second, undefined, { numeric: true });
  return downwards ? -order : order;
}

// What is larger than its box must be reachable by keys, and seen to go on.
function setUpScrolling() {
  const boxes = document.querySelectorAll(".table-box, .chart-box");
  const look = (box) => {
    const wider = box.scrollWidth - box.clientWidth > 1;
    const scrolls = wider || box.scrollHeight - box.clientHeight > 1;
    if (scrolls || box.classList.contains("told")) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
    box.classList.toggle("scrolls", wider);
    box.classList.toggle("at-end", box.scrollLeft + box.clientWidth >= box.scrollWidth - 1);
    box.classList.toggle("falls", box.scrollTop + box.clientHeight < box.scrollHeight - 1);
  };
  const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => look(target)));
  for (const box of boxes) {
    resized.observe(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
  }
}

// Charts: a mark's label is shown under the pointer, and with the arrow keys when the chart has the focus.
function setUpCharts() {
  const tip = make("div", { id: "tip", "aria-live": "polite", hidden: true });
  document.body.append(tip);
  let marked = null;
  const hide = () => {
    tip.hidden = true;
    marked?.classList.remove("pointed");
    marked = null;
  };
  const show = (mark, x, y) => {
    if (mark !== marked) {
      hide();
      marked = mark;
      mark.classList.add("pointed");
      tip.textContent = mark.getAttribute("aria-label");
      tip.hidden = false;
    }
    const { width, height } = tip.getBoundingClientRect();
    const room = document.documentElement.clientWidth - width - 8;
    tip.style.left = `${Math.max(8, Math.min(x + 12, room))}px`;
    tip.style.top = `${y + 16 + height > innerHeight ? Math.max(8, y - height - 12) : y + 16}px`;
  };
  for (const box of document.querySelectorAll(".chart-box")) {
    const marks = [...box.querySelectorAll("svg [aria-label]")].filter(isMark);
    if (!marks.length) continue;
    box.classList.add("told");
    box.setAttribute("tabindex", "0");
    box.addEventListener("pointermove", (event) => {
      const mark = event.target.closest("[aria-label]");
      if (mark && marks.includes(mark)) show(mark, event.clientX, event.clientY);
      else hide();
    });
    box.addEventListener("pointerleave", hide);
    box.addEventListener("blur", hide);
    box.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") hide();
      if (!step) return;
      event.preventDefault();
      const place = marks.indexOf(marked);
      const next =
        marks[(place < 0 ? (step > 0 ? 0 : marks.length - 1) : place + step + marks.length) % marks.length];
      const at = next.getBoundingClientRect();
      show(next, at.left + at.width / 2, at.top + at.height / 2);
    });
  }
  addEventListener("scroll", hide, { passive: true });
}

// Axes and legends, which are groups, have labels too; those are for screen readers.
function isMark(element) {
  return element.tagName !== "g";
}

setUpTheme();
setUpContents();
document.querySelectorAll("table.sortable").forEach(setUpTable);
setUpCharts();
setUpScrolling();
