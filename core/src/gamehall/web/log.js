/** What happened at a table, line by line, and said aloud (politely) by those who read the page to a person. */

import { isCard, written } from "./card.js";
import { fill, h } from "./dom.js";
import { number, t } from "./i18n.js";

const MOST = 400;
/** Fields that name seats. */
const SEATS = ["seat", "button", "smallblind", "bigblind", "winner", "leader", "from", "to", "by", "player"];

/** The log of one table. */
export class Log {
  list = h("div.log", { role: "log", "aria-live": "polite", "aria-relevant": "additions" });
  #scroll = h("div.log-scroll", { tabIndex: 0, role: "region" }, this.list);

  constructor() {
    this.#scroll.setAttribute("aria-label", t("log.title"));
  }

  /** What to put into the page. */
  get element() {
    return this.#scroll;
  }

  /** Start anew, for a table that was shown as a whole. */
  clear() {
    fill(this.list);
  }

  /** @param {Array<Node|string>} content @param {string} [kind] */
  add(content, kind = "") {
    const box = this.#scroll;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    this.list.append(h("p.line", { class: kind }, content));
    while (this.list.childElementCount > MOST) this.list.firstChild.remove();
    if (atEnd) box.scrollTop = box.scrollHeight;
  }
}

/**
 * An event in words; `null` where the catalogue says that it is worth none.
 * @param {string} name @param {object} body
 * @param {{t: Function, nameOf: (seat: number) => string}} kit
 */
export function line(name, body, kit) {
  const values = { amount: number(0), seat: kit.nameOf(0), count: 0 };
  if (!("seat" in body)) delete values.seat;
  for (const [key, value] of Object.entries(body)) values[key] = shown(key, value, kit);
  if (name === "roundended") values.results = results(body, kit);
  const text = kit.t(`event.${name}`, values, plain(name, values));
  return text === "" ? null : coloured(text);
}

/** Text with the signs of suits in their colours. */
export function coloured(text) {
  return text.split(/((?:10|[2-9JQKA])[♠♥♦♣])/).map((part, at) => (at % 2 ? h(`span.in-text.suit-${"shdc"["♠♥♦♣".indexOf(part.at(-1))]}`, { textContent: part }) : part));
}

function results(body, kit) {
  return kit.playing
    .map((seat, at) => [seat, body.payoffs?.[at] ?? 0])
    .filter(([, won]) => won > 0)
    .map(([seat, won]) => `${kit.nameOf(seat)} +${number(won)}`)
    .join(", ");
}

function shown(key, value, kit) {
  if (Array.isArray(value)) return value.map((one) => shown(key, one, kit)).join(" ");
  if (isCard(value)) return written(value);
  if (typeof value === "number") return SEATS.includes(key) ? kit.nameOf(value) : number(value);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (value && typeof value === "object") return Object.entries(value).map(([inner, one]) => `${inner} ${shown(inner, one, kit)}`).join(", ");
  return kit.t(`word.${value}`, {}, String(value));
}

function plain(name, values) {
  const { seat, ...rest } = values;
  delete rest.amount;
  delete rest.count;
  const more = Object.values(rest).filter((one) => one !== "").join(" ");
  return [seat ? `${seat}:` : "", name, more].filter(Boolean).join(" ");
}

