// The next push, and whether hope remains. A solution stays good as long as it
// is followed.

import { button } from "../../app/controls.js";
import { h, put, say } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { busy, toast } from "../../app/notifications.js";
import { solve } from "./ask.js";
import { firstPush } from "./player.js";
import { Game } from "./rules.js";

/** @typedef {{ from: string, solution: string }} Plan a solution, and the moves that led to where it begins */

/**
 * @param {import("./player.js").PlayTable} table
 * @param {() => Promise<void>} explain says why a position is lost
 */
export function hints(table, explain) {
  const { game, drawing } = table;
  const { cols } = game.level;
  /** @type {Plan | undefined} */
  let plan;
  let pointed = false;
  const here = () => game.text().join("|");

  /** The rest of the plan from here, if it leads on. */
  function rest() {
    if (!plan) return;
    const follow = new Game(game.level);
    if (!follow.play(plan.from)) return;
    const now = here();
    const steps = plan.solution;
    for (let at = 0; at <= steps.length; at++) {
      if (follow.text().join("|") === now) return steps.slice(at);
      if (at < steps.length && !follow.play(steps[at] ?? "")) return;
    }
  }

  /** A solution from here; nothing if the position changed meanwhile. @param {number} seconds */
  async function planned(seconds) {
    const known = rest();
    if (known) return { status: /** @type {const} */ ("solved"), solution: known };
    const from = game.lurd();
    const before = here();
    const answer = await solve(game.text(), { seconds });
    if (answer.solution) plan = { from, solution: answer.solution };
    return here() === before ? answer : undefined;
  }

  async function point() {
    const answer = await planned(15);
    if (!answer) return;
    if (answer.status === "unsolvable") return explain();
    const push = answer.solution && firstPush(game, answer.solution);
    if (!push) {
      if (!answer.solution)
        toast(
          t(
            "The solver found nothing in fifteen seconds. Ask it for longer below.",
            "Le solveur n’a rien trouvé en quinze secondes. Donnez-lui plus de temps ci-dessous.",
          ),
        );
      return;
    }
    drawing.point(push.cell, push.dir);
    pointed = true;
    const way = t(["to the left", "up", "to the right", "down"], ["vers la gauche", "vers le haut", "vers la droite", "vers le bas"])[
      push.dir
    ];
    const [row, col] = [Math.floor(push.cell / cols) + 1, (push.cell % cols) + 1];
    say(
      table.news,
      t(`Hint: push the box in row ${row}, column ${col} ${way}.`, `Indice : poussez la caisse de la ligne ${row}, colonne ${col} ${way}.`),
    );
  }

  function hint() {
    if (!game.solved && !hintButton.disabled) void busy(hintButton, point);
  }

  async function judge() {
    put(hope, t("Thinking…", "Réflexion…"));
    const answer = await planned(20).finally(() => put(hope));
    if (!answer) return;
    if (answer.solution)
      put(hope, h("span", { class: "soko-done" }, "✓ "), t("Yes, it can still be solved.", "Oui, c’est encore soluble."));
    else if (answer.status === "unsolvable") {
      put(hope, "✗ ", t("No, it is lost.", "Non, c’est perdu."));
      await explain();
    } else put(hope, "? ", t("Nobody knows: twenty seconds were not enough.", "Impossible à dire : vingt secondes n’ont pas suffi."));
  }

  const hintButton = button(t("Hint", "Indice"), hint, { icon: "hint", key: "H" });
  const hopeButton = button(t("Still solvable?", "Encore soluble ?"), (made) => void busy(made, judge), { icon: "info" });
  const hope = h("p", { class: "small soko-hope", role: "status" });
  return {
    hint,
    hintButton,
    hopeButton,
    hope,
    /** A solution found elsewhere. @param {Plan} found */
    learn(found) {
      plan = found;
    },
    /** The position is another. */
    moved() {
      if (pointed) drawing.point(-1, 0);
      pointed = false;
      put(hope);
      hintButton.disabled = game.solved;
    },
  };
}
