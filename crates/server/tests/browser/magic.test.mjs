// Magic Maze in the browser: in practice, with friends, won by bots; every
// power, the camera, the sand, and the bot that takes an empty seat.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { PATIENCE, enterRoom, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

/** A room of Magic Maze. */
const open = ({ page }, wish) => enterRoom(page, { game: "magic", ...wish });

/**
 * A practice game in which this has already been played, all roles one's own.
 * Each deed is a seat and an action.
 */
async function taken(visitor, { config, seed, deeds }) {
  const lines = deeds.map((deed, seq) => ({ seq, t: seq * 100, seat: Number(deed[0]), do: deed.slice(2) }));
  const file = [{ dedale: 1, game: "magic", version: 1, config, seed }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  const answer = await visitor.page.request.post("/api/replays", { data: file, headers: { "content-type": "application/jsonl" } });
  assert.ok(answer.ok(), await answer.text());
  const { id } = await answer.json();
  await open(visitor, { practice: true, from: id, at: deeds.length, bots: {} });
  await visitor.page.locator(".magic-pawn.chosen").waitFor();
}

test("whoever won in practice goes on to the next scenario, or plays again", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/magic");
  // The card as the board's ending asks for it: a game is not won within a test's patience.
  await page.evaluate(async () => {
    const { endCard } = await import("/static/app/end_card.js");
    const next = { text: "Next scenario", href: "/magic?play&scenario=2" };
    document.querySelector("main").append(endCard({ won: true, title: "Out", next }, { on: { text: "Play again", act() {} } }));
  });
  await page.getByRole("button", { name: "Play again" }).waitFor();
  await page.getByRole("button", { name: "Next scenario" }).click();
  await page.waitForURL(/scenario=2/);
  await page.getByRole("button", { name: "I am ready" }).waitFor();
  calm();
  await close();
});

/** Notes what is set in motion, by class. */
function watchMotion(page) {
  return page.addInitScript(() => {
    window.moving = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...args) {
      window.moving.push(this.getAttribute("class"));
      return animate.apply(this, args);
    };
  });
}

const viewBox = (page) => page.locator("svg.magic-mall").first().getAttribute("viewBox").then((text) => text.split(" ").map(Number));

/** Where the pawns stand, by colour. */
function stand(page) {
  return page.locator(".magic-pawn").evaluateAll((pawns) => Object.fromEntries(pawns.map((pawn) => [pawn.dataset.pawn, pawn.dataset.at])));
}

/** Waits until every pawn is seen on its cell of the drawing, to a pixel. */
function standOnCells(page) {
  return page.waitForFunction(() => {
    const svg = document.querySelector("svg.magic-mall");
    const matrix = svg.getScreenCTM();
    const pawns = [...document.querySelectorAll(".magic-pawn")];
    return pawns.length === 4 && pawns.every((pawn) => {
      const [row, col] = pawn.dataset.at.split(",").map(Number);
      const cell = new DOMPoint((col + 0.5) * 40, (row + 0.5) * 40).matrixTransform(matrix);
      const { x, y, width, height } = pawn.getBoundingClientRect();
      return Math.hypot(x + width / 2 - cell.x, y + height / 2 - cell.y) < 1 && Math.abs(width - 40 * matrix.a) < 1;
    });
  });
}

/** Waits until both pages show the same pawns. */
async function agree(a, b) {
  for (const until = Date.now() + PATIENCE; ; ) {
    const [one, two] = await Promise.all([stand(a), stand(b)]);
    if (JSON.stringify(one) === JSON.stringify(two)) return one;
    assert.ok(Date.now() < until, `${JSON.stringify(one)} ${JSON.stringify(two)}`);
    await a.waitForTimeout(50);
  }
}

