/** The page of finished rounds: of one table, or all of one's own. */

import { h } from "../dom.js";
import { explain, moment, number, t } from "../i18n.js";

/** @param {object} app @param {number|null} table  its number; `null` for the own rounds */
export function page(app, table) {
  const body = h("tbody");
  const note = h("p.quiet", { role: "status" });
  const more = h("button", { type: "button", hidden: true, textContent: t("rounds.more") });
  const title = table === null ? t("rounds.mine") : t("rounds.of", { number: table });
  const head = ["rounds.round", "rounds.game", "rounds.ended", "rounds.results"].map((key) => h("th", { scope: "col", textContent: t(key) }));
  const back = table !== null && app.tables.open.has(table) && h("a.button", { href: `#/table/${table}`, textContent: t("join.back") });
  let oldest = null;

  const load = async () => {
    more.hidden = true;
    try {
      const wish = { ...(table === null ? {} : { table }), ...(oldest === null ? {} : { before: oldest }) };
      const { rounds = [] } = await app.tables.desk("listrounds", wish);
      body.append(...rounds.map((one) => row(app, one)));
      oldest = rounds.at(-1)?.round ?? oldest;
      more.hidden = rounds.length < 50;
      note.textContent = body.childElementCount ? "" : t("rounds.none");
    } catch (error) {
      note.textContent = explain(error);
    }
  };
  more.addEventListener("click", load);
  load();
  const element = h("section.page.rounds", {}, h("header.page-head", {}, h("h1", { textContent: title }), back), h("div.scroll-x", {}, h("table", {}, h("thead", {}, h("tr", {}, head)), body)), note, more);
  return { element, close: () => element.remove() };
}

function row(app, one) {
  const results = (one.seats ?? []).map((seat) => [h("span.result", {}, h("bdi", { textContent: seat.name }), ` ${signed(seat.payoff)}`), " "]);
  return h(
    "tr",
    {},
    h("td", {}, h("a", { href: `#/round/${one.round}`, "aria-label": `${t("rounds.open")} ${one.round}`, textContent: `${number(one.number)}` })),
    h("td", { textContent: app.lobby.game(one.game).title }),
    h("td", { textContent: moment(one.ended) }),
    h("td", {}, results),
  );
}

function signed(value) {
  return (value > 0 ? "+" : "") + number(value);
}

