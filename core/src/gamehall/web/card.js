/** Playing cards, drawn as SVG: sharp at every size, named for those who listen. Colours are in card.css. */

import { h, svg } from "./dom.js";
import { t } from "./i18n.js";

const SUITS = {
  s: { name: "spades", sign: "♠", path: "M12 2c3.600 4.200 9 7.400 9 12.200a4.800 4.800 0 0 1-7.800 3.700c.2 2 .9 3.300 2.300 4.100h-7c1.400-.8 2.100-2.100 2.300-4.100A4.800 4.800 0 0 1 3 14.200C3 9.400 8.400 6.200 12 2z" },
  h: { name: "hearts", sign: "♥", path: "M12 21.500C7.500 17 2.500 13.300 2.500 8.300A5 5 0 0 1 7.500 3.200c2 0 3.600 1.100 4.500 2.900.9-1.800 2.500-2.900 4.500-2.900a5 5 0 0 1 5 5.100c0 5-5 8.700-9.500 13.200z" },
  d: { name: "diamonds", sign: "♦", path: "M12 1.500 20.500 12 12 22.500 3.500 12z" },
  c: { name: "clubs", sign: "♣", path: "M12 2a4.700 4.700 0 0 1 4 7.200 4.900 4.900 0 1 1-2.800 8.600c.2 2 1 3.400 2.300 4.200h-7c1.300-.8 2.100-2.200 2.300-4.200A4.900 4.900 0 1 1 8 9.200 4.700 4.700 0 0 1 12 2z" },
};

/** The rank and the suit of a card's text, `"As"`; jokers are `"JP"` and `"JG"`. */
export function parts(text) {
  return { rank: text.slice(0, -1), suit: text.slice(-1) };
}

/** A card as a person writes it: `"A♠"`, `"10♥"`. */
export function written(text) {
  if (isJoker(text)) return t(`card.${text}`);
  const { rank, suit } = parts(text);
  return (rank === "T" ? "10" : rank) + SUITS[suit].sign;
}

/** A card as a person says it: `"ace of spades"`. */
export function spoken(text) {
  if (isJoker(text)) return t(`card.${text}`);
  const { rank, suit } = parts(text);
  return t("card.of", { rank: t(`rank.${rank}`, {}, rank), suit: t(`suit.${suit}`) });
}

/** Whether `text` is a card. */
export function isCard(text) {
  return typeof text === "string" && (/^[2-9TJQKA][shdc]$/.test(text) || isJoker(text));
}

function isJoker(text) {
  return text === "JP" || text === "JG";
}

/**
 * A card, face up or (`null`) face down.
 * @param {string|null} text
 * @returns {HTMLElement}
 */
export function card(text) {
  if (text === null) return h("span.card.back", { role: "img", "aria-label": t("card.back") }, back());
  const { suit } = parts(text);
  const kind = isJoker(text) ? (text === "JG" ? "joker-big" : "joker-small") : `suit-${suit}`;
  return h(`span.card.${kind}`, { role: "img", "aria-label": spoken(text), dataset: { card: text } }, face(text));
}

/** The same cards in the same order need no new elements. */
export function showCards(holder, texts) {
  const key = texts.map((one) => one ?? "-").join(" ");
  if (holder.dataset.cards === key) return;
  holder.dataset.cards = key;
  holder.replaceChildren(...texts.map(card));
}

function face(text) {
  const { rank, suit } = parts(text);
  const frame = svg("rect", { class: "face", x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 });
  const picture = { viewBox: "0 0 60 84", "aria-hidden": "true" };
  if (isJoker(text)) {
    return svg("svg", picture, frame, svg("text", { x: 30, y: 38, class: "joker" }, "★"), svg("text", { x: 30, y: 66, class: "small" }, "JOKER"));
  }
  const index = rank === "T" ? "10" : rank;
  const pip = (x, y, size) =>
    svg("path", { class: "pip", d: SUITS[suit].path, transform: `translate(${x} ${y}) scale(${size / 24})` });
  return svg(
    "svg",
    picture,
    frame,
    svg("text", { x: index === "10" ? 3 : 6, y: 33, class: index === "10" ? "index wide" : "index" }, index),
    pip(7, 39, 16),
    pip(23, 43, 33),
  );
}

function back() {
  return svg(
    "svg",
    { viewBox: "0 0 60 84", "aria-hidden": "true" },
    svg("rect", { class: "face", x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 }),
    svg("rect", { class: "pattern", x: 6, y: 6, width: 48, height: 72, rx: 3 }),
    svg("path", { class: "weave", d: "M6 18 42 78M6 42l22 36M6 66l7 12M18 6l36 60M32 6l22 36M46 6l8 13M54 18 18 78M54 42 32 78M54 66l-7 12M42 6 6 66M28 6 6 42M14 6 6 19" }),
  );
}
