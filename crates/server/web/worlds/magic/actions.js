// What a person may do now, by pawn.

import { DIRS, LETTERS, STEPS } from "./tiles.js";

/** @typedef {import("./view.js").Point} Point */
/** @typedef {{ text: string, seat: number | undefined, dir: number, cells: number }} Slide */
/** @typedef {{ text: string, seat: number | undefined }} Action */
/** @typedef {{ slides: Slide[], escalator?: Action, explore?: Action, teleports: (Action & { to: Point })[] }} PawnActions */

/** Everything that may be done, sorted. */
export class LegalActions {
  /** @param {import("../../app/wire.js").RoomState} state */
  constructor(state) {
    /** @type {PawnActions[]} */
    this.pawns = LETTERS.map(() => ({ slides: [], teleports: [] }));
    /** @type {(Action & { at: Point })[]} */
    this.crystals = [];
    /** @type {Map<number, Action>} */
    this.points = new Map();
    /** @type {Action | undefined} */
    this.next = undefined;
    if (state.outcome || !state.started) return;
    for (const text of state.legal) this.#add(text, state.as ?? undefined);
    for (const [seat, list] of Object.entries(state.others ?? {})) for (const text of list) this.#add(text, Number(seat));
  }

  /** @param {string} text @param {number | undefined} seat */
  #add(text, seat) {
    const [verb, a = "", b = "", c = ""] = text.split(" ");
    const deed = { text, seat };
    if (verb === "next") this.next = deed;
    else if (verb === "point") this.points.set(Number(a) - 1, deed);
    else if (verb === "crystal") this.crystals.push({ ...deed, at: point(a) });
    const pawn = this.pawns[LETTERS.indexOf(/** @type {any} */ (a))];
    if (!pawn) return;
    if (verb === "move") pawn.slides.push({ ...deed, dir: DIRS.indexOf(/** @type {any} */ (b)), cells: Number(c) });
    else if (verb === "escalator") pawn.escalator = deed;
    else if (verb === "explore") pawn.explore = deed;
    else if (verb === "teleport") pawn.teleports.push({ ...deed, to: point(b) });
  }
}

/** @param {string} text @returns {Point} */
export function point(text) {
  const [row = 0, col = 0] = text.split(",").map(Number);
  return [row, col];
}

/** Where a slide ends. @param {Point} from @param {number} dir @param {number} cells @returns {Point} */
export function slid([row, col], dir, cells) {
  const [dr, dc] = STEPS[dir] ?? [0, 0];
  return [row + dr * cells, col + dc * cells];
}

/** The bits of a role: up, right, down, left, explore, escalator, teleport. */
export const EXPLORE = 16;
export const ESCALATOR = 32;
export const TELEPORT = 64;

/** What one may do at the table. @param {import("./view.js").MagicView} view @param {number} seat */
export function roleOf(view, seat) {
  return view.cards.at(-1) ?? view.roles[seat] ?? 0;
}

/** The roles of a table of 1–8, as the game deals them. @param {number} players */
export function dealt(players) {
  const [up, right, down, left] = [1, 2, 4, 8];
  if (players <= 1) return [127];
  if (players === 2) return [TELEPORT | up | right, ESCALATOR | EXPLORE | down | left];
  if (players === 3) return [TELEPORT | left, ESCALATOR | EXPLORE | down, up | right];
  return [TELEPORT | left, EXPLORE | down, ESCALATOR | right, up, left, right, down, up].slice(0, players);
}
