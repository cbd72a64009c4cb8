// One keyboard for four. Keys are places on the keyboard, not letters, so that
// they lie alike on every layout.

import { button } from "../../app/controls.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { dialog } from "../../app/notifications.js";
import { keep, recall } from "../../app/storage.js";

/** @typedef {"up" | "right" | "down" | "left"} Dir */
export const DIRS = /** @type {const} */ (["up", "right", "down", "left"]);
/** Rows and columns of a step. @type {Record<string, import("../../app/wire.js").Point>} */
export const STEPS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

/** The direction of a pull, along its longer axis. @param {number} dr @param {number} dc @returns {Dir} */
export function towards(dr, dc) {
  if (Math.abs(dr) > Math.abs(dc)) return dr > 0 ? "down" : "up";
  return dc > 0 ? "right" : "left";
}

/** @type {string[][]} by seat: up, right, down, left */
const DEFAULT = [
  ["KeyW", "KeyD", "KeyS", "KeyA"],
  ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"],
  ["KeyI", "KeyL", "KeyK", "KeyJ"],
  ["Numpad8", "Numpad6", "Numpad5", "Numpad4"],
];

/** @returns {string[][]} */
function bindings() {
  const kept = recall("race-keys", DEFAULT);
  return Array.isArray(kept) && kept.length === 4 ? kept : DEFAULT;
}

/** @param {string[][] | null} keys */
function bind(keys) {
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
function keyName(code) {
  const arrows = /** @type {Record<string, string>} */ ({
    ArrowUp: "↑",
    ArrowRight: "→",
    ArrowDown: "↓",
    ArrowLeft: "←",
    Space: t("Space", "Espace"),
  });
  // A key is a place; where French is read, another letter lies there.
  const letter = t(code, { KeyW: "Z", KeyA: "Q", KeyQ: "A", KeyZ: "W" }[code] ?? code);
  return arrows[code] ?? letter.replace(/^Key|^Digit/, "").replace(/^Numpad/, t("Num ", "Pavé "));
}

/**
 * The keys of a seat in a line.
 * @param {number} seat
 */
export function keysOf(seat) {
  const [up = "", right = "", down = "", left = ""] = bindings()[seat] ?? [];
  return [up, left, down, right].map(keyName).join(" ");
}

/**
 * Asks for the four keys of a seat, one after the other.
 * @param {number} seat
 * @param {() => void} then
 */
export function chooseKeys(seat, then) {
  const names = t(["up", "right", "down", "left"], ["vers le haut", "vers la droite", "vers le bas", "vers la gauche"]);
  /** @type {string[]} */
  const codes = [];
  const asked = h("p", { role: "status" });
  const ask = () => {
    asked.textContent = t(`Press the key that goes ${names[codes.length]}.`, `Appuyez sur la touche pour aller ${names[codes.length]}.`);
  };
  const reset = button(t("Usual keys for all", "Touches habituelles pour tous"), () => {
    bind(null);
    shown.close();
  });
  const shown = dialog(t(`Keys of player ${seat + 1}`, `Touches du joueur ${seat + 1}`), asked, { actions: [reset] });
  ask();
  shown.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Tab") return;
    event.preventDefault();
    codes.push(event.code);
    if (codes.length < 4) return ask();
    bind(bindings().with(seat, codes));
    shown.close();
  });
  shown.addEventListener("close", then);
}
