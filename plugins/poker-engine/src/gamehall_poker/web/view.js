/** The view of a poker hand, whatever the variant: seats round the felt, board, pots, bets, and what one may do. */

import { showActions } from "./actions.js";
import { PreActions } from "./pre-actions.js";
import { Presets } from "./presets.js";
import { best, bestOfTwoAndThree, inWords } from "./strength.js";

/** Variants where the lowest hand wins something: there the words for high hands would mislead. */
const LOW = /razz|low|27|a5|badugi|eight|single-draw|triple-draw|lo$/;
/** Variants in which just two of the own cards count, with three of the board. */
const TWO_AND_THREE = /omaha/;
/** On a felt of fewer pixels across, plates set on an oval would hang over its edges. */
const NARROW = 420;

/** @param {HTMLElement} root @param {object} kit */
export default function poker(root, kit) {
  const { h } = kit;
  const board = h("div.poker-board", { role: "group", "aria-label": kit.t("board") });
  const pots = h("div.poker-pots", { role: "status" });
  const words = h("div.poker-words", { role: "status" });
  const middle = h("div.poker-middle", {}, board, pots);
  const felt = h("div.poker", {}, h("div.poker-felt"), middle, words);
  root.append(felt);
  const pre = new PreActions(kit);
  const presets = new Presets(kit);
  root.append(h("div.poker-options", {}, pre.element, presets.element));
  const bets = new Map();
  const notes = new Map();
  const picked = new Set();
  let asked = null;

  const resized = new ResizeObserver(() => place(kit.model));
  resized.observe(felt);

  /** Put every seat that matters into its place, the own one at the bottom. */
  function place(model) {
    const all = Array.from({ length: model.maxseats }, (_, seat) => seat);
    const portrait = felt.clientHeight > felt.clientWidth * 0.95 || felt.clientWidth < NARROW;
    felt.classList.toggle("portrait", portrait);
    const order = kit.around(all, model.you);
    const spots = kit.ring(order.length, { portrait, rx: 43, ry: 38 });
    order.forEach((seat, at) => {
      const plate = kit.seat(seat);
      const wanted = model.seats.has(seat) || plate.offers;
      if (!wanted) plate.remove();
      else if (plate.parentNode !== felt) felt.append(plate);
      plate.classList.add("poker-seat");
      put(plate, spots[at]);
      const inward = { x: spots[at].x + (50 - spots[at].x) * 0.42, y: spots[at].y + (46 - spots[at].y) * (portrait ? 0.36 : 0.46) };
      put(betOf(seat), inward);
    });
  }

  function betOf(seat) {
    if (!bets.has(seat)) {
      const bet = h("div.poker-bet", { hidden: true });
      bets.set(seat, bet);
      felt.append(bet);
    }
    return bets.get(seat);
  }

  function show(model) {
    const { view } = model;
    place(model);
    const over = model.phase !== "playing";
    const winners = over && view ? view.seats.filter((one) => one.won > 0) : [];
    const winning = winningCards(winners, view?.board ?? [], model.variant);
    kit.showCards(board, view?.board ?? []);
    mark(board, winning);
    showPots(view, over, winners);
    for (const seat of model.seats.keys()) showSeat(model, view, seat, over, winning);
    for (const [seat, bet] of bets) {
      const chips = over ? 0 : view?.seats.find((one) => one.seat === seat)?.bet ?? 0;
      bet.hidden = !chips;
      bet.textContent = chips ? kit.number(chips) : "";
    }
    showWords(model, view);
    pre.show(price(model, view));
    presets.show(model);
  }

  function showPots(view, over, winners) {
    if (!view || (over && !view.pot)) {
      kit.fill(pots);
      return;
    }
    const list = (view.pots ?? []).filter(Boolean);
    const total = h("span.pot", {}, kit.t("pot", { amount: kit.number(view.pot ?? 0) }));
    const sides = list.length > 1 && list.map((chips, at) => h("span.side", {}, at ? kit.t("sidePot", { number: at, amount: kit.number(chips) }) : kit.t("mainPot", { amount: kit.number(chips) })));
    kit.fill(pots, total, sides, winners.map(won));
  }

  /** Who won what with which hand. */
  function won({ seat, won: chips, cards }) {
    const five = cards?.length && !LOW.test(kit.model.variant) ? strength(cards, kit.model.view.board ?? [], kit.model.variant) : null;
    const hand = five?.cards.length === 5 ? `: ${inWords(five, kit.t)}` : "";
    return h("span.won", {}, h("bdi", { textContent: kit.nameOf(seat) }), ` ${kit.t("wins", { amount: kit.number(chips) })}${hand}`);
  }

  function showSeat(model, view, seat, over, winning) {
    const plate = kit.seat(seat);
    const one = view?.seats.find((other) => other.seat === seat);
    const own = seat === model.you;
    const known = one?.cards ?? [];
    kit.showCards(plate.top, one ? [...Array(one.hidden ?? 0).fill(null), ...known] : []);
    plate.top.style.setProperty("--count", String(Math.max(1, known.length + (one?.hidden ?? 0))));
    openCards(plate.top, one?.up ?? [], own);
    mark(plate.top, over && one?.won > 0 ? winning : []);
    if (own) pickable(plate.top, known);
    plate.classList.toggle("folded", one?.state === "folded");
    plate.classList.toggle("winner", over && one?.won > 0);
    plate.classList.toggle("dealer", view?.button === seat && view.bigblind !== undefined);
    plate.note.textContent = noteOf(one, seat, over);
  }

  function noteOf(one, seat, over) {
    if (over && one?.won > 0) return `+${kit.number(one.won)}`;
    if (one?.state === "all-in" && !over) return kit.t("allIn");
    return notes.get(seat) ?? "";
  }

  /** Where cards are changed, the own ones can be picked. */
  function pickable(holder, cards) {
    const may = Boolean(kit.model.ask?.actions.some((one) => "discard" in one));
    if (!may) picked.clear();
    for (const element of holder.children) {
      const { card } = element.dataset;
      element.classList.toggle("picked", picked.has(card));
      if (!may || element.dataset.pickable) continue;
      element.dataset.pickable = "yes";
      element.tabIndex = 0;
      element.setAttribute("role", "checkbox");
      element.setAttribute("aria-checked", "false");
      const toggle = () => {
        if (!picked.delete(card)) picked.add(card);
        element.setAttribute("aria-checked", String(picked.has(card)));
        element.classList.toggle("picked", picked.has(card));
        kit.refresh();
      };
      element.addEventListener("click", toggle);
      element.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && (event.preventDefault(), toggle()));
    }
    for (const card of picked) if (!cards.includes(card)) picked.delete(card);
  }

  function showWords(model, view) {
    const own = view?.seats.find((one) => one.seat === model.you);
    const tells = own?.cards?.length && own.state !== "folded" && !LOW.test(model.variant);
    const high = tells ? strength(own.cards, view.board ?? [], model.variant) : null;
    // Two cards before the board have a name only when they are a pair.
    words.textContent = high && (high.cards.length > 2 || high.kind === "pair") ? inWords(high, kit.t) : "";
  }

  /** Whether cards lie open before the players: then each street begins with their dealing. */
  function stud() {
    return Boolean(kit.model.view?.seats.some((one) => one.up?.length));
  }

  return {
    show,
    told(events) {
      for (const [name, body] of events) {
        if (name === "handbegun") {
          notes.clear();
          pre.clear();
        } else if (name === "boarddealt" || (name === "dealt" && stud()) || name === "upcardsdealt") {
          for (const [seat, note] of notes) if (note !== kit.t("note.folded")) notes.delete(seat);
        } else if (name === "shown") {
          notes.delete(body.seat);
        } else if (name === "presets") {
          presets.take(body);
        } else if (NOTES.includes(name)) notes.set(body.seat, kit.t(`note.${name}`, { amount: kit.number(body.amount ?? 0), count: body.count ?? 0, kind: kit.t(`word.${body.kind}`, {}, body.kind ?? "") }));
      }
    },
    stackOf(seat) {
      return kit.model.phase === "playing" ? kit.model.view?.seats.find((one) => one.seat === seat)?.stack : undefined;
    },
    actions(bar, ask) {
      const { view } = kit.model;
      if (ask && asked !== ask.turn) {
        asked = ask.turn;
        const names = ask.actions.flatMap((one) => Object.keys(one));
        const chosen = pre.take(names, view?.tocall ?? 0);
        if (chosen) {
          queueMicrotask(() => kit.act(chosen, {}));
          return;
        }
      }
      showActions(bar, ask, view, kit, () => [...picked]);
    },
    close: () => resized.disconnect(),
  };
}

