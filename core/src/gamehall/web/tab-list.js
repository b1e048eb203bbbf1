/** Tabs by the ARIA pattern: arrow keys move, one panel shows, a mark says that another has news. */

import { h } from "./dom.js";

let count = 0;

/**
 * @param {string} label
 * @param {Array<{key: string, title: string, content: Node}>} pages
 * @returns {{element: HTMLElement, open: (key: string) => void, mark: (key: string) => void}}
 */
export function tabs(label, pages) {
  const group = `tabs-${++count}`;
  const buttons = new Map();
  const panels = new Map();
  const open = (key, focus = false) => {
    for (const [name, button] of buttons) {
      const on = name === key;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
      panels.get(name).hidden = !on;
      if (on) button.classList.remove("news");
      if (on && focus) button.focus();
    }
  };
  const keys = pages.map((page) => page.key);
  for (const { key, title, content } of pages) {
    const id = `${group}-${key}`;
    const button = h("button", { type: "button", role: "tab", id, "aria-controls": `${id}-panel`, textContent: title, onclick: () => open(key) });
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) open(keys[(keys.indexOf(key) + step + keys.length) % keys.length], true);
    });
    buttons.set(key, button);
    panels.set(key, h("div.tab-panel", { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id }, content));
  }
  const element = h("div.tabs", {}, h("div.tab-buttons", { role: "tablist", "aria-label": label }, [...buttons.values()]), [...panels.values()]);
  open(keys[0]);
  return {
    element,
    open,
    mark: (key) => buttons.get(key).getAttribute("aria-selected") === "true" || buttons.get(key).classList.add("news"),
  };
}
