// Asks a world what the moves of a match cost: a question of its own, to which
// the match is sent as a file.

import { ask, question } from "./api.js";

/**
 * @param {"fish/review" | "magic/review"} name
 * @returns {import("./wire.js").Review["costs"]}
 */
export function asked(name) {
  return async ({ id }, signal) => {
    const game = await (await ask(`/api/replays/${encodeURIComponent(id)}`, { signal })).text();
    const { costs } = await question(name, { game }, signal);
    return costs.map((cost) => cost ?? undefined);
  };
}
