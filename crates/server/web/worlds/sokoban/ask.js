// What the Sokoban page asks of the server.

import { ask, job, question } from "../../app/api.js";
import { coded } from "../../app/rows.js";
import { LETTERS } from "./rules.js";

/** A level as the server tells it. @typedef {import("../../app/questions.js").OpenedLevel} LevelRecord */
/** What is seen on a position at a glance. @typedef {import("../../app/questions.js").Sight} Diagnosis */
/** What the solver answers. @typedef {import("../../app/questions.js").LevelSolved} Answer */
/** @typedef {[number, number]} Spot row and column */

/** How a search goes; `best` is the position with the most boxes home so far, as rows. @typedef {{ best?: string[], nodes?: number, placed?: number, boxes?: number, engine?: string, seconds?: number, limit?: number }} Progress */

const text = (/** @type {string[]} */ rows) => `${rows.join("\n")}\n`;

/** The shipped levels and what they teach. */
export function collection() {
  return question("sokoban/collection", {});
}

/**
 * @param {string} levels
 * @param {AbortSignal} [signal]
 * @returns {Promise<LevelRecord[]>}
 */
export async function opened(levels, signal) {
  return (await question("sokoban/open", { levels }, signal)).levels;
}

/**
 * @param {string[]} rows
 * @param {AbortSignal} [signal]
 * @returns {Promise<Diagnosis>}
 */
export function diagnose(rows, signal) {
  return question("sokoban/look", { levels: text(rows) }, signal);
}

/**
 * @param {string[]} rows
 * @param {{ seconds: number, optimal?: "pushes" | "moves", polish?: number }} how
 * @param {(progress: Progress) => void} [told]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function solve(rows, how, told, signal) {
  const [answer] = await job("sokoban/solve", { levels: text(rows), ...how }, ({ progress }) => progress && told?.(progress), signal);
  return /** @type {Answer} */ (answer);
}

/**
 * @param {string[]} rows
 * @param {string} solution
 * @param {{ seconds: number, goal: "pushes" | "moves" }} how
 * @param {(progress: Progress) => void} [told]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("../../app/questions.js").Optimized>}
 */
export async function optimize(rows, solution, how, told, signal) {
  const [better] = await job(
    "sokoban/optimize",
    { levels: text(rows), solution, ...how },
    ({ progress }) => progress && told?.(progress),
    signal,
  );
  return /** @type {import("../../app/questions.js").Optimized} */ (better);
}

/**
 * @param {{ size: string, boxes: number, seed: number, attempts?: number, count?: number }} recipe
 * @returns {Promise<import("../../app/questions.js").NewLevel[]>}
 */
export function generated(recipe) {
  return question("sokoban/generate", recipe);
}

const WORDS = ["left", "up", "right", "down"];

/**
 * Gives moves on a level a page of their own; the same file opens in the command.
 * @param {string[]} rows
 * @param {string} lurd
 * @returns {Promise<string>} the link
 */
export async function replayPage(rows, lurd) {
  const lines = [...lurd.toLowerCase()].map((letter, seq) => ({ seq, t: seq * 150, seat: 0, do: WORDS[LETTERS.indexOf(letter)] }));
  const file = [{ dedale: 1, game: "sokoban", version: 1, config: `board=${coded(rows)}`, seed: 0 }, ...lines]
    .map((line) => JSON.stringify(line))
    .join("\n");
  const { id } = await (await ask("/api/replays", { method: "POST", body: `${file}\n` })).json();
  return `/replays/${id}`;
}
