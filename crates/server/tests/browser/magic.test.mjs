// Magic Maze in the browser: in practice, with friends, won by bots.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PATIENCE, openBrowser, openStudio, seriousFaults, visit } from "./studio.mjs";

let studio;
let browser;
before(async () => {
  studio = await openStudio();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.close();
});

/** A room by the API, so that seed and pace are known; the key is handed to the browser. */
async function open(visitor, wish) {
  await visitor.page.goto("/magic");
  return visitor.page.evaluate(async (wish) => {
    const { openRoom } = await import("/static/app/play.js");
    await openRoom(wish);
  }, { game: "magic", ...wish }).then(() => visitor.page.waitForURL(/\/room\//));
}

/** Where the pawns stand, by colour. */
function stand(page) {
  return page.locator(".magic-pawn").evaluateAll((pawns) => Object.fromEntries(pawns.map((pawn) => [pawn.dataset.pawn, pawn.dataset.at])));
}

/** Waits until both pages show the same pawns. */
async function agree(a, b) {
  for (const until = Date.now() + 20_000; ; ) {
    const [one, two] = await Promise.all([stand(a), stand(b)]);
    if (JSON.stringify(one) === JSON.stringify(two)) return one;
    assert.ok(Date.now() < until, `${JSON.stringify(one)} ${JSON.stringify(two)}`);
    await a.waitForTimeout(50);
  }
}

test("two clicks to a practice game; a pawn moves by key, click and drag", async () => {
  // Without motion, a pawn is where it is said to be at once.
  const { page, calm, close } = await visit(browser, studio.url, { reducedMotion: "reduce" });
  await page.goto("/magic?seed=5");
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("slider", { name: "Players" }).fill("2");
  await page.getByLabel("Player 2").selectOption("");
  await page.getByRole("button", { name: "Start practice" }).click();
  await page.waitForURL(/\/room\//);
  await page.locator(".magic-pawn").first().waitFor();
  await page.getByText("You play every role").waitFor();
  const arrows = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };

  // Some pawn can go somewhere: choose it with its letter, go with an arrow.
  const before = await stand(page);
  let dir;
  for (const letter of ["y", "p", "g", "o"]) {
    await page.keyboard.press(letter);
    const ready = await page.locator(".magic-arrow.ready").first().getAttribute("class").catch(() => null);
    dir = Object.keys(arrows).find((name) => ready?.split(" ").includes(name));
    if (dir) break;
  }
  assert.ok(dir);
  const shown = await page.locator(".magic-mall .aim").count();
  assert.ok(shown > 0, "slides are shown");
  await page.keyboard.press(arrows[dir]);
  await page.getByText("1 move", { exact: false }).first().waitFor();
  assert.notDeepEqual(await stand(page), before);

  // A click on a marked cell.
  await page.locator(".magic-mall .aim circle").first().click({ force: true });
  await page.getByText(/· 2 moves/).waitFor();

  // A drag of the chosen pawn onto a marked cell.
  const from = await page.locator(".magic-pawn.chosen .disc").boundingBox();
  const to = await page.locator(".magic-mall .aim circle").first().boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.locator(".magic-mall .ghost").waitFor();
  await page.mouse.up();
  await page.getByText(/· 3 moves/).waitFor();

  assert.deepEqual(await seriousFaults(page), []);
  calm();
  await close();
});

test("a move touches few nodes", async () => {
  const { page, calm, close } = await visit(browser, studio.url);
  await open({ page }, { config: "scenario=0,players=2,time=0", seed: 5, practice: true, bots: {} });
  await page.locator(".magic-pawn.chosen").waitFor();
  await page.waitForTimeout(400);
  await page.evaluate(() => {
    window.touched = new Set();
    new MutationObserver((all) => all.forEach(({ target }) => window.touched.add(target))).observe(document.querySelector(".magic-mall"), { attributes: true, subtree: true });
  });
  // Choose another pawn's slide by hand so that only it moves.
  await page.locator(".magic-arrow.ready").first().click();
  await page.getByText(/· 1 move/).waitFor();
  const touched = await page.evaluate(() => [...window.touched].filter((node) => node.closest(".tile")).length);
  const pawns = await page.evaluate(() => [...window.touched].filter((node) => node.matches(".magic-pawn")).length);
  assert.equal(touched, 0, "no tile is redrawn");
  assert.equal(pawns, 1, "one pawn moves");
  calm();
  await close();
});

test("practice: what now, the plan, the red pawn, zoom and follow", async () => {
  const { page, calm, close } = await visit(browser, studio.url);
  await open({ page }, { config: "scenario=1,players=4,time=0", seed: 3, practice: true, bots: { 1: "joint", 2: "joint", 3: "joint" }, pace: 4000 });
  await page.getByRole("button", { name: "What now?" }).click();
  await page.locator(".magic-advice", { hasText: /something is missing|steps out of the way|to the timer|explore/ }).waitFor();
  await page.getByRole("button", { name: "Show the plan" }).click();
  // A straight way has no height, so it never counts as visible.
  await page.locator(".magic-mall .plan-way").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Do something, Bot 2!" }).click();
  await page.locator(".magic-mate.pointed", { hasText: "Bot 2" }).waitFor();
  const wide = await page.locator(".magic-mall").first().getAttribute("viewBox");
  await page.getByRole("button", { name: "Closer" }).click();
  await page.waitForFunction((wide) => document.querySelector(".magic-mall").getAttribute("viewBox") !== wide, wide);
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByRole("button", { name: "Follow" }).click();
  assert.equal(await page.getByRole("button", { name: "Follow" }).getAttribute("aria-pressed"), "true");
  calm();
  await close();
});

test("two browsers and two bots: a move crosses over, one reconnects, one looks on, the bots win", async () => {
  const [ann, bob, eve] = await Promise.all([visit(browser, studio.url), visit(browser, studio.url), visit(browser, studio.url)]);
  await open(ann, { config: "scenario=1,players=4,time=0", seed: 11, bots: { 2: "joint", 3: "joint" }, pace: 30 });
  const room = new URL(ann.page.url()).pathname;
  await bob.page.goto(room);
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await eve.page.goto(room);
  await bob.page.getByRole("button", { name: "I am ready" }).click();
  await ann.page.getByRole("button", { name: "I am ready" }).click();

  // Each sees what they own: left and teleporter, down and explore.
  await ann.page.getByText("You: left, teleporter").waitFor();
  await bob.page.getByText("You: down, explore").waitFor();
  assert.equal(await eve.page.getByRole("region", { name: "Your role" }).count(), 0);

  // The bots do what they can and then wait for the two.
  await ann.page.waitForTimeout(1500);
  const ways = ann.page.locator(".magic-arrow.ready");
  for (const letter of ["y", "p", "g", "o"]) {
    await ann.page.keyboard.press(letter);
    if (await ways.count()) break;
  }
  if (await ways.count()) await ways.first().click();
  await agree(ann.page, bob.page);
  await agree(ann.page, eve.page);

  // Bob's page is opened anew: he still holds his role, on the same board.
  await bob.page.reload();
  await bob.page.getByText("You: down, explore").waitFor();
  await agree(ann.page, bob.page);

  // Both hand over to bots, who win without a word.
  await ann.page.getByRole("button", { name: "Let a bot play" }).click();
  await ann.page.getByRole("button", { name: "joint" }).click();
  await bob.page.getByRole("button", { name: "Let a bot play" }).click();
  await bob.page.getByRole("button", { name: "joint" }).click();
  for (const { page } of [ann, bob, eve]) {
    // A bot with nothing to do thinks again only every second.
    await page.getByText("Everyone is out: you win together!").waitFor({ timeout: 4 * PATIENCE });
    await page.getByRole("heading", { name: "Everyone is out!" }).waitFor();
  }
  assert.deepEqual(await seriousFaults(eve.page), []);
  await eve.page.getByRole("button", { name: "Look at the board" }).click();
  assert.ok((await eve.page.locator(".magic-mall .tile").count()) > 4, "tiles were explored");
  assert.equal(await eve.page.locator(".magic-pawn").count(), 0, "nobody is left");
  await eve.page.getByRole("link", { name: "Watch again" }).click();
  await eve.page.getByRole("button", { name: "To the end" }).click();
  await eve.page.getByRole("heading", { name: "Everyone is out!" }).waitFor();
  for (const visitor of [ann, bob, eve]) {
    visitor.calm();
    await visitor.close();
  }
});

test("the sand runs out", async () => {
  const { page, calm, close } = await visit(browser, studio.url, { lang: "fr" });
  await open({ page }, { config: "scenario=2,players=2,time=2", seed: 1, practice: true, bots: {} });
  await page.getByRole("heading", { name: "Le sable s'est écoulé" }).waitFor();
  await page.getByText("tout est perdu").waitFor();
  calm();
  await close();
});
