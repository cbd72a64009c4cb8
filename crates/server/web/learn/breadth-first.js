// Breadth-first search: a queue, distances, and arrows to where one came from.

import { count, t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { arrow, item, spot, trail } from "./board.js";
import { clickField, FIELD_HINT, fieldTools, onField, readField } from "./field.js";
import { chips, inNumbers, onTheBoard, panel } from "./panels.js";
import { wave } from "./wave.js";

const FIELD = ["....#.....", ".s..#..#..", "....#..#..", ".##.#..#..", "..#....##.", "..#.##..#.", "..#..#..g.", ".....#...."];
const ROWS = FIELD.length;
const COLS = item(FIELD, 0).length;

/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./wave.js").Moment} Moment */

/** @param {boolean[]} solid @param {number} from */
const neighbours = (solid, from) => [0, 1, 2, 3].map((side) => beside(from, side, ROWS, COLS)).filter((to) => to >= 0 && !item(solid, to));

/** @param {Field} field */
const run = (field) =>
  wave(field, COLS, neighbours, {
    first: t("The start is at distance 0, alone in the queue.", "Le départ est à distance 0, seul dans la file."),
    arrived: (far) => t(`The goal leaves the queue: its distance is ${far}.`, `Le but sort de la file : sa distance est ${far}.`),
    // From the goal back to the start.
    found: (way, taken) =>
      way.map((_, n) => ({
        say:
          n < way.length - 1
            ? t("Back along the arrows…", "Retour en suivant les flèches…")
            : t(
                `A shortest way: ${n} steps. The wave took ${taken} squares.`,
                `Un plus court chemin : ${n} pas. La vague a pris ${taken} cases.`,
              ),
        way: way.slice(way.length - 1 - n),
      })),
    taken: (name, far, fresh) =>
      fresh
        ? t(
            `${name} leaves the queue. To its end: ${count(fresh, "new neighbour", "new neighbours", "", "")} at distance ${far + 1}.`,
            `${name} sort de la file. Au bout : ${count(fresh, "", "", "nouvelle voisine", "nouvelles voisines")} à distance ${far + 1}.`,
          )
        : t(`${name} leaves the queue; all its neighbours are known.`, `${name} sort de la file ; toutes ses voisines sont connues.`),
    none: t(
      "The queue is empty and the goal was never seen: there is no way.",
      "La file est vide et le but n’a jamais été vu : il n’y a pas de chemin.",
    ),
  });

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
  draw({ far, parent, queue, now, way }, field) {
    const waiting = new Set(queue);
    return {
      squares: far.map((d, i) => {
        const on = onField(field, i);
        const look = on.look ?? (i === now ? "current" : way.includes(i) ? "path" : waiting.has(i) ? "frontier" : d >= 0 ? "visited" : "");
        return {
          ...on,
          look,
          ...(d >= 0 ? (on.mark ? { low: d } : { text: d }) : {}),
          name: [on.name, d >= 0 ? t(`distance ${d}`, `distance ${d}`) : ""].filter(Boolean).join(", "),
        };
      }),
      over: [
        ...parent.flatMap((from, i) => (from >= 0 ? [arrow(i, from, COLS, "parent", { start: 11, end: 17 })] : [])),
        ...(way.length > 1 ? [trail(way, COLS, "")] : []),
      ],
    };
  },
  show: ({ far, queue, taken, fresh }) => [
    panel(
      t("The queue, first to leave on the left", "La file, la première à sortir à gauche"),
      chips(queue.map((i) => ({ text: `${spot(i, COLS)} · ${item(far, i)}`, look: fresh.includes(i) ? "now" : "" }))),
    ),
    inNumbers([
      [t("squares taken", "cases prises"), taken],
      [t("waiting", "en attente"), queue.length],
      [t("furthest", "la plus lointaine"), Math.max(...far)],
    ]),
    onTheBoard([
      ["current", t("being taken", "prise maintenant")],
      ["frontier", t("in the queue", "dans la file")],
      ["visited", t("done", "faite")],
      ["path", t("the way", "le chemin")],
    ]),
  ],
};
