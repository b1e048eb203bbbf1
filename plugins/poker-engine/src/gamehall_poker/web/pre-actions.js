/** What to do when one's turn comes, chosen before it: kept for one turn, and cleared when its price changes. */

/** Choices whose meaning hangs on the price: they go when it changes. */
const PRICED = ["check", "call"];

/** The choices, as check boxes of which one at most is set. */
export class PreActions {
  #kit;
  #chosen = null;
  #price = 0;
  #key = "";
  element;

  constructor(kit) {
    this.#kit = kit;
    this.element = kit.h("div.pre-actions", { role: "group", "aria-label": kit.t("pre.title") });
  }

  /** A new hand began. */
  clear() {
    this.#chosen = null;
    this.#key = "";
  }

  /** Draw the choices for a price, or none. @param {number|null} price  what a call would cost; `null`: nothing to choose */
  show(price) {
    const { fill } = this.#kit;
    if (price !== null && this.#chosen && price !== this.#price && PRICED.includes(this.#chosen)) this.#chosen = null;
    if (price !== null) this.#price = price;
    const key = `${price} ${this.#chosen}`;
    if (key === this.#key) return;
    this.#key = key;
    const kinds = price === null ? [] : price > 0 ? ["fold", "call", "callany"] : ["checkfold", "check", "callany"];
    fill(this.element, kinds.map((kind) => this.#box(kind, price)));
  }

  /** The action that was chosen for this question, if it still fits it. @returns {string|null} the action's name */
  take(actions, price) {
    const chosen = this.#chosen;
    this.#chosen = null;
    const can = (name) => actions.includes(name);
    switch (chosen) {
      case "fold":
      case "checkfold":
        return can("check") ? "check" : can("fold") ? "fold" : null;
      case "check":
        return can("check") ? "check" : null;
      case "call":
        return can("call") && price === this.#price ? "call" : null;
      case "callany":
        return can("call") ? "call" : can("check") ? "check" : null;
      default:
        return null;
    }
  }

  #box(kind, price) {
    const { h, t, number } = this.#kit;
    const box = h("input", { type: "checkbox", checked: this.#chosen === kind, dataset: { pre: kind } });
    box.addEventListener("change", () => {
      this.#chosen = box.checked ? kind : null;
      this.#price = price;
      for (const other of this.element.querySelectorAll("input")) if (other !== box) other.checked = false;
      this.#key = `${price} ${this.#chosen}`;
    });
    return h("label.check", {}, box, t(`pre.${kind}`, { amount: number(price) }));
  }
}
