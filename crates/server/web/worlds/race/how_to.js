// The race in four small boards.

import { t } from "../../app/i18n.js";
import { Drawing } from "./drawing.js";

/** @typedef {import("../../app/wire.js").Point} Spot */

const ROWS = ["*********", "*   *   *", "* * * * *", "* *   * *", "*   *   *", "*********"];
const WAY = /** @type {Spot[]} */ ([
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 3],
  [3, 4],
  [3, 5],
  [4, 5],
  [4, 6],
]);
const OTHER = /** @type {Spot[]} */ ([
  [1, 7],
  [2, 7],
  [3, 7],
  [4, 7],
  [4, 6],
]);

/** @param {number} mine steps of the first player @param {number} theirs @param {boolean} [shown] the shortest ways */
function board(mine, theirs, shown = false) {
  const drawing = new Drawing("");
  drawing.ground(ROWS);
  drawing.target([4, 6]);
  [WAY.slice(0, mine + 1), OTHER.slice(0, theirs + 1)].forEach((way, seat) => {
    if (way.length > 1) drawing.way(`t${seat}`, way, seat, "trail");
    if (shown) drawing.way(`w${seat}`, seat ? OTHER : WAY, seat, "way");
    drawing.pawn(seat, way.at(-1) ?? [1, 1], seat === 0 && !shown);
  });
  drawing.done();
  return drawing.svg;
}

/** @returns {import("../../app/how_to.js").Step[]} */
export function steps() {
  return [
    {
      text: t(
        "Everyone starts in a corner. The pink target in the middle is the goal.",
        "Chacun part d’un coin. La cible rose au milieu est le but.",
      ),
      board: () => board(0, 0),
    },
    {
      text: t(
        "One step each, in turn: arrow keys, a tap beside your pawn, or a swipe. Stones block the way.",
        "Un pas chacun son tour : flèches, ou touchez à côté du pion, ou glissez. Les pierres barrent le passage.",
      ),
      board: () => board(3, 2),
    },
    {
      text: t(
        "The first on the target wins the round. Then the shortest paths are shown.",
        "Le premier sur la cible gagne la manche. On voit ensuite les plus courts chemins.",
      ),
      board: () => board(8, 3, true),
    },
    {
      text: t(
        "Nobody wants to walk on? Propose to finish: whoever needs the fewest steps in all wins.",
        "Plus envie de marcher ? Proposez de finir : la manche va à qui il faut le moins de pas en tout.",
      ),
      board: () => board(5, 3),
    },
  ];
}
