/** Checking a shuffle in this browser, by nothing but SHA-256 (Web Crypto): see the SDK's `shuffle`. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

const SPAN = 2 ** 32;
const encoder = new TextEncoder();

/** Hexadecimal digits to bytes. */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The hash that is told before the deal. @param {string} secret  hexadecimal */
export async function commitment(secret) {
  const digest = await crypto.subtle.digest("SHA-256", joined(encoder.encode("gamehall commitment"), bytes(secret)));
  return [...new Uint8Array(digest)].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** `deck` in the order that `secret` gives it: Fisher and Yates, each draw from the stream of hashes. */
export async function shuffled(deck, secret) {
  const draw = drawing(bytes(secret));
  const cards = [...deck];
  for (let place = cards.length - 1; place > 0; place--) {
    const other = await draw(place + 1);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/** Draws below a bound, every value equally likely. */
function drawing(secret) {
  let block = 0;
  let numbers = [];
  const next = async () => {
    if (!numbers.length) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setBigUint64(0, BigInt(block++));
      const view = new DataView(await crypto.subtle.digest("SHA-256", joined(secret, counter)));
      numbers = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
    }
    return numbers.shift();
  };
  return async (values) => {
    const limit = SPAN - (SPAN % values);
    let number = await next();
    while (number >= limit) number = await next();
    return number % values;
  };
}

function joined(a, b) {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** The part of the replay page that shows the secret and checks it. */
export function proof(replay, app) {
  const title = h("h2", { textContent: t("verify.title") });
  if (!replay.secret) return h("section.proof", {}, title, h("p", { textContent: t("verify.later") }));
  const heard = app.tables.open.get(replay.table)?.model.commitments.get(replay.number);
  const answers = h("ul", { role: "status" });
  const go = h("button", { type: "button", textContent: t("verify.go") });
  go.addEventListener("click", async () => {
    const [hash, deal] = await Promise.all([commitment(replay.secret), shuffled(replay.deck, replay.secret)]);
    const good = deal.join() === replay.deal.join();
    const line = (right, text) => h("li", { class: right ? "good" : "bad" }, right ? "✓ " : "✗ ", t(text));
    answers.replaceChildren(
      h("li", {}, `${t("verify.commitment")}: `, h("code", { textContent: hash })),
      ...(heard ? [line(heard === hash, heard === hash ? "verify.sameHash" : "verify.otherHash")] : [h("li", { textContent: t("verify.notHeard") })]),
      line(good, good ? "verify.sameDeal" : "verify.otherDeal"),
    );
  });
  return h(
    "section.proof",
    {},
    title,
    h("p", {}, `${t("verify.secret")}: `, h("code", { textContent: replay.secret })),
    heard && h("p", {}, `${t("verify.heard")}: `, h("code", { textContent: heard })),
    go,
    answers,
  );
}
