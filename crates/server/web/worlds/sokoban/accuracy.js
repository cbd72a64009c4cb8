// What each push cost: how many pushes more the level takes by it than by the
// best one, and which that was. The sum of pushes done and pushes still needed never falls; between
// two moments where it is the same nothing was lost, so halving finds the
// costly pushes with few questions to the solver.

import { solve } from "./ask.js";
import { firstPush } from "./player.js";
import { Game, Level } from "./rules.js";

/** @typedef {import("./room.js").View} View */

/** Seconds the solver may take for a position; what is harder stays open. */
const SECONDS = 4;

/** The position as a level of its own. @param {View} view */
function rowsOf({ rows, boxes, player }) {
  const cells = rows.map((row) => [...row].map((ch) => /** @type {string} */ (ch === "#" ? "#" : ".*+".includes(ch) ? "." : " ")));
  const set = (/** @type {[number, number]} */ [r, c], /** @type {string} */ plain, /** @type {string} */ home) => {
    const row = cells[r];
    if (row) row[c] = row[c] === "." ? home : plain;
  };
  for (const box of boxes) set(box, "$", "*");
  set(player, "@", "+");
  return cells.map((row) => row.join(""));
}

/** @typedef {{ sum: number, best?: string | undefined }} Outlook pushes done and still needed, and the next of them */

/**
 * Pushes done and needed at least; no number of them solves a lost position.
 * @param {View} view
 * @returns {Promise<Outlook | undefined>}
 */
async function outlook(view) {
  if (view.solved) return { sum: view.pushes };
  const rows = rowsOf(view);
  const { status, proved, pushes, solution } = await solve(rows, { seconds: SECONDS, optimal: "pushes" });
  if (status === "unsolvable") return { sum: Number.POSITIVE_INFINITY };
  if (!proved || typeof pushes !== "number") return undefined;
  const game = new Game(new Level(rows));
  const push = firstPush(game, solution ?? "");
  const { cols } = game.level;
  const best = push && `push ${Math.floor(push.cell / cols)},${push.cell % cols} ${["left", "up", "right", "down"][push.dir]}`;
  return { sum: view.pushes + pushes, best };
}

/**
 * @param {{ views: View[], entries: unknown[] }} match
 * @param {AbortSignal} signal
 * @returns {Promise<(import("../../app/wire.js").Judged | undefined)[]>} by entry
 */
export async function judge({ views, entries }, signal) {
  /** By entry: nothing for a step without a push. @type {(import("../../app/wire.js").Judged | undefined)[]} */
  const found = entries.map(() => undefined);
  const pushed = entries.flatMap((_, at) => (views[at + 1]?.pushes !== views[at]?.pushes ? [at] : []));
  /** The moments before the first push, and after each. */
  const moments = [0, ...pushed.map((at) => at + 1)];
  /** @type {Map<number, Promise<Outlook | undefined>>} */
  const seen = new Map();
  /** @param {number} n */
  const look = (n) => {
    const known = seen.get(n) ?? outlook(/** @type {View} */ (views[moments[n] ?? 0]));
    seen.set(n, known);
    return known;
  };
  /** @param {number} from @param {number} to @returns {Promise<void>} */
  async function between(from, to) {
    if (from >= to || signal.aborted) return;
    const [before, after] = [await look(from), await look(to)];
    if (before && before.sum === after?.sum) {
      for (const at of pushed.slice(from, to)) found[at] = { cost: 0 };
    } else if (to === from + 1) {
      const at = pushed[from] ?? 0;
      if (before && after) found[at] = { cost: after.sum - before.sum, best: before.best };
    } else {
      const middle = (from + to) >> 1;
      await between(from, middle);
      await between(middle, to);
    }
  }
  await between(0, pushed.length);
  return found;
}
