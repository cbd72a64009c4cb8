// Help on request: masks, warnings with their reason, hints, "is there still
// hope?", the solver with its progress, and its solution as a film.

import { fold } from "../../app/controls.js";
import { h, inRow, inStack, smallNote } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { settings } from "../../app/play.js";
import { hints } from "./hints.js";
import { masks } from "./masks.js";
import { solutionFilm } from "./solution_film.js";
import { solverPanel } from "./solver_panel.js";

const DEFAULTS = { warn: false, dead: false, tunnels: false, rooms: false, corrals: false, goal: "any", seconds: "30", pace: 6 };

/**
 * @param {import("./player.js").PlayTable} table
 * @param {{ known: number | null, shared?: boolean }} about the fewest pushes known, and whether the board is a room's: then no film is laid over the match
 */
export function assist(table, { known, shared = false }) {
  const { values, save } = settings("sokoban-aids", DEFAULTS);
  const seen = masks(table, values, save);
  const help = hints(table, seen.explain);
  const film = solutionFilm(table, values, save);
  const solver = solverPanel(table, values, save, {
    explain: seen.explain,
    learn: help.learn,
    known,
    ...(shared ? {} : { watch: film.watch }),
  });
  const fewest = known
    ? smallNote(`${t("Best possible:", "Minimum possible :")} ${count(known, "push", "pushes", "poussée", "poussées")}.`)
    : null;
  return {
    warning: seen.warning,
    film: film.el,
    hint: help.hint,
    hintButton: help.hintButton,
    /** @param {"moved" | "refused"} what */
    changed(what) {
      if (what === "refused") return;
      help.moved();
      film.moved();
      seen.moved();
    },
    panel: inStack(
      h("div", { class: "stack tight" }, seen.warnBox, inRow(help.hopeButton), help.hope),
      fold(t("Solver", "Solveur"), [fewest, solver], true),
      fold(t("Masks", "Masques"), [seen.el], true),
    ),
  };
}
