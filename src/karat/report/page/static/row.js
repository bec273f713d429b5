// One row of the list: a segment with all outputs that are shown, or with one.

class RowMaker {
  constructor(data, state, { copyLink, changed }) {
    Object.assign(this, { data, state, copyLink, changed });
    this.unfolded = new Set(); // texts that somebody wanted to see whole
  }

  place(row) {
    const size = this.data.systems.length;
    return this.state.view === "segment" ? [row, null] : [Math.floor(row / size), row % size];
  }

  draw(row, place, count) {
    const [segment, system] = this.place(row);
    const linked = this.state.linked;
    const isLinked = linked?.segment === segment && (system === null || system === (linked.system ?? system));
    const title = `row-${row}`;
    const article = make("article", {
      class: isLinked ? "row linked" : "row",
      "aria-posinset": place + 1,
      "aria-setsize": count,
      "aria-labelledby": title,
    });
    const texts = make("div", { class: "texts" }, ...this.given(segment));
    for (const one of this.outputs(segment, system)) texts.append(this.output(segment, one));
    article.append(this.head(segment, system, title), texts);
    return article;
  }

  head(segment, system, id) {
    const { data } = this;
    const head = make("div", { class: "row-head" }, make("h3", { id }, `Segment ${segment + 1}`));
    for (const groups of [data.text_types, data.documents]) {
      if (groups) head.append(make("bdi", {}, groups.names[groups.of[segment]] || "–"));
    }
    const key = this.sortedBy(segment, system);
    if (key) head.append(make("span", {}, key));
    const of = system === null ? "" : `, ${data.systems[system]}`;
    const button = make("button", { type: "button", "aria-label": `Copy link to segment ${segment + 1}${of}` }, "Copy link");
    button.addEventListener("click", () => this.copyLink(segment, system, button));
    head.append(button);
    return head;
  }

  // Why the row stands where it stands, where its texts do not say so.
  sortedBy(segment, system) {
    const { data, state } = this;
    const [kind, first, second] = state.sort.split(":");
    if (kind === "spread") {
      const values = [...state.systems].map((one) => data.scores[first].values[data.output(segment, one)]);
      return `spread of ${data.scores[first].name}: ${data.scores[first].write(spread(values))}`;
    }
    if (kind !== "disagreement") return "";
    const [metric, human] = [data.scores[first], data.scores[second]];
    const apart = (one) => Math.abs(disagreement(data, first, second, data.output(segment, one)));
    const shown = (system === null ? [...state.systems] : [system]).filter((one) => !Number.isNaN(apart(one)));
    if (!shown.length) return `not judged by both ${metric.name} and ${human.name}`;
    const most = shown.reduce((best, one) => (apart(one) > apart(best) ? one : best));
    const share = (score) => `${Math.round(100 * score.goodness[data.output(segment, most)])} %`;
    const whose = system === null ? `${data.systems[most]}: ` : "";
    return `${whose}better than ${share(metric)} of all outputs by ${metric.name}, than ${share(human)} by ${human.name}`;
  }

  given(segment) {
    const { data } = this;
    const names = [...(data.source ? ["source"] : []), ...data.references];
    return names.flatMap((name, place) => {
      const text = data.text(segment, place);
      if (text === null) return [];
      const isSource = data.source && place === 0;
      const line = make("div", { class: isSource ? "line given source" : "line given" });
      line.append(make("span", { class: "name" }, make("bdi", {}, name)));
      line.append(this.text(segment, place, text, data.languages[isSource ? 0 : 1], []));
      return [line];
    });
  }

  // The outputs to show; the best first where outputs are sorted by a score.
  outputs(segment, system) {
    const { data, state } = this;
    if (system !== null) return [system];
    const shown = new Set(state.systems);
    if (state.linked?.segment === segment && state.linked.system !== null) shown.add(state.linked.system);
    const systems = [...shown].sort((first, second) => first - second);
    const [kind, column] = state.sort.split(":");
    if (kind === "number") return systems;
    const { goodness } = data.scores[column];
    const value = (one) => goodness[data.output(segment, one)];
    return sortedRows(systems, value, state.downwards || kind !== "score");
  }

