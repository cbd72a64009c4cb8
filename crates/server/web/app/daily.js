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
  asked.sort();
  const day = [OPENED, dayOf()].find((day) => {
    const wanted = new URLSearchParams(dailyLink(world, day).split("?")[1]);
    wanted.sort();
    return String(asked) === String(wanted);
  });
  return day && worlds.includes(world) ? { day, world } : undefined;
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

/** The name of a page that shows a board of the day; nothing elsewhere. */
export function dayName() {
  return here() && t("Board of the day", "Plateau du jour");
}

/** What the days come to: those played, boards won, days in a row with one won (today or yesterday the last), and the longest row. */
export function totals() {
  const all = Object.entries(history());
  const won = all.map(([day, results]) => /** @type {const} */ ([day, Object.values(results).filter((one) => one?.won).length]));
  const days = new Set(won.filter(([, n]) => n).map(([day]) => Date.parse(day) / DAY));
  const today = Date.parse(dayOf()) / DAY;
  const row = (/** @type {number} */ last) => {
    let first = last;
    while (days.has(first)) first -= 1;
    return last - first;
  };
  return {
    days: all.length,
    won: won.reduce((sum, [, n]) => sum + n, 0),
    row: row(days.has(today) ? today : today - 1),
    longest: Math.max(0, ...[...days].map(row)),
  };
}

/**
 * Keeps how a board of the day ended, if this was one: the line to pass on,
 * whether it counts (the first try does), and what is left of the day.
 * @param {import("./wire.js").Ending} ending
 * @returns {{ line: string, counts: boolean, done: number, next: string | undefined } | undefined}
 */
export function ended({ won, title, figures = [], line = figures.map((one) => one.join(" ")).join(", ") }) {
  const board = here();
  // What nobody played is nobody's result.
  if (!board || won === undefined) return undefined;
  const { day, world } = board;
  const all = history();
  const mine = { won, text: line || title };
  const results = { [world]: mine, ...all[day] };
  const days = Object.keys(all)
    .filter((one) => one !== day)
    .sort()
    .slice(1 - KEPT);
  keep("daily", Object.fromEntries([...days.map((one) => [one, all[one]]), [day, results]]));
  return {
    line: `Dédale · ${dateText(day)} · ${resultLine(world, results[world])}\n${new URL(dailyLink(world, day), location.href).href}`,
    counts: results[world] === mine,
    done: Object.keys(results).length,
    next: day === dayOf() ? worlds.find((one) => !results[one]) : undefined,
  };
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
