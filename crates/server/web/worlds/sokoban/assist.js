// Help on request: masks, warnings with their reason, hints, "is there still
// hope?", the solver with its progress, and its solution as a film.

import { button, check, choice } from "../../app/controls.js";
import { h, put, still } from "../../app/dom.js";
import { count, lang, number, t } from "../../app/i18n.js";
import { busy, toast, trouble } from "../../app/notifications.js";
import { settings } from "../../app/play.js";
import { copy } from "../../app/share.js";
import { diagnose, optimize, replayPage, solve } from "./ask.js";
import { thumbnail } from "./drawing.js";
import { firstPush } from "./player.js";
import { Game, Level } from "./rules.js";

/** @typedef {import("./ask.js").Spot} Spot */
/** @typedef {import("./ask.js").Diagnosis} Diagnosis */
/** @typedef {import("./ask.js").Progress} Progress */
/** @typedef {import("./drawing.js").Mask} Mask */
/** @typedef {import("./player.js").PlayTable} PlayTable */

/** Why a position is lost. @type {Record<string, string>} */
const WHY = {
  dead: t(
    "A box stands on a dead tile: from there it can never reach a target.",
    "Une caisse est sur une case morte : de là, elle n'atteindra jamais une cible.",
  ),
  freeze: t(
    "These boxes are frozen: walls and each other hold them for ever, and not all are home.",
    "Ces caisses sont gelées : les murs et elles-mêmes se bloquent à jamais, et toutes ne sont pas en place.",
  ),
  corral: t(
    "A corral is closed: the boxes around this area can never be opened and brought home.",
    "Un enclos est fermé : les caisses autour de cette zone ne s'ouvriront plus vers les cibles.",
  ),
  diagonal: t(
    "A closed diagonal: these boxes can only be pushed into a knot.",
    "Une diagonale fermée : ces caisses ne peuvent que se nouer.",
  ),
  pair: t(
    "These two boxes rule each other out: whatever the others do, both cannot come home.",
    "Ces deux caisses s'excluent : quoi que fassent les autres, les deux n'arriveront pas.",
  ),
  matching: t(
    "Two boxes need the same target: there is no way to share out the targets.",
    "Deux caisses veulent la même cible : les cibles ne se partagent plus.",
  ),
  targets: t("There are fewer targets than boxes within reach.", "Il y a moins de cibles que de caisses à portée."),
};

/** @type {[Mask, string][]} */
const MASKS = [
  ["dead", t("Dead tiles", "Cases mortes")],
  ["tunnels", t("Tunnels", "Tunnels")],
  ["rooms", t("Rooms", "Salles")],
  ["corrals", t("Corrals", "Enclos")],
];

/**
 * @param {PlayTable} table
 * @param {{ known: number | null, shared?: boolean }} about the fewest pushes known, and whether the board is a room's: then no film is laid over the match
 */
