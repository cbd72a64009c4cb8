// A board drawn by hand, with its shortest way, or the fewest cells to open.

import { button, numberBox, segments } from "../../app/controls.js";
import { h, inSheet, put, say, smallNote, withKeys } from "../../app/dom.js";
import { count, sentence, t } from "../../app/i18n.js";
import { busy, trouble, wordsOf } from "../../app/notifications.js";
import { openRoom } from "../../app/play.js";
import { keep, recall } from "../../app/storage.js";
import { textDialog } from "../../app/text_files.js";
import { fewestCells, newBoard, shortestWay } from "./ask.js";
import { Drawing } from "./drawing.js";
import { STEPS } from "./keys.js";
import { asSetting, asText, blank, firstSketch, fromText, inside, resized, withCell } from "./sketch.js";
import { walk } from "./walk.js";

/** @typedef {import("../../app/wire.js").Point} Spot */
/** @typedef {import("./sketch.js").Sketch} Sketch */
/** @typedef {"rubble" | "free" | "from" | "to"} Tool */

const same = (/** @type {Spot} */ a, /** @type {Spot} */ b) => a[0] === b[0] && a[1] === b[1];

export function editor() {
  return new Editor().lay();
}

class Editor {
  constructor() {
    /** @type {Sketch} */
    this.sketch = recall("race-board", firstSketch());
    /** @type {Tool} */
    this.tool = "rubble";
    /** @type {Spot | undefined} */
    this.cursor = undefined;
    /** What a stroke paints, decided where it begins. */
    this.ink = "";
    this.drawing = new Drawing(t("The board you draw", "Le plateau que vous dessinez"));
    this.board = withKeys(this.drawing.svg, t("Draw a board", "Dessiner un plateau"));
    /** What is under the cursor, for those who do not see it. */
    this.news = h("p", { class: "out", "aria-live": "polite" });
    this.place = h("div", { class: "board" }, this.board, this.news);
    this.way = wayFinder(() => this.draw());
    this.size = numberBox(t("Size", "Taille"), {
      value: this.sketch.rows.length,
      min: 5,
      max: 201,
      onchange: (n) => this.change(resized(this.sketch, n)),
    });
    this.#listen();
    this.change(this.sketch);
  }

  lay() {
    const friend = (/** @type {boolean} */ friends) => (/** @type {HTMLButtonElement} */ made) =>
      void busy(made, () => match(this.sketch, friends));
    return h(
      "div",
      { class: "table left race-editor" },
      inSheet(
        this.#tools(),
        smallNote(
          t(
            "Draw with the pointer, or with the arrow keys and the space bar. The path is found again at every stroke.",
            "Dessinez au pointeur, ou avec les flèches et la barre d’espace. Le chemin est recalculé à chaque trait.",
          ),
        ),
        this.size.el,
        h(
          "div",
          { class: "row even" },
          button(t("Random", "Au hasard"), (made) => void busy(made, () => this.random()), { icon: "dice" }),
          button(t("Empty", "Vider"), () => this.change({ ...this.sketch, rows: blank(this.sketch.rows.length) })),
          button(t("Text", "Texte"), () => boardText(this.sketch, (text) => this.change(fromText(text))), { icon: "copy" }),
        ),
        h("div", { class: "banner plain" }, this.way.answer),
        button(t("Play this board", "Jouer ce plateau"), () => this.play(), { icon: "play", kind: "main" }),
        h(
          "div",
          { class: "row even" },
          button(t("Against a bot", "Contre un robot"), friend(false), { icon: "bot" }),
          button(t("With a friend", "Avec un ami"), friend(true), { icon: "people" }),
        ),
      ),
      this.place,
    );
  }

