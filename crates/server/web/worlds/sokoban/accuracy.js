// What each push cost: how many pushes more the level takes by it than by the
// best one. The sum of pushes done and pushes still needed never falls; between
// two moments where it is the same nothing was lost, so halving finds the
// costly pushes with few questions to the solver.

import { solve } from "./ask.js";

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

/** Pushes that a position needs at least; no number of them solves a lost one. @param {View} view */
async function needed(view) {
  if (view.solved) return 0;
  const { status, proved, pushes } = await solve(rowsOf(view), { seconds: SECONDS, optimal: "pushes" });
  if (status === "unsolvable") return Number.POSITIVE_INFINITY;
  return proved ? (pushes ?? undefined) : undefined;
}

/**
 * @param {{ views: View[], entries: unknown[] }} match
 * @param {AbortSignal} signal
 * @returns {Promise<(number | undefined)[]>} by entry
 */
export async function costs({ views, entries }, signal) {
  /** By entry: nothing for a step without a push. @type {(number | undefined)[]} */
  const found = entries.map(() => undefined);
  const pushed = entries.flatMap((_, at) => (views[at + 1]?.pushes !== views[at]?.pushes ? [at] : []));
  /** The moments before the first push, and after each. */
  const moments = [0, ...pushed.map((at) => at + 1)];
  /** @type {Map<number, Promise<number | undefined>>} */
  const sums = new Map();
  /** @param {number} n @returns {Promise<number | undefined>} */
  const sum = (n) => {
    const view = /** @type {View} */ (views[moments[n] ?? 0]);
    if (!sums.has(n))
      sums.set(
        n,
        needed(view).then((rest) => (rest === undefined ? undefined : view.pushes + rest)),
      );
    return /** @type {Promise<number | undefined>} */ (sums.get(n));
  };
  /** @param {number} from @param {number} to @returns {Promise<void>} */
  async function between(from, to) {
    if (from >= to || signal.aborted) return;
    const [before, after] = [await sum(from), await sum(to)];
    if (before !== undefined && before === after) {
      for (const at of pushed.slice(from, to)) found[at] = 0;
    } else if (to === from + 1) {
      const at = pushed[from] ?? 0;
      if (before !== undefined && after !== undefined) found[at] = after - before;
    } else {
      const middle = (from + to) >> 1;
      await between(from, middle);
      await between(middle, to);
    }
  }
  await between(0, pushed.length);
  return found;
}
