"""What can be checked of accessibility by looking at a page: names, roles, order, ids and contrast."""

from __future__ import annotations

from typing import Any

# Each finding is a sentence; an empty list is a page in which nothing was found.
CHECKS = r"""() => {
  const found = [];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const say = (problem, element) => found.push(`${problem}: ${element.outerHTML.slice(0, 120)}`);

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) found.push(`two ids ${id}`);

  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(/\s+/)) {
        if (!document.getElementById(id)) say(`${attribute} leads nowhere`, element);
      }
    }
  }

  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by) return by.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
    if (element.getAttribute("aria-label")) return element.getAttribute("aria-label").trim();
    if (element.labels?.length) return [...element.labels].map((label) => label.textContent).join(" ").trim();
    return element.textContent.trim();
  };
  for (const element of all("a, button, select, input, textarea, summary, [role=feed], [role=search], [role=group], section, nav, [tabindex='0']")) {
    if (!nameOf(element)) say("no name", element);
  }
  for (const element of all("svg")) if (!nameOf(element) || !element.getAttribute("role")) say("no name or role", element);

  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) say(`heading ${next} after ${level}`, heading);
    level = next;
  }
  if (all("h1").length !== 1) found.push("not one h1");
  for (const landmark of ["header", "nav", "main", "footer"]) {
    if (all(landmark).length !== 1) found.push(`not one ${landmark}`);
  }
  if (!document.documentElement.lang) found.push("no language");
  if (!document.title) found.push("no title");

  for (const table of all("table")) {
    for (const header of table.querySelectorAll("th")) if (!header.scope) say("no scope", header);
    const named = table.caption || table.closest("[aria-label]");
    if (!named) say("no caption", table);
    for (const row of table.tBodies[0].rows) if (row.cells[0].tagName !== "TH") say("no row header", row);
  }
  for (const list of all("ul, ol")) {
    for (const child of list.children) if (child.tagName !== "LI") say("not an item", child);
  }
  for (const list of all("dl")) {
    for (const child of list.children) if (!/^(DT|DD|DIV)$/.test(child.tagName)) say("not a term", child);
  }
  for (const row of all("[role=feed] article")) {
    if (!row.getAttribute("aria-posinset") || !row.getAttribute("aria-setsize")) say("no place", row);
  }
  for (const element of all("[tabindex]")) if (element.tabIndex > 0) say("tabindex above 0", element);
  for (const box of all(".table-box, .chart-box")) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls && box.tabIndex < 0) say("scrolls but has no focus", box);
  }
  for (const element of all("button, select, summary, input, .answer a, .contents a")) {
    const { width, height } = element.getBoundingClientRect();
    // 24 pixels are what WCAG 2.2 asks for; ticks have their label around them.
    if (element.type !== "checkbox" && !element.closest("th, td, p, li.answer, .answer") && Math.min(width, height) < 24) say("too small", element);
  }
  return found;
}"""

CONTRAST = r"""() => {
  const parse = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((part) => (part /= 255) <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { rgb, alpha } = parse(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let looked = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true }) || element.closest("script, style, svg, .unseen")) continue;
    const [first, second] = [luminance(parse(getComputedStyle(element).color).rgb), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (first + 0.05) / (second + 0.05);
    looked += 1;
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)}: ${element.className} ${node.data.trim().slice(0, 40)}`);
  }
  return { looked, found };
}"""


def problems(shown: Any) -> list[str]:
    """What is wrong with names, roles, headings, tables, ids and sizes."""
    found: list[str] = shown.evaluate(CHECKS)
    return found


def faint_texts(shown: Any) -> list[str]:
    """Texts that stand out from what is behind them less than WCAG's 4.5 to 1."""
    result = shown.evaluate(CONTRAST)
    assert result["looked"] > 20
    faint: list[str] = result["found"]
    return faint


def focus_order(shown: Any, *, most: int = 200) -> list[str]:
    """What the tab key reaches, from the beginning of the page until it is left."""
    reached = []
    for _ in range(most):
        shown.keyboard.press("Tab")
        where = shown.evaluate(
            """() => {
                const at = document.activeElement;
                if (!at || at === document.body) return null;
                const style = getComputedStyle(at);
                const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
                return `${at.tagName.toLowerCase()}#${at.id}${outlined ? "" : " without a visible focus"}`;
            }"""
        )
        if where is None:
            break
        reached.append(where)
    return reached
