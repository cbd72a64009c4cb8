// Walking through a maze, in two small boards.

import { t } from "../../app/i18n.js";
import { mazeScene } from "./scene.js";

/** @param {number} n steps of the scene */
function board(n) {
  const scene = mazeScene(7, 12, 130)();
  setTimeout(() => {
    for (let i = 0; i < n; i++) scene.step();
  }, 200);
  return scene.el;
}

/** @returns {import("../../app/how_to.js").Step[]} */
export function steps() {
  return [
    {
      text: t(
        "Walk the pawn to the pink target: arrow keys, or draw along the corridors.",
        "Menez le pion jusqu’à la cible rose : flèches, ou tracez le long des couloirs.",
      ),
      board: () => board(90),
    },
    {
      text: t(
        "Going back rolls your thread up again; the colours stay where you have been.",
        "Revenir sur ses pas enroule le fil ; les couleurs restent où vous êtes passé.",
      ),
      board: () => board(140),
    },
  ];
}
