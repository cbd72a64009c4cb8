// Slides as moves: breadth-first search where a neighbour is any square that
// one straight move reaches.

import { count, t } from "../app/i18n.js";
import { arrow, beside, item, spot, trail } from "./board.js";
import { clickField, FIELD_HINT, fieldTools, onField, readField, SIGNS, slide, wayTo } from "./field.js";
import { chips, figures, legend, panel } from "./panels.js";

const FIELD = [
  "s...#.....",
  "..#...#.#.",
  "..##..#...",
  "#.....#.##",
  "..#.#.....",
  ".##.#..#..",
  "....#..#.g",
  "..#.......",
];
const ROWS = FIELD.length;
const COLS = item(FIELD, 0).length;

/** @typedef {import("./field.js").Field} Field */
/** @typedef {{ say: string, moves: number[], parent: number[], queue: number[], now: number, fresh: number[], way: number[], taken: number, steps: number }} Moment */

/** @param {boolean[]} solid @param {number} from @param {number} side */
const straight = (solid, from, side) => slide((i) => item(solid, i), from, side, ROWS, COLS);

/** The shortest way in single steps, to compare. @param {Field} field */
function stepsOf({ solid, start, goal }) {
  const steps = solid.map(() => -1);
  steps[start] = 0;
  const queue = [start];
  for (const at of queue) {
    for (const side of [0, 1, 2, 3]) {
      const to = beside(at, side, ROWS, COLS);
      if (to < 0 || item(solid, to) || item(steps, to) >= 0) continue;
      steps[to] = item(steps, at) + 1;
      queue.push(to);
    }
  }
  return item(steps, goal);
}

/** @param {Field} field @returns {Moment[]} */
function run(field) {
  const { solid, start, goal } = field;
  const moves = solid.map(() => -1);
  const parent = solid.map(() => -1);
  const steps = stepsOf(field);
  let queue = [start];
  let taken = 0;
  /** @type {Moment[]} */
  const moments = [];
  const tell = (/** @type {string} */ say, /** @type {number} */ now, /** @type {number[]} */ fresh = [], /** @type {number[]} */ way = []) =>
    moments.push({ say, moves: [...moves], parent: [...parent], queue: [...queue], now, fresh, way, taken, steps });
  moves[start] = 0;
  tell(t("The pawn stands at the start: no move yet.", "Le pion est au départ : aucun coup encore."), -1);
  for (let [at, ...rest] = queue; at !== undefined; [at, ...rest] = queue) {
    queue = rest;
    taken += 1;
    const n = item(moves, at);
    if (at === goal) {
      const way = wayTo(parent, goal);
      const turns = way.slice(1).map((to, k) => {
        const from = item(way, k);
        const side = Math.floor(to / COLS) === Math.floor(from / COLS) ? (to > from ? 1 : 3) : to > from ? 2 : 0;
        return item(SIGNS, side);
      });
      tell(t("The goal leaves the queue.", "Le but sort de la file."), at);
      for (let k = 1; k <= way.length; k++) tell(k < way.length ? t(`Move ${k}: ${turns[k - 1]}`, `Coup ${k} : ${turns[k - 1]}`) : t(`Fewest moves: ${n} (${turns.join(" ")}). Counted in single steps the nearest way has ${steps}.`, `Le moins de coups : ${n} (${turns.join(" ")}). Compté en pas, le plus court chemin en a ${steps}.`), -1, [], way.slice(0, Math.min(k + 1, way.length)));
      return moments;
    }
    const fresh = [];
    for (const side of [0, 1, 2, 3]) {
      for (const to of straight(solid, at, side)) {
        if (item(moves, to) >= 0) continue;
        moves[to] = n + 1;
        parent[to] = at;
        queue.push(to);
        fresh.push(to);
      }
    }
    const name = spot(at, COLS);
    tell(
      fresh.length
        ? t(`From ${name} four slides: ${count(fresh.length, "new square", "new squares", "", "")} at ${count(n + 1, "move", "moves", "", "")}.`, `De ${name}, quatre glissades : ${count(fresh.length, "", "", "nouvelle case", "nouvelles cases")} à ${count(n + 1, "", "", "coup", "coups")}.`)
        : t(`From ${name} four slides, nothing new.`, `De ${name}, quatre glissades, rien de nouveau.`),
      at,
      fresh,
    );
  }
  tell(t("The queue is empty: no slides lead to the goal.", "La file est vide : aucune suite de glissades ne mène au but."), -1);
  return moments;
}

/** @type {import("./stage.js").Lesson<Field, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A supermarket with shelves, a pawn and its goal", "Un supermarché avec des rayons, un pion et son but"),
  hint: FIELD_HINT,
  make: () => readField(FIELD),
  run,
  click: clickField,
  tools: fieldTools,
  draw({ moves, queue, now, fresh, way }, field) {
    const waiting = new Set(queue);
    const lines = now < 0 ? [] : [0, 1, 2, 3].flatMap((side) => straight(field.solid, now, side).slice(-1));
    return {
      squares: moves.map((n, i) => {
        const on = onField(field, i);
        const look = on.look ?? (i === now ? "current" : fresh.includes(i) ? "frontier lit" : waiting.has(i) ? "frontier" : n >= 0 ? "visited" : "");
        return { ...on, ...(i === field.start ? { mark: "pawn0" } : {}), look, ...(n >= 0 ? (on.mark ? { low: n } : { text: n }) : {}), name: [on.name, n >= 0 ? count(n, "move", "moves", "coup", "coups") : ""].filter(Boolean).join(", ") };
      }),
      over: [...lines.map((to) => arrow(now, to, COLS, "now", { start: 14, end: 4 })), ...(way.length > 1 ? [trail(way, COLS, ""), arrow(item(way, way.length - 2), item(way, way.length - 1), COLS, "now", { start: 14, end: 4 })] : [])],
    };
  },
  show: ({ moves, queue, taken, fresh, steps }, { goal }) => [
    panel(
      t("In numbers", "En chiffres"),
      figures([
        [t("moves to the goal", "coups jusqu'au but"), item(moves, goal) < 0 ? "?" : item(moves, goal)],
        [t("single steps to the goal", "pas jusqu'au but"), steps < 0 ? "∞" : steps],
        [t("squares taken", "cases prises"), taken],
      ]),
    ),
    panel(t("The queue, first to leave on the left", "La file, la première à sortir à gauche"), chips(queue.map((i) => ({ text: `${spot(i, COLS)} · ${item(moves, i)}`, look: fresh.includes(i) ? "now" : "" })))),
    panel(t("On the board", "Sur le plateau"), legend([["current", t("sliding from here", "on glisse d'ici")], ["frontier", t("in the queue", "dans la file")], ["visited", t("done", "faite")]]), t("The number is the fewest moves from the start.", "Le nombre est le moins de coups depuis le départ.")),
  ],
};
