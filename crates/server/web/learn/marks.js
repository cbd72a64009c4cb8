// Marks cleared at once: small searches, one after the other, on one array of
// stamps. A square is marked if its stamp is that of the present round.

import { button, check, segments } from "../app/controls.js";
import { count, t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { beside } from "../app/shapes.js";
import { item, spot } from "./board.js";
import { chips, inNumbers, onTheBoard, panel } from "./panels.js";
import { readStore } from "./store.js";

const LEVEL = [".........", "..#...#..", "..#.#.#..", "....#....", ".##...##.", "........."];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** Steps a search goes. */
const FAR = 2;

/** @typedef {{ wall: boolean[], starts: number[], bits: "2" | "32", clean: boolean, tool: "search" | "wall" }} Model */
/** @typedef {{ say: string, stamps: number[], now: number, round: number, at: number, wrong: ReadonlySet<number>, writes: number, plain: number, missed: number }} Moment */

const name = (/** @type {number} */ i) => spot(i, COLS);

/** @param {Model} model @returns {Moment[]} */
export function run({ wall, starts, bits, clean }) {
  const most = 2 ** Number(bits) - 1;
  const stamps = wall.map(() => 0);
  /** The rounds in which squares were truly marked last. */
  const truth = wall.map(() => 0);
  /** @type {Moment[]} */
  const moments = [];
  let [now, writes, plain, missed] = [0, 0, 0, 0];
  let round = 0;
  const tell = (/** @type {string} */ say, at = -1) =>
    moments.push({
      say,
      stamps: [...stamps],
      now,
      round,
      at,
      wrong: new Set(stamps.flatMap((stamp, i) => (stamp === now && now > 0 && truth[i] !== round ? [i] : []))),
      writes,
      plain,
      missed,
    });

  tell(t("No search yet: all stamps are 0.", "Aucune recherche encore : tous les tampons valent 0."));
  for (const start of starts) {
    round += 1;
    now += 1;
    writes += 1;
    plain += wall.length;
    if (now > most) {
      now = 1;
      if (clean) {
        stamps.fill(0);
        writes += wall.length;
      }
      tell(
        clean
          ? t(
              `Round ${round}: the number is used up. Once in ${most} rounds the array is cleared for real, and m is 1 again.`,
              `Tour ${round} : le nombre est épuisé. Une fois tous les ${most} tours, le tableau est vraiment effacé, et m revaut 1.`,
            )
          : t(
              `Round ${round}: the number is used up and m is 1 again. Whoever still wears a 1 looks marked!`,
              `Tour ${round} : le nombre est épuisé et m revaut 1. Qui porte encore un 1 semble marqué !`,
            ),
        start,
      );
    } else {
      tell(
        t(
          `Round ${round}: m becomes ${now}. Every old mark is void, at the price of one addition.`,
          `Tour ${round} : m devient ${now}. Toute ancienne marque est nulle, au prix d’une addition.`,
        ),
        start,
      );
    }
    const queue = [{ at: start, far: 0 }];
    for (const { at, far } of queue) {
      if (stamps[at] === now && truth[at] === round) continue;
      if (stamps[at] === now) {
        missed += 1;
        tell(
          t(
            `${name(at)} wears a ${now} from long ago: taken for marked, and skipped. Wrong!`,
            `${name(at)} porte un ${now} d’autrefois : on la croit marquée, on la saute. Faux !`,
          ),
          at,
        );
        continue;
      }
      stamps[at] = now;
      truth[at] = round;
      writes += 1;
      plain += 1;
      tell(t(`${name(at)} is not marked: it gets stamp ${now}.`, `${name(at)} n’est pas marquée : elle reçoit le tampon ${now}.`), at);
      if (far === FAR) continue;
      for (const side of [0, 1, 2, 3]) {
        const to = beside(at, side, ROWS, COLS);
        if (to >= 0 && !item(wall, to)) queue.push({ at: to, far: far + 1 });
      }
    }
  }
  tell(
    missed
      ? t(
          `${count(missed, "square was", "squares were", "", "")} taken for marked by mistake: what lies behind was never searched.`,
          `${count(missed, "", "", "case crue marquée", "cases crues marquées")} par erreur : ce qui est derrière n’a pas été cherché.`,
        )
      : t(
          `${count(round, "round", "rounds", "", "")}, ${count(writes, "write", "writes", "", "")}. With the array cleared before each: ${plain}.`,
          `${count(round, "", "", "tour", "tours")}, ${count(writes, "", "", "écriture", "écritures")}. En effaçant le tableau avant chacun : ${plain}.`,
        ),
  );
  return moments;
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A floor on which small searches follow each other", "Un sol où de petites recherches se suivent"),
  hint: t(
    "Click a square: one more search begins there, two steps wide. Or choose walls. On the keyboard: arrows and Enter.",
    "Cliquez sur une case : une recherche de plus en part, large de deux pas. Ou choisissez les murs. Au clavier : flèches et Entrée.",
  ),
  make: () => ({ wall: readStore(LEVEL).wall, starts: [10, 34, 16, 27, 30], bits: "2", clean: true, tool: "search" }),
  run,
  click(model, i) {
    if (model.tool === "search") {
      if (model.wall[i]) return t("A wall: no search begins here.", "Un mur : aucune recherche n’en part.");
      model.starts.push(i);
    } else {
      model.wall[i] = !item(model.wall, i);
      model.starts = model.starts.filter((start) => start !== i);
    }
  },
  tools: (model, changed) => [
    segments(
      t("A click places", "Un clic place"),
      [
        ["search", t("Search", "Recherche")],
        ["wall", t("Wall", "Mur")],
      ],
      model.tool,
      (tool) => {
        model.tool = tool;
      },
    ).el,
    segments(
      t("Size of a stamp", "Taille d’un tampon"),
      [
        ["2", t("2 bits", "2 bits")],
        ["32", t("32 bits", "32 bits")],
      ],
      model.bits,
      setter(model, changed)("bits"),
    ).el,
    check(t("Clear at the wrap", "Effacer au retour à 1"), model.clean, setter(model, changed)("clean")).el,
    button(t("No searches", "Sans recherches"), () => {
      model.starts = [];
      changed(true);
    }),
  ],
  draw({ stamps, now, at, wrong }, { wall }) {
    return {
      squares: wall.map((isWall, i) => {
        if (isWall) return { look: "solid", name: t("wall", "mur") };
        const marked = now > 0 && stamps[i] === now;
        return {
          look: `${wrong.has(i) ? "dead" : marked ? "alive" : ""} ${i === at ? "ringed" : ""}`,
          text: item(stamps, i),
          name: marked ? t("marked", "marquée") : t("not marked", "non marquée"),
        };
      }),
    };
  },
  show: ({ now, round, writes, plain, missed }, { starts }) => [
    inNumbers([
      [t("m, the stamp of this round", "m, le tampon du tour"), now],
      [t("writes so far", "écritures jusqu’ici"), writes],
      [t("writes with clearing", "écritures en effaçant"), plain],
      [t("squares missed", "cases manquées"), missed],
    ]),
    panel(
      t("The searches", "Les recherches"),
      chips(
        starts.map((start, n) => ({ text: `${n + 1} · ${name(start)}`, look: n + 1 === round ? "now" : n + 1 < round ? "good" : "" })),
        t("none: click a square", "aucune : cliquez sur une case"),
      ),
    ),
    onTheBoard(
      [
        ["alive", t("marked: its stamp is m", "marquée : son tampon est m")],
        ["dead", t("wears an old m: a false mark", "porte un vieux m : fausse marque")],
      ],
      t("The number in a square is its stamp.", "Le nombre dans une case est son tampon."),
    ),
  ],
};
