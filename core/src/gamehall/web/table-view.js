/** The shell round every game at a table: its name and state, the game's view, actions, log, chat, who comes and goes. */

import { amount, showActions } from "./action-bar.js";
import { Adviser } from "./adviser.js";
import { card, showCards, spoken, written } from "./card.js";
import { fill, h, svg } from "./dom.js";
import { explain, has, number, t } from "./i18n.js";
import { Log, line } from "./log.js";
import { prefs } from "./prefs.js";
import { around, ring } from "./ring.js";
import { SeatPlate } from "./seat-plate.js";
import { ownControls } from "./table-controls.js";
import { addBotDialog, sitDialog } from "./table-dialogs.js";
import { tableInfo } from "./table-details.js";
import { tabs } from "./tab-list.js";
import { chat } from "./talk.js";
import { viewOf } from "./views.js";

/** A table of the page, drawn. */
export class TableView {
  #app;
  #table;
  #view = null;
  #merge = null;
  #bar = h("div.action-bar", { role: "group" });
  #controls = h("div.own-controls");
  #stage = h("div.stage");
  #title = h("div.table-title");
  #notice = h("p.table-notice", { role: "status" });
  #swaps = h("div.table-swaps", { role: "status" });
  #info = h("div.table-info");
  #plates = new Map();
  #log = new Log();
  #adviser = new Adviser((name, body) => this.#do(this.#table.command(name, body)));
  #chat;
  #sheet = null;
  #bots = [];
  /** Places that a bot is on its way to. */
  #coming = new Set();
  #stop = new AbortController();

