/** What the table does for a player without asking: post blinds, wait for the big blind, keep hands hidden. */

const NAMES = ["autopost", "wait", "muckwinning", "mucklosing"];

/** The check boxes; the server keeps what they say, and tells it back. */
export class Presets {
  #kit;
  #boxes = new Map();
  element;

  constructor(kit) {
    const { h, t } = kit;
    this.#kit = kit;
    const labels = NAMES.map((name) => {
      const box = h("input", { type: "checkbox", dataset: { preset: name } });
      box.addEventListener("change", () => kit.command("preset", { [name]: box.checked }));
      this.#boxes.set(name, box);
      return h("label.check", {}, box, t(`preset.${name}`));
    });
    const summary = h("summary", { textContent: t("preset.title") });
    this.element = h("details.presets", { hidden: true }, summary, h("div", {}, labels));
  }

  /** The server told what it does now. */
  take(presets) {
    this.#kit.model.about = { ...this.#kit.model.about, presets };
  }

  show(model) {
    const presets = model.you === null ? null : model.about?.presets;
    this.element.hidden = !presets;
    for (const [name, box] of this.#boxes) box.checked = Boolean(presets?.[name]);
  }
}
