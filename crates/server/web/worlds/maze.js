// The maze laboratory: make, watch, compare, solve, measure, walk, edit.

import { button, choice, field, freshSeed, numberBox, segments, slider } from "../app/controls.js";
import { h, put, typing, useStyle } from "../app/dom.js";
import { count, number, t } from "../app/i18n.js";
import { busy, toast, trouble } from "../app/notifications.js";
import { settings } from "../app/play.js";
import { share } from "../app/share.js";
import { worldHead } from "../app/shell.js";
import { sliced } from "../app/slices.js";
import { GENERATORS, generation, measures, opened, SOLVERS, solution, solving } from "./maze/ask.js";
import { edit, walk } from "./maze/controls.js";
import { maskOf, openable, openDialog, saveDialog } from "./maze/files.js";
import { distances, mazText } from "./maze/measure.js";
import { Pane } from "./maze/pane.js";
import { transport } from "./maze/transport.js";

/** @typedef {import("./maze/ask.js").Recipe} Recipe */
/** @typedef {import("./maze/painter.js").Tint} Tint */

const DEFAULTS = {
  algos: ["backtracker"],
  columns: 40,
  rows: 25,
  bias: 0.5,
  braid: 0,
  rooms: 0,
  policy: "newest:75,random:25",
  mask: "",
  tint: /** @type {Tint} */ ("marks"),
  solver: "bfs",
};

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  await useStyle("/static/worlds/maze.css");
  const { values, save } = settings("maze", DEFAULTS);
  fromLink(values, params);
  let seed = params.has("seed") ? Number(params.get("seed")) || 0 : freshSeed();
  /** @type {Pane[]} */
  const panes = [];
  /** The one of them that is solved, measured, walked, edited and saved. @type {Pane | undefined} */
  let chosen;
  /** @type {(() => void) | undefined} */
  let letGo;

  const stage = h("div", { class: "maze-stage" });
  const control = transport(() => panes);
  const news = h("p", { class: "small quiet", role: "status" });
  const figures = h("dl", { class: "figures" });
  const about = h("span", { class: "chip", hidden: true, title: t("The maze these act on", "Le labyrinthe dont il s'agit") });
  let asking = new AbortController();

  /** @param {string} algo @returns {Recipe} */
  function recipe(algo) {
    const { columns, rows, bias, braid, rooms, policy, mask } = values;
    return {
      algo,
      size: `${columns}x${rows}`,
      seed,
      bias,
      braid,
      rooms,
      policy: algo === "growing-tree" ? policy : undefined,
      mask: mask || undefined,
    };
  }

  async function generate() {
    drop();
    save();
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    stage.setAttribute("aria-busy", "true");
    setPanes(values.algos.length);
    sizes.select.value = sizeName(values);
    link();
    try {
      await Promise.all(
        panes.map(async (pane, i) => {
          const made = recipe(values.algos[i] ?? "backtracker");
          caption(pane, i);
          const film = await generation(made, signal);
          await pane.load(film);
          if (made.mask) [pane.start, pane.goals] = ends(made.mask, film);
          pane.recipe = made;
          pane.name = `${made.algo}-${made.size}-${made.seed}`;
        }),
      );
    } catch (error) {
      if (signal.aborted) return;
      stage.setAttribute("aria-busy", "false");
      return trouble(error);
    }
    stage.setAttribute("aria-busy", "false");
    news.textContent = "";
    put(figures);
    control.begin();
  }

  /** @param {number} n */
  function setPanes(n) {
    while (panes.length > n) panes.pop()?.el.remove();
    while (panes.length < n) {
      const pane = new Pane(t("A maze", "Un labyrinthe"));
      pane.tint = values.tint;
      for (const sign of ["pointerdown", "focusin"]) pane.el.addEventListener(sign, () => choose(pane), { capture: true });
      panes.push(pane);
      stage.append(pane.el);
    }
    for (const pane of panes) pane.share = n > 2 ? 2 : 1;
    stage.dataset.panes = String(n);
    more.disabled = n >= 4;
    choose(chosen && panes.includes(chosen) ? chosen : panes[0]);
  }

  /** The maze that everything but watching is about. @param {Pane | undefined} pane */
  function choose(pane) {
    if (pane !== chosen) {
      drop();
      put(figures);
      news.textContent = "";
    }
    chosen = pane;
    const several = panes.length > 1;
    for (const one of panes) {
      one.el.classList.toggle("chosen", several && one === pane);
      one.el.querySelector(".maze-choose")?.setAttribute("aria-pressed", String(one === pane));
    }
    const i = pane ? panes.indexOf(pane) : -1;
    about.hidden = !several;
    about.textContent = GENERATORS.find(([algo]) => algo === values.algos[i])?.[1] ?? "";
  }

  /** @param {Pane} pane @param {number} i */
  function caption(pane, i) {
    const algo = values.algos[i] ?? "";
    if (values.algos.length < 2) return put(pane.caption);
    const select = h(
      "select",
      { value: algo, "aria-label": t("Algorithm of this maze", "Algorithme de ce labyrinthe") },
      GENERATORS.map(([v, text]) => h("option", { value: v }, text)),
    );
    select.addEventListener("change", () => {
      values.algos[i] = select.value;
      algoChoice.select.value = values.algos[0] ?? "";
      void generate();
    });
    const here = button(t("Solve, walk, edit and save this one", "Résoudre, parcourir, modifier et garder celui-ci"), () => choose(pane), {
      icon: "flag",
      bare: true,
      kind: "bare maze-choose",
    });
    here.setAttribute("aria-pressed", String(pane === chosen));
    put(
      pane.caption,
      select,
      h("span", { class: "grow" }),
      here,
      button(
        t("Remove", "Retirer"),
        () => {
          values.algos.splice(i, 1);
          algoChoice.select.value = values.algos[0] ?? "";
          void generate();
        },
        { icon: "close", bare: true, kind: "bare" },
      ),
    );
  }

  /** Ends walking and editing. */
  function drop() {
    letGo?.();
    letGo = undefined;
    stage.classList.remove("maze-edit", "maze-walk");
    walkButton.setAttribute("aria-pressed", "false");
    editButton.setAttribute("aria-pressed", "false");
  }

  /** The chosen maze, whole: everything but watching asks for that. */
  async function whole() {
    const pane = chosen;
    if (!pane?.film) throw new Error(t("There is no maze yet.", "Il n'y a pas encore de labyrinthe."));
    control.pause();
    while (pane.film.forward(Infinity, performance.now() + 8)) await new Promise(requestAnimationFrame);
    pane.draw();
    control.refresh();
    return { pane, film: pane.film };
  }

  /** @returns {Promise<string>} */
  async function text() {
    const { film } = await whole();
    return sliced(mazText(film));
  }

  /** The chosen maze as questions name it. @returns {Promise<import("./maze/ask.js").Source>} */
  async function source() {
    const { pane } = await whole();
    return pane.recipe ? { recipe: pane.recipe } : { maze: await text() };
  }

  /** @param {string} maze @param {string} from */
  async function open(maze, from) {
    const film = await opened(maze);
    drop();
    values.algos = values.algos.slice(0, 1);
    setPanes(1);
    const pane = /** @type {Pane} */ (panes[0]);
    caption(pane, 0);
    await pane.load(film);
    // A file may mark where its way begins and ends.
    const { start, goal } = await measures({ maze }).catch(() => ({ start: null, goal: null }));
    const cell = (/** @type {any} */ at) => (Array.isArray(at) ? at[0] * film.cols + at[1] : -1);
    if (cell(start) >= 0) pane.start = cell(start);
    if (cell(goal) >= 0) pane.goals = [cell(goal)];
    pane.draw();
    pane.recipe = undefined;
    pane.name = from.replace(/\.[a-z]+$/i, "") || "maze";
    control.refresh();
    news.textContent = t(`${from}: ${film.cols} × ${film.rows} cells.`, `${from} : ${film.cols} × ${film.rows} cases.`);
    put(figures);
  }

  async function solve() {
    drop();
    news.textContent = "";
    const what = await source();
    const { pane } = await whole();
    const [film, found] = await Promise.all([solving(what, values.solver), solution(what, values.solver)]);
    pane.tint = "marks";
    tints.choose("marks");
    await pane.load(film);
    pane.way = [];
    control.begin();
    control.el.addEventListener(
      "ended",
      () => {
        pane.way = (found.path ?? []).map(([r, c]) => r * film.cols + c);
        pane.draw();
      },
      { once: true },
    );
    news.textContent =
      found.length === null || found.length === undefined
        ? t("There is no way.", "Il n'y a pas de chemin.")
        : t(
            `A way of ${count(found.length, "step", "steps", "pas", "pas")}; the solver took ${count(film.steps, "step", "steps", "étape", "étapes")}.`,
            `Un chemin de ${count(found.length, "step", "steps", "pas", "pas")} ; le solveur a pris ${count(film.steps, "step", "steps", "étape", "étapes")}.`,
          );
  }

  async function measure() {
    const found = await measures(await source());
    const shown = (/** @type {unknown} */ value) =>
      typeof value === "boolean" ? (value ? t("yes", "oui") : t("no", "non")) : typeof value === "number" ? number(value) : "–";
    put(
      figures,
      Object.entries(MEASURES).flatMap(([key, label]) =>
        key in found ? [h("div", null, h("dt", null, label), h("dd", null, shown(found[key])))] : [],
      ),
    );
  }

  async function startWalk() {
    if (letGo && stage.classList.contains("maze-walk")) return drop();
    drop();
    const { pane, film } = await whole();
    const { far } = await sliced(distances(film, pane.start));
    const best = Math.min(...pane.goals.map((goal) => far[goal] ?? -1).filter((d) => d >= 0));
    stage.classList.add("maze-walk");
    walkButton.setAttribute("aria-pressed", "true");
    pane.way = [];
    pane.el.querySelector(/** @type {"div"} */ (".maze-scroll"))?.focus({ preventScroll: true });
    letGo = walk(pane, (steps, home) => {
      news.textContent = home
        ? t(
            `Out in ${count(steps, "step", "steps", "pas", "pas")}; the shortest way has ${number(best)}.`,
            `Sorti en ${count(steps, "step", "steps", "pas", "pas")} ; le plus court chemin en a ${number(best)}.`,
          )
        : steps
          ? count(steps, "step", "steps", "pas", "pas")
          : t(
              "Arrow keys, or draw along the corridors: from the green dot to the pink one.",
              "Flèches, ou tracez le long des couloirs : du point vert au point rose.",
            );
      if (home) toast(t("You found the way out!", "Vous avez trouvé la sortie !"));
    });
  }

  async function startEdit() {
    if (letGo && stage.classList.contains("maze-edit")) return drop();
    drop();
    const { pane, film } = await whole();
    // An edited maze has no film any more.
    const board = film.still();
    await pane.load(board);
    control.refresh();
    stage.classList.add("maze-edit");
    editButton.setAttribute("aria-pressed", "true");
    pane.el.querySelector(/** @type {"div"} */ (".maze-scroll"))?.focus({ preventScroll: true });
    news.textContent = t(
      "Point at a wall to open or close it; or move with the arrow keys and press Shift with them.",
      "Pointez un mur pour l'ouvrir ou le fermer ; ou déplacez-vous avec les flèches et pressez-les avec Maj.",
    );
    letGo = edit(pane, () => {
      pane.recipe = undefined;
      pane.name = "maze";
      put(figures);
    });
  }

  function link() {
    const { algos, columns, rows, bias, braid, rooms, mask } = values;
    const query = new URLSearchParams({ algo: algos.join(","), size: `${columns}x${rows}`, seed: String(seed) });
    if (bias !== 0.5) query.set("bias", String(bias));
    if (braid) query.set("braid", String(braid));
    if (rooms) query.set("rooms", String(rooms));
    if (mask && mask.length < 1500) query.set("mask", mask);
    history.replaceState(null, "", `/maze?${query}`);
  }

  // The panel.
  const algoChoice = choice(t("Algorithm", "Algorithme"), GENERATORS, values.algos[0] ?? "backtracker", (algo) => {
    values.algos[0] = algo;
    policy.el.hidden = algo !== "growing-tree";
    void generate();
  });
  const columns = numberBox(t("Columns", "Colonnes"), {
    value: values.columns,
    min: 1,
    max: 1000,
    onchange: (n) => {
      values.columns = clamp(n);
      void generate();
    },
  });
  const rows = numberBox(t("Rows", "Lignes"), {
    value: values.rows,
    min: 1,
    max: 1000,
    onchange: (n) => {
      values.rows = clamp(n);
      void generate();
    },
  });
  const seedBox = h("input", { type: "number", min: 0, value: String(seed) });
  seedBox.addEventListener("change", () => {
    seed = Math.max(0, Math.floor(seedBox.valueAsNumber) || 0);
    void generate();
  });
  const dice = button(
    t("Another seed", "Une autre graine"),
    () => {
      seed = freshSeed();
      seedBox.value = String(seed);
      void generate();
    },
    { icon: "dice", bare: true },
  );
  const sizes = choice(t("Size", "Taille"), SIZES, sizeName(values), (size) => {
    if (!size) return;
    const [c = 40, r = 25] = size.split("x").map(Number);
    [values.columns, values.rows] = [c, r];
    [columns.input.value, rows.input.value] = [String(c), String(r)];
    void generate();
  });
  const bias = slider(t("Bias", "Préférence"), {
    value: values.bias,
    min: 0,
    max: 1,
    step: 0.05,
    show: (n) => (n === 0.5 ? t("none", "aucune") : n > 0.5 ? t(`across ${n}`, `horizontale ${n}`) : t(`upright ${n}`, `verticale ${n}`)),
    oninput: (n) => {
      values.bias = n;
    },
  });
  const braid = slider(t("Dead ends removed", "Impasses retirées"), {
    value: values.braid,
    min: 0,
    max: 1,
    step: 0.05,
    show: (n) => `${Math.round(n * 100)} %`,
    oninput: (n) => {
      values.braid = n;
    },
  });
  const rooms = slider(t("Rooms", "Salles"), {
    value: values.rooms,
    min: 0,
    max: 40,
    oninput: (n) => {
      values.rooms = n;
    },
  });
  const policy = choice(
    t("The tree grows from", "L'arbre pousse depuis"),
    /** @type {const} */ ([
      ["newest", t("the newest cell", "la case la plus récente")],
      ["oldest", t("the oldest cell", "la plus ancienne")],
      ["random", t("any cell", "une case au hasard")],
      ["newest:75,random:25", t("mostly the newest", "surtout la plus récente")],
      ["newest:50,oldest:50", t("newest or oldest", "récente ou ancienne")],
    ]),
    /** @type {any} */ (values.policy),
    (p) => {
      values.policy = p;
      void generate();
    },
  );
  policy.el.hidden = values.algos[0] !== "growing-tree";
  for (const one of [bias, braid, rooms]) one.input.addEventListener("change", () => void generate());
  const mask = h("textarea", { rows: 5, spellcheck: "false", placeholder: "..........\n..######..\n.........." }, values.mask);
  mask.addEventListener("change", () => {
    values.mask = mask.value.trimEnd();
    void generate();
  });
  const image = h("input", {
    type: "file",
    accept: "image/*",
    class: "out",
    tabindex: -1,
    "aria-label": t("Picture for the mask", "Image pour le masque"),
  });
  image.addEventListener("change", () => {
    const chosen = image.files?.[0];
    if (!chosen) return;
    void maskOf(chosen, values.columns, values.rows).then((text) => {
      mask.value = values.mask = text;
      void generate();
    }, trouble);
  });
  const more = button(
    t("Compare", "Comparer"),
    () => {
      const next = GENERATORS.map(([algo]) => algo).find((algo) => !values.algos.includes(algo)) ?? "prim";
      values.algos.push(next);
      void generate();
    },
    { icon: "plus" },
  );
  const tints = segments(
    t("Colour by", "Couleur selon"),
    /** @type {const} */ ([
      ["marks", t("Progress", "Progrès")],
      ["distance", t("Distance", "Distance")],
      ["age", t("Age", "Âge")],
      ["class", t("Class", "Classe")],
      ["plain", t("None", "Aucune")],
    ]),
    values.tint,
    (tint) => {
      values.tint = tint;
      save();
      for (const pane of panes) void pane.colourBy(tint);
    },
  );
  const solver = choice(t("Solver", "Solveur"), SOLVERS, values.solver, (chosen) => {
    values.solver = chosen;
    save();
  });
  const walkButton = button(t("Walk it", "Marcher"), (b) => void busy(b, startWalk), { icon: "walk" });
  const editButton = button(t("Edit walls", "Modifier"), (b) => void busy(b, startEdit), { icon: "edit" });
  const zoomed = slider(t("Zoom", "Zoom"), {
    value: 1,
    min: 1,
    max: 8,
    step: 0.5,
    show: (n) => `${n}×`,
    oninput: (n) => panes.forEach((pane) => pane.scale(n)),
  });

  put(
    main,
    worldHead(
      {
        title: t("Maze laboratory", "Laboratoire des labyrinthes"),
        lead: t(
          "Choose an algorithm and watch it work. Every board has a seed: the same seed, the same maze, everywhere.",
          "Choisissez un algorithme et regardez-le travailler. Chaque plateau a une graine : même graine, même labyrinthe, partout.",
        ),
      },
      button(t("Open", "Ouvrir"), () => openDialog(open), { icon: "open" }),
      button(t("Export", "Exporter"), () => saveDialog({ name: chosen?.name ?? "maze", text, source, grown: Boolean(chosen?.recipe) }), {
        icon: "save",
      }),
      button(t("Share", "Partager"), () => void share(location.href), { icon: "share" }),
    ),
    h(
      "div",
      { class: "table left maze-lab" },
      h(
        "div",
        { class: "sheet stack" },
        algoChoice.el,
        policy.el,
        sizes.el,
        h("div", { class: "fields" }, columns.el, rows.el),
        h("div", { class: "row maze-seed" }, h("div", { class: "grow" }, field(t("Seed", "Graine"), seedBox)), dice),
        h(
          "div",
          { class: "row" },
          button(t("Generate", "Créer"), (b) => void busy(b, generate), { kind: "main grow", icon: "again" }),
          more,
        ),
        h(
          "details",
          { class: "fold" },
          h("summary", null, t("Shape", "Forme")),
          h(
            "div",
            { class: "stack tight" },
            bias.el,
            braid.el,
            rooms.el,
            field(t("Mask", "Masque"), mask, {
              note: t("Rows of cells: # is left out, anything else takes part.", "Lignes de cases : # est exclue, le reste participe."),
            }),
            image,
            button(t("Mask from a picture", "Masque depuis une image"), () => image.click(), { icon: "open" }),
          ),
        ),
        h(
          "details",
          { class: "fold", open: true },
          h("summary", null, t("Solve", "Résoudre")),
          h(
            "div",
            { class: "stack tight" },
            solver.el,
            button(t("Watch it solve", "Regarder résoudre"), (b) => void busy(b, solve), { icon: "route" }),
          ),
        ),
        h(
          "details",
          { class: "fold" },
          h("summary", null, t("Measures", "Mesures")),
          h(
            "div",
            { class: "stack tight" },
            button(t("Measure", "Mesurer"), (b) => void busy(b, measure)),
            figures,
          ),
        ),
      ),
      h(
        "div",
        { class: "stack" },
        h("div", { class: "toolbar" }, tints.el, h("div", { class: "row" }, about, walkButton, editButton)),
        stage,
        control.el,
        h("div", { class: "toolbar" }, news, h("div", { class: "maze-zoom" }, zoomed.el)),
      ),
    ),
  );
  openable(stage, open);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "p") control.toggle();
    else if (event.key === ",") control.step(-1);
    else if (event.key === ".") control.step(1);
    else return;
    event.preventDefault();
  });
  await generate();
  if (params.has("walk")) await startWalk();
}

