// A board that is played on: keys, pointer and touch become steps, steps
// become a picture. Everything waits for nobody: the rules are in the page.

import { button } from "../../app/controls.js";
import { h, say, still, typing, withKeys } from "../../app/dom.js";
import { count, sentence, t } from "../../app/i18n.js";
import { Drawing } from "./drawing.js";
import { DIRS, Game, LETTERS } from "./rules.js";
import { Travel } from "./travel.js";

/** @typedef {import("./rules.js").Dir} Dir */
/** @typedef {import("./rules.js").Level} Level */

/** Milliseconds a step takes when several follow each other. */
const PACE = 45;

/** @type {Record<string, Dir>} */
const KEYS = { ArrowLeft: 0, ArrowUp: 1, ArrowRight: 2, ArrowDown: 3 };
/** By place on the keyboard, so that it is WASD or ZQSD. @type {Record<string, Dir>} */
const PLACES = { KeyA: 0, KeyW: 1, KeyD: 2, KeyS: 3 };

/** Whether keys pressed now belong to something else. @param {KeyboardEvent} event */
function elsewhere(event) {
  return Boolean(document.querySelector("dialog[open]")) || typing(event.target);
}

/** Whether a plain key pressed now belongs to something else. @param {KeyboardEvent} event */
export function isTaken(event) {
  return elsewhere(event) || event.ctrlKey || event.metaKey || event.altKey;
}

/** How the hands play. */
export const HANDS = t(
  "Arrow keys or WASD. Click a cell to walk there; click a box, then where it should go, or drag it.",
  "Flèches ou ZQSD. Cliquez sur une case pour y marcher ; cliquez sur une caisse puis sa destination, ou glissez-la.",
);

