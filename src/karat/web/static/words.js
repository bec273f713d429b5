// The interface's words, from the catalogue that the server chose.

const element = document.getElementById("words");
const words = element ? JSON.parse(element.textContent) : {};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

// A value of the other direction would drag the signs around it along: marks isolate it, and nobody sees them.
function isolated(value) {
  const text = String(value);
  return RIGHT_TO_LEFT.test(text) || document.dir === "rtl" ? `\u2068${text}\u2069` : text;
}

export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, place) => isolated(values[place]));
}

/** Tell a screen reader, and whoever looks at the status line. */
export function announce(text) {
  const place = document.getElementById("announcement");
  // The same words twice are news again only if they were gone in between.
  place.textContent = "";
  requestAnimationFrame(() => {
    place.textContent = text;
  });
}
