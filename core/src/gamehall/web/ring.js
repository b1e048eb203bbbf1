/** Places round a table, as percentages of the area: the own seat at the bottom, the next one to its left. */

/** How far the oval is pushed out towards a rectangle; 1 is an ellipse. */
const SQUARE = 0.72;
/** An upright table: the way from the lower left up, across the top, and down to the lower right. */
const WAY = [
  [13, 74],
  [13, 15],
  [30, 8],
  [70, 8],
  [87, 15],
  [87, 74],
];
/** How much taller than wide an upright table is taken to be. */
const TALL = 1.3;

/**
 * @param {number} count  how many places
 * @param {{portrait?: boolean, rx?: number, ry?: number}} [shape]
 * @returns {Array<{x: number, y: number}>}  place 0 is at the bottom; they go round clockwise
 */
export function ring(count, { portrait = false, rx = 42, ry = 38 } = {}) {
  if (portrait) return upright(count);
  return Array.from({ length: count }, (_, place) => {
    const angle = Math.PI / 2 + (2 * Math.PI * place) / count;
    return { x: 50 + rx * pushed(Math.cos(angle)), y: 50 + ry * pushed(Math.sin(angle)) };
  });
}

/** On a phone: the own seat below, the others along the edge, so that none lies over another. */
function upright(count) {
  const others = count - 1;
  // Few players keep away from the own seat; many use the whole way.
  const room = count <= 4 ? 1 : count <= 6 ? 0.5 : 0.1;
  const share = (at) => (others === 1 ? 0.5 : (at + room) / (others - 1 + 2 * room));
  return [{ x: 50, y: 82 }, ...Array.from({ length: others }, (_, at) => along(share(at)))];
}

function along(share) {
  const legs = WAY.slice(1).map((to, at) => Math.hypot(to[0] - WAY[at][0], (to[1] - WAY[at][1]) * TALL));
  let left = share * legs.reduce((sum, leg) => sum + leg, 0);
  for (const [at, leg] of legs.entries()) {
    if (left <= leg || at === legs.length - 1) {
      const part = Math.min(1, left / leg);
      return { x: WAY[at][0] + (WAY[at + 1][0] - WAY[at][0]) * part, y: WAY[at][1] + (WAY[at + 1][1] - WAY[at][1]) * part };
    }
    left -= leg;
  }
  return { x: 50, y: 8 };
}

function pushed(value) {
  return Math.sign(value) * Math.abs(value) ** SQUARE;
}

/** The seats of a table in the order of the ring: the own one first; a spectator's ring begins with seat 0. */
export function around(seats, you) {
  const order = [...seats].sort((a, b) => a - b);
  const at = Math.max(0, order.indexOf(you));
  return [...order.slice(at), ...order.slice(0, at)];
}
