// The town: two browsers and a bot play a game to its end while a third looks
// on, sealed bids stay sealed; five at a table with a strong bot and a line
// that breaks; the page finds the roads the engine finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { PATIENCE, enterRoom, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

const SHORT = "rules=standard,players=3,size=6x6,goods=2,trees=3,coins=6";
const ANN_BIDS = 5;
const BOB_BIDS = 1;

/** Keeps every message that a page is sent. */
function listen(page) {
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(JSON.parse(String(payload)))));
  return heard;
}

/** Ann and Bob at a table with a bot, and Eve who looks on. */
async function gather() {
  const [ann, bob, eve] = await Promise.all([0, 1, 2].map(() => visit()));
  const heard = { bob: listen(bob.page), eve: listen(eve.page) };
  await ann.page.goto(`/fish?config=${encodeURIComponent(SHORT)}&seed=4`);
  await ann.page.getByRole("radio", { name: "With friends" }).check({ force: true });
  // The other seats are for friends until the host says otherwise.
  for (const n of [2, 3]) assert.equal(await ann.page.getByRole("combobox", { name: `Player ${n}` }).inputValue(), "");
  await ann.page.getByRole("combobox", { name: "Player 3" }).locator("option[value=greedy]").waitFor({ state: "attached" });
  await ann.page.getByRole("combobox", { name: "Player 3" }).selectOption("greedy");
  await ann.page.getByText("More settings").click();
  await ann.page.getByLabel("Bots play").selectOption("At once");
  await ann.page.getByRole("button", { name: "Open the room" }).click();
  await ann.page.waitForURL(/\/room\//);
  const room = new URL(ann.page.url()).pathname;
  await bob.page.goto(room);
  await bob.page.getByRole("button", { name: "Sit down" }).first().click();
  await eve.page.goto(room);
  await eve.page.locator(".fish-town").waitFor();
  await ann.page.getByRole("button", { name: "I am ready" }).click();
  return { ann, bob, eve, heard };
}

/** What a page invites its reader to do now. */
function invited(page) {
  return page.evaluate(() => {
    if (document.querySelector(".fish-ranking li")) return "over";
    if (document.querySelector(".fish-auction[open] form")) return "bid";
    const bar = document.querySelector(".fish-bar.own");
    if (!bar) return "wait";
    const draw = bar.querySelector("button");
    const cells = [...document.querySelectorAll(".fish-cells button")];
    if (cells.some((cell) => cell.ariaLabel.endsWith(", build"))) return "build";
    const own = cells.some((cell) => /reserved by (You|Player 1)/.test(cell.ariaLabel));
    return draw && !draw.hidden && (own || !cells.some((cell) => cell.ariaLabel.endsWith(", reserve"))) ? "draw" : "reserve";
  });
}

/** Does it; what is no longer possible a moment later is left. */
async function act(page, deed, coins, quick = { timeout: 4000 }) {
  try {
    if (deed === "draw") await page.getByRole("button", { name: "Draw a piece" }).click(quick);
    else if (deed === "bid") {
      await page.getByRole("slider", { name: "Your bid" }).fill(String(Math.min(coins, Number(await page.getByRole("slider", { name: "Your bid" }).getAttribute("max", quick)))), quick);
      await page.getByRole("button", { name: "Seal the bid" }).click(quick);
    } else await page.locator(`.fish-cells button[aria-label$=", ${deed}"]`).first().click(quick);
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
  }
}

/** Everything in a message but what its reader may do. */
function said({ legal: _, others: __, ...rest }) {
  return JSON.stringify(rest);
}

const opens = ({ events = [] }) => events.some(({ event }) => event === "sold");

test("two browsers and a bot play a game; a sealed bid reaches nobody else", async () => {
  const { ann, bob, eve, heard } = await gather();
  let checked = false;
  for (const until = Date.now() + 4 * PATIENCE; ; ) {
    assert.ok(Date.now() < until, "the game came to no end");
    const deeds = await Promise.all([invited(ann.page), invited(bob.page)]);
    if (deeds.every((deed) => deed === "over")) break;
    // At the first auction nobody has a shop yet, so that both are asked.
    if (deeds[0] === "bid" && !checked) {
      await bob.page.locator(".fish-auction[open] form").waitFor();
      assert.deepEqual(await seriousFaults(ann.page), []);
      // Ann seals; Bob comes back in the middle of it and sees that she has, not what.
      await act(ann.page, "bid", ANN_BIDS, {});
      await ann.page.getByText(`Your bid is sealed: ${ANN_BIDS}.`).waitFor();
      await bob.page.reload();
      await bob.page.locator(".fish-bidders .sealed").first().waitFor();
      assert.match(await bob.page.locator(".fish-bidders li").first().innerText(), /sealed/);
      await eve.page.locator(".fish-bidders .sealed").first().waitFor();
      assert.equal(await eve.page.getByRole("button", { name: "Seal the bid" }).count(), 0);
      checked = true;
    } else if (!["wait", "over"].includes(deeds[0])) await act(ann.page, deeds[0], ANN_BIDS);
    else if (!["wait", "over"].includes(deeds[1])) await act(bob.page, deeds[1], BOB_BIDS);
    else await ann.page.waitForTimeout(30);
  }
  assert.ok(checked, "nobody bid against anybody");

  const sealed = heard.bob.filter(({ events = [] }) => events.some(({ event, seat }) => event === "sealed" && seat === 0));
  assert.ok(sealed.length > 0, "Bob never heard of a bid of Ann’s");
  for (const message of heard.bob.filter((message) => !opens(message))) {
    assert.doesNotMatch(said(message), new RegExp(`bid ${ANN_BIDS}|"bid":${ANN_BIDS}`));
  }
  for (const message of heard.eve.filter((message) => !opens(message))) assert.doesNotMatch(said(message), /bid \d|"bid":\d/);

  // The end, on all three screens.
  for (const { page } of [ann, bob, eve]) {
    await page.getByText(/the smallest wins/).first().waitFor();
    assert.equal(await page.locator(".fish-ranking li").count(), 3);
  }
  await ann.page.getByRole("button", { name: "Count along the walks" }).click();
  await ann.page.getByText(/so far\./).waitFor();
  await eve.page.getByRole("link", { name: "Watch again" }).click();
  await eve.page.getByRole("button", { name: "One step on" }).click();
  await eve.page.locator(".fish-town .pieces .disc").first().waitFor();
  await eve.page.locator(":text('Normal'):visible").first().waitFor();
  await eve.page.getByRole("button", { name: "To the end" }).click();
  await eve.page.locator(".fish-ranking li").first().waitFor();
  for (const visitor of [ann, bob, eve]) {
    visitor.calm();
    await visitor.close();
  }
});

test("five at a table, one of them strong; a broken line is mended and nothing is lost", async () => {
  const { page, calm, close } = await visit();
  const lines = [];
  await page.routeWebSocket(/\/ws\/rooms\//, (line) => {
    line.connectToServer();
    lines.push(line);
  });
  await page.goto("/fish?config=rules%3Dclassic%2Cplayers%3D5%2Csize%3D7x7%2Cgoods%3D2%2Ctrees%3D2%2Ccoins%3D6&seed=8");
  await page.getByRole("radio", { name: "With friends" }).check({ force: true });
  const strong = page.getByRole("combobox", { name: "Player 2" });
  await strong.locator("option", { hasText: "strong" }).waitFor({ state: "attached" });
  await strong.selectOption("strong");
  for (const seat of [3, 4, 5]) await page.getByRole("combobox", { name: `Player ${seat}` }).selectOption("greedy");
  await page.getByText("More settings").click();
  await page.getByLabel("Bots play").selectOption("At once");
  await page.getByRole("button", { name: "Open the room" }).click();
  await page.waitForURL(/\/room\//);
  await page.getByRole("button", { name: "I am ready" }).click();
  assert.equal(await page.locator(".seats .seat").count(), 5);
  let mended = false;
  for (const until = Date.now() + 4 * PATIENCE; ; ) {
    assert.ok(Date.now() < until, "the game came to no end");
    const deed = await invited(page);
    if (deed === "over") break;
    if (deed === "bid" && !mended) {
      // In the middle of an auction the line breaks; the seat and the auction are still there.
      mended = true;
      const before = lines.length;
      await lines.at(-1).close({ code: 1012 });
      while (lines.length === before) await page.waitForTimeout(20);
      await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
    } else if (deed === "wait") await page.waitForTimeout(30);
    else await act(page, deed, 2);
  }
  assert.ok(mended, "the line never broke");
  assert.equal(await page.locator(".fish-ranking li").count(), 5);
  // The strong bot played: what it did stands in the log.
  await page.getByText(/Strong bot (builds|buys|reserves)/).first().waitFor({ state: "attached" });
  calm();
  await close();
});

test("rows and columns carry their numbers", async () => {
  const { page, close } = await visit();
  await page.goto("/fish");
  await page.locator(".fish-town").waitFor();
  const { right, left } = await page.locator(".fish-town .names").evaluate((names) => {
    const at = (one) => one.getBoundingClientRect();
    const cells = [...document.querySelectorAll(".fish-cells button")];
    const all = [...names.children];
    const row = all.find((one, i) => i >= 10 && one.textContent === "7");
    const col = all.find((one, i) => i < 10 && one.textContent === "4");
    const cell = at(cells[74]);
    const inside = (from, size, box, start, length) => box[start] >= from - 1 && box[start] + box[length] <= from + size + 1;
    return { right: inside(cell.y, cell.height, at(row), "y", "height"), left: inside(cell.x, cell.width, at(col), "x", "width") };
  });
  assert.ok(right && left, "a number stands beside its row and above its column");
  await close();
});

test("practice in one click: preview, risk, why, undo", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/fish?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.getByText("Your turn").waitFor();
  const free = page.locator('.fish-cells button[aria-label$=", reserve"]');
  await free.nth(30).hover();
  await page.getByText(/Built here:/).waitFor();
  assert.equal(await page.locator(".fish-fars li").count(), 5);
  await page.getByRole("radio", { name: "Road risk" }).check({ force: true });
  await page.locator(".fish-town .number.risk").first().waitFor();
  await page.getByRole("radio", { name: "A", exact: true }).check({ force: true });
  await page.locator(".fish-town .number.far").first().waitFor();
  await page.getByRole("button", { name: "Why these roads?" }).click();
  const why = page.getByRole("dialog");
  await why.getByRole("button", { name: "To the start" }).click();
  assert.equal(await why.locator(".fish-why-in > svg > .arc").count(), 0);
  await why.getByRole("button", { name: "One step on" }).click();
  await why.getByText("Enter 0,0 at depth 0").waitFor();
  await why.getByRole("button", { name: "To the end" }).click();
  assert.ok((await why.locator(".fish-why-in > svg > .arc.used").count()) > 80);
  assert.deepEqual(await seriousFaults(page), []);
  await why.getByRole("button", { name: "Close" }).click();
  await free.nth(30).click();
  await page.getByText(/You reserve/).first().waitFor();
  await page.getByText("Your turn").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("section", { hasText: "What happened" }).getByText("Nothing yet.").waitFor();
  calm();
  await close();
});

