// The board of Sokoban in rooms and replays. In a replay what the server says
// is shown. In a room the hands play on a board of their own, at once, with
// every help; the room is told and has the last word.

import { button, figures } from "../../app/controls.js";
import { h, inRow, put } from "../../app/dom.js";
import { number, t } from "../../app/i18n.js";
import { assist } from "./assist.js";
import { Drawing } from "./drawing.js";
import { HANDS, isTaken, PlayTable, pad } from "./player.js";
import { Game, Level } from "./rules.js";

/** @typedef {import("./rules.js").Dir} Dir */
/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").SokobanView>} RoomState */
/** @typedef {{ rows: string[], boxes: [number, number][], player: [number, number], moves: number, pushes: number, solved: boolean }} View */

const NAMES = ["left", "up", "right", "down"];
/** Messages that may be on their way at the same time. */
const AHEAD = 16;
/** Milliseconds after which an answer is no longer waited for. */
const LATE = 2000;

/** Moves and pushes beside the board. @param {HTMLElement} panel */
function counter(panel) {
  const moves = h("dd", { class: "soko-moves" }, "0");
  const pushes = h("dd", { class: "soko-pushes" }, "0");
  const list = figures([
    [t("pushes", "poussées"), pushes],
    [t("moves", "coups"), moves],
  ]);
  panel.append(h("div", { class: "sheet" }, list));
  return (/** @type {number} */ pushed, /** @type {number} */ moved) => {
    pushes.textContent = number(pushed);
    moves.textContent = number(moved);
  };
}

/** @param {View} view @returns {import("../../app/wire.js").Ending} */
function ending({ pushes, moves }) {
  return {
    won: true,
    title: t("Solved!", "Résolu !"),
    figures: [
      [number(pushes), t("pushes", "poussées")],
      [number(moves), t("moves", "coups")],
    ],
  };
}

/**
 * The cells of a view.
 * @param {Level} level
 * @param {View} view
 * @returns {[number[], number]}
 */
function standing(level, { boxes, player }) {
  return [boxes.map(([r, c]) => r * level.cols + c), player[0] * level.cols + player[1]];
}

/**
 * @param {HTMLElement} el
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(el, table) {
  return table.live ? new Hands(el, table) : film(el, table);
}

/**
 * The push that was made and the better one: the cell of each box before, and where it goes.
 * @param {Level} level
 * @param {import("../../app/wire.js").Slip<View>} slip
 * @returns {Record<"worse" | "better", [number, Dir]>}
 */
function judged(level, { played, best, before }) {
  const push = (/** @type {number} */ from, /** @type {string} */ dir) => /** @type {[number, Dir]} */ ([from, NAMES.indexOf(dir)]);
  const man = before.player[0] * level.cols + before.player[1];
  const worse = push(man, played);
  const [, spot = "", dir = ""] = best.split(" ");
  const [row = 0, col = 0] = spot.split(",").map(Number);
  return { worse: [level.next(...worse), worse[1]], better: push(row * level.cols + col, dir) };
}

/**
 * A replay.
 * @param {HTMLElement} el
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
function film(el, table) {
  const count = counter(table.panel);
  /** @type {Drawing | undefined} */
  let drawing;
  let game = new Game(new Level([]));
  let rows = "";
  return {
    update({ view: told, slip }) {
      const view = /** @type {View} */ (told);
      if (rows !== view.rows.join("\n") || !drawing) {
        rows = view.rows.join("\n");
        game = new Game(new Level(view.rows));
        drawing = new Drawing(game.level);
        put(el, h("div", { class: "soko-table", role: "img", "aria-label": t("Sokoban board", "Plateau de Sokoban") }, drawing.svg));
      }
      const [boxes, player] = standing(game.level, view);
      const step = [-1, -game.level.cols, 1, game.level.cols].indexOf(player - game.player);
      if (step >= 0) game.facing = /** @type {Dir} */ (step);
      game.place(boxes, player);
      drawing.show(game);
      drawing.compare(slip ? judged(game.level, slip) : undefined);
      count(view.pushes, view.moves);
    },
    ending: ({ view }) => ending(view),
    picture: () => drawing?.svg,
  };
}

/** A room: hands that are ahead of it, and what they have asked of it. */
class Hands {
  /** @param {HTMLElement} el @param {import("../../app/wire.js").Table} table */
  constructor(el, table) {
    this.el = el;
    this.table = table;
    this.count = counter(table.panel);
    this.help = h("div", { class: "sheet stack" });
    table.panel.append(this.help);
    /** @type {PlayTable | undefined} */
    this.play = undefined;
    /** @type {ReturnType<typeof assist> | undefined} */
    this.aid = undefined;
    /** @type {View | undefined} */
    this.view = undefined;
    this.rows = "";
    /** What the room was asked to do since the hands began, undone steps taken off. @type {Dir[]} */
    this.asked = [];
    /** What was there before that. */
    this.before = { moves: 0, pushes: 0 };
    /** Answers on their way. */
    this.waiting = 0;
    /** Whether some of them are steps taken back: what comes after needs to know where it stands. */
    this.undoing = false;
    this.late = 0;
    this.seq = -1;
    this.leave = new AbortController();
    const { signal } = this.leave;
    addEventListener("keydown", (event) => this.#undoKey(event), { capture: true, signal });
    document.addEventListener("keydown", (event) => this.#hintKey(event), { signal });
  }

  /** @param {View} told */
  #lay(told) {
    this.play?.destroy();
    const play = new PlayTable(new Level(told.rows), (what) => {
      this.#showCount();
      this.aid?.changed(what);
      this.#tell();
    });
    this.play = play;
    this.aid = assist(play, { known: null, shared: true });
    const restart = button(t("Restart", "Recommencer"), () => play.restart(), { icon: "first", key: "Home" });
    put(this.el, h("div", { class: "stack soko-room" }, h("div", { class: "soko-stage" }, play.el), this.aid.warning, pad(play)));
    put(this.help, inRow(this.aid.hintButton, restart), this.aid.panel, h("p", { class: "small quiet soko-how" }, HANDS));
    this.#adopt(told);
  }

  #showCount() {
    if (this.play) this.count(this.before.pushes + this.play.game.pushes, this.before.moves + this.play.game.moves);
  }

