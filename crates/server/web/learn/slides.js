// Slides as moves: breadth-first search where a neighbour is any square that
// one straight move reaches.

import { count, t } from "../app/i18n.js";
import { arrow, item, spot, trail } from "./board.js";
import { clickField, FIELD_HINT, fieldTools, onField, readField, SIGNS, slide } from "./field.js";
import { chips, inNumbers, onTheBoard, panel } from "./panels.js";
import { wave } from "./wave.js";

const FIELD = ["s...#.....", "..#...#.#.", "..##..#...", "#.....#.##", "..#.#.....", ".##.#..#..", "....#..#.g", "..#......."];
const ROWS = FIELD.length;
const COLS = item(FIELD, 0).length;

/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./wave.js").Moment & { steps: number }} Moment */

/** @param {boolean[]} solid @param {number} from @param {number} side */
const straight = (solid, from, side) => slide((i) => item(solid, i), from, side, ROWS, COLS);

/** Every square that one slide reaches. @param {boolean[]} solid @param {number} from */
const slides = (solid, from) => [0, 1, 2, 3].flatMap((side) => straight(solid, from, side));
/** Only the squares beside. @param {boolean[]} solid @param {number} from */
const neighbours = (solid, from) => [0, 1, 2, 3].flatMap((side) => straight(solid, from, side).slice(0, 1));

/** The direction between two squares of a line. @param {number} from @param {number} to */
function sign(from, to) {
  return item(SIGNS, Math.floor(to / COLS) === Math.floor(from / COLS) ? (to > from ? 1 : 3) : to > from ? 2 : 0);
}

const SILENT = { first: "", arrived: () => "", found: () => [], taken: () => "", none: "" };

/** @param {Field} field @returns {Moment[]} */
function run(field) {
  // The shortest way in single steps, to compare.
  const steps = item(wave(field, COLS, neighbours, SILENT).at(-1)?.far ?? [], field.goal);
  const moments = wave(field, COLS, slides, {
    first: t("The pawn stands at the start: no move yet.", "Le pion est au départ : aucun coup encore."),
    arrived: () => t("The goal leaves the queue.", "Le but sort de la file."),
    found(way) {
      const turns = way.slice(1).map((to, k) => sign(item(way, k), to));
      return way.map((_, k) => ({
        say:
          k + 1 < way.length
            ? t(`Move ${k + 1}: ${turns[k]}`, `Coup ${k + 1} : ${turns[k]}`)
            : t(
                `Fewest moves: ${k} (${turns.join(" ")}). Counted in single steps the nearest way has ${steps}.`,
                `Le moins de coups : ${k} (${turns.join(" ")}). Compté en pas, le plus court chemin en a ${steps}.`,
              ),
        way: way.slice(0, Math.min(k + 2, way.length)),
      }));
    },
    taken: (name, far, fresh) =>
      fresh
        ? t(
            `From ${name} four slides: ${count(fresh, "new square", "new squares", "", "")} at ${count(far + 1, "move", "moves", "", "")}.`,
            `De ${name}, quatre glissades : ${count(fresh, "", "", "nouvelle case", "nouvelles cases")} à ${count(far + 1, "", "", "coup", "coups")}.`,
          )
        : t(`From ${name} four slides, nothing new.`, `De ${name}, quatre glissades, rien de nouveau.`),
    none: t("The queue is empty: no slides lead to the goal.", "La file est vide : aucune suite de glissades ne mène au but."),
  });
  return moments.map((moment) => ({ ...moment, steps }));
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
  draw({ far, queue, now, fresh, way }, field) {
    const waiting = new Set(queue);
    const lines = now < 0 ? [] : [0, 1, 2, 3].flatMap((side) => straight(field.solid, now, side).slice(-1));
    return {
      squares: far.map((n, i) => {
        const on = onField(field, i);
        const look =
          on.look ?? (i === now ? "current" : fresh.includes(i) ? "frontier lit" : waiting.has(i) ? "frontier" : n >= 0 ? "visited" : "");
        return {
          ...on,
          ...(i === field.start ? { mark: "thief0" } : {}),
          look,
          ...(n >= 0 ? (on.mark ? { low: n } : { text: n }) : {}),
          name: [on.name, n >= 0 ? count(n, "move", "moves", "coup", "coups") : ""].filter(Boolean).join(", "),
        };
      }),
      over: [
        ...lines.map((to) => arrow(now, to, COLS, "now", { start: 14, end: 4 })),
        ...(way.length > 1
          ? [trail(way, COLS, ""), arrow(item(way, way.length - 2), item(way, way.length - 1), COLS, "now", { start: 14, end: 4 })]
          : []),
      ],
    };
  },
  show: ({ far, queue, taken, fresh, steps }, { goal }) => [
    inNumbers([
      [t("moves to the goal", "coups jusqu’au but"), item(far, goal) < 0 ? "?" : item(far, goal)],
      [t("single steps to the goal", "pas jusqu’au but"), steps < 0 ? "∞" : steps],
      [t("squares taken", "cases prises"), taken],
    ]),
    panel(
      t("The queue, first to leave on the left", "La file, la première à sortir à gauche"),
      chips(queue.map((i) => ({ text: `${spot(i, COLS)} · ${item(far, i)}`, look: fresh.includes(i) ? "now" : "" }))),
    ),
    onTheBoard(
      [
        ["current", t("sliding from here", "on glisse d’ici")],
        ["frontier", t("in the queue", "dans la file")],
        ["visited", t("done", "faite")],
      ],
      t("The number is the fewest moves from the start.", "Le nombre est le moins de coups depuis le départ."),
    ),
  ],
};
