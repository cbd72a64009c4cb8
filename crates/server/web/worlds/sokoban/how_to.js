// Sokoban in four small boards.

import { t } from "../../app/i18n.js";
import { thumbnail } from "./drawing.js";
import { Level } from "./rules.js";

const board =
  (/** @type {string[]} */ ...rows) =>
  () =>
    thumbnail(new Level(rows));

/** @returns {import("../../app/how_to.js").Step[]} */
export function steps() {
  return [
    {
      text: t("Push every box onto a target.", "Poussez chaque caisse sur une cible."),
      board: board("#######", "#     #", "# @$ .#", "#     #", "#######"),
    },
    {
      text: t(
        "You can push one box, never pull, never two. A box at home turns green.",
        "On pousse une caisse, jamais deux, et on ne tire jamais. Une caisse en place devient verte.",
      ),
      board: board("#######", "#     #", "#   @*#", "#     #", "#######"),
    },
    {
      text: t(
        "A box in a corner stays there. Undo is always free: U.",
        "Une caisse dans un coin y reste. Annuler est toujours permis : U.",
      ),
      board: board("#######", "#$    #", "# @  .#", "#     #", "#######"),
    },
    {
      text: t(
        "Click a cell to walk there; click a box, then where it should go. H shows the next push.",
        "Cliquez sur une case pour y marcher ; cliquez sur une caisse, puis sa destination. H montre la poussée suivante.",
      ),
      board: board("########", "#   #  #", "# $  . #", "#  @ # #", "########"),
    },
  ];
}
