// Drawing a level: every stroke is checked at once, and what is wrong is said
// and shown where it is.

import { button, numberBox, segments } from "../../app/controls.js";
import { h, inSheet, put, s, say, smallNote, withKeys } from "../../app/dom.js";
import { count, sentence, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { busy } from "../../app/notifications.js";
import { coded } from "../../app/rows.js";
import { worldHead } from "../../app/shell.js";
import { textDialog } from "../../app/text_files.js";
import { opened, solve } from "./ask.js";
import { area, cellAt, Ground, squares, tokens, UNIT } from "./drawing.js";
import { shownFault, takeIn } from "./import.js";
import { judge } from "./judge.js";
import { Level } from "./rules.js";
import { LARGEST, Sketch } from "./sketch.js";

/** @typedef {import("./sketch.js").Tool} Tool */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };
/** @type {Record<string, Tool>} */
const KEYS = { "#": "wall", ".": "target", $: "box", "@": "player" };

/** What the tools put. @type {Record<Tool, string>} */
const TOOLS = t(
  { wall: "Wall", floor: "Clear", target: "Target", box: "Box", player: "Player" },
  { wall: "Mur", floor: "Effacer", target: "Cible", box: "Caisse", player: "Joueur" },
);

/** What stands on a cell. @type {Record<string, string>} */
const THINGS = t(
  { "#": "wall", " ": "floor", ".": "target", $: "box", "*": "box on a target", "@": "player", "+": "player on a target" },
  { "#": "mur", " ": "sol", ".": "cible", $: "caisse", "*": "caisse sur une cible", "@": "joueur", "+": "joueur sur une cible" },
);

/** @param {HTMLElement} main @param {string[]} given */
export function editor(main, given) {
  new Editor(given).lay(main);
}

