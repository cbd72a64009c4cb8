// What the studio promises around its boards: first minute, endings, exports,
// nothing cut off, nothing over the board.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, seriousFaults, wayOut } from "./studio.mjs";

const { visit } = openHouse();
const laptop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a newcomer is told how to play; once seen, it is one click away", async () => {
  for (const [world, lang, more, scheme] of [["race", "en", laptop, "light"], ["fish", "fr", phone, "dark"]]) {
    const { page, calm, close } = await visit({ ...more, lang, colorScheme: scheme, newcomer: true });
    await page.goto(`/${world}?play&seed=5`);
    await page.waitForURL(/\/room\//);
    const drawer = page.locator(".how-to");
    await drawer.getByRole("heading").waitFor();
    assert.ok((await drawer.locator("li").count()) >= 4);
    assert.deepEqual(await seriousFaults(page), []);
    // The way on is in sight, however long the rules are.
    const got = drawer.getByRole("button", { name: lang === "fr" ? "Compris" : "Got it" });
    const { bottom } = await got.evaluate((one) => one.getBoundingClientRect());
    assert.ok(bottom <= more.viewport.height, `at ${bottom}`);
    await got.click();
    await page.reload();
    await page.locator(".board svg").first().waitFor();
    assert.equal(await drawer.count(), 0);
    await page.getByRole("button", { name: lang === "fr" ? "Comment jouer" : "How to play" }).click();
    await drawer.waitFor();
    calm();
    await close();
  }
});

test("the sand of Magic Maze waits until one is ready; who has read the rules is not told again", async () => {
  const { page, calm, close } = await visit({ ...laptop, colorScheme: "dark", newcomer: true });
  await page.goto("/magic?play&seed=5");
  const ready = page.getByRole("button", { name: "I am ready" });
  await ready.waitFor();
  assert.ok((await page.locator(".magic-ready li").count()) >= 4);
  assert.deepEqual(await seriousFaults(page), []);
  assert.match(page.url(), /magic\?play/);
  await ready.click();
  await page.waitForURL(/\/room\//);
  await page.locator(".magic-pawn").first().waitFor();
  assert.equal(await page.locator(".how-to").count(), 0);
  await page.getByRole("button", { name: "How to play" }).click();
  await page.locator(".how-to li").nth(3).waitFor();
  calm();
  await close();
});

test("a maze to walk: board first, time and steps, an end card, Enter goes on", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  await page.goto("/maze?walk&level=0&seed=3");
  await page.locator(".maze-pixels").waitFor();
  await page.waitForFunction(() => document.querySelector(".maze-sheet")?.getBoundingClientRect().height > 300);
  const box = await page.locator(".maze-sheet").boundingBox();
  assert.ok(box.y < 200 && box.y + box.height <= 800, JSON.stringify(box));
  assert.ok((box.height * box.width) / (1280 * 800) > 0.4, "the board has the screen");
  const keys = await wayOut(page, { algo: "growing-tree", size: "12x8", seed: 3 });
  for (const key of keys) await page.keyboard.press(key);
  const card = page.locator(".end-card");
  await card.getByRole("heading", { name: "You found the way out!" }).waitFor();
  await card.getByText("Nobody does it in fewer steps.").waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  // The clock above the board stands where the card says.
  const times = await page.locator(".maze-score dd, .end-card dd").allTextContents();
  assert.equal(times[0], times[2], times.join());
  // The walk is seen again without the card, which comes back after it.
  await card.getByRole("button", { name: "Watch again" }).click();
  await card.waitFor({ state: "hidden" });
  await card.waitFor();
  await page.waitForFunction(() => document.activeElement?.matches(".end-card"));
  await page.keyboard.press("Enter");
  await card.waitFor({ state: "detached" });
  assert.ok(!page.url().includes("seed=3&") && !page.url().endsWith("seed=3"));
  calm();
  await close();
});

