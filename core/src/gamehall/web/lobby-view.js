/** The lobby: game types on the left, tables in the middle, the chosen table or the form for a new one on the right. */

import { createForm } from "./create-form.js";
import { fill, h } from "./dom.js";
import { number, t } from "./i18n.js";
import { prefs } from "./prefs.js";
import { tableDetails } from "./table-details.js";
import { TableList } from "./table-list.js";

/** The lobby's page. */
export class LobbyView {
  #app;
  #game = "";
  #variant = "";
  #search = "";
  #chosen = null;
  #details = null;
  #form = null;
  #types = h("nav.types");
  #side = h("aside.lobby-side");
  #list;
  #signature = "";
  #stop = new AbortController();

  /** @param {object} app  see main.js */
  constructor(app) {
    this.#app = app;
    this.#types.setAttribute("aria-label", t("lobby.games"));
    this.#side.setAttribute("aria-label", t("lobby.side"));
    this.#list = new TableList(app, (gameid) => this.#choose(gameid));
    const middle = h("section.lobby-middle", { "aria-label": t("lobby.tables") }, this.#filters(), this.#list.element);
    this.element = h("div.lobby", {}, this.#types, middle, this.#side);
    app.lobby.addEventListener("changed", () => this.show(), { signal: this.#stop.signal });
    app.tables.addEventListener("changed", () => this.show(), { signal: this.#stop.signal });
    this.show();
    this.#choose(null);
  }

  close() {
    this.#stop.abort();
    this.element.remove();
  }

  /** Draw the list and the counts as they are now. */
  show() {
    const rows = [...this.#app.lobby.tables.values()];
    this.#showTypes(rows);
    this.#list.show(rows.filter((row) => this.#fits(row)), rows.length, this.#chosen);
    if (this.#chosen === null) return;
    const row = this.#app.lobby.tables.get(this.#chosen);
    const signature = JSON.stringify([row?.players, row?.names, this.#app.tables.open.has(this.#chosen)]);
    if (!row) this.#choose(null);
    else if (signature !== this.#signature) {
      this.#signature = signature;
      this.#details?.reload();
    }
  }

  #fits(row) {
    const { gametype, gamevariant, players, maxplayers, name, names } = row;
    if (this.#game && gametype !== this.#game) return false;
    if (this.#variant && gamevariant !== this.#variant) return false;
    if (prefs.get("hideEmpty") && players === 0) return false;
    if (prefs.get("hideFull") && players >= maxplayers) return false;
    const wanted = this.#search.trim().toLocaleLowerCase();
    return !wanted || [name, ...names].some((one) => one.toLocaleLowerCase().includes(wanted));
  }

  #showTypes(rows) {
    const count = (game, variant) => rows.filter((row) => (!game || row.gametype === game) && (!variant || row.gamevariant === variant)).length;
    const item = (text, game, variant, kind) => {
      const on = this.#game === game && this.#variant === variant;
      return h("li", {}, h("button", { type: "button", class: kind, "aria-current": on ? "true" : "false", onclick: () => this.#pick(game, variant) }, text, " ", h("span.count", { textContent: number(count(game, variant)) })));
    };
    const focused = this.#types.contains(document.activeElement) ? [...this.#types.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    fill(
      this.#types,
      h("ul", {}, item(t("lobby.all"), "", "", ""), this.#app.lobby.games.map((game) => [item(game.title, game.name, "", ""), game.name === this.#game && game.variants.length > 1 && game.variants.map((variant) => item(variant.title, game.name, variant.name, "variant"))])),
      h("button.primary.new-table", { type: "button", textContent: t("lobby.new"), onclick: () => this.#choose(null, true) }),
    );
    if (focused >= 0) this.#types.querySelectorAll("button")[focused]?.focus();
  }

  #pick(game, variant) {
    this.#game = game;
    this.#variant = variant;
    this.show();
    if (this.#chosen === null) this.#choose(null);
  }

  #filters() {
    const search = h("input", { type: "search", placeholder: t("lobby.search"), "aria-label": t("lobby.search") });
    search.addEventListener("input", () => {
      this.#search = search.value;
      this.show();
    });
    const box = (name, text) => {
      const input = h("input", { type: "checkbox", checked: prefs.get(name) });
      input.addEventListener("change", () => {
        prefs.set(name, input.checked);
        this.show();
      });
      return h("label.check", {}, input, t(text));
    };
    return h("div.filters", { role: "search" }, search, box("hideEmpty", "lobby.hideEmpty"), box("hideFull", "lobby.hideFull"));
  }

  /** Show a table's details, or (`null`) the form for a new table. */
  #choose(gameid, focus = false) {
    this.#chosen = gameid;
    this.#signature = "";
    if (gameid === null) {
      this.#details = null;
      this.#form = createForm(this.#app, this.#game || this.#app.lobby.games[0]?.name, this.#variant);
      fill(this.#side, this.#form);
      if (focus) this.#form.querySelector("input, select")?.focus();
    } else {
      this.#details = tableDetails(this.#app, gameid);
      fill(this.#side, h("button.back", { type: "button", textContent: t("lobby.newInstead"), onclick: () => this.#choose(null, true) }), this.#details.element);
      if (matchMedia("(max-width: 900px)").matches) this.#side.scrollIntoView({ behavior: "smooth", block: "nearest" });
    }
    if (focus) this.#side.scrollIntoView({ block: "nearest" });
    this.show();
  }
}
