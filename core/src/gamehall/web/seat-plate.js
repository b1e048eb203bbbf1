/** `<gh-seat>`: one seat as every game shows it: who sits there, with how much, whose turn it is and for how long. */

import { fill, h } from "./dom.js";
import { botSign } from "./icon.js";
import { number, t } from "./i18n.js";

/** A game's view may put its own things into `top` and `side`, and a few words into `note`. */
export class SeatPlate extends HTMLElement {
  #turn = null;
  #frame = 0;
  #key = "";
  /** Whether there is something to click on it. */
  offers = false;
  /** For a game's cards. */
  top = h("div.seat-top");
  /** For what the seat did last. */
  note = h("div.seat-note");
  #who = h("div.seat-who");
  #bar = h("div.seat-clock", { role: "timer" }, h("i"));

  connectedCallback() {
    if (!this.firstChild) {
      this.setAttribute("role", "group");
      this.append(this.top, this.#who, this.#bar, this.note);
    }
    this.#tick();
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
  }

  /**
   * @param {number} place  the seat's number
   * @param {import("./table-model.js").Seat|undefined} seat  who sits there
   * @param {{you: boolean, turn?: import("./table-model.js").Turn, buttons: HTMLElement[], stack?: number}} more
   */
  show(place, seat, { you, turn, buttons, stack }) {
    this.#turn = turn ?? null;
    this.offers = buttons.length > 0;
    this.classList.toggle("empty", !seat);
    this.classList.toggle("you", you);
    this.classList.toggle("acting", Boolean(turn));
    this.classList.toggle("away", Boolean(seat && !seat.connected));
    this.classList.toggle("out", Boolean(seat?.out));
    const chips = stack ?? seat?.stack ?? 0;
    const key = JSON.stringify([place, seat, you, Boolean(turn), chips, buttons.map((one) => one.dataset.key)]);
    if (key !== this.#key) {
      this.#key = key;
      const label = seat ? t("seat.label", { number: place + 1, name: seat.name }) : t("seat.empty", { number: place + 1 });
      this.setAttribute("aria-label", turn ? `${label}, ${t("seat.acting")}` : label);
      this.dataset.seat = place;
      fill(this.#who, ...(seat ? taken(seat, chips) : [h("span.seat-name", { textContent: t("seat.free") })]), buttons);
    }
    this.#bar.hidden = !turn;
    this.#tick();
  }

  #tick() {
    cancelAnimationFrame(this.#frame);
    if (!this.#turn || !this.isConnected) return;
    const left = this.#turn.left ?? Math.max(0, this.#turn.until - performance.now());
    const share = this.#turn.total ? Math.min(1, left / (this.#turn.total * 1000)) : 0;
    this.#bar.firstChild.style.inlineSize = `${share * 100}%`;
    this.#bar.classList.toggle("late", left < 5000);
    this.#bar.setAttribute("aria-label", t("seat.seconds", { seconds: Math.ceil(left / 1000) }));
    if (this.#turn.left === undefined) this.#frame = requestAnimationFrame(() => this.#tick());
  }
}

function taken(seat, chips) {
  const state = seat.out ? t("seat.out") : !seat.connected ? t("seat.away") : "";
  return [
    h("span.seat-name", { title: seat.name }, seat.kind === "bot" && botSign(), h("bdi", { textContent: seat.name })),
    h("span.seat-stack", { textContent: number(chips) }),
    state && h("span.seat-state", { textContent: state }),
  ];
}

customElements.define("gh-seat", SeatPlate);
