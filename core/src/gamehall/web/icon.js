/** Small signs, drawn: no font has to have them. */

import { h, svg } from "./dom.js";
import { t } from "./i18n.js";

const PATHS = {
  lock: "M7 10V7a5 5 0 0 1 10 0v3h1.500v11h-13V10zm2.200 0h5.600V7a2.800 2.800 0 0 0-5.600 0z",
  bot: "M11 2h2v3h5a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8.500 9a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zm7 0a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM8 14.500h8v1.800H8zM1 9h2v6H1zm20 0h2v6h-2z",
  mic: "M12 2a3 3 0 0 0-3 3v7a3 3 0 0 0 6 0V5a3 3 0 0 0-3-3zM5 11h2a5 5 0 0 0 10 0h2a7 7 0 0 1-6 6.900V22h-2v-4.100A7 7 0 0 1 5 11z",
  gear: "M10.300 2h3.400l.5 2.600 1.800.8 2.200-1.500 2.400 2.400-1.500 2.200.8 1.800 2.600.5v3.400l-2.600.5-.8 1.800 1.500 2.200-2.400 2.400-2.200-1.500-1.800.8-.5 2.600h-3.400l-.5-2.600-1.800-.8-2.200 1.500-2.400-2.400 1.500-2.200-.8-1.800L1.500 14.200v-3.400l2.600-.5.8-1.800-1.500-2.200 2.400-2.400L8 5.400l1.800-.8zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  close: "M5.600 4.200 12 10.600l6.400-6.400 1.400 1.400L13.400 12l6.400 6.400-1.400 1.400L12 13.400l-6.400 6.400-1.400-1.400L10.600 12 4.200 5.600z",
  first: "M5 4h3v16H5zm15 0v16L9 12z",
  back: "M17 4v16L6 12z",
  forward: "M7 4v16l11-8z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
};

/** @param {keyof PATHS} name */
export function icon(name) {
  return svg("svg", { class: "icon-sign", viewBox: "0 0 24 24", width: "1.1em", height: "1.1em", "aria-hidden": "true", focusable: "false" }, svg("path", { d: PATHS[name], "fill-rule": "evenodd", fill: "currentColor" }));
}

/** What marks a program among the players, wherever it is shown. */
export function botSign() {
  return h("span.bot", { role: "img", "aria-label": t("seat.bot"), title: t("seat.botTitle") }, icon("bot"));
}
