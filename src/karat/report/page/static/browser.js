// The segment browser: controls, the list, keys and links to rows.

const byId = (id) => document.getElementById(id);
const counted = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

class Browser {
  constructor(data) {
    this.data = data;
    this.state = {
      wanted: "",
      where: "all",
      type: null,
      document: null,
      view: "segment",
      sort: "number",
      downwards: false,
      matches: true,
      entities: true,
      linked: null,
      systems: new Set(data.systems.keys()),
    };
    this.maker = new RowMaker(data, this.state, {
      copyLink: (...where) => this.copyLink(...where),
      changed: () => this.list.again(),
    });
    this.list = new VirtualList(
      byId("list"),
      byId("rows"),
      (...row) => this.maker.draw(...row),
      (...row) => this.maker.estimate(...row),
    );
    this.setUpControls();
    this.setUpKeys();
    byId("browser").hidden = false;
    this.update();
    this.follow();
    addEventListener("hashchange", () => this.follow());
  }

  setUpControls() {
    const { data, state } = this;
    this.fillGroups("of-type", data.text_types, "all text types");
    this.fillGroups("of-document", data.documents, "all documents");
    this.fillSystems();
    this.fillSorts();
    this.fillLegend();
    byId("find-where").querySelector('[value="source"]').hidden = !data.source;
    byId("mark-entities-label").hidden = !data.marking.kinds.length;
    byId("list")
      .closest("#browser")
      .querySelector("form")
      .addEventListener("submit", (event) => event.preventDefault());
    const on = (id, event, change) =>
      byId(id).addEventListener(event, () => (change(byId(id)), this.update()));
    let timer;
    byId("find-text").addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        state.wanted = byId("find-text").value.trim().toLowerCase();
        this.update();
      }, 120);
    });
    on("find-where", "change", ({ value }) => (state.where = value));
    on("of-type", "change", ({ value }) => (state.type = value === "" ? null : Number(value)));
    on("of-document", "change", ({ value }) => (state.document = value === "" ? null : Number(value)));
    on("row-view", "change", ({ value }) => (state.view = value));
    on("sort-by", "change", ({ value }) => {
      state.sort = value;
      state.downwards = /^(spread|disagreement)/.test(value);
    });
    on("sort-direction", "click", () => (state.downwards = !state.downwards));
    for (const what of ["matches", "entities"]) {
      const box = byId(`mark-${what}`);
      box.addEventListener("change", () => {
        state[what] = box.checked;
        byId("legend").hidden = !state.matches && !state.entities;
        this.list.again();
      });
    }
    byId("start-again").addEventListener("click", () => this.reset());
  }

  reset() {
    const { state } = this;
    Object.assign(state, {
      wanted: "",
      where: "all",
      type: null,
      document: null,
      sort: "number",
      downwards: false,
      linked: null,
    });
    for (const id of ["find-text", "of-type", "of-document"]) byId(id).value = "";
    byId("find-where").value = "all";
    byId("sort-by").value = "number";
    this.chooseSystems(true);
  }

  fillGroups(id, groups, all) {
    byId(`${id}-field`).hidden = !groups || groups.names.length < 2;
    byId(id).append(new Option(all, ""));
    (groups?.names ?? []).forEach((name, place) => byId(id).append(new Option(name || "–", place)));
  }

  fillSystems() {
    const { systems } = this.data;
    byId("systems-field").hidden = systems.length < 2;
    systems.forEach((name, place) => {
      const box = make("input", { type: "checkbox", value: place, checked: true });
      box.addEventListener("change", () => {
        this.state.systems[box.checked ? "add" : "delete"](place);
        this.update();
      });
      byId("of-systems").append(make("label", {}, box, " ", make("bdi", {}, name)));
    });
    byId("all-systems").addEventListener("click", () => this.chooseSystems(true));
    byId("no-systems").addEventListener("click", () => this.chooseSystems(false));
    const menu = byId("of-systems").closest("details");
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener("toggle", () => {
      // It opens to the side that has room.
      menu.classList.remove("leftward");
      const { right } = byId("of-systems").getBoundingClientRect();
      menu.classList.toggle("leftward", right > document.documentElement.clientWidth);
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      byId("systems-chosen").focus();
    });
  }

  chooseSystems(all) {
    for (const box of byId("of-systems").querySelectorAll("input")) box.checked = all;
    this.state.systems.clear();
    if (all) for (const place of this.data.systems.keys()) this.state.systems.add(place);
    this.update();
  }

  fillSorts() {
    const { scores, systems } = this.data;
    const sort = byId("sort-by");
    const group = (label, options) => {
      if (options.length)
        sort.append(make("optgroup", { label }, ...options.map(([text, value]) => new Option(text, value))));
    };
    const places = (kind) => [...scores.keys()].filter((place) => scores[place].kind === kind);
    const named = (place) => [scores[place].name, `score:${place}`];
    sort.append(new Option("number", "number"));
    group(
      "Disagreement",
      places("metric").flatMap((metric) =>
        places("human").map((human) => [
          `${scores[metric].name} against ${scores[human].name}`,
          `disagreement:${metric}:${human}`,
        ]),
      ),
    );
    group("Metrics", places("metric").map(named));
    group("People", places("human").map(named));
    if (systems.length > 1)
      group(
        "Spread between systems",
        [...scores.keys()].map((place) => [`spread of ${scores[place].name}`, `spread:${place}`]),
      );
  }

  fillLegend() {
    const { marking } = this.data;
    const from = marking.least;
    const steps = [];
    for (let order = from; order <= marking.order; order += 1) {
      const name = level(marking, order);
      if (steps.at(-1)?.[0] === name) steps.at(-1)[1].push(order);
      else steps.push([name, [order]]);
    }
    const written = steps.map(([name, orders]) =>
      make("span", { class: name }, orders.length > 1 ? `${orders[0]}–${orders.at(-1)}` : `${orders[0]}`),
    );
    byId("legend").append(
      `${marking.metric}: longest run of ${marking.unit}s that a reference has too `,
      ...written,
    );
    if (marking.kinds.length) byId("legend").append(" ", make("span", { class: "entity" }, "entity"));
  }

  directions() {
    const kind = this.state.sort.split(":")[0];
    const words = { number: ["first to last", "last to first"], score: ["worst first", "best first"] };
    return words[kind] ?? ["smallest first", "largest first"];
  }

  update() {
    const { data, state } = this;
    const rows = chosenRows(data, state);
    const size = data.systems.length;
    const chosen = state.systems.size;
    byId("systems-chosen").textContent = chosen === size ? `all ${size}` : `${chosen} of ${size}`;
    byId("sort-direction").textContent = this.directions()[Number(state.downwards)];
    const linked = state.linked ? this.rowOf(state.linked) : null;
    this.list.show(rows, linked === null ? 0 : rows.indexOf(linked));
    const [all, what] = state.view === "segment" ? [data.count, "segment"] : [data.count * size, "output"];
    byId("count").textContent =
      rows.length === all
        ? counted(all, what)
        : `${rows.length.toLocaleString("en")} of ${counted(all, what)}`;
    if (linked !== null) this.list.reveal(rows.indexOf(linked), { always: true });
  }

  // Something else than the number of rows, until that changes.
  say(text) {
    byId("count").textContent = text;
  }

  setUpKeys() {
    const list = byId("list");
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
    list.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const place = { Home: 0, End: this.list.rows.length - 1 }[event.key];
      const step = steps[event.key];
      if (place === undefined && step === undefined) return;
      event.preventDefault();
      // The first key only enters the list.
      const enters = event.target === list;
      this.list.go(place ?? (enters ? this.list.current : this.list.current + step));
    });
    list.addEventListener("focusin", (event) => {
      const element = event.target.closest(".row");
      for (const [place, drawn] of this.list.drawn) if (drawn === element) this.list.current = place;
      this.list.later();
    });
    byId("find-text").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "ArrowDown") return;
      event.preventDefault();
      this.list.go(this.list.current);
    });
    // Only while the focus is in the browser: elsewhere a single letter may mean something else to the reader.
    byId("browser").addEventListener("keydown", (event) => {
      if (
        event.key !== "/" ||
        (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox")
      )
        return;
      event.preventDefault();
      byId("find-text").focus();
      byId("find-text").select();
    });
  }

  // Links: #segment=17, or #segment=17&system=NAME.
  rowOf({ segment, system }) {
    return this.state.view === "segment" ? segment : this.data.output(segment, system ?? 0);
  }

  async copyLink(segment, system, button) {
    const name = system === null ? "" : `&system=${encodeURIComponent(this.data.systems[system])}`;
    const link = `${location.href.split("#")[0]}#segment=${segment + 1}${name}`;
    const isCopied = await copied(link);
    button.textContent = isCopied ? "Copied" : "Not copied";
    this.say(isCopied ? "The link is copied." : `The link is ${link}`);
    setTimeout(() => (button.textContent = "Copy link"), 2000);
  }

  follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!asked.has("segment")) return;
    const { data, state } = this;
    const segment = Number(asked.get("segment")) - 1;
    const named = asked.get("system");
    const system = named === null ? null : data.systems.indexOf(named);
    byId("segments").scrollIntoView({ behavior: "instant" });
    if (!Number.isInteger(segment) || segment < 0 || segment >= data.count || system === -1) {
      this.say(
        `The link asks for ${system === -1 ? `a system ${named}` : `segment ${asked.get("segment")}`}, which is not here.`,
      );
      return;
    }
    state.linked = { segment, system };
    this.update();
    byId("list").scrollIntoView({ behavior: "instant", block: "center" });
    this.list.go(this.list.rows.indexOf(this.rowOf(state.linked)), { always: true });
  }
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { readonly: true, class: "unseen" });
    field.value = text;
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    focused?.focus();
    return isDone;
  }
}

if (byId("karat-segments")) {
  unpack().then(
    (data) => new Browser(data),
    (problem) => {
      byId("browser-problem").textContent =
        `The segments cannot be shown: ${problem.message}. They need a browser of 2023 or later, and the file as it was written.`;
      byId("browser-problem").hidden = false;
    },
  );
}
