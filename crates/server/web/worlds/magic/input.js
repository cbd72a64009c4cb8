// Keys and pointers of Magic Maze become actions.

import { typing } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { toast } from "../../app/notifications.js";
import { roleOf, slid } from "./actions.js";
import { gestures } from "./gestures.js";
import { after } from "./plan.js";
import { dirNames, powerNames } from "./role_card.js";
import { LETTERS, PAWN_KEYS } from "./tiles.js";

/** @typedef {import("../../app/wire.js").Point} Point */
/** @typedef {import("./role_card.js").Power} Power */
/** @typedef {import("./board.js").MagicBoard} Board */

const same = (/** @type {Point} */ a, /** @type {Point} */ b) => a[0] === b[0] && a[1] === b[1];

/** @param {Board} board */
export function listen(board) {
  const { drawing, table } = board;

  /** Slides the chosen pawn. @param {number} dir @param {boolean} far */
  function go(dir, far) {
    const { state, legal } = board;
    if (!state || state.outcome || !state.started) return;
    const slides = (legal.pawns[board.chosen]?.slides ?? []).filter((slide) => slide.dir === dir);
    const slide = far ? slides.at(-1) : slides[0];
    if (slide) return board.act(slide);
    const role = board.own().reduce((all, seat) => all | roleOf(board.view, seat), 0);
    if ((role >> dir) & 1) return;
    const name = dirNames()[dir] ?? "";
    if (board.view.cards.length)
      toast(t(`Your card does not say “${name}”. Turn the next one.`, `Votre carte ne dit pas « ${name} ». Tournez la suivante.`));
    else toast(t(`“${name}” belongs to ${board.owners(1 << dir)}.`, `« ${name} » appartient à ${board.owners(1 << dir)}.`));
  }

  /** @param {Power} name */
  function power(name) {
    const { pawns, crystals } = board.legal;
    const pawn = pawns[board.chosen];
    if (!pawn) return;
    if (name === "teleport" && pawn.teleports.length > 1)
      return toast(t("Click one of the marked teleporters.", "Cliquez sur un des téléporteurs marqués."));
    // Exploring needs no choice: whoever stands on an unused door will do.
    const action =
      name === "explore"
        ? (pawn.explore ?? pawns.find(({ explore }) => explore)?.explore ?? crystals[0])
        : name === "escalator"
          ? (pawn.escalator ?? pawns.find(({ escalator }) => escalator)?.escalator)
          : pawn.teleports[0];
    if (action) board.act(action);
    else toast(t(`${powerNames()[name]}: not possible now.`, `${powerNames()[name]} : impossible maintenant.`));
  }

  const input = { go, power };
  if (!table.live) {
    gestures(drawing, { grab: () => false, drag() {}, drop() {}, tap() {} });
    return input;
  }
  gestures(drawing, {
    grab(cell) {
      const index = [0, 1, 2, 3].find((pawn) => board.at(pawn)?.join() === cell.join());
      if (index === undefined) return false;
      board.choose(index);
      return true;
    },
    drag(cell) {
      const to = towards(board, cell);
      if (to?.join() === board.ghost?.join()) return;
      board.ghost = to;
      board.drawAims();
    },
    drop(cell) {
      const to = cell && towards(board, cell);
      board.ghost = undefined;
      board.act(to && actionAt(board, to));
      board.drawAims();
    },
    tap: (cell) => board.act(actionAt(board, cell)),
  });
  document.addEventListener("keydown", (event) => {
    if (!board.state || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (key(event)) event.preventDefault();
  });

  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something */
  function key(event) {
    const { camera } = drawing;
    const dir = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"].indexOf(event.key);
    const name = event.key.toLowerCase();
    // The letters of the language, and those of the command everywhere.
    const pawn = Math.max(PAWN_KEYS.indexOf(name), LETTERS.indexOf(/** @type {any} */ (name)));
    const power0 = /** @type {Power | undefined} */ ({ e: "explore", c: "escalator", t: "teleport" }[name]);
    if (dir >= 0) go(dir, event.shiftKey);
    else if (pawn >= 0) board.choose(pawn);
    else if (power0) power(power0);
    else if (name === "n" && board.legal.next) board.act(board.legal.next);
    else if (name === "+" || name === "=") camera.scale(1.4);
    else if (name === "-") camera.scale(1 / 1.4);
    else if (name === "0") camera.fit();
    else if (/^[1-8]$/.test(name) && board.legal.points.has(Number(name) - 1)) board.act(board.legal.points.get(Number(name) - 1));
    else return false;
    return true;
  }
  return input;
}

/** What a click on a cell would do: discard its tile, or move the chosen pawn. @param {Board} board @param {Point} cell */
function actionAt(board, cell) {
  const { aisles } = board.drawing;
  for (const [tile, action] of board.legal.discards) {
    const [row, col] = aisles.point(tile * 16);
    if (cell[0] >= row && cell[0] < row + 4 && cell[1] >= col && cell[1] < col + 4) return action;
  }
  const from = board.at(board.chosen);
  const pawn = board.legal.pawns[board.chosen];
  if (!from || !pawn) return undefined;
  const slide = pawn.slides.find(({ dir, cells }) => same(slid(from, dir, cells), cell));
  const jump = slide ?? pawn.teleports.find(({ to }) => same(to, cell));
  if (jump) return jump;
  if (pawn.escalator && same(after(pawn.escalator.text, from, aisles), cell)) return pawn.escalator;
  return board.legal.crystals.find((crystal) => same(crystal.at, cell));
}

/** The end of the longest slide towards a cell. @param {Board} board @param {Point} cell @returns {Point | undefined} */
function towards(board, cell) {
  if (actionAt(board, cell)) return cell;
  const from = board.at(board.chosen);
  if (!from) return undefined;
  const [dr, dc] = [cell[0] - from[0], cell[1] - from[1]];
  const dir = Math.abs(dr) > Math.abs(dc) ? (dr > 0 ? 2 : 0) : dc > 0 ? 1 : 3;
  const far = Math.max(Math.abs(dr), Math.abs(dc));
  const slide = (board.legal.pawns[board.chosen]?.slides ?? []).filter((one) => one.dir === dir && one.cells <= far).at(-1);
  return slide && slid(from, dir, slide.cells);
}