test("two clicks to a practice game; a pawn moves by key, click and drag", async () => {
  // Without motion, a pawn is where it is said to be at once.
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/magic?seed=5");
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("slider", { name: "Players" }).fill("2");
  await page.getByLabel("Player 2").selectOption("");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/room\//);
  await page.locator(".magic-pawn").first().waitFor();
  await page.getByText("You play every role").waitFor();
  const arrows = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };

  // Some pawn can go somewhere: choose it with its letter, go with an arrow.
  const before = await stand(page);
  let dir;
  for (const letter of ["y", "p", "g", "o"]) {
    await page.keyboard.press(letter);
    const [ready] = await page.locator(".magic-arrow.ready").evaluateAll((all) => all.map((one) => one.getAttribute("class")));
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
  const { page, calm, close } = await visit();
  await open({ page }, { config: "scenario=0,players=2,time=0", seed: 5, practice: true, bots: {} });
  await page.locator(".magic-pawn.chosen").waitFor();
  await page.locator(".magic-arrow.ready").first().waitFor();
  await page.evaluate(() => {
    window.touched = new Set();
    new MutationObserver((all) => all.forEach(({ target }) => window.touched.add(target))).observe(document.querySelector(".magic-picture"), { attributes: true, subtree: true });
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
  const { page, calm, close } = await visit();
  await open({ page }, { config: "scenario=1,players=4,time=0", seed: 3, practice: true, bots: { 1: "joint", 2: "joint", 3: "joint" }, pace: 4000 });
  await page.getByRole("button", { name: "What now?" }).click();
  await page.locator(".magic-advice", { hasText: /something is missing|steps out of the way|to the timer|explore/ }).waitFor();
  await page.getByRole("button", { name: "Show the plan" }).click();
  // A straight way has no height, so it never counts as visible.
  await page.locator(".magic-mall .plan-way").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Do something, Strong bot 1!" }).click();
  await page.locator(".magic-mate.pointed", { hasText: "Strong bot 1" }).waitFor();
  const wide = await page.locator(".magic-mall").first().getAttribute("viewBox");
  await page.getByRole("button", { name: "Closer" }).click();
  await page.waitForFunction((wide) => document.querySelector(".magic-mall").getAttribute("viewBox") !== wide, wide);
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByRole("button", { name: "Follow" }).click();
  assert.equal(await page.getByRole("button", { name: "Follow" }).getAttribute("aria-pressed"), "true");
  calm();
  await close();
});

test("what now, in French: set as in print, and said as one says it", async () => {
  const { page, calm, close } = await visit({ lang: "fr", reducedMotion: "reduce" });
  await enterRoom(page, { game: "magic", config: "players=1,time=180", seed: 5, practice: true });
  await page.getByRole("button", { name: "Et maintenant ?" }).click();
  const advice = page.locator(".magic-advice");
  await advice.getByText("—").waitFor();
  assert.doesNotMatch(await advice.textContent(), /'|il manque quelque chose/);
  const set = await page.evaluate(async () => {
    const { sentence } = await import("/static/app/i18n.js");
    const { victoryText } = await import("/static/app/seats.js");
    const players = [0, 1, 2].map((seat) => ({ seat, kind: "bot", bot: "strong", name: "" }));
    return [sentence("il n'y a pas d'indice ici"), victoryText({ players, seat: null, outcome: { winners: [1, 2] } })];
  });
  // A name and its number stay on one line.
  assert.equal(set[0], "Il n’y a pas d’indice ici.");
  assert.match(set[1], /\S\u00a02\D.*\S\u00a03\D/);
  calm();
  await close();
});

test("two browsers and two bots: a move crosses over, one reconnects, one looks on, the bots win", async () => {
  const [ann, bob, eve] = await Promise.all([visit(), visit(), visit()]);
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

  // The bots do what they can and then wait for the two: a way of Ann's stays open.
  const ways = ann.page.locator(".magic-arrow.ready");
  for (const until = Date.now() + PATIENCE; ; ) {
    assert.ok(Date.now() < until, "nothing for Ann to do");
    for (const letter of ["y", "p", "g", "o"]) {
      await ann.page.keyboard.press(letter);
      if (await ways.count()) break;
    }
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
  await ann.page.locator(".seats-fold summary").click();
  await ann.page.getByRole("button", { name: "Let a bot play" }).click();
  await ann.page.getByRole("button", { name: /^Strong: / }).click();
  await bob.page.locator(".seats-fold summary").click();
  await bob.page.getByRole("button", { name: "Let a bot play" }).click();
  await bob.page.getByRole("button", { name: /^Strong: / }).click();
  for (const { page } of [ann, bob, eve]) {
    // A bot with nothing to do thinks again only every second.
    await page.getByText("Everyone is out: you win together!").waitFor({ timeout: 4 * PATIENCE });
    await page.getByRole("heading", { name: /Everyone is out/ }).waitFor();
  }
  assert.deepEqual(await seriousFaults(eve.page), []);
  await eve.page.getByRole("button", { name: "Look at the board" }).click();
  assert.ok((await eve.page.locator(".magic-mall .tile").count()) > 4, "tiles were explored");
  assert.equal(await eve.page.locator(".magic-pawn").count(), 0, "nobody is left");
  await eve.page.getByRole("link", { name: "Watch again" }).click();
  await eve.page.getByRole("button", { name: "To the end" }).click();
  await eve.page.getByText("Escaped!").waitFor();
  for (const visitor of [ann, bob, eve]) {
    visitor.calm();
    await visitor.close();
  }
});

test("the sand runs out", async () => {
  const { page, calm, close } = await visit({ lang: "fr" });
  await open({ page }, { config: "scenario=2,players=2,time=2", seed: 1, practice: true, bots: {} });
  await page.getByRole("heading", { name: "Le sable s’est écoulé" }).waitFor();
  await page.getByText("Si près du but. On recommence ?").waitFor();
  calm();
  await close();
});

test("exploring lays a tile that slides in; the escalator and the teleporter carry", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await watchMotion(page);
  // Orange stands on its door.
  await taken(visitor, { config: "scenario=2,players=2,time=0", seed: 1, deeds: ["1 move o left 1"] });
  assert.equal(await page.locator(".magic-mall .tile").count(), 1);
  await page.locator(".magic-mall .aim.explore").waitFor();
  await page.keyboard.press("e");
  await page.locator(".magic-mall .tile").nth(1).waitFor();
  assert.ok((await page.evaluate(() => window.moving)).includes("tile"), "the new tile moves in");
  assert.ok((await page.locator(".magic-mall .tile").nth(1).locator(".gate").count()) > 0, "it has doors of its own");

  await taken(visitor, { config: "scenario=2,players=2,time=0", seed: 1, deeds: [] });
  const before = await stand(page);
  await page.keyboard.press("c");
  await page.getByText(/· 1 move/).waitFor();
  const after = await stand(page);
  assert.equal(Object.keys(before).filter((pawn) => before[pawn] !== after[pawn]).length, 1, "the escalator carries one pawn");

  await taken(visitor, { config: "scenario=2,players=2,time=0", seed: 5, deeds: ["0 move y right 1", "1 explore y"] });
  // Whoever has a teleporter of its colour sees it marked, and a click goes there.
  for (const letter of ["y", "p", "g", "o"]) {
    await page.keyboard.press(letter);
    if (await page.locator(".magic-mall .aim.jump").count()) break;
  }
  const chosen = page.locator(".magic-pawn.chosen");
  const from = await chosen.getAttribute("data-at");
  await page.keyboard.press("t");
  await page.waitForFunction((from) => document.querySelector(".magic-pawn.chosen").dataset.at !== from, from);
  visitor.calm();
  await visitor.close();
});

test("the crystal ball shows tiles from afar", async () => {
  const visitor = await visit();
  const { page } = visitor;
  const deeds = "3 move p up 1|1 explore p|0 move o left 1|1 explore o|0 teleport g -4,2|1 move g down 1|0 move g left 1|1 explore g|0 teleport p 0,-1|2 escalator p|0 move p left 1|1 explore p|2 move y right 1|3 move y up 1|2 move y right 1|1 move y down 1|1 explore y|1 move g down 2|2 move g right 1|2 move y right 1|1 move g down 2|2 move g right 1|1 move g down 2|0 move g left 2|1 explore g|2 move g right 2|0 teleport o 7,1|0 teleport p 0,-1|3 move g up 2|0 move g left 5|1 move g down 1|0 move g left 1|1 move g down 1|0 move g left 1|1 move g down 1|0 move g left 1|1 explore g|0 teleport p 2,-9|1 move p down 1".split("|");
  await taken(visitor, { config: "players=4,scenario=5,tiles=15,time=0,teleporters=5", seed: 1, deeds });
  const tiles = page.locator(".magic-mall .tile");
  const before = await tiles.count();
  const rings = page.locator(".magic-mall .aim.jump.m-purple");
  assert.ok((await rings.count()) > 1, "every open door is marked");
  // Too far away to see: everything fits, then a click on the ring of a door.
  await rings.first().click({ force: true });
  await tiles.nth(before).waitFor();
  visitor.calm();
  await visitor.close();
});

test("a timer cell turns the sand, and is used up", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await watchMotion(page);
  await taken(visitor, { config: "scenario=2,players=2,time=180", seed: 11, deeds: ["0 move g right 1"] });
  await page.keyboard.press("g");
  await page.keyboard.press("ArrowDown");
  await page.locator(".magic-mall .site.timer.used").first().waitFor();
  await page.getByText(/The timer turns: [0-9]:[0-9]{2} left/).first().waitFor({ state: "attached" });
  assert.ok((await page.evaluate(() => window.moving)).some((name) => name?.includes("sand-glass")), "the glass turns over");
  visitor.calm();
  await visitor.close();
});

test("a match played here is reviewed: what each move added to the way all have to go", async () => {
  const visitor = await visit({ reducedMotion: "reduce" });
  const { page } = visitor;
  await open(visitor, { config: "players=4,scenario=11,tiles=15,time=0,teleporters=5", seed: 1, practice: true, bots: {} });
  await page.locator(".magic-pawn.chosen").waitFor();
  // Orange to its door and back, purple to its own.
  const at = await stand(page);
  for (const [pawn, key, name] of [["o", "ArrowLeft", "orange"], ["o", "ArrowRight", "orange"], ["p", "ArrowUp", "purple"]]) {
    await page.keyboard.press(pawn);
    const from = (await stand(page))[name];
    await page.keyboard.press(key);
    await page.waitForFunction(([name, from]) => document.querySelector(`.magic-pawn[data-pawn="${name}"]`)?.dataset.at !== from, [name, from]);
  }
  assert.equal((await stand(page)).orange, at.orange);
  // The sand turns with no tile to discard: that is the end.
  await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: "Watch again" }).first().click();
  await page.waitForURL(/replays/);
  await page.getByRole("button", { name: "Review the moves" }).click();
  const bars = page.locator(".review-graph rect");
  await bars.first().waitFor();
  const costs = await bars.evaluateAll((all) => all.map((bar) => Number(bar.dataset.at)));
  const lines = page.locator(".sheet", { has: page.getByRole("heading", { name: "Review" }) }).locator(".replay-moves button");
  assert.equal(await lines.count(), costs.length);
  // Whoever went back has lost something; each seat reads its share of best moves.
  const told = await lines.allTextContents();
  assert.ok(told.some((line) => /Orange/.test(line)), told.join());
  const shares = await page.locator(".seats .extra").allTextContents();
  assert.equal(shares.filter((line) => /\d+\u00a0% best moves( \(\+\d+ moves?\))?$/.test(line)).length, 3, shares.join());
  const lost = (lines) => lines.map((line) => Number(/\+(\d+)/.exec(line)?.[1] ?? 0)).reduce((a, b) => a + b, 0);
  assert.equal(lost(shares), lost(told));
  await bars.first().click();
  await page.getByText(`${costs[0]} / 4`).waitFor();
  visitor.calm();
  await visitor.close();
});