export function assist(table, { known, shared = false }) {
  const { game, picture } = table;
  const { cols } = game.level;
  const { values, save } = settings("sokoban-aids", {
    warn: false,
    dead: false,
    tunnels: false,
    rooms: false,
    corrals: false,
    goal: "any",
    seconds: "30",
    pace: 6,
  });
  const cells = (/** @type {Spot[]} */ spots) => spots.map(([r, c]) => r * cols + c);
  const here = () => game.text();

  // Masks and warnings.
  const warning = h("div", { class: "banner plain soko-warning", role: "alert", hidden: true });
  let asking = new AbortController();
  let waiting = 0;
  /** @type {Diagnosis | undefined} */
  let ground;

  async function masks() {
    try {
      if ((values.dead || values.tunnels || values.rooms) && !ground) ground = await diagnose(game.level.text());
    } catch (error) {
      trouble(error);
    }
    picture.mask("dead", values.dead && ground ? cells(ground.dead) : []);
    picture.mask("tunnels", values.tunnels && ground ? cells(ground.tunnels.flat()) : []);
    picture.mask("rooms", values.rooms && ground ? cells(ground.rooms.flat()) : []);
    if (!values.corrals) picture.mask("corrals", []);
  }

  /** Looks at the position once the hand rests. */
  function watch() {
    asking.abort();
    clearTimeout(waiting);
    if (!values.warn && !values.corrals) return tell(undefined);
    waiting = window.setTimeout(async () => {
      asking = new AbortController();
      const { signal } = asking;
      try {
        const sight = await diagnose(here(), signal);
        if (signal.aborted) return;
        picture.mask("corrals", values.corrals ? cells(sight.corrals.flat()) : []);
        tell(values.warn && !game.solved ? sight : undefined);
      } catch (error) {
        if (!signal.aborted) trouble(error);
      }
    }, 60);
  }

  /** @param {Diagnosis | undefined} sight */
  function tell(sight) {
    const first = sight?.lost[0];
    picture.mark(first ? cells([...first.boxes, ...first.cells]) : []);
    warning.hidden = !first;
    if (!first) return;
    put(
      warning,
      h(
        "div",
        { class: "grow" },
        h("strong", null, t("This cannot be solved any more", "Ce n'est plus soluble")),
        h("p", { class: "small" }, (lang === "fr" ? first.fr : first.en) ?? WHY[first.why] ?? first.why),
      ),
      game.at ? button(t("Undo", "Annuler"), () => table.undo(), { icon: "undo" }) : null,
    );
  }

  // Hints and hope. A solution stays good as long as it is followed.
  /** @type {{ from: string, solution: string } | undefined} */
  let plan;
  let pointed = false;

  /** The rest of the plan from here, if it leads on. */
  function rest() {
    if (!plan) return;
    const follow = new Game(game.level);
    follow.seek(0);
    if (!follow.play(plan.from)) return;
    const now = here().join("|");
    const steps = plan.solution;
    for (let at = 0; at <= steps.length; at++) {
      if (follow.text().join("|") === now) return steps.slice(at);
      if (at < steps.length && !follow.play(steps[at] ?? "")) return;
    }
  }

  /** @param {number} seconds */
  async function planned(seconds) {
    const known = rest();
    if (known) return { status: /** @type {const} */ ("solved"), solution: known };
    const from = game.lurd();
    const answer = await solve(here(), { seconds });
    if (answer.solution) plan = { from, solution: answer.solution };
    return answer;
  }

  function hint() {
    if (game.solved || hintButton.disabled) return;
    void busy(hintButton, async () => {
      const before = here().join("|");
      const answer = await planned(15);
      if (here().join("|") !== before) return;
      if (answer.solution) {
        const push = firstPush(game, answer.solution);
        if (!push) return;
        picture.point(push.cell, push.dir);
        pointed = true;
        const way = [t("to the left", "à gauche"), t("up", "en haut"), t("to the right", "à droite"), t("down", "en bas")][push.dir];
        table.news.textContent = t(
          `Hint: push the box in row ${Math.floor(push.cell / cols) + 1}, column ${(push.cell % cols) + 1} ${way}.`,
          `Indice : poussez la caisse de la ligne ${Math.floor(push.cell / cols) + 1}, colonne ${(push.cell % cols) + 1} ${way}.`,
        );
      } else if (answer.status === "unsolvable") await explain();
      else
        toast(
          t(
            "The solver found nothing in fifteen seconds. Ask it for longer below.",
            "Le solveur n'a rien trouvé en quinze secondes. Donnez-lui plus de temps ci-dessous.",
          ),
        );
    });
  }
  const hintButton = button(t("Hint", "Indice"), hint, { icon: "hint", key: "H" });

  const hope = h("p", { class: "small soko-hope", role: "status" });
  /** Says why there is no hope, if that can be seen. */
  async function explain() {
    const sight = await diagnose(here());
    if (sight.lost.length) return tell(sight);
    put(
      warning,
      h(
        "div",
        { class: "grow" },
        h("strong", null, t("This cannot be solved any more", "Ce n'est plus soluble")),
        h(
          "p",
          { class: "small" },
          t("The solver tried every way. No single box is to blame.", "Le solveur a tout essayé. Aucune caisse n'est seule en cause."),
        ),
      ),
      game.at ? button(t("Undo", "Annuler"), () => table.undo(), { icon: "undo" }) : "",
    );
    warning.hidden = false;
  }
  const hopeButton = button(
    t("Still solvable?", "Encore soluble ?"),
    (made) =>
      void busy(made, async () => {
        put(hope, t("Thinking…", "Réflexion…"));
        const before = here().join("|");
        let answer;
        try {
          answer = await planned(20);
        } finally {
          put(hope);
        }
        if (here().join("|") !== before) return;
        if (answer.solution)
          put(hope, h("span", { class: "soko-done" }, "✓ "), t("Yes, it can still be solved.", "Oui, c'est encore soluble."));
        else if (answer.status === "unsolvable") {
          put(hope, "✗ ", t("No, it is lost.", "Non, c'est perdu."));
          await explain();
        } else put(hope, "? ", t("Nobody knows: twenty seconds were not enough.", "Nul ne sait : vingt secondes n'ont pas suffi."));
      }),
    { icon: "info" },
  );

  // The solver.
  const work = h("div", { class: "stack tight soko-work" });
  let solving = new AbortController();
  const goal = choice(
    t("Look for", "Chercher"),
    /** @type {const} */ ([
      ["any", t("any solution, soon", "une solution, vite")],
      ["pushes", t("the fewest pushes, proved", "le moins de poussées, prouvé")],
      ["moves", t("the fewest moves, proved", "le moins de coups, prouvé")],
    ]),
    /** @type {any} */ (values.goal),
    (v) => {
      values.goal = v;
      save();
    },
  );
  const seconds = choice(
    t("For at most", "Au plus"),
    /** @type {const} */ ([
      ["10", "10 s"],
      ["30", "30 s"],
      ["60", "1 min"],
      ["240", "4 min"],
    ]),
    /** @type {any} */ (values.seconds),
    (v) => {
      values.seconds = v;
      save();
    },
  );
  const solveButton = button(t("Solve from here", "Résoudre d'ici"), (made) => void busy(made, run), { icon: "route", kind: "main" });

  /**
   * @param {string} title
   * @param {number} limit
   */
  function meter(title, limit) {
    const bar = h("progress", { max: limit, "aria-label": title });
    const best = h("figure", { class: "soko-sofar", hidden: true });
    let drawn = "";
    const text = h("p", { class: "small quiet", "aria-live": "off" }, t("Waiting for a place…", "En attente d'une place…"));
    solving = new AbortController();
    const { signal } = solving;
    const started = performance.now();
    let last = /** @type {Progress} */ ({});
    const show = () => {
      const spent = Math.min(limit, last.seconds ? last.seconds : (performance.now() - started) / 1000);
      bar.value = spent;
      text.textContent = [
        `${number(Math.round(spent * 10) / 10)} s`,
        last.nodes ? count(last.nodes, "position", "positions", "position", "positions") : "",
        last.boxes
          ? t(`at best ${last.placed} of ${last.boxes} boxes home`, `au mieux ${last.placed} caisses sur ${last.boxes} en place`)
          : "",
        last.engine ?? "",
      ]
        .filter(Boolean)
        .join(" · ");
      const rows = last.best ?? [];
      if (!rows.length || drawn === rows.join("|")) return;
      drawn = rows.join("|");
      best.hidden = false;
      put(
        best,
        thumbnail(new Level(rows)),
        h("figcaption", { class: "small quiet" }, t("The best position so far", "La meilleure position jusqu'ici")),
      );
    };
    put(
      work,
      bar,
      text,
      best,
      button(t("Stop", "Arrêter"), () => solving.abort(), { icon: "close" }),
    );
    return {
      signal,
      told: (/** @type {Progress} */ progress) => {
        last = progress;
        show();
      },
    };
  }

  async function run() {
    table.flush();
    const rows = here();
    const from = game.lurd();
    const limit = Number(values.seconds);
    const { signal, told } = meter(t("Solving", "Résolution"), limit);
    try {
      const answer = await solve(
        rows,
        { seconds: limit, ...(values.goal === "any" ? { polish: 2 } : { optimal: /** @type {any} */ (values.goal) }) },
        told,
        signal,
      );
      if (answer.solution) {
        plan = { from, solution: answer.solution };
        found(rows, from, answer.solution, {
          pushes: answer.pushes ?? 0,
          moves: answer.moves ?? 0,
          seconds: answer.seconds,
          nodes: answer.nodes,
          proved: answer.proved,
        });
      } else if (answer.status === "unsolvable") {
        put(
          work,
          h(
            "p",
            { class: "small" },
            t(
              `There is no solution from here: ${count(answer.nodes, "position", "positions", "position", "positions")} tried, all of them.`,
              `Aucune solution d'ici : ${count(answer.nodes, "position", "positions", "position", "positions")} essayées, toutes.`,
            ),
          ),
        );
        await explain();
      } else
        put(
          work,
          h(
            "p",
            { class: "small" },
            answer.status === "memory"
              ? t("The memory was full before there was an answer.", "La mémoire fut pleine avant la réponse.")
              : t(
                  `Nothing found in time, ${number(answer.nodes)} positions looked at. Give it longer.`,
                  `Rien trouvé à temps, ${number(answer.nodes)} positions vues. Donnez-lui plus de temps.`,
                ),
          ),
        );
    } catch (error) {
      put(work);
      if (!signal.aborted) throw error;
    }
  }

  /**
   * @param {string[]} rows the position it solves
   * @param {string} from the moves that led there
   * @param {string} solution
   * @param {{ pushes: number, moves: number, seconds?: number, nodes?: number, proved?: boolean, before?: [number, number] }} figures
   */
  function found(rows, from, solution, { pushes, moves, seconds: spent, nodes, proved, before }) {
    const counted = `${count(pushes, "push", "pushes", "poussée", "poussées")}, ${count(moves, "move", "moves", "coup", "coups")}`;
    const notes = [
      proved ? t("proved shortest", "prouvé le plus court") : "",
      spent !== undefined ? `${number(spent)} s` : "",
      nodes ? count(nodes, "position", "positions", "position", "positions") : "",
      before
        ? before[0] === pushes && before[1] === moves
          ? t("nothing shorter was found", "rien de plus court")
          : t(`from ${before[0]} and ${before[1]}`, `au lieu de ${before[0]} et ${before[1]}`)
        : "",
    ]
      .filter(Boolean)
      .join(" · ");
    const shorten = (/** @type {"pushes" | "moves"} */ by) => (/** @type {HTMLButtonElement} */ made) =>
      void busy(made, async () => {
        const { signal, told } = meter(t("Shortening", "Raccourcissement"), 10);
        try {
          const better = await optimize(rows, solution, { seconds: 10, goal: by }, told, signal);
          found(rows, from, better.solution, better);
        } catch (error) {
          found(rows, from, solution, { pushes, moves });
          if (!signal.aborted) throw error;
        }
      });
    put(
      work,
      h("p", { class: "soko-found" }, h("strong", null, counted), notes ? h("span", { class: "small quiet" }, ` (${notes})`) : ""),
      h(
        "div",
        { class: "row" },
        shared ? null : button(t("Watch it", "Regarder"), () => watchFilm(from, solution), { icon: "play" }),
        button(t("Copy", "Copier"), () => void copy(solution), { icon: "copy" }),
        button(
          t("Its own page", "Sa page"),
          (made) =>
            void busy(made, async () =>
              location.assign(await (shared ? replayPage(rows, solution) : replayPage(game.level.text(), from + solution))),
            ),
          { icon: "share" },
        ),
        proved ? null : button(t("Fewer pushes", "Moins de poussées"), shorten("pushes")),
        button(t("Fewer moves", "Moins de coups"), shorten("moves")),
      ),
    );
    // The answer stands under the question, often just out of sight.
    work.scrollIntoView({ block: "nearest" });
  }

  // The film: the solution lies ahead of what was played, like moves undone.
  let playing = 0;
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    value: "0",
    "aria-label": t("Moment of the solution", "Moment de la solution"),
  });
  const counter = h("output", { class: "small" });
  const toggle = button(t("Play", "Lecture"), () => (playing ? pause() : start()), { icon: "play", bare: true });
  const pauseIcon = button(t("Pause", "Pause"), () => pause(), { icon: "pause", bare: true });
  const pace = h("input", { type: "range", min: 1, max: 40, step: 1, "aria-label": t("Steps a second", "Pas par seconde") });
  pace.value = String(values.pace);
  pace.addEventListener("input", () => {
    values.pace = pace.valueAsNumber;
    save();
  });
  const film = h(
    "div",
    { class: "sheet soko-film", hidden: true },
    h(
      "div",
      { class: "row" },
      button(
        t("To the start", "Au début"),
        () => {
          pause();
          table.seek(0);
        },
        { icon: "first", bare: true },
      ),
      button(
        t("One step back", "Un pas en arrière"),
        () => {
          pause();
          table.seek(game.at - 1);
        },
        { icon: "back", bare: true },
      ),
      toggle,
      pauseIcon,
      button(
        t("One step on", "Un pas en avant"),
        () => {
          pause();
          table.seek(game.at + 1);
        },
        { icon: "next", bare: true },
      ),
      button(
        t("To the end", "À la fin"),
        () => {
          pause();
          table.seek(game.log.length);
        },
        { icon: "last", bare: true },
      ),
    ),
    slider,
    counter,
    h("label", { class: "soko-pace small" }, t("Speed", "Vitesse"), pace),
    button(t("Close the film", "Fermer le film"), () => closeFilm(), { icon: "close", bare: true, kind: "bare" }),
  );
  slider.addEventListener("input", () => {
    pause();
    table.seek(slider.valueAsNumber);
  });

  /** @param {string} from @param {string} solution */
  function watchFilm(from, solution) {
    table.flush();
    if (game.lurd() !== from) {
      game.seek(0);
      game.log.length = 0;
      game.play(from);
    }
    game.layAhead(solution);
    table.seek(game.at);
    film.hidden = false;
    // At the foot of the screen, so that the board above it is in sight.
    film.scrollIntoView({ block: "end", behavior: still() ? "auto" : "smooth" });
    start();
  }

  function start() {
    if (game.at >= game.log.length) table.seek(0);
    const tick = () => {
      table.seek(game.at + 1);
      if (game.at >= game.log.length) return pause();
      playing = window.setTimeout(tick, 1000 / values.pace);
    };
    playing = window.setTimeout(tick, 200);
    buttons();
  }

  function pause() {
    clearTimeout(playing);
    playing = 0;
    buttons();
  }

  function buttons() {
    toggle.hidden = Boolean(playing);
    pauseIcon.hidden = !playing;
  }

  function closeFilm() {
    pause();
    film.hidden = true;
  }

  const boxes = MASKS.map(([mask, text]) => {
    const one = check(text, values[mask], (on) => {
      values[mask] = on;
      save();
      void masks();
      watch();
    });
    one.el.classList.add("soko-legend", mask);
    one.el.append(h("i", { class: `soko-swatch ${mask}` }));
    return one.el;
  });
  const warn = check(t("Warn me when it is lost, and say why", "M'avertir quand c'est perdu, et dire pourquoi"), values.warn, (on) => {
    values.warn = on;
    save();
    watch();
  });

  buttons();
  void masks();
  watch();
  const fewest = known
    ? h("p", { class: "small quiet" }, t(`${known} pushes are enough for this level.`, `${known} poussées suffisent pour ce niveau.`))
    : null;
  return {
    warning,
    film,
    hint,
    hintButton,
    /** @param {"moved" | "refused"} what */
    changed(what) {
      if (what === "refused") return;
      if (pointed) picture.point(-1, 0);
      pointed = false;
      put(hope);
      hintButton.disabled = game.solved;
      if (!film.hidden) {
        // A step by hand leaves the solver's way: the film is over.
        if (!game.log.some(({ shown }) => shown)) closeFilm();
        slider.max = String(game.log.length);
        slider.value = String(game.at);
        counter.textContent = `${number(game.at)} / ${number(game.log.length)}`;
      }
      warning.hidden = true;
      picture.mark([]);
      watch();
    },
    panel: h(
      "div",
      { class: "stack" },
      h("div", { class: "stack tight" }, warn.el, h("div", { class: "row" }, hopeButton), hope),
      h("details", { class: "fold", open: true }, h("summary", null, t("Masks", "Masques")), h("div", { class: "soko-masks" }, boxes)),
      h(
        "details",
        { class: "fold", open: true },
        h("summary", null, t("Solver", "Solveur")),
        h("div", { class: "stack tight" }, fewest, goal.el, seconds.el, h("div", { class: "row" }, solveButton), work),
      ),
    ),
  };
}
