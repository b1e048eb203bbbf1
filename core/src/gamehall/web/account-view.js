/** The top of the page: who is logged in with what, the tabs of the open tables, settings; and the login page. */

import { dialog, fill, h } from "./dom.js";
import { LANGUAGES, explain, language, number, t } from "./i18n.js";
import { icon } from "./icon.js";
import { prefs } from "./prefs.js";
import { check } from "./table-controls.js";

/** The header of the page. @param {object} app */
export function header(app) {
  const tabs = h("nav.page-tabs", { "aria-label": t("nav.title") });
  const who = h("div.who");
  const element = h("header.top", {}, h("a.brand", { href: "#/", textContent: "Gamehall" }), tabs, who);
  const show = () => {
    const here = location.hash || "#/";
    const tab = (href, text, mark) =>
      h("a", { href, "aria-current": here === href ? "page" : undefined, class: mark ? "your-turn" : "" }, text, mark && h("span.dot", { role: "img", "aria-label": t("nav.yourTurn") }));
    const tables = [...app.tables.open.values()].map((table) => tab(`#/table/${table.gameid}`, h("bdi", { textContent: table.model.name || `#${table.gameid}` }), table.model.myTurn && table.live));
    const loggedIn = app.account.loggedIn;
    fill(tabs, loggedIn && [tab("#/", t("nav.lobby")), tab("#/tournaments", t("tournaments.title")), tab("#/leaders", t("leaders.title")), tables]);
    fill(who, loggedIn && menu(app), h("button.icon", { type: "button", "aria-label": t("settings.title"), title: t("settings.title"), onclick: () => settings() }, icon("gear")));
    const waiting = [...app.tables.open.values()].some((table) => table.model.myTurn && table.live);
    document.title = waiting ? `● ${t("nav.yourTurn")} – Gamehall` : "Gamehall";
  };
  return { element, show };
}

function menu(app) {
  const name = h("bdi", { textContent: app.account.name });
  const balance = h("span.balance", { title: t("account.balance"), "aria-label": `${t("account.balance")}: ${number(app.account.balance)}`, role: "img", textContent: number(app.account.balance) });
  return [h("button.account", { type: "button", onclick: () => accountDialog(app), "aria-label": t("account.of", { name: app.account.name }) }, name), balance];
}

function accountDialog(app) {
  const box = dialog(
    app.account.name,
    h(
      "div.stack-form",
      {},
      h("p", { textContent: `${t("account.balance")}: ${number(app.account.balance)}` }),
      h("a.button", { href: "#/rounds", textContent: t("rounds.mine"), onclick: () => box.close() }),
      h("button", { type: "button", textContent: t("account.logOut"), onclick: () => done(app.logOut()) }),
      h("details", {}, h("summary", { textContent: t("account.changePassword") }), passwordForm()),
      h("details", {}, h("summary", { textContent: t("account.delete") }), deleteForm()),
    ),
    t("close"),
  );
  const done = (promise) => promise.then(() => box.close(), (error) => app.complain(new Error(explain(error))));

  function passwordForm() {
    const old = passwordField("account.oldPassword", "current-password");
    const fresh = passwordField("account.newPassword", "new-password");
    return form([old, fresh], "account.changePassword", async () => {
      await app.account.changePassword(old.input.value, fresh.input.value);
      app.tell(t("account.changed"));
      box.close();
    });
  }

  function deleteForm() {
    const password = passwordField("account.password", "current-password");
    return form([password], "account.deleteForGood", async () => {
      await app.account.remove(password.input.value);
      box.close();
    }, "danger");
  }
}

/** The page of those who are not logged in. @param {object} app */
export function loginView(app) {
  let making = false;
  const name = h("input", { type: "text", name: "username", required: true, autocomplete: "username", maxLength: 60 });
  const password = passwordField("account.password", "current-password");
  const error = h("p.error", { role: "alert" });
  const go = h("button.primary", { type: "submit" });
  const other = h("button.link", { type: "button" });
  const heading = h("h1");
  const show = () => {
    heading.textContent = t(making ? "account.create" : "account.logIn");
    go.textContent = t(making ? "account.createGo" : "account.logIn");
    other.textContent = t(making ? "account.haveOne" : "account.haveNone");
    password.input.autocomplete = making ? "new-password" : "current-password";
    error.textContent = "";
  };
  other.addEventListener("click", () => {
    making = !making;
    show();
  });
  const element = h("form.login", {}, h("p.welcome", { textContent: t("account.welcome") }), heading, h("label", {}, t("account.name"), name), password.element, error, go, other);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    go.disabled = true;
    try {
      await (making ? app.account.register(name.value, password.input.value) : app.account.logIn(name.value, password.input.value));
      await app.arrived();
    } catch (refused) {
      error.textContent = explain(refused);
    } finally {
      go.disabled = false;
    }
  });
  show();
  return { element, close: () => element.remove() };
}

function passwordField(text, autocomplete) {
  const input = h("input", { type: "password", required: true, minLength: 1, maxLength: 200, autocomplete });
  return { input, element: h("label", {}, t(text), input) };
}

function form(fields, text, submit, kind = "primary") {
  const error = h("p.error", { role: "alert" });
  const element = h("form.stack-form", {}, fields.map((one) => one.element), error, h("button", { type: "submit", class: kind, textContent: t(text) }));
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await submit();
    } catch (refused) {
      error.textContent = explain(refused);
    }
  });
  return element;
}

function settings() {
  const languages = h("select", {}, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, textContent: name, selected: code === language() })));
  languages.addEventListener("change", () => prefs.set("language", languages.value));
  const themes = h("select", {}, ["auto", "light", "dark"].map((name) => h("option", { value: name, textContent: t(`settings.${name}`), selected: name === prefs.get("theme") })));
  themes.addEventListener("change", () => prefs.set("theme", themes.value));
  const addresses = document.querySelector("meta[name=gamehall-addresses]")?.content ?? "";
  const box = dialog(
    t("settings.title"),
    h(
      "div.stack-form",
      {},
      h("label", {}, t("settings.language"), languages),
      h("label", {}, t("settings.theme"), themes),
      check("settings.fourColour", prefs.get("fourColour"), (on) => prefs.set("fourColour", on)),
      h("p.quiet", {}, t("settings.programs"), addresses.split(" ").map((one) => [" ", h("code", { textContent: one })])),
    ),
    t("close"),
  );
  prefs.addEventListener("changed", ({ detail }) => detail === "language" && box.close(), { once: true });
}