/** @type {readonly (readonly [string, string])[]} */
const SIZES = [
  ["", t("My own", "La mienne")],
  ["16x10", "16 × 10"],
  ["40x25", "40 × 25"],
  ["100x60", "100 × 60"],
  ["300x200", "300 × 200"],
  ["1000x1000", "1000 × 1000"],
];

/** The size in the list, or nothing. @param {{ columns: number, rows: number }} values */
function sizeName({ columns, rows }) {
  const name = `${columns}x${rows}`;
  return SIZES.some(([size]) => size === name) ? name : "";
}

/**
 * The first and the last cell that a mask leaves.
 * @param {string} mask
 * @param {{ rows: number, cols: number }} size
 * @returns {[number, number[]]}
 */
function ends(mask, { rows, cols }) {
  const lines = mask.split("\n");
  const cells = Array.from({ length: rows * cols }, (_, cell) => cell).filter(
    (cell) => lines[Math.floor(cell / cols)]?.[cell % cols] !== "#",
  );
  return [cells[0] ?? 0, [cells.at(-1) ?? rows * cols - 1]];
}

/** @param {number} n */
function clamp(n) {
  return Math.max(1, Math.min(1000, Math.round(n) || 1));
}

/**
 * @param {typeof DEFAULTS} values
 * @param {URLSearchParams} params
 */
