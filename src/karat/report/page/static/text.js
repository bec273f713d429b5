// A text with its highlights. Text only ever becomes text nodes.

const LONG = 1600; // a text longer than this is folded,
const SHOWN = 800; // and so much of it is shown

// Layers are lists of [start, end, class, title], none over another within one list.
function painted(text, layers) {
  const cuts = new Set([0, text.length]);
  for (const layer of layers) for (const [start, end] of layer) cuts.add(Math.min(start, text.length)).add(Math.min(end, text.length));
  const places = [...cuts].sort((first, second) => first - second);
  const reached = layers.map(() => 0);
  const pieces = document.createDocumentFragment();
  for (let place = 0; place + 1 < places.length; place += 1) {
    const [start, end] = [places[place], places[place + 1]];
    const classes = [];
    let title = null;
    layers.forEach((layer, index) => {
      while (reached[index] < layer.length && layer[reached[index]][1] <= start) reached[index] += 1;
      const one = layer[reached[index]];
      if (one && one[0] <= start && end <= one[1]) {
        classes.push(one[2]);
        title ??= one[3] ?? null;
      }
    });
    const piece = text.slice(start, end);
    pieces.append(classes.length ? make("span", { class: classes.join(" "), title }, piece) : piece);
  }
  return pieces;
}

// Where a text has what was asked for. Where lower case moves letters, nothing is shown rather than the wrong place.
function hits(text, wanted) {
  const lower = text.toLowerCase();
  if (!wanted || lower.length !== text.length) return [];
  const found = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    found.push([at, at + wanted.length, "hit"]);
    if (found.length === 1000) break;
  }
  return found;
}

// The beginning of a long text, without half of a pair of surrogates at its end.
function beginning(text) {
  const cut = text.slice(0, SHOWN);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
