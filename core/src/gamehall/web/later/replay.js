/** The page of one finished round: step by step, in the game's own view, with the proof of its shuffle. */

import { h, fill, svg } from "../dom.js";
import { amount } from "../action-bar.js";
import { card, showCards, spoken, written } from "../card.js";
import { explain, has, number, t } from "../i18n.js";
import { icon } from "../icon.js";
import { Log, line } from "../log.js";
import { prefs } from "../prefs.js";
import { around, ring } from "../ring.js";
import { SeatPlate } from "../seat-plate.js";
import { TableModel } from "../table-model.js";
import { viewOf } from "../views.js";
import { proof } from "./verify.js";

const EVERYBODY = "all";

/** @param {object} app @param {number} round @param {URLSearchParams} query  `seat`, `step` */
export function page(app, round, query) {
  const element = h("section.page.replay", { "aria-busy": true });
  const replay = new ReplayPage(app, round, element);
  replay.load(query.get("seat"), Number(query.get("step") ?? 0)).catch((error) => {
    element.removeAttribute("aria-busy");
    fill(element, h("p", { role: "alert", textContent: explain(error) }), h("a.button", { href: "#/rounds", textContent: t("rounds.mine") }));
  });
  return { element, close: () => replay.close() };
}

class ReplayPage {
  #app;
  #round;
  #element;
  #stop = new AbortController();
  #view = null;
  #plates = new Map();
  #stage = h("div.stage");
  #log = new Log();
  #slider = h("input", { type: "range", min: 0, step: 1 });
  #label = h("output");
  #steps = [];
  #step = 0;
  #viewer = "";
  model;

  constructor(app, round, element) {
    this.#app = app;
    this.#round = round;
    this.#element = element;
    this.model = new TableModel(0);
  }

  close() {
    this.#stop.abort();
    this.#view?.close?.();
    this.#element.remove();
  }

  async load(seat, step) {
    const plain = await this.#ask();
    const me = plain.players.find((one) => one.name === this.#app.account.name)?.seat;
    const open = plain.viewers?.length === plain.players.length;
    this.#viewer = seat ?? (me === undefined ? (open ? EVERYBODY : "") : String(me));
    const module = await viewOf(plain.game);
    await this.#look(plain, module);
    this.#view = module.default(this.#stage, this.#kit());
    this.#draw(plain, module, me, open);
    this.#go(Math.min(step, this.#steps.length - 1));
    this.#element.removeAttribute("aria-busy");
  }

  #ask(seat) {
    return this.#app.tables.desk("replayround", { round: this.#round, ...(seat === undefined ? {} : { seat }) });
  }

