/** The one WebSocket of the page: requests with their answers, news as events, and coming back after a loss. */

import { CODES, Refusal, answer, entry, expected, payloads, refusal } from "./wire.js";

const PAUSES_MS = [200, 500, 1000, 2000, 4000, 5000];
const PATIENCE_MS = 20_000;
const IDLE_MS = 15_000;
/** Answers that cannot say no: a general response does it for them. */
const WITHOUT_REFUSAL = ["availablegames", "gamedetails", "gamelist", "game:custom", "silent"];

/**
 * Events: `state` (it changed), `welcome`, `lobby` (detail: `[name, body]`), `table` (detail: `{session, gameid, kind,
 * body}` with kind `state`, `ask`, `chat` or `voice`), `notice` (detail: a {@link Refusal}).
 */
export class Connection extends EventTarget {
  #url;
  #socket = null;
  #waiting = [];
  #tries = 0;
  #timer = 0;
  #heard = 0;
  #stopped = false;
  /** @type {"connecting"|"open"|"lost"|"stopped"} */
  state = "connecting";
  /** The session of the lobby on this connection. */
  lobby = 0;
  /** When the next attempt begins (ms of the page's clock), while lost. */
  retryAt = 0;

  constructor(url) {
    super();
    this.#url = url;
    addEventListener("offline", () => this.#drop());
    addEventListener("online", () => this.state === "lost" && this.#open());
    setInterval(() => this.#beat(), 5000);
  }

  /** Connect, and keep coming back. */
  start() {
    this.#stopped = false;
    this.#tries = 0;
    this.#open();
  }

  /** Stay away until {@link start}: somebody else took the account. */
  stop() {
    this.#stopped = true;
    this.#drop();
  }

  /**
   * Wait until the server has said welcome.
   * @returns {Promise<void>}  rejected with a {@link Refusal} when it does not for a while
   */
  ready() {
    if (this.state === "open") return Promise.resolve();
    return new Promise((resolve, reject) => {
      const done = () => {
        if (this.state !== "open") return;
        clearTimeout(timer);
        this.removeEventListener("state", done);
        resolve();
      };
      const timer = setTimeout(() => {
        this.removeEventListener("state", done);
        reject(new Refusal(CODES.lost, "not connected"));
      }, PATIENCE_MS);
      this.addEventListener("state", done);
    });
  }

  /**
   * Send a request and wait for its answer.
   * @param {object} body  from `ask` in wire.js
   * @param {number} [session]  of a table; the lobby's by default
   * @returns {Promise<{gameid: number, body: any}>}  rejected with a {@link Refusal}
   */
  request(body, session = this.lobby) {
    return new Promise((resolve, reject) => {
      if (!this.#send(body, session)) {
        reject(new Refusal(CODES.lost, "not connected"));
        return;
      }
      const { gameid } = answer(body);
      this.#waiting.push({ kind: expected(body), gameid, session, resolve, reject, since: performance.now() });
    });
  }

  /** Send what has no answer unless it is refused (chat, voice); the refusal becomes a notice. */
  tell(body, session) {
    if (!this.#send(body, session)) return;
    const reject = (error) => this.#emit("notice", error);
    this.#waiting.push({ kind: "silent", gameid: 0, session, resolve() {}, reject, since: Infinity });
  }

  #send(body, session) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ request: body, sessionid: session }));
    return true;
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#socket || this.#stopped) return;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#become(this.#tries ? "lost" : "connecting");
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#drop();
    });
  }

  /** Forget the socket, refuse whoever waits, and come back after a pause. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const one of this.#waiting.splice(0)) {
      if (one.kind !== "silent") one.reject(new Refusal(CODES.lost, "the connection was lost"));
    }
    if (this.#stopped) {
      this.#become("stopped");
      return;
    }
    const pause = PAUSES_MS[Math.min(this.#tries++, PAUSES_MS.length - 1)] * (0.75 + Math.random() / 2);
    this.retryAt = performance.now() + pause;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), pause);
    this.#become("lost");
  }

  /** An idle line may be dead without anybody saying so: ask something, and give up on silence. */
  #beat() {
    if (this.state !== "open") return;
    const now = performance.now();
    const oldest = this.#waiting[0]?.since ?? Infinity;
    if (now - oldest > PATIENCE_MS) this.#drop();
    else if (now - this.#heard > IDLE_MS) this.request({ lobby: { gamedetails: { gameid: 0 } } }).catch(() => {});
  }

  #receive(message) {
    this.#heard = performance.now();
    const [kind, body] = entry(Object.fromEntries(Object.entries(message).filter(([key]) => key !== "sessionid")));
    if (kind === "response") this.#answered(answer(body), message.sessionid);
    else if (kind === "stateupdate") this.#news(body, message.sessionid);
    else if (kind === "request") {
      const { gameid = 0, action } = body.game;
      this.#emit("table", { session: message.sessionid, gameid, kind: "ask", body: payloads(action.parameters)[0][1] });
    } else if (kind === "info") {
      for (const [name, payload] of payloads(body.parameters)) if (name === "welcome") this.#welcome(payload);
    }
  }

  #welcome({ session }) {
    this.lobby = session;
    this.#tries = 0;
    this.#become("open");
    this.#emit("welcome");
  }

  #answered({ kind, gameid, body }, session) {
    const fits = (one) =>
      kind === "general"
        ? WITHOUT_REFUSAL.includes(one.kind)
        : one.kind === kind && (one.gameid === gameid || kind === "game:create" || !gameid);
    // While a bot starts, answers of other sessions and tables come before it is said that it sits.
    const exact = (one) => fits(one) && (kind === "general" ? one.session === session : one.gameid === gameid);
    let at = this.#waiting.findIndex(exact);
    if (at < 0) at = this.#waiting.findIndex(fits);
    const no = refusal(body);
    if (at < 0) {
      if (no) this.#emit("notice", no);
      return;
    }
    const [one] = this.#waiting.splice(at, 1);
    // The server answers in order: what was told before this and not refused by now was taken.
    this.#waiting = this.#waiting.filter((other, place) => other.kind !== "silent" || place >= at);
    if (no) one.reject(no);
    else one.resolve({ gameid, body });
  }

  #news(update, session) {
    if (update.general) {
      this.#emit("notice", refusal(update.general) ?? new Refusal(0, update.general.description ?? ""));
    } else if (update.lobby) {
      for (const one of payloads(update.lobby.updatedlobbystate?.parameters)) this.#emit("lobby", one);
    } else if (update.game) {
      const { gameid = 0, ...rest } = update.game;
      const [kind, body] = entry(rest);
      const name = kind === "updatedgamestate" ? "state" : kind;
      const detail = name === "state" ? payloads(body.parameters) : body;
      this.#emit("table", { session, gameid, kind: name, body: detail });
    }
  }

  #become(state) {
    this.state = state;
    this.#emit("state");
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