test("the camera pans, zooms around the pointer and by two fingers, and shows everything again", async () => {
  const visitor = await visit({ reducedMotion: "reduce", hasTouch: true });
  const { page } = visitor;
  await taken(visitor, { config: "scenario=2,players=2,time=0", seed: 1, deeds: ["1 move o left 1", "1 explore o"] });
  const whole = await viewBox(page);
  const { x, y, width, height } = await page.locator("svg.magic-mall").first().boundingBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  await page.mouse.move(cx, cy);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((wide) => Number(document.querySelector("svg.magic-mall").getAttribute("viewBox").split(" ")[2]) < wide * 0.8, whole[2]);
  const near = await viewBox(page);
  await standOnCells(page);
  // The ground, at the edge where no pawn stands, is taken and moved.
  await page.mouse.move(x + 12, y + height - 12);
  await page.mouse.down();
  await page.mouse.move(x + 112, y + height - 52, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((left) => Number(document.querySelector("svg.magic-mall").getAttribute("viewBox").split(" ")[0]) < left - 5, near[0]);
  const panned = await viewBox(page);
  assert.ok(Math.abs(panned[2] - near[2]) < 1, "panning does not zoom");
  await standOnCells(page);
  await page.keyboard.press("0");
  await page.waitForFunction((wide) => Math.abs(Number(document.querySelector("svg.magic-mall").getAttribute("viewBox").split(" ")[2]) - wide) < 1, whole[2]);
  // Two fingers, from near to far.
  const session = await page.context().newCDPSession(page);
  const touch = (type, apart) => session.send("Input.dispatchTouchEvent", { type, touchPoints: apart ? [{ x: cx - apart, y: y + 30, id: 1 }, { x: cx + apart, y: y + 30, id: 2 }] : [] });
  await touch("touchStart", 30);
  for (const apart of [40, 55, 70, 90]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await page.waitForFunction((wide) => Number(document.querySelector("svg.magic-mall").getAttribute("viewBox").split(" ")[2]) < wide * 0.7, whole[2]);
  await page.setViewportSize({ width: 700, height: 800 });
  await standOnCells(page);
  visitor.calm();
  await visitor.close();
});

test("the next card lies face up where the scenario says so, and is the tile that comes", async () => {
  const visitor = await visit({ reducedMotion: "reduce" });
  const { page } = visitor;
  const next = page.locator(".magic-next");
  for (const [scenario, shown] of [[8, true], [13, true], [7, false]]) {
    await taken(visitor, { config: `scenario=${scenario},players=4,time=0`, seed: 1, deeds: ["0 move o left 1"] });
    assert.equal(await next.isVisible(), shown, `scenario ${scenario}`);
    // With or without it, the whole mall is on the screen.
    const mall = await page.locator("svg.magic-mall").first().boundingBox();
    assert.ok(mall.y + mall.height <= 900, `scenario ${scenario}: ${mall.y + mall.height}`);
    if (!shown) continue;
    const card = await next.textContent();
    const doors = /^Next tile: (?:doors|a door): ([a-z, ]+)/.exec(card)[1].trim().split(", ");
    const tiles = await page.locator(".magic-mall .tile").count();
    await page.keyboard.press("o");
    await page.getByRole("button", { name: "Explore" }).click();
    const gates = page.locator(".magic-mall .tile").nth(tiles).locator(".gate");
    await gates.first().waitFor();
    const laid = await gates.evaluateAll((all) => all.map((gate) => gate.getAttribute("class").replace("gate m-", "")));
    assert.deepEqual(laid.toSorted(), doors.toSorted(), card);
    await page.waitForFunction((card) => document.querySelector(".magic-next").textContent !== card, card);
  }
  // On a phone on its side it is still to be read.
  await taken(visitor, { config: "scenario=8,players=4,time=0", seed: 1, deeds: [] });
  await page.setViewportSize({ width: 844, height: 390 });
  const place = await next.boundingBox();
  assert.ok(place && place.y + place.height <= 390 && place.x + place.width <= 844, JSON.stringify(place));
  visitor.calm();
  await visitor.close();
});

test("aisles that crumble: two tiles are discarded, one by its name and one by a click on it", async () => {
  const visitor = await visit({ reducedMotion: "reduce" });
  const { page } = visitor;
  const tiles = page.locator(".magic-mall .tile");
  await taken(visitor, { config: "players=4,scenario=11,tiles=15,time=0,teleporters=5", seed: 1, deeds: "3 move p up 1|1 explore p|0 move o left 1|1 explore o".split("|") });
  assert.equal(await tiles.count(), 3);
  // Purple steps on the timer: the sand turns.
  await page.keyboard.press("p");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Discard 2 tiles" }).waitFor();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} pixels too wide`);
  const choices = page.locator(".magic-discard .btn");
  assert.deepEqual(await choices.allTextContents(), ["Tile 2: a teleporter (green), the exit (purple), a teleporter (orange)", "Tile 3: a sand timer, a teleporter (purple), the objective (orange)"]);
  assert.deepEqual(await seriousFaults(page), []);
  await choices.nth(1).click();
  await page.getByRole("heading", { name: "Discard 1 tile" }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".magic-mall .tile").length === 2);
  // The one that is left is marked; a click into it takes it away.
  const marked = await page.locator(".magic-mall rect.aim.jump").boundingBox();
  await page.mouse.click(marked.x + marked.width * 0.62, marked.y + marked.height * 0.38);
  await page.waitForFunction(() => document.querySelectorAll(".magic-mall .tile").length === 1);
  await page.locator(".magic-discard").waitFor({ state: "hidden" });
  visitor.calm();
  await visitor.close();
});

test("every scenario opens as it is described", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/magic");
  await page.locator(".magic-scenario").nth(17).waitFor();
  const names = await page.locator(".magic-scenario strong").allTextContents();
  assert.equal(names.length, 18);
  for (const n of [0, 5, 7, 12, 17]) {
    await page.goto("/magic");
    await page.locator(".magic-scenario").nth(n).click();
    assert.equal(await page.locator('.magic-scenario[aria-checked="true"] strong').textContent(), names[n]);
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/room\//);
    await page.locator(".magic-pawn").first().waitFor();
    const told = await (await page.request.get(`/api/rooms/${new URL(page.url()).pathname.split("/").pop()}`)).json();
    assert.match(told.config, new RegExp(`scenario=${n}`));
  }
  calm();
  await close();
});

