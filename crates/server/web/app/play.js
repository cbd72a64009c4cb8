// From a room to a room.

import { get, post } from "./api.js";
import { seedIn } from "./controls.js";
import { dayWith } from "./daily.js";
import { t } from "./i18n.js";
import { toast } from "./notifications.js";
import { myName } from "./room.js";
import { keep, recall, visited } from "./storage.js";

/**
 * @typedef {object} NewRoom
 * @property {string} game
 * @property {string} [config]
 * @property {number} [seed]
 * @property {boolean} [practice] alone, with undo and hints
 * @property {Record<string, string>} [bots] by seat
 * @property {boolean} [public]
 * @property {number} [pace] how long bots take for a move, in milliseconds
 * @property {string} [from] the replay to go on from
 * @property {number} [at] after so many of its entries
 * @property {{ turn?: number, bank?: number }} [limit] how long people may think, in seconds
 */

/**
 * Opens a room and goes there.
 * @param {NewRoom} wanted
 * @param {{ replace?: boolean, daily?: string }} [options] replace this page in the history; the day whose board it is
 */
export async function openRoom(wanted, { replace = false, daily } = {}) {
  /** @type {{ room: string, seat?: number, token?: string }} */
  const { room, token } = await post("/api/rooms", { ...wanted, name: myName() });
  visited({ room, game: wanted.game, token, ...(daily ? { daily } : {}) });
  if (replace) location.replace(`/room/${room}`);
  else location.assign(`/room/${room}`);
  // Until the page is left, a second click opens no second room.
  await new Promise((left) => addEventListener("pagehide", left, { once: true }));
}

/**
 * "Play now": a first game at once, in place of the page that asked for it. A
 * link may name its seed.
 * @param {NewRoom} room
 * @param {URLSearchParams} params
 */
export function playNow(room, params) {
  const seed = seedIn(params);
  return openRoom({ ...room, ...(seed === undefined ? {} : { seed }) }, { replace: true, daily: dayWith(seed) });
}

/**
 * Says which settings of a link a form could not take over.
 * @param {string | null} asked
 * @param {string} taken the settings as the form has them
 */
export function tellRefused(asked, taken) {
  const known = taken.split(",");
  const wrong = asked?.split(",").filter((part) => part && !part.startsWith("practice") && !known.includes(part.replace(/=true$/, "")));
  if (wrong?.length)
    toast(t(`This link asks for what cannot be: ${wrong.join(", ")}`, `Ce lien demande l’impossible : ${wrong.join(", ")}`), { bad: true });
}

/**
 * What the server can host.
 * @typedef {{ name: string, presets: { name: string, config: string }[], bots: string[], seats: [number, number], hints?: boolean, live?: boolean, silent?: boolean }} Hosted
 */

/** @returns {Promise<Hosted[]>} */
export function hosted() {
  return get("/api/worlds");
}

/**
 * The settings last used in a form, kept for the next visit.
 * @template {Record<string, any>} T
 * @param {string} form
 * @param {T} defaults
 */
export function settings(form, defaults) {
  const values = { ...defaults, ...recall(`form-${form}`, /** @type {Partial<T>} */ ({})) };
  return { values, save: () => keep(`form-${form}`, values) };
}

/**
 * What controls do with a new value of such a form.
 * @template {object} T
 * @param {T} values
 * @param {() => void} changed
 * @returns {<K extends keyof T>(key: K) => (value: T[K]) => void}
 */
export function setter(values, changed) {
  return (key) => (value) => {
    values[key] = value;
    changed();
  };
}
