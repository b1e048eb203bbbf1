/** What a person may do at a table beside its game: sit down, be ready, start, pause, stop, sit out, buy chips, play again. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { stopDialog } from "./table-dialogs.js";

/**
 * @param {HTMLElement} holder
 * @param {{app: object, table: import("./tables.js").Table, host: boolean, sit: Function, run: (p: Promise) => void}} what
 */
export function ownControls(holder, { app, table, host, sit, run }) {
  const { model } = table;
  const seat = model.you === null ? null : model.seats.get(model.you);
  const live = table.live && !model.closed && !model.frozen;
  const chips = app.lobby.game(model.game).stakes === "chips";
  // A tournament says itself when its tables play, and who plays at them for what.
  const free = !Number(model.options.tournament ?? 0);
  const controls = free && (host || model.options.opencontrol === "true");
  const facts = [live, free, controls, model.paused, model.stopping, model.options.interrupts, seat, model.phase, model.seats.size, model.maxseats, chips, model.playing.includes(model.you)];
  const key = JSON.stringify(facts);
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const command = (name, body) => () => run(table.command(name, body));
  const shown = [];
  if (live && free && !seat && model.seats.size < model.maxseats) shown.push(button("table.sit", sit, "primary"));
  if (live && seat) {
    const waits = model.phase === "waiting" || model.phase === "over";
    if (free && model.phase === "waiting" && !seat.ready) shown.push(button("table.ready", command("ready", { ready: true }), "primary"));
    if (model.phase === "waiting" && seat.ready && model.options.ready === "true") shown.push(button("table.notReady", command("ready", { ready: false })));
    if (free && model.phase === "over") shown.push(button("table.rematch", command("rematch"), "primary"));
    if (waits && controls && !model.paused && model.phase === "waiting" && model.seats.size > 1) shown.push(button("table.start", command("start")));
    if (free && chips && (model.phase !== "playing" || seat.stack === 0)) shown.push(button("table.buyMore", sit));
    if (model.phase === "playing" && model.options.interrupts === "true" && model.playing.includes(model.you)) shown.push(button("table.interrupt", command("interrupt"), "danger"));
    if (controls && !model.stopping) {
      const [text, name] = model.paused ? ["table.resume", "resume"] : ["table.pause", "pause"];
      shown.push(button(text, command(name), model.paused ? "primary" : ""), button("table.stop", () => stopDialog(command("stop")), "danger"));
    }
    shown.push(check("table.sitOut", seat.out, (out) => run(table.command(out ? "sitout" : "sitin"))));
  }
  fill(holder, shown);
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
