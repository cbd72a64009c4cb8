// From a room to a room.

import { get, post } from "./api.js";
import { seedIn, wrongSeed } from "./controls.js";
import { dayWith } from "./daily.js";
import { t } from "./i18n.js";
import { tellWrongLink } from "./notifications.js";
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
 * @param {{ told?: boolean }} [options] whether it was said already what in the link cannot be
 */
export function playNow(room, params, { told = false } = {}) {
  const seed = seedIn(params);
  if (!told) tellWrongLink(wrongSeed(params), { there: true });
  // Who chooses more than the seed does not play the board of the day.
  const plain = [...params.keys()].every((key) => key === "play" || key === "seed");
  const daily = plain ? dayWith(seed) : undefined;
  return openRoom({ ...room, ...(seed === undefined ? {} : { seed }) }, { replace: true, ...(daily ? { daily } : {}) });
}

/**
 * Says which settings of a link a form could not take over.
 * @param {URLSearchParams} params
 * @param {string} taken the settings as the form has them
 * @param {string[]} [wrong] what else cannot be
 */
export function tellRefused(params, taken, wrong = []) {
  const known = taken.split(",");
  const asked = (params.get("config") ?? "").split(",");
  const refused = asked.filter((part) => part && !part.startsWith("practice") && !known.includes(part.replace(/=true$/, "")));
  const cannot = refused.length ? [t(`${refused.join(", ")} cannot be`, `${refused.join(", ")} est impossible`)] : [];
  tellWrongLink([...cannot, ...wrong, ...wrongSeed(params)]);
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
