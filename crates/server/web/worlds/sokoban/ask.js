// What the Sokoban page asks of the server.

import { ask, job, post } from "../../app/api.js";
import { coded, LETTERS } from "./rules.js";

/**
 * A level as the server tells it.
 * @typedef {object} LevelRecord
 * @property {string} title
 * @property {string} author
 * @property {string[]} notes
 * @property {string[]} rows
 * @property {string | null} solution
 * @property {number | null} pushes
 * @property {number | null} moves
 * @property {number | null} [same_as]
 */

/** @typedef {[number, number]} Spot row and column */

/**
 * What is seen on a position at a glance.
 * @typedef {object} Diagnosis
 * @property {Spot[]} dead
 * @property {Spot[][]} tunnels
 * @property {Spot[][]} rooms
 * @property {Spot[][]} corrals
 * @property {Spot[]} frozen
 * @property {number | null} bound
 * @property {{ why: string, boxes: Spot[], cells: Spot[], en?: string, fr?: string }[]} lost
 */

/**
 * What the solver answers.
 * @typedef {object} Answer
 * @property {boolean} solved
 * @property {"solved" | "unsolvable" | "memory" | "time"} status
 * @property {number | null} pushes
 * @property {number | null} moves
 * @property {string | null} solution
 * @property {number} seconds
 * @property {number} nodes
 * @property {boolean} proved
 */

/** How a search goes; `best` is the position with the most boxes home so far, as rows. @typedef {{ best?: string[], nodes?: number, placed?: number, boxes?: number, engine?: string, seconds?: number, limit?: number }} Progress */

const text = (/** @type {string[]} */ rows) => `${rows.join("\n")}\n`;

/** The shipped levels. @returns {Promise<LevelRecord[]>} */
export async function collection() {
  return (await post("/api/sokoban/collection", {})).levels;
}

/**
 * @param {string} levels
 * @param {AbortSignal} [signal]
 * @returns {Promise<LevelRecord[]>}
 */
export async function opened(levels, signal) {
  return (await post("/api/sokoban/open", { levels }, signal)).levels;
}

/**
 * @param {string[]} rows
 * @param {AbortSignal} [signal]
 * @returns {Promise<Diagnosis>}
 */
export function diagnose(rows, signal) {
  return post("/api/sokoban/look", { levels: text(rows) }, signal);
}

/**
 * @param {string[]} rows
 * @param {{ seconds: number, optimal?: "pushes" | "moves", polish?: number }} how
 * @param {(progress: Progress) => void} [told]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function solve(rows, how, told, signal) {
  const question = { levels: text(rows), ...how };
  const [answer] = await job("/api/sokoban/solve", question, ({ progress }) => progress && told?.(progress), signal);
  return answer;
}

/**
 * @param {string[]} rows
 * @param {string} solution
 * @param {{ seconds: number, goal: "pushes" | "moves" }} how
 * @param {(progress: Progress) => void} [told]
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ before: [number, number], pushes: number, moves: number, solution: string, seconds: number }>}
 */
export async function optimize(rows, solution, how, told, signal) {
  const question = { levels: text(rows), solution, ...how };
  const [better] = await job("/api/sokoban/optimize", question, ({ progress }) => progress && told?.(progress), signal);
  return better;
}

/**
 * @param {{ size: string, boxes: number, seed: number, attempts?: number, count?: number }} recipe
 * @returns {Promise<{ seed: number, rows: string[], difficulty: number, class: string, pushes: number, moves: number, solution: string }[]>}
 */
export function generated(recipe) {
  return post("/api/sokoban/generate", recipe);
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
