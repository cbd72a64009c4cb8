// One keyboard for four. Keys are places on the keyboard, not letters, so that
// they lie alike on every layout.

import { t } from "../../app/i18n.js";
import { keep, recall } from "../../app/kept.js";

/** @typedef {"up" | "right" | "down" | "left"} Dir */
export const DIRS = /** @type {const} */ (["up", "right", "down", "left"]);

/** @type {string[][]} by seat: up, right, down, left */
const DEFAULT = [
  ["KeyW", "KeyD", "KeyS", "KeyA"],
  ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"],
  ["KeyI", "KeyL", "KeyK", "KeyJ"],
  ["Numpad8", "Numpad6", "Numpad5", "Numpad4"],
];

/** @returns {string[][]} */
export function bindings() {
  const kept = recall("race-keys", DEFAULT);
  return Array.isArray(kept) && kept.length === 4 ? kept : DEFAULT;
}

/** @param {string[][] | null} keys */
export function bind(keys) {
  keep("race-keys", keys);
}

/**
 * What a key asks for.
 * @param {string} code
 * @param {number[]} seats the seats this person plays
 * @returns {{ seat: number, dir: Dir } | undefined}
 */
export function read(code, seats) {
  const keys = bindings();
  const alone = seats.length === 1 ? seats[0] : undefined;
  for (const [seat, codes] of keys.entries()) {
    const at = codes.indexOf(code);
    const dir = DIRS[at];
    if (dir === undefined) continue;
    if (alone !== undefined) return { seat: alone, dir };
    if (seats.includes(seat)) return { seat, dir };
  }
  return undefined;
}

/**
 * How a key is written.
 * @param {string} code
 */
export function keyName(code) {
  const arrows = /** @type {Record<string, string>} */ ({ ArrowUp: "↑", ArrowRight: "→", ArrowDown: "↓", ArrowLeft: "←", Space: t("Space", "Espace") });
  return arrows[code] ?? code.replace(/^Key|^Digit/, "").replace(/^Numpad/, t("Num ", "Pavé "));
}

/**
 * The keys of a seat in a line.
 * @param {number} seat
 */
export function keysOf(seat) {
  const [up = "", right = "", down = "", left = ""] = bindings()[seat] ?? [];
  return [up, left, down, right].map(keyName).join(" ");
}
