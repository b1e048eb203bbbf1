/** The own hand: a fan of buttons. What may be played stands up; where several cards are chosen, they are picked. */

/** Actions that carry one card each. */
const SINGLE = ["playcard", "passcard"];

/** The hand of the viewer's own seat. */
export class Hand {
  #kit;
  #picked = new Set();
  #key = "";
  element;

  constructor(kit) {
    this.#kit = kit;
    this.element = kit.h("div.hand", { role: "group", "aria-label": kit.t("hand") });
  }

  /** Draw the hand of the viewer's own seat. */
  show(model, view) {
    const own = view?.seats.find((one) => one.seat === model.you);
    const cards = own?.hand ?? [];
    const ask = model.myTurn ? model.ask : null;
    const single = new Map((ask?.actions ?? []).flatMap((one) => SINGLE.filter((name) => one[name]).map((name) => [one[name].card, name])));
    const several = (ask?.actions ?? []).filter((one) => one.exposecards).map((one) => one.exposecards.cards ?? []);
    const choosable = new Set(several.flat());
    if (!choosable.size) this.#picked.clear();
    const passed = view?.passed ?? [];
    const key = JSON.stringify([cards, [...single], [...choosable], [...this.#picked], passed, ask?.turn]);
    if (key === this.#key) return;
    const focused = document.activeElement?.dataset?.play;
    this.#key = key;
    this.element.style.setProperty("--count", String(Math.max(1, cards.length)));
    this.#kit.fill(this.element, cards.map((card) => this.#button(card, { name: single.get(card), choosable: choosable.has(card), asked: Boolean(ask), passed: passed.includes(card) })));
    if (focused) this.element.querySelector(`[data-play="${CSS.escape(focused)}"]`)?.focus();
  }

  #button(card, { name, choosable, asked, passed }) {
    const { h } = this.#kit;
    const may = Boolean(name) || choosable;
    const button = h("button.hand-card", { type: "button", disabled: !may, dataset: { play: card }, "aria-label": this.#kit.spoken(card) }, this.#kit.card(card));
    button.classList.toggle("may", may);
    button.classList.toggle("cannot", asked && !may);
    button.classList.toggle("picked", this.#picked.has(card) || passed);
    if (choosable) button.setAttribute("aria-pressed", String(this.#picked.has(card)));
    button.addEventListener("click", () => {
      if (name) this.#kit.act(name, { card });
      else {
        if (!this.#picked.delete(card)) this.#picked.add(card);
        this.#kit.refresh();
      }
    });
    return button;
  }

  /** The action bar: the cards are the buttons, but for a choice of several. */
  actions(bar, ask) {
    const { h, fill, t } = this.#kit;
    const several = (ask?.actions ?? []).filter((one) => one.exposecards);
    const chosen = [...this.#picked].sort();
    const key = JSON.stringify([ask?.turn, several.length, chosen]);
    if (bar.dataset.key === key) return;
    bar.dataset.key = key;
    if (!several.length) {
      fill(bar);
      return;
    }
    const match = several.find((one) => [...(one.exposecards.cards ?? [])].sort().join() === chosen.join());
    const text = chosen.length ? t("exposeThese", { count: chosen.length }) : t("exposeNone");
    fill(bar, h("button.action.primary", { type: "button", disabled: !match, dataset: { action: "exposecards" }, textContent: text, onclick: () => this.#kit.act("exposecards", { cards: match.exposecards.cards ?? [] }) }));
  }
}
