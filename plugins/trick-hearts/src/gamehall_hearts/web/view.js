/** The view of a trick game (Gongzhu, Hearts): the own hand as a fan, the trick in the middle, what everybody took. */

import { Hand } from "./hand.js";

/** Where the cards of the trick lie, by place: own, left, across, right; with three players left, own, right. */
const SPOTS = { 3: ["south", "west", "east"], 4: ["south", "west", "north", "east"] };

/** @param {HTMLElement} root @param {object} kit */
export default function tricks(root, kit) {
  const { h, fill } = kit;
  const middle = h("div.trick-middle", { role: "group", "aria-label": kit.t("trick") });
  const hint = h("p.trick-hint", { role: "status" });
  const felt = h("div.tricks", {}, h("div.trick-felt"), middle);
  const hand = new Hand(kit);
  root.append(felt, hint, hand.element);
  const boxes = new Map();

  function show(model) {
    const { view } = model;
    const seats = (view?.seats ?? []).map((one) => one.seat);
    const players = seats.length ? seats : [...model.seats.keys()];
    const order = kit.around(model.you === null || players.includes(model.you) ? players : [...players, model.you], model.you);
    placeSeats(model, order);
    for (const seat of model.seats.keys()) showSeat(model, view?.seats.find((one) => one.seat === seat), seat);
    showTrick(model, view, order);
    hand.show(model, view);
    hint.textContent = hintOf(model, view);
  }

  function placeSeats(model, order) {
    const free = kit.seats().filter((plate, seat) => !model.seats.has(seat) && plate.offers);
    const all = [...order.map((seat) => kit.seat(seat)), ...(order.length < model.maxseats ? free : [])];
    const spots = SPOTS[Math.min(4, Math.max(3, model.maxseats))];
    for (const [seat, plate] of kit.seats().entries()) {
      const at = all.indexOf(plate);
      if (at < 0) {
        plate.remove();
        continue;
      }
      plate.className = plate.className.replace(/\bat-\w+/g, "").trim();
      plate.classList.add("trick-seat", `at-${spots[at % spots.length]}`);
      if (!boxes.has(seat)) boxes.set(seat, h("div.taken"));
      plate.top.hidden = seat === model.you;
      if (plate.parentNode !== felt) felt.append(plate);
      if (boxes.get(seat).parentNode !== plate) plate.append(boxes.get(seat));
    }
  }

  function showSeat(model, one, seat) {
    const plate = kit.seat(seat);
    const others = seat === model.you ? [] : one ? [...(one.hand ?? []), ...Array(one.hidden ?? 0).fill(null)] : [];
    kit.showCards(plate.top, others);
    plate.top.style.setProperty("--count", String(Math.max(1, others.length)));
    plate.note.textContent = one ? kit.t("score", { score: kit.number(one.score ?? 0), tricks: kit.number(one.tricks ?? 0) }) : "";
    plate.classList.toggle("leads", model.view?.leader === seat && model.phase === "playing");
    const box = boxes.get(seat);
    kit.showCards(box, one?.taken ?? []);
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", kit.t("taken", { seat: kit.nameOf(seat) }));
  }

  /** The trick being played; while none is, the last one with its winner. */
  function showTrick(model, view, order) {
    const last = view?.tricks?.at(-1);
    const old = !view?.trick?.length && last;
    const cards = old ? last.cards : view?.trick ?? [];
    const leader = old ? last.leader : view?.leader;
    const seats = (view?.seats ?? []).map((one) => one.seat);
    const from = Math.max(0, seats.indexOf(leader));
    const spots = SPOTS[seats.length] ?? SPOTS[4];
    middle.classList.toggle("old", Boolean(old));
    fill(
      middle,
      cards.map((card, at) => {
        const seat = seats[(from + at) % seats.length];
        const spot = spots[order.indexOf(seat) % spots.length];
        const place = h(`div.trick-card.${spot}`, { class: old && seat === last.winner ? "won" : at === 0 ? "led" : "" }, kit.card(card));
        place.title = kit.nameOf(seat);
        return place;
      }),
      (view?.exposed ?? []).length > 0 && h("p.exposed", {}, kit.t("exposed"), view.exposed.map((one) => [" ", kit.nameOf(one.seat), " ", (one.cards ?? []).map(kit.written).join(" ")])),
    );
  }

  function hintOf(model, view) {
    if (!model.myTurn) return "";
    const names = new Set(model.ask.actions.map((one) => Object.keys(one)[0]));
    if (names.has("passcard")) return kit.t("pass", { direction: kit.t(`word.${view?.direction}`), count: (view?.passed ?? []).length + 1 });
    return names.has("exposecards") ? kit.t("expose") : kit.t("play");
  }

  return {
    show,
    actions: (bar, ask) => hand.actions(bar, ask),
  };
}

/** With all hands open (a replay, an observer): everybody's own hand into one view. @param {Map<number, object>} views */
export function merge(views, plain) {
  const own = (seat) => views.get(seat)?.seats.find((one) => one.seat === seat);
  return { ...plain, seats: plain.seats.map((one) => (own(one.seat) ? { ...one, hand: own(one.seat).hand, hidden: 0 } : one)) };
}
