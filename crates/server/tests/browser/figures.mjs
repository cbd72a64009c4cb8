// Measures what the page promises; no test, because time depends on the
// machine.
//
//   DEDALE=target/release/dedale node figures.mjs            all of it
//   DEDALE=target/release/dedale node figures.mjs weight     first load, compressed
//   DEDALE=target/release/dedale node figures.mjs visit      first visit to first move
//   DEDALE=target/release/dedale node figures.mjs replay     a film of a million cells
//
// `replay` takes algorithms after it: `replay prim wilson`.

import { openBrowser, openStudio, visit } from "./studio.mjs";

const [what = "all", ...names] = process.argv.slice(2);
const wanted = (/** @type {string} */ name) => what === "all" || what === name;
const studio = await openStudio();
const browser = await openBrowser();
try {
  if (wanted("weight")) await weight();
  if (wanted("visit")) await firstMove();
  if (wanted("replay")) for (const algo of names.length ? names : ["backtracker", "prim", "spanning-tree", "eller"]) await replay(algo);
} finally {
  await browser.close();
  await studio.close();
}

/** The bytes of a first visit to each page, as they come over the wire. */
async function weight() {
  for (const path of ["/", "/maze", "/race", "/fish", "/magic", "/sokoban", "/learn", "/replays", "/race?play&seed=4"]) {
    const { page, close } = await visit(browser, studio.url);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    let files = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => ((bytes += encodedDataLength), (files += 1)));
    await page.goto(path, { waitUntil: "networkidle" });
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
    console.log(`first load of ${path}: ${(bytes / 1000).toFixed(0)} kB in ${files} files, first paint with content after ${paint.toFixed(0)} ms`);
    await close();
  }
}

/** From an empty browser to the first step in a race. */
async function firstMove() {
  const { page, close } = await visit(browser, studio.url);
  const began = performance.now();
  await page.goto("/");
  await page.getByRole("link", { name: "Play now: Race" }).click();
  await page.getByText("Your turn.").waitFor();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  console.log(`first visit to first move: ${((performance.now() - began) / 1000).toFixed(1)} s, one click and one key`);
  await close();
}

/**
 * Watches a maze of 1,000 × 1,000 cells form at full speed, in every colour,
 * forwards and backwards.
 * @param {string} algo
 */
async function replay(algo) {
  const { page, close } = await visit(browser, studio.url);
  await page.addInitScript(() => {
    const seen = { tasks: /** @type {number[]} */ ([]), frames: /** @type {number[]} */ ([]) };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    let last = 0;
    const tick = (/** @type {number} */ now) => {
      if (last) seen.frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    localStorage.setItem("maze-speed", "97");
  });
  const began = performance.now();
  await page.goto(`/maze?algo=${algo}&size=1000x1000&seed=1`);
  /** Where the film stands. */
  const counter = () => page.evaluate(() => (document.querySelector(".transport output")?.textContent ?? "").split("/").map((part) => Number(part.replace(/\D/g, ""))));
  const ended = () => page.waitForFunction(() => {
    const [at, of] = (document.querySelector(".transport output")?.textContent ?? "").split("/").map((part) => part.replace(/\D/g, ""));
    return of && at === of;
  }, undefined, { timeout: 600_000 });
  const started = () => page.waitForFunction(() => /^0\D/.test(document.querySelector(".transport output")?.textContent ?? "x"), undefined, { timeout: 600_000 });
  /** Tells what was measured since the last time. @param {string} label */
  const tell = async (label) => {
    const { tasks, frames } = await page.evaluate(() => {
      const { tasks, frames } = /** @type {any} */ (window).seen;
      return { tasks: tasks.splice(0), frames: frames.splice(0) };
    });
    const sorted = frames.toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    const at = (/** @type {number} */ share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
    const total = frames.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    const worst = tasks.length ? `, longest ${Math.max(...tasks).toFixed(0)} ms` : "";
    console.log(`${algo}, ${label}: ${((1000 * frames.length) / total).toFixed(0)} frames/s over ${(total / 1000).toFixed(1)} s (median ${at(0.5)} ms, p99 ${at(0.99)} ms); ${tasks.length} tasks over 50 ms${worst}`);
  };
  await page.waitForFunction(() => /\//.test(document.querySelector(".transport output")?.textContent ?? ""), undefined, { timeout: 600_000 });
  await tell(`loading, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await ended();
  const [, steps] = await counter();
  await tell(`forwards, ${steps} steps`);
  for (const name of ["Distance", "Age", "Class", "Progress"]) {
    await page.getByRole("radio", { name, exact: true }).check({ force: true });
    await page.waitForTimeout(1500);
    await tell(`colour by ${name.toLowerCase()}`);
  }
  await page.getByRole("button", { name: "To the start" }).click();
  await started();
  await tell("backwards");
  await close();
}
