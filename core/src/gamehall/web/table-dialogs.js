/** Small questions at a table: with how many chips to sit down, which bot to seat, the password of a private table, whether to stop it. */

import { dialog, h } from "./dom.js";
import { explain, number, t } from "./i18n.js";

/** Sit down at `place`, or anywhere; where chips are played, ask how many. */
export async function sitDialog(app, table, place) {
  let sheet;
  try {
    sheet = await app.lobby.details(table.gameid);
  } catch (error) {
    app.complain(new Error(explain(error)));
    return;
  }
  const wish = place === undefined ? {} : { seat: place };
  if (sheet.stakes !== "chips") {
    await table.join(wish).catch((error) => app.complain(new Error(explain(error))));
    return;
  }
  const seated = table.model.you === null ? 0 : table.model.seats.get(table.model.you)?.stack ?? 0;
  const most = Math.max(0, Math.min((sheet.mostbuyin ?? 0) - seated, app.account.balance));
  const least = seated ? 1 : sheet.leastbuyin ?? 0;
  const box = dialog(t(seated ? "sit.more" : "sit.title"), buyIn(least, most, app, async (chips) => {
    await table.join({ ...(seated ? {} : wish), buyin: chips });
    box.close();
  }), t("close"));
}

function buyIn(least, most, app, sit) {
  if (most < least) return h("p", { textContent: t("sit.poor", { least: number(least), balance: number(app.account.balance) }) });
  const input = h("input", { type: "number", inputMode: "numeric", min: least, max: most, value: most, required: true });
  const slider = h("input", { type: "range", min: least, max: most, value: most, "aria-label": t("sit.chips") });
  slider.addEventListener("input", () => (input.value = slider.value));
  input.addEventListener("input", () => (slider.value = input.value));
  const error = h("p.error", { role: "alert" });
  const form = h(
    "form.stack-form",
    {},
    h("label", {}, t("sit.chips"), input),
    slider,
    h("p.quiet", { textContent: t("sit.range", { least: number(least), most: number(most), balance: number(app.account.balance) }) }),
    error,
    h("button.primary", { type: "submit", textContent: t("sit.go") }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await sit(Number(input.value));
    } catch (refused) {
      error.textContent = explain(refused);
    }
  });
  return form;
}

/** Choose one of the server's bots. */
export function addBotDialog(bots, seat) {
  if (bots.length === 1) {
    seat(bots[0]);
    return;
  }
  const choose = (name) => {
    box.close();
    seat(name);
  };
  const list = h("div.stack-form", {}, bots.map((name) => h("button", { type: "button", textContent: name, onclick: () => choose(name) })));
  const box = dialog(t("seat.whichBot"), list, t("close"));
}

/** Ask for the password of a private table. @returns {Promise<string|null>} */
export function passwordDialog() {
  return new Promise((resolve) => {
    const input = h("input", { type: "password", required: true, autocomplete: "off" });
    const form = h("form.stack-form", {}, h("label", {}, t("join.password"), input), h("button.primary", { type: "submit", textContent: t("join.go") }));
    const box = dialog(t("join.private"), form, t("close"));
    let answer = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer = input.value;
      box.close();
    });
    box.addEventListener("close", () => resolve(answer));
  });
}

/** Whether the table is really to be stopped. */
export function stopDialog(stop) {
  const go = h("button.danger", { type: "button", textContent: t("table.stop"), onclick: () => {
    box.close();
    stop();
  } });
  const box = dialog(t("table.stop"), h("div", {}, h("p", { textContent: t("table.stopSure") }), go), t("close"));
}
