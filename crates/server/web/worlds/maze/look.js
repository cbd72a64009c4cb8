// What a maze that stands still tells whoever points at it: the way from the
// start to that cell, and how long it is.

import { count, number, t } from "../../app/i18n.js";
import { distances, neighbours } from "./measure.js";
import { SurfaceFilm } from "./surface_film.js";

/** @typedef {import("./pane.js").Pane} Pane */

/** Cells beyond which a way is no answer to a pointer. */
const MOST = 120_000;

/** The steps from the start to every cell as the maze is now. @param {Pane} pane */
function measured({ film, start }) {
  if (!film) return { far: new Int32Array(), most: 0 };
  if (film instanceof SurfaceFilm) return film.distances(start);
  const work = distances(film, start);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The cell under a pointer, or -1. @param {Pane} pane @param {PointerEvent} event */
function cellUnder(pane, event) {
  const { film } = pane;
  const { x, y } = pane.place(event);
  if (film instanceof SurfaceFilm) {
    const away = film.shape.centres.map(([cx = 0, cy = 0]) => Math.hypot(cx - x, cy - y));
    const near = Math.min(...away);
    return near < 1 ? away.indexOf(near) : -1;
  }
  const inside = film && x >= 0 && y >= 0 && x < film.cols && y < film.rows;
  return inside ? Math.floor(y) * film.cols + Math.floor(x) : -1;
}

/**
 * Follows the pointer over a maze.
 * @param {Pane} pane
 * @param {() => boolean} still whether nothing else is done with the maze
 * @param {(text: string) => void} tell
 */
export function look(pane, still, tell) {
  /** @type {{ film: Pane["film"], at: number, start: number, far: Int32Array, most: number } | undefined} */
  let known;
  const leave = () => {
    if (!pane.looked.length) return;
    pane.looked = [];
    pane.draw();
    tell("");
  };

  /** @param {PointerEvent} event */
  function follow(event) {
    const { film, start } = pane;
    if (!film || film.marks.length > MOST || !still()) return leave();
    if (known?.film !== film || known.at !== film.at || known.start !== start) known = { film, at: film.at, start, ...measured(pane) };
    const { far, most } = known;
    const cell = cellUnder(pane, event);
    if (cell < 0) return leave();
    pane.looked = [cell];
    pane.lookedAt = film.at;
    for (let at = cell, left = far[cell] ?? -1; left > 0; left--) {
      const around = film instanceof SurfaceFilm ? film.neighbours(at) : neighbours(film, at);
      at = around.find((next) => far[next] === left - 1) ?? start;
      pane.looked.unshift(at);
    }
    pane.draw();
    const steps = far[cell] ?? -1;
    tell(
      steps < 0
        ? t("No path leads here from the start.", "Aucun chemin n’y mène depuis le départ.")
        : t(
            `${count(steps, "step", "steps", "", "")} from the start; the farthest cell is ${number(most)} away.`,
            `À ${number(steps)} pas du départ ; la case la plus lointaine est à ${number(most)} pas.`,
          ),
    );
  }
  pane.sheet.addEventListener("pointermove", follow);
  pane.sheet.addEventListener("pointerdown", follow);
  pane.sheet.addEventListener("pointerleave", leave);
}
