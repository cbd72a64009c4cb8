// Corrals by union-find: one pass over the board names all its regions; those
// without the player are corrals.

import { count, number, t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { item, spot } from "./board.js";
import { Classes, hue, rootIn } from "./classes.js";
import { chips, inNumbers, onTheBoard, panel, table } from "./panels.js";
import { clickStore, noBoxes, readStore, STORE_HINT, standing, storeTools } from "./store.js";

const LEVEL = ["....#....", ".$..#.$..", "..$.$....", "$$..#$#$#", "....#...#", ".@..$...#"];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** @typedef {import("./store.js").Model} Model */
/** @typedef {{ say: string, parent: number[], size: number[], done: number, now: number, looked: readonly number[], asked: number, unions: number, corrals: readonly number[] | undefined }} Moment */

const name = (/** @type {number} */ i) => spot(i, COLS);

/** @param {Model} model @returns {Moment[]} */
export function run({ wall, box, player }) {
  const free = (/** @type {number} */ i) => i >= 0 && !item(wall, i) && !item(box, i);
  const classes = new Classes(wall.length);
  /** @type {Moment[]} */
  const moments = [];
  let [asked, unions] = [0, 0];
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({
      say,
      parent: [...classes.parent],
      size: [...classes.size],
      done: wall.length,
      now: -1,
      looked: [],
      asked,
      unions,
      corrals: undefined,
      ...more,
    });

  tell(
    t(
      "Row by row, each free square looks up and left only: those squares have had their turn.",
      "Ligne par ligne, chaque case libre ne regarde qu’en haut et à gauche : ces cases-là ont eu leur tour.",
    ),
    { done: -1 },
  );
  wall.forEach((_, i) => {
    if (!free(i)) return;
    const looked = [0, 3].map((side) => beside(i, side, ROWS, COLS)).filter(free);
    asked += 2;
    const joined = looked.filter((to) => classes.union(i, to));
    unions += joined.length;
    tell(
      looked.length === 0
        ? t(`${name(i)}: closed above and on the left. A new region.`, `${name(i)} : fermé en haut et à gauche. Une nouvelle région.`)
        : joined.length === 2
          ? t(`${name(i)} joins two regions: from now on they are one.`, `${name(i)} relie deux régions : elles n’en font plus qu’une.`)
          : t(`${name(i)} joins the region of ${name(item(looked, 0))}.`, `${name(i)} rejoint la région de ${name(item(looked, 0))}.`),
      { done: i, now: i, looked },
    );
  });
  const home = classes.find(player);
  const roots = [...new Set(wall.flatMap((_, i) => (free(i) ? [classes.find(i)] : [])))];
  const corrals = roots.filter((root) => root !== home);
  tell(
    corrals.length
      ? t(
          `${count(roots.length, "region", "regions", "", "")}; the player is in one of them. The others are corrals: ${count(corrals.length, "corral", "corrals", "", "")}.`,
          `${count(roots.length, "", "", "région", "régions")} ; le joueur est dans l’une d’elles. Les autres sont des enclos : ${count(corrals.length, "", "", "enclos", "enclos")}.`,
        )
      : t("One region: the player can go everywhere. No corral.", "Une seule région : le joueur va partout. Aucun enclos."),
    { corrals },
  );
  return moments;
}

/** The boxes around a region. @param {Model} model @param {number[]} parent @param {number} root */
function fence({ box }, parent, root) {
  return box.flatMap((is, i) => {
    const touches = [0, 1, 2, 3].some((side) => {
      const to = beside(i, side, ROWS, COLS);
      return to >= 0 && rootIn(parent, to) === root && to !== i;
    });
    return is && touches ? [i] : [];
  });
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A store that boxes divide into regions", "Un entrepôt que des caisses divisent en régions"),
  hint: STORE_HINT,
  make: () => readStore(LEVEL),
  run,
  click: clickStore,
  tools: (model, changed) => [storeTools(model, ["box", "wall", "player"]), noBoxes(model, changed)],
  draw({ parent, done, now, looked, corrals }, { wall, box, target, player }) {
    return {
      squares: wall.map((isWall, i) => {
        if (isWall) return { look: "solid", name: t("wall", "mur") };
        const on = standing({ box: item(box, i), target: item(target, i), player: i === player });
        const root = rootIn(parent, i);
        const named = !box[i] && i <= done;
        const corral = named && corrals?.includes(root);
        return {
          look: i === now ? "ringed" : looked.includes(i) ? "lit" : "",
          mark: on.mark,
          ...(named ? { fill: hue(root), ...(i === player ? {} : { text: name(root) }) } : {}),
          name: [on.name, corral ? t("corral", "enclos") : ""].filter(Boolean).join(", "),
        };
      }),
    };
  },
  show({ parent, size, done, asked, unions, corrals }, model) {
    const { wall, box, player } = model;
    const roots = parent.flatMap((up, i) => (up === i && !wall[i] && !box[i] && i <= done ? [i] : []));
    const floor = wall.filter((isWall, i) => !isWall && !box[i]).length;
    return [
      panel(
        t("The regions", "Les régions"),
        roots.length
          ? table(
              [t("representative", "représentante"), t("squares", "cases"), t("fence", "clôture")],
              roots.map((root) => ({
                cells: [
                  name(root),
                  item(size, root),
                  corrals === undefined
                    ? "…"
                    : corrals.includes(root)
                      ? fence(model, parent, root).map(name).join(", ")
                      : t("the player’s", "celle du joueur"),
                ],
                look: corrals === undefined ? "" : rootIn(parent, player) === root ? "good" : "bad",
              })),
              t("The regions", "Les régions"),
            )
          : chips([], t("none yet", "aucune encore")),
      ),
      inNumbers([
        [t("free squares", "cases libres"), floor],
        [t("neighbours looked at", "voisines regardées"), asked],
        [t("unions", "unions"), unions],
        [t("a flood from every square would look at", "une inondation par case regarderait"), number(4 * floor * floor)],
      ]),
      onTheBoard(
        [["", t("one colour, one region", "une couleur, une région")]],
        t("The name in a square is its representative.", "Le nom dans une case est celui de sa représentante."),
      ),
    ];
  },
};
