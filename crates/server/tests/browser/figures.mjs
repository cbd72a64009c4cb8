// Measures what the page promises, in one table; no test, because time depends
// on the machine.
//
//   DEDALE=target/release/dedale node figures.mjs               all of it
//   DEDALE=target/release/dedale node figures.mjs weight fish   only these
//
// FILMS="prim wilson" chooses films, MOVES=100 how long Magic Maze is played.

import { films, firstMove, weight } from "./figures-pages.mjs";
import { fish, magic, sokoban } from "./figures-play.mjs";
import { openBrowser, openStudio } from "./studio.mjs";

/** A screen without a fixed rate. */
const UNLIMITED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];

/** What is measured, by the name it is asked for. */
const FIGURES = {
  weight: [weight],
  visit: [firstMove],
  sokoban: [sokoban, UNLIMITED],
  fish: [fish, UNLIMITED],
  magic: [magic],
  films: [films],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !FIGURES[name]);
if (unknown.length) throw new Error(`found ${unknown.join(", ")}, expected some of ${Object.keys(FIGURES).join(", ")}`);

/** @type {string[][]} */
const rows = [["figure", "measured", "promised", "", ""]];

/** One line of the table: in milliseconds, unless it says otherwise. */
function tell(what, value, { unit = "ms", most, least, note = "" } = {}) {
  const promised = most === undefined ? (least === undefined ? "" : `≥ ${least}`) : `≤ ${most}`;
  // A screen's rate is never met to the last frame.
  const kept = value <= (most ?? Infinity) && value >= (least ?? 0) * 0.97;
  rows.push([what, `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`, promised && `${promised} ${unit}`, promised && (kept ? "yes" : "NO"), note]);
  console.error(rows.at(-1).join("  "));
}

const studio = await openStudio();
try {
  for (const [name, [measure, flags = []]] of Object.entries(FIGURES)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const browser = await openBrowser(flags);
    await measure(studio, browser, tell).finally(() => browser.close());
  }
} finally {
  await studio.close();
}
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd());
