// A board drawn by hand, with its shortest way, or the fewest cells to open.

import { post } from "../../app/api.js";
import { button, numberBox, segments } from "../../app/controls.js";
import { h } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { dialog, trouble } from "../../app/notifications.js";
import { copy, download } from "../../app/share.js";
import { keep, recall } from "../../app/storage.js";
import { Field } from "./drawing.js";

/** @typedef {import("./view.js").Spot} Spot */
/** @typedef {"rubble" | "free" | "from" | "to"} Tool */

/** A board to begin with: rows of `*` and space. @param {number} size */
function blank(size) {
  return Array.from({ length: size }, (_, r) =>
    Array.from({ length: size }, (_, c) => (r === 0 || c === 0 || r === size - 1 || c === size - 1 ? "*" : " ")).join(""),
  );
}

/** A first board that shows what the page is for: two walls to go round. */
function first() {
  return blank(21).map((row, r) =>
    r === 5 ? `*${"*".repeat(14)}${row.slice(15)}` : r === 14 ? `${row.slice(0, 6)}${"*".repeat(15)}` : row,
  );
}

export function editor() {
  const kept = recall("race-board", { rows: first(), from: /** @type {Spot} */ ([1, 1]), to: /** @type {Spot} */ ([10, 10]) });
  let { rows, from, to } = kept;
  /** @type {Tool} */
  let tool = "rubble";
  const picture = new Field(t("The board you draw", "Le plateau que vous dessinez"));
  picture.svg.setAttribute("tabindex", "0");
  const answer = h("p", { role: "status" });
  /** @type {Spot[]} */
  let way = [];
  /** @type {Spot[]} */
  let opened = [];
  /** @type {Spot | undefined} */
  let cursor;

  function draw() {
    picture.ground(rows);
    opened.forEach(([r, c]) => picture.cell(`o${r},${c}`, [r, c], "freed"));
    picture.cell("from", from, "start");
    picture.cell("to", to, "end");
    if (cursor) picture.cell("cursor", cursor, "cursor");
    if (way.length > 1) picture.way("way", way, 0, "path");
    picture.done();
  }

  /** @type {AbortController | undefined} */
  let asking;
  async function think() {
    keep("race-board", { rows, from, to });
    draw();
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const question = { board: `${rows.join("\n")}\n`, from, to };
    try {
      const found = await post("/api/race/path", question, signal);
      opened = [];
      way = found.path ?? [];
      if (found.length !== null && way.length) {
        answer.textContent = t(
          `Shortest way: ${count(found.length, "step", "steps", "pas", "pas")}.`,
          `Plus court chemin : ${count(found.length, "step", "steps", "pas", "pas")}.`,
        );
        return draw();
      }
    } catch {
      if (signal.aborted) return;
      // No way is a good answer too; only other trouble is trouble.
      way = [];
    }
    try {
      const found = await post("/api/race/open", question, signal);
      opened = found.cells ?? [];
      draw();
      const freed = rows.map((row, r) =>
        [...row].map((what, c) => (opened.some(([or, oc]) => or === r && oc === c) ? " " : what)).join(""),
      );
      way = (await post("/api/race/path", { ...question, board: `${freed.join("\n")}\n` }, signal)).path ?? [];
      answer.textContent = t(
        `No way. Fewest cells to open: ${opened.length}; then ${count(found.length, "step", "steps", "pas", "pas")}.`,
        `Aucun chemin. Cases à ouvrir au minimum : ${opened.length} ; puis ${count(found.length, "step", "steps", "pas", "pas")}.`,
      );
    } catch (error) {
      if (signal.aborted) return;
      answer.textContent = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /** @param {Spot} spot @param {string} what */
  function write([r, c], what) {
    const row = rows[r];
    if (!row || r < 1 || c < 1 || r >= rows.length - 1 || c >= row.length - 1) return;
    if (what === "*" && ((r === from[0] && c === from[1]) || (r === to[0] && c === to[1]))) return;
    if (row[c] === what) return;
    rows = rows.with(r, row.slice(0, c) + what + row.slice(c + 1));
    void think();
  }

  /** @param {Spot} spot */
  function place(spot) {
    const [r, c] = spot;
    if (r < 1 || c < 1 || r >= rows.length - 1 || c >= rows.length - 1) return;
    if (tool === "from") from = spot;
    if (tool === "to") to = spot;
    rows = rows.with(r, `${(rows[r] ?? "").slice(0, c)} ${(rows[r] ?? "").slice(c + 1)}`);
    void think();
  }

  /** What a stroke paints, decided where it begins. */
  let ink = "";
  picture.svg.addEventListener("pointerdown", (event) => {
    picture.svg.setPointerCapture(event.pointerId);
    const spot = picture.spot(event);
    cursor = undefined;
    if (tool === "from" || tool === "to") return place(spot);
    const there = rows[spot[0]]?.[spot[1]];
    ink = tool === "free" ? " " : there === "*" ? " " : "*";
    write(spot, ink);
  });
  picture.svg.addEventListener("pointermove", (event) => {
    if (!ink || !event.buttons) return;
    write(picture.spot(event), ink);
  });
  picture.svg.addEventListener("pointerup", () => {
    ink = "";
  });
  picture.svg.addEventListener("keydown", (event) => {
    const steps = /** @type {Record<string, Spot>} */ ({ ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] });
    const step = steps[event.key];
    if (step) {
      const [r, c] = cursor ?? from;
      cursor = [Math.max(1, Math.min(rows.length - 2, r + step[0])), Math.max(1, Math.min(rows.length - 2, c + step[1]))];
      draw();
    } else if ((event.key === " " || event.key === "Enter") && cursor) {
      if (tool === "from" || tool === "to") place(cursor);
      else write(cursor, rows[cursor[0]]?.[cursor[1]] === "*" ? " " : "*");
    } else return;
    event.preventDefault();
  });

  const tools = segments(
    t("Tool", "Outil"),
    /** @type {const} */ ([
      ["rubble", t("Rubble", "Décombres")],
      ["free", t("Clear", "Dégager")],
      ["from", t("Start", "Départ")],
      ["to", t("Target", "Cible")],
    ]),
    tool,
    (chosen) => {
      tool = chosen;
    },
  );
  const size = numberBox(t("Size", "Taille"), {
    value: rows.length,
    min: 5,
    max: 201,
    onchange: (n) => resize(Math.max(5, Math.min(201, Math.round(n) || 21))),
  });

  /** @param {number} n */
  function resize(n) {
    const old = rows;
    rows = blank(n).map((row, r) =>
      [...row].map((what, c) => (what === "*" ? "*" : r < old.length - 1 ? (old[r]?.[c] ?? " ") : " ")).join(""),
    );
    const inside = (/** @type {Spot} */ [r, c]) => /** @type {Spot} */ ([Math.min(r, n - 2), Math.min(c, n - 2)]);
    from = inside(from);
    to = inside(to);
    void think();
  }

  async function random() {
    try {
      const made = await post("/api/race/new", { size: rows.length, density: 0.6, players: 1, repair: true });
      rows = made.board.map((/** @type {string} */ row) => row.replace(/[^*]/g, " "));
      [from, to] = [made.players[0].start, made.target];
      void think();
    } catch (error) {
      trouble(error);
    }
  }

  function paste() {
    const text = h("textarea", { rows: 14, spellcheck: "false", "aria-label": t("Board as text", "Plateau en texte") }, asText());
    const shown = dialog(
      t("The board as text", "Le plateau en texte"),
      h(
        "div",
        { class: "stack" },
        h(
          "p",
          { class: "small quiet" },
          t(
            "* is rubble, a space is free, C the target, 1 the start.",
            "* est un décombre, une espace est libre, C la cible, 1 le départ.",
          ),
        ),
        text,
      ),
      {
        actions: [
          button(t("Copy", "Copier"), () => void copy(text.value), { icon: "copy" }),
          button(t("Save", "Enregistrer"), () => download("race.txt", text.value), { icon: "save" }),
          button(
            t("Use this text", "Utiliser ce texte"),
            () => {
              if (readText(text.value)) shown.close();
            },
            { kind: "main" },
          ),
        ],
      },
    );
  }

  function asText() {
    return rows
      .map((row, r) => [...row].map((what, c) => (r === to[0] && c === to[1] ? "C" : r === from[0] && c === from[1] ? "1" : what)).join(""))
      .join("\n");
  }

  /** @param {string} text */
  function readText(text) {
    const lines = text
      .replace(/\r/g, "")
      .split("\n")
      .filter((line) => line.trim());
    const wide = Math.max(...lines.map((line) => line.length));
    if (lines.length < 5 || wide !== lines.length || wide > 201) {
      trouble(
        new Error(
          t(
            `Found ${lines.length} lines of up to ${wide} characters, expected a square of 5 to 201.`,
            `Trouvé ${lines.length} lignes d'au plus ${wide} caractères, attendu un carré de 5 à 201.`,
          ),
        ),
      );
      return false;
    }
    const find = (/** @type {string} */ what, /** @type {Spot} */ otherwise) => {
      const r = lines.findIndex((line) => line.includes(what));
      return r < 0 ? otherwise : /** @type {Spot} */ ([r, (lines[r] ?? "").indexOf(what)]);
    };
    from = find("1", [1, 1]);
    to = find("C", [lines.length >> 1, lines.length >> 1]);
    rows = lines.map((line) => line.padEnd(wide, "*").replace(/[^*]/g, " "));
    size.input.value = String(rows.length);
    void think();
    return true;
  }

  void think();
  return h(
    "div",
    { class: "table left race-editor" },
    h(
      "div",
      { class: "sheet stack" },
      tools.el,
      h(
        "p",
        { class: "small quiet" },
        t(
          "Draw with the pointer, or with the arrow keys and the space bar. The way is found again at every stroke.",
          "Dessinez au pointeur, ou avec les flèches et la barre d'espace. Le chemin est recalculé à chaque trait.",
        ),
      ),
      size.el,
      h(
        "div",
        { class: "row" },
        button(t("Random", "Au hasard"), () => void random(), { icon: "dice" }),
        button(t("Empty", "Vider"), () => {
          rows = blank(rows.length);
          void think();
        }),
        button(t("Text", "Texte"), paste, { icon: "copy" }),
      ),
      h("div", { class: "banner plain" }, answer),
    ),
    h("div", { class: "board" }, picture.svg),
  );
}
