/** The leaderboard of one game: who leads over its recorded rounds, or over the rated ones. */

import { fill, h } from "../dom.js";
import { explain, language, number, t } from "../i18n.js";
import { botSign } from "../icon.js";

const COLUMNS = ["place", "name", "rounds", "won", "mean", "rating"];

/** @param {object} app @param {string} game  the first one, if empty @param {URLSearchParams} query */
export function page(app, game, query) {
  const chosen = game || app.lobby.games[0]?.name || "";
  const rated = query.has("rated");
  const go = (name, only) => (location.hash = `#/leaders/${name}${only ? "?rated" : ""}`);
  const games = h("select", { name: "game", "aria-label": t("create.game") }, app.lobby.games.map((one) => h("option", { value: one.name, selected: one.name === chosen, textContent: one.title })));
  const only = h("input", { type: "checkbox", checked: rated });
  games.addEventListener("change", () => go(games.value, only.checked));
  only.addEventListener("change", () => go(games.value, only.checked));
  const body = h("tbody");
  const note = h("p.quiet", { role: "status", textContent: t("leaders.wait") });
  const head = h("tr", {}, COLUMNS.map((key) => h("th", { scope: "col", class: key === "name" ? "" : "number", textContent: t(`leaders.${key}`) })));
  const load = async () => {
    try {
      const { leaders = [] } = await app.tables.desk("listleaders", { game: chosen, rated });
      fill(body, leaders.map(row));
      note.textContent = t(leaders.length ? "leaders.how" : "leaders.none");
    } catch (error) {
      note.textContent = explain(error);
    }
  };
  load();
  const choice = h("p.buttons", {}, games, h("label.check", {}, only, t("leaders.rated")));
  const element = h("section.page.rounds.leaders", {}, h("header.page-head", {}, h("h1", { textContent: t("leaders.title") }), choice), h("div.scroll-x", {}, h("table", {}, h("thead", {}, head), body)), note);
  return { element, close: () => element.remove() };
}

function row(one, at) {
  const mean = decimal(one.mean) + (one.halfwidth === undefined || one.halfwidth === null ? "" : ` ± ${decimal(one.halfwidth)}`);
  const rating = h("td.number", { title: `μ ${decimal(one.mu)}, σ ${decimal(one.sigma)}`, textContent: decimal(one.ordinal) });
  return h("tr", {}, h("td.number", { textContent: number(at + 1) }), h("td", {}, one.kind === "bot" && botSign(), h("bdi", { textContent: one.name })), h("td.number", { textContent: number(one.rounds) }), h("td.number", { textContent: number(one.won) }), h("td.number", { textContent: mean }), rating);
}

function decimal(value) {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}
