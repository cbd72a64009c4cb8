// Drawing a level: every stroke is checked at once, and what is wrong is said
// and shown where it is.

import { button, numberBox, segments } from "../../app/controls.js";
import { h, put, s } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { busy, dialog, trouble } from "../../app/notifications.js";
import { copy, download } from "../../app/share.js";
import { worldHead } from "../../app/shell.js";
import { diagnose, opened, solve } from "./ask.js";
import { area, diamonds, lines, squares, UNIT } from "./drawing.js";
import { shownFault, takeIn } from "./import.js";
import { coded, Level } from "./rules.js";

/** @typedef {"wall" | "floor" | "target" | "box" | "player"} Tool */

const BLANK = ["##########", "#        #", "#   .    #", "#   $    #", "#   @    #", "#        #", "##########"];
const LARGEST = 60;

/**
 * @param {HTMLElement} main
 * @param {string[]} given
 */
export function editor(main, given) {
  /** @type {string[][]} */
  let grid = (given.some((row) => row.trim()) ? given : BLANK).map((row) => [...row]);
  /** @type {Tool} */
  let tool = "wall";
  /** What undo brings back. @type {string[][][]} */
  const past = [];
  /** @type {string[][][]} */
  const future = [];
  let cursor = [1, 1];
  let erase = false;
  let asking = new AbortController();

  const svg = s("svg", { class: "soko-board", "aria-hidden": "true" });
  const place = h(
    "div",
    {
      class: "soko-table soko-editor",
      role: "application",
      tabindex: 0,
      "aria-label": t(
        "Level being drawn. Arrow keys move, space puts the chosen thing, the keys # . $ @ put theirs.",
        "Niveau en cours. Les flèches déplacent, espace pose l'outil choisi, les touches # . $ @ posent le leur.",
      ),
      "aria-roledescription": t("editor", "éditeur"),
    },
    svg,
  );
  const verdict = h("div", { class: "banner plain soko-verdict", role: "status" });
  const playButton = button(t("Play it", "Jouer"), () => takeIn([{ title: t("Drawn", "Dessiné"), rows: rows() }], t("Drawn", "Dessiné")), {
    icon: "play",
    kind: "main",
  });

  const rows = () => grid.map((row) => row.join("").trimEnd());
  const at = (/** @type {number} */ r, /** @type {number} */ c) => grid[r]?.[c] ?? " ";
  square();

  /** Makes all rows equally long. */
  function square() {
    const wide = Math.max(1, ...grid.map((row) => row.length));
    for (const row of grid) while (row.length < wide) row.push(" ");
  }

  /** Nodes are kept by kind: a stroke changes five attributes. */
  const layers = {
    sheet: s("rect", { class: "soko-sheet", x: 0, y: 0 }),
    floor: s("path", { class: "soko-floor" }),
    lines: s("path", { class: "soko-lines" }),
    dead: s("path", { class: "soko-mask dead" }),
    wall: s("path", { class: "soko-wall" }),
    target: s("path", { class: "soko-target" }),
    box: s("path", { class: "soko-crate" }),
    home: s("path", { class: "soko-crate home" }),
    man: s("circle", { class: "soko-man", r: UNIT * 0.34 }),
    marked: s("path", { class: "soko-marked" }),
    cursor: s("rect", { class: "soko-cursor", width: UNIT - 2, height: UNIT - 2, rx: 3 }),
  };
  put(svg, Object.values(layers));

  function draw() {
    const level = new Level(grid.map((row) => row.join("")));
    const { cols } = level;
    svg.setAttribute("viewBox", `0 0 ${cols * UNIT} ${level.rows * UNIT}`);
    const all = [...level.wall.keys()];
    layers.sheet.setAttribute("width", String(cols * UNIT));
    layers.sheet.setAttribute("height", String(level.rows * UNIT));
    layers.floor.setAttribute(
      "d",
      area(
        level,
        all.filter((cell) => level.inside[cell]),
      ),
    );
    layers.lines.setAttribute("d", lines(level, all));
    layers.wall.setAttribute(
      "d",
      area(
        level,
        all.filter((cell) => level.wall[cell]),
      ),
    );
    layers.target.setAttribute("d", diamonds(level));
    layers.box.setAttribute(
      "d",
      squares(
        level,
        level.boxes.filter((cell) => !level.target[cell]),
        2.5,
      ),
    );
    layers.home.setAttribute(
      "d",
      squares(
        level,
        level.boxes.filter((cell) => level.target[cell]),
        2.5,
      ),
    );
    layers.man.setAttribute("visibility", level.player < 0 ? "hidden" : "visible");
    layers.man.setAttribute("cx", String(((level.player % cols) + 0.5) * UNIT));
    layers.man.setAttribute("cy", String((Math.floor(level.player / cols) + 0.5) * UNIT));
    layers.cursor.setAttribute("x", String((cursor[1] ?? 0) * UNIT + 1));
    layers.cursor.setAttribute("y", String((cursor[0] ?? 0) * UNIT + 1));
    return level;
  }

  /**
   * Puts something on a cell, or takes it away if it is there.
   * @param {number} r
   * @param {number} c
   * @param {Tool} what
   * @param {boolean} [off]
   */
  function write(r, c, what, off = false) {
    const row = grid[r];
    if (!row || c < 0 || c >= row.length) return;
    const old = at(r, c);
    const target = ".*+".includes(old);
    let made = old;
    if (what === "wall") made = off ? " " : "#";
    else if (what === "floor") made = " ";
    else if (what === "target") made = off ? ({ "*": "$", "+": "@" }[old] ?? " ") : ({ $: "*", "@": "+", "*": "*", "+": "+" }[old] ?? ".");
    else if (what === "box") made = off ? (target ? "." : " ") : target ? "*" : "$";
    else if (what === "player" && !off) {
      // There is only one.
      grid = grid.map((line) => line.map((ch) => (ch === "@" ? " " : ch === "+" ? "." : ch)));
      const under = at(r, c);
      made = ".*+".includes(under) ? "+" : "@";
    }
    const now = grid[r];
    if (now) now[c] = made;
  }

  /** Whether the tool's thing is there already. @param {string} ch @param {Tool} what */
  const has = (ch, what) => ({ wall: "#", floor: "", target: ".*+", box: "$*", player: "@+" })[what].includes(ch) && ch !== "";

  function remember() {
    past.push(grid.map((row) => [...row]));
    if (past.length > 500) past.shift();
    future.length = 0;
  }

  /** Draws, then asks what is wrong. */
  function changed() {
    undoButton.disabled = !past.length;
    redoButton.disabled = !future.length;
    columns.input.value = String(grid[0]?.length ?? 0);
    height.input.value = String(grid.length);
    history.replaceState(null, "", `/sokoban?edit&board=${encodeURIComponent(coded(rows()))}`);
    draw();
    void judge();
  }

  async function judge() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const text = rows().join("\n");
    try {
      await opened(`${text}\n`, signal);
      const sight = await diagnose(rows(), signal);
      if (signal.aborted) return;
      const cols = grid[0]?.length ?? 1;
      const level = draw();
      const spots = (/** @type {[number, number][]} */ list) => list.map(([r, c]) => r * cols + c);
      layers.dead.setAttribute("d", area(level, spots(sight.dead)));
      const lost = sight.lost[0];
      layers.marked.setAttribute("d", lost ? squares(level, spots(lost.boxes), 1) : "");
      const open = leaks(level);
      if (lost)
        say(
          "bad",
          t("Lost from the start", "Perdu dès le départ"),
          t("The marked boxes can never come home together.", "Les caisses marquées n'arriveront jamais ensemble."),
        );
      else if (open)
        say(
          "",
          t("Open to the outside", "Ouvert sur l'extérieur"),
          t(
            "The player can walk to the edge. That is allowed, but walls all round look better.",
            "Le joueur peut marcher jusqu'au bord. C'est permis, mais des murs tout autour sont mieux.",
          ),
        );
      else
        say(
          "good",
          t("A sound level", "Un niveau correct"),
          `${count(level.boxes.length, "box", "boxes", "caisse", "caisses")}${sight.bound !== null ? t(`, at least ${count(sight.bound, "push", "pushes", "poussée", "poussées")}`, `, au moins ${count(sight.bound, "push", "pushes", "poussée", "poussées")}`) : ""}`,
        );
      playButton.disabled = false;
    } catch (error) {
      if (signal.aborted) return;
      layers.dead.setAttribute("d", "");
      const message = error instanceof Error ? error.message : String(error);
      layers.marked.setAttribute("d", "");
      playButton.disabled = true;
      verdict.className = "banner plain soko-verdict bad";
      put(verdict, h("div", { class: "grow" }, h("strong", null, t("Not a level yet", "Pas encore un niveau")), shownFault(text, message)));
      const [, r = "", c = ""] = /^(\d+):(\d+):/.exec(message) ?? [];
      if (r && /^\d+:\d+: .*(second|deuxième|found `|trouvé «)/.test(message))
        layers.marked.setAttribute(
          "d",
          squares(new Level(grid.map((row) => row.join(""))), [(Number(r) - 1) * (grid[0]?.length ?? 1) + Number(c) - 1], 1),
        );
    }
  }

  /** @param {string} kind @param {string} title @param {string} text */
  function say(kind, title, text) {
    verdict.className = `banner plain soko-verdict ${kind}`;
    put(
      verdict,
      h("div", { class: "grow" }, h("strong", null, kind === "good" ? "✓ " : kind ? "✗ " : "", title), h("p", { class: "small" }, text)),
    );
  }

  // Pointer.
  let drawing = false;
  const cellAt = (/** @type {PointerEvent} */ event) => {
    const { left, top, width, height: tall } = svg.getBoundingClientRect();
    const cols = grid[0]?.length ?? 1;
    const scale = Math.min(width / cols, tall / grid.length);
    return [
      Math.floor((event.clientY - top - (tall - grid.length * scale) / 2) / scale),
      Math.floor((event.clientX - left - (width - cols * scale) / 2) / scale),
    ];
  };
  svg.addEventListener("pointerdown", (event) => {
    const [r = -1, c = -1] = cellAt(event);
    if (r < 0 || c < 0 || r >= grid.length || c >= (grid[0]?.length ?? 0)) return;
    event.preventDefault();
    place.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    remember();
    drawing = true;
    erase = event.button === 2 || has(at(r, c), tool);
    cursor = [r, c];
    write(r, c, tool, erase);
    changed();
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drawing) return;
    const [r = -1, c = -1] = cellAt(event);
    if (r === cursor[0] && c === cursor[1]) return;
    cursor = [Math.max(0, Math.min(grid.length - 1, r)), Math.max(0, Math.min((grid[0]?.length ?? 1) - 1, c))];
    write(r, c, tool, erase);
    changed();
  });
  for (const end of ["pointerup", "pointercancel"])
    svg.addEventListener(end, () => {
      drawing = false;
    });
  svg.addEventListener("contextmenu", (event) => event.preventDefault());

  // Keys.
  /** @type {Record<string, [number, number]>} */
  const STEPS = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };
  /** @type {Record<string, Tool>} */
  const PUTS = { "#": "wall", ".": "target", $: "box", "@": "player" };
  place.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") event.shiftKey ? redo() : undo();
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y") redo();
    else if (event.ctrlKey || event.metaKey) return;
    else if (STEPS[event.key]) {
      const [dr, dc] = STEPS[event.key] ?? [0, 0];
      cursor = [
        Math.max(0, Math.min(grid.length - 1, (cursor[0] ?? 0) + dr)),
        Math.max(0, Math.min((grid[0]?.length ?? 1) - 1, (cursor[1] ?? 0) + dc)),
      ];
      draw();
    } else {
      const [r = 0, c = 0] = cursor;
      const what = event.key === " " || event.key === "Enter" ? tool : PUTS[event.key];
      if (!what && event.key !== "Delete" && event.key !== "Backspace") return;
      remember();
      if (what) write(r, c, what, has(at(r, c), what));
      else write(r, c, "floor");
      changed();
    }
    event.preventDefault();
  });

  function undo() {
    const before = past.pop();
    if (!before) return;
    future.push(grid);
    grid = before;
    changed();
  }
  function redo() {
    const next = future.pop();
    if (!next) return;
    past.push(grid);
    grid = next;
    changed();
  }
  const undoButton = button(t("Undo", "Annuler"), undo, { icon: "undo" });
  const redoButton = button(t("Redo", "Refaire"), redo, { icon: "redo" });

  /** @param {number} wide @param {number} tall */
  function resize(wide, tall) {
    remember();
    const fit = (/** @type {number} */ n) => Math.max(3, Math.min(LARGEST, Math.round(n) || 3));
    grid = Array.from({ length: fit(tall) }, (_, r) => Array.from({ length: fit(wide) }, (_, c) => at(r, c)));
    cursor = [0, 0];
    changed();
  }
  const columns = numberBox(t("Columns", "Colonnes"), { value: 0, min: 3, max: LARGEST, onchange: (n) => resize(n, grid.length) });
  const height = numberBox(t("Rows", "Lignes"), { value: 0, min: 3, max: LARGEST, onchange: (n) => resize(grid[0]?.length ?? 3, n) });
  const tools = segments(
    t("Tool", "Outil"),
    /** @type {const} */ ([
      ["wall", t("Wall", "Mur")],
      ["floor", t("Clear", "Effacer")],
      ["target", t("Target", "Cible")],
      ["box", t("Box", "Caisse")],
      ["player", t("Player", "Joueur")],
    ]),
    tool,
    (chosen) => {
      tool = chosen;
    },
  );

  function asText() {
    const area = h(
      "textarea",
      { rows: 14, spellcheck: "false", wrap: "off", "aria-label": t("Level as text", "Niveau en texte") },
      rows().join("\n"),
    );
    const fault = h("div", { class: "soko-faults", role: "alert" });
    const shown = dialog(t("The level as text", "Le niveau en texte"), h("div", { class: "stack" }, area, fault), {
      actions: [
        button(t("Copy", "Copier"), () => void copy(area.value), { icon: "copy" }),
        button(t("Save", "Enregistrer"), () => download("level.xsb", `${area.value.trimEnd()}\n`), { icon: "save" }),
        button(
          t("Use this text", "Utiliser ce texte"),
          (made) =>
            void busy(made, async () => {
              try {
                const [first] = await opened(area.value);
                if (!first) return;
                remember();
                grid = first.rows.map((row) => [...row]);
                square();
                changed();
                shown.close();
              } catch (error) {
                put(fault, shownFault(area.value, error instanceof Error ? error.message : String(error)));
              }
            }),
          { kind: "main" },
        ),
      ],
    });
  }

  const answer = h("p", { class: "small", role: "status" });
  const check = button(
    t("Can it be solved?", "Est-il soluble ?"),
    (made) =>
      void busy(made, async () => {
        put(answer, t("Thinking…", "Réflexion…"));
        try {
          const { status, pushes, moves } = await solve(rows(), { seconds: 20, polish: 1 });
          put(
            answer,
            status === "solved"
              ? t(`✓ Yes, in ${pushes} pushes and ${moves} moves.`, `✓ Oui, en ${pushes} poussées et ${moves} coups.`)
              : status === "unsolvable"
                ? t("✗ No: the solver tried everything.", "✗ Non : le solveur a tout essayé.")
                : t("? Not found within twenty seconds.", "? Rien trouvé en vingt secondes."),
          );
        } catch (error) {
          put(answer);
          trouble(error);
        }
      }),
    { icon: "info" },
  );

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
      h("a", { class: "btn", href: "/sokoban" }, icon("fit"), t("All levels", "Tous les niveaux")),
    ),
    h(
      "div",
      { class: "table left soko-draw" },
      h(
        "div",
        { class: "sheet stack" },
        tools.el,
        h(
          "p",
          { class: "small quiet" },
          t(
            "Draw with the pointer; again on the same thing takes it away. Or arrow keys and # . $ @.",
            "Dessinez au pointeur ; repasser sur une chose l'enlève. Ou flèches et # . $ @.",
          ),
        ),
        h("div", { class: "fields" }, columns.el, height.el),
        h("div", { class: "row" }, undoButton, redoButton, button(t("Text", "Texte"), asText, { icon: "copy" })),
        verdict,
        h("div", { class: "row" }, playButton, check),
        answer,
      ),
      h("div", { class: "board soko-stage" }, place),
    ),
  );
  changed();
}

/** Whether the player can walk off the edge. @param {Level} level */
function leaks(level) {
  return level.inside.some(
    (is, cell) =>
      is && (cell < level.cols || cell >= level.cols * (level.rows - 1) || cell % level.cols === 0 || cell % level.cols === level.cols - 1),
  );
}
