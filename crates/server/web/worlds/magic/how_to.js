// Magic Maze in five small boards.

import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { dealt } from "./actions.js";
import { DEMO } from "./demo.js";
import { Drawing } from "./drawing.js";
import { redPawn, roleIcons } from "./role_card.js";

/** @param {number} tiles @param {number[]} pawns @param {number} [chosen] */
function board(tiles, pawns, chosen = -1) {
  const drawing = new Drawing("", () => {});
  const view = /** @type {any} */ ({ market: DEMO.market.slice(0, tiles), used: [], pawns, scenario: 2 });
  drawing.ground(view);
  drawing.place(pawns, chosen);
  if (chosen >= 0) drawing.light(chosen, view);
  return drawing.el;
}

/** @returns {import("../../app/how_to.js").Step[]} */
export function steps() {
  const start = [...DEMO.start];
  return [
    {
      text: t(
        "Four pawns belong to everybody. Your card says in which directions, and with which powers, you may move them all.",
        "Les quatre pions sont à tout le monde. Votre carte dit dans quelles directions, et avec quels pouvoirs, vous pouvez tous les déplacer.",
      ),
      board: () =>
        h(
          "div",
          { class: "how-roles" },
          dealt(4).map((role) => roleIcons(role)),
        ),
    },
    {
      text: t(
        "Choose a pawn, then slide it: click a marked cell, drag it, or use the arrow keys. Shift goes as far as it can.",
        "Choisissez un pion, puis faites-le glisser : cliquez sur une case marquée, tirez-le, ou utilisez les flèches. Maj va jusqu’au bout.",
      ),
      board: () => board(1, start, 0),
    },
    {
      text: t(
        "A pawn on a door of its colour: whoever holds the magnifying glass explores, and a tile is laid.",
        "Un pion sur une porte de sa couleur : qui tient la loupe explore, et une tuile est posée.",
      ),
      board: () => board(2, start.with(0, 11), 0),
    },
    {
      text: t(
        "All four on their objectives at once: the theft. Then run to the exits, before the sand has run out.",
        "Les quatre sur leurs objectifs en même temps : c’est le vol. Puis courez aux sorties, avant la fin du sable.",
      ),
      board: () => board(5, start, 1),
    },
    {
      text: t(
        "Nobody speaks. Put the red pawn before someone who should do something.",
        "Personne ne parle. Posez le pion rouge devant qui devrait agir.",
      ),
      board: () => h("div", { class: "how-roles" }, redPawn()),
    },
  ];
}
