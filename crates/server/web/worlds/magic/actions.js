// What a person may do now, by pawn.

import { count, t } from "../../app/i18n.js";
import { colourAt, colourName } from "./sprites.js";
import { DIRS, LETTERS, STEPS } from "./tiles.js";

/** @typedef {import("../../app/wire.js").Point} Point */
/** @typedef {{ text: string, seat: number | undefined, dir: number, cells: number }} Slide */
/** @typedef {{ text: string, seat: number | undefined }} Action */
/** @typedef {{ slides: Slide[], escalator?: Action, explore?: Action, teleports: (Action & { to: Point })[] }} PawnActions */

/** Everything that may be done, sorted. */
export class LegalActions {
  /** @param {import("../../app/wire.js").RoomState<import("./view.js").MagicView>} state */
  constructor(state) {
    /** @type {PawnActions[]} */
    this.pawns = LETTERS.map(() => ({ slides: [], teleports: [] }));
    /** @type {(Action & { at: Point })[]} */
    this.crystals = [];
    /** @type {Map<number, Action>} */
    this.points = new Map();
    /** By tile, counted from 0. @type {Map<number, Action>} */
    this.discards = new Map();
    /** @type {Action | undefined} */
    this.next = undefined;
    if (state.outcome || !state.started) return;
    for (const text of state.legal) this.#add(text, state.as ?? undefined);
    for (const [seat, list] of Object.entries(state.others ?? {})) for (const text of list) this.#add(text, Number(seat));
  }

  /** @param {string} text @param {number | undefined} seat */
  #add(text, seat) {
    const [verb, a = "", b = "", c = ""] = text.split(" ");
    const action = { text, seat };
    if (verb === "next") this.next = action;
    else if (verb === "point") this.points.set(Number(a) - 1, action);
    else if (verb === "discard") this.discards.set(Number(a) - 1, action);
    else if (verb === "crystal") this.crystals.push({ ...action, at: point(a) });
    const pawn = this.pawns[LETTERS.indexOf(/** @type {any} */ (a))];
    if (!pawn) return;
    if (verb === "move") pawn.slides.push({ ...action, dir: DIRS.indexOf(/** @type {any} */ (b)), cells: Number(c) });
    else if (verb === "escalator") pawn.escalator = action;
    else if (verb === "explore") pawn.explore = action;
    else if (verb === "teleport") pawn.teleports.push({ ...action, to: point(b) });
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

/** An action of this world in words. @param {string} text */
export function actionText(text) {
  const [verb, a = "", b = "", c = ""] = text.split(" ");
  const index = LETTERS.indexOf(/** @type {any} */ (a));
  const who = index < 0 ? "" : colourName(colourAt(index));
  const ways = t(
    { up: "up", right: "right", down: "down", left: "left" },
    { up: "vers le haut", right: "vers la droite", down: "vers le bas", left: "vers la gauche" },
  );
  const way = /** @type {Record<string, string>} */ (ways)[b] ?? b;
  if (verb === "move") return `${who} ${way}, ${count(Number(c), "cell", "cells", "case", "cases")}`;
  if (verb === "explore") return t(`explore with ${who}`, `explorer avec ${who}`);
  if (verb === "escalator") return t(`${who} takes the escalator`, `${who} prend l’escalator`);
  if (verb === "teleport") return t(`${who} jumps to a teleporter`, `${who} saute vers un téléporteur`);
  if (verb === "crystal") return t("look into the crystal ball", "regarder dans la boule de cristal");
  if (verb === "next") return t("turn the next card", "tourner la carte suivante");
  if (verb === "discard") return t(`discard tile ${a}`, `défausser la tuile ${a}`);
  if (verb === "point") return t(`the red pawn before player ${a}`, `le pion rouge devant le joueur ${a}`);
  return text;
}
