// The solver with its progress, and what can be done with its answer.

import { button, choice } from "../../app/controls.js";
import { h, inRow, put } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { busy } from "../../app/notifications.js";
import { copy } from "../../app/share.js";
import { optimize, replayPage, solve } from "./ask.js";
import { thumbnail } from "./drawing.js";
import { Level } from "./rules.js";

/** @typedef {import("./ask.js").Progress} Progress */
/** @typedef {{ pushes?: number | null, moves?: number | null, seconds?: number, nodes?: number, proved?: boolean, least?: number | null, before?: [number, number] }} Figures */
/** @typedef {{ rows: string[], from: string, solution: string }} Found the position solved, the moves that led there, and on */

const positions = (/** @type {number} */ n) => count(n, "position", "positions", "position", "positions");
const pushesAndMoves = (/** @type {number} */ pushes, /** @type {number} */ moves) =>
  `${count(pushes, "push", "pushes", "poussée", "poussées")}, ${count(moves, "move", "moves", "coup", "coups")}`;

/**
 * How far a search has come.
 * @param {HTMLElement} place
 * @param {string} title
 * @param {number} limit in seconds
 */
function meter(place, title, limit) {
  const stop = new AbortController();
  const bar = h("progress", { max: limit, "aria-label": title });
  const best = h("figure", { class: "soko-sofar", hidden: true, "aria-live": "off" });
  const text = h("p", { class: "small quiet", "aria-live": "off" }, t("Waiting for a place…", "En attente d’une place…"));
  const started = performance.now();
  let drawn = "";
  put(
    place,
    bar,
    text,
    best,
    button(t("Stop", "Arrêter"), () => stop.abort(), { icon: "close" }),
  );

  /** @param {Progress} now */
  function onProgress(now) {
    const spent = Math.min(limit, now.seconds || (performance.now() - started) / 1000);
    bar.value = spent;
    const parts = [
      `${number(Math.round(spent * 10) / 10)} s`,
      now.nodes ? positions(now.nodes) : "",
      now.boxes
        ? t(
            `at best ${now.placed} of ${now.boxes} boxes home`,
            `au mieux ${count(now.placed ?? 0, "", "", "caisse", "caisses")} sur ${now.boxes} en place`,
          )
        : "",
      now.engine ?? "",
    ];
    text.textContent = parts.filter(Boolean).join(" · ");
    const rows = now.best ?? [];
    if (!rows.length || drawn === rows.join("|")) return;
    drawn = rows.join("|");
    best.hidden = false;
    put(
      best,
      thumbnail(new Level(rows)),
      h("figcaption", { class: "small quiet" }, t("The best position so far", "La meilleure position jusqu’ici")),
    );
  }
  return { signal: stop.signal, onProgress };
}

/** Why there is no solution to show. @param {string} status @param {number} nodes */
function failure(status, nodes) {
  if (status === "unsolvable")
    return t(
      `There is no solution from here: ${positions(nodes)} tried, all of them.`,
      `Aucune solution à partir d’ici : ${positions(nodes)} essayées, toutes.`,
    );
  if (status === "memory") return t("The memory was full before there was an answer.", "La mémoire a été épuisée avant la réponse.");
  return t(
    `Nothing found in time, ${number(nodes)} positions looked at. Give it longer.`,
    `Rien trouvé à temps, ${number(nodes)} positions vues. Donnez-lui plus de temps.`,
  );
}

/** What is said of a solution in brackets. @param {Figures} figures */
function notesOn({ pushes, moves, seconds, nodes, proved, least, before }) {
  const notes = [
    proved && t("proved shortest", "prouvé le plus court"),
    !proved && least && `${t("not proved: at least", "sans preuve : au moins")} ${count(least, "push", "pushes", "poussée", "poussées")}`,
    seconds !== undefined && `${number(seconds)} s`,
    nodes && positions(nodes),
    before &&
      (before[0] === pushes && before[1] === moves
        ? t("nothing shorter was found", "rien de plus court")
        : t(`from ${before[0]} and ${before[1]}`, `au lieu de ${before[0]} et ${before[1]}`)),
  ];
  return notes.filter(Boolean).join(" · ");
}

/**
 * @param {import("./player.js").PlayTable} table
 * @param {{ goal: string, seconds: string }} values
 * @param {() => void} save
 * @param {{ explain: () => Promise<void>, learn: (plan: { from: string, solution: string }) => void, known: number | null, watch?: (from: string, solution: string) => void }} acts
 *   and the fewest pushes the level can be done with, where they are known
 */
