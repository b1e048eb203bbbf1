/** What a person may do at a table beside its game: sit down, be ready, start, sit out, buy chips, play again. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @param {HTMLElement} holder
 * @param {{app: object, table: import("./tables.js").Table, host: boolean, sit: Function, run: (p: Promise) => void}} what
 */
export function ownControls(holder, { app, table, host, sit, run }) {
  const { model } = table;
  const seat = model.you === null ? null : model.seats.get(model.you);
  const live = table.live && !model.closed && !model.frozen;
  const chips = app.lobby.game(model.game).stakes === "chips";
  const facts = [live, host, seat, model.phase, model.seats.size, model.maxseats, chips, model.playing.includes(model.you)];
  const key = JSON.stringify(facts);
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const command = (name, body) => () => run(table.command(name, body));
  const controls = [];
  if (live && !seat && model.seats.size < model.maxseats) controls.push(button("table.sit", sit, "primary"));
  if (live && seat) {
    const waits = model.phase === "waiting" || model.phase === "over";
    if (model.phase === "waiting" && !seat.ready) controls.push(button("table.ready", command("ready", { ready: true }), "primary"));
    if (model.phase === "waiting" && seat.ready && model.options.ready === "true") controls.push(button("table.notReady", command("ready", { ready: false })));
    if (model.phase === "over") controls.push(button("table.rematch", command("rematch"), "primary"));
    if (waits && host && model.phase === "waiting" && model.seats.size > 1) controls.push(button("table.start", command("start")));
    if (chips && (model.phase !== "playing" || seat.stack === 0)) controls.push(button("table.buyMore", sit));
    if (model.phase === "playing" && model.options.interrupts === "true" && model.playing.includes(model.you)) controls.push(button("table.interrupt", command("interrupt"), "danger"));
    controls.push(check("table.sitOut", seat.out, (out) => run(table.command(out ? "sitout" : "sitin"))));
  }
  fill(holder, controls);
}

function button(text, onclick, kind = "") {
  return h("button", { type: "button", class: kind, textContent: t(text), onclick });
}

/** A check box with its label. */
export function check(text, checked, changed) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => changed(box.checked));
  return h("label.check", {}, box, t(text));
}
