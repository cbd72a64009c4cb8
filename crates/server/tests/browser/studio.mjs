// A studio of its own and a browser for the tests.
//
// DEDALE is the program; DEDALE_URL, if set, is a studio that runs already.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A loaded machine is slow; a hang is a failure all the same. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** Starts a studio on a port of its own choice, or takes the one that runs. */
export async function openStudio() {
  if (process.env.DEDALE_URL) return { url: process.env.DEDALE_URL, close: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "dedale-"));
  const child = spawn(process.env.DEDALE ?? "dedale", ["serve", "--lang", "en", "--log", "warn", "--listen", "127.0.0.1:0", "--database", `sqlite:${join(folder, "studio.db")}`], { stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface(child.stderr);
  const url = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the studio ended with ${code}`)));
    lines.on("line", (line) => {
      const said = /^Dédale is at (.*)\/$/.exec(line);
      if (said) resolve(said[1]);
      else console.error(line);
    });
  });
  return {
    url,
    async close() {
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a browser. @param {string[]} [flags] more of them */
export async function openBrowser(flags = []) {
  const name = process.env.CHROMIUM ?? "chromium";
  const executablePath = name.startsWith("/") ? name : `/usr/bin/${name}`;
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
  return browser;
}

/**
 * A visitor with an empty browser of their own. Whatever goes wrong in the
 * page, and any request that leaves the studio, fails `calm`.
 */
export async function visit(browser, url, { lang = "en", newcomer = false, ...options } = {}) {
  const context = await browser.newContext({ baseURL: url, locale: lang === "fr" ? "fr-FR" : "en-GB", viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  // Whoever was here before knows how to play.
  if (!newcomer) await context.addInitScript(() => localStorage.setItem("how-to", JSON.stringify(["maze", "race", "fish", "magic", "sokoban"])));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !/^(data|blob):/.test(to)) faults.push(`request to ${to}`);
  });
  return {
    page,
    context,
    calm: () => assert.deepEqual(faults, []),
    close: () => context.close(),
  };
}

/** Fills this site's local storage to the last letter. */
export function fillStorage(page) {
  return page.evaluate(() => {
    for (let size = 1 << 20, n = 0; size >= 1; ) {
      try {
        localStorage.setItem(`full-${n++}`, "x".repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
}

/** Opens a room as a page does, with seed and pace known, and goes there. */
export async function enterRoom(page, wish) {
  await page.goto(`/${wish.game}`);
  await page.evaluate(async (wish) => {
    const { openRoom } = await import("/static/app/play.js");
    // Not awaited: it ends with leaving this page, and no answer outlives that.
    void openRoom(wish);
  }, wish);
  await page.waitForURL(/\/room\//);
}

/** The serious faults that axe finds, by all rules or by some. */
export async function seriousFaults(page, rules) {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** The keys that lead through a maze, as the page itself works it out. */
export function wayOut(page, recipe) {
  return page.evaluate(async (recipe) => {
    const { generation } = await import("/static/worlds/maze/ask.js");
    const film = await generation(recipe);
    film.forward(Infinity, Infinity);
    const last = film.rows * film.cols - 1;
    const came = new Map([[0, ""]]);
    const queue = [0];
    for (const at of queue) {
      for (const [bit, step, key] of [[1, -film.cols, "ArrowUp"], [2, 1, "ArrowRight"], [4, film.cols, "ArrowDown"], [8, -1, "ArrowLeft"]]) {
        if (!(film.open[at] & bit) || came.has(at + step)) continue;
        came.set(at + step, `${came.get(at)} ${key}`.trim());
        queue.push(at + step);
      }
    }
    return came.get(last).split(" ");
  }, recipe);
}
