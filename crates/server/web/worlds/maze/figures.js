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
  turns: t("turns on the way", "virages en chemin"),
  decisions: t("decisions on the way", "choix en chemin"),
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