export class PlayTable {
  /**
   * @param {Level} level
   * @param {(what: "moved" | "refused") => void} told after every change
   */
  constructor(level, told) {
    this.game = new Game(level);
    this.drawing = new Drawing(level);
    this.told = told;
    /** While false the hands do nothing: a replay, say. */
    this.open = true;
    /** Whether what was done can be taken back. */
    this.lenient = true;
    /** @type {Travel | undefined} */
    this.travel = undefined;
    /** Steps still to be shown. @type {Dir[]} */
    this.queue = [];
    this.timer = 0;
    /** The pushes before the last wish. */
    this.pushes = 0;
    this.news = h("p", { class: "out", role: "status", "aria-live": "polite" });
    this.table = h("div", { class: "soko-table", role: "img", "aria-label": this.name() }, this.drawing.svg);
    this.el = withKeys(this.table, t("Sokoban board", "Plateau de Sokoban"));
    this.el.append(this.news);
    this.leave = new AbortController();
    this.#pointer();
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.leave.signal });
    this.drawing.show(this.game);
  }

  destroy() {
    clearTimeout(this.timer);
    this.leave.abort();
  }

  name() {
    const { level } = this.game;
    return t(
      `Board of ${level.rows} rows and ${level.cols} columns with ${count(level.boxes.length, "box", "boxes", "caisse", "caisses")}. Arrow keys walk and push, U takes back.`,
      `Plateau de ${level.rows} lignes et ${level.cols} colonnes avec ${count(level.boxes.length, "box", "boxes", "caisse", "caisses")}. Les flèches font marcher et pousser, U annule.`,
    );
  }

  /** The picture of what is, and word of it. @param {"moved" | "refused"} what */
  #show(what) {
    this.drawing.show(this.game);
    this.told(what);
  }

  /**
   * One step by hand.
   * @param {Dir} dir
   */
  step(dir) {
    if (!this.open || this.game.solved) return;
    this.flush();
    this.choose(-1);
    this.game.begin();
    this.pushes = this.game.pushes;
    const moved = this.game.step(dir);
    this.#show(moved ? "moved" : "refused");
    if (moved) this.#tell();
    else say(this.news, t("Blocked.", "Bloqué."));
  }

  /** What the last wish did. */
  #tell() {
    const { home, boxes, pushes } = this.game;
    if (pushes === this.pushes) return this.#tellPlace();
    say(this.news, t(`Pushed. ${home} of ${boxes.length} boxes home.`, `Poussée. Caisses en place : ${home} sur ${boxes.length}.`));
  }

  /** Where one stands and what is ahead, for those who do not see it. @param {string} [before] */
  #tellPlace(before = "") {
    const { game } = this;
    const { level, player, facing, boxAt } = game;
    const ahead = level.next(player, facing);
    const what = ahead < 0 || level.wall[ahead] ? t("a wall", "un mur") : (boxAt[ahead] ?? -1) >= 0 ? t("a box", "une caisse") : "";
    const [row, col] = [Math.floor(player / level.cols) + 1, (player % level.cols) + 1];
    const place = t(`row ${row}, column ${col}`, `ligne ${row}, colonne ${col}`);
    say(this.news, sentence(`${before}${place}${what && t(`, ${what} ahead`, `, ${what} devant`)}`));
  }

  /**
   * Several steps as one wish, shown one after another.
   * @param {Dir[]} steps
   */
  go(steps) {
    if (!this.open || this.game.solved) return;
    this.flush();
    this.game.begin();
    this.pushes = this.game.pushes;
    this.queue = [...steps];
    if (still()) this.flush();
    else this.#next();
  }

  #next() {
    const dir = this.queue.shift();
    if (dir === undefined) return;
    if (!this.game.step(dir)) this.queue.length = 0;
    this.#show("moved");
    if (this.queue.length) this.timer = window.setTimeout(() => this.#next(), this.queue.length > 30 ? PACE / 2 : PACE);
    else this.#tell();
  }

  /** Shows at once what was still to come. */
  flush() {
    clearTimeout(this.timer);
    if (!this.queue.length) return;
    for (const dir of this.queue) if (!this.game.step(dir)) break;
    this.queue.length = 0;
    this.#show("moved");
    this.#tell();
  }

  undo() {
    this.#take(() => this.game.undo(), t("taken back: ", "annulé : "));
  }

  redo() {
    this.#take(() => this.game.redo(), t("done again: ", "refait : "));
  }

  restart() {
    this.#take(() => this.game.seek(0), t("from the start: ", "depuis le début : "));
  }

  /** Goes elsewhere in what was done, if that is possible, and says where. @param {() => unknown} move @param {string} said */
  #take(move, said) {
    if (!this.open || !this.lenient) return;
    this.flush();
    this.choose(-1);
    if (move() === false) return;
    this.#show("moved");
    this.#tellPlace(said);
  }

  /**
   * Shows any moment of what was done or lies ahead.
   * @param {number} at
   */
  seek(at) {
    this.flush();
    this.choose(-1);
    this.game.seek(at);
    this.#show("moved");
  }

  /**
   * Chooses a box to be sent; -1 for none.
   * @param {number} index
   */
  choose(index) {
    this.drawing.select(index);
    this.travel = index < 0 ? undefined : new Travel(this.game, index);
    const cells = this.travel?.cells() ?? [];
    this.drawing.dots(cells);
    this.drawing.way([]);
    const cellsText = count(cells.length, "cell", "cells", "case", "cases");
    if (index >= 0)
      say(
        this.news,
        cells.length
          ? t(`Box chosen; it can go to ${cellsText}.`, `Caisse choisie ; elle peut aller sur ${cellsText}.`)
          : t("This box cannot be pushed from here.", "Cette caisse ne peut pas être poussée d’ici."),
      );
    this.drawing.boxes[index]?.classList.toggle("stuck", !cells.length);
  }

  /** What would happen if the pointer were released here. @param {number} cell */
  #preview(cell) {
    const { game, travel } = this;
    if (!this.open || cell < 0 || this.queue.length || game.solved) return this.drawing.way([]);
    if (travel) {
      if (!travel.reaches(cell)) return this.drawing.way([]);
      this.drawing.way(trail(game.level, travel.start, travel.way(cell)), cell);
    } else {
      const way = game.walk(cell);
      this.drawing.way(way ? trail(game.level, game.player, way) : []);
    }
  }

  #pointer() {
    const { svg } = this.drawing;
    let held = -1;
    let dragged = false;
    let again = false;
    let over = -1;
    const clear = () => {
      over = -1;
      this.drawing.way([]);
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button || !this.open || this.game.solved) return;
      this.flush();
      const cell = this.drawing.cellAt(event);
      if (cell < 0) return;
      this.table.focus({ preventScroll: true });
      const box = this.game.boxAt[cell] ?? -1;
      dragged = false;
      over = cell;
      if (box >= 0) {
        again = this.travel?.box === box;
        held = box;
        this.choose(box);
        svg.setPointerCapture(event.pointerId);
        event.preventDefault();
      }
    });
    // A finger on a box drags the box, not the page.
    svg.addEventListener(
      "touchstart",
      (event) => {
        const touch = event.touches[0];
        if (this.open && touch && event.touches.length === 1 && (this.game.boxAt[this.drawing.cellAt(touch)] ?? -1) >= 0)
          event.preventDefault();
      },
      { passive: false },
    );
    svg.addEventListener("pointermove", (event) => {
      const cell = this.drawing.cellAt(event);
      if (cell === over) return;
      over = cell;
      if (held >= 0) dragged = true;
      if (held >= 0 || event.pointerType !== "touch") this.#preview(cell);
    });
    svg.addEventListener("pointerup", (event) => {
      if (event.button || !this.open) return;
      const cell = this.drawing.cellAt(event);
      const wasHeld = held;
      held = -1;
      const { travel } = this;
      if (wasHeld >= 0 && !dragged) {
        // A second click on the same box lets go of it.
        if (again) this.choose(-1);
        return;
      }
      if (cell < 0) return clear();
      if (travel?.reaches(cell)) {
        const steps = travel.steps(cell);
        this.choose(-1);
        return this.go(steps);
      }
      if (wasHeld >= 0) return this.choose(-1);
      if (travel) return this.choose(-1);
      const way = this.game.walk(cell);
      clear();
      if (way?.length) this.go(way);
    });
    svg.addEventListener("pointercancel", () => {
      held = -1;
      this.choose(-1);
    });
    svg.addEventListener("pointerleave", () => held < 0 && clear());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (elsewhere(event) || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (letter === "z" && !event.shiftKey) this.undo();
      else if (letter === "y" || letter === "z") this.redo();
      else return;
    } else {
      const dir = KEYS[event.key] ?? PLACES[event.code];
      if (dir !== undefined) this.step(dir);
      else if (letter === "u" || event.key === "Backspace") event.shiftKey ? this.redo() : this.undo();
      else if (letter === "r") this.redo();
      else if (event.key === "Home") this.restart();
      else if (event.key === "Escape" && this.travel) this.choose(-1);
      else return;
    }
    event.preventDefault();
  }
}