test("a bot takes the seat of someone who leaves, and gives it back", async () => {
  const [ann, bob] = await Promise.all([visit(), visit()]);
  await open(ann, { config: "scenario=1,players=2,time=600", seed: 11, bots: {} });
  const room = new URL(ann.page.url()).pathname;
  await bob.page.goto(room);
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await bob.page.getByRole("button", { name: "I am ready" }).click();
  await ann.page.getByRole("button", { name: "I am ready" }).click();
  await bob.page.getByText("You: down, left, explore, escalator").waitFor();
  await bob.page.goto("/magic");
  await ann.page.locator(".seats-fold summary").click();
  await ann.page.locator(".seats .seat", { hasText: "away" }).waitFor();
  await ann.page.locator(".seats .seat", { hasText: "Strong" }).waitFor();
  await bob.page.goto(room);
  await bob.page.getByText("You: down, left, explore, escalator").waitFor();
  await ann.page.locator(".seats .seat", { hasText: "Strong" }).waitFor({ state: "detached" });
  for (const visitor of [ann, bob]) {
    visitor.calm();
    await visitor.close();
  }
});

test("two clicks on ready open one room", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/magic?play");
  let rooms = 0;
  page.on("request", (request) => (rooms += Number(request.method() === "POST" && request.url().endsWith("/api/rooms"))));
  await page.getByRole("button", { name: "I am ready" }).dblclick();
  await page.waitForURL(/\/room\//);
  assert.equal(rooms, 1);
  calm();
  await close();
});