test("held upright, a phone has the same maze upright, and keeps it whole when it is turned", async () => {
  const { page, calm, close } = await visit({ ...phone, reducedMotion: "reduce" });
  await page.goto("/maze?walk&level=0&seed=3");
  await page.waitForFunction(() => document.querySelector(".maze-sheet")?.getBoundingClientRect().height > 300);
  const { width, height } = await page.locator(".maze-sheet").boundingBox();
  assert.ok(height > 1.3 * width, `${width} × ${height}`);
  const mirrored = { ArrowUp: "ArrowLeft", ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown", ArrowDown: "ArrowRight" };
  const keys = await wayOut(page, { algo: "growing-tree", size: "12x8", seed: 3 });
  for (const key of keys.slice(0, 5)) await page.keyboard.press(mirrored[key]);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.waitForFunction(() => document.querySelector(".maze-sheet").getBoundingClientRect().bottom <= innerHeight);
  for (const key of keys.slice(5)) await page.keyboard.press(mirrored[key]);
  await page.getByText("Nobody does it in fewer steps.").waitFor();
  calm();
  await close();
});

test("on a phone the board is what one sees first: mall and laboratory, with what one does under them", async () => {
  for (const [path, board, under, upright] of [
    ["/magic?play&seed=4", ".magic-mall", ".magic-card .magic-arrow.own", 0.64],
    ["/maze?algo=prim&seed=7", ".maze-sheet[style]", ".transport", 0.64],
  ]) {
    for (const [viewport, share] of [[phone.viewport, upright], [{ width: 844, height: 390 }, 0.55], [{ width: 640, height: 400 }, 0.55]]) {
      const { page, calm, close } = await visit({ ...phone, viewport, reducedMotion: "reduce" });
      await page.goto(path);
      if (path.startsWith("/magic")) await page.getByRole("button", { name: "I am ready" }).click();
      await page.locator(under).first().waitFor();
      await page.locator(board).waitFor();
      const [box, hands] = [await page.locator(board).boundingBox(), await page.locator(under).first().boundingBox()];
      const what = `${path} at ${viewport.width}: ${JSON.stringify([box, hands])}`;
      assert.ok(box.height >= share * viewport.height, what);
      assert.ok(hands.y + hands.height <= viewport.height && hands.x + hands.width <= viewport.width, what);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, what);
      assert.deepEqual(await seriousFaults(page), [], path);
      calm();
      await close();
    }
  }
});

test("the maze's slider follows its buttons, its speed the size of the maze, and a bad link is told", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  await page.goto("/maze?algo=prim&size=16x10&seed=1");
  const scrub = page.getByRole("slider", { name: "Step", exact: true });
  const steps = () => scrub.evaluate((el) => [el.valueAsNumber, Number(el.max)]);
  const reach = (n) => page.waitForFunction((n) => document.querySelector(".transport input")?.valueAsNumber === n, n);
  await reach(160);
  await page.getByRole("button", { name: "To the start" }).click();
  await reach(0);
  await page.getByRole("button", { name: "One step on" }).click();
  await reach(1);
  await page.getByRole("button", { name: "To the end" }).click();
  await reach((await steps())[1]);
  const pace = async () => Number((await page.locator(".transport .field output").textContent()).replace(/\D/g, ""));
  const slow = await pace();
  await page.getByLabel("Size").selectOption("100x60");
  await page.waitForFunction(() => Number(document.querySelector(".transport input")?.max) > 5000);
  assert.ok((await pace()) > 20 * slow, `${slow} then ${await pace()}`);
  await page.goto("/maze?algo=nonsense&size=9000x3&seed=1");
  await page.locator(".notice", { hasText: "nonsense" }).waitFor();
  await page.locator(".notice", { hasText: "9000x3" }).waitFor();
  calm();
  await close();
});

test("what is exported is what is seen, wide enough to print", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  await page.goto("/maze?algo=prim&size=16x10&seed=1");
  await page.locator('canvas[data-tint="marks"]').waitFor();
  await page.getByRole("radio", { name: "Distance" }).check({ force: true });
  await page.locator('canvas[data-tint="distance"]').waitFor();
  const save = async (format) => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: new RegExp(`^\\.${format} `) }).click()]);
    await page.keyboard.press("Escape");
    return readFile(await file.path());
  };
  const png = await save("png");
  assert.ok(png.readUInt32BE(16) >= 1600, `${png.readUInt32BE(16)} pixels`);
  const svg = String(await save("svg"));
  assert.ok(new Set([...svg.matchAll(/<path fill="(#\w+)"/g)].map(([, fill]) => fill)).size > 10, "the colours of the distances");
  calm();
  await close();
});

test("several mazes side by side are not covered", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  await page.goto("/maze?algo=prim,wilson,eller,division&size=16x10&seed=1");
  await page.waitForFunction(() => document.querySelectorAll("canvas[data-tint]").length === 4);
  const bar = await page.locator(".transport").boundingBox();
  for (const pane of await page.locator(".maze-sheet").all()) {
    const box = await pane.boundingBox();
    assert.ok(box.y + box.height <= bar.y || box.y >= bar.y + bar.height, JSON.stringify([box, bar]));
  }
  calm();
  await close();
});