  /** @param {object} app  see main.js @param {import("./tables.js").Table} table */
  constructor(app, table) {
    this.#app = app;
    this.#table = table;
    this.#bar.setAttribute("aria-label", t("action.title"));
    this.#chat = chat(table, (error) => app.complain(error));
    const panel = tabs(t("table.panel"), [
      { key: "log", title: t("log.title"), content: this.#log.element },
      { key: "chat", title: t("chat.title"), content: this.#chat.element },
      { key: "info", title: t("table.info"), content: this.#info },
    ]);
    this.element = h(
      "section.table-page",
      { "aria-label": t("table.label") },
      h("header.table-head", {}, this.#title, this.#headButtons()),
      h("div.table-main", {}, this.#notice, this.#swaps, this.#stage, h("div.table-foot", {}, this.#bar, this.#adviser.element, this.#controls)),
      h("aside.table-panel", { "aria-label": t("table.panel") }, panel.element),
    );
    const { signal } = this.#stop;
    table.addEventListener("changed", () => this.show(), { signal });
    table.addEventListener("news", ({ detail }) => this.#told(detail), { signal });
    table.addEventListener("talk", ({ detail: { kind, body } }) => {
      if (kind === "chat") this.#chat.said(body);
      else this.#chat.spoken(body);
      panel.mark("chat");
    }, { signal });
    this.#load();
  }

  /** Take the view away; the table itself stays. */
  close() {
    this.#stop.abort();
    this.#view?.close?.();
    this.element.remove();
  }

  get #model() {
    return this.#table.model;
  }

  async #load() {
    const { game } = this.#model;
    const [module] = await Promise.all([viewOf(game), this.#describe()]);
    if (this.#stop.signal.aborted) return;
    this.#merge = module.merge ?? null;
    this.#view = module.default(this.#stage, this.#kit());
    this.show();
  }

  /** Ask who may do what here, and which bots there are. */
  async #describe() {
    const { lobby } = this.#app;
    [this.#sheet, this.#bots] = await Promise.all([
      lobby.details(this.#table.gameid).catch(() => null),
      lobby.bots(this.#model.game).catch(() => []),
    ]);
    fill(this.#info, this.#sheet && tableInfo(this.#app, this.#sheet));
  }

  /** What a game's view works with. */
  #kit() {
    const table = this.#table;
    return {
      h, svg, fill, card, showCards, written, spoken, ring, around, number, prefs,
      t: (key, values, other) => this.#text(key, values, other),
      nameOf: (seat) => this.#model.nameOf(seat),
      seat: (place) => this.#plate(place),
      seats: () => this.#places().map((place) => this.#plate(place)),
      act: (name, body) => this.#do(table.act(name, body)),
      amount: (range, marks) => amount(range, { name: (action) => this.#text(`action.${action}`, {}, action), act: (name, body) => this.#do(table.act(name, body)) }, marks),
      refresh: () => this.show(),
      command: (name, body) => this.#do(table.command(name, body)),
      name: (action) => this.#text(`action.${action}`, {}, action),
      get model() {
        return table.model;
      },
    };
  }

  #text(key, values, other) {
    const own = `${this.#model.game}.${key}`;
    return has(own) ? t(own, values) : t(key, values, other);
  }

  #told({ events }) {
    const kit = { t: (key, values, other) => this.#text(key, values, other), nameOf: (seat) => this.#model.nameOf(seat), playing: this.#model.playing };
    for (const [name, body] of events) {
      const words = line(name, { ...body }, kit);
      if (words) this.#log.add(words, name === "roundstarted" ? "round" : "");
      this.#adviser.said(name, body);
    }
    this.#view?.told?.(events);
  }

  /** Draw the table as it is now. */
  show() {
    const model = this.#model;
    const game = this.#app.lobby.game(model.game);
    const variant = game.variants.find((one) => one.name === model.variant)?.title ?? model.variant;
    const state = model.phase === "playing" ? t("table.round", { number: number(model.number) }) : t(`phase.${model.phase}`);
    fill(this.#title, h("h1", {}, h("bdi", { textContent: model.name })), h("p.quiet", { textContent: [game.title, variant, state].join(" · ") }));
    this.#notice.textContent = this.#news();
    for (const place of this.#places()) this.#showPlate(place);
    this.#showSwaps();
    ownControls(this.#controls, { app: this.#app, table: this.#table, host: this.#sheet?.host, sit: () => this.#sit(), run: (promise) => this.#do(promise) });
    if (this.#merge && model.sights.size && model.view) model.view = this.#merge(model.sights, model.view);
    this.#view?.show(model);
    this.#adviser.show(model, this.#table.live && Boolean(this.#sheet?.extensions?.some((one) => one.questions.includes("askadvice"))));
    const own = model.myTurn && this.#table.live;
    this.#bar.classList.toggle("mine", own);
    if (!this.#view) return;
    if (this.#view.actions) this.#view.actions(this.#bar, own ? model.ask : null);
    else showActions(this.#bar, own ? model.ask : null, this.#kit());
  }

  #news() {
    const model = this.#model;
    if (model.closed) return t("table.closed", { why: model.closed });
    if (model.frozen) return t("table.frozen");
    if (!this.#table.live) return t("table.away");
    if (model.paused) return t("table.paused");
    if (model.warned !== null && model.warned === model.turns.get(model.you)?.turn) return t("table.warned");
    if (model.stopping) return t("table.stopping");
    if (model.phase === "waiting" && model.you !== null) return t("table.waiting");
    return "";
  }

  /** Those who ask the own seat to change seats. */
  #showSwaps() {
    const { swaps } = this.#model;
    const key = JSON.stringify([...swaps]);
    if (this.#swaps.dataset.key === key) return;
    this.#swaps.dataset.key = key;
    const answer = (seat, accept) => {
      swaps.delete(seat);
      this.#do(this.#table.command("answerswap", { seat, accept }));
      this.show();
    };
    fill(this.#swaps, [...swaps].map(([seat, name]) => h("p", {}, h("bdi", { textContent: name }), ` ${t("swap.asks")} `, h("button", { type: "button", textContent: t("yes"), onclick: () => answer(seat, true) }), " ", h("button", { type: "button", textContent: t("no"), onclick: () => answer(seat, false) }))));
  }

  #places() {
    return Array.from({ length: this.#model.maxseats }, (_, place) => place);
  }

  #plate(place) {
    if (!this.#plates.has(place)) this.#plates.set(place, new SeatPlate());
    return this.#plates.get(place);
  }

  #showPlate(place) {
    const model = this.#model;
    const seat = model.seats.get(place);
    const stack = this.#view?.stackOf?.(place) ?? seat?.stack;
    this.#plate(place).show(place, seat, { you: place === model.you, turn: model.turns.get(place), stack, buttons: this.#plateButtons(place, seat) });
  }

  #plateButtons(place, seat) {
    const live = this.#table.live && !this.#model.closed && !this.#model.frozen;
    const host = live && (this.#sheet?.host || (this.#model.options.openbots === "true" && this.#model.you !== null));
    const label = { number: place + 1 };
    const button = (key, onclick, text) => h("button.seat-button", { type: "button", dataset: { key }, "aria-label": t(`seat.${key}`, label), textContent: text ?? t(`seat.${key}Short`), onclick });
    const swaps = live && this.#model.you !== null && this.#model.you !== place && this.#swapsNow() && !this.#keepsPlace(this.#model.you) && !this.#keepsPlace(place);
    const swap = () => this.#do(this.#table.command("askswap", { seat: place }));
    const buttons = swaps ? [button(seat ? "swap" : "move", swap)] : [];
    if (seat) {
      const remove = () => this.#do(this.#table.command("removebot", { seat: place }));
      return host && seat.kind === "bot" ? [button("removebot", remove, "×"), ...buttons] : buttons;
    }
    if (live && this.#model.you === null) buttons.push(button("sit", () => this.#sit(place)));
    if (host && this.#bots.length && !this.#coming.has(place)) buttons.push(button("addbot", () => addBotDialog(this.#bots, (name) => this.#addBot(place, name))));
    return buttons;
  }

  /** Whether this is a moment to change seats: where chips are played, not between every two hands. */
  #swapsNow() {
    const chips = this.#app.lobby.game(this.#model.game).stakes === "chips";
    return (chips ? ["waiting"] : ["waiting", "pausing", "over"]).includes(this.#model.phase);
  }

  /** Whether who sits there has said ready: nobody changes places with them, a bot apart. */
  #keepsPlace(place) {
    const seat = this.#model.seats.get(place);
    return this.#model.options.ready === "true" && seat?.kind !== "bot" && Boolean(seat?.ready);
  }

  async #addBot(place, name) {
    this.#coming.add(place);
    this.show();
    await this.#do(this.#table.command("addbot", { name, seat: place }));
    this.#coming.delete(place);
    this.show();
  }

  #sit(place) {
    sitDialog(this.#app, this.#table, place);
  }

  #headButtons() {
    const { app, gameid } = { app: this.#app, gameid: this.#table.gameid };
    return h(
      "div.table-buttons",
      {},
      h("a.button", { href: `#/rounds/${gameid}`, textContent: t("rounds.title") }),
      h("button", { type: "button", textContent: t("table.leave"), onclick: () => app.leaveTable(gameid) }),
    );
  }

  /** Wait for something asked for, and say so when it was refused. */
  async #do(promise) {
    try {
      await promise;
      return true;
    } catch (error) {
      this.#app.complain(new Error(explain(error)));
      return false;
    }
  }
}
