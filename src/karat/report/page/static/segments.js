// What was packed, unpacked: texts, marks and scores of every segment and output.

async function unpack() {
  const packed = atob(document.getElementById("karat-segments").textContent.trim());
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Segments(JSON.parse(await new Response(stream).text()));
}

class Segments {
  constructor(packed) {
    Object.assign(this, packed);
    this.count = packed.segments;
    this.ahead = (packed.source ? 1 : 0) + packed.references.length; // texts of a segment before its outputs
    this.width = this.ahead + packed.systems.length;
    this.scores = packed.scores.map((score) => new Score(score));
    this.lower = []; // texts in lower case, made when first looked at
  }

  output(segment, system) {
    return segment * this.systems.length + system;
  }

  text(segment, place) {
    return this.texts[segment * this.width + place];
  }

  has(segment, place, wanted) {
    const index = segment * this.width + place;
    const text = (this.lower[index] ??= (this.texts[index] ?? "").toLowerCase());
    return text.includes(wanted);
  }

  entitiesOf(segment, place) {
    return stretches(this.entities[segment * this.width + place]);
  }

  matchesOf(segment, system) {
    return stretches(this.matches[this.output(segment, system)]);
  }
}

// A column of values, one for each output, and how good each is among all of them.
class Score {
  constructor({ name, recipe, kind, higher, digits, values }) {
    Object.assign(this, { name, recipe, kind, higher, digits });
    const unit = 10 ** digits;
    this.values = Float64Array.from(values, (value) => (value === null ? NaN : value / unit));
    this.written = new Intl.NumberFormat("en", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    });
  }

  write(value) {
    return Number.isNaN(value) ? "–" : this.written.format(value).replace("-", "−");
  }

  // From 0 for the worst to 1 for the best; equal values share the middle of their places.
  get goodness() {
    return (this.kept ??= shares(this.values, this.higher));
  }
}

function shares(values, higher) {
  const there = [...values.keys()].filter((place) => !Number.isNaN(values[place]));
  there.sort((first, second) => values[first] - values[second]);
  const found = new Float64Array(values.length).fill(NaN);
  const last = Math.max(there.length - 1, 1);
  for (let start = 0, end; start < there.length; start = end) {
    for (end = start + 1; end < there.length && values[there[end]] === values[there[start]]; ) end += 1;
    const share = (start + end - 1) / 2 / last;
    for (let place = start; place < end; place += 1) found[there[place]] = higher ? share : 1 - share;
  }
  return found;
}

// "gap,length,what;…" as start, end and what.
function stretches(written) {
  const found = [];
  let end = 0;
  for (const piece of written.split(";")) {
    if (!piece) continue;
    const [gap, length, what] = piece.split(",").map(Number);
    found.push([end + gap, end + gap + length, what]);
    end += gap + length;
  }
  return found;
}