/** Four arrows for fingers. @param {PlayTable} table */
export function pad(table) {
  return h(
    "div",
    { class: "soko-pad", hidden: !navigator.maxTouchPoints || matchMedia("(min-width: 75rem)").matches },
    /** @type {const} */ ([
      ["up", t("Up", "Haut"), 1],
      ["left", t("Left", "Gauche"), 0],
      ["down", t("Down", "Bas"), 3],
      ["right", t("Right", "Droite"), 2],
    ]).map(([name, text, dir]) => button(text, () => table.step(dir), { icon: name, bare: true, kind: `big soko-${name}` })),
  );
}

/**
 * The cells along steps.
 * @param {Level} level
 * @param {number} from
 * @param {Dir[]} way
 */
export function trail(level, from, way) {
  const cells = [from];
  for (const dir of way) cells.push(level.next(cells[cells.length - 1] ?? from, dir));
  return cells;
}

/**
 * The first push of a solution on a position: which cell the box leaves, and where to.
 * @param {Game} game
 * @param {string} solution
 * @returns {{ cell: number, dir: Dir, steps: Dir[] } | undefined}
 */
export function firstPush(game, solution) {
  let at = game.player;
  /** @type {Dir[]} */
  const steps = [];
  for (const letter of solution) {
    const dir = DIRS[LETTERS.indexOf(letter.toLowerCase())];
    if (dir === undefined) continue;
    steps.push(dir);
    at = game.level.next(at, dir);
    if (at < 0) return;
    if ((game.boxAt[at] ?? -1) >= 0) return { cell: at, dir, steps };
  }
}
