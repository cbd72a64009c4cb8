// Asks a world what the moves of a match cost and which were better: a question of its own, to which
// the match is sent as a file.

import { ask, question } from "./api.js";

/**
 * @param {"fish/review" | "magic/review"} name
 * @returns {import("./wire.js").Review["judge"]}
 */
export function asked(name) {
  return async ({ id }, signal) => {
    const game = await (await ask(`/api/replays/${encodeURIComponent(id)}`, { signal })).text();
    const { costs, best } = await question(name, { game }, signal);
    return costs.map((cost, at) => (cost === null ? undefined : { cost, best: best[at] ?? undefined }));
  };
}
