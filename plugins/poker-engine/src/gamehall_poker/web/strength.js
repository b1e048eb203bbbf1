/** How good a poker hand is, for the words beside one's own cards and the marks on the winning five. Pure. */

const RANKS = "23456789TJQKA";

/**
 * @typedef {object} Strength
 * @property {string} kind  `high`, `pair`, `twopair`, `trips`, `straight`, `flush`, `full`, `quads`, `straightflush`, `royal`
 * @property {string[]} ranks  the ranks that name it, the most telling first
 * @property {string[]} cards  the five (or fewer) that make it
 * @property {number[]} score  greater is better, place by place
 */

const KINDS = ["high", "pair", "twopair", "trips", "straight", "flush", "full", "quads", "straightflush", "royal"];

/**
 * The best hand among `cards`; with fewer than five only what is there already.
 * @param {string[]} cards
 * @returns {Strength|null}
 */
export function best(cards) {
  let found = null;
  for (const five of choose(cards, Math.min(5, cards.length))) {
    const strength = rate(five);
    if (!found || compare(strength.score, found.score) > 0) found = strength;
  }
  return found;
}

/** The best hand of just two of `own` and three of `board`; before the flop nothing but a pair has a name. */
export function bestOfTwoAndThree(own, board) {
  let found = null;
  for (const two of choose(own, 2)) {
    for (const three of choose(board, Math.min(3, board.length))) {
      const strength = rate([...two, ...three]);
      if (!found || compare(strength.score, found.score) > 0) found = strength;
    }
  }
  return found;
}

/** Of two scores: positive when `a` is better. */
export function compare(a, b) {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    if ((a[at] ?? -1) !== (b[at] ?? -1)) return (a[at] ?? -1) - (b[at] ?? -1);
  }
  return 0;
}

function* choose(cards, count, from = 0) {
  if (count === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= cards.length - count; at++) {
    for (const rest of choose(cards, count - 1, at + 1)) yield [cards[at], ...rest];
  }
}

function rate(cards) {
  const groups = grouped(cards);
  const ordered = groups.flatMap((group) => group.cards);
  const ranks = groups.map((group) => group.rank);
  const counts = groups.map((group) => group.cards.length);
  const flush = cards.length === 5 && new Set(cards.map((one) => one[1])).size === 1;
  const top = cards.length === 5 && counts[0] === 1 ? straightTop(ranks) : -1;
  let kind = "high";
  if (flush && top >= 0) kind = top === 12 ? "royal" : "straightflush";
  else if (counts[0] === 4) kind = "quads";
  else if (counts[0] === 3 && counts[1] === 2) kind = "full";
  else if (flush) kind = "flush";
  else if (top >= 0) kind = "straight";
  else if (counts[0] === 3) kind = "trips";
  else if (counts[0] === 2 && counts[1] === 2) kind = "twopair";
  else if (counts[0] === 2) kind = "pair";
  const telling = top >= 0 ? [top] : ranks;
  return { kind, ranks: telling.map((rank) => RANKS[rank]), cards: ordered, score: [KINDS.indexOf(kind), ...telling] };
}

/** Cards by rank: the larger group first, then the higher rank. */
function grouped(cards) {
  const byRank = new Map();
  for (const card of cards) {
    const rank = RANKS.indexOf(card[0]);
    byRank.set(rank, [...(byRank.get(rank) ?? []), card]);
  }
  return [...byRank]
    .map(([rank, held]) => ({ rank, cards: held }))
    .sort((a, b) => b.cards.length - a.cards.length || b.rank - a.rank);
}

/** The highest rank of a straight, the ace low in the wheel; -1 when it is none. */
function straightTop(ranks) {
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks[0] === 12 && ranks[1] === 3 && ranks[4] === 0 ? 3 : -1;
}

/** A strength in words. @param {Strength} strength @param {(key: string, values?: object) => string} t */
export function inWords({ kind, ranks }, t) {
  const one = (at) => t(`rank.${ranks[at]}`);
  const many = (at) => t(`ranks.${ranks[at]}`);
  return t(`hand.${kind}`, { one: one(0), many: many(0), other: ranks[1] ? many(1) : "" });
}
