// Spanning trees: every wall has a price; Kruskal and Prim open the cheapest
// set of walls that joins all squares.

import { button, segments } from "../app/controls.js";
import { dice } from "../app/dice.js";
import { t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { item, trail } from "./board.js";
import { Classes, hue, wallsOf } from "./classes.js";
import { chips, inNumbers, panel } from "./panels.js";

const ROWS = 5;
const COLS = 6;
const WALLS = wallsOf(ROWS, COLS);

/** @typedef {"kruskal" | "prim"} Kind */
/** @typedef {{ price: number[], kind: Kind }} Model */
/** @typedef {{ say: string, tree: ReadonlySet<number>, refused: ReadonlySet<number>, now: number, group: number[], list: number[] }} Moment */

/** @param {number} seed */
const prices = (seed) => {
  const rng = dice(seed);
  return WALLS.map(() => 1 + rng.below(9));
};

/** @param {Model} model @returns {Moment[]} */
function run({ price, kind }) {
  return kind === "kruskal" ? kruskal(price) : prim(price);
}

/** @param {number[]} price @returns {Moment[]} */
function kruskal(price) {
  const classes = new Classes(ROWS * COLS);
  const sorted = WALLS.map((_, w) => w).sort((v, w) => item(price, v) - item(price, w) || v - w);
  /** @type {Set<number>} */
  const tree = new Set();
  /** @type {Set<number>} */
  const refused = new Set();
  /** @type {Moment[]} */
  const moments = [];
  const tell = (/** @type {string} */ say, /** @type {number} */ now, /** @type {number} */ done) =>
    moments.push({
      say,
      tree: new Set(tree),
      refused: new Set(refused),
      now,
      group: classes.parent.map((_, i) => classes.find(i)),
      list: sorted.slice(done),
    });
  tell(t("The walls are sorted by price, the cheapest first.", "Les murs sont triés par prix, le moins cher d’abord."), -1, 0);
  for (const [n, w] of sorted.entries()) {
    const { a, b } = item(WALLS, w);
    if (classes.union(a, b)) {
      tree.add(w);
      tell(
        t(
          `Price ${item(price, w)}: the two sides are not joined yet, so we open it.`,
          `Prix ${item(price, w)} : les deux côtés ne sont pas encore reliés, on ouvre.`,
        ),
        w,
        n + 1,
      );
    } else {
      refused.add(w);
      tell(
        t(
          `Price ${item(price, w)}: both sides are joined already, it would make a loop. It stays.`,
          `Prix ${item(price, w)} : les deux côtés sont déjà reliés, cela ferait un cycle. Il reste.`,
        ),
        w,
        n + 1,
      );
    }
    if (classes.count === 1) break;
  }
  return finish(moments, price);
}

/** @param {number[]} price @returns {Moment[]} */
function prim(price) {
  /** @type {Set<number>} */
  const inside = new Set([0]);
  /** @type {Set<number>} */
  const tree = new Set();
  /** @type {Moment[]} */
  const moments = [];
  const rim = () =>
    WALLS.map((_, w) => w)
      .filter((w) => inside.has(item(WALLS, w).a) !== inside.has(item(WALLS, w).b))
      .sort((v, w) => item(price, v) - item(price, w) || v - w);
  const tell = (/** @type {string} */ say, /** @type {number} */ now) =>
    moments.push({
      say,
      tree: new Set(tree),
      refused: new Set(),
      now,
      group: Array.from({ length: ROWS * COLS }, (_, i) => (inside.has(i) ? 0 : -1)),
      list: rim(),
    });
  tell(t("The tree begins with one square; its walls are on the heap.", "L’arbre commence par une case ; ses murs sont dans le tas."), -1);
  for (let [w] = rim(); w !== undefined; [w] = rim()) {
    const { a, b } = item(WALLS, w);
    tree.add(w);
    inside.add(a).add(b);
    tell(
      t(
        `The cheapest wall around the tree costs ${item(price, w)}: we open it and one square more belongs to the tree.`,
        `Le mur le moins cher autour de l’arbre coûte ${item(price, w)} : on l’ouvre, une case de plus rejoint l’arbre.`,
      ),
      w,
    );
  }
  return finish(moments, price);
}

/** @param {Moment[]} moments @param {number[]} price */
function finish(moments, price) {
  const last = item(moments, moments.length - 1);
  last.say += t(
    ` Done: ${last.tree.size} passages for ${ROWS * COLS} squares, price ${sum(last.tree, price)} in all.`,
    ` Fini : ${last.tree.size} passages pour ${ROWS * COLS} cases, prix total ${sum(last.tree, price)}.`,
  );
  return moments;
}

/** @param {ReadonlySet<number>} tree @param {number[]} price */
const sum = (tree, price) => [...tree].reduce((total, w) => total + item(price, w), 0);

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  coords: false,
  label: t("Thirty squares; each wall has a price", "Trente cases ; chaque mur a un prix"),
  hint: t(
    "Click a wall to change its price. On the keyboard: arrows to walk, Shift and an arrow for the wall on that side.",
    "Cliquez sur un mur pour changer son prix. Au clavier : flèches pour se déplacer, Maj et flèche pour le mur de ce côté.",
  ),
  make: () => ({ price: prices(4), kind: "kruskal" }),
  run,
  wall(model, a, b) {
    const w = WALLS.findIndex((wall) => wall.a === a && wall.b === b);
    model.price[w] = (item(model.price, w) % 9) + 1;
  },
  tools: (model, changed) => [
    segments(
      t("Algorithm", "Algorithme"),
      [
        ["kruskal", "Kruskal"],
        ["prim", "Prim"],
      ],
      model.kind,
      setter(model, () => changed(true))("kind"),
    ).el,
    button(
      t("Other prices", "Autres prix"),
      () => {
        model.price = prices(Math.floor(Math.random() * 1e6));
        changed(true);
      },
      { icon: "dice" },
    ),
  ],
  draw: ({ tree, refused, now, group }, { price }) => ({
    squares: group.map((root, i) => {
      const joined = root >= 0 && group.filter((other) => other === root).length > 1;
      return {
        look: root < 0 ? "" : "lot",
        ...(joined || root === 0 ? { fill: hue(root) } : {}),
        name: joined ? t("joined", "reliée") : i === root ? t("alone", "seule") : "",
      };
    }),
    walls: WALLS.map((wall, w) => ({
      ...wall,
      look: `${tree.has(w) ? "open" : refused.has(w) ? "kept" : ""} ${w === now ? "now" : ""}`,
      text: item(price, w),
    })),
    over: [...tree].map((w) => trail([item(WALLS, w).a, item(WALLS, w).b], COLS, w === now ? "branch now" : "branch")),
  }),
  show: ({ tree, refused, now, list }, { price, kind }) => [
    inNumbers([
      [t("price so far", "prix jusqu’ici"), sum(tree, price)],
      [t(`passages of ${ROWS * COLS - 1}`, `passages sur ${ROWS * COLS - 1}`), tree.size],
      [t("loops refused", "cycles refusés"), refused.size],
    ]),
    panel(
      kind === "kruskal"
        ? t("Sorted walls still to come", "Murs triés à venir")
        : t("The heap: walls around the tree", "Le tas : les murs autour de l’arbre"),
      chips(list.map((w) => ({ text: item(price, w), look: w === now ? "now" : "" }))),
    ),
    panel(
      t("Opened, in this order", "Ouverts, dans cet ordre"),
      chips(
        [...tree].map((w) => ({ text: item(price, w), look: w === now ? "now" : "good" })),
        t("none yet", "aucun"),
      ),
    ),
  ],
};
