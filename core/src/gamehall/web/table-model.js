/** One table as this viewer may know it: a snapshot, then what changed. Pure but for the page's clock. */

/** @typedef {{seat: number, name: string, kind: string, stack: number, connected: boolean, ready: boolean, out: boolean}} Seat */
/** @typedef {{seat: number, turn: number, total: number, until: number, left?: number}} Turn  `until` in ms of `performance.now()`; `left` in ms while the table is paused */

/** Events that are told of in no log line of their own. */
const SILENT = ["update", "viewed", "sights", "snapshot", "turnstarted", "stackchanged", "ticked", "transcript"];

/** What is known of one table. */
export class TableModel {
  seq = 0;
  game = "";
  variant = "";
  name = "";
  phase = "waiting";
  number = 0;
  maxseats = 0;
  /** The viewer's own seat; `null` for a spectator. */
  you = null;
  /** @type {Map<number, Seat>} */
  seats = new Map();
  /** @type {Map<number, Turn>} */
  turns = new Map();
  options = {};
  /** The round as the game shows it to this viewer; between rounds the last one as it ended. */
  view = null;
  /** What the own seat is asked: `{seat, turn, actions, amounts}`. */
  ask = null;
  /** What every seat may know, for an observer who watches with all hands. @type {Map<number, object>} */
  sights = new Map();
  /** Who asks the own seat to change seats: seat to name. @type {Map<number, string>} */
  swaps = new Map();
  /** What the game's flow tells of the table beside the round. */
  about = null;
  /** The seats of the round being played, or of the last one. */
  playing = [];
  /** Hashes of the shuffles' secrets, heard before the deals, by the round's number. @type {Map<number, string>} */
  commitments = new Map();
  /** The payoffs and stacks of the last round, by seat. */
  result = null;
  closed = "";
  frozen = "";
  /** Whether play and clocks stand still. */
  paused = false;
  /** Whether the table is closed when the running round is over. */
  stopping = false;
  /** The turn for which the own seat was told that it is silent. */
  warned = null;
  /** Whether something was missed, so that the table must be asked for anew. */
  stale = false;

  /** @param {number} gameid */
  constructor(gameid) {
    this.gameid = gameid;
  }

  /** Whether the own seat is to act. */
  get myTurn() {
    return !this.paused && this.ask !== null && this.turns.get(this.you)?.turn === this.ask.turn;
  }

  /** The name of whoever sits in `seat`. */
  nameOf(seat) {
    return this.seats.get(seat)?.name ?? `#${seat + 1}`;
  }

  /**
   * Take a batch of payloads.
   * @param {Array<[string, any]>} batch
   * @returns {Array<[string, any]>} the events worth a line
   */
  apply(batch) {
    for (const [name, body] of batch) this.#take(name, body);
    return batch.filter(([name]) => !SILENT.includes(name));
  }

  /** The own seat is asked. */
  asked(ask) {
    this.ask = { actions: [], amounts: [], ...ask };
    if (!this.turns.has(ask.seat)) this.#turn(ask);
  }