test("who looks on takes nothing back; against others nobody whispers; trails stay; a refusal stands alone", async () => {
  const [ann, eve] = await Promise.all([visit(laptop), visit(laptop)]);
  await enterRoom(ann.page, { game: "race", config: "size=9,density=1,players=1,rounds=1", seed: 1, practice: true });
  await ann.page.getByText("Your turn.").waitFor();
  await eve.page.goto(new URL(ann.page.url()).pathname);
  await eve.page.locator(".race-field .pawn-on").first().waitFor();
  assert.ok(await ann.page.getByRole("button", { name: "Undo" }).isVisible());
  assert.ok(await eve.page.getByRole("button", { name: "Undo" }).isHidden());
  for (const key of ["ArrowRight", "ArrowRight"]) {
    const before = await ann.page.locator(".seat .extra").first().textContent();
    await ann.page.keyboard.press(key);
    await ann.page.waitForFunction((before) => document.querySelector(".seat .extra").textContent !== before, before);
  }
  const trail = () => ann.page.locator(".race-field .trail").getAttribute("points").then((points) => points.split(" ").length);
  assert.equal(await trail(), 3);
  await ann.page.reload();
  await ann.page.locator(".race-field .trail").waitFor({ state: "attached" });
  assert.equal(await trail(), 3);
  // Into the rim, three times: one message, in its own place.
  for (let n = 0; n < 3; n++) await ann.page.keyboard.press("ArrowUp");
  await ann.page.locator(".strip", { hasText: /./ }).waitFor();
  assert.equal(await ann.page.locator(".toast").count(), 0);
  ann.calm();
  await enterRoom(ann.page, { game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 1, bots: { 1: "random" } });
  await ann.page.getByRole("button", { name: "I am ready" }).click();
  await ann.page.locator(".race-field .pawn-on.turn").waitFor();
  assert.ok(await ann.page.getByRole("button", { name: "Hint" }).isHidden());
  await Promise.all([ann.close(), eve.close()]);
});

test("the market fits a laptop, and nobody has a score before there is a shop", async () => {
  const { page, calm, close } = await visit(laptop);
  await page.goto("/fish?play&seed=5");
  const table = page.locator(".fish-market .fish-scroll");
  await table.waitFor();
  assert.ok(await table.evaluate((el) => el.scrollWidth <= el.clientWidth + 1));
  assert.deepEqual(new Set(await page.locator(".fish-market td.score").allTextContents()), new Set(["–"]));
  // The board takes most of the first screen's height.
  const { height, y } = await page.locator(".fish-town").boundingBox();
  assert.ok(height > 0.65 * 800 && y + height <= 800, `${y} + ${height}`);
  calm();
  await close();
});

test("a corral is one shape", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  const rows = ["##########", "#    #   #", "#    #   #", "# @  $ . #", "#    #   #", "#    # . #", "#  $     #", "##########"];
  await page.goto(`/sokoban?board=${encodeURIComponent(rows.join("|").replaceAll(" ", "-"))}`);
  await page.getByText("Corrals", { exact: true }).click();
  const path = page.locator(".soko-mask.corrals");
  const rows2 = ["########", "#   #  #", "# @ $ .#", "#   #  #", "#   #. #", "# $ ####", "########"];
  await page.goto(`/sokoban?board=${encodeURIComponent(rows2.join("|").replaceAll(" ", "-"))}`);
  await page.waitForFunction(() => (document.querySelector(".soko-mask.corrals")?.getAttribute("d") ?? "").length > 0);
  assert.equal((await path.getAttribute("d")).match(/M/g).length, 1);
  calm();
  await close();
});

test("the wall around a level is half as thick as a cell, also around a box that is walled in", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  const rows = ["#########", "#@$.#####", "#########", "######$##", "######.##", "#########"];
  await page.goto(`/sokoban?board=${encodeURIComponent(rows.join("|").replaceAll(" ", "-"))}`);
  const walls = page.locator(".soko-board .soko-wall");
  await walls.waitFor();
  const box = await walls.evaluate((path) => {
    const { x, y, width, height } = path.getBBox();
    return [x, y, width, height].map(Math.round);
  });
  // From the player to the box in the cell below, and half a cell around them.
  assert.deepEqual(box, [10, 10, 140, 80]);
  const view = await page.locator(".soko-board").getAttribute("viewBox");
  assert.equal(view, "9 9 143 86");
  calm();
  await close();
});

