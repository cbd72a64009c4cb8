// The maze laboratory: make, watch, compare, solve, measure, walk, edit.

import { button, choice, fold, segments, slider } from "../../app/controls.js";
import { h, inRow, inSheet, inStack, put, smallNote, typing } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { busy, trouble } from "../../app/notifications.js";
import { pngOf } from "../../app/picture.js";
import { share } from "../../app/share.js";
import { worldHead } from "../../app/shell.js";
import { sliced } from "../../app/slices.js";
import { generatorsOn, making, measures, mouse, opened, picture, SOLVERS, solving } from "./ask.js";
import { edit, walk } from "./controls.js";
import { exportDialog, pictureOf } from "./export.js";
import { figureList, mouseFigures } from "./figures.js";
import { openable, openDialog } from "./files.js";
import { aboutAlgorithm, legendOf, suitedTint } from "./legend.js";
import { linkTo } from "./link.js";
import { look } from "./look.js";
import { distances, mazText } from "./measure.js";
import { narrate } from "./narrator.js";
import { Pane } from "./pane.js";
import { recipeForm } from "./recipe_form.js";
import { SurfaceFilm } from "./surface_film.js";
import { Transport } from "./transport.js";

/** @typedef {import("./ask.js").Recipe} Recipe */
/** @typedef {import("./painter.js").Tint} Tint */
/** @typedef {import("./link.js").Settings} Settings */

/** Pixels that a caption takes, and the narrowest place for one. */
const [CAPTION, NARROW, NARROW_ON_PHONES] = [72, 250, 150];

/** Pixels that the frame of the chosen one takes of its width. */
const RIM = 12;

/** Pixels that the bar of a phone's browser takes at most. */
const BROWSER_BAR = 120;

/** Cells from which on progress ends as noise. */
const VAST = 100_000;

/** A phone on its side has room for the colours only in the row of the title. */
const LOW = matchMedia("(max-height: 32rem) and (min-width: 50rem)");

/** Milliseconds in which a line is read. */
const READ = 400;

const steps = (/** @type {number} */ n) => count(n, "step", "steps", "pas", "pas");

/**
 * In how many columns so many mazes are largest.
 * @param {number} n
 * @param {{ wide: number, tall: number }} place in pixels, without the captions of the first row
 * @param {{ columns: number, rows: number }} maze in cells
 */
function columnsFor(n, { wide, tall }, { columns, rows }) {
  const cell = (/** @type {number} */ side) => {
    const lines = Math.ceil(n / side);
    return Math.min(wide / side / columns, (tall - (lines - 1) * CAPTION) / lines / rows);
  };
  const least = innerWidth < 640 ? NARROW_ON_PHONES : NARROW;
  const all = Array.from({ length: n }, (_, i) => i + 1).filter((side) => side === 1 || wide / side >= least);
  return all.reduce((best, side) => (cell(side) > cell(best) ? side : best), 1);
}

/** The first and the last cell that a mask leaves. @param {string} mask @param {{ rows: number, cols: number }} size @returns {[number, number[]]} */
function ends(mask, { rows, cols }) {
  const lines = mask.split("\n");
  const cells = Array.from({ length: rows * cols }, (_, cell) => cell).filter(
    (cell) => lines[Math.floor(cell / cols)]?.[cell % cols] !== "#",
  );
  return [cells[0] ?? 0, [cells.at(-1) ?? rows * cols - 1]];
}

