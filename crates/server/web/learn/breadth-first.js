// Breadth-first search: a queue, distances, and arrows to where one came from.

import { count, t } from "../app/i18n.js";
import { arrow, beside, item, spot, trail } from "./board.js";
import { clickField, FIELD_HINT, fieldTools, onField, readField, wayTo } from "./field.js";
import { chips, figures, legend, panel } from "./panels.js";

const FIELD = [
  "....#.....",
  ".s..#..#..",
  "....#..#..",
  ".##.#..#..",
  "..#....##.",
  "..#.##..#.",
  "..#..#..g.",
  ".....#....",
];
const ROWS = FIELD.length;
const COLS = item(FIELD, 0).length;

/** @typedef {import("./field.js").Field} Field */
/** @typedef {{ say: string, distance: number[], parent: number[], queue: number[], now: number, fresh: number[], way: number[], taken: number }} Moment */

/** @param {Field} field @returns {Moment[]} */
function run({ solid, start, goal }) {
  const distance = solid.map(() => -1);
  const parent = solid.map(() => -1);
  let queue = [start];
  let taken = 0;
  /** @type {Moment[]} */
  const moments = [];
  const tell = (/** @type {string} */ say, /** @type {number} */ now, /** @type {number[]} */ fresh = [], /** @type {number[]} */ way = []) =>
    moments.push({ say, distance: [...distance], parent: [...parent], queue: [...queue], now, fresh, way, taken });
  distance[start] = 0;
  tell(t("The start is at distance 0, alone in the queue.", "Le départ est à distance 0, seul dans la file."), -1);
  for (let [at, ...rest] = queue; at !== undefined; [at, ...rest] = queue) {
    queue = rest;
    taken += 1;
    const d = item(distance, at);
    if (at === goal) {
      tell(t(`The goal leaves the queue: its distance is ${d}.`, `Le but sort de la file : sa distance est ${d}.`), at);
      const way = wayTo(parent, goal);
      for (let n = way.length - 1; n >= 0; n--) tell(n ? t("Back along the arrows…", "Retour en suivant les flèches…") : t(`A shortest way: ${d} steps. The wave took ${taken} squares.`, `Un plus court chemin : ${d} pas. La vague a pris ${taken} cases.`), -1, [], way.slice(n));
      return moments;
    }
    const fresh = [];
    for (const side of [0, 1, 2, 3]) {
      const to = beside(at, side, ROWS, COLS);
      if (to < 0 || item(solid, to) || item(distance, to) >= 0) continue;
      distance[to] = d + 1;
      parent[to] = at;
      queue.push(to);
      fresh.push(to);
    }
    const name = spot(at, COLS);
    tell(
      fresh.length
        ? t(`${name} leaves the queue. To its end: ${count(fresh.length, "new neighbour", "new neighbours", "", "")} at distance ${d + 1}.`, `${name} sort de la file. Au bout : ${count(fresh.length, "", "", "nouvelle voisine", "nouvelles voisines")} à distance ${d + 1}.`)
        : t(`${name} leaves the queue; all its neighbours are known.`, `${name} sort de la file ; toutes ses voisines sont connues.`),
      at,
      fresh,
    );
  }
  tell(t("The queue is empty and the goal was never seen: there is no way.", "La file est vide et le but n'a jamais été vu : il n'y a pas de chemin."), -1);
  return moments;
}

/** @type {import("./stage.js").Lesson<Field, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A field with walls, a start and a goal", "Un terrain avec des murs, un départ et un but"),
  hint: FIELD_HINT,
  make: () => readField(FIELD),
  run,
  click: clickField,
  tools: fieldTools,
  draw({ distance, parent, queue, now, way }, field) {
    const waiting = new Set(queue);
    return {
      squares: distance.map((d, i) => {
        const on = onField(field, i);
        const look = on.look ?? (i === now ? "current" : way.includes(i) ? "path" : waiting.has(i) ? "frontier" : d >= 0 ? "visited" : "");
        return { ...on, look, ...(d >= 0 ? (on.mark ? { low: d } : { text: d }) : {}), name: [on.name, d >= 0 ? t(`distance ${d}`, `distance ${d}`) : ""].filter(Boolean).join(", ") };
      }),
      over: [...parent.flatMap((from, i) => (from >= 0 ? [arrow(i, from, COLS, "parent", { start: 11, end: 17 })] : [])), ...(way.length > 1 ? [trail(way, COLS, "")] : [])],
    };
  },
  show: ({ distance, queue, taken, fresh }) => [
    panel(t("The queue, first to leave on the left", "La file, la première à sortir à gauche"), chips(queue.map((i) => ({ text: `${spot(i, COLS)} · ${item(distance, i)}`, look: fresh.includes(i) ? "now" : "" })))),
    panel(
      t("In numbers", "En chiffres"),
      figures([
        [t("squares taken", "cases prises"), taken],
        [t("waiting", "en attente"), queue.length],
        [t("furthest", "la plus loin"), Math.max(...distance)],
      ]),
    ),
    panel(t("On the board", "Sur le plateau"), legend([["current", t("being taken", "prise maintenant")], ["frontier", t("in the queue", "dans la file")], ["visited", t("done", "faite")], ["path", t("the way", "le chemin")]])),
  ],
};
