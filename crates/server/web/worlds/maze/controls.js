// A maze in one's own hands: walking through it, and moving its walls.

import { h, say, typing } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { toast } from "../../app/notifications.js";
import { DOWN, RIGHT } from "./film.js";
import { stepTo } from "./measure.js";
import { SurfaceFilm } from "./surface_film.js";
import { spin } from "./walker.js";

/** @typedef {import("./pane.js").Pane} Pane */

/** Keys by their place on the keyboard. @type {Record<string, string>} */
const KEYS = {
  ArrowUp: "up",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowLeft: "left",
  KeyW: "up",
  KeyD: "right",
  KeyS: "down",
  KeyA: "left",
};

/**
 * Walks from the start to the goal with keys or by pointing.
 * @param {Pane} pane
 * @param {(steps: number, home: boolean) => void} told
 * @param {number[]} [before] the cells entered earlier, to go on from the last
 * @returns {() => void} stops it
 */
export function walk(pane, told, before = []) {
  const { film } = pane;
  if (!film) return () => {};
  const control = new AbortController();
  const { signal } = control;
  let steps = before.length;
  let home = false;
  pane.trail = [pane.start];
  pane.been.clear();
  pane.been.add(pane.start);
  for (const cell of before) {
    spin(pane.trail, cell);
    pane.been.add(cell);
  }
  pane.draw();
  told(steps, false);

  const here = () => pane.trail[pane.trail.length - 1] ?? pane.start;
  const next = (/** @type {string} */ dir) => (film instanceof SurfaceFilm ? film.towards(here(), dir) : stepTo(film, here(), dir));
  /** The ways on, for those who do not see them. */
  const news = h("p", { class: "out", "aria-live": "polite" });
  const names = t({ up: "up", right: "right", down: "down", left: "left" }, { up: "haut", right: "droite", down: "bas", left: "gauche" });
  const ways = () => Object.entries(names).flatMap(([dir, name]) => (next(dir) < 0 ? [] : [name]));
  pane.el.append(news);

  /** @param {string} dir */
  function go(dir) {
    return enter(next(dir));
  }

  /** @param {number} to */
  function enter(to) {
    if (to < 0 || home) return false;
    spin(pane.trail, to);
    pane.been.add(to);
    steps += 1;
    home = pane.goals.includes(to);
    told(steps, home);
    pane.draw();
    return true;
  }

  document.addEventListener(
    "keydown",
    (event) => {
      const dir = KEYS[event.code];
      if (!dir || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      event.preventDefault();
      const moved = go(dir);
      if (!home) say(news, `${moved ? "" : t("A wall. ", "Un mur. ")}${t("Ways on: ", "Passages : ")}${ways().join(", ")}`);
    },
    { signal },
  );

  // Drawing along the corridors: the walker follows the pointer.
  /** @param {PointerEvent} event */
  function follow(event) {
    if (!film) return;
    const { x, y } = pane.place(event);
    if (film instanceof SurfaceFilm) {
      enter(film.under(x, y, here()));
      return;
    }
    for (let turns = 0; turns < 64; turns++) {
      const cell = here();
      const dx = x - ((cell % film.cols) + 0.5);
      const dy = y - (Math.floor(cell / film.cols) + 0.5);
      if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.55) return;
      const across = dx > 0 ? "right" : "left";
      const along = dy > 0 ? "down" : "up";
      const [first, second] = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
      const far = Math.min(Math.abs(dx), Math.abs(dy)) > 0.55;
      if (!go(first) && !(far && go(second))) return;
    }
  }
  onStroke(pane, follow, signal);
  return () => {
    control.abort();
    news.remove();
    pane.trail = [];
    pane.draw();
  };
}

/** Follows the pointer from where it is pressed. @param {Pane} pane @param {(event: PointerEvent) => void} follow @param {AbortSignal} signal */
function onStroke({ sheet }, follow, signal) {
  sheet.addEventListener("pointerdown", (event) => sheet.setPointerCapture(event.pointerId), { signal });
  sheet.addEventListener("pointerdown", follow, { signal });
  sheet.addEventListener("pointermove", (event) => event.buttons && follow(event), { signal });
}

/**
 * Opens and closes walls by pointing at them, or with the arrow keys: they
 * move a cursor, with Shift they open or close the wall on that side.
 * @param {Pane} pane
 * @param {() => void} changed
 * @returns {() => void} stops it
 */
export function edit(pane, changed) {
  if (!pane.film || pane.film instanceof SurfaceFilm) return () => {};
  const film = pane.film;
  const control = new AbortController();
  const { signal } = control;
  const { rows, cols } = film;
  pane.cursor = 0;
  pane.draw();
  /** What a stroke does, decided by the first wall it meets. @type {boolean | undefined} */
  let opening;

  /** @param {number} cell @param {string} side */
  function wallOf(cell, side) {
    const r = Math.floor(cell / cols);
    const c = cell % cols;
    if (side === "right") return c < cols - 1 ? /** @type {const} */ ([cell, RIGHT]) : undefined;
    if (side === "down") return r < rows - 1 ? /** @type {const} */ ([cell, DOWN]) : undefined;
    if (side === "left") return c ? /** @type {const} */ ([cell - 1, RIGHT]) : undefined;
    return r ? /** @type {const} */ ([cell - cols, DOWN]) : undefined;
  }

  /** @param {number} cell @param {string} side */
  function turn(cell, side) {
    const wall = wallOf(cell, side);
    if (!film) return;
    if (!wall) return toast(t("The border stays.", "Le bord reste."));
    const [owner, dir] = wall;
    const open = ((film.open[owner] ?? 0) & dir) === 0;
    opening ??= open;
    if (open !== opening) return;
    film.set(owner, dir, open);
    pane.draw();
    changed();
  }

  /** @param {PointerEvent} event */
  function point(event) {
    const { x, y } = pane.place(event);
    const [c, r] = [Math.floor(x), Math.floor(y)];
    if (c < 0 || r < 0 || c >= cols || r >= rows) return;
    const [dx, dy] = [x - c - 0.5, y - r - 0.5];
    // Only near a wall, so that a stroke along a corridor does nothing.
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.28) return;
    pane.cursor = r * cols + c;
    turn(pane.cursor, Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up");
  }
  onStroke(
    pane,
    (event) => {
      if (event.type === "pointerdown") opening = undefined;
      point(event);
    },
    signal,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const dir = event.code.startsWith("Arrow") ? KEYS[event.code] : undefined;
      if (!dir || typing(event.target)) return;
      event.preventDefault();
      if (event.shiftKey) {
        opening = undefined;
        return turn(pane.cursor, dir);
      }
      const [dr, dc] = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] }[dir] ?? [0, 0];
      const r = Math.floor(pane.cursor / cols) + (dr ?? 0);
      const c = (pane.cursor % cols) + (dc ?? 0);
      if (r >= 0 && c >= 0 && r < rows && c < cols) pane.cursor = r * cols + c;
      pane.draw();
    },
    { signal },
  );
  return () => {
    control.abort();
    pane.cursor = -1;
    pane.draw();
  };
}
