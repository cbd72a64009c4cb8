// What this browser remembers: small JSON values, lost without harm.

/** Where storage is switched off, a tab remembers by its name, from page to page: a seat is not lost on the way to it. @returns {Record<string, unknown>} */
function inName() {
  try {
    return Object(JSON.parse(window.name).dedale);
  } catch {
    return {};
  }
}

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return /** @type {T} */ (inName()[key] ?? otherwise);
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  try {
    if (value === null || value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    window.name = JSON.stringify({ dedale: { ...inName(), [key]: value ?? undefined } });
  }
}

/**
 * What this tab remembers while it is open, also when its page is loaded anew.
 * @param {string} key
 * @returns {unknown}
 */
export function recallInTab(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} key @param {unknown} value */
export function keepInTab(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is forgotten with the page.
  }
}

/** What came of a match. @typedef {{ seats: import("./wire.js").Player[], outcome: import("./wire.js").Outcome, entries: number }} Played */

/**
 * A room this browser sat in; at which seat, where it had only one.
 * @typedef {{ room: string, game: string, token?: string, at: number, over?: boolean, played?: Played, seat?: number, daily?: string }} Visit
 */

/** The rooms this browser sat in, the latest first. @returns {Visit[]} */
export function visits() {
  return recall("rooms", /** @type {Visit[]} */ ([]));
}

/**
 * Remembers a room; older ones fade.
 * @param {Partial<Visit> & { room: string }} visit
 */
export function visited(visit) {
  const all = visits();
  const before = all.find((one) => one.room === visit.room);
  const now = { game: "", at: Date.now(), ...before, ...visit };
  keep("rooms", [now, ...all.filter((one) => one.room !== visit.room)].slice(0, 40));
}

/**
 * Forgets a room that is gone.
 * @param {string} room
 */
export function forgotten(room) {
  keep(
    "rooms",
    visits().filter((one) => one.room !== room),
  );
}
