/** The list of open tables: sorted by any column, up or down; a row is chosen by click or keyboard. */

import { fill, h } from "./dom.js";
import { number, t } from "./i18n.js";
import { icon } from "./icon.js";

const COLUMNS = [
  { key: "name", value: (row) => row.name.toLocaleLowerCase() },
  { key: "game", value: (row, app) => app.lobby.game(row.gametype).title + row.gamevariant },
  { key: "players", value: (row) => row.players },
  { key: "phase", value: (row) => row.phase },
];

/** The list; `choose(gameid)` is called with the row chosen. */
export class TableList {
  #app;
  #choose;
  #by = 0;
  #down = false;
  #shown = [];
  #head = h("tr");
  #body = h("tbody");
  #empty = h("p.quiet.none");

  constructor(app, choose) {
    this.#app = app;
    this.#choose = choose;
    const caption = h("caption.sr", { textContent: t("lobby.tables") });
    this.element = h("div.table-list", {}, h("table", {}, caption, h("thead", {}, this.#head), this.#body), this.#empty);
  }

  /** @param {import("./lobby.js").Row[]} rows @param {number} all how many there are without filters @param {number|null} chosen */
  show(rows, all, chosen) {
    this.#shown = [rows, all, chosen];
    const { value } = COLUMNS[this.#by];
    const sorted = rows
      .map((row) => ({ row, key: value(row, this.#app) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.gameid - b.row.gameid))
      .map(({ row }) => row);
    if (this.#down) sorted.reverse();
    const focused = document.activeElement?.closest?.("tr[data-gameid]")?.dataset.gameid;
    fill(this.#head, COLUMNS.map((column, at) => this.#heading(column, at)));
    fill(this.#body, sorted.map((row) => this.#row(row, row.gameid === chosen)));
    this.#empty.textContent = rows.length ? "" : t(all ? "lobby.noneFits" : "lobby.none");
    if (focused) this.#body.querySelector(`tr[data-gameid="${Number(focused)}"] button`)?.focus();
  }

  #heading({ key }, at) {
    const on = at === this.#by;
    const sort = () => {
      this.#down = on && !this.#down;
      this.#by = at;
      this.show(...this.#shown);
      this.#head.querySelectorAll("button")[at].focus();
    };
    const arrow = on ? (this.#down ? " ▼" : " ▲") : "";
    const heading = h("th", { scope: "col", class: key }, h("button", { type: "button", onclick: sort }, t(`column.${key}`), h("span", { "aria-hidden": "true", textContent: arrow })));
    heading.setAttribute("aria-sort", on ? (this.#down ? "descending" : "ascending") : "none");
    return heading;
  }

  #row(row, chosen) {
    const game = this.#app.lobby.game(row.gametype);
    const variant = game.variants.length > 1 ? game.variants.find((one) => one.name === row.gamevariant)?.title : "";
    const open = this.#app.tables.open.has(row.gameid);
    const choose = () => this.#choose(row.gameid);
    const name = h("button.row-name", { type: "button", "aria-pressed": String(chosen) }, row.private && h("span.lock", { role: "img", "aria-label": t("table.private") }, icon("lock")), h("bdi", { textContent: row.name }), row.rated && h("span.open-mark", { textContent: t("tournaments.rated") }), open && h("span.open-mark", { textContent: t("lobby.open") }));
    const line = h(
      "tr",
      { dataset: { gameid: row.gameid }, class: chosen ? "chosen" : "" },
      h("td.name", {}, name),
      h("td.game", {}, game.title, variant && h("span.quiet", { textContent: ` ${variant}` })),
      h("td.players.number", { textContent: `${number(row.players)}/${number(row.maxplayers)}` }),
      h("td.phase", {}, h("span", { class: `phase-${row.phase}`, textContent: t(`phase.${row.phase}`) })),
    );
    line.addEventListener("click", choose);
    line.addEventListener("dblclick", () => this.#app.openTable(row.gameid, { watch: true }));
    return line;
  }
}