export class Lab {
  /** @param {Settings} values @param {() => void} save @param {number} seed */
  constructor(values, save, seed) {
    this.values = values;
    this.save = save;
    this.dice = { seed };
    /** @type {Pane[]} */
    this.panes = [];
    /** The one of them that is solved, measured, walked, edited and saved. @type {Pane | undefined} */
    this.chosen = undefined;
    /** Ends walking and editing. @type {(() => void) | undefined} */
    this.letGo = undefined;
    this.asking = new AbortController();
    this.awaited = new AbortController();
    this.stage = h("div", { class: "maze-stage" });
    /** What came of it, or how to go on: in the place of what the algorithm does. */
    this.news = h("p", { class: "small", role: "status" });
    this.figures = h("dl", { class: "figures" });
    this.runs = h("dl", { class: "figures" });
    this.mouseFold = h("details", null);
    /** What the algorithm does, what it has just done, and what the colours mean. */
    this.about = h("p", { class: "small" });
    this.now = h("p", { class: "small maze-now" });
    this.legend = h("ul", { class: "maze-legend small quiet" });
    /** When `now` last changed, in milliseconds. */
    this.told = 0;
    /** The algorithm whose colouring was chosen. */
    this.tinted = "";
    this.control = new Transport(
      () => this.panes,
      () => this.narrate(),
    );
    this.form = recipeForm(values, this.dice, () => void this.generate());
    this.more = button(t("Compare", "Comparer"), () => this.compare(), { icon: "plus" });
    this.walkButton = button(t("Walk it", "S’y promener"), (made) => void busy(made, () => this.walk()), { icon: "walk" });
    this.editButton = button(t("Edit walls", "Modifier"), (made) => void busy(made, () => this.edit()), { icon: "edit" });
    this.turnButton = button(t("Turn", "Tourner"), (made) => void busy(made, () => this.turn()), { icon: "turn", kind: "maze-turn" });
    const tints = /** @type {const} */ ([
      ["marks", t("Progress", "Progression")],
      ["distance", t("Distance", "Distance")],
      ["age", t("Age", "Âge")],
      ["class", t("Class", "Classe")],
      ["plain", t("None", "Aucune")],
    ]);
    this.tints = segments(t("Colour by", "Couleur selon"), tints, values.tint, (tint) => {
      this.colourBy(tint);
      save();
    });
  }

