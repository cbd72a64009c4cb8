// What each step of a race cost: how many steps longer the path to the target
// is by it than by the best step, and which that was. Nothing for what is no
// step. And what all of them together cost each player of a round.

/** @typedef {import("./view.js").RaceView} RaceView */
/** @typedef {import("../../app/wire.js").Point} Spot */

/** @type {Record<string, Spot>} */
const STEPS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

/** Steps to the target from every cell, by row and column; missing where there is no path. @param {string[]} rows @param {Spot} target */
function distances(rows, [row, col]) {
  const far = rows.map(() => /** @type {(number | undefined)[]} */ ([]));
  if (far[row]) far[row][col] = 0;
  const queue = [[row, col, 0]];
  for (const [r = 0, c = 0, steps = 0] of queue) {
    for (const [dr, dc] of Object.values(STEPS)) {
      const line = far[r + dr];
      if (!line || line[c + dc] !== undefined || (rows[r + dr]?.[c + dc] ?? "*") === "*") continue;
      line[c + dc] = steps + 1;
      queue.push([r + dr, c + dc, steps + 1]);
    }
  }
  return far;
}

/** Steps from where each player stands to the target. @param {import("./view.js").Course} course */
export function stepsLeft({ rows, target, positions }) {
  const far = distances(rows, target);
  return positions.map(([r, c]) => far[r]?.[c]);
}

/** Steps beyond a shortest way that each player has gone, or would have on arriving. @param {import("./view.js").Course} course @returns {(number | undefined)[]} */
export function detours({ rows, target, starts, positions, moves }) {
  const far = distances(rows, target);
  return positions.map(([r, c], seat) => {
    const start = starts[seat];
    const [all, left] = [start && far[start[0]]?.[start[1]], far[r]?.[c]];
    return all === undefined || left === undefined ? undefined : Math.max(0, (moves[seat] ?? 0) + left - all);
  });
}

/**
 * @param {{ views: RaceView[], entries: { seat?: number | null, do?: string }[] }} match views before the first entry, and after each
 * @returns {(import("../../app/wire.js").Judged | undefined)[]} by entry
 */
export function judge({ views, entries }) {
  let known = "";
  /** @type {(number | undefined)[][]} */
  let far = [];
  return entries.map(({ seat, do: action }, at) => {
    const before = views[at]?.course;
    const after = views[at + 1]?.course;
    if (typeof seat !== "number" || !before || !after || !STEPS[action ?? ""]) return undefined;
    const key = `${before.target}${before.rows.join()}`;
    if (key !== known) far = distances(before.rows, before.target);
    known = key;
    const steps = (/** @type {Spot | undefined} */ spot) => (spot ? far[spot[0]]?.[spot[1]] : undefined);
    const here = before.positions[seat];
    const [from, to] = [steps(here), steps(after.positions[seat])];
    if (!here || from === undefined || to === undefined) return undefined;
    const cost = Math.max(0, to - from + 1);
    const best = Object.entries(STEPS).find(([, [dr, dc]]) => steps([here[0] + dr, here[1] + dc]) === from - 1)?.[0];
    return { cost, best: cost ? best : undefined };
  });
}
