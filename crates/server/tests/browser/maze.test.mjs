// The maze laboratory: make, watch, step back, colour, solve, walk, edit,
// open, export.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { openBrowser, openStudio, PATIENCE, visit } from "./studio.mjs";

let studio, browser;
before(async () => {
  studio = await openStudio();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.close();
});

/** Opens the laboratory with its film paused at the end. */
async function laboratory(query) {
  const visitor = await visit(browser, studio.url, { reducedMotion: "reduce" });
  await visitor.page.goto(`/maze?${query}`);
  const counter = visitor.page.locator(".transport output").first();
  const at = async () => (await counter.textContent()).split("/")[0].replace(/\D/g, "");
  const reached = (n) => visitor.page.waitForFunction((n) => document.querySelector(".transport output")?.textContent?.split("/")[0]?.replace(/\D/g, "") === n, String(n), { timeout: PATIENCE });
  await visitor.page.waitForFunction(() => {
    const [a, b] = (document.querySelector(".transport output")?.textContent ?? "").split("/").map((part) => part.replace(/\D/g, ""));
    return b && a === b;
  });
  return { ...visitor, at, reached };
}

async function exported(page, kind) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `.${kind}`, exact: true }).click()]);
  const bytes = await readFile(await download.path());
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  return { name: download.suggestedFilename(), bytes };
}

const pixels = (page) => page.evaluate(() => document.querySelector("canvas.maze-pixels").toDataURL());

test("load, watch, step back and export", async () => {
  const { page, at, reached, calm, close } = await laboratory("algo=prim&size=12x8&seed=3");
  const last = Number(await at());
  const end = await pixels(page);
  await page.getByRole("button", { name: "One step back" }).click();
  await reached(last - 1);
  assert.notEqual(await pixels(page), end);
  await page.getByRole("button", { name: "One step on" }).click();
  await reached(last);
  assert.equal(await pixels(page), end);
  await page.getByRole("button", { name: "To the start" }).click();
  await reached(0);
  await page.getByRole("button", { name: "To the end" }).click();
  await reached(last);
  assert.equal(await pixels(page), end);

  const { name, bytes } = await exported(page, "maz");
  assert.equal(name, "prim-12x8-3.maz");
  const lines = bytes.toString().split("\n");
  assert.equal(lines.length, 18);
  assert.ok(lines.slice(0, 17).every((line) => line.length === 49));
  const same = await page.request.post("/api/maze/generate", { data: { algo: "prim", size: "12x8", seed: 3, format: "maz" } });
  assert.equal(bytes.toString(), await same.text());
  for (const [kind, head] of [["svg", "<svg"], ["png", "\x89PNG"], ["gif", "GIF8"]]) {
    const file = await exported(page, kind);
    assert.ok(file.bytes.subarray(0, 200).toString("latin1").includes(head), kind);
  }
  calm();
  await close();
});

test("playing moves on by itself and pauses", async () => {
  const { page, at, reached, calm, close } = await laboratory("algo=backtracker&size=20x12&seed=1");
  await page.getByRole("button", { name: "To the start" }).click();
  await reached(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".transport output").textContent.split("/")[0].replace(/\D/g, "")) > 3);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const still = await at();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await at(), still);
  calm();
  await close();
});

test("colours change the picture and come back", async () => {
  const { page, calm, close } = await laboratory("algo=spanning-tree&size=16x10&seed=9");
  const seen = new Set();
  for (const name of ["Progress", "Distance", "Age", "Class", "None"]) {
    await page.getByRole("radio", { name, exact: true }).check({ force: true });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
    seen.add(await pixels(page));
  }
  assert.ok(seen.size >= 4, `${seen.size} different pictures`);
  calm();
  await close();
});

test("several algorithms side by side on one seed", async () => {
  const { page, calm, close } = await laboratory("algo=backtracker&size=14x9&seed=4");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator("figure.maze-pane").nth(1).waitFor();
  await page.waitForFunction(() => new URL(location.href).searchParams.get("algo").includes(","));
  calm();
  await close();
});

test("a solver is watched and its way is shown", async () => {
  const { page, calm, close } = await laboratory("algo=wilson&size=10x10&seed=2");
  for (const solver of ["bfs", "astar", "wall-follower"]) {
    await page.getByLabel("Solver").selectOption(solver);
    await page.getByRole("button", { name: "Watch it solve" }).click();
    await page.getByText(/A way of \d+ steps/).waitFor();
  }
  calm();
  await close();
});

test("measures of a perfect maze", async () => {
  const { page, calm, close } = await laboratory("algo=eller&size=10x6&seed=8");
  await page.getByText("Measures").click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  const perfect = page.locator(".figures div", { hasText: /^\s*perfect\s*yes|yes\s*perfect/ }).first();
  await perfect.waitFor();
  calm();
  await close();
});

test("a pasted maze is walked to its exit with the keys", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=5x5&seed=1");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("textbox", { name: "Maze as text" }).fill("o---o---o\n|       |\no---o   o\n|       |\no---o---o\n");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByText("2 × 2 cells").waitFor();
  await page.getByRole("button", { name: "Walk it" }).click();
  await page.getByText("Arrow keys, or draw").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.getByText("Out in 2 steps; the shortest way has 2.").waitFor();
  calm();
  await close();
});

test("a file that is no maze is explained", async () => {
  const { page, close } = await laboratory("algo=prim&size=5x5&seed=1");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("textbox", { name: "Maze as text" }).fill("o---o\n|  x\no---o\n");
  await page.getByRole("button", { name: "Use this text" }).click();
  const trouble = page.getByRole("alert").filter({ hasText: /\d/ });
  await trouble.waitFor();
  await close();
});

test("walls are edited by keyboard and exported", async () => {
  const { page, calm, close } = await laboratory("algo=empty&size=3x2&seed=1");
  await page.getByRole("button", { name: "Edit walls" }).click();
  await page.getByText("Point at a wall").waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  const { bytes } = await exported(page, "maz");
  assert.equal(bytes.toString(), "o---o---o---o\n|   |       |\no   o   o   o\n|           |\no---o---o---o\n");
  calm();
  await close();
});
