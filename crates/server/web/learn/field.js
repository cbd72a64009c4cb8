// A board of free and closed squares with a start and a goal, which three
// lessons share, and the tool in the reader's hand.

import { button, segments } from "../app/controls.js";
import { t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { item } from "./board.js";

/** @typedef {"wall" | "start" | "goal"} Tool */
/** @typedef {{ solid: boolean[], start: number, goal: number, tool: Tool }} Field */

/**
 * Reads a board: `#` closed, `s` start, `g` goal.
 * @param {string[]} rows
 * @returns {Field}
 */
export function readField(rows) {
  const all = [...rows.join("")];
  return { solid: all.map((c) => c === "#"), start: all.indexOf("s"), goal: all.indexOf("g"), tool: "wall" };
}

/**
 * What a click on a square does.
 * @param {Field} field
 * @param {number} i
 * @returns {string | void}
 */
export function clickField(field, i) {
  if (field.tool === "wall") {
    if (i === field.start || i === field.goal) return t("The start and the goal stay free.", "Le départ et le but restent libres.");
    field.solid[i] = !item(field.solid, i);
  } else {
    field.solid[i] = false;
    if (field.tool === "start" && i !== field.goal) field.start = i;
    if (field.tool === "goal" && i !== field.start) field.goal = i;
  }
}

/**
 * @param {Field} field
 * @param {(fresh?: boolean) => void} changed
 */
export function fieldTools(field, changed) {
  return [
    segments(
      t("A click places", "Un clic place"),
      [
        ["wall", t("Wall", "Mur")],
        ["start", t("Start", "Départ")],
        ["goal", t("Goal", "But")],
      ],
      field.tool,
      (tool) => {
        field.tool = tool;
      },
    ).el,
    button(t("No walls", "Sans murs"), () => {
      field.solid.fill(false);
      changed(true);
    }),
  ];
}

export const FIELD_HINT = t(
  "Click a square to place or remove a wall, or choose start or goal above and click. On the keyboard: arrows and Enter.",
  "Cliquez sur une case pour poser ou ôter un mur, ou choisissez départ ou but ci-dessus puis cliquez. Au clavier : flèches et Entrée.",
);

/**
 * The marks and the name of a square of the field.
 * @param {Field} field
 * @param {number} i
 */
export function onField({ solid, start, goal }, i) {
  if (item(solid, i)) return { look: "solid", name: t("wall", "mur") };
  if (i === start) return { mark: "start", name: t("start", "départ") };
  if (i === goal) return { mark: "goal", name: t("goal", "but") };
  return {};
}

/**
 * The way back along the parents, from the start on.
 * @param {number[]} parent
 * @param {number} to
 */
export function wayTo(parent, to) {
  const way = [];
  for (let i = to; i >= 0; i = item(parent, i)) way.unshift(i);
  return way;
}

/**
 * The squares that one straight move reaches, the nearest first.
 * @param {(i: number) => boolean} closed
 * @param {number} from
 * @param {number} side
 * @param {number} rows
 * @param {number} cols
 */
export function slide(closed, from, side, rows, cols) {
  const reached = [];
  for (let to = beside(from, side, rows, cols); to >= 0 && !closed(to); to = beside(to, side, rows, cols)) reached.push(to);
  return reached;
}

/** The four directions as signs: up, right, down, left. */
export const SIGNS = /** @type {const} */ (["↑", "→", "↓", "←"]);
