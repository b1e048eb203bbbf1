/** The action bar of a poker hand: fold, check or call with its amount, bet or raise; cards to change; show or muck. */

const ORDER = ["fold", "check", "call", "bringin", "muck", "show", "declineblinds", "waitforblind", "postblinds"];

/**
 * @param {HTMLElement} bar
 * @param {object|null} ask  the question to the own seat
 * @param {object} view  the hand
 * @param {object} kit
 * @param {() => string[]} picked  the own cards that are picked, where cards are changed
 */
export function showActions(bar, ask, view, kit, picked) {
  const { h, fill } = kit;
  const cards = picked();
  const key = JSON.stringify([ask?.turn, ask?.actions.length, cards]);
  if (bar.dataset.key === key) return;
  bar.dataset.key = key;
  if (!ask || !view) {
    fill(bar);
    return;
  }
  const names = new Set(ask.actions.map((one) => Object.keys(one)[0]));
  const plain = ORDER.filter((name) => names.has(name)).map((name) =>
    h("button.action", { type: "button", dataset: { action: name }, class: name === "call" || name === "check" ? "primary" : "", onclick: () => kit.act(name, {}) }, label(name, view, kit)),
  );
  const more = [...names].filter((name) => !ORDER.includes(name) && name !== "discard").map((name) => {
    const action = ask.actions.find((one) => name in one);
    return h("button.action", { type: "button", dataset: { action: name }, onclick: () => kit.act(name, action[name]) }, kit.name(name));
  });
  fill(bar, plain, more, names.has("discard") && discard(ask, cards, kit), ask.amounts.map((range) => kit.amount(range, marks(view, ask.seat, range, kit))));
}

function label(name, view, kit) {
  return name === "call" && view.tocall ? `${kit.name(name)} ${kit.number(view.tocall)}` : kit.name(name);
}

/** Half the pot, the pot, everything: as amounts to bet or raise to. */
function marks(view, seat, { most }, kit) {
  const own = view.seats.find((one) => one.seat === seat);
  if (!own) return [];
  const { bet = 0, stack = 0 } = own;
  const call = view.tocall ?? 0;
  const to = (share) => bet + call + Math.round(share * (view.pot + call));
  const all = { label: kit.t(most === bet + stack ? "mark.allin" : "mark.most"), amount: most };
  return [{ label: kit.t("mark.half"), amount: to(0.5) }, { label: kit.t("mark.pot"), amount: to(1) }].filter((mark) => mark.amount < most).concat(all);
}

/** Change the cards that are picked, where the rules allow just these. */
function discard(ask, cards, kit) {
  const same = (one) => JSON.stringify([...(one.discard?.cards ?? [])].sort()) === JSON.stringify([...cards].sort());
  const allowed = ask.actions.some((one) => "discard" in one && same(one));
  const text = cards.length ? kit.t("discard.go", { count: cards.length }) : kit.t("discard.none");
  return kit.h("button.action.primary", { type: "button", disabled: !allowed, dataset: { action: "discard" }, onclick: () => kit.act("discard", { cards }), textContent: text });
}