test("a level ends with a card over the board; Enter opens the next one", async () => {
  const { page, calm, close } = await visit({ ...laptop, reducedMotion: "reduce" });
  await page.goto("/sokoban?level=1");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.getByRole("button", { name: "Watch it" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  const card = page.locator(".end-card");
  await card.getByRole("heading").waitFor();
  const box = await card.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box));
  await card.getByRole("button", { name: "Next level" }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  const [file] = await Promise.all([page.waitForEvent("download"), card.getByRole("button", { name: "Share picture" }).click()]);
  const png = await readFile(await file.path());
  assert.ok(png.readUInt32BE(16) >= 1600);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Enter");
  await page.waitForURL(/level=2/);
  calm();
  await close();
});

test("at twice the size a town is still the largest thing on a laptop's screen", async () => {
  const { page, calm, close } = await visit({ lang: "fr", viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await page.goto("/fish?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.locator(".fish-town").waitFor();
  const { width, height, y } = await page.locator(".fish-stage").boundingBox();
  assert.ok(width > 270 && y + height <= 400, `${width} × ${height} at ${y}`);
  calm();
  await close();
});

test("Escape closes the rules that opened by themselves", async () => {
  const { page, calm, close } = await visit({ newcomer: true });
  await page.goto("/sokoban?level=5");
  await page.locator(".how-to").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".how-to").waitFor({ state: "detached" });
  calm();
  await close();
});

test("fish and magic pass on a short line of signs and figures, in both languages", async () => {
  for (const [lang, town, mall] of [
    ["en", "🥈 score 12 · 🟩🟨🟧⬛⬛ · 1 coin · 2 players", "🟨⬛🟩🟧 · ⏳ 5:00 · 74 moves · 2 flips"],
    ["fr", "🥈 score 12 · 🟩🟨🟧⬛⬛ · 1 pièce · 2 joueurs", "🟨⬛🟩🟧 · ⏳ 5:00 · 74 coups · 2 retournements"],
  ]) {
    const { page, calm, close } = await visit({ lang });
    await page.goto("/learn");
    const lines = await page.evaluate(async () => {
      const [fish, magic] = await Promise.all(["fish", "magic"].map((world) => import(`/static/worlds/${world}/board.js`)));
      const table = { live: false, act() {}, hint() {}, undo() {}, now: () => 0, tell() {}, panel: document.createElement("div") };
      const players = [0, 1].map((seat) => ({ seat, name: "", kind: "person", connected: true, ready: true }));
      const room = { seat: 0, players, practice: true, outcome: { winners: [1], scores: [12, 3] } };
      const shops = [1, 5, 6, null, null].map((distance) => ({ distance }));
      const traders = [{ coins: 1, score: 12, shops }, { coins: 9, score: 3, shops }];
      const end = { phase: "lost", scenario: 1, pawns: [null, 7, null, null], clock: 300_000, deadline: 300_000, moves: 74, flips: 2, market: [] };
      return [
        fish.board(document.createElement("div"), table).ending({ ...room, view: { players: traders, ranking: [1, 0], phase: "over" } }).line,
        magic.board(document.createElement("div"), table).ending({ ...room, view: end }).line,
      ];
    });
    assert.deepEqual(lines, [town, mall]);
    calm();
    await close();
  }
});

test("an end card that is taller than its board begins with it: its title and its way out are in sight", async () => {
  for (const more of [phone, { ...phone, viewport: { width: 844, height: 390 } }, laptop]) {
    const { page, calm, close } = await visit({ ...more, lang: "fr" });
    await page.goto("/race?play&seed=4");
    await page.waitForURL(/\/room\//);
    await page.locator(".race-field .pawn-on").first().waitFor();
    await page.evaluate(async () => {
      const { endCard } = await import("/static/app/end_card.js");
      const act = () => {};
      const rows = ["Vous", "Robot 2", "Robot 3"].map((name) => [name, "2", "25", "0"]);
      const figures = [["25", "pas"], ["0", "de trop"], ["0:45", "temps"]];
      const card = endCard(
        { won: true, title: "Victoire : la course est à vous !", text: "Les pas sont ceux de la dernière manche.", figures, table: { head: ["points", "pas", "de trop"], rows } },
        { on: { text: "À suivre : Labyrinthes", act }, again: { text: "Rejouer", act }, watch: "/replays", share: async () => {} },
      );
      document.querySelector(".board-frame").append(card);
    });
    const heights = await page.locator(".end-card").evaluate((card) => [card, card.parentElement].map((el) => el.getBoundingClientRect().top + scrollY));
    assert.ok(heights[0] >= heights[1], `${heights}`);
    await page.getByRole("button", { name: "Voir le plateau" }).click();
    await page.locator(".end-card").waitFor({ state: "detached" });
    calm();
    await close();
  }
});
