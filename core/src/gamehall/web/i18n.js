/** Texts in the person's language: one plain catalogue each, `texts/LANGUAGE.js`, and each game's own beside its view. */

import { prefs } from "./prefs.js";

/** The languages there are, by their own names. */
export const LANGUAGES = { en: "English", fi: "Suomi", zh: "中文" };

const catalogue = new Map();
const fallback = new Map();

/** The language in use: the chosen one, else the browser's first that we have, else English. */
export function language() {
  if (prefs.get("language") in LANGUAGES) return prefs.get("language");
  for (const wanted of navigator.languages ?? []) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}

/** Load the frame's catalogue. English is what another language falls back to. */
export async function loadTexts() {
  catalogue.clear();
  document.documentElement.lang = language();
  await addTexts(new URL("./", import.meta.url).href);
}

/** Add the catalogue of the folder at `base`: of the frame, or (each key after `prefix`) of a game's view. */
export async function addTexts(base, prefix = "") {
  const load = async (code, into) => {
    try {
      const texts = (await import(`${base}texts/${code}.js`)).default;
      for (const [key, text] of Object.entries(texts)) into.set(prefix + key, text);
    } catch {
      // A game without texts of its own speaks the server's English.
    }
  };
  await Promise.all([load("en", fallback), language() === "en" ? null : load(language(), catalogue)]);
}

/** Whether there is a text for `key`. */
export function has(key) {
  return catalogue.has(key) || fallback.has(key);
}

/**
 * The text for `key`, `{name}` replaced by `values.name`.
 * @param {string} key
 * @param {Object<string, any>} [values]
 * @param {string} [other]  what to say where no catalogue has the key
 */
export function t(key, values = {}, other = undefined) {
  const text = catalogue.get(key) ?? fallback.get(key) ?? other ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text for `key` of `game`; where a package has several games with one catalogue, it may say `GAME.key` for one. */
export function gameText(game, key, other) {
  return t(`${game}.${game}.${key}`, {}, t(`${game}.${key}`, {}, other));
}

/** A whole number as people write it here. */
export function number(value) {
  return new Intl.NumberFormat(language()).format(value);
}

/** A moment (milliseconds of UTC) as people write it here. */
export function moment(ms) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "medium" }).format(new Date(ms));
}

/** What went wrong, for a person: in English the server's own sentence, else the text of its code. */
export function explain(error) {
  const sentence = error?.message ?? String(error);
  return language() === "en" ? sentence : t(`error.${error?.code}`, {}, sentence);
}
