/** The page put together: connection, account, lobby and tables, and which of them is shown. */

import { Account } from "./account.js";
import { header, loginView } from "./account-view.js";
import { Connection } from "./connection.js";
import { fill, h } from "./dom.js";
import { explain, loadTexts, t } from "./i18n.js";
import { Lobby } from "./lobby.js";
import { LobbyView } from "./lobby-view.js";
import { prefs } from "./prefs.js";
import { passwordDialog, sitDialog } from "./table-dialogs.js";
import { TableView } from "./table-view.js";
import { Tables } from "./tables.js";
import { forgetTexts } from "./views.js";
import { CODES, Refusal } from "./wire.js";

const NOTICE_MS = 7000;

/** The page. Its parts are handed this object, and call what stands here. */
class App {
  connection = new Connection(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
  account = new Account(this.connection);
  lobby = new Lobby(this.connection);
  tables = new Tables(this.connection, this.account);
  #root = document.getElementById("app");
  #main = h("main", { id: "main", tabIndex: -1 });
  #banner = h("div.banner", { role: "status", "aria-live": "polite" });
  #toasts = h("div.toasts", { role: "status", "aria-live": "polite" });
  #header = null;
  #view = null;
  #shown = "";
  #loaded = false;

  async start() {
    await loadTexts();
    this.#frame();
    this.connection.addEventListener("state", () => this.#showBanner());
    this.connection.addEventListener("welcome", () => this.#welcomed());
    this.connection.addEventListener("notice", ({ detail }) => this.#noticed(detail));
    this.account.addEventListener("changed", () => this.#accountChanged());
    this.tables.addEventListener("changed", () => this.#header.show());
    this.tables.addEventListener("gone", ({ detail: { error } }) => this.complain(new Error(explain(error))));
    this.lobby.addEventListener("seated", ({ detail }) => this.#seated(detail));
    prefs.addEventListener("changed", ({ detail }) => detail === "language" && this.#translate());
    addEventListener("hashchange", () => this.route());
    setInterval(() => this.#showBanner(), 500);
    this.connection.start();
    this.route();
  }

  /** Show what the address names. */
  async route() {
    this.#header.show();
    if (!this.account.loggedIn) {
      if (!this.account.returning && !this.account.canReturn) this.#show("login", () => loginView(this));
      return;
    }
    if (!this.#loaded) return;
    const [, place = "", word = ""] = location.hash.slice(1).split("?")[0].split("/");
    const gameid = Number(word);
    if (place === "table" && gameid) await this.#routeTable(gameid);
    else if (place === "round" && gameid) await this.#later("replay", gameid);
    else if (place === "rounds") await this.#later("rounds", gameid || null);
    else if (place === "tournament" && gameid) await this.#later("tournament", gameid);
    else if (place === "tournaments") await this.#later("tournaments", null);
    else if (place === "leaders") await this.#later("leaders", word);
    else this.#show("lobby", () => new LobbyView(this));
  }

  /** Somebody logged in: load the lobby, and go where the address says. */
  async arrived() {
    await this.lobby.load();
    this.#loaded = true;
    await this.route();
  }

  /**
   * Come to a table and show it.
   * @param {number} gameid
   * @param {{watch?: boolean, sit?: boolean}} how
   * @param {object} [sheet]  of the table, where it is known already
   */
  async openTable(gameid, how, sheet) {
    try {
      const known = sheet ?? (await this.lobby.details(gameid));
      if (!this.tables.open.has(gameid)) {
        const password = known.open ? undefined : await passwordDialog();
        if (password === null) return;
        // Where nobody may watch, one comes to a table by sitting down.
        const straight = how.sit && known.stakes !== "chips" && known.seat === undefined;
        await this.tables.enter(gameid, { password, watch: !straight });
      }
      if (location.hash === `#/table/${gameid}`) await this.route();
      else location.hash = `#/table/${gameid}`;
      const table = this.tables.open.get(gameid);
      if (how.sit && table?.model.you === null) await sitDialog(this, table);
    } catch (error) {
      this.complain(new Error(explain(error)));
    }
  }

  /** Leave a table, and go back to the lobby. */
  async leaveTable(gameid) {
    try {
      await this.tables.leave(gameid);
      location.hash = "#/";
    } catch (error) {
      this.complain(new Error(explain(error)));
    }
  }

  /** Close a table that one made. */
  async removeTable(gameid) {
    try {
      await this.lobby.remove(gameid);
    } catch (error) {
      this.complain(new Error(explain(error)));
    }
  }

  async logOut() {
    await this.account.logOut();
    location.hash = "#/";
  }

  /** Say that something did not go. */
  complain(error) {
    this.#toast(error.message, "error");
  }

  /** Say that something went. */
  tell(text) {
    this.#toast(text, "");
  }

  #frame() {
    this.#header = header(this);
    const skip = h("a.skip", { href: "#main", textContent: t("nav.skip"), onclick: (event) => (event.preventDefault(), this.#main.focus()) });
    fill(this.#root, skip, this.#header.element, this.#banner, this.#main, this.#toasts);
    this.#header.show();
  }

  async #routeTable(gameid) {
    if (!this.tables.open.has(gameid)) {
      await this.openTable(gameid, { watch: true });
      if (!this.tables.open.has(gameid)) location.hash = "#/";
      return;
    }
    this.#show(`table/${gameid}`, () => new TableView(this, this.tables.open.get(gameid)));
  }

  /** Pages that few open, loaded when somebody does. */
  async #later(name, argument) {
    const module = await import(`./later/${name}.js`);
    const query = location.hash.split("?")[1] ?? "";
    this.#show(`${name}/${argument}/${query}`, () => module.page(this, argument, new URLSearchParams(query)));
  }

  #show(key, make) {
    if (this.#shown === key && this.#view) return;
    this.#view?.close?.();
    this.#shown = key;
    this.#view = make();
    fill(this.#main, this.#view.element);
    this.#main.dataset.page = key.split("/")[0];
    scrollTo(0, 0);
    this.#header.show();
  }

  #hide() {
    this.#view?.close?.();
    this.#view = null;
    this.#shown = "";
    fill(this.#main);
  }

  async #welcomed() {
    const had = this.account.loggedIn;
    if (!this.account.canReturn) {
      if (had) await this.#loggedOut();
      this.route();
      return;
    }
    if (!(await this.account.comeBack())) return;
    try {
      await this.lobby.load();
      this.#loaded = true;
      await this.tables.comeBack();
      await this.route();
    } catch (error) {
      if (error.code !== CODES.lost) this.complain(new Error(explain(error)));
    }
  }

  #accountChanged() {
    this.#header.show();
    this.#showBanner();
    if (!this.account.loggedIn && !this.account.returning && this.connection.state === "open") this.#loggedOut();
  }

  async #loggedOut() {
    this.#loaded = false;
    this.tables.clear();
    this.#hide();
    await this.route();
  }

  async #translate() {
    forgetTexts();
    await loadTexts();
    await this.lobby.translate();
    this.#hide();
    this.#frame();
    await this.route();
  }

  /** A tournament gave us a chair: go there, and away from the table where we sat before. */
  async #seated({ tournament, name, gameid }) {
    const old = [...this.tables.open.values()].filter((one) => one.gameid !== gameid && Number(one.model.options.tournament) === tournament);
    this.tell(t("tournaments.seated", { name }));
    await this.openTable(gameid, { watch: true });
    for (const table of old) await this.tables.leave(table.gameid).catch(() => {});
  }

  #noticed(notice) {
    if ([CODES.elsewhere, 501].includes(notice.code)) return;
    this.complain(new Error(explain(notice)));
  }

  #showBanner() {
    const { connection, account } = this;
    const content = [];
    if (account.elsewhere) content.push(t("lost.elsewhere"), " ", h("button", { type: "button", textContent: t("lost.takeBack"), onclick: () => account.takeBack() }));
    else if (connection.state === "lost") {
      const seconds = Math.max(0, Math.ceil((connection.retryAt - performance.now()) / 1000));
      content.push(seconds ? t("lost.again", { seconds }) : t("lost.now"));
    } else if (connection.state === "connecting" || account.returning) content.push(t("lost.connecting"));
    const key = content.map((one) => one.textContent ?? one).join("");
    if (this.#banner.dataset.key === key) return;
    this.#banner.dataset.key = key;
    this.#banner.hidden = !content.length;
    fill(this.#banner, content);
  }

  #toast(text, kind) {
    const toast = h("div.toast", { class: kind }, h("span", { textContent: text }), h("button.icon", { type: "button", "aria-label": t("close"), textContent: "×", onclick: () => toast.remove() }));
    this.#toasts.append(toast);
    setTimeout(() => toast.remove(), NOTICE_MS);
  }
}

addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Refusal) event.preventDefault();
});

await new App().start();
