// Walking through a maze, in two small boards.

import { t } from "../../app/i18n.js";
import { mazeScene } from "../../home/scenes.js";

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
        "Find the way from the green dot to the pink one: arrow keys, or draw along the corridors.",
        "Trouvez le chemin du point vert au point rose : flèches, ou tracez le long des couloirs.",
      ),
      board: () => board(90),
    },
    {
      text: t(
        "Going back rolls your thread up again. There is always exactly one shortest way.",
        "Revenir sur ses pas enroule le fil. Il y a toujours un plus court chemin.",
      ),
      board: () => board(140),
    },
  ];
}
