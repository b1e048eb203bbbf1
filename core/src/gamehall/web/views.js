/** A game's own view: an ES module and a style sheet that its package brought. Games without one share the general. */

import { addTexts, gameText, language } from "./i18n.js";
import { generalView } from "./general-view.js";

/**
 * @typedef {object} View  what a view's `default` function returns
 * @property {(model: import("./table-model.js").TableModel) => void} show  called after every change
 * @property {(events: Array<[string, any]>) => void} [told]  what happened, before `show`
 * @property {() => void} [close]
 */

const bases = JSON.parse(document.querySelector("meta[name=gamehall-games]")?.content || "{}");
const texts = new Map();

/** Load the texts of a game, which the lobby needs too. */
export function gameTexts(game) {
  if (!bases[game]) return Promise.resolve();
  if (!texts.has(game)) texts.set(game, addTexts(bases[game], `${game}.`));
  return texts.get(game);
}

/** What the server tells of a game, its title, variants and rules in the person's language. */
export async function translated(game) {
  if (language() === "en") return game;
  await gameTexts(game.name);
  return {
    ...game,
    title: gameText(game.name, "title", game.title),
    variants: game.variants.map((one) => ({ ...one, title: gameText(game.name, `variant.${one.name}`, one.title) })),
    rules: game.rules.map((rule, at) => gameText(game.name, `rule.${at}`, rule)),
  };
}

/** Forget the texts of all games: the language changed. */
export function forgetTexts() {
  texts.clear();
}

/**
 * The view of `game`, its texts and its style loaded.
 * @returns {Promise<{default: (root: HTMLElement, kit: object) => View, merge?: Function}>}
 */
export async function viewOf(game) {
  const base = bases[game];
  if (!base) return { default: generalView };
  try {
    const [module] = await Promise.all([import(`${base}view.js`), gameTexts(game), style(`${base}view.css`)]);
    return module;
  } catch (error) {
    console.error(`the view of ${game} does not load`, error);
    return { default: generalView };
  }
}

function style(url) {
  if (document.querySelector(`link[href="${CSS.escape(url)}"], link[data-view="${CSS.escape(url)}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: url });
  link.dataset.view = url;
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
}
