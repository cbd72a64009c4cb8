// How heavy pages are, how soon one plays, how smoothly a film runs.

import { visit } from "./studio.mjs";

const PAGES = ["/", "/maze", "/race", "/fish", "/magic", "/sokoban", "/learn", "/replays", "/race?play&seed=4", "/maze?walk&level=2&seed=4"];
/** Whose films are watched; FILMS names others. */
const ALGORITHMS = (process.env.FILMS ?? "backtracker prim spanning-tree eller").split(" ");

/** The bytes of a first visit to each page, as they come over the wire, and when there is something to see. */
export async function weight(studio, browser, tell) {
  for (const path of PAGES) {
    const { page, close } = await visit(browser, studio.url);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    let files = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => ((bytes += encodedDataLength), (files += 1)));
    await page.goto(path, { waitUntil: "networkidle" });
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
    tell(`first load of ${path}, ${files} files`, bytes / 1000, { unit: "kB", most: 300 });
    tell(`first paint of ${path}`, paint, { most: 300 });
    await close();
  }
}

/** From an empty browser to the first step in a race. */
export async function firstMove(studio, browser, tell) {
  const { page, close } = await visit(browser, studio.url);
  const began = performance.now();
  await page.goto("/");
  await page.getByRole("link", { name: "Play now: Race" }).click();
  await page.getByText("Your turn.").waitFor();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  tell("first visit to first move, one click and one key", (performance.now() - began) / 1000, { unit: "s" });
  await close();
}

/** Watches mazes of 1,000 × 1,000 cells form, in every colour, forwards and backwards. */
export async function films(studio, browser, tell) {
  for (const algo of ALGORITHMS) await film(studio, browser, algo, tell);
}

async function film(studio, browser, algo, row) {
  const { page, close } = await visit(browser, studio.url);
  await page.addInitScript(() => {
    const seen = { tasks: [], frames: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    let last = 0;
    const tick = (now) => {
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
      const { tasks, frames } = window.seen;
      return { tasks: tasks.splice(0), frames: frames.splice(0) };
    });
    const sorted = frames.toSorted((a, b) => a - b);
    const at = (share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
    const total = frames.reduce((a, b) => a + b, 0);
    const worst = tasks.length ? `, longest ${Math.max(...tasks).toFixed(0)} ms` : "";
    const note = `over ${(total / 1000).toFixed(1)} s; median ${at(0.5)} ms, p99 ${at(0.99)} ms; ${tasks.length} tasks over 50 ms${worst}`;
    row(`film of ${algo}, ${label}`, (1000 * frames.length) / total, { unit: "frames/s", least: 60, note });
  };
  await page.waitForFunction(() => /\//.test(document.querySelector(".transport output")?.textContent ?? ""), undefined, { timeout: 600_000 });
  await tell(`loading, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await ended();
  const [, steps] = await counter();
  await tell(`forwards, ${steps} steps`);
  for (const name of ["Distance", "Age", "Class", "Progress"]) {
    await page.getByRole("radio", { name, exact: true }).dispatchEvent("click");
    await page.waitForTimeout(1500);
    await tell(`colour by ${name.toLowerCase()}`);
  }
  await page.getByRole("button", { name: "To the start" }).click();
  await started();
  await tell("backwards");
  await close();
}