  /** @param {HTMLElement} main */
  lay(main) {
    const { values, form } = this;
    const solver = choice(t("Solver", "Solveur"), SOLVERS, values.solver, (chosen) => {
      values.solver = chosen;
      this.save();
    });
    const zoom = slider(t("Zoom", "Zoom"), {
      value: 1,
      min: 1,
      max: 8,
      step: 0.5,
      show: (n) => `${n}×`,
      oninput: (n) => {
        for (const pane of this.panes) pane.scale(n);
      },
    });
    this.mouseFold = fold(t("Micromouse", "Micromouse"), [
      smallNote(
        t(
          "A mouse that knows no wall floods the board, walks, sees, and floods again: to the goal and home.",
          "Une souris qui ne connaît aucun mur inonde le plateau, avance, voit, inonde à nouveau : jusqu’au but, puis retour.",
        ),
      ),
      button(t("Watch the mouse", "Voir la souris"), (made) => void busy(made, () => this.mouse()), { icon: "walk" }),
      this.runs,
    ]);
    const tools = h(
      "div",
      { class: "toolbar" },
      this.tints.el,
      inRow(h("div", { class: "maze-zoom" }, zoom.el), this.walkButton, this.editButton, this.turnButton),
    );
    put(
      main,
      worldHead(
        { title: t("Maze laboratory", "Laboratoire") },
        button(t("Another maze", "Un autre labyrinthe"), () => this.form.again(), { icon: "dice", kind: "maze-another" }),
        button(t("Open", "Ouvrir"), () => openDialog((maze, from) => this.open(maze, from)), { icon: "open" }),
        button(
          t("Export", "Exporter"),
          () => exportDialog({ pane: this.chosen, text: () => this.text(), source: () => this.source(), transport: this.control }),
          {
            icon: "save",
          },
        ),
        button(t("Share", "Partager"), () => void this.share(), { icon: "share" }),
      ),
      h(
        "div",
        { class: "table left maze-lab" },
        inSheet(
          form.els,
          inRow(
            button(t("Generate", "Créer"), (made) => void busy(made, () => this.generate().then(() => this.#inSight())), {
              kind: "main grow",
              icon: "again",
            }),
            this.more,
          ),
          h(
            "div",
            { class: "stack tight maze-solve" },
            solver.el,
            button(t("Watch it solve", "Voir la résolution"), (made) => void busy(made, () => this.solve()), { icon: "route" }),
          ),
          fold(t("Shape", "Forme"), form.shape),
          this.mouseFold,
          fold(t("Measures", "Mesures"), [button(t("Measure", "Mesurer"), (made) => void busy(made, () => this.measure())), this.figures]),
        ),
        inStack(
          tools,
          h("div", { class: "maze-about" }, h("div", null, this.news, this.about, this.now), this.legend),
          this.stage,
          this.control.el,
        ),
      ),
    );
    const move = () =>
      LOW.matches ? main.querySelector(".world-head h1")?.parentElement?.after(tools) : this.stage.parentElement?.prepend(tools);
    LOW.addEventListener("change", move);
    move();
    openable(this.stage, (maze, from) => this.open(maze, from));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#followWindow();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    // The space bar is left to what has the focus.
    const free = event.target === document.body || (event.target instanceof Node && this.stage.contains(event.target));
    if (event.key === "p" || (event.key === " " && free && !(event.target instanceof HTMLButtonElement))) this.control.toggle();
    else if (event.key === ",") this.control.step(-1);
    else if (event.key === ".") this.control.step(1);
    else return;
    event.preventDefault();
  }

  /** @param {string} algo @returns {Recipe} */
  recipe(algo) {
    const { surface, columns, rows, bias, braid, rooms, policy, mask } = this.values;
    return {
      algo,
      surface: surface === "square" ? undefined : surface,
      size: `${columns}x${rows}`,
      seed: this.dice.seed,
      bias: surface === "voronoi" || algo === "empty" ? undefined : bias,
      braid: algo === "empty" ? undefined : braid,
      rooms: algo === "empty" ? undefined : rooms,
      policy: algo === "growing-tree" ? policy : undefined,
      mask: mask || undefined,
    };
  }

  compare() {
    const { algos } = this.values;
    algos.push(
      generatorsOn(this.values.surface)
        .map(([algo]) => algo)
        .find((algo) => !algos.includes(algo)) ?? "prim",
    );
    void this.generate();
  }

  async generate() {
    this.drop();
    this.#suit();
    this.save();
    this.form.refresh();
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.stage.setAttribute("aria-busy", "true");
    this.setPanes(this.values.algos.length);
    history.replaceState(null, "", linkTo(this.values, this.dice.seed));
    try {
      await Promise.all(this.panes.map((pane, i) => this.#fill(pane, i, signal)));
    } catch (error) {
      if (signal.aborted) return;
      this.stage.setAttribute("aria-busy", "false");
      return trouble(error);
    }
    this.stage.setAttribute("aria-busy", "false");
    this.news.textContent = "";
    put(this.figures);
    put(this.runs);
    this.#atEnd(() => {
      for (const pane of this.panes) if ((pane.film?.marks.length ?? 0) > VAST && pane.tint === "marks") this.#rest(pane, "distance");
    });
    this.control.begin();
  }

  /** What comes once the film is over, unless another one begins before. @param {() => void} then */
  #atEnd(then) {
    this.awaited.abort();
    this.awaited = new AbortController();
    this.control.el.addEventListener("ended", then, { once: true, signal: this.awaited.signal });
  }

