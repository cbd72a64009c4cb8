// The settings of a race as the form shows them: ranges, switches, presets.

import { t } from "../../app/i18n.js";

const percent = (/** @type {number} */ n) => `${Math.round(n * 100)} %`;
const sight = (/** @type {number} */ n) =>
  n ? t(`${n} cells, the rest in fog`, `${n} cases, le reste dans le brouillard`) : t("everything", "tout");

/** @type {Record<string, { label: string, min: number, max: number, step?: number, show?: (n: number) => string }>} */
export const RANGES = {
  size: { label: t("Size", "Taille"), min: 5, max: 101, step: 2, show: (n) => `${n} × ${n}` },
  density: { label: t("Free cells", "Cases libres"), min: 0.4, max: 1, step: 0.01, show: percent },
  players: { label: t("Players", "Joueurs"), min: 1, max: 4 },
  rounds: { label: t("Rounds", "Manches"), min: 1, max: 15 },
  fog: { label: t("Sight", "Vue"), min: 0, max: 20, show: sight },
};

/** @type {Record<string, string>} */
export const SWITCHES = {
  fair: t(
    "Fair boards: the target is equally far for everybody, give or take a step",
    "Plateaux équitables : la cible est aussi loin pour tous, à un pas près",
  ),
  block: t("Players block each other", "Les joueurs se bloquent"),
  repair: t("Free the fewest cells if no path exists", "Libérer le moins de cases si aucun chemin n’existe"),
  ask: t("Choose size and density before every round", "Choisir taille et densité avant chaque manche"),
  together: t("All choose their steps in secret and make them at once", "Chacun choisit son pas en secret, tous le font en même temps"),
};

/** @param {string} name */
export function presetName(name) {
  const names = t(
    {
      duel: "Duel",
      solo: "Solo",
      party: "Party of four",
      crowd: "Crowd, in each other’s way",
      thin: "Thin, repaired",
      fog: "In the fog",
      together: "All at once",
    },
    {
      duel: "Duel",
      solo: "Solo",
      party: "À quatre",
      crowd: "Foule, on se gêne",
      thin: "Dense, réparé",
      fog: "Dans le brouillard",
      together: "Tous à la fois",
    },
  );
  return /** @type {Record<string, string>} */ (names)[name] ?? name;
}
