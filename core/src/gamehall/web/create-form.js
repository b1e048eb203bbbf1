/** The form for a new table, drawn from the options that the chosen game and the platform name. */

import { fill, h } from "./dom.js";
import { explain, t } from "./i18n.js";
import { optionName, optionWord } from "./table-details.js";
import { gameTexts } from "./views.js";

/** Options of the platform that most people leave alone. */
const RARE = ["seats", "minplayers", "ready", "pause", "grace", "misses", "spectators", "comeback", "linger", "rounds", "kick", "unready", "interrupts", "openbots", "opencontrol", "idle", "rated"];
/** Options of the platform that are shown at once, after the first few of the game's. */
const USUAL = ["clock", "password"];
/** So many of a game's own options are shown at once. */
const FIRST = 3;

/** @param {object} app @param {string} game  chosen at first @param {string} [variant] @returns {HTMLFormElement} */
export function createForm(app, game, variant = "") {
  const name = h("input", { type: "text", name: "name", required: true, maxLength: 80, autocomplete: "off", value: t("create.nameOf", { name: app.account.name }) });
  const games = h("select", { name: "game" }, app.lobby.games.map((one) => h("option", { value: one.name, textContent: one.title })));
  const variants = h("select", { name: "variant" });
  const fields = h("div.fields");
  const go = h("button.primary", { type: "submit", textContent: t("create.go") });
  const error = h("p.error", { role: "alert" });
  if (game) games.value = game;

  const draw = async () => {
    const chosen = app.lobby.game(games.value);
    fill(variants, chosen.variants.map((one) => h("option", { value: one.name, textContent: one.title })));
    if (variant && chosen.variants.some((one) => one.name === variant)) variants.value = variant;
    variants.parentElement.hidden = chosen.variants.length < 2;
    // Until the texts of the chosen game are here, the fields are those of another: they must not be sent with it.
    go.disabled = true;
    await gameTexts(chosen.name);
    if (games.value !== chosen.name) return;
    go.disabled = false;
    fields.dataset.game = chosen.name;
    const field = (option) => optionField(chosen.name, option);
    const own = chosen.options.filter((one) => !RARE.includes(one.name) && !USUAL.includes(one.name));
    const usual = [...own.slice(0, FIRST), ...chosen.options.filter((one) => USUAL.includes(one.name))];
    const rare = chosen.options.filter((one) => !usual.includes(one));
    fill(fields, usual.map(field), rare.length > 0 && h("details", {}, h("summary", { textContent: t("create.more") }), rare.map(field)));
  };

  const form = h(
    "form.create",
    {},
    h("h2", { textContent: t("create.title") }),
    h("label", {}, t("create.game"), games),
    h("label", {}, t("create.variant"), variants),
    h("label", {}, t("create.name"), name),
    fields,
    error,
    go,
  );
  games.addEventListener("change", draw);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    try {
      const gameid = await app.lobby.create(games.value, name.value, parameters(form, variants));
      app.openTable(gameid, { watch: true, sit: true });
    } catch (refused) {
      error.textContent = explain(refused);
    }
  });
  draw();
  return form;
}

/** One option as a labelled field. @param {string} game @param {object} option  an option field of the wire */
function optionField(game, option) {
  const { name, kind, least, most, choices = [] } = option;
  const label = optionName(game, name, option.text || name);
  const initial = option.default ?? "";
  if (kind === "bool") {
    const box = h("input", { type: "checkbox", name: `option-${name}`, checked: initial === "true", dataset: { initial } });
    return h("label.check", {}, box, label);
  }
  let input;
  if (kind === "choice") input = h("select", { value: initial }, choices.map((one) => h("option", { value: one, selected: one === initial, textContent: optionWord(game, one) })));
  else if (kind === "int" || kind === "float") input = h("input", { type: "number", step: kind === "int" ? 1 : "any", min: least || undefined, max: most || undefined, value: initial, required: true });
  else input = h("input", { type: name === "password" ? "password" : "text", value: initial, autocomplete: name === "password" ? "new-password" : "off" });
  input.name = `option-${name}`;
  input.dataset.initial = initial;
  return h("label", {}, label, input);
}

/** What differs from the defaults, as the server wants it. */
function parameters(form, variants) {
  const given = {};
  if (variants.value) given.variant = variants.value;
  for (const field of form.querySelectorAll("[name^=option-]")) {
    const value = field.type === "checkbox" ? String(field.checked) : field.value;
    if (value !== field.dataset.initial) given[field.name.slice("option-".length)] = value;
  }
  return given;
}

