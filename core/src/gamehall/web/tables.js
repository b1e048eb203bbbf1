/** The tables that this page is at: coming, going, acting, talking, and coming back to all of them after a loss. */

import { TableModel } from "./table-model.js";
import { CODES, Refusal, ask, entry, payloads } from "./wire.js";

/** One table that the page is at. Events: `news` (detail: the events told), `talk` (detail: `{kind, body}`), `changed`. */
export class Table extends EventTarget {
  #connection;
  #account;
  #waiting = null;
  session = 0;
  password = "";
  /** Whether the page is at the table now (not while the connection is lost). */
  live = false;

  constructor(connection, account, gameid) {
    super();
    this.#connection = connection;
    this.#account = account;
    this.gameid = gameid;
    this.model = new TableModel(gameid);
  }

  /**
   * Come to the table: to the own seat where there is one.
   * @param {{watch?: boolean, seat?: number, buyin?: number|string, password?: string}} [wish]
   */
  async join(wish = {}) {
    const parameters = [{ views: "all" }, { ticks: "5" }];
    if (this.#account.observes) parameters.push({ hands: "" });
    if (wish.password) this.password = wish.password;
    if (this.password) parameters.push({ password: this.password });
    if (wish.watch) parameters.push({ watch: "" });
    for (const key of ["seat", "buyin"]) if (wish[key] !== undefined) parameters.push({ [key]: String(wish[key]) });
    const { body } = await this.#connection.request(ask.join(this.gameid, parameters));
    const [, entered] = payloads(body.parameters).find(([name]) => name === "entered");
    this.session = entered.session;
    Object.assign(this.model, { game: entered.game, variant: entered.variant });
    // The table is there when its snapshot is.
    await new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    this.changed();
  }

  /** Answer the question of the own seat. */
  async act(name, body = {}) {
    const question = this.model.ask;
    if (!question) return;
    this.model.ask = null;
    this.changed();
    try {
      await this.#connection.request(ask.act(this.gameid, question.turn, name, body), this.session);
    } catch (error) {
      if (this.model.turns.get(question.seat)?.turn === question.turn) this.model.ask = question;
      this.changed();
      throw error;
    }
  }

  /** Give a command: the platform's or the game's. */
  async command(name, body = {}) {
    await this.#connection.request(ask.command(this.gameid, name, body), this.session);
  }

  say(line) {
    this.#connection.tell(ask.chat(this.gameid, line, ""), this.session);
  }

  speak(clip) {
    this.#connection.tell(ask.voice(this.gameid, clip), this.session);
  }

  async leave() {
    if (this.live) await this.#connection.request(ask.part(this.gameid), this.session);
    this.live = false;
  }

  /** The news of the server for this table. */
  take(kind, body) {
    if (kind === "state") {
      const fresh = body.some(([name]) => name === "snapshot");
      const events = this.model.apply(body);
      if (fresh) {
        this.live = true;
        this.#waiting?.resolve();
      }
      this.dispatchEvent(new CustomEvent("news", { detail: { events, fresh } }));
      if (this.model.stale) this.#again();
    } else if (kind === "ask") this.model.asked(body);
    else if (kind === "custom") this.dispatchEvent(new CustomEvent("news", { detail: { events: [entry(body)], fresh: false } }));
    else this.dispatchEvent(new CustomEvent("talk", { detail: { kind, body } }));
    this.changed();
  }

  /** The connection is gone. */
  lost() {
    this.live = false;
    this.#waiting?.reject(new Refusal(CODES.lost, "the connection was lost"));
    this.changed();
  }

  /** Something was missed: ask for the whole table anew. */
  #again() {
    this.model.stale = false;
    this.join({ watch: true }).catch(() => {});
  }

  changed() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}

/** All tables of the page. Events: `changed`, `gone` (detail: `{gameid, error}`). */
export class Tables extends EventTarget {
  #connection;
  #account;
  /** @type {Map<number, Table>} */
  open = new Map();

  /** @param {import("./connection.js").Connection} connection @param {import("./account.js").Account} account */
  constructor(connection, account) {
    super();
    this.#connection = connection;
    this.#account = account;
    connection.addEventListener("table", ({ detail: { session, gameid, kind, body } }) => {
      const table = this.open.get(gameid) ?? [...this.open.values()].find((one) => one.session === session);
      table?.take(kind, body);
    });
    connection.addEventListener("state", () => {
      if (connection.state === "open") return;
      for (const table of this.open.values()) table.lost();
    });
  }

  /** Be at a table: the one that is open already, or come to it. */
  async enter(gameid, wish = {}) {
    const known = this.open.get(gameid);
    const table = known ?? new Table(this.#connection, this.#account, gameid);
    this.open.set(gameid, table);
    try {
      await table.join(wish);
    } catch (error) {
      if (!known) this.open.delete(gameid);
      throw error;
    }
    if (!known) table.addEventListener("changed", () => this.#changed());
    this.#changed();
    return table;
  }

  /** Come back to every table after a loss: to the own seat while it is kept, else to watch. A table that is not there any more is told of as gone. */
  async comeBack() {
    for (const table of [...this.open.values()]) {
      try {
        await table.join({ watch: true });
      } catch (error) {
        if (error.code === CODES.lost) return;
        this.open.delete(table.gameid);
        this.dispatchEvent(new CustomEvent("gone", { detail: { gameid: table.gameid, error } }));
      }
    }
    this.#changed();
  }

  /** Leave a table and forget it. */
  async leave(gameid) {
    const table = this.open.get(gameid);
    if (!table) return;
    try {
      await table.leave();
    } catch (error) {
      if (![CODES.unknownTable, CODES.closed, CODES.lost].includes(error.code) && error instanceof Refusal && !table.model.closed) throw error;
    }
    this.open.delete(gameid);
    this.#changed();
  }

  /** Forget all tables: the account is gone. */
  clear() {
    this.open.clear();
    this.#changed();
  }

  /** Ask the lobby's desk. @returns {Promise<object>} the body of the answer */
  async desk(name, body) {
    const answer = await this.#connection.request(ask.desk(name, body));
    return entry(answer.body)[1];
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
