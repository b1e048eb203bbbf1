/** The buttons for what the own seat may do, from the server's question alone: a list, and ranges of amounts. */

import { fill, h } from "./dom.js";
import { number, t } from "./i18n.js";
import { entry } from "./wire.js";

/**
 * @param {HTMLElement} bar
 * @param {object|null} ask  the question, with `actions` (payloads) and `amounts` (ranges)
 * @param {{name: (action: string) => string, act: (name: string, body: object) => void}} kit
 */
export function showActions(bar, ask, kit) {
  const key = JSON.stringify(ask);
  if (bar.dataset.key === key) return;
  bar.dataset.key = key;
  if (!ask) {
    fill(bar);
    return;
  }
  const plain = ask.actions.map((one) => {
    const [name, body] = entry(one);
    return h("button.action", { type: "button", dataset: { action: name }, onclick: () => kit.act(name, body) }, words(name, body, kit));
  });
  fill(bar, plain, ask.amounts.map((range) => amount(range, kit)));
}

/** An action with what it carries, in words. */
export function words(name, body, kit) {
  const values = Object.values(body ?? {}).flat().map((one) => (typeof one === "object" ? JSON.stringify(one) : kit.value?.(one) ?? one));
  return [kit.name(name), ...values].join(" ");
}

/**
 * A slider with an exact entry for one range of amounts; just the button where there is one amount.
 * @param {{action: string, least: number, most: number}} range
 * @param {{name: Function, act: Function}} kit
 * @param {Array<{label: string, amount: number}>} [marks]  short cuts
 */
export function amount({ action, least, most }, kit, marks = []) {
  let value = least;
  const label = kit.name(action);
  const slider = h("input", { type: "range", min: least, max: most, step: 1, value: least, "aria-label": t("action.amountOf", { action: label }) });
  const exact = h("input.exact", { type: "number", inputMode: "numeric", min: least, max: most, step: 1, value: least, "aria-label": t("action.exactly", { action: label }) });
  const go = h("button.action.primary", { type: "submit", dataset: { action } });
  const take = (wish, from) => {
    value = Math.min(most, Math.max(least, Math.round(Number(wish) || least)));
    if (from !== slider) slider.value = value;
    if (from !== exact) exact.value = value;
    slider.setAttribute("aria-valuetext", number(value));
    go.textContent = `${label} ${number(value)}`;
  };
  slider.addEventListener("input", () => take(slider.value, slider));
  exact.addEventListener("input", () => take(exact.value, exact));
  exact.addEventListener("change", () => take(exact.value));
  const shortcuts = marks
    .filter((mark) => mark.amount >= least && mark.amount <= most)
    .map((mark) => h("button.mark", { type: "button", textContent: mark.label, onclick: () => take(mark.amount) }));
  const form = h("form.amount", { noValidate: true }, least < most && [h("div.marks", { role: "group", "aria-label": t("action.shortcuts") }, shortcuts), slider, exact], go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(exact.value);
    kit.act(action, { amount: value });
  });
  take(least);
  return form;
}