function fromLink(values, params) {
  const known = new Set(GENERATORS.map(([algo]) => algo));
  const algos = (params.get("algo") ?? "").split(",").filter((algo) => known.has(algo));
  if (algos.length) values.algos = algos.slice(0, 4);
  const size = /^(\d+)x(\d+)$/.exec(params.get("size") ?? "");
  if (size) [values.columns, values.rows] = [clamp(Number(size[1])), clamp(Number(size[2]))];
  // A link names everything that differs from the default.
  if (params.has("seed")) Object.assign(values, { bias: 0.5, braid: 0, rooms: 0, mask: "" });
  for (const key of /** @type {const} */ (["bias", "braid", "rooms"])) {
    const n = Number(params.get(key));
    if (params.has(key) && Number.isFinite(n)) values[key] = n;
  }
  values.mask = params.get("mask") ?? values.mask;
  if (params.has("walk") && !size) [values.columns, values.rows] = [24, 15];
}

/** What the measures are called, in the order they are shown. @type {Record<string, string>} */
const MEASURES = {
  perfect: t("perfect", "parfait"),
  connected: t("connected", "connexe"),
  components: t("components", "composantes"),
  cycles: t("cycles", "cycles"),
  dead_ends: t("dead ends", "impasses"),
  junctions: t("junctions", "carrefours"),
  path_length: t("steps to the exit", "pas jusqu'à la sortie"),
  turns: t("turns on the way", "virages en chemin"),
  decisions: t("decisions on the way", "choix en chemin"),
  false_branches: t("false branches", "fausses branches"),
  false_cells: t("cells in them", "cases dedans"),
  largest_false_branch: t("largest of them", "la plus grande"),
  corridors: t("corridors", "couloirs"),
  corridor_mean: t("mean corridor", "couloir moyen"),
  diameter: t("longest shortest way", "plus long des plus courts"),
  random_walk_steps: t("random walk, expected", "marche au hasard, espérée"),
  wall_follower_steps: t("hand on the wall", "main sur le mur"),
  tremaux_steps: t("Trémaux's steps", "pas de Trémaux"),
};
