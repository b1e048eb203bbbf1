/** The view of a game that brought none: the seats in a row, and the fields of what may be seen, cards drawn. */

import { card, isCard } from "./card.js";
import { fill, h } from "./dom.js";
import { number } from "./i18n.js";

/** @param {HTMLElement} root @param {object} kit  see table-view.js @returns {import("./views.js").View} */
export function generalView(root, kit) {
  const seats = h("div.general-seats");
  const fields = h("div.general-fields");
  root.append(h("div.general", {}, seats, fields));
  return {
    show(model) {
      seats.replaceChildren(...kit.seats());
      fill(fields, model.view ? value("", model.view, kit) : h("p.quiet", { textContent: kit.t("table.noRound") }));
    },
  };
}

function value(key, what, kit) {
  if (isCard(what)) return card(what);
  if (Array.isArray(what)) {
    if (what.every((one) => one === null || typeof one !== "object")) return h("span.general-list", {}, what.map((one) => [value(key, one, kit), " "]));
    return records(what, kit);
  }
  if (what && typeof what === "object") {
    return h("dl", {}, Object.entries(what).map(([name, inner]) => [h("dt", { textContent: kit.t(`field.${name}`, {}, name) }), h("dd", {}, value(name, inner, kit))]));
  }
  if (typeof what === "number") return ["seat", "toact", "button"].includes(key) ? kit.nameOf(what) : number(what);
  if (typeof what === "boolean") return kit.t(what ? "yes" : "no");
  return kit.t(`word.${what}`, {}, String(what ?? "–"));
}

/** Things of one kind, side by side in a table. */
function records(list, kit) {
  const names = [...new Set(list.flatMap((one) => Object.keys(one ?? {})))];
  const head = h("tr", {}, names.map((name) => h("th", { scope: "col", textContent: kit.t(`field.${name}`, {}, name) })));
  const rows = list.map((one) => h("tr", {}, names.map((name) => h("td", {}, name in one ? value(name, one[name], kit) : ""))));
  return h("div.scroll-x", {}, h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
}