  #tools() {
    const tools = /** @type {const} */ ([
      ["rubble", t("Rubble", "Décombres")],
      ["free", t("Clear", "Dégager")],
      ["from", t("Start", "Départ")],
      ["to", t("Target", "Cible")],
    ]);
    return segments(t("Tool", "Outil"), tools, this.tool, (chosen) => {
      this.tool = chosen;
    }).el;
  }

  draw() {
    const { drawing, sketch, cursor, way } = this;
    drawing.ground(sketch.rows);
    for (const spot of way.opened) drawing.cell(`o${spot}`, spot, "freed");
    drawing.target(sketch.to);
    drawing.pawn(0, sketch.from, false);
    if (cursor) drawing.cell("cursor", cursor, "cursor");
    if (way.cells.length > 1) drawing.way("way", way.cells, 0, "path");
    drawing.done();
  }

  /** @param {Sketch} next */
  change(next) {
    this.sketch = next;
    this.size.input.value = String(next.rows.length);
    keep("race-board", next);
    this.draw();
    void this.way.find(next);
  }

  /** Puts rubble, clears it, or sets down what the tool holds. @param {Spot} spot @param {string} what */
  write(spot, what) {
    const { sketch, tool } = this;
    if (!inside(sketch, spot)) return;
    if (tool === "from" || tool === "to") return this.change({ ...sketch, [tool]: spot, rows: withCell(sketch.rows, spot, " ") });
    if (what === "*" && (same(spot, sketch.from) || same(spot, sketch.to))) return;
    if (sketch.rows[spot[0]]?.[spot[1]] !== what) this.change({ ...sketch, rows: withCell(sketch.rows, spot, what) });
  }

  /** What a stroke that begins on a cell paints. @param {Spot} spot */
  opposite([r, c]) {
    return this.tool === "free" || this.sketch.rows[r]?.[c] === "*" ? " " : "*";
  }

  #listen() {
    const { svg } = this.drawing;
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      this.cursor = undefined;
      const spot = this.drawing.spot(event);
      this.ink = this.opposite(spot);
      this.write(spot, this.ink);
    });
    svg.addEventListener("pointermove", (event) => {
      if (this.ink && event.buttons && this.tool !== "from" && this.tool !== "to") this.write(this.drawing.spot(event), this.ink);
    });
    svg.addEventListener("pointerup", () => {
      this.ink = "";
    });
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key.replace("Arrow", "").toLowerCase()];
    const most = this.sketch.rows.length - 2;
    if (step) {
      const [r, c] = this.cursor ?? this.sketch.from;
      this.cursor = [Math.max(1, Math.min(most, r + step[0])), Math.max(1, Math.min(most, c + step[1]))];
      this.draw();
    } else if ((event.key === " " || event.key === "Enter") && this.cursor) this.write(this.cursor, this.opposite(this.cursor));
    else return;
    say(this.news, cellText(this.sketch, this.cursor));
    event.preventDefault();
  }

  async random() {
    const { rows, target, players } = await newBoard({ size: this.sketch.rows.length, density: 0.6, players: 1, repair: true });
    this.change({ rows, from: players[0]?.start ?? [1, 1], to: target });
  }

  /** From the start to the target by oneself, counted against the shortest way. */
  play() {
    const { way, place, board, news } = this;
    if (way.opened.length || way.cells.length < 2) return trouble(way.answer.textContent);
    put(
      place,
      walk(this.sketch, way.cells, () => put(place, board, news)),
    );
    /** @type {SVGElement | null} */ (place.querySelector(".race-field"))?.focus({ preventScroll: true });
    // On a phone the button is below the board.
    place.scrollIntoView({ block: "nearest" });
  }
}

/** What is on a cell, and where that is. @param {Sketch} sketch @param {Spot} spot */
function cellText({ rows, from, to }, spot) {
  const [r, c] = spot;
  const thing = same(spot, from)
    ? t("start", "départ")
    : same(spot, to)
      ? t("target", "cible")
      : rows[r]?.[c] === "*"
        ? t("rubble", "décombres")
        : t("free", "libre");
  return sentence(t(`${thing}, row ${r}, column ${c}`, `${thing}, ligne ${r}, colonne ${c}`));
}

/** @param {Sketch} sketch @param {(text: string) => void} use */
function boardText(sketch, use) {
  textDialog(t("The board as text", "Le plateau en texte"), {
    note: t(
      "* is rubble, a space is free, C the target, 1 the start.",
      "* pour des décombres, une espace pour une case libre, C la cible, 1 le départ.",
    ),
    label: t("Board as text", "Plateau en texte"),
    text: asText(sketch),
    save: "race.txt",
    use,
  });
}

/** A match on this board, against a bot here or with friends by link. @param {Sketch} sketch @param {boolean} friends */
function match(sketch, friends) {
  const config = `players=2,rounds=1,board=${asSetting(sketch)}`;
  return openRoom({ game: "race", config, ...(friends ? {} : { practice: true, bots: { 1: "best" } }) });
}

/** Asks for the way after every stroke; a later question replaces an earlier one. @param {() => void} changed */
function wayFinder(changed) {
  const answer = h("p", { role: "status" });
  let asking = new AbortController();
  const steps = (/** @type {number} */ n) => count(n, "step", "steps", "pas", "pas");
  const way = { answer, cells: /** @type {Spot[]} */ ([]), opened: /** @type {Spot[]} */ ([]), find };

  /** @param {Sketch} sketch */
  async function find({ rows, from, to }) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const question = { board: `${rows.join("\n")}\n`, from, to };
    try {
      way.opened = [];
      // No way is a good answer too; only other trouble is trouble.
      way.cells = await shortestWay(question, signal).catch((error) => {
        if (signal.aborted) throw error;
        return [];
      });
      if (way.cells.length)
        answer.textContent = t(`Shortest path: ${steps(way.cells.length - 1)}.`, `Plus court chemin : ${steps(way.cells.length - 1)}.`);
      else {
        const { cells, length } = await fewestCells(question, signal);
        const freed = cells.reduce((board, spot) => withCell(board, spot, " "), rows);
        way.opened = cells;
        way.cells = await shortestWay({ ...question, board: `${freed.join("\n")}\n` }, signal);
        answer.textContent = t(
          `No path. Fewest cells to open: ${cells.length}; then ${steps(length)}.`,
          `Aucun chemin. Cases à ouvrir au minimum : ${cells.length} ; puis ${steps(length)}.`,
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      answer.textContent = wordsOf(error);
    }
    changed();
  }
  return way;
}
