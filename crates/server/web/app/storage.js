// What this browser remembers: small JSON values, lost without harm.

/** What the tab's name held when it was read last, so that a long one is read once. @type {{ text: string, values: Record<string, unknown> }} */
let read = { text: "", values: {} };

/**
 * What this browser would not keep, because its storage is switched off or
 * full: a tab remembers it by its name, from page to page. So a seat is not
 * lost on the way to it, nor a level on the way to its board.
 * @returns {Record<string, unknown>}
 */
function inName() {
  if (read.text !== window.name) {
    try {
      read = { text: window.name, values: Object(JSON.parse(window.name).dedale) };
    } catch {
      read = { text: window.name, values: {} };
    }
  }
  return read.values;
}

/** @param {string} key @param {unknown} value or nothing, to forget it */
function keepInName(key, value) {
  const values = { ...inName(), [key]: value ?? undefined };
  if (value === null || value === undefined) delete values[key];
  window.name = Object.keys(values).length ? JSON.stringify({ dedale: values }) : "";
}

/**
 * Writes to a storage of the browser what it has room for, the rest to the tab's name.
 * @param {() => Storage} storage asked for only here: where it is denied, asking is refused already
 * @param {string} key
 * @param {string} name the key in the tab's name
 * @param {unknown} value or nothing, to forget it
 * @returns {boolean} whether the browser keeps it
 */
function write(storage, key, name, value) {
  try {
    if (value === null || value === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
    // What was too much before is kept now.
    if (name in inName()) keepInName(name, undefined);
    return true;
  } catch {
    keepInName(name, value);
    return false;
  }
}

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  // A full storage still holds what was before; what this tab could not write there is newer.
  if (key in inName()) return /** @type {T} */ (inName()[key]);
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it outlives this visit
 */
export function keep(key, value) {
  return write(() => localStorage, key, key, value);
}

/** What a tab keeps stands in its name under another key than what a browser keeps. @param {string} key */
function ofTab(key) {
  return `tab ${key}`;
}

/**
 * What this tab remembers while it is open, also when its page is loaded anew.
 * @param {string} key
 * @returns {unknown}
 */
export function recallInTab(key) {
  if (ofTab(key) in inName()) return inName()[ofTab(key)];
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} key @param {unknown} value or nothing, to forget it */
export function keepInTab(key, value) {
  write(() => sessionStorage, key, ofTab(key), value);
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
