// Matching bounds: the Hungarian method on the matrix of pushes, with the
// lines that cover the zeros.

import { button, figures } from "../app/controls.js";
import { dice } from "../app/dice.js";
import { h, s, tableOf } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { carry, item, middle } from "./board.js";
import { panel } from "./panels.js";
import { pullFrom } from "./store.js";

const LEVEL = ["........", "...$o.$.", "...$....", "..##....", "..o#o...", ".o.$..#.", "........"];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** @typedef {{ wall: boolean[], boxes: number[], targets: number[], held: number }} Model */
/** @typedef {{ say: string, matrix: number[][], rows: boolean[], cols: boolean[], match: number[], touched: (r: number, c: number) => boolean, paid: number, bounds: Bounds, done: boolean }} Moment */
/** @typedef {{ simple: number, greedy: number }} Bounds */

const show = (/** @type {number} */ n) => (n === Infinity ? "∞" : String(n));

/** The pushes from each box to each target. @param {Model} model */
function costs({ wall, boxes, targets }) {
  const from = targets.map((target) => pullFrom(wall, [target], ROWS, COLS));
  return boxes.map((box) => from.map((pushes) => item(pushes, box)));
}

/** Each box takes its nearest target; or the shortest pair goes first. @param {number[][]} cost @returns {Bounds} */
function quick(cost) {
  const simple = cost.reduce((sum, row) => sum + Math.min(...row), 0);
  const pairs = cost.flatMap((row, r) => row.map((n, c) => ({ n, r, c }))).sort((a, b) => a.n - b.n);
  let greedy = 0;
  const [rows, cols] = [new Set(), new Set()];
  for (const { n, r, c } of pairs) {
    if (rows.has(r) || cols.has(c)) continue;
    rows.add(r);
    cols.add(c);
    greedy += n;
  }
  return { simple, greedy };
}

/** As many zeros as possible, no two in a row or a column: column of each row, or -1. @param {number[][]} matrix */
function matchZeros(matrix) {
  const owner = matrix.map(() => -1);
  /** @param {number} r @param {Set<number>} seen @returns {boolean} */
  const claim = (r, seen) =>
    item(matrix, r).some((n, c) => {
      if (n !== 0 || seen.has(c)) return false;
      seen.add(c);
      if (item(owner, c) >= 0 && !claim(item(owner, c), seen)) return false;
      owner[c] = r;
      return true;
    });
  matrix.forEach((_, r) => claim(r, new Set()));
  return matrix.map((_, r) => owner.indexOf(r));
}

