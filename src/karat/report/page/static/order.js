// Which rows are shown, and in what order. A row is the number of a segment, or of an output.

// state: {wanted, where, type, document, systems: Set, view, sort, downwards, linked}
function chosenRows(data, state) {
  const rows = [];
  const size = data.systems.length;
  for (let segment = 0; segment < data.count; segment += 1) {
    const isLinked = state.linked?.segment === segment;
    if (!isLinked && !isIn(data.documents, segment, state.document)) continue;
    if (!isLinked && !isIn(data.text_types, segment, state.type)) continue;
    const given = hasGiven(data, segment, state);
    const shown = [...state.systems].filter((system) => given || hasOutput(data, segment, system, state));
    if (state.view === "segment") {
      if (given || shown.length || isLinked) rows.push(segment);
      continue;
    }
    const also = isLinked ? (state.linked.system ?? 0) : null;
    if (also !== null && !shown.includes(also)) shown.push(also);
    for (const system of shown.sort((a, b) => a - b)) rows.push(segment * size + system);
  }
  return sortedRows(rows, keys(data, state), state.downwards);
}

function isIn(groups, segment, chosen) {
  return chosen === null || groups.of[segment] === chosen;
}

function hasGiven(data, segment, { wanted, where }) {
  if (!wanted) return true;
  const first = data.source ? 1 : 0;
  if (where !== "reference" && where !== "output" && data.source && data.has(segment, 0, wanted)) return true;
  if (where !== "all" && where !== "reference") return false;
  for (let place = first; place < data.ahead; place += 1) if (data.has(segment, place, wanted)) return true;
  return false;
}

function hasOutput(data, segment, system, { wanted, where }) {
  return (where === "all" || where === "output") && data.has(segment, data.ahead + system, wanted);
}

// What rows are sorted by: a function from a row to a number, NaN where there is none. A segment has the mean of its
// shown outputs, and the greatest disagreement of any of them.
function keys(data, { view, sort, systems }) {
  const [kind, first, second] = sort.split(":");
  const size = data.systems.length;
  const segmentOf = (row) => (view === "segment" ? row : Math.floor(row / size));
  const outputsOf = (segment) => [...systems].map((system) => segment * size + system);
  if (kind === "number") return segmentOf;
  if (kind === "spread") {
    const { values } = data.scores[first];
    return (row) => spread(outputsOf(segmentOf(row)).map((output) => values[output]));
  }
  const ofOutput =
    kind === "score"
      ? (output) => data.scores[first].goodness[output]
      : (output) => Math.abs(disagreement(data, first, second, output));
  if (view === "output") return ofOutput;
  const together = kind === "score" ? mean : greatest;
  return (row) => together(outputsOf(row).map(ofOutput));
}

// How much better the metric places an output among all of them than people do: from -1 to 1.
function disagreement(data, metric, human, output) {
  return data.scores[metric].goodness[output] - data.scores[human].goodness[output];
}

const there = (values) => values.filter((value) => !Number.isNaN(value));

function mean(values) {
  const kept = there(values);
  return kept.length ? kept.reduce((sum, value) => sum + value, 0) / kept.length : NaN;
}

function greatest(values) {
  const kept = there(values);
  return kept.length ? Math.max(...kept) : NaN;
}

function spread(values) {
  const kept = there(values);
  return kept.length > 1 ? Math.max(...kept) - Math.min(...kept) : NaN;
}

// What has no value comes last either way; equal rows keep their order.
function sortedRows(rows, key, downwards) {
  const keyed = rows.map((row) => [key(row), row]);
  keyed.sort(([first, one], [second, other]) => {
    if (Number.isNaN(first) || Number.isNaN(second)) {
      return Number.isNaN(first) - Number.isNaN(second) || one - other;
    }
    return (downwards ? second - first : first - second) || one - other;
  });
  return keyed.map(([, row]) => row);
}