  /** The colours that a maze keeps when its film is over. @param {Pane} pane @param {Tint} tint */
  #rest(pane, tint) {
    if (pane.tint === tint) return;
    this.tints.choose(tint);
    void pane.colourBy(tint);
    this.explain();
  }

  /** @param {Pane} pane @param {number} i @param {AbortSignal} signal */
  async #fill(pane, i, signal) {
    const made = this.recipe(this.values.algos[i] ?? "backtracker");
    this.caption(pane, i);
    const film = await making(made, signal);
    // A search is shown in its own colours; the next maze comes in the chosen ones.
    pane.tint = this.values.tint;
    this.tints.choose(pane.tint);
    await pane.load(film);
    if (made.mask && !(film instanceof SurfaceFilm)) [pane.start, pane.goals] = ends(made.mask, film);
    pane.recipe = made;
    pane.opened = "";
    // What comes after the algorithm has no part in its story.
    if (!made.braid && !made.rooms) Object.assign(pane, { algo: made.algo, tree: !made.mask });
    this.explain();
    const dead = await pane.deadEnds(signal);
    pane.facts.textContent = t(
      `${steps(film.steps)}, ${count(dead, "dead end", "dead ends", "", "")}`,
      `${number(film.steps)} étapes, ${count(dead, "", "", "impasse", "impasses")}`,
    );
    pane.name = `${made.surface ? `${made.surface}-` : ""}${made.algo}-${made.size}-${made.seed}`;
  }

  /** @param {number} n */
  setPanes(n) {
    const { panes, stage } = this;
    while (panes.length > n) panes.pop()?.el.remove();
    while (panes.length < n) {
      const pane = new Pane(t("A maze", "Un labyrinthe"));
      pane.tint = this.values.tint;
      for (const sign of ["pointerdown", "focusin"]) pane.el.addEventListener(sign, () => this.choose(pane), { capture: true });
      look(
        pane,
        () => !this.letGo && !this.control.playing,
        (text) => this.explain(text),
      );
      panes.push(pane);
      stage.append(pane.el);
    }
    this.#share();
    stage.dataset.panes = String(n);
    this.more.disabled = n >= 4;
    this.choose(this.chosen && panes.includes(this.chosen) ? this.chosen : panes[0]);
  }

  /** Shares the screen among the mazes. */
  #share() {
    const { panes, stage } = this;
    const n = panes.length;
    // Mazes fill the screen down to the hands on time, each above its caption.
    const top = (/** @type {Element | null | undefined} */ el) => el?.getBoundingClientRect().top ?? 0;
    const column = stage.parentElement;
    // The column stays in sight while the settings beside it are scrolled; where it begins they do.
    const above = top(column?.parentElement) + scrollY + top(stage) - top(column);
    const below = innerHeight < 512 ? 14 : innerWidth < 640 ? 20 : 36;
    const spare = above + this.control.el.offsetHeight + below + (n > 1 ? CAPTION : 0);
    const columns = columnsFor(n, { wide: stage.clientWidth, tall: innerHeight - spare }, this.values);
    stage.style.setProperty("--columns", String(columns));
    stage.classList.toggle("narrow", columns > 1 && innerWidth < 640);
    stage.style.setProperty("--tall", `${innerHeight - above - this.control.el.offsetHeight - below}px`);
    for (const pane of panes) {
      pane.share = innerWidth < 640 && columns === 1 ? (n > 2 ? 2 : 1) : Math.ceil(n / columns);
      pane.rim = n > 1 ? RIM : 0;
      if (above) pane.spare = spare;
    }
  }

  /** Mazes follow the window, also in the middle of a film. */
  #followWindow() {
    let [wide, tall] = [innerWidth, innerHeight];
    let frame = 0;
    const fit = () => {
      frame = 0;
      // The bar of a phone's browser comes and goes while one scrolls; nothing jumps for that.
      const slack = matchMedia("(pointer: coarse)").matches ? BROWSER_BAR : 0;
      if (innerWidth === wide && Math.abs(innerHeight - tall) <= slack) return;
      [wide, tall] = [innerWidth, innerHeight];
      this.#share();
      for (const pane of this.panes) void pane.refit();
    };
    addEventListener("resize", () => {
      if (!frame) frame = requestAnimationFrame(fit);
    });
  }

  /** The maze that everything but watching is about. @param {Pane | undefined} pane */
  choose(pane) {
    const { panes } = this;
    if (pane !== this.chosen) {
      this.drop();
      put(this.figures);
      this.news.textContent = "";
    }
    this.chosen = pane;
    const several = panes.length > 1;
    for (const one of panes) {
      one.el.classList.toggle("chosen", several && one === pane);
      one.el.querySelector(".maze-choose")?.setAttribute("aria-pressed", String(one === pane));
    }
    this.editButton.hidden = pane?.film instanceof SurfaceFilm || this.values.surface !== "square";
    this.mouseFold.hidden = this.turnButton.hidden = this.editButton.hidden;
    this.explain();
  }

  /** @param {Tint} tint */
  colourBy(tint) {
    this.values.tint = tint;
    for (const pane of this.panes) void pane.colourBy(tint);
    this.explain();
  }

  /** Another algorithm comes in the colours that explain it, unless somebody wants others. */
  #suit() {
    const { algos, tint } = this.values;
    const [algo = ""] = algos;
    if (algos.length > 1 || algo === this.tinted) return;
    this.tinted = algo;
    if (tint !== "marks" && tint !== "class") return;
    this.tints.choose(suitedTint(algo));
    this.colourBy(suitedTint(algo));
  }

  /** The algorithm of the chosen maze. */
  algorithm() {
    return this.values.algos[Math.max(0, this.chosen ? this.panes.indexOf(this.chosen) : 0)] ?? "";
  }

  /** What the chosen maze's algorithm does, and what the colours mean; or what a pointer asks. @param {string} [said] */
  explain(said) {
    const { chosen } = this;
    this.news.hidden = Boolean(said);
    const solver = SOLVERS.find(([name]) => name === chosen?.algo)?.[1];
    put(this.about, said || (solver ?? aboutAlgorithm(this.algorithm())));
    const film = chosen?.film;
    const stairs = film instanceof SurfaceFilm && film.floors.length > 0;
    put(this.legend, legendOf(chosen?.tint ?? this.values.tint, { seen: film?.seen ?? 0, searching: chosen?.searching ?? false, stairs }));
    this.narrate(true);
  }

  /** What has just happened in the chosen maze: at every step, or as often as one can read. @param {boolean} [anew] */
  narrate(anew = false) {
    const { chosen, control } = this;
    if (!chosen?.film) return put(this.now);
    const moment = performance.now();
    if (!anew && control.playing && moment - this.told < READ) return;
    const said = narrate(chosen.film, chosen.algo, chosen.tree);
    if (said === this.now.textContent) return;
    this.told = moment;
    this.now.textContent = said;
  }

  /** Which algorithm a pane shows, where there are several. @param {Pane} pane @param {number} i */
  caption(pane, i) {
    const { algos } = this.values;
    if (algos.length < 2) return put(pane.caption);
    const select = h(
      "select",
      { value: algos[i] ?? "", "aria-label": t("Algorithm of this maze", "Algorithme de ce labyrinthe") },
      generatorsOn(this.values.surface).map(([v, text]) => h("option", { value: v }, text)),
    );
    select.addEventListener("change", () => {
      algos[i] = select.value;
      void this.generate();
    });
    const here = button(
      t("Solve, walk, edit and save this one", "Résoudre, parcourir, modifier et garder celui-ci"),
      () => this.choose(pane),
      { icon: "flag", bare: true, kind: "bare maze-choose" },
    );
    here.setAttribute("aria-pressed", String(pane === this.chosen));
    const remove = () => {
      algos.splice(i, 1);
      void this.generate();
    };
    put(pane.caption, select, pane.facts, here, button(t("Remove", "Retirer"), remove, { icon: "close", bare: true, kind: "bare" }));
  }

  /** The link to this recipe, and the picture of what is seen. */
  share() {
    const { chosen } = this;
    share(location.href, chosen?.film ? { picture: async () => pngOf(await pictureOf(chosen)) } : {});
  }

  /** Ends walking and editing. */
  drop() {
    this.letGo?.();
    this.letGo = undefined;
    this.stage.classList.remove("maze-edit", "maze-walk");
    this.walkButton.setAttribute("aria-pressed", "false");
    this.editButton.setAttribute("aria-pressed", "false");
  }

  /** The chosen maze, whole: everything but watching asks for that. */
  async whole() {
    const pane = this.chosen;
    if (!pane?.film) throw new Error(t("There is no maze yet.", "Il n’y a pas encore de labyrinthe."));
    this.control.pause();
    if (pane.partial) {
      const { start, goals } = pane;
      await pane.load(await (pane.recipe ? making(pane.recipe) : opened(pane.opened)));
      Object.assign(pane, { start, goals });
    }
    while (pane.film.forward(Infinity, performance.now() + 8)) await new Promise(requestAnimationFrame);
    pane.draw();
    this.control.refresh();
    return { pane, film: pane.film };
  }

  /** @returns {Promise<string>} */
  async text() {
    const { pane, film } = await this.whole();
    if (!(film instanceof SurfaceFilm)) return sliced(mazText(film));
    return pane.recipe ? (await picture("json", { recipe: pane.recipe })).text() : pane.opened;
  }

  /** The chosen maze as questions name it. @returns {Promise<import("./ask.js").Source>} */
  async source() {
    const { pane } = await this.whole();
    if (pane.recipe) return { recipe: pane.recipe };
    // What was opened has marks that walls do not tell.
    return { maze: pane.opened || (await this.text()) };
  }

  /** @param {string} maze @param {string} from */
  async open(maze, from) {
    const film = await opened(maze);
    this.drop();
    this.values.algos = this.values.algos.slice(0, 1);
    this.setPanes(1);
    const pane = /** @type {Pane} */ (this.panes[0]);
    this.caption(pane, 0);
    await pane.load(film);
    // A file may mark where its way begins and ends.
    const { start, goal } = await measures({ maze }).catch(() => ({ start: null, goal: null }));
    const cell = (/** @type {any} */ at) => (Array.isArray(at) ? at[0] * film.cols + at[1] : -1);
    if (!(film instanceof SurfaceFilm)) {
      if (cell(start) >= 0) pane.start = cell(start);
      if (cell(goal) >= 0) pane.goals = [cell(goal)];
    }
    pane.draw();
    pane.recipe = undefined;
    pane.opened = maze;
    this.mouseFold.hidden = this.turnButton.hidden = this.editButton.hidden = film instanceof SurfaceFilm;
    pane.name = from || "maze";
    this.explain();
    this.control.refresh();
    this.news.textContent =
      film instanceof SurfaceFilm
        ? t(`${from}: ${film.cells} cells.`, `${from} : ${film.cells} cases.`)
        : t(`${from}: ${film.cols} × ${film.rows} cells.`, `${from} : ${film.cols} × ${film.rows} cases.`);
    put(this.figures);
  }

  async solve() {
    this.drop();
    this.news.textContent = "";
    const { pane } = await this.whole();
    const { film, path } = await solving(await this.source(), this.values.solver);
    pane.tint = "marks";
    this.tints.choose("marks");
    await pane.load(film);
    Object.assign(pane, { algo: this.values.solver, searching: true });
    this.explain();
    this.#inSight();
    this.#atEnd(() => {
      pane.way = path;
      pane.draw();
      this.#rest(pane, this.values.tint);
    });
    this.control.begin();
    const took = count(film.steps, "step", "steps", "étape", "étapes");
    this.news.textContent = path.length
      ? t(
          `A path of ${steps(path.length - 1)}; the solver took ${took}.`,
          `Un chemin de ${steps(path.length - 1)} ; le solveur a pris ${took}.`,
        )
      : t("There is no path.", "Il n’y a pas de chemin.");
  }

  async mouse() {
    this.drop();
    this.news.textContent = "";
    put(this.runs);
    const { pane } = await this.whole();
    const source = await this.source();
    const { film, straight, diagonal } = await mouse(source);
    const { start, goals } = pane;
    pane.tint = "marks";
    this.tints.choose("marks");
    await pane.load(film);
    Object.assign(pane, { start, goals, partial: true, searching: true });
    if ("maze" in source) pane.opened = source.maze;
    this.explain();
    this.#inSight();
    const run = straight.path ?? [];
    this.#atEnd(() => {
      pane.way = run.map((/** @type {number[]} */ [row = 0, column = 0]) => row * film.cols + column);
      pane.draw();
      this.#rest(pane, this.values.tint);
    });
    this.control.begin();
    if (!straight.arrived) {
      this.news.textContent = t("The mouse finds no path.", "La souris ne trouve aucun chemin.");
      return;
    }
    this.news.textContent = t(
      `The mouse takes ${steps(straight.walk.length - 1)} to the goal and home.`,
      `Il faut ${steps(straight.walk.length - 1)} à la souris pour aller au but et revenir.`,
    );
    put(this.runs, mouseFigures(straight, diagonal, film.marks.length));
  }

  async measure() {
    put(this.figures, figureList(await measures(await this.source())));
  }

  async walk() {
    if (this.letGo && this.stage.classList.contains("maze-walk")) return this.drop();
    this.drop();
    const { pane, film } = await this.whole();
    const { far } = film instanceof SurfaceFilm ? film.distances(pane.start) : await sliced(distances(film, pane.start));
    const best = Math.min(...pane.goals.map((goal) => far[goal] ?? -1).filter((d) => d >= 0));
    this.#hold("maze-walk", this.walkButton, pane);
    pane.way = [];
    this.letGo = walk(pane, (done, home) => {
      this.news.textContent = home
        ? t(
            `You found the way out in ${steps(done)}; the shortest path has ${number(best)}.`,
            `Vous êtes sorti en ${steps(done)} ; le plus court chemin en a ${number(best)}.`,
          )
        : done
          ? steps(done)
          : t(
              "Arrow keys, or draw along the corridors: from the green ring to the target.",
              "Flèches, ou tracez le long des couloirs : de l’anneau vert jusqu’à la cible.",
            );
    });
  }

  async edit() {
    if (this.letGo && this.stage.classList.contains("maze-edit")) return this.drop();
    this.drop();
    const { pane, film } = await this.whole();
    if (film instanceof SurfaceFilm) return;
    // An edited maze has no film any more.
    await pane.load(film.still());
    this.explain();
    this.control.refresh();
    this.#hold("maze-edit", this.editButton, pane);
    this.news.textContent = t(
      "Point at a wall to open or close it; or move with the arrow keys and press Shift with them.",
      "Pointez un mur pour l’ouvrir ou le fermer ; ou déplacez-vous avec les flèches et pressez-les avec Maj.",
    );
    this.letGo = edit(pane, () => {
      pane.recipe = undefined;
      pane.opened = "";
      pane.name = "maze";
      put(this.figures);
    });
  }

  /** The same maze mirrored in its diagonal, in the middle of its film: a broad one fills a phone held upright. */
  async turn() {
    this.drop();
    const pane = this.chosen;
    if (pane?.partial) await this.whole();
    const film = pane?.film;
    if (!film || film instanceof SurfaceFilm) return;
    const { step } = film;
    const { playing } = this.control;
    const { start, goals, way, algo, tree, searching } = pane;
    this.control.pause();
    const place = (/** @type {number} */ cell) => (cell % film.cols) * film.rows + Math.floor(cell / film.cols);
    await pane.load(film.upright());
    Object.assign(pane, {
      start: place(start),
      goals: goals.map(place),
      way: way.map(place),
      algo,
      tree,
      searching,
      recipe: undefined,
      opened: "",
    });
    this.control.go(step, playing);
  }

  /** On a phone one asks far below the maze; what was asked for is above. */
  #inSight() {
    if (this.stage.getBoundingClientRect().bottom < 160) scrollTo({ top: 0 });
  }

  /** The maze is taken in hand. @param {string} how @param {HTMLElement} pressed @param {Pane} pane */
  #hold(how, pressed, pane) {
    this.stage.classList.add(how);
    pressed.setAttribute("aria-pressed", "true");
    pane.el.querySelector(/** @type {"div"} */ (".maze-scroll"))?.focus({ preventScroll: true });
  }
}
