/** One tournament: enter it or withdraw, the way to one's table, and how it stands. */

import { fill, h } from "../dom.js";
import { explain, number, t } from "../i18n.js";
import { botSign } from "../icon.js";
import { when } from "./tournaments.js";

/** @param {object} app @param {number} id  the tournament's number */
export function page(app, id) {
  const title = h("h1");
  const facts = h("dl.options");
  const buttons = h("p.buttons");
  const body = h("tbody");
  const note = h("p.quiet", { role: "status" });
  const stack = h("th.number", { scope: "col" });
  const stop = new AbortController();

  const show = (sheet) => {
    title.textContent = sheet.row.name;
    fill(facts, about(app, sheet).map(([key, text]) => [h("dt", { textContent: t(`tournaments.${key}`) }), h("dd", { textContent: text })]));
    stack.textContent = t(app.lobby.game(sheet.row.game).stakes === "chips" ? "details.chips" : "details.points");
    fill(buttons, actions(sheet));
    fill(body, (sheet.players ?? []).map(row));
    note.textContent = sheet.why ? t("tournaments.why", { why: sheet.why }) : sheet.players?.length ? "" : t("tournaments.nobody");
  };
  const ask = async (command) => {
    try {
      show(await app.tables.desk(command, { tournament: id }));
    } catch (error) {
      if (title.textContent) app.complain(new Error(explain(error)));
      else note.textContent = explain(error);
    }
  };
  const button = (key, command, kind = "") => h("button", { type: "button", class: kind, textContent: t(`tournaments.${key}`), onclick: () => ask(command) });
  const actions = ({ row: { stage, players, most }, registered, gameid }) => [
    stage === "open" && !registered && players < most && button("enter", "registertournament", "primary"),
    stage === "open" && registered && button("withdraw", "withdrawtournament"),
    gameid && h("a.button.primary", { href: `#/table/${gameid}`, textContent: t("join.back") }),
  ];

  app.lobby.addEventListener("tournament", ({ detail }) => detail.tournament === id && ask("describetournament"), { signal: stop.signal });
  ask("describetournament");
  const column = (key) => h("th", { scope: "col", class: key === "player" ? "" : "number", textContent: t(`tournaments.${key}`) });
  const head = [column("place"), column("player"), stack, column("table"), column("prize")];
  const all = h("a.button", { href: "#/tournaments", textContent: t("tournaments.title") });
  const element = h("section.page.rounds.tournament", {}, h("header.page-head", {}, title, all), facts, buttons, h("div.scroll-x", {}, h("table", {}, h("thead", {}, h("tr", {}, head)), body)), note);
  return {
    element,
    close: () => {
      stop.abort();
      element.remove();
    },
  };
}

function about(app, sheet) {
  const { row: one } = sheet;
  const game = app.lobby.game(one.game);
  const variant = game.variants.find((other) => other.name === one.variant)?.title ?? one.variant;
  const facts = [["game", `${game.title} · ${variant}`], ["stage", t(`stage.${one.stage}`)], ["players", `${number(one.players)}/${number(one.most)}`]];
  if (one.stage === "open") facts.push(["starts", when(one)]);
  facts.push(["buyin", number(one.buyin ?? 0)]);
  if (one.stage === "running") facts.push(["level", number(sheet.level + 1)]);
  if (sheet.deals) facts.push(["deals", number(sheet.deals)]);
  if (sheet.prizes?.length) facts.push(["prizes", sheet.prizes.map(number).join(" · ")]);
  if (one.rated) facts.push(["rated", t("yes")]);
  return facts;
}

function row(one) {
  const table = one.gameid ? h("a", { href: `#/table/${one.gameid}`, textContent: number(one.table) }) : "";
  return h("tr", {}, h("td.number", { textContent: one.place ? number(one.place) : "" }), h("td", {}, one.kind === "bot" && botSign(), h("bdi", { textContent: one.name })), h("td.number", { textContent: number(one.stack ?? 0) }), h("td.number", {}, table), h("td.number", { textContent: one.prize ? number(one.prize) : "" }));
}