  #take(name, body) {
    const seat = this.seats.get(body.seat);
    switch (name) {
      case "snapshot":
        return this.#snapshot(body);
      case "update":
        this.stale ||= body.seq > this.seq + 1;
        this.seq = Math.max(this.seq, body.seq);
        return undefined;
      case "viewed":
        return this.#viewed(body);
      case "joined":
        this.seats.set(body.seat, { ...body, connected: true, ready: !truth(this.options.ready) || body.kind === "bot", out: false });
        return undefined;
      case "left":
        this.seats.delete(body.seat);
        this.swaps.delete(body.seat);
        this.turns.delete(body.seat);
        if (body.seat === this.you) this.you = null;
        return undefined;
      case "dropped":
        return change(seat, { connected: false });
      case "returned":
        return change(seat, { connected: true });
      case "readysaid":
        // Who is ready keeps the place.
        if (body.ready && body.seat === this.you) this.swaps.clear();
        else if (body.ready) this.swaps.delete(body.seat);
        return change(seat, { ready: body.ready ?? false });
      case "steppedout":
        return change(seat, { out: true });
      case "back":
        return change(seat, { out: false });
      case "swapasked":
        this.swaps.set(body.seat, body.name);
        return undefined;
      case "seatsswapped":
        return this.#swapped(body.first, body.second);
      case "sights":
        this.sights = new Map((body.seats ?? []).map((one) => [one.seat, one.view ? Object.values(one.view)[0] : null]));
        return undefined;
      case "stackchanged":
        return change(seat, { stack: body.stack ?? 0 });
      case "phasechanged":
        this.phase = body.phase;
        if (body.phase !== "playing") this.#nobodyActs();
        return undefined;
      case "paused":
        return this.#pause();
      case "resumed":
        return this.#resume();
      case "stopped":
        this.stopping = true;
        return undefined;
      case "warned":
        this.warned = this.turns.get(body.seat)?.turn ?? null;
        return undefined;
      case "ticked":
        for (const turn of body.turns ?? []) if (this.turns.get(turn.seat)?.turn === turn.turn) this.#turn(turn);
        return undefined;
      case "roundstarted":
        return this.#roundStarted(body);
      case "turnstarted":
        return this.#turn(body);
      case "roundended":
        return this.#roundEnded(body);
      case "frozen":
        this.frozen = body.why;
        return this.#nobodyActs();
      case "closed":
        this.closed = body.why || "closed";
        return this.#nobodyActs();
      default:
        return undefined;
    }
  }

  #snapshot(body) {
    const { seq, game, variant, name, phase, number, maxseats, options = {} } = body;
    Object.assign(this, { seq, game, variant, name, phase, number: number ?? 0, maxseats, options });
    this.you = body.you ?? null;
    this.view = body.view ? Object.values(body.view)[0] : null;
    this.about = body.about ? Object.values(body.about)[0] : null;
    this.ask = null;
    this.stale = false;
    this.paused = body.paused ?? false;
    this.stopping = body.stopping ?? false;
    this.warned = null;
    this.swaps.clear();
    this.sights = new Map();
    this.seats = new Map((body.seats ?? []).map((one) => [one.seat, { connected: true, ready: false, out: false, stack: 0, ...one }]));
    this.playing = phase === "playing" ? (this.view?.seats ?? this.view?.players ?? []).map((one) => one.seat) : [];
    this.turns.clear();
    for (const turn of body.turns ?? []) this.#turn(turn);
    if (this.paused) this.#pause();
  }

  /** Every clock stands still, and later goes on with what it had. */
  #pause() {
    this.paused = true;
    for (const turn of this.turns.values()) turn.left = Math.max(0, turn.until - performance.now());
  }

  #resume() {
    this.paused = false;
    for (const turn of this.turns.values()) {
      turn.until = performance.now() + (turn.left ?? 0);
      delete turn.left;
    }
  }

  #viewed({ view, turns = [] }) {
    if (view) this.view = Object.values(view)[0];
    const open = new Set(turns.map((one) => one.turn));
    for (const [seat, turn] of this.turns) if (!open.has(turn.turn)) this.turns.delete(seat);
    for (const turn of turns) if (this.turns.get(turn.seat)?.turn !== turn.turn) this.#turn(turn);
    if (this.ask && !open.has(this.ask.turn)) this.ask = null;
  }

  #swapped(first, second) {
    const [one, other] = [this.seats.get(first), this.seats.get(second)];
    for (const [seat, who] of [[first, other], [second, one]]) {
      if (who) this.seats.set(seat, { ...who, seat });
      else this.seats.delete(seat);
    }
    if (this.you === first || this.you === second) this.you = this.you === first ? second : first;
    this.swaps.clear();
  }

  #roundStarted({ number, seats = [], commitment = "" }) {
    this.number = number;
    this.playing = seats;
    this.result = null;
    this.swaps.clear();
    if (commitment) this.commitments.set(number, commitment);
  }

  #roundEnded({ number, payoffs = [], stacks = [] }) {
    this.result = { number, payoffs: new Map(this.playing.map((seat, at) => [seat, payoffs[at] ?? 0])) };
    this.playing.forEach((seat, at) => change(this.seats.get(seat), { stack: stacks[at] ?? 0 }));
    this.#nobodyActs();
  }

  #turn({ seat, turn, seconds }) {
    const total = Math.max(seconds, this.turns.get(seat)?.turn === turn ? this.turns.get(seat).total : 0);
    this.turns.set(seat, { seat, turn, total, until: performance.now() + seconds * 1000 });
  }

  #nobodyActs() {
    this.turns.clear();
    this.ask = null;
  }
}

function change(seat, values) {
  if (seat) Object.assign(seat, values);
}

function truth(text) {
  return text === true || text === "true";
}
