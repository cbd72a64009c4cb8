// Joint planning without talking: two pawns, four players who each own one
// direction, and the number D of moves that all still need.

import { choice, figures } from "../app/controls.js";
import { h } from "../app/dom.js";
import { count, t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { arrow, carry, glyph, item, spot } from "./board.js";
import { SIGNS, slide } from "./field.js";
import { chips, panel, table } from "./panels.js";

const MALL = ["###.###", "###.###", ".......", "..#.#..", "bA#.#Ba"];
const ROWS = MALL.length;
const COLS = item(MALL, 0).length;
const SIZE = ROWS * COLS;

/** @typedef {"together" | "alone" | "plan"} Rule */
/** @typedef {{ pawn: number, side: number, to: number }} Move */
/** @typedef {{ solid: boolean[], at: number[], goals: number[], rule: Rule, first: number, held: number }} Model */
/** @typedef {{ say: string, at: number[], need: number, wishes: Move[][], played: string[], last: { from: number, to: number } | null }} Moment */

/** Everyone's legal slides. @param {boolean[]} solid @param {number[]} at @returns {Move[]} */
function movesOf(solid, at) {
  return at.flatMap((from, pawn) =>
    [0, 1, 2, 3].flatMap((side) =>
      slide((i) => item(solid, i) || at.includes(i), from, side, ROWS, COLS).map((to) => ({ pawn, side, to })),
    ),
  );
}

/** @param {number[]} at @param {Move} move */
const after = (at, { pawn, to }) => at.map((i, n) => (n === pawn ? to : i));

/** @param {number[]} at */
const code = (at) => item(at, 0) * SIZE + item(at, 1);

/**
 * D for every position: a slide can be taken back by a slide, so one search
 * from the goals is enough.
 * @param {Model} model
 */
function needs({ solid, goals }) {
  const need = new Int32Array(SIZE * SIZE).fill(-1);
  need[code(goals)] = 0;
  const queue = [goals];
  for (const at of queue) {
    for (const move of movesOf(solid, at)) {
      const next = after(at, move);
      if (item(need, code(next)) >= 0) continue;
      need[code(next)] = item(need, code(at)) + 1;
      queue.push(next);
    }
  }
  return need;
}

/** Moves to its own goal as if the pawn were alone. @param {boolean[]} solid @param {number} goal */
function lonely(solid, goal) {
  const moves = solid.map(() => -1);
  moves[goal] = 0;
  const queue = [goal];
  for (const from of queue) {
    for (const side of [0, 1, 2, 3]) {
      for (const to of slide((i) => item(solid, i), from, side, ROWS, COLS)) {
        if (item(moves, to) >= 0) continue;
        moves[to] = item(moves, from) + 1;
        queue.push(to);
      }
    }
  }
  return moves;
}

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  const { solid, goals, rule, first } = model;
  const need = needs(model);
  const alone = goals.map((goal) => lonely(solid, goal));
  const D = (/** @type {number[]} */ at) => item(need, code(at));
  let at = [...model.at];
  /** @type {string[]} */
  const played = [];
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Moment["last"]} */
  let last = null;

  /** What each player would do now. @returns {Move[][]} */
  const wishes = () => {
    const all = movesOf(solid, at);
    const good = all.filter((move) =>
      rule === "alone"
        ? item(item(alone, move.pawn), move.to) === item(item(alone, move.pawn), item(at, move.pawn)) - 1
        : D(after(at, move)) === D(at) - 1,
    );
    if (rule !== "plan") return [0, 1, 2, 3].map((side) => good.filter((move) => move.side === side));
    // Each has one plan in mind, and prefers plans that someone else begins.
    return [0, 1, 2, 3].map((player) => {
      const [mine] = [...good].sort((a, b) => ((a.side - player + 3) % 4) - ((b.side - player + 3) % 4));
      return mine?.side === player ? [mine] : [];
    });
  };
  const tell = (/** @type {string} */ say) => moments.push({ say, at: [...at], need: D(at), wishes: wishes(), played: [...played], last });

  if (D(at) < 0) {
    tell(
      t("From here the pawns can never both arrive: open a wall.", "D’ici les pions ne pourront jamais arriver tous deux : ouvrez un mur."),
    );
    return moments;
  }
  tell(
    t(
      `Together the pawns need ${count(D(at), "move", "moves", "", "")}: D = ${D(at)}.`,
      `Ensemble, il faut aux pions ${count(D(at), "", "", "coup", "coups")} : D = ${D(at)}.`,
    ),
  );
  while (D(at) > 0) {
    const now = wishes();
    const player = [0, 1, 2, 3].map((n) => (first + n) % 4).find((side) => item(now, side).length);
    if (player === undefined) {
      tell(
        rule === "alone"
          ? t("Stuck: each pawn waits for the other to leave.", "Bloqués : chaque pion attend que l’autre parte.")
          : t("Stuck: everyone waits for someone else to begin.", "Bloqués : chacun attend que quelqu’un d’autre commence."),
      );
      return moments;
    }
    const move = item(item(now, player), 0);
    last = { from: item(at, move.pawn), to: move.to };
    at = after(at, move);
    played.push(`${move.pawn ? "■" : "●"} ${SIGNS[move.side]} ${spot(move.to, COLS)}`);
    tell(
      t(
        `Player ${SIGNS[player]} is the first who may act and moves pawn ${move.pawn + 1} to ${spot(move.to, COLS)}. D = ${D(at)}.`,
        `Le joueur ${SIGNS[player]} est le premier à pouvoir agir et mène le pion ${move.pawn + 1} en ${spot(move.to, COLS)}. D = ${D(at)}.`,
      ),
    );
  }
  last = null;
  tell(
    t(
      `Both pawns are home after ${count(played.length, "move", "moves", "", "")}, and nobody said a word.`,
      `Les deux pions sont arrivés après ${count(played.length, "", "", "coup", "coups")}, et personne n’a dit un mot.`,
    ),
  );
  return moments;
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A mall with two pawns and their goals", "Un magasin avec deux pions et leurs buts"),
  hint: t(
    "Click a pawn or a goal, then a free square: it moves there. Click a free square otherwise: a wall. On the keyboard: arrows and Enter.",
    "Cliquez sur un pion ou un but, puis sur une case libre : il y va. Sinon, un clic sur une case libre pose un mur. Au clavier : flèches et Entrée.",
  ),
  make() {
    const all = [...MALL.join("")];
    const find = (/** @type {string} */ c) => all.indexOf(c);
    return {
      solid: all.map((c) => c === "#"),
      at: [find("A"), find("B")],
      goals: [find("a"), find("b")],
      rule: "together",
      first: 0,
      held: -1,
    };
  },
  run,
  click(model, i, moment) {
    // The board goes on from what the reader sees.
    model.at = [...moment.at];
    const move = (/** @type {number} */ thing) => {
      if (thing < 2) model.at[thing] = i;
      else model.goals[thing - 2] = i;
    };
    carry(model, i, { things: [...model.at, ...model.goals], ground: model.solid, apart: 2, move });
    return true;
  },
  tools: (model, changed) => [
    choice(
      t("The rule", "La règle"),
      /** @type {const} */ ([
        ["together", t("act if D gets smaller", "agir si D diminue")],
        ["alone", t("each pawn for itself", "chaque pion pour soi")],
        ["plan", t("everyone’s own plan", "chacun son plan")],
      ]),
      model.rule,
      setter(model, () => changed(true))("rule"),
    ).el,
    choice(
      t("The fastest player", "Le joueur le plus rapide"),
      /** @type {const} */ ([
        ["0", "↑"],
        ["1", "→"],
        ["2", "↓"],
        ["3", "←"],
      ]),
      /** @type {"0"} */ (String(model.first)),
      (first) => {
        model.first = Number(first);
        changed(true);
      },
    ).el,
  ],
  draw({ at, last }, { solid, goals, held }) {
    const things = [...at, ...goals];
    return {
      squares: solid.map((wall, i) => {
        const marks = things.flatMap((place, n) => (place === i ? [n < 2 ? `thief${n}` : `home${n - 2}`] : []));
        const names = things.flatMap((place, n) =>
          place === i ? [n < 2 ? t(`pawn ${n + 1}`, `pion ${n + 1}`) : t(`goal of pawn ${n - 1}`, `but du pion ${n - 1}`)] : [],
        );
        return {
          look: `${wall ? "solid" : ""} ${held >= 0 && things[held] === i ? "lit" : ""}`,
          mark: marks.reverse().join(" "),
          name: wall ? t("wall", "mur") : names.join(", "),
        };
      }),
      over: last ? [arrow(last.from, last.to, COLS, "now", { start: 6, end: 15 })] : [],
    };
  },
  show: ({ need, wishes, played }) => [
    panel(
      t("Together", "Ensemble"),
      figures([
        [t("D, moves still needed", "D, coups encore nécessaires"), need < 0 ? "∞" : need],
        [t("moves played", "coups joués"), played.length],
      ]),
    ),
    panel(
      t("What each player sees", "Ce que voit chaque joueur"),
      table(
        [t("owns", "possède"), t("good moves of one’s own", "bons coups à soi")],
        wishes.map((moves, side) => ({
          cells: [
            SIGNS[side] ?? "",
            h(
              "span",
              { class: "wishes" },
              moves.length
                ? moves.slice(0, 4).map(({ pawn, to }) => h("span", null, glyph(`thief${pawn}`), ` ${spot(to, COLS)} `))
                : t("waits", "attend"),
            ),
          ],
          look: moves.length ? "good" : "",
        })),
        t("Players", "Joueurs"),
      ),
    ),
    panel(
      t("Played", "Joués"),
      chips(
        played.map((text, n) => ({ text, look: n === played.length - 1 ? "now" : "" })),
        t("nothing yet", "rien encore"),
      ),
    ),
  ],
};
