// The measures of a maze, as a list of figures.

import { h } from "../../app/dom.js";
import { number, t } from "../../app/i18n.js";

/** What the measures are called, in the order they are shown. @type {Record<string, string>} */
const MEASURES = {
  difficulty: t("difficulty, 1 to 10", "difficulté, de 1 à 10"),
  perfect: t("perfect", "parfait"),
  connected: t("connected", "connexe"),
  components: t("components", "composantes"),
  cycles: t("cycles", "cycles"),
  dead_ends: t("dead ends", "impasses"),
  junctions: t("junctions", "carrefours"),
  path_length: t("steps to the exit", "pas jusqu’à la sortie"),
  turns: t("turns on the path", "virages en chemin"),
  decisions: t("decisions on the path", "choix en chemin"),
  false_branches: t("false branches", "fausses branches"),
  false_cells: t("cells in false branches", "cases dans les fausses branches"),
  largest_false_branch: t("cells in the largest false branch", "cases dans la plus grande"),
  corridors: t("corridors", "couloirs"),
  corridor_mean: t("cells in a mean corridor", "cases par couloir en moyenne"),
  diameter: t("steps between the farthest cells", "pas entre les cases les plus éloignées"),
  random_walk_steps: t("steps of a random walk, expected", "pas d’une marche au hasard, en moyenne"),
  wall_follower_steps: t("steps with a hand on the wall", "pas avec une main sur le mur"),
  tremaux_steps: t("Trémaux’s steps", "pas de Trémaux"),
};

/** @param {Record<string, unknown>} measured */
export function figureList(measured) {
  const { difficulty } = measured;
  const rating = difficulty && typeof difficulty === "object" && "rating" in difficulty ? difficulty.rating : null;
  /** @type {Record<string, unknown>} */
  const found = { ...measured, difficulty: rating };
  const shown = (/** @type {unknown} */ value) =>
    typeof value === "boolean" ? (value ? t("yes", "oui") : t("no", "non")) : typeof value === "number" ? number(value) : "–";
  return Object.entries(MEASURES).flatMap(([key, label]) =>
    key in found
      ? [h("div", null, h("dt", null, label), h("dd", null, key === "diameter" && !found.diameter_exact ? "≥ " : "", shown(found[key])))]
      : [],
  );
}

/**
 * What a mouse did beside the fastest runs.
 * @param {import("../../app/questions.js").MazeMouse} straight
 * @param {import("../../app/questions.js").MazeMouse} diagonal
 * @param {number} cells
 */
export function mouseFigures(straight, diagonal, cells) {
  const seconds = (/** @type {number | null | undefined} */ time) => (time == null ? "–" : `${number(Math.round(time * 100) / 100)} s`);
  return [
    [t("steps exploring, and home", "pas d’exploration, retour compris"), number(straight.walk.length - 1)],
    [t("cells it saw", "cases vues"), `${number(straight.seen)} / ${number(cells)}`],
    [t("floods", "inondations"), number(straight.floods)],
    [t("shortest path it knows then", "plus court chemin connu alors"), number(straight.known_length ?? 0)],
    [t("steps of the fastest run", "pas de la course la plus rapide"), number((straight.path?.length ?? 1) - 1)],
    [t("its time", "son temps"), seconds(straight.seconds)],
    [t("time with diagonals", "temps avec diagonales"), seconds(diagonal.seconds)],
  ].map(([label, value]) => h("div", null, h("dt", null, label), h("dd", null, value)));
}
