/** The adviser of a table, where it has one: a button that asks, and what was last said. */

import { h } from "./dom.js";
import { language, t } from "./i18n.js";

/** What one player asks and hears; the answer is for this moment, and goes when it is past. */
export class Adviser {
  #ask;
  #button = h("button", { type: "button", textContent: t("adviser.ask"), onclick: () => this.#asked() });
  #words = h("p.advice", { role: "status" });
  #moment = "";
  element = h("div.adviser", { hidden: true }, this.#button, this.#words);

  /** @param {(name: string, body: object) => Promise<boolean>} ask  whether the question was taken */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @param {import("./table-model.js").TableModel} model @param {boolean} there  whether somebody answers here */
  show(model, there) {
    const own = there && model.you !== null && model.phase === "playing" && model.playing.includes(model.you);
    this.element.hidden = !own;
    const moment = `${model.number} ${model.turns.get(model.you)?.turn ?? ""}`;
    if (moment === this.#moment && own) return;
    this.#moment = moment;
    this.#words.textContent = "";
    this.#button.disabled = false;
  }

  /** What the server told this session: advice, or that there is none. @param {string} name @param {object} body */
  said(name, body) {
    if (name === "advicetalk") this.#words.textContent = body.words;
    else if (name === "unanswered" && body.question === "askadvice") this.#words.textContent = t("adviser.none");
    else return;
    this.#button.disabled = false;
  }

  async #asked() {
    this.#button.disabled = true;
    if (!(await this.#ask("askadvice", { language: language() }))) this.#button.disabled = false;
  }
}
