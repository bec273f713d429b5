// The interface's words, from the catalogue that the server chose.

const element = document.getElementById("words");
const words = element ? JSON.parse(element.textContent) : {};

export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, place) => String(values[place]));
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
