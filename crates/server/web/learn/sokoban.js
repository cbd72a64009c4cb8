// How hard Sokoban is: a small level solved push by push, with all pushes that
// were possible, the tree they span and the positions there really are.

import { count, number, t } from "../app/i18n.js";
import { arrow, item, spot } from "./board.js";
import { reachOf } from "./corrals.js";
import { inNumbers, onTheBoard, panel, table } from "./panels.js";
import { clickStore, pushesOf, readStore, STORE_HINT, squaresOf, standing, storeTools } from "./store.js";

const LEVEL = ["....###", ".$#....", "..@.#o.", "#......", "##$.#..", "##..#.o"];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** Positions after which the search gives up. */
const MOST = 5000;

/** @typedef {import("./store.js").Model} Model */
/** A position with the push that led to it. @typedef {{ boxes: number[], zone: number, from: Node | undefined, box: number, to: number, depth: number }} Node */
/** @typedef {{ say: string, boxes: readonly number[], player: number, possible: readonly (readonly [number, number])[], made: readonly [number, number] | undefined, widths: readonly number[], positions: number, pushes: number }} Moment */

/**
 * Breadth first over positions: a shortest solution, and how many positions
 * there are up to it.
 * @param {Model} model
 * @returns {{ way: Node[], positions: number, gaveUp: boolean }}
 */
export function solve({ wall, box, target, player }) {
  const store = { wall, target, rows: ROWS, cols: COLS };
  const boxes = squaresOf(box);
  const home = (/** @type {number[]} */ list) => list.every((i) => target[i]);
  /** @type {Node} */
  const first = { boxes, zone: Math.min(...reachOf(store, new Set(boxes), player)), from: undefined, box: player, to: player, depth: 0 };
  const seen = new Set([`${boxes}|${first.zone}`]);
  const queue = [first];
  for (const node of queue) {
    if (home(node.boxes)) {
      const way = [];
      for (let at = /** @type {Node | undefined} */ (node); at; at = at.from) way.unshift(at);
      return { way, positions: seen.size, gaveUp: false };
    }
    for (const { box: from, to, after } of pushesOf(store, node.boxes, node.zone)) {
      const key = `${after.boxes}|${after.zone}`;
      if (seen.has(key)) continue;
      if (seen.size >= MOST) return { way: [], positions: seen.size, gaveUp: true };
      seen.add(key);
      queue.push({ ...after, from: node, box: from, to, depth: node.depth + 1 });
    }
  }
  return { way: [], positions: seen.size, gaveUp: false };
}

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  const store = { wall: model.wall, target: model.target, rows: ROWS, cols: COLS };
  const name = (/** @type {number} */ i) => spot(i, COLS);
  const { way, positions, gaveUp } = solve(model);
  const pushes = way.length - 1;
  /** @type {number[]} */
  const widths = [];
  /** @type {Moment[]} */
  const moments = [];
  const start = squaresOf(model.box);
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({
      say,
      boxes: start,
      player: model.player,
      possible: [],
      made: undefined,
      widths: [...widths],
      positions,
      pushes,
      ...more,
    });

  if (!way.length) {
    tell(
      gaveUp
        ? t(`More than ${number(MOST)} positions: too many for this page.`, `Plus de ${number(MOST)} positions : trop pour cette page.`)
        : t(
            `All ${count(positions, "position", "positions", "", "")} looked at: this level has no solution.`,
            `Les ${count(positions, "", "", "position examinée", "positions examinées")} n’y font rien : ce niveau n’a pas de solution.`,
          ),
    );
    return moments;
  }
  tell(
    t(
      `A store, ${count(start.length, "box", "boxes", "", "")}, as many targets. A box is pushed, never pulled.`,
      `Un entrepôt, ${count(start.length, "", "", "caisse", "caisses")}, autant de cibles. On pousse une caisse, on ne la tire jamais.`,
    ),
  );
  for (const [n, node] of way.slice(1).entries()) {
    const before = item(way, n);
    const player = n ? before.box : model.player;
    const all = pushesOf(store, before.boxes, before.zone);
    widths.push(all.length);
    tell(
      t(
        `Push ${n + 1} of ${pushes}: ${count(all.length, "push is", "pushes are", "", "")} possible, and ${name(node.box)} to ${name(node.to)} is on the way.`,
        `Poussée ${n + 1} sur ${pushes} : ${count(all.length, "", "", "possible", "possibles")}, et ${name(node.box)} vers ${name(node.to)} est la bonne.`,
      ),
      { boxes: before.boxes, player, possible: all.map(({ box, to }) => [box, to]), made: [node.box, node.to] },
    );
  }
  const end = item(way, pushes);
  tell(
    t(
      `Solved with ${count(pushes, "push", "pushes", "", "")}. Fewer is impossible: all shorter ways were looked at.`,
      `Résolu en ${count(pushes, "", "", "poussée", "poussées")}. Pas moins : tous les chemins plus courts ont été examinés.`,
    ),
    { boxes: end.boxes, player: end.box },
  );
  return moments;
}

/** The leaves of the tree so far, as a product. @param {readonly number[]} widths */
const leaves = (widths) => widths.reduce((all, n) => all * n, 1);

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A small level and its solution", "Un petit niveau et sa solution"),
  hint: STORE_HINT,
  make: () => readStore(LEVEL, "wall"),
  run,
  click: clickStore,
  tools: (model) => [storeTools(model, ["wall", "box", "target", "player"])],
  draw({ boxes, player, possible, made }, { wall, target }) {
    return {
      squares: wall.map((isWall, i) => {
        if (isWall) return { look: "solid", name: t("wall", "mur") };
        return {
          look: made?.[0] === i ? "ringed" : "",
          ...standing({ box: boxes.includes(i), target: item(target, i), player: i === player }),
        };
      }),
      over: possible.map(([from, to]) =>
        arrow(from, to, COLS, made?.[0] === from && made[1] === to ? "now" : "used", { start: 17, end: 6 }),
      ),
    };
  },
  show: ({ widths, positions, pushes }) => [
    inNumbers(
      [
        [t("pushes possible now", "poussées possibles"), widths.at(-1) ?? "–"],
        [t("pushes of the solution", "poussées de la solution"), pushes < 0 ? "–" : pushes],
        [t("ways of that length to try", "suites de cette longueur"), number(leaves(widths))],
        [t("different positions", "positions différentes"), number(positions)],
      ],
      t(
        "A tree of pushes explodes; positions are many fewer, since the same one is reached in many ways.",
        "L’arbre des poussées explose ; les positions sont bien moins nombreuses, car on atteint la même de bien des façons.",
      ),
    ),
    panel(
      t("The ninety levels of XSokoban", "Les quatre-vingt-dix niveaux de XSokoban"),
      table(
        ["", t("least", "min."), t("median", "médiane"), t("most", "max.")],
        [
          { cells: [t("boxes", "caisses"), "6", "16", "34"] },
          { cells: [t("best known pushes", "meilleures poussées connues"), "81", "232", "672"] },
          { cells: [t("ways to place the boxes", "façons de placer les caisses"), "10⁷", "10¹⁹", "10³⁴"] },
        ],
        t("XSokoban in numbers", "XSokoban en chiffres"),
      ),
    ),
    onTheBoard([["arc", t("a possible push", "une poussée possible")]]),
  ],
};
