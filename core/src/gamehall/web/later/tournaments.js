/** The list of tournaments: those to come, those that run, those that are over. */

import { fill, h } from "../dom.js";
import { explain, moment, number, t } from "../i18n.js";

/** @param {object} app */
export function page(app) {
  const body = h("tbody");
  const note = h("p.quiet", { role: "status" });
  const rows = new Map();
  let mine = [];
  const show = () => {
    fill(body, [...rows.values()].sort((a, b) => b.tournament - a.tournament).map((one) => row(app, one, mine.includes(one.tournament))));
    note.textContent = rows.size ? "" : t("tournaments.none");
  };
  const load = async () => {
    try {
      const found = await app.tables.desk("listtournaments", { ended: true });
      mine = found.mine ?? [];
      for (const one of found.tournaments ?? []) rows.set(one.tournament, one);
      show();
    } catch (error) {
      note.textContent = explain(error);
    }
  };
  const stop = new AbortController();
  const heard = ({ detail }) => {
    rows.set(detail.tournament, detail);
    show();
  };
  app.lobby.addEventListener("tournament", heard, { signal: stop.signal });
  load();
  const head = ["name", "game", "stage", "players", "buyin", "pool", "starts"].map((key) => h("th", { scope: "col", textContent: t(`tournaments.${key}`) }));
  const element = h("section.page.rounds.tournaments", {}, h("header.page-head", {}, h("h1", { textContent: t("tournaments.title") })), h("div.scroll-x", {}, h("table", {}, h("thead", {}, h("tr", {}, head)), body)), note);
  return {
    element,
    close: () => {
      stop.abort();
      element.remove();
    },
  };
}

function row(app, one, mine) {
  const players = `${number(one.players)}/${number(one.most)}`;
  const left = one.stage === "running" ? ` (${t("tournaments.left", { count: number(one.left) })})` : "";
  return h(
    "tr",
    {},
    h("td", {}, h("a", { href: `#/tournament/${one.tournament}` }, h("bdi", { textContent: one.name })), mine && h("span.open-mark", { textContent: t("tournaments.mine") })),
    h("td", { textContent: app.lobby.game(one.game).title }),
    h("td", { textContent: t(`stage.${one.stage}`) }),
    h("td", { textContent: players + left }),
    h("td.number", { textContent: number(one.buyin ?? 0) }),
    h("td.number", { textContent: number(one.pool ?? 0) }),
    h("td", { textContent: when(one) }),
  );
}

/** When it starts, in words. */
export function when(one) {
  if (one.starts) return moment(one.starts);
  return t(one.sitandgo ? "tournaments.whenFull" : "tournaments.whenTold");
}