class Editor {
  /** @param {string[]} given */
  constructor(given) {
    this.sketch = new Sketch(given);
    /** @type {Tool} */
    this.tool = "wall";
    /** @type {[number, number]} */
    this.cursor = [1, 1];
    this.asking = new AbortController();
    this.ground = new Ground();
    this.dead = s("path", { class: "soko-mask dead" });
    this.ground.masks.append(this.dead);
    this.sheet = s("rect", { class: "soko-sheet", x: 0, y: 0 });
    this.tokens = s("g");
    this.marked = s("path", { class: "soko-marked" });
    this.frame = s("rect", { class: "soko-cursor", width: UNIT - 2, height: UNIT - 2, rx: 3 });
    this.svg = s("svg", { class: "soko-board", "aria-hidden": "true" }, this.sheet, this.ground.el, this.tokens, this.marked, this.frame);
    this.place = h(
      "div",
      {
        class: "soko-table soko-editor",
        role: "img",
        "aria-label": t(
          "Level being drawn. Arrow keys move, space puts the chosen thing, 1 to 5 choose it.",
          "Niveau en cours. Les flèches déplacent, espace pose l’outil choisi, 1 à 5 le choisissent.",
        ),
      },
      this.svg,
    );
    /** What is under the cursor, for those who do not see it. */
    this.news = h("p", { class: "out", "aria-live": "polite" });
    this.tools = segments(t("Tool", "Outil"), /** @type {[Tool, string][]} */ (Object.entries(TOOLS)), this.tool, (tool) => {
      this.tool = tool;
    });
    this.verdict = h("div", { class: "banner plain soko-verdict", role: "status" });
    this.answer = h("p", { class: "small", role: "status" });
    this.play = button(
      t("Play it", "Jouer"),
      () => takeIn([{ title: t("Drawn", "Dessiné"), rows: this.sketch.text() }], t("Drawn", "Dessiné")),
      { icon: "play", kind: "main" },
    );
    this.undo = button(t("Undo", "Annuler"), () => this.change(() => this.sketch.undo()), { icon: "undo" });
    this.redo = button(t("Redo", "Refaire"), () => this.change(() => this.sketch.redo()), { icon: "redo" });
    const size = (/** @type {string} */ label, /** @type {(n: number) => void} */ onchange) =>
      numberBox(label, { value: 0, min: 3, max: LARGEST, onchange });
    this.columns = size(t("Columns", "Colonnes"), (n) => this.change(() => this.sketch.resize(n, this.sketch.rows)));
    this.rows = size(t("Rows", "Lignes"), (n) => this.change(() => this.sketch.resize(this.sketch.cols, n)));
    this.#pointer();
    this.place.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {HTMLElement} main */
  lay(main) {
    const how = t(
      "Draw with the pointer; again on the same thing takes it away. Or arrow keys, space, and 1 to 5 for the tools (or # . $ @).",
      "Dessinez au pointeur ; repasser sur une chose l’enlève. Ou flèches, espace, et 1 à 5 pour les outils (ou # . $ @).",
    );
    const check = button(t("Can it be solved?", "Est-il soluble ?"), (made) => void busy(made, () => this.solvable()), { icon: "info" });
    put(
      main,
      worldHead(
        {
          eyebrow: "Sokoban",
          title: t("Draw a level", "Dessiner un niveau"),
          lead: t(
            "Every stroke is checked at once. Red tiles are dead: a box there is lost.",
            "Chaque trait est vérifié aussitôt. Les cases rouges sont mortes : une caisse y est perdue.",
          ),
        },
        h("a", { class: "btn", href: "/sokoban" }, icon("levels"), t("All levels", "Tous les niveaux")),
      ),
      h(
        "div",
        { class: "table left soko-draw" },
        inSheet(
          this.tools.el,
          smallNote(how),
          h("div", { class: "fields" }, this.columns.el, this.rows.el),
          h(
            "div",
            { class: "row even" },
            this.undo,
            this.redo,
            button(t("Text", "Texte"), () => this.asText(), { icon: "copy" }),
          ),
          this.verdict,
          h("div", { class: "row even" }, this.play, check),
          this.answer,
        ),
        h("div", { class: "board soko-stage" }, withKeys(this.place, t("Draw a level", "Dessiner un niveau")), this.news),
      ),
    );
    this.changed();
  }

  /** @param {() => void} how */
  change(how) {
    how();
    this.changed();
  }

  draw() {
    const level = new Level(this.sketch.full());
    const { cols, rows } = level;
    // Room for what stands out: the lower edge of the outer wall, and its shadow.
    this.svg.setAttribute("viewBox", `-1 -1 ${cols * UNIT + 4} ${rows * UNIT + 6}`);
    this.sheet.setAttribute("width", String(cols * UNIT));
    this.sheet.setAttribute("height", String(rows * UNIT));
    this.ground.draw(level, { whole: true });
    this.tokens.replaceChildren(...tokens(level));
    this.cursor = [Math.min(this.cursor[0], rows - 1), Math.min(this.cursor[1], cols - 1)];
    this.frame.setAttribute("x", String(this.cursor[1] * UNIT + 1));
    this.frame.setAttribute("y", String(this.cursor[0] * UNIT + 1));
    return level;
  }

  /** Draws, then asks what is wrong. */
  changed() {
    const { sketch } = this;
    this.undo.disabled = !sketch.past.length;
    this.redo.disabled = !sketch.future.length;
    this.columns.input.value = String(sketch.cols);
    this.rows.input.value = String(sketch.rows);
    history.replaceState(null, "", `/sokoban?edit&board=${encodeURIComponent(coded(sketch.text()))}`);
    const level = this.draw();
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    judge(sketch.text(), level, signal).then(
      ({ kind, title, body, dead, marked, playable }) => {
        if (signal.aborted) return;
        this.dead.setAttribute("d", area(level, dead));
        this.marked.setAttribute("d", squares(level, marked, 1));
        this.play.disabled = !playable;
        this.verdict.className = `banner plain soko-verdict ${kind}`;
        put(this.verdict, h("div", { class: "grow" }, h("strong", null, kind === "good" ? "✓ " : kind ? "✗ " : "", title), body));
      },
      () => {},
    );
  }

  #pointer() {
    const { svg, sketch } = this;
    let drawing = false;
    let erase = false;
    const at = (/** @type {PointerEvent} */ event) => cellAt(svg, new Level(sketch.full()), event);
    const put = (/** @type {number} */ cell) => {
      this.cursor = [Math.floor(cell / sketch.cols), cell % sketch.cols];
      this.change(() => sketch.write(...this.cursor, this.tool, erase));
    };
    svg.addEventListener("pointerdown", (event) => {
      const cell = at(event);
      if (cell < 0) return;
      event.preventDefault();
      this.place.focus({ preventScroll: true });
      svg.setPointerCapture(event.pointerId);
      sketch.begin();
      drawing = true;
      erase = event.button === 2 || sketch.has(Math.floor(cell / sketch.cols), cell % sketch.cols, this.tool);
      put(cell);
    });
    svg.addEventListener("pointermove", (event) => {
      const cell = drawing ? at(event) : -1;
      if (cell >= 0 && cell !== this.cursor[0] * sketch.cols + this.cursor[1]) put(cell);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      svg.addEventListener(end, () => {
        drawing = false;
      });
    }
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { sketch } = this;
    const name = event.key.toLowerCase();
    const step = STEPS[event.key];
    const [r, c] = this.cursor;
    const picked = /** @type {Tool | undefined} */ (Object.keys(TOOLS)[Number(event.key) - 1]);
    // Some keyboards write # and @ with AltGr, which is Ctrl and Alt to a browser.
    if ((event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph")) {
      if (name !== "z" && name !== "y") return;
      this.change(() => (name === "y" || event.shiftKey ? sketch.redo() : sketch.undo()));
      this.#tell();
    } else if (step) {
      this.cursor = [Math.max(0, Math.min(sketch.rows - 1, r + step[0])), Math.max(0, Math.min(sketch.cols - 1, c + step[1]))];
      this.draw();
      this.#tell();
    } else if (picked) {
      this.tool = picked;
      this.tools.choose(picked);
      say(this.news, TOOLS[picked]);
    } else {
      const tool =
        event.key === " " || event.key === "Enter"
          ? this.tool
          : event.key === "Delete" || event.key === "Backspace"
            ? "floor"
            : KEYS[event.key];
      if (!tool) return;
      sketch.begin();
      this.change(() => sketch.write(r, c, tool, sketch.has(r, c, tool)));
      this.#tell();
    }
    event.preventDefault();
  }

  /** Says what is under the cursor, and where that is. */
  #tell() {
    const [r, c] = this.cursor;
    const thing = THINGS[this.sketch.at(r, c)] ?? "";
    say(this.news, sentence(t(`${thing}, row ${r + 1}, column ${c + 1}`, `${thing}, ligne ${r + 1}, colonne ${c + 1}`)));
  }

  asText() {
    textDialog(t("The level as text", "Le niveau en texte"), {
      label: t("Level as text", "Niveau en texte"),
      text: this.sketch.text().join("\n"),
      save: "level.xsb",
      use: async (text) => {
        const [first] = await opened(text);
        if (first) this.change(() => this.sketch.replace(first.rows));
      },
      fault: shownFault,
    });
  }

  async solvable() {
    put(this.answer, t("Thinking…", "Réflexion…"));
    const { status, pushes, moves } = await solve(this.sketch.text(), { seconds: 20, polish: 1 }).finally(() => put(this.answer));
    const pushed = count(pushes ?? 0, "push", "pushes", "poussée", "poussées");
    const moved = count(moves ?? 0, "move", "moves", "coup", "coups");
    /** @type {Record<string, string>} */
    const says = {
      solved: t(`✓ Yes, in ${pushed} and ${moved}.`, `✓ Oui, en ${pushed} et ${moved}.`),
      unsolvable: t("✗ No: the solver tried everything.", "✗ Non : le solveur a tout essayé."),
      memory: t("? Not found within the memory.", "? Rien trouvé dans la mémoire permise."),
      time: t("? Not found within twenty seconds.", "? Rien trouvé en vingt secondes."),
    };
    put(this.answer, says[status]);
  }
}