const NOTES = ["posted", "folded", "checked", "called", "betmade", "raisedto", "broughtin", "discarded", "mucked"];

function put(element, { x, y }) {
  element.style.left = `${x}%`;
  element.style.top = `${y}%`;
}

/** What a call would cost the own seat now; `null` when there is nothing to choose beforehand. */
function price(model, view) {
  const own = view?.seats.find((one) => one.seat === model.you);
  const bets = view?.phase === undefined || view.phase === "bet" || view.phase === "bring-in";
  if (!own || own.state !== "active" || model.myTurn || model.phase !== "playing" || !bets) return null;
  const most = Math.max(...view.seats.map((one) => one.bet ?? 0));
  return Math.min(own.stack ?? 0, most - (own.bet ?? 0));
}

/** The cards that make the winners' hands. */
function winningCards(winners, board, variant) {
  if (LOW.test(variant)) return [];
  const cards = winners.flatMap((one) => (one.cards?.length ? strength(one.cards, board, variant)?.cards ?? [] : []));
  return cards.length >= 5 ? cards : [];
}

/** The best high hand of own cards and board, by the variant's way of counting. */
function strength(own, board, variant) {
  return TWO_AND_THREE.test(variant) ? bestOfTwoAndThree(own, board) : best([...own, ...board]);
}

function mark(holder, winning) {
  for (const element of holder.children) {
    element.classList.toggle("win", winning.includes(element.dataset.card));
    element.classList.toggle("dim", winning.length > 0 && !winning.includes(element.dataset.card));
  }
}

/** Cards that lie open stand a little lower among one's own. */
function openCards(holder, up, own) {
  for (const element of holder.children) element.classList.toggle("open", own && up.includes(element.dataset.card));
}

/** For a replay with all cards open: everybody's own cards into one view. @param {Map<number, object>} views */
export function merge(views, plain) {
  const seats = (plain.seats ?? []).map((one) => {
    const own = views.get(one.seat)?.seats.find((other) => other.seat === one.seat);
    return own ? { ...one, cards: own.cards, hidden: 0 } : one;
  });
  return { ...plain, seats };
}

