// The town in five small boards.

import { t } from "../../app/i18n.js";
import { Drawing } from "./drawing.js";
import { preview, stepsFrom, Town, walk } from "./town.js";

/** @typedef {import("./view.js").Good} Good */

/** @param {string[]} rows @param {(drawing: Drawing, town: Town) => void} [more] */
function board(rows, more) {
  const town = new Town(rows, false);
  const drawing = new Drawing("");
  drawing.grid.remove();
  const owners = new Map(town.marks.flatMap((mark, cell) => (/[a-e]/.test(mark) ? [/** @type {const} */ ([cell, 0])] : [])));
  drawing.show(town, owners, new Set(), () => "");
  more?.(drawing, town);
  return drawing.el;
}

/** @returns {import("../../app/how_to.js").Step[]} */
export function steps() {
  return [
    {
      text: t(
        "On your turn reserve a free cell, or draw a piece. You can only build where you have a reservation.",
        "À votre tour, réservez une case libre ou piochez. On ne bâtit que là où l’on a réservé.",
      ),
      board: () => board(["..A...", ".1....", "....2.", "......"]),
    },
    {
      text: t(
        "A tree is built at once by whoever drew it, on one of their reservations.",
        "Un arbre est planté aussitôt par qui l’a pioché, sur une de ses réservations.",
      ),
      board: () => board(["..A...", ".T....", "....2.", "......"]),
    },
    {
      text: t(
        "A shop is sold: everyone who still lacks it seals a bid. The highest pays and builds.",
        "Une boutique est vendue : ceux à qui elle manque scellent une mise. Qui mise le plus paie et bâtit.",
      ),
      board: () => board(["..A...", ".T....", "....a.", "......"]),
    },
    {
      text: t(
        "Roads appear by themselves: a cell whose loss would cut the town, or wall something in, becomes a road. Hatched: what building here would make.",
        "Les routes naissent seules : une case dont la perte couperait la ville ou enfermerait un bâtiment devient une route. Hachuré : ce que ferait naître une construction ici.",
      ),
      board: () =>
        board(["..A.T.", ".T.TT.", "....a.", "..T..."], (drawing, town) => {
          const change = preview(town, 1, "T");
          drawing.ghost(town, { cell: 1, mark: "T", seat: null, roads: change?.roads ?? [], returned: [] });
        }),
    },
    {
      text: t(
        "In the end each shop counts the cells walked to its producer; coins left are taken off. The smallest score wins.",
        "À la fin, chaque boutique compte les cases parcourues jusqu’à son producteur ; les pièces restantes sont déduites. Le plus petit score gagne.",
      ),
      board: () =>
        board(["..A#T.", ".T#TT.", "..##a.", "..T..."], (drawing, town) => {
          const way = walk(town, stepsFrom(town, 2), 16);
          const one = { seat: 0, good: /** @type {Good} */ ("A"), shop: 16, way, distance: way.length - 2 };
          drawing.ways(town, [one], one);
        }),
    },
  ];
}
