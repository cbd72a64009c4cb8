// The board of Sokoban in rooms and replays. In a replay what the server says
// is shown. In a room the hands play on a board of their own, at once, with
// every help; the room is told and has the last word.

import { button } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { number, t } from "../../app/i18n.js";
import { assist } from "./assist.js";
import { Drawing } from "./drawing.js";
import { elsewhere, PlayTable, pad } from "./player.js";
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
function figures(panel) {
  const moves = h("dd", { class: "soko-moves" }, "0");
  const pushes = h("dd", { class: "soko-pushes" }, "0");
  panel.append(
    h(
      "div",
      { class: "sheet" },
      h(
        "dl",
        { class: "figures" },
        h("div", null, h("dt", null, t("pushes", "poussées")), pushes),
        h("div", null, h("dt", null, t("moves", "coups")), moves),
      ),
    ),
  );
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
  return table.live ? hands(el, table) : film(el, table);
}

/**
 * A replay.
 * @param {HTMLElement} el
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
function film(el, table) {
  const count = figures(table.panel);
  /** @type {Drawing | undefined} */
  let drawing;
  let game = new Game(new Level([]));
  let rows = "";
  return {
    update({ view: told }) {
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
      count(view.pushes, view.moves);
    },
    ending: ({ view }) => ending(view),
    picture: () => drawing?.svg,
  };
}

/**
 * A room.
 * @param {HTMLElement} el
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
function hands(el, table) {
  const count = figures(table.panel);
  const help = h("div", { class: "sheet stack" });
  table.panel.append(help);
  const leave = new AbortController();
  /** @type {PlayTable | undefined} */
  let play;
  /** @type {ReturnType<typeof assist> | undefined} */
  let aid;
  /** @type {View | undefined} */
  let view;
  let rows = "";
  /** What the room was asked to do since the hands began, undone steps taken off. @type {Dir[]} */
  let asked = [];
  /** What was there before that. */
  let before = { moves: 0, pushes: 0 };
  /** Answers on their way. */
  let waiting = 0;
  /** Whether some of them are steps taken back: what comes after needs to know where it stands. */
  let undoing = false;
  let late = 0;
  let seq = -1;

  /** @param {View} told */
  function lay(told) {
    play?.destroy();
    const level = new Level(told.rows);
    play = new PlayTable(level, (what) => {
      figuresNow();
      aid?.changed(what);
      tell();
    });
    aid = assist(play, { known: null, shared: true });
    put(el, h("div", { class: "stack soko-room" }, h("div", { class: "soko-stage" }, play.el), aid.warning, pad(play)));
    put(
      help,
      h(
        "div",
        { class: "row" },
        aid.hintButton,
        button(t("Restart", "Recommencer"), () => play?.restart(), { icon: "first", key: "Home" }),
      ),
      aid.panel,
      h(
        "p",
        { class: "small quiet soko-how" },
        t(
          "Arrow keys or WASD. Click a cell to walk there; click a box, then where it should go, or drag it.",
          "Flèches ou ZQSD. Cliquez une case pour y marcher ; cliquez une caisse puis sa destination, ou glissez-la.",
        ),
      ),
    );
    adopt(told);
  }

  function figuresNow() {
    if (play) count(before.pushes + play.game.pushes, before.moves + play.game.moves);
  }

  /** The hands stand where the room stands. @param {View} told */
  function adopt(told) {
    if (!play) return;
    const { game } = play;
    const [boxes, player] = standing(game.level, told);
    // Perhaps it is only a step of one's own that was taken back elsewhere.
    const at = told.moves - before.moves;
    if (!game.stands(boxes, player) && at >= 0 && at < game.log.length) {
      asked = game.log.slice(0, at).map(({ dir }) => dir);
      play.seek(at);
    }
    if (!game.stands(boxes, player)) {
      play.queue.length = 0;
      play.choose(-1);
      game.place(boxes, player);
      before = { moves: told.moves, pushes: told.pushes };
      asked = [];
      play.drawing.show(game);
    }
    figuresNow();
  }

  /** Tells the room what the hands did that it does not know. */
  function tell() {
    if (!play) return;
    const done = play.game.log.slice(0, play.game.at).map(({ dir }) => dir);
    let same = 0;
    while (same < asked.length && asked[same] === done[same]) same += 1;
    for (; asked.length > same && waiting < AHEAD; waiting++) {
      asked.pop();
      undoing = true;
      table.undo();
    }
    for (; !undoing && same < done.length && waiting < AHEAD; waiting++) {
      const dir = /** @type {Dir} */ (done[same++]);
      asked.push(dir);
      table.act(NAMES[dir] ?? "");
    }
    clearTimeout(late);
    if (waiting) late = window.setTimeout(settle, LATE);
  }

  /** No more answers will come: the room is right. */
  function settle() {
    waiting = 0;
    undoing = false;
    if (view) adopt(view);
  }

  // The room's own key would take back one step; here it is a whole wish.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "u" || !play?.lenient || !play.game.at || elsewhere(event) || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      play.undo();
    },
    { capture: true, signal: leave.signal },
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "h" || elsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      aid?.hint();
    },
    { signal: leave.signal },
  );

  return {
    update(state) {
      view = /** @type {View} */ (state.view);
      // Somebody who comes to look on is no answer.
      if (state.seq !== seq) waiting = Math.max(0, waiting - 1);
      seq = state.seq;
      if (rows !== view.rows.join("\n")) {
        rows = view.rows.join("\n");
        waiting = 0;
        lay(view);
      }
      if (!play) return;
      play.open = state.started && state.seat !== null && !state.outcome;
      play.lenient = state.practice;
      if (!waiting) undoing = false;
      tell();
      if (!waiting) settle();
    },
    hint(action) {
      const dir = NAMES.indexOf(action);
      if (play && dir >= 0) play.drawing.point(play.game.player, /** @type {Dir} */ (dir));
    },
    ending: ({ view }) => ending(view),
    destroy() {
      clearTimeout(late);
      leave.abort();
      play?.destroy();
    },
  };
}

/** An action of Sokoban in words. @param {string} action */
export function actionText(action) {
  const words = t({ up: "up", right: "right", down: "down", left: "left" }, { up: "haut", right: "droite", down: "bas", left: "gauche" });
  return /** @type {Record<string, string>} */ (words)[action] ?? action;
}
