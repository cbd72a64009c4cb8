// Elements from JavaScript, without a framework: `h` for HTML, `s` for SVG.

/** @typedef {Node | string | number | null | undefined | false} Piece */
/** @typedef {Piece | Piece[]} Child */
/** @typedef {Record<string, any>} Attrs */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes. `onclick` and its like are listeners, `style` is an object
 * (the content-security policy forbids style attributes), `class` may hold
 * falsy parts in an array, a boolean switches an attribute on or off.
 * @param {Element} el
 * @param {Attrs} attrs
 */
export function set(el, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on") && typeof value === "function") {
      el.addEventListener(name.slice(2), value);
    } else if (name === "style") {
      for (const [key, v] of Object.entries(value)) /** @type {HTMLElement} */ (el).style.setProperty(key, String(v));
    } else if (name === "class") {
      el.setAttribute("class", Array.isArray(value) ? value.filter(Boolean).join(" ") : value);
    } else if (name === "value" || name === "checked" || name === "selected" || name === "disabled") {
      /** @type {any} */ (el)[name] = value;
    } else if (value === false || value === null || value === undefined) {
      el.removeAttribute(name);
    } else {
      el.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} el
 * @param {Child[]} children
 */
function fill(el, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) el.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attrs | null} [attrs]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attrs, ...children) {
  const el = document.createElement(tag);
  // Children first, so that the value of a select finds its option.
  fill(el, children);
  if (attrs) set(el, attrs);
  return el;
}

/** Things side by side. @param {...Child} inside */
export const inRow = (...inside) => h("div", { class: "row" }, ...inside);
/** Things below each other. @param {...Child} inside */
export const inStack = (...inside) => h("div", { class: "stack" }, ...inside);
/** The same on a sheet of paper. @param {...Child} inside */
export const inSheet = (...inside) => h("div", { class: "sheet stack" }, ...inside);
/** A remark. @param {...Child} inside */
export const smallNote = (...inside) => h("p", { class: "small quiet" }, ...inside);

/**
 * A table from its cells.
 * @param {string} kind its class
 * @param {Child[]} head
 * @param {{ look?: string, cells: Child[] }[]} rows
 */
export function tableOf(kind, head, rows) {
  const lines = rows.map(({ look = "", cells }) => h("tr", { class: look }, ...cells));
  return h("table", { class: kind }, h("thead", null, h("tr", null, ...head)), h("tbody", null, lines));
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attrs | null} [attrs]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attrs, ...children) {
  const el = document.createElementNS(SVG, tag);
  if (attrs) set(el, attrs);
  fill(el, children);
  return el;
}

/**
 * Replaces what an element holds.
 * @param {Element} el
 * @param {...Child} children
 */
export function put(el, ...children) {
  el.replaceChildren();
  fill(el, children);
}

/**
 * Replaces what an element holds; a button that had the focus has it again under the same name.
 * @param {Element} el
 * @param {...Child} children
 */
export function renew(el, ...children) {
  const nameOf = (/** @type {Element} */ one) => one.getAttribute("aria-label") ?? one.textContent;
  const had = el.contains(document.activeElement) ? nameOf(/** @type {Element} */ (document.activeElement)) : undefined;
  put(el, ...children);
  if (had !== undefined) [...el.querySelectorAll("button")].find((one) => nameOf(one) === had)?.focus();
}

/**
 * Has a live region read out; the same words twice are read twice.
 * @param {Element} region
 * @param {string} text
 */
export function say(region, text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * A board that is played by keys: while it has the focus, a screen reader
 * leaves the arrows to it instead of reading on. It is what is inside an
 * application that has the focus; Orca is silent about one that has it itself.
 * @param {Element} board
 * @param {string} label
 */
export function withKeys(board, label) {
  board.setAttribute("tabindex", "0");
  return h("div", { class: "keys", role: "application", "aria-label": label }, board);
}

let ids = 0;

/** A fresh id for labels. */
export function uid() {
  ids += 1;
  return `u${ids}`;
}

/** Whether the page is dark: as chosen, or as the system is. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * The value of a CSS colour variable of the theme in force.
 * @param {string} name
 */
export function color(name) {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  return (isDark() ? dark : light) ?? value;
}

/**
 * Whether keys belong to what has the focus, a text, a list or a slider, and
 * not to the board. A box that was just ticked takes no arrows.
 * @param {EventTarget | null} target
 */
export function typing(target) {
  if (target instanceof HTMLInputElement) return target.type !== "checkbox";
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** Whether the visitor asked for little motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Tells when the theme changes, by the switch or by the system.
 * @param {() => void} then
 */
export function onTheme(then) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", then);
  document.addEventListener("themechange", then);
}
