// Union-find: walls fall one after the other, and classes of squares merge.

import { button, check } from "../app/controls.js";
import { dice } from "../app/dice.js";
import { count, t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { item } from "./board.js";
import { Classes, forest, hue, rootIn, wallsOf } from "./classes.js";
import { chips, inNumbers, panel, table } from "./panels.js";

const ROWS = 4;
const COLS = 5;
const WALLS = wallsOf(ROWS, COLS);

/** @typedef {{ a: number, b: number }} Wall */
/** @typedef {{ order: Wall[], short: boolean }} Model */
/** @typedef {{ say: string, parent: number[], size: number[], classes: number, seen: number, now: Wall | null, open: ReadonlySet<string>, lit: ReadonlySet<number> }} Moment */

const key = (/** @type {Wall} */ { a, b }) => `${a}-${b}`;

/** @param {Model} model @returns {Moment[]} */
function run({ order, short }) {
  const classes = new Classes(ROWS * COLS);
  /** @type {Set<string>} */
  const open = new Set();
  /** @type {Moment[]} */
  const moments = [];
  const tell = (
    /** @type {string} */ say,
    /** @type {number} */ seen,
    /** @type {Wall | null} */ now = null,
    /** @type {number[]} */ lit = [],
  ) =>
    moments.push({
      say,
      parent: [...classes.parent],
      size: [...classes.size],
      classes: classes.count,
      seen,
      now,
      open: new Set(open),
      lit: new Set(lit),
    });

  tell(
    t(
      "Every square is alone in its class: it is its own representative.",
      "Chaque case est seule dans sa classe : elle est sa propre représentante.",
    ),
    0,
  );
  for (const [n, wall] of order.entries()) {
    if (classes.count === 1) break;
    const { a, b } = wall;
    const [left, right] = [classes.climb(a), classes.climb(b)];
    const [ra, rb] = [item(left, left.length - 1), item(right, right.length - 1)];
    tell(
      t(
        `Find: from ${a} we climb to ${ra}, from ${b} we climb to ${rb}.`,
        `Find : de ${a} on remonte à ${ra}, de ${b} on remonte à ${rb}.`,
      ),
      n + 1,
      wall,
      [...left, ...right],
    );
    if (short) {
      classes.compress(left);
      classes.compress(right);
    }
    if (classes.union(a, b)) {
      open.add(key(wall));
      const to = classes.find(a);
      tell(
        t(
          `Union: different representatives, so the wall falls and ${to} now speaks for both classes.`,
          `Union : représentantes différentes, donc le mur tombe et ${to} parle désormais pour les deux classes.`,
        ),
        n + 1,
        wall,
        [ra, rb],
      );
    } else {
      tell(
        t(
          `Same representative ${ra}: a way exists already, the wall stays.`,
          `Même représentante ${ra} : un chemin existe déjà, le mur reste.`,
        ),
        n + 1,
        wall,
        [ra],
      );
    }
  }
  const last = item(moments, moments.length - 1);
  if (classes.count === 1)
    last.say += t(
      " One class is left: every square reaches every other.",
      " Il ne reste qu’une classe : de chaque case on atteint toutes les autres.",
    );
  return moments;
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  coords: false,
  label: t("Twenty squares and the walls between them", "Vingt cases et les murs entre elles"),
  hint: t(
    "Click a wall: it is the next to be looked at. On the keyboard: arrows to walk, Shift and an arrow for the wall on that side.",
    "Cliquez sur un mur : ce sera le prochain examiné. Au clavier : flèches pour se déplacer, Maj et flèche pour le mur de ce côté.",
  ),
  make: () => ({ order: dice(11).shuffle([...WALLS]), short: true }),
  run,
  wall(model, a, b, at) {
    // Moments come in pairs, one pair a wall, after the first.
    const begun = Math.ceil(at / 2);
    const found = model.order.findIndex((wall) => wall.a === a && wall.b === b);
    if (found >= 0 && found < begun)
      return t(`The wall between ${a} and ${b} has been looked at already.`, `Le mur entre ${a} et ${b} a déjà été examiné.`);
    if (found >= 0) model.order.splice(found, 1);
    model.order.splice(begun, 0, { a, b });
  },
  tools: (model, changed) => [
    button(
      t("Other order", "Autre ordre"),
      () => {
        model.order = dice(Math.floor(Math.random() * 1e6)).shuffle([...WALLS]);
        changed(true);
      },
      { icon: "dice" },
    ),
    button(t("Only my walls", "Seulement mes murs"), () => {
      model.order = [];
      changed(true);
    }),
    check(t("Path compression", "Compression de chemin"), model.short, setter(model, changed)("short")).el,
  ],
  draw({ parent, now, open, lit }, _model) {
    const root = (/** @type {number} */ i) => rootIn(parent, i);
    return {
      squares: parent.map((up, i) => ({
        fill: hue(root(i)),
        text: root(i),
        top: i,
        look: lit.has(i) ? "lit" : up === i ? "root" : "",
        name: t(`square ${i}, represented by ${root(i)}`, `case ${i}, représentée par ${root(i)}`),
      })),
      walls: WALLS.map((wall) => ({ ...wall, look: `${open.has(key(wall)) ? "open" : ""} ${now && key(now) === key(wall) ? "now" : ""}` })),
    };
  },
  show: ({ parent, size, classes, seen, open, lit }, { order }) => [
    panel(t("The forest of parents", "La forêt des parents"), forest(parent, lit)),
    inNumbers(
      [
        [t("classes", "classes"), classes],
        [t("walls fallen", "murs tombés"), open.size],
        [t("walls looked at", "murs examinés"), seen],
      ],
      table(
        [t("representative", "représentante"), t("its class", "sa classe")],
        parent.flatMap((up, i) =>
          up === i && item(size, i) > 1 ? [{ cells: [i, count(item(size, i), "square", "squares", "case", "cases")] }] : [],
        ),
        t("Classes", "Classes"),
      ),
    ),
    panel(
      t("Walls still to come", "Murs à venir"),
      chips(
        order.slice(seen).map(({ a, b }) => ({ text: `${a}–${b}` })),
        t("none: click a wall", "aucun : cliquez sur un mur"),
      ),
    ),
  ],
};
