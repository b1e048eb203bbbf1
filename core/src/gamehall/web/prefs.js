/** What a person chose for this browser: language, colours, the four-colour deck. Nothing secret is kept here. */

const KEY = "gamehall";
const DEFAULTS = { language: "", theme: "auto", fourColour: false, hideEmpty: false, hideFull: false, quiet: false };

class Prefs extends EventTarget {
  #values = { ...DEFAULTS };

  constructor() {
    super();
    try {
      Object.assign(this.#values, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      // A browser that keeps nothing, or another's text under our key: the defaults will do.
    }
    this.#show();
  }

  /** @param {keyof DEFAULTS} name */
  get(name) {
    return this.#values[name];
  }

  /** Set one preference, keep it, and tell those who listen for `changed`. */
  set(name, value) {
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // Then it lasts as long as the page.
    }
    this.#show();
    this.dispatchEvent(new CustomEvent("changed", { detail: name }));
  }

  #show() {
    const root = document.documentElement;
    root.dataset.theme = this.#values.theme;
    root.classList.toggle("four-colour", Boolean(this.#values.fourColour));
  }
}

/** The preferences of this browser. */
export const prefs = new Prefs();
