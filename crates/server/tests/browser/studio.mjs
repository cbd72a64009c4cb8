// A studio of its own and a browser for the tests.
//
// DEDALE is the program; DEDALE_URL, if set, is a studio that runs already.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A loaded machine is slow; a hang is a failure all the same. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** A port nobody uses. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function ready(url) {
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    try {
      if ((await fetch(`${url}/healthz`)).ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no studio at ${url}`);
}

/** Starts a studio, or finds the one that runs. */
export async function openStudio() {
  if (process.env.DEDALE_URL) {
    await ready(process.env.DEDALE_URL);
    return { url: process.env.DEDALE_URL, close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), "dedale-"));
  const port = await freePort();
  const child = spawn(process.env.DEDALE ?? "dedale", ["serve", "--listen", `127.0.0.1:${port}`, "--database", `sqlite:${join(folder, "studio.db")}`], { stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  await ready(url);
  return {
    url,
    async close() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a browser. */
export async function openBrowser() {
  const name = process.env.CHROMIUM ?? "chromium";
  const executablePath = name.startsWith("/") ? name : `/usr/bin/${name}`;
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  return browser;
}

/**
 * A visitor with an empty browser of their own. Whatever goes wrong in the
 * page, and any request that leaves the studio, fails `calm`.
 */
export async function visit(browser, url, { lang = "en", ...options } = {}) {
  const context = await browser.newContext({ baseURL: url, locale: lang === "fr" ? "fr-FR" : "en-GB", viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
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

/** The serious faults that axe finds. */
export async function seriousFaults(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
