// The five worlds as the shell and the home page know them.

import { t } from "./i18n.js";

/**
 * @typedef {object} World
 * @property {string} name   as in links and in the command
 * @property {string} title
 * @property {string} line   what it is, in a sentence
 * @property {string} play   where one click starts a game
 * @property {string} visit  what its page offers besides
 */

/** @type {World[]} */
export const worlds = [
  {
    name: "maze",
    title: t("Maze", "Labyrinthes"),
    line: t(
      "Watch thirteen algorithms carve a maze, step by step and backwards. Then find your own way out.",
      "Regardez treize algorithmes creuser un labyrinthe, pas à pas et à rebours. Puis trouvez la sortie.",
    ),
    play: "/maze?walk",
    visit: t("Visit the lab", "Visiter le labo"),
  },
  {
    name: "race",
    title: t("Race", "Course"),
    line: t(
      "Up to four players cross a field of rubble to its centre. One keyboard, or one link for your friends.",
      "Jusqu’à quatre joueurs traversent les décombres vers le centre. Un clavier, ou un lien pour vos amis.",
    ),
    play: "/race?play",
    visit: t("Set up a race", "Préparer une course"),
  },
  {
    name: "fish",
    title: t("Fish", "Poissons"),
    line: t(
      "Build shops, bid in secret. Roads appear by themselves where the town could not live without them.",
      "Bâtissez, enchérissez en secret. Les rues naissent seules, là où la ville ne peut s’en passer.",
    ),
    play: "/fish?play",
    visit: t("Set up a table", "Préparer une table"),
  },
  {
    name: "magic",
    title: t("Magic", "Magie"),
    line: t(
      "Four pawns, one supermarket, one sand timer. Everyone moves every pawn, each in one direction. Nobody speaks.",
      "Quatre pions, un supermarché, un sablier. Chacun déplace tous les pions, dans une seule direction. Silence.",
    ),
    play: "/magic?play",
    visit: t("Gather a team", "Réunir une équipe"),
  },
  {
    name: "sokoban",
    title: t("Sokoban", "Sokoban"),
    line: t(
      "Push boxes home. Undo without end, ask whether hope remains, or let the solver show you.",
      "Poussez les caisses. Annulez sans fin, demandez s’il reste de l’espoir, ou laissez le solveur montrer.",
    ),
    play: "/sokoban?play",
    visit: t("See the levels", "Voir les niveaux"),
  },
];

/**
 * The title of a world, or its bare name when it is not one of ours.
 * @param {string} name
 */
export function titleOf(name) {
  return worlds.find((world) => world.name === name)?.title ?? name;
}
