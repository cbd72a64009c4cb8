// A*: the open square with the smallest promise f = g + h goes first.

import { choice } from "../app/controls.js";
import { t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { beside } from "../app/shapes.js";
import { item, spot, trail } from "./board.js";
import { clickField, FIELD_HINT, fieldTools, onField, readField, wayTo } from "./field.js";
import { inNumbers, onTheBoard, panel, table } from "./panels.js";

const FIELD = ["..........", "......#...", "......#...", ".s....#.g.", "......#...", "...####...", "..........", ".........."];
const ROWS = FIELD.length;
const COLS = item(FIELD, 0).length;

/** @typedef {"true" | "zero" | "double"} Guess */
/** @typedef {import("./field.js").Field & { guess: Guess }} Model */
/** @typedef {{ i: number, g: number, h: number }} Open */
/** @typedef {{ say: string, g: number[], h: number[], closed: boolean[], open: Open[], now: number, way: number[], taken: number, blind: number }} Moment */

/** @param {number} i @param {number} goal */
const between = (i, goal) => Math.abs(Math.floor(i / COLS) - Math.floor(goal / COLS)) + Math.abs((i % COLS) - (goal % COLS));

/**
 * The search itself, with a moment for each square taken.
 * @param {Model} model
 * @param {(taken: { now: number, closed: boolean[], open: Open[], g: number[], h: number[], parent: number[] }) => void} [tell]
 */
function search({ solid, start, goal, guess }, tell) {
  const weight = { true: 1, zero: 0, double: 2 }[guess];
  const g = solid.map(() => -1);
  const h = solid.map((_, i) => weight * between(i, goal));
  const parent = solid.map(() => -1);
  const closed = solid.map(() => false);
  /** @type {Open[]} */
  let open = [{ i: start, g: 0, h: item(h, start) }];
  g[start] = 0;
  let taken = 0;
  tell?.({ now: -1, closed, open, g, h, parent });
  for (let [best, ...rest] = open; best !== undefined; [best, ...rest] = open) {
    open = rest;
    const at = best.i;
    closed[at] = true;
    taken += 1;
    if (at !== goal) {
      for (const side of [0, 1, 2, 3]) {
        const to = beside(at, side, ROWS, COLS);
        const cost = item(g, at) + 1;
        // With a doubled guess a square may be reached again by a shorter way.
        if (to < 0 || item(solid, to) || (item(g, to) >= 0 && item(g, to) <= cost)) continue;
        g[to] = cost;
        parent[to] = at;
        closed[to] = false;
        open = [...open.filter(({ i }) => i !== to), { i: to, g: cost, h: item(h, to) }];
      }
      // The smallest f first; among equals the one that is further on its way.
      open.sort((a, b) => a.g + a.h - b.g - b.h || b.g - a.g || a.i - b.i);
    }
    tell?.({ now: at, closed, open, g, h, parent });
    if (at === goal) return { taken, length: item(g, goal), way: wayTo(parent, goal) };
  }
  return { taken, length: -1, way: [] };
}

/** @param {Model} model @returns {Moment[]} */
function run(model) {
  const blind = search({ ...model, guess: "zero" });
  const honest = search({ ...model, guess: "true" });
  /** @type {Moment[]} */
  const moments = [];
  const found = search(model, ({ now, closed, open, g, h }) => {
    const name = now >= 0 ? spot(now, COLS) : "";
    const say =
      now < 0
        ? t("The start is open. Its promise f is the guess h alone.", "Le départ est ouvert. Sa promesse f n’est que l’estimation h.")
        : now === model.goal
          ? t("The goal is taken.", "Le but est pris.")
          : t(
              `${name} has the smallest f = ${item(g, now)} + ${item(h, now)} = ${item(g, now) + item(h, now)}: it is taken, its neighbours open.`,
              `${name} a le plus petit f = ${item(g, now)} + ${item(h, now)} = ${item(g, now) + item(h, now)} : on la prend, ses voisines s’ouvrent.`,
            );
    moments.push({ say, g: [...g], h, closed: [...closed], open: [...open], now, way: [], taken: moments.length, blind: blind.taken });
  });
  const last = item(moments, moments.length - 1);
  const longer =
    found.length > honest.length
      ? t(` It is not a shortest one: ${honest.length} would do.`, ` Ce n’est pas le plus court : ${honest.length} suffiraient.`)
      : "";
  moments.push({
    ...last,
    now: -1,
    way: found.way,
    say:
      found.length < 0
        ? t("No open square is left: there is no way.", "Plus aucune case ouverte : il n’y a pas de chemin.")
        : t(
            `A way of ${found.length} steps after ${found.taken} squares; the wave with h = 0 takes ${blind.taken}.${longer}`,
            `Un chemin de ${found.length} pas après ${found.taken} cases ; la vague avec h = 0 en prend ${blind.taken}.${longer}`,
          ),
  });
  return moments;
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A field with walls, a start and a goal", "Un terrain avec des murs, un départ et un but"),
  hint: FIELD_HINT,
  make: () => ({ ...readField(FIELD), guess: /** @type {Guess} */ ("true") }),
  run,
  click: clickField,
  tools: (model, changed) => [
    choice(
      t("Guess h", "Estimation h"),
      /** @type {const} */ ([
        ["true", t("rows + columns", "lignes + colonnes")],
        ["zero", t("zero: the wave", "zéro : la vague")],
        ["double", t("doubled: in a hurry", "doublée : plus rapide")],
      ]),
      model.guess,
      setter(model, () => changed(true))("guess"),
    ).el,
    ...fieldTools(model, changed),
  ],
  draw({ g, h, closed, open, now, way }, model) {
    const waiting = new Set(open.map(({ i }) => i));
    return {
      squares: g.map((cost, i) => {
        const on = onField(model, i);
        const look =
          on.look ?? (i === now ? "current" : way.includes(i) ? "path" : waiting.has(i) ? "frontier" : item(closed, i) ? "visited" : "");
        if (cost < 0 || on.mark) return { ...on, look };
        const f = cost + item(h, i);
        return { ...on, look, text: f, top: cost, low: item(h, i), name: `f ${f} = g ${cost} + h ${item(h, i)}` };
      }),
      over: way.length > 1 ? [trail(way, COLS, "")] : [],
    };
  },
  show: ({ open, taken, blind }) => [
    inNumbers([
      [t("squares taken", "cases prises"), taken],
      [t("open", "ouvertes"), open.length],
      [t("taken with h = 0", "prises avec h = 0"), blind],
    ]),
    panel(
      t("The priority queue, smallest f first", "La file à priorité, plus petit f d’abord"),
      table(
        [t("square", "case"), "g", "h", "f"],
        open.slice(0, 12).map(({ i, g, h }, n) => ({ cells: [spot(i, COLS), g, h, g + h], look: n ? "" : "now" })),
        t("The priority queue", "La file à priorité"),
      ),
    ),
    onTheBoard(
      [
        ["current", t("being taken", "prise maintenant")],
        ["frontier", t("open", "ouverte")],
        ["visited", t("closed", "fermée")],
        ["path", t("the way", "le chemin")],
      ],
      t("In a square: g above, f in the middle, h below.", "Dans une case : g en haut, f au milieu, h en bas."),
    ),
  ],
};