/** As few lines as zeros were matched, covering all zeros (König). @param {number[][]} matrix @param {number[]} match */
function cover(matrix, match) {
  const rows = match.map((c) => c < 0);
  const cols = match.map(() => false);
  for (let grows = true; grows; ) {
    grows = false;
    matrix.forEach((row, r) => {
      if (!rows[r]) return;
      row.forEach((n, c) => {
        if (n !== 0 || cols[c]) return;
        cols[c] = true;
        const owner = match.indexOf(c);
        if (owner >= 0) rows[owner] = true;
        grows = true;
      });
    });
  }
  return { rows: rows.map((free) => !free), cols };
}

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  const cost = costs(model);
  const bounds = quick(cost);
  const size = cost.length;
  const matrix = cost.map((row) => [...row]);
  let paid = 0;
  /** @type {Moment[]} */
  const moments = [];
  const no = () => false;
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({
      say,
      matrix: matrix.map((row) => [...row]),
      rows: [],
      cols: [],
      match: [],
      touched: no,
      paid,
      bounds,
      done: false,
      ...more,
    });
  const lost = (/** @type {string} */ say) => {
    paid = Infinity;
    tell(t(`${say} No solution exists: a deadlock.`, `${say} Il n’y a pas de solution : situation bloquée.`), { done: true });
    return moments;
  };
  const box = (/** @type {number} */ r) => String(r + 1);
  const target = (/** @type {number} */ c) => String.fromCharCode(65 + c);

  tell(
    t(
      "The matrix: pushes from each box (1 to 4) to each target (A to D).",
      "La matrice : poussées de chaque caisse (1 à 4) à chaque cible (A à D).",
    ),
  );
  for (let r = 0; r < size; r++) {
    const least = Math.min(...item(matrix, r));
    if (least === Infinity) return lost(t(`Box ${box(r)} reaches no target.`, `La caisse ${box(r)} n’atteint aucune cible.`));
    matrix[r] = item(matrix, r).map((n) => n - least);
    paid += least;
    tell(
      t(
        `Row ${box(r)}: the smallest is ${least}. It is paid in any case.`,
        `Ligne ${box(r)} : le plus petit est ${least}. Il sera payé de toute façon.`,
      ),
      { touched: (row) => row === r },
    );
  }
  for (let c = 0; c < size; c++) {
    const least = Math.min(...matrix.map((row) => item(row, c)));
    if (least === Infinity) return lost(t(`No box reaches target ${target(c)}.`, `Aucune caisse n’atteint la cible ${target(c)}.`));
    matrix.forEach((row) => {
      row[c] = item(row, c) - least;
    });
    paid += least;
    tell(
      least
        ? t(
            `Column ${target(c)}: the smallest is ${least}. It is paid too.`,
            `Colonne ${target(c)} : le plus petit est ${least}. Il est payé aussi.`,
          )
        : t(`Column ${target(c)} has a zero already.`, `La colonne ${target(c)} a déjà un zéro.`),
      { touched: (_, col) => col === c },
    );
  }
  for (;;) {
    const match = matchZeros(matrix);
    const found = match.filter((c) => c >= 0).length;
    if (found === size) {
      tell(
        t(
          `Each box has a zero of its own. At least ${paid} pushes: ${match.map((c, r) => `${box(r)}→${target(c)} ${item(item(cost, r), c)}`).join(", ")}.`,
          `Chaque caisse a son zéro. Au moins ${paid} poussées : ${match.map((c, r) => `${box(r)}→${target(c)} ${item(item(cost, r), c)}`).join(", ")}.`,
        ),
        { match, done: true },
      );
      return moments;
    }
    tell(
      t(`Boxes with a zero of their own: only ${found} of ${size}.`, `Caisses qui ont leur propre zéro : seulement ${found} sur ${size}.`),
      {
        match,
      },
    );
    const lines = cover(matrix, match);
    tell(t(`Lines that cover all zeros: ${found}.`, `Traits qui couvrent tous les zéros : ${found}.`), { ...lines, match });
    const least = Math.min(...matrix.flatMap((row, r) => row.filter((_, c) => !lines.rows[r] && !lines.cols[c])));
    if (least === Infinity) return lost(t("What is not covered is all ∞.", "Tout ce qui n’est pas couvert vaut ∞."));
    matrix.forEach((row, r) =>
      row.forEach((n, c) => {
        row[c] = !lines.rows[r] && !lines.cols[c] ? n - least : lines.rows[r] && lines.cols[c] ? n + least : n;
      }),
    );
    paid += least * (size - found);
    tell(
      t(
        `The smallest uncovered number is ${least}: taken off there, added where lines cross. A new zero; the bound is now ${paid}.`,
        `Le plus petit nombre non couvert est ${least} : retranché là, ajouté aux croisements. Un nouveau zéro ; la borne vaut ${paid}.`,
      ),
      { ...lines, touched: (r, c) => !lines.rows[r] && !lines.cols[c] },
    );
  }
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A store with four boxes and four targets", "Un entrepôt avec quatre caisses et quatre cibles"),
  hint: t(
    "Click a box or a target, then a free square: it moves there. Click a free square otherwise: a wall. On the keyboard: arrows and Enter.",
    "Cliquez sur une caisse ou une cible, puis sur une case libre : elle y va. Sinon, un clic sur une case libre pose un mur. Au clavier : flèches et Entrée.",
  ),
  make() {
    const all = [...LEVEL.join("")];
    const find = (/** @type {string} */ c) => all.flatMap((other, i) => (other === c ? [i] : []));
    return { wall: all.map((c) => c === "#"), boxes: find("$"), targets: find("o"), held: -1 };
  },
  run,
  click(model, i) {
    const size = model.boxes.length;
    const move = (/** @type {number} */ thing) => {
      if (thing < size) model.boxes[thing] = i;
      else model.targets[thing - size] = i;
    };
    carry(model, i, { things: [...model.boxes, ...model.targets], ground: model.wall, apart: size, move });
  },
  tools: (model, changed) => [
    button(
      t("Other places", "Autres places"),
      () => {
        // Not along the rim, where most boxes are lost.
        const free = dice(Math.floor(Math.random() * 1e6)).shuffle(
          model.wall.flatMap((wall, i) =>
            wall || i % COLS === 0 || i % COLS === COLS - 1 || i < COLS || i >= (ROWS - 1) * COLS ? [] : [i],
          ),
        );
        const size = model.boxes.length;
        if (free.length < 2 * size) return;
        model.boxes = free.slice(0, size);
        model.targets = free.slice(size, 2 * size);
        model.held = -1;
        changed(true);
      },
      { icon: "dice" },
    ),
  ],
  draw({ match, done }, { wall, boxes, targets, held }) {
    const things = [...boxes, ...targets];
    return {
      squares: wall.map((isWall, i) => {
        const r = boxes.indexOf(i);
        const c = targets.indexOf(i);
        return {
          look: `${isWall ? "solid" : ""} ${held >= 0 && things[held] === i ? "lit" : ""}`,
          mark: `${c >= 0 ? "target" : ""} ${r >= 0 ? "crate" : ""}`.trim(),
          ...(r >= 0 ? { text: r + 1 } : {}),
          ...(c >= 0 ? { low: String.fromCharCode(65 + c) } : {}),
          name: [
            isWall ? t("wall", "mur") : "",
            r >= 0 ? t(`box ${r + 1}`, `caisse ${r + 1}`) : "",
            c >= 0 ? t(`target ${String.fromCharCode(65 + c)}`, `cible ${String.fromCharCode(65 + c)}`) : "",
          ]
            .filter(Boolean)
            .join(", "),
        };
      }),
      over: match.flatMap((c, r) => {
        if (c < 0) return [];
        const [x1, y1] = middle(item(boxes, r), COLS);
        const [x2, y2] = middle(item(targets, c), COLS);
        return [s("line", { class: `pair ${done ? "sure" : ""}`, x1, y1, x2, y2 })];
      }),
    };
  },
  show: ({ matrix, rows, cols, match, touched, paid, bounds }) => [
    panel(
      t("The matrix", "La matrice"),
      tableOf(
        "lesson-matrix",
        [
          h("td", { class: "corner" }),
          matrix.map((_, c) => h("th", { scope: "col", class: cols[c] ? "line" : "" }, String.fromCharCode(65 + c))),
        ],
        matrix.map((row, r) => ({
          cells: [
            h("th", { scope: "row", class: rows[r] ? "line" : "" }, r + 1),
            row.map((n, c) => {
              const line = rows[r] && cols[c] ? "cross" : (rows[r] || cols[c]) && "line";
              const chosen = match[r] === c ? h("span", { class: "out" }, t(" chosen", " choisi")) : null;
              return h("td", { class: [n === 0 && "zero", chosen && "star", line, touched(r, c) && "touched"] }, show(n), chosen);
            }),
          ],
        })),
      ),
    ),
    panel(
      t("Bounds of the pushes", "Bornes des poussées"),
      figures([
        [t("paid in any case", "payé de toute façon"), show(paid)],
        [t("nearest targets", "cibles les plus proches"), show(bounds.simple)],
        [t("greedy pairs", "paires gloutonnes"), show(bounds.greedy)],
      ]),
    ),
  ],
};