test("what happened is told in the language of now, also what happened before", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/fish?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.getByText("Your turn").waitFor();
  await page.locator('.fish-cells button[aria-label$=", reserve"]').nth(30).click();
  const log = page.locator(".fish-log li");
  await log.getByText(/You reserve \d+,\d+/).waitFor();
  await page.getByText("Your turn").waitFor();
  const happened = await log.count();
  for (const [name, own, foreign] of [["Français", /Vous réservez \d+,\d+/, /reserves|draws|You|Bot/], ["English", /You reserve \d+,\d+/, /réserve|pioche|Vous|Robot/]]) {
    await page.getByRole("button", { name }).click();
    await log.getByText(own).waitFor();
    await page.reload();
    await log.getByText(own).waitFor();
    assert.equal(await log.count(), happened);
    const told = (await log.allTextContents()).join(" / ");
    assert.doesNotMatch(told, foreign);
  }
  calm();
  await close();
});

test("in the dark the cells stand apart from the ground, also while none may be chosen", async () => {
  const { page, calm, close } = await visit({ colorScheme: "dark" });
  await page.goto("/fish");
  const [ground, plot, may] = await page.evaluate(() => ["mint", "plot", "may"].map((name) => {
    const sample = document.createElement("i");
    sample.style.color = `var(--fish-${name})`;
    document.querySelector("main").append(sample);
    const light = getComputedStyle(sample).color.match(/[\d.]+/g).slice(0, 3).map((n) => (n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    sample.remove();
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05;
  }));
  assert.ok(plot / ground > 1.5, `cells: ${plot / ground}`);
  assert.ok(may / plot > 1.4, `cells that may be chosen: ${may / plot}`);
  calm();
  await close();
});

test("the page finds the roads that the engine finds", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/fish");
  assert.deepEqual(await seriousFaults(page), []);
  const faults = await page.evaluate(async () => {
    const { Town, preview, search } = await import("/static/worlds/fish/town.js");
    const ask = async (verb, body) => (await fetch(`/api/fish/${verb}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
    const wrong = [];
    for (const closed of [false, true]) {
      const rules = closed ? "classic" : "course";
      let town = new Town(["..........", ".A......B.", "..........", "....C.....", "..........", "..D.......", "..........", ".......E..", "..........", ".........."], closed);
      for (let built = 0; built < 44; built++) {
        const free = [...town.marks.keys()].filter((cell) => town.free(cell));
        const cell = free[(built * 37 + 11) % free.length];
        if (cell === undefined) break;
        const before = town;
        const then = preview(town, cell, built % 3 ? "T" : "a");
        town = then.then;
        if (built % 11 !== 10) continue;
        const board = `${town.text().join("\n")}\n`;
        const told = await ask("explain", { board: board.replaceAll("#", "."), rules });
        const bare = search(new Town(board.replaceAll("#", ".").trim().split("\n"), closed));
        const same = JSON.stringify(told.roads.map(({ cell }) => cell)) === JSON.stringify([...bare.roads.keys()].sort((a, b) => a - b).map((cell) => town.spot(cell)));
        const depths = told.cells.every(({ cell, depth, low }) => bare.depth[town.cell(cell)] === depth && bare.low[town.cell(cell)] === low);
        const seen = await ask("preview", { board: `${before.text().join("\n")}\n`, at: before.spot(cell), rules, piece: built % 3 ? "tree" : "shop" });
        const foreseen = JSON.stringify(seen.roads) === JSON.stringify(then.roads.map((road) => town.spot(road)));
        if (!same || !depths || !foreseen) wrong.push({ rules, built, same, depths, foreseen, board, told: JSON.stringify(told).slice(0, 300), seen: JSON.stringify(seen) });
      }
    }
    return wrong;
  });
  assert.deepEqual(faults, []);
  calm();
  await close();
});

test("the rules of 2014: a market of boards, areas with their numbers, ways outside", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/fish");
  await page.getByRole("radio", { name: "2014" }).check({ force: true });
  await page.getByText(/A market put together from boards/).waitFor();
  await enterRoom(page, { game: "fish", config: "rules=2014,players=2", seed: 4, practice: true, bots: { 1: "greedy" } });
  await page.getByText("Your turn").waitFor();
  // A number for each area that is not full.
  assert.ok((await page.locator(".fish-ground .pieces > text").count()) > 4);
  assert.equal(await page.getByRole("radio", { name: "Road risk" }).count(), 0);
  const free = page.locator('.fish-cells button[aria-label$=", reserve"]');
  await free.nth(3).hover();
  await page.getByText(/Built here:/).waitFor();
  assert.equal(await page.locator(".fish-fars li").count(), 4);
  await free.nth(3).click();
  await page.getByText(/You reserve/).first().waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  calm();
  await close();
});

test("on a phone a finger looks first and acts second", async () => {
  const { page, calm, close } = await visit({ lang: "fr", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto("/fish?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.getByText("À vous").waitFor();
  const cell = page.locator('.fish-cells button[aria-label$=", réserver"]').nth(20);
  const name = (await cell.getAttribute("aria-label")).split(" ")[0];
  await cell.tap();
  await page.getByText(/En bâtissant ici\s:/).waitFor();
  assert.equal(await page.locator(".fish-town .pieces .disc").count(), 0);
  await page.locator(`.fish-cells button[aria-label^="${name} "]`).tap();
  await page.getByText(`Vous réservez ${name}`).first().waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the phone");
  assert.deepEqual(await seriousFaults(page), []);
  calm();
  await close();
});

for (const [screen, width, height] of [["laptop", 1280, 800], ["phone", 390, 844], ["phone on its side", 844, 390]]) {
  test(`on a ${screen} the envelopes open in sight, and no turn moves the town or the market`, async () => {
    const { page, calm, close } = await visit({ viewport: { width, height }, hasTouch: width < 1000, reducedMotion: "reduce" });
    await enterRoom(page, { game: "fish", config: SHORT, seed: 4, practice: true, bots: { 1: "greedy", 2: "greedy" }, pace: 1 });
    await page.locator(".fish-bar.own").waitFor();
    const tops = () => page.evaluate(() => [".fish-stage", ".fish-market"].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY)));
    const first = await tops();
    let bids = 0;
    for (const until = Date.now() + PATIENCE; bids < 2; ) {
      assert.ok(Date.now() < until, "nothing was sold");
      const deed = await invited(page);
      assert.deepEqual(await tops(), first, deed);
      if (deed === "wait") {
        await page.waitForTimeout(20);
        continue;
      }
      // Who bids sees the whole town.
      if (deed === "bid")
        await page.waitForFunction(() => {
          const [town, sheet] = [".fish-stage", ".fish-auction"].map((part) => document.querySelector(part).getBoundingClientRect());
          return sheet.left > town.left || town.bottom <= sheet.top;
        });
      await act(page, deed, ANN_BIDS);
      // A finger looks first.
      if (width < 1000 && ["build", "reserve"].includes(deed)) await page.locator(".fish-strip .btn.main").click({ timeout: 4000 }).catch(() => {});
      if (deed !== "bid") continue;
      bids += 1;
      await page.locator(".fish-auction .fish-sale").waitFor();
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector(".fish-auction").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.ok((await page.locator(".fish-envelope b").count()) >= 1);
      assert.deepEqual(await tops(), first, "sold");
      assert.deepEqual(await seriousFaults(page), []);
    }
    calm();
    await close();
  });
}
