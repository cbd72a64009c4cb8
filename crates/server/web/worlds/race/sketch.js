// A board drawn by hand, as rows of `*` and space, and its text form.

import { t } from "../../app/i18n.js";
import { coded } from "../../app/rows.js";

/** @typedef {import("../../app/wire.js").Point} Spot */
/** @typedef {{ rows: string[], from: Spot, to: Spot }} Sketch */

const SMALLEST = 5;
const LARGEST = 201;

/** A board to begin with, closed all around. @param {number} size */
export function blank(size) {
  const edge = (/** @type {number} */ n) => n === 0 || n === size - 1;
  return Array.from({ length: size }, (_, r) => Array.from({ length: size }, (_, c) => (edge(r) || edge(c) ? "*" : " ")).join(""));
}

/** A first board that shows what the page is for: two walls to go round. @returns {Sketch} */
export function firstSketch() {
  const rows = blank(21).map((row, r) =>
    r === 5 ? `*${"*".repeat(14)}${row.slice(15)}` : r === 14 ? `${row.slice(0, 6)}${"*".repeat(15)}` : row,
  );
  return { rows, from: [1, 1], to: [10, 10] };
}

/** Whether something may be put on a cell: not on the rim. @param {Sketch} sketch @param {Spot} spot */
export function inside({ rows }, [r, c]) {
  return r > 0 && c > 0 && r < rows.length - 1 && c < rows.length - 1;
}

/** The rows with another character somewhere. @param {string[]} rows @param {Spot} spot @param {string} what */
export function withCell(rows, [r, c], what) {
  const row = rows[r] ?? "";
  return rows.with(r, row.slice(0, c) + what + row.slice(c + 1));
}

/** A sketch cut or filled to another size. @param {Sketch} sketch @param {number} wanted @returns {Sketch} */
export function resized({ rows, from, to }, wanted) {
  const n = Math.max(SMALLEST, Math.min(LARGEST, Math.round(wanted) || 21));
  const at = (/** @type {number} */ r, /** @type {number} */ c) => (r < rows.length - 1 ? (rows[r]?.[c] ?? " ") : " ");
  const fit = (/** @type {Spot} */ [r, c]) => /** @type {Spot} */ ([Math.min(r, n - 2), Math.min(c, n - 2)]);
  return {
    rows: blank(n).map((row, r) => [...row].map((what, c) => (what === "*" ? "*" : at(r, c))).join("")),
    from: fit(from),
    to: fit(to),
  };
}

/** The board as the settings of a match name it. @param {Sketch} sketch */
export function asSetting({ rows, from, to }) {
  return coded(withCell(withCell(rows, from, "A"), to, "C"));
}

/** @param {Sketch} sketch */
export function asText({ rows, from, to }) {
  return withCell(withCell(rows, from, "1"), to, "C").join("\n");
}

/** Reads a sketch, or says what is wrong. @param {string} text @returns {Sketch} */
export function fromText(text) {
  const lines = text
    .replace(/\r/g, "")
    .split("\n")
    .filter((line) => line.trim());
  const wide = Math.max(0, ...lines.map((line) => line.length));
  if (lines.length < SMALLEST || wide !== lines.length || wide > LARGEST)
    throw new Error(
      t(
        `Found ${lines.length} lines of up to ${wide} characters, expected a square of ${SMALLEST} to ${LARGEST}.`,
        `Trouvé ${lines.length} lignes d’au plus ${wide} caractères, attendu un carré de ${SMALLEST} à ${LARGEST}.`,
      ),
    );
  const find = (/** @type {string} */ what, /** @type {Spot} */ otherwise) => {
    const r = lines.findIndex((line) => line.includes(what));
    return r < 0 ? otherwise : /** @type {Spot} */ ([r, (lines[r] ?? "").indexOf(what)]);
  };
  const half = lines.length >> 1;
  return { rows: lines.map((line) => line.padEnd(wide, "*").replace(/[^*]/g, " ")), from: find("1", [1, 1]), to: find("C", [half, half]) };
}
