/** The lobby as the server tells it: the games, the open tables, and what is chosen among them. No page in here. */

import { translated } from "./views.js";
import { ask, entry, payloads } from "./wire.js";

const EVERY = "com.asdf.games.game";
const PAUSE_MS = 1500;

/**
 * @typedef {object} Row  one open table
 * @property {number} gameid
 * @property {string} name
 * @property {string} gametype
 * @property {string} gamevariant
 * @property {number} players
 * @property {number} maxplayers
 * @property {string} phase
 * @property {number} bots
 * @property {boolean} private
 * @property {boolean} rated
 * @property {string[]} names
 */

/** Events: `changed`; `tournament` (detail: its row), `seated` (detail: where a tournament gave us a chair). */
export class Lobby extends EventTarget {
  #connection;
  #again = 0;
  #told = [];
  /** @type {Array<object>} games with titles, rules, variants and option forms */
  games = [];
  /** @type {Map<number, Row>} */
  tables = new Map();

  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    super();
    this.#connection = connection;
    connection.addEventListener("lobby", ({ detail: [name, body] }) => this.#news(name, body));
  }

  /** Ask for the games and the tables; the server tells what changes from then on. */
  async load() {
    const [forms, sheets] = await Promise.all([
      this.#connection.request(ask.available()).catch(() => ({ body: { game: [] } })),
      this.#connection.request(ask.desk("describegames")),
    ]);
    const options = new Map((forms.body.game ?? []).map((game) => [game.type, game.options ?? []]));
    const [, { games = [] }] = entry(sheets.body);
    this.#told = games.map((game) => ({ rules: [], variants: [], ...game, options: options.get(game.name) ?? [] }));
    await this.translate();
    await this.list();
  }

  /** Put what the server told of the games into the person's language. */
  async translate() {
    this.games = await Promise.all(this.#told.map(translated));
  }

  /** Ask for the open tables again. */
  async list() {
    clearTimeout(this.#again);
    this.#again = 0;
    const { body } = await this.#connection.request(ask.listing({ gametype: EVERY }));
    this.tables = new Map((body.games.game ?? []).map((game) => [game.gameid, row(game)]));
    this.#changed();
  }

  /** The game called `name`, or what little is known of one that is not there. */
  game(name) {
    return this.games.find((one) => one.name === name) ?? { name, title: name, variants: [], rules: [], options: [] };
  }

  /** What must be known before coming to a table. @returns {Promise<object>} a `tablesheet` with its `players` */
  async details(gameid) {
    const [sheet, details] = await Promise.all([
      this.#connection.request(ask.desk("describetable", { gameid })),
      this.#connection.request(ask.details(gameid)),
    ]);
    const players = (details.body.players ?? []).map((player) => Object.fromEntries(payloads(player.info?.parameters)));
    return { options: {}, creator: "", ...entry(sheet.body)[1], players };
  }

  /** Open a table. @returns {Promise<number>} its number */
  async create(game, name, options) {
    const { body } = await this.#connection.request(ask.create(game, name, options));
    return body.gameid;
  }

  /** Close a table. */
  async remove(gameid) {
    await this.#connection.request(ask.remove(gameid));
  }

  /** Names of the server's bots that play `game`. */
  async bots(game) {
    const { body } = await this.#connection.request(ask.desk("listbots", { game }));
    return entry(body)[1].names ?? [];
  }

  #news(name, body) {
    if (name === "gamecreated") this.tables.set(body.gameid, row(body));
    else if (name === "gameremoved") this.tables.delete(body.gameid);
    else if (name === "gamechanged") {
      const known = this.tables.get(body.gameid);
      if (!known || known.players !== body.players) this.#soon();
      if (known) Object.assign(known, { players: body.players, phase: body.phase });
    } else {
      if (name === "tournamentchanged") this.dispatchEvent(new CustomEvent("tournament", { detail: body.row }));
      if (name === "tournamentseated") this.dispatchEvent(new CustomEvent("seated", { detail: body }));
      return;
    }
    this.#changed();
  }

  /** Players came or went: their names are in the list only. */
  #soon() {
    if (!this.#again) this.#again = setTimeout(() => this.list().catch(() => {}), PAUSE_MS);
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}

function row(game) {
  const cells = Object.fromEntries(payloads(game.additionalinfo?.other?.parameters));
  return {
    gameid: game.gameid,
    name: game.name,
    gametype: game.gametype,
    gamevariant: game.gamevariant,
    players: game.players,
    maxplayers: game.maxplayers,
    phase: cells.phase ?? "waiting",
    bots: Number(cells.bots ?? 0),
    private: (game.private ?? cells.private === "true") === true,
    rated: (game.rated ?? cells.rated === "true") === true,
    names: game.additionalinfo?.players ?? [],
  };
}