export function solverPanel(table, values, save, { explain, learn, known, watch }) {
  const { game } = table;
  const work = h("div", { class: "stack tight soko-work", "aria-live": "polite" });
  const set = (/** @type {"goal" | "seconds"} */ key) => (/** @type {string} */ value) => {
    values[key] = value;
    save();
  };
  const goals = t(
    [
      ["any", "any solution, soon"],
      ["pushes", "the fewest pushes, proved"],
      ["moves", "the fewest moves, proved"],
    ],
    [
      ["any", "une solution, vite"],
      ["pushes", "le moins de poussées, prouvé"],
      ["moves", "le moins de coups, prouvé"],
    ],
  );
  const goal = choice(t("Look for", "Chercher"), /** @type {[string, string][]} */ (goals), values.goal, set("goal"));
  const seconds = choice(
    t("For at most", "Au plus"),
    [
      ["10", "10 s"],
      ["30", "30 s"],
      ["60", "1 min"],
      ["240", "4 min"],
    ],
    values.seconds,
    set("seconds"),
  );

  async function run() {
    table.flush();
    const rows = game.text();
    const from = game.lurd();
    const limit = Number(values.seconds);
    const { signal, onProgress } = meter(work, t("Solving", "Résolution"), limit);
    const aim = values.goal === "any" ? { polish: 2 } : { optimal: /** @type {"pushes" | "moves"} */ (values.goal) };
    try {
      const answer = await solve(rows, { seconds: limit, ...aim }, onProgress, signal);
      const { solution, status } = answer;
      if (solution) {
        learn({ from, solution });
        return found({ rows, from, solution }, { ...answer, least: answer.at_least });
      }
      put(work, h("p", { class: "small" }, failure(status, answer.nodes)));
      if (status === "unsolvable") await explain();
    } catch (error) {
      put(work);
      if (!signal.aborted) throw error;
    }
  }

  /** @param {Found} what @param {Figures} figures @param {"pushes" | "moves"} by */
  async function shorten(what, figures, by) {
    const { signal, onProgress } = meter(work, t("Shortening", "Raccourcissement"), 10);
    try {
      const better = await optimize(what.rows, what.solution, { seconds: 10, goal: by }, onProgress, signal);
      const { solution, pushes, moves, seconds, before } = better;
      if (!solution || !before) return found(what, figures);
      found({ ...what, solution }, { pushes, moves, seconds, before });
    } catch (error) {
      found(what, figures);
      if (!signal.aborted) throw error;
    }
  }

  /** @param {Found} what @param {Figures} figures */
  function found(what, figures) {
    const { rows, from, solution } = what;
    const { pushes, moves, proved } = figures;
    const notes = notesOn(figures);
    // Pushes are written in capitals.
    const least = proved || (pushes ?? 0) + from.replace(/[^A-Z]/g, "").length === known;
    const page = async () => location.assign(await (watch ? replayPage(game.level.text(), from + solution) : replayPage(rows, solution)));
    const fewer = (/** @type {"pushes" | "moves"} */ by) => (/** @type {HTMLButtonElement} */ made) =>
      void busy(made, () => shorten(what, figures, by));
    put(
      work,
      h(
        "p",
        { class: "soko-found" },
        h("strong", null, pushesAndMoves(pushes ?? 0, moves ?? 0)),
        notes && h("span", { class: "small quiet" }, ` (${notes})`),
      ),
      inRow(
        watch ? button(t("Watch it", "Regarder"), () => watch(from, solution), { icon: "play" }) : null,
        button(t("Copy solution", "Copier la solution"), () => void copy(solution), { icon: "copy" }),
        button(t("Share this solution", "Partager cette solution"), (made) => void busy(made, page), { icon: "share" }),
        least ? null : button(t("Look for fewer pushes", "Chercher moins de poussées"), fewer("pushes")),
        button(t("Look for fewer moves", "Chercher moins de coups"), fewer("moves")),
      ),
    );
    // The answer stands under the question, often just out of sight.
    work.scrollIntoView({ block: "nearest" });
  }

  const go = button(t("Solve from here", "Résoudre à partir d’ici"), (made) => void busy(made, run), { icon: "route", kind: "main" });
  return h("div", { class: "stack tight" }, goal.el, seconds.el, inRow(go), work);
}
