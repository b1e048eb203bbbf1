/** Making elements. Text goes in as text nodes only, so nothing that a person typed can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element.
 * @param {string} tag  `"button"`, or with classes `"button.primary.wide"`.
 * @param {Object<string, any>} [props]  `on…` are listeners, `dataset` an object, `class` more classes, a property of
 *   the element where it has one of that name (`textContent`, `hidden`, `value`), else an attribute.
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props ?? {})) set(element, key, value);
  append(element, children);
  return element;
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Object<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

/** Put `children` into `element` in place of what was there. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

function set(element, key, value) {
  if (value === undefined || value === null) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2).toLowerCase(), value);
  else if (key === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
  else if (key === "dataset") Object.assign(element.dataset, value);
  else if (key in element && !key.startsWith("aria") && key !== "list" && key !== "form") element[key] = value;
  else if (value === true) element.setAttribute(key, "");
  else if (value !== false || key.startsWith("aria")) element.setAttribute(key, String(value));
}

/** Open `element` as a modal dialog titled `title`; it is taken out when it closes. @returns {HTMLDialogElement} */
export function dialog(title, content, closeText) {
  const heading = h("h2", { textContent: title, id: `dialog-${++dialogs}` });
  const close = h("button.icon", { type: "button", "aria-label": closeText, textContent: "×" });
  const box = h("dialog", { "aria-labelledby": heading.id }, h("header", {}, heading, close), content);
  close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

let dialogs = 0;