  output(segment, system) {
    const { data, state } = this;
    const chosen = state.linked?.segment === segment && state.linked.system === system;
    const line = make("div", { class: chosen ? "line output chosen" : "line output" });
    const name = make("span", { class: "name" }, make("bdi", {}, data.systems[system]));
    const place = data.ahead + system;
    const matches = state.matches ? data.matchesOf(segment, system).map(([start, end, order]) => [start, end, level(data.marking, order)]) : [];
    line.append(name, this.text(segment, place, data.text(segment, place), data.languages[1], matches));
    if (data.scores.length) line.append(this.scores(data.output(segment, system)));
    return line;
  }

  text(segment, place, text, lang, matches) {
    const { data, state } = this;
    const paragraph = make("p", { class: "text", dir: "auto", lang });
    if (text === "") {
      paragraph.append(make("span", { class: "empty" }, "(empty)"));
      return paragraph;
    }
    const index = segment * data.width + place;
    const whole = text.length <= LONG || this.unfolded.has(index);
    const entities = state.entities ? data.entitiesOf(segment, place).map(([start, end, kind]) => [start, end, "entity", data.marking.kinds[kind].toLowerCase()]) : [];
    const shown = whole ? text : beginning(text);
    const within = (layer) => layer.filter(([start]) => start < shown.length);
    paragraph.append(painted(shown, [matches, entities, hits(shown, state.wanted)].map(within)));
    if (text.length <= LONG) return paragraph;
    const label = whole ? "Show less" : `… Show all ${text.length.toLocaleString("en")} characters`;
    const button = make("button", { type: "button", class: "fold", "aria-expanded": String(whole), dir: "ltr" }, label);
    button.addEventListener("click", () => {
      this.unfolded[whole ? "delete" : "add"](index);
      this.changed();
    });
    return make("div", { class: "text-box" }, paragraph, button);
  }

  scores(output) {
    const list = make("dl", { class: "scores" });
    const [kind, ...columns] = this.state.sort.split(":");
    this.data.scores.forEach((score, column) => {
      const value = score.values[output];
      const isMissing = Number.isNaN(value);
      const share = Math.round(100 * score.goodness[output]);
      const title = isMissing ? null : `${score.recipe}: better than ${share} % of all outputs`;
      const cell = make("dd", { class: isMissing ? "missing" : null, title }, score.write(value));
      if (!isMissing) cell.style.setProperty("--share", `${share}%`);
      const sorted = kind !== "number" && columns.includes(String(column));
      list.append(make("div", { class: sorted ? "sorted" : null }, make("dt", {}, make("bdi", {}, score.name)), cell));
    });
    return list;
  }

  // Good enough to place the scroll bar; rows in sight are measured.
  estimate(row, width) {
    const { data } = this;
    const [segment, system] = this.place(row);
    const isNarrow = width < 830;
    const letters = Math.max((isNarrow ? width - 32 : Math.min(width - 520, 830)) / 7.6, 20);
    const lines = (text) => (text === null ? 0 : Math.ceil(Math.min(text.length, SHOWN) / letters) || 1);
    let height = 66;
    for (let place = 0; place < data.ahead; place += 1) {
      const count = lines(data.text(segment, place));
      if (count) height += 12 + 25 * count + (isNarrow ? 20 : 0);
    }
    for (const one of system === null ? this.state.systems : [system]) {
      const count = lines(data.text(segment, data.ahead + one));
      height += isNarrow ? 76 + 25 * count : 12 + Math.max(25 * count, data.scores.length ? 42 : 0);
    }
    return height;
  }
}

// Four strengths, of which the last is for everything from 4 on; characters begin later.
function level(marking, order) {
  const steps = marking.unit === "word" ? order : Math.ceil((4 * (order - marking.least + 1)) / (marking.order - marking.least + 1));
  return `match${Math.min(Math.max(steps, 1), 4)}`;
}
