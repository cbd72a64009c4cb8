// The boards of the day: one seed a day, the same for everybody. What came of
// them is kept in this browser; the first try counts.

import { lang, number, t } from "./i18n.js";
import { keep, recall, visits } from "./storage.js";
import { titleOf, worlds } from "./worlds.js";

/** What came of a board. @typedef {{ won?: boolean, text: string }} Result */
/** By day and world. @typedef {Record<string, Record<string, Result>>} History */

/** Which of the mazes to walk is the day's: neither small nor large. */
const MAZE = 2;
/** Days that are remembered. */
const KEPT = 60;

/** A day by the clock of the whole world. @param {number} [ago] days before today */
export function dayOf(ago = 0) {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

/** The seed of a day. @param {string} [day] */
export function seedOf(day = dayOf()) {
  return Number(day.replaceAll("-", ""));
}

/** Which of so many levels is a day's, from 0. @param {string} seed that of the day @param {number} levels */
export function levelOf(seed, levels) {
  const day = Date.parse(seed.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")) / 86_400_000;
  return Number.isSafeInteger(day) ? ((day % levels) + levels) % levels : -1;
}

/** Where today's board of a world is played. @param {string} world */
export function dailyLink(world) {
  if (world === "maze") return `/maze?walk&level=${MAZE}&seed=${seedOf()}`;
  return world === "sokoban" ? `/sokoban?day=${seedOf()}` : `/${world}?play&seed=${seedOf()}`;
}

/** The board of a day that this page shows, if it does. @returns {{ day: string, world: string } | undefined} */
function here() {
  const [world = "", room] = location.pathname.split("/").filter(Boolean);
  if (world === "room") {
    const visit = visits().find((one) => one.room === room);
    return visit?.daily ? { day: visit.daily, world: visit.game } : undefined;
  }
  const asked = new URLSearchParams(location.search);
  asked.sort();
  const wanted = new URLSearchParams(dailyLink(world).split("?")[1]);
  wanted.sort();
  return worlds.includes(world) && String(asked) === String(wanted) ? { day: dayOf(), world } : undefined;
}

/** What was achieved so far. @returns {History} */
export function history() {
  return recall("daily", /** @type {History} */ ({}));
}

/** How many days without a gap had a board won, today or yesterday the last. */
export function streak() {
  const all = history();
  const won = (/** @type {number} */ ago) => Object.values(all[dayOf(ago)] ?? {}).some((one) => one.won);
  let days = won(0) ? 1 : 0;
  for (let ago = 1; won(ago); ago++) days += 1;
  return days;
}

/**
 * Keeps how a board of the day ended; the line to pass on, if this was one.
 * @param {import("./wire.js").Ending} ending
 * @returns {string | undefined}
 */
export function ended({ won, title, figures = [], line = figures.map((one) => one.join(" ")).join(", ") }) {
  const board = here();
  if (!board) return undefined;
  const { day, world } = board;
  const all = history();
  const results = {
    [world]: { won: Boolean(won), text: line || title },
    ...all[day],
  };
  const days = Object.keys(all)
    .filter((one) => one !== day)
    .sort()
    .slice(1 - KEPT);
  keep("daily", Object.fromEntries([...days.map((one) => [one, all[one]]), [day, results]]));
  return `Dédale · ${dateText(day)} · ${resultLine(world, results[world])}\n${new URL(dailyLink(world), location.href).href}`;
}

/** @param {string} day */
export function dateText(day) {
  return new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

/** @param {string} world @param {Result | undefined} result */
export function resultLine(world, result) {
  return `${titleOf(world)} ${result?.won ? "✓" : "–"} ${result?.text ?? ""}`.trim();
}

/** A square in each world's colour. @type {Record<string, string>} */
const SQUARES = { maze: "🟦", race: "🟥", fish: "🟩", magic: "🟪", sokoban: "🟧" };

/** All of today in a few lines, to pass on. */
export function todayText() {
  const results = history()[dayOf()] ?? {};
  const done = worlds.filter((world) => results[world]);
  const squares = worlds.map((world) => (results[world]?.won ? SQUARES[world] : results[world] ? "⬛" : "⬜")).join("");
  const count = t(`${number(done.length)} of 5`, `${number(done.length)} sur 5`);
  return [
    `Dédale · ${dateText(dayOf())} · ${count}`,
    squares,
    ...done.map((world) => resultLine(world, results[world])),
    location.origin,
  ].join("\n");
}
