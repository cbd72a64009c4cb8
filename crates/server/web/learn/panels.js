// The panels beside a board: what the algorithm holds in its hands.

import { figures } from "../app/controls.js";
import { h, tableOf } from "../app/dom.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/dom.js").Child} Child */

/**
 * @param {string} title
 * @param {...Child} children
 */
export function panel(title, ...children) {
  return h(
    "section",
    { class: "sheet lesson-panel" },
    h("h2", null, title),
    children.flat().map((child) => (typeof child === "string" ? h("p", null, child) : child)),
  );
}

/** The figures of a lesson, and what is said under them. @param {Parameters<typeof figures>[0]} list @param {...Child} more */
export function inNumbers(list, ...more) {
  return panel(t("In numbers", "En chiffres"), figures(list), ...more);
}

/** What the signs on the board mean. @param {Parameters<typeof legend>[0]} list @param {...Child} more */
export function onTheBoard(list, ...more) {
  return panel(t("On the board", "Sur le plateau"), legend(list), ...more);
}

/**
 * A queue, a stack or any list: its first thirty, then how many more.
 * @param {readonly { text: string | number, look?: string, fill?: string }[]} list
 * @param {string} [nothing]
 */
export function chips(list, nothing = t("empty", "vide")) {
  const LONG = 30;
  if (!list.length) return h("p", { class: "quiet small" }, nothing);
  return h(
    "ol",
    { class: "lesson-chips" },
    list.slice(0, LONG).map(({ text, look = "", fill }) => h("li", { class: look, style: fill ? { "--c": fill } : {} }, text)),
    list.length > LONG ? h("li", { class: "more" }, `+${list.length - LONG}`) : null,
  );
}

/**
 * @param {Child[]} head
 * @param {readonly { cells: Child[], look?: string }[]} rows
 * @param {string} [label]
 */
export function table(head, rows, label) {
  return h(
    "div",
    { class: "lesson-scroll", tabindex: 0, role: "region", "aria-label": label ?? t("Table", "Tableau") },
    tableOf(
      "lesson-table",
      head.map((cell) => h("th", { scope: "col" }, cell)),
      rows.map(({ cells, look = "" }) => ({ look, cells: cells.map((cell) => h("td", null, cell)) })),
    ),
  );
}

/**
 * What the signs on the board mean.
 * @param {readonly (readonly [string, string])[]} list look and name
 */
export function legend(list) {
  return h(
    "ul",
    { class: "lesson-legend" },
    list.map(([look, name]) => h("li", null, h("span", { class: `key ${look}`, "aria-hidden": "true" }), name)),
  );
}
