/** Who is logged in. The password is used once and forgotten; a token from the server lets the page come back. */

import { CODES, ask, entry } from "./wire.js";

const KEY = "gamehall-login";

/** Events: `changed`. */
export class Account extends EventTarget {
  #connection;
  name = "";
  balance = 0;
  /** Whether it is an observer's or an admin's account, which may watch with all hands. */
  observes = false;
  /** Whether a kept token is being tried. */
  returning = false;
  /** Set when the account was taken over by another connection. */
  elsewhere = false;

  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    super();
    this.#connection = connection;
    connection.addEventListener("lobby", ({ detail: [name, body] }) => {
      if (name === "balancechanged") this.#set({ balance: body.balance });
    });
    connection.addEventListener("notice", ({ detail }) => {
      if (detail.code === CODES.elsewhere) {
        this.elsewhere = true;
        connection.stop();
        this.#changed();
      } else if (detail.code === CODES.deleted) this.#leave();
    });
  }

  get loggedIn() {
    return this.name !== "";
  }

  /** Whether this page may log in by itself. */
  get canReturn() {
    return kept() !== null;
  }

  /** After a new connection: log in again with the kept token. @returns {Promise<boolean>} whether somebody is in */
  async comeBack() {
    const login = kept();
    if (!login) return false;
    this.returning = true;
    this.#changed();
    try {
      await this.#logIn(login.name, login.token);
      return true;
    } catch (error) {
      if (error.code !== CODES.lost) {
        if (error.code !== CODES.tooMany) forget();
        this.#set({ name: "", balance: 0 });
      }
      return false;
    } finally {
      this.returning = false;
      this.#changed();
    }
  }

  /** Log in with a password, and ask for a token in its place. */
  async logIn(name, password) {
    await this.#connection.ready();
    await this.#logIn(name, password);
    await this.#keep();
  }

  /** Make an account and log in. */
  async register(name, password) {
    await this.#connection.ready();
    await this.#connection.request(ask.register(name, password));
    await this.logIn(name, password);
  }

  async logOut() {
    await this.#connection.request(ask.logout());
    this.#leave();
  }

  async changePassword(old, fresh) {
    await this.#connection.request(ask.changePassword(this.name, old, fresh));
    await this.#keep();
  }

  /** Delete the account for good. */
  async remove(password) {
    await this.#connection.request(ask.deleteAccount(this.name, password));
    this.#leave();
  }

  /** After another connection took the account: take it back. */
  takeBack() {
    this.elsewhere = false;
    this.#connection.start();
    this.#changed();
  }

  async #logIn(name, word) {
    const { body } = await this.#connection.request(ask.login(name, word));
    this.elsewhere = false;
    this.#set({ name: body.name, balance: Number(body.balance ?? 0), observes: body.type >= 3 });
  }

  async #keep() {
    const { body } = await this.#connection.request(ask.desk("keeplogin"));
    const [, { token }] = entry(body);
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ name: this.name, token }));
    } catch {
      // A browser that keeps nothing: a lost connection then needs the password again.
    }
  }

  #leave() {
    forget();
    this.#set({ name: "", balance: 0 });
  }

  #set(values) {
    Object.assign(this, values);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
