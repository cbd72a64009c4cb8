// The boards of the day: one seed a day, the same for everybody. What came of
// them is kept in this browser; the first try counts. Those of former days can
// be played too, but make no row of days longer.

import { lang, locale, number, t } from "./i18n.js";
import { keep, recall, visits } from "./storage.js";
import { titleOf, worlds } from "./worlds.js";

/** What came of a board; whether it was played after its day. @typedef {{ won?: boolean, text: string, late?: boolean }} Result */
/** By day and world. @typedef {Record<string, Record<string, Result>>} History */

/** Which of the mazes to walk is the day's: neither small nor large. */
const MAZE = 2;
/** Days that are remembered, and can be played. */
const KEPT = 400;
/** Milliseconds of a day. */
const DAY = 86_400_000;
/** The day this page was opened: midnight takes no board away from whoever plays. */
const OPENED = dayOf();

/** A day by the clock of the whole world. @param {number} [ago] days before today */
export function dayOf(ago = 0) {
  return new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
}

/** The seed of a day. @param {string} [day] */
export function seedOf(day = dayOf()) {
  return Number(day.replaceAll("-", ""));
}

/** The day that has this seed: today, or one that can be played after it. @param {string | number | null | undefined} seed */
export function dayWith(seed) {
  const day = String(seed).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  // A text that is no day may still be read as one: the 30th of February.
  const known = Number.isInteger(Date.parse(day) / DAY) && new Date(day).toISOString().startsWith(day);
  return known && day <= dayOf() && day > dayOf(KEPT) ? day : undefined;
}

/** Which of so many levels is a day's, from 0. @param {string} seed that of the day @param {number} levels */
export function levelOf(seed, levels) {
  const day = Date.parse(seed.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")) / DAY;
  return Number.isSafeInteger(day) ? ((day % levels) + levels) % levels : -1;
}

/** Where a day's board of a world is played. @param {string} world @param {string} [day] */
export function dailyLink(world, day) {
  if (world === "maze") return `/maze?walk&level=${MAZE}&seed=${seedOf(day)}`;
  return world === "sokoban" ? `/sokoban?day=${seedOf(day)}` : `/${world}?play&seed=${seedOf(day)}`;
}

/** The board of a day that this page shows, if it does. @returns {{ day: string, world: string } | undefined} */
function here() {
  const [world = "", room] = location.pathname.split("/").filter(Boolean);
  if (world === "room") {
    const visit = visits().find((one) => one.room === room);
    return visit?.daily ? { day: visit.daily, world: visit.game } : undefined;
  }
  const asked = new URLSearchParams(location.search);
  const day = dayWith(asked.get(world === "sokoban" ? "day" : "seed"));
  if (!day || !worlds.includes(world)) return undefined;
  const wanted = new URLSearchParams(dailyLink(world, day).split("?")[1]);
  asked.sort();
  wanted.sort();
  return String(asked) === String(wanted) ? { day, world } : undefined;
}

/** What was achieved so far; what this browser cannot have written is left out. @returns {History} */
export function history() {
  const kept = Object.entries(recall("daily", /** @type {History} */ ({})) ?? {});
  return Object.fromEntries(kept.filter(([day, results]) => Number.isInteger(Date.parse(day) / DAY) && results?.constructor === Object));
}

/** How long it is until there are new boards, in words. */
export function untilNext() {
  const minutes = Math.ceil((DAY - (Date.now() % DAY)) / 60_000);
  const time = `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  return t(`New boards in ${time}.`, `Nouveaux plateaux dans ${time}.`);
}

/** The name of a page that shows a board of a day; nothing elsewhere. */
export function dayName() {
  const board = here();
  if (!board || board.day === OPENED) return board && t("Board of the day", "Plateau du jour");
  return t(`Board of ${dateText(board.day)}`, `Plateau du ${dateText(board.day)}`);
}

/** What the days come to: those played, boards won, days in a row with one won in time (today or yesterday the last), and the longest row. */
export function totals() {
  const all = Object.entries(history());
  const won = all.map(([day, results]) => /** @type {const} */ ([day, Object.values(results).filter((one) => one?.won)]));
  const days = new Set(won.filter(([, boards]) => boards.some(({ late }) => !late)).map(([day]) => Date.parse(day) / DAY));
  const today = Date.parse(dayOf()) / DAY;
  const row = (/** @type {number} */ last) => {
    let first = last;
    while (days.has(first)) first -= 1;
    return last - first;
  };
  return {
    days: all.length,
    won: won.reduce((sum, [, boards]) => sum + boards.length, 0),
    row: row(days.has(today) ? today : today - 1),
    longest: Math.max(0, ...[...days].map(row)),
  };
}

/**
 * How a board of a day ended.
 * @typedef {object} DayEnd
 * @property {string} day
 * @property {string} text to pass on: this result, or all of them once there are five
 * @property {boolean} counts whether this was the first try
 * @property {boolean} late whether the day was over
 * @property {number} done how many boards of the day are
 * @property {string | undefined} next the world of the next one
 */

/**
 * Keeps how a board of a day ended, if this was one.
 * @param {import("./wire.js").Ending} ending
 * @returns {DayEnd | undefined}
 */
export function ended({ won, title, figures = [], line = figures.map((one) => one.join(" ")).join(", ") }) {
  const board = here();
  // What nobody played is nobody's result.
  if (!board || won === undefined) return undefined;
  const { day, world } = board;
  const all = history();
  // A board that midnight overtook was begun in time.
  const late = day < OPENED;
  const mine = { won, text: line || title, ...(late ? { late } : {}) };
  const results = { [world]: mine, ...all[day] };
  const days = Object.keys(all)
    .filter((one) => one !== day)
    .sort()
    .slice(1 - KEPT);
  keep("daily", Object.fromEntries([...days.map((one) => [one, all[one]]), [day, results]]));
  const link = new URL(dailyLink(world, day), location.href).href;
  const next = worlds.find((one) => !results[one]);
  return {
    day,
    text: next ? `Dédale · ${dateText(day)} · ${resultLine(world, results[world])}\n${link}` : dayText(day),
    counts: results[world] === mine,
    late,
    done: Object.keys(results).length,
    next,
  };
}

/** @param {string} day */
export function dateText(day) {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  // The first of a month is an ordinal in French.
  return lang === "fr" ? text.replace(/^1 /, "1er ") : text;
}

/** @param {string} world @param {Result | undefined} result */
export function resultLine(world, result) {
  return `${titleOf(world)} ${result?.won ? "✓" : "–"} ${result?.text ?? ""}`.trim();
}

/** A square in each world's colour. @type {Record<string, string>} */
const SQUARES = { maze: "🟦", race: "🟥", fish: "🟩", magic: "🟪", sokoban: "🟧" };

/** All of a day in a few lines, to pass on. @param {string} [day] */
export function dayText(day = dayOf()) {
  const results = history()[day] ?? {};
  const done = worlds.filter((world) => results[world]);
  const squares = worlds.map((world) => (results[world]?.won ? SQUARES[world] : results[world] ? "⬛" : "⬜")).join("");
  return [
    `Dédale · ${dateText(day)} · ${outOfFive(done.length)}`,
    squares,
    ...done.map((world) => resultLine(world, results[world])),
    location.origin,
  ].join("\n");
}

/** @param {number} boards */
export function outOfFive(boards) {
  return t(`${number(boards)} of 5`, `${number(boards)} sur 5`);
}

/** How long a row of days is, where it is one. @param {number} row */
export function inARow(row) {
  return row > 1 ? t(`${number(row)}-day streak`, `${number(row)} jours de suite`) : "";
}