  /** The hands stand where the room stands. @param {View} told */
  #adopt(told) {
    const { play } = this;
    if (!play) return;
    const { game } = play;
    const [boxes, player] = standing(game.level, told);
    // Perhaps it is only a step of one's own that was taken back elsewhere.
    const at = told.moves - this.before.moves;
    if (!game.stands(boxes, player) && at >= 0 && at < game.log.length) {
      this.asked = game.log.slice(0, at).map(({ dir }) => dir);
      play.seek(at);
    }
    if (!game.stands(boxes, player)) {
      play.queue.length = 0;
      play.choose(-1);
      game.place(boxes, player);
      this.before = { moves: told.moves, pushes: told.pushes };
      this.asked = [];
      play.drawing.show(game);
    }
    this.#showCount();
  }

  /** Tells the room what the hands did that it does not know. */
  #tell() {
    if (!this.play) return;
    const { game } = this.play;
    const { asked } = this;
    const done = game.log.slice(0, game.at).map(({ dir }) => dir);
    let same = 0;
    while (same < asked.length && asked[same] === done[same]) same += 1;
    for (; asked.length > same && this.waiting < AHEAD; this.waiting++) {
      asked.pop();
      this.undoing = true;
      this.table.undo();
    }
    for (; !this.undoing && same < done.length && this.waiting < AHEAD; this.waiting++) {
      const dir = /** @type {Dir} */ (done[same++]);
      asked.push(dir);
      this.table.act(NAMES[dir] ?? "");
    }
    clearTimeout(this.late);
    if (this.waiting) this.late = window.setTimeout(() => this.#settle(), LATE);
  }

  /** No more answers will come: the room is right. */
  #settle() {
    this.waiting = 0;
    this.undoing = false;
    if (this.view) this.#adopt(this.view);
  }

  /** The room's own key would take back one step; here it is a whole wish. @param {KeyboardEvent} event */
  #undoKey(event) {
    if (event.key !== "u" || !this.play?.lenient || !this.play.game.at || isTaken(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.play.undo();
  }

  /** @param {KeyboardEvent} event */
  #hintKey(event) {
    if (event.key !== "h" || isTaken(event)) return;
    event.preventDefault();
    this.aid?.hint();
  }

  /** @param {RoomState} state @param {import("../../app/wire.js").Moved} [news] */
  update(state, news) {
    const view = /** @type {View} */ (state.view);
    this.view = view;
    // One's own steps are told by the hands.
    if (news?.do && state.seat === null) this.table.tell(actionText(news.do));
    // Somebody who comes to look on is no answer.
    if (state.seq !== this.seq) this.waiting = Math.max(0, this.waiting - 1);
    this.seq = state.seq;
    if (this.rows !== view.rows.join("\n")) {
      this.rows = view.rows.join("\n");
      this.waiting = 0;
      this.#lay(view);
    }
    if (!this.play) return;
    this.play.open = state.started && state.seat !== null && !state.outcome;
    this.play.lenient = state.practice;
    if (!this.waiting) this.undoing = false;
    this.#tell();
    if (!this.waiting) this.#settle();
  }

  /** @param {string} action */
  hint(action) {
    const dir = NAMES.indexOf(action);
    if (this.play && dir >= 0) this.play.drawing.point(this.play.game.player, /** @type {Dir} */ (dir));
  }

  /** @param {RoomState} state */
  ending({ view }) {
    return ending(view);
  }

  destroy() {
    clearTimeout(this.late);
    this.leave.abort();
    this.play?.destroy();
  }
}

/** A better push, in words. @param {string} push as `push 3,4 left`, rows and columns from 0 */
export function adviceText(push) {
  const [, spot = "", dir = ""] = push.split(" ");
  const [row = 0, col = 0] = spot.split(",").map((n) => Number(n) + 1);
  const way = t(["to the left", "up", "to the right", "down"], ["vers la gauche", "vers le haut", "vers la droite", "vers le bas"])[
    NAMES.indexOf(dir)
  ];
  return t(`push the box in row ${row}, column ${col} ${way}`, `pousser la caisse de la ligne ${row}, colonne ${col} ${way}`);
}

/** An action of Sokoban in words. @param {string} action */
export function actionText(action) {
  const words = t({ up: "up", right: "right", down: "down", left: "left" }, { up: "haut", right: "droite", down: "bas", left: "gauche" });
  return /** @type {Record<string, string>} */ (words)[action] ?? action;
}
