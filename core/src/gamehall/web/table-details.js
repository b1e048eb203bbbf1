/** The right side of the lobby for a chosen table: who sits there with how much, rules, options, join and watch. */

import { fill, h } from "./dom.js";
import { explain, gameText, number, t } from "./i18n.js";
import { botSign, icon } from "./icon.js";
import { gameTexts } from "./views.js";

/** So many of a game's own options are told whatever their value; of the others what is not usual. */
const FIRST = 3;

/** The details of table `gameid`, filled when the server has told them. @param {object} app @param {number} gameid */
export function tableDetails(app, gameid) {
  const holder = h("section.details", { "aria-busy": true });
  const load = async () => {
    try {
      const sheet = await app.lobby.details(gameid);
      await gameTexts(sheet.game);
      holder.removeAttribute("aria-busy");
      fill(holder, heading(sheet), actions(app, sheet), players(sheet), tableInfo(app, sheet));
    } catch (error) {
      holder.removeAttribute("aria-busy");
      fill(holder, h("p", { textContent: explain(error) }));
    }
  };
  load();
  return { element: holder, reload: load };
}

function heading(sheet) {
  return h("h2", {}, sheet.private && h("span.lock", { role: "img", "aria-label": t("table.private") }, icon("lock")), h("bdi", { textContent: sheet.name }));
}

function actions(app, sheet) {
  const { gameid } = sheet;
  const open = app.tables.open.has(gameid);
  const seated = sheet.seat !== undefined;
  const buttons = [];
  if (open || seated) buttons.push(h("button.primary", { type: "button", textContent: t("join.back"), onclick: () => app.openTable(gameid, { watch: true }, sheet) }));
  if (!open && !seated) {
    if (sheet.players.length < sheet.maxplayers) buttons.push(h("button.primary", { type: "button", textContent: t("join.join"), onclick: () => app.openTable(gameid, { sit: true }, sheet) }));
    if (sheet.spectators !== "nobody") buttons.push(h("button", { type: "button", textContent: t("join.watch"), onclick: () => app.openTable(gameid, { watch: true }, sheet) }));
  }
  buttons.push(h("a.button", { href: `#/rounds/${gameid}`, textContent: t("rounds.title") }));
  if (sheet.host && !sheet.players.length) buttons.push(h("button.danger", { type: "button", textContent: t("table.delete"), onclick: () => app.removeTable(gameid) }));
  return h("p.buttons", {}, buttons);
}

function players(sheet) {
  if (!sheet.players.length) return h("p.quiet", { textContent: t("details.nobody") });
  const rows = sheet.players.map((one) =>
    h(
      "tr",
      {},
      h("td.number", { textContent: number(Number(one.seat) + 1) }),
      h("td", {}, one.kind === "bot" && botSign(), h("bdi", { textContent: one.name })),
      h("td.number", { textContent: number(Number(one.stack)) }),
    ),
  );
  const head = ["details.seat", "details.name", sheet.stakes === "chips" ? "details.chips" : "details.points"];
  return h("table.players", {}, h("caption.sr", { textContent: t("details.players") }), h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col", textContent: t(key) })))), h("tbody", {}, rows));
}

/** Rules and options of a table. */
export function tableInfo(app, sheet) {
  const game = app.lobby.game(sheet.game);
  const variant = game.variants.find((one) => one.name === sheet.variant)?.title ?? sheet.variant;
  // What the form does not offer is the server's to set, and 0 where there is none.
  const usual = new Map(game.options.map((one) => [one.name, one.default ?? ""]));
  const told = ["clock", ...game.options.slice(0, FIRST).map((one) => one.name)];
  const said = Object.entries(sheet.options).filter(([name, value]) => told.includes(name) || (usual.get(name) ?? "0") !== value);
  return [
    h("h3", { textContent: `${game.title} · ${variant}` }),
    h("ul.rules", {}, game.rules.map((rule) => h("li", { textContent: rule }))),
    h("h3", { textContent: t("details.options") }),
    h("dl.options", {}, said.map(([name, value]) => [h("dt", { textContent: optionName(sheet.game, name) }), h("dd", { textContent: optionWord(sheet.game, value) })])),
    sheet.creator && h("p.quiet", {}, t("details.creator"), " ", h("bdi", { textContent: sheet.creator })),
  ];
}

/** What an option is called. */
export function optionName(game, name, other = name) {
  return gameText(game, `option.${name}`, t(`option.${name}`, {}, other));
}

/** What a choice of an option is called. */
export function optionWord(game, value) {
  return gameText(game, `word.${value}`, t(`word.${value}`, {}, value));
}