  /** Fetch the steps as the chosen viewer saw them. */
  async #look(plain, module) {
    const own = (replay) => replay.steps.map((one) => ({ events: [], ...one, view: one.view ? Object.values(one.view)[0] : null }));
    if (this.#viewer === EVERYBODY && module.merge) {
      const others = await Promise.all(plain.viewers.map(async (seat) => [seat, own(await this.#ask(seat))]));
      this.#steps = own(plain).map((one, at) => ({ ...one, view: module.merge(new Map(others.map(([seat, steps]) => [seat, steps[at].view])), one.view) }));
      return;
    }
    const seat = this.#viewer === "" || this.#viewer === EVERYBODY ? undefined : Number(this.#viewer);
    this.#steps = own(seat === undefined ? plain : await this.#ask(seat));
    Object.assign(this.model, { you: seat ?? null });
  }

  #draw(plain, module, me, open) {
    const places = plain.players.map((one) => one.seat);
    Object.assign(this.model, { game: plain.game, variant: plain.variant, number: plain.number, maxseats: Math.max(...places) + 1, playing: places, phase: "playing" });
    this.model.seats = new Map(plain.players.map((one, at) => [one.seat, { seat: one.seat, name: one.name, kind: "human", stack: plain.stacks?.[at] ?? 0, connected: true, ready: true, out: false }]));
    const choices = [
      ...(plain.viewers ?? []).map((seat) => [String(seat), seat === me ? t("replay.you", { name: this.model.nameOf(seat) }) : this.model.nameOf(seat)]),
      ...(open && module.merge ? [[EVERYBODY, t("replay.everybody")]] : []),
      ["", t("replay.spectator")],
    ];
    const select = h("select", { onchange: () => this.#change(plain, module, select.value) }, choices.map(([value, text]) => h("option", { value, textContent: text, selected: value === this.#viewer })));
    const button = (key, to) => h("button", { type: "button", "aria-label": t(`replay.${key}`), title: t(`replay.${key}`), onclick: () => this.#go(to()) }, icon(key));
    this.#slider.max = this.#steps.length - 1;
    this.#slider.setAttribute("aria-label", t("replay.title", { number: plain.number, table: plain.table }));
    this.#slider.addEventListener("input", () => this.#go(Number(this.#slider.value)));
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#stop.signal });
    fill(
      this.#element,
      h("header.page-head", {}, h("h1", { textContent: t("replay.title", { number: number(plain.number), table: plain.table }) }), h("span.buttons", {}, h("button", { type: "button", textContent: t("replay.share"), onclick: () => this.#share() }), h("a.button", { href: `#/rounds/${plain.table}`, textContent: t("rounds.title") }))),
      plain.void && h("p.error", { textContent: t("replay.void", { why: plain.void }) }),
      h("div.replay-main", {}, this.#stage, h("aside.table-panel", {}, this.#log.element)),
      h(
        "div.replay-controls",
        {},
        button("first", () => 0),
        button("back", () => this.#step - 1),
        this.#slider,
        button("forward", () => this.#step + 1),
        button("last", () => this.#steps.length - 1),
        this.#label,
        h("label.check", {}, t("replay.as"), select),
      ),
      proof(plain, this.#app),
    );
  }

  #key(event) {
    if (event.target.closest("input, select, textarea")) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) this.#go(this.#step + step);
  }

  async #change(plain, module, viewer) {
    this.#viewer = viewer;
    try {
      await this.#look(plain, module);
      if (viewer === "" || viewer === EVERYBODY) this.model.you = null;
      this.#go(this.#step);
    } catch (error) {
      this.#app.complain(new Error(explain(error)));
    }
  }

  #go(step) {
    const { model } = this;
    this.#step = Math.max(0, Math.min(this.#steps.length - 1, step));
    const last = this.#step === this.#steps.length - 1;
    const at = this.#steps[this.#step];
    model.view = at.view;
    model.phase = last ? "pausing" : "playing";
    this.#slider.value = this.#step;
    this.#label.textContent = t("replay.step", { step: number(this.#step + 1), steps: number(this.#steps.length) });
    this.#log.clear();
    const kit = { t: (...words) => this.#text(...words), nameOf: (seat) => model.nameOf(seat), playing: model.playing };
    for (const { events = [] } of this.#steps.slice(0, this.#step + 1)) {
      const told = events.map((one) => Object.entries(one)[0]);
      this.#view?.told?.(told);
      for (const [name, body] of told) {
        const words = line(name, { ...body }, kit);
        if (words) this.#log.add(words);
      }
    }
    for (const seat of model.seats.keys()) this.#plate(seat).show(seat, model.seats.get(seat), { you: seat === model.you, buttons: [], stack: at.view?.seats?.find((one) => one.seat === seat)?.stack });
    this.#view?.show(model);
    history.replaceState(null, "", this.#address());
  }

  #address() {
    return `#/round/${this.#round}?seat=${this.#viewer}&step=${this.#step}`;
  }

  async #share() {
    try {
      await navigator.clipboard.writeText(new URL(this.#address(), location.href).href);
      this.#app.tell(t("replay.shared"));
    } catch (error) {
      this.#app.complain(error);
    }
  }

  #plate(seat) {
    if (!this.#plates.has(seat)) this.#plates.set(seat, new SeatPlate());
    return this.#plates.get(seat);
  }

  #text(key, values, other) {
    const own = `${this.model.game}.${key}`;
    return has(own) ? t(own, values) : t(key, values, other);
  }

  #kit() {
    const page = this;
    const nothing = () => Promise.resolve(false);
    return {
      h, svg, fill, card, showCards, written, spoken, ring, around, number, prefs, amount,
      t: (...words) => this.#text(...words),
      nameOf: (seat) => this.model.nameOf(seat),
      seat: (place) => this.#plate(place),
      seats: () => Array.from({ length: this.model.maxseats }, (_, place) => this.#plate(place)),
      act: nothing, command: nothing, refresh: () => {},
      name: (action) => this.#text(`action.${action}`, {}, action),
      replay: true,
      get model() {
        return page.model;
      },
    };
  }
}
