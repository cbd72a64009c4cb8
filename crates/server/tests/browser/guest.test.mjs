// A host on a laptop, a guest who opens the link on a phone: seated by one tap,
// both play to the end, and once more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, fillStorage, PATIENCE } from "./studio.mjs";

const { visit } = openHouse();
const SHOTS = process.env.SHOTS;

/** Pictures to look at, where a folder is named for them. */
async function shot({ page }, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Ada opens a room as the page does it; Bea comes by its link, on a phone. */
async function meet(world, config, seed) {
  const host = await visit({ reducedMotion: "reduce" });
  await host.page.addInitScript(() => localStorage.setItem("name", JSON.stringify("Ada")));
  await host.page.goto(`/${world}?config=${encodeURIComponent(config)}&seed=${seed}`);
  await host.page.getByRole("radio", { name: "With friends" }).check({ force: true });
  await host.page.getByRole("button", { name: "Open the room" }).click();
  await host.page.waitForURL(/\/room\//);
  const guest = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, newcomer: true, reducedMotion: "reduce" });
  await guest.page.goto(host.page.url());
  await guest.page.getByLabel("Your name").fill("Bea");
  await shot(guest, `${world}-1-invited`);
  await guest.page.getByRole("button", { name: "Take a seat" }).tap();
  await guest.page.locator(".lobby-you", { hasText: "Bea" }).waitFor();
  await shot(guest, `${world}-2-seated`);
  // Against the sand all begin together; elsewhere a seat taken is a player who is ready.
  if (world === "magic") await guest.page.getByRole("button", { name: "I am ready" }).tap();
  // Who reads the rules meanwhile has the board in sight when the match begins.
  await guest.page.getByRole("button", { name: "How to play" }).last().tap();
  await guest.page.locator(".how-to").waitFor();
  await shot(guest, `${world}-3-rules`);
  await host.page.getByRole("button", { name: "I am ready" }).click();
  await guest.page.locator(".lobby").waitFor({ state: "hidden" });
  assert.equal(await guest.page.locator(".how-to").count(), 0, "nothing lies over the board");
  await shot(guest, `${world}-4-begun`);
  return { host, guest };
}

/** The end is told on both screens, in sight; the guest asks for another match and the host joins. */
async function endAndAgain(world, { host, guest }) {
  for (const [who, { page }] of Object.entries({ host, guest })) {
    const card = page.locator(".end-card");
    await card.waitFor();
    // Whoever does not see it is on it.
    await page.waitForFunction(() => document.activeElement?.matches(".end-card"));
    await shot({ page }, `${world}-6-end-${who}`);
    const { y, height } = await card.getByRole("button", { name: "Play again" }).boundingBox();
    assert.ok(y > 0 && y + height < page.viewportSize().height, `${who}: at ${y}`);
  }
  const first = host.page.url();
  await guest.page.getByRole("button", { name: "Play again" }).tap();
  await host.page.getByRole("button", { name: "Me too" }).click();
  for (const { page } of [host, guest]) {
    await page.waitForURL((url) => url.pathname.startsWith("/room/") && url.href !== first);
    // Both have said that they want to play; only against the sand they begin together.
    if (world === "magic") await page.getByRole("button", { name: "I am ready" }).waitFor();
    else await page.locator(".place.turn").waitFor();
  }
  await shot(guest, `${world}-7-again`);
  for (const visitor of [host, guest]) {
    visitor.calm();
    await visitor.close();
  }
}

/** Until it is over: `turn` says whether anything was done. */
async function playOut({ host, guest }, turn) {
  for (const until = Date.now() + 4 * PATIENCE; ; ) {
    if (await host.page.locator(".end-card").count()) return;
    assert.ok(Date.now() < until, "the match came to no end");
    if (!(await turn(host)) && !(await turn(guest))) await host.page.waitForTimeout(30);
  }
}

test("a race with a guest on a phone, to its end and again", async () => {
  const pair = await meet("race", "size=9,density=1,players=2,rounds=1", 1);
  // The one on turn goes straight to the middle: along the row, then down.
  const ways = [["right", "right", "right", "down", "down", "down"], ["left", "left", "left", "down", "down", "down"]];
  await playOut(pair, async (player) => {
    const { page } = player;
    const seat = player === pair.host ? 0 : 1;
    if (!(await page.locator(".race-talk", { hasText: "Your turn." }).count())) return false;
    const dir = ways[seat].shift() ?? "down";
    if (seat === 0) await page.keyboard.press(`Arrow${dir[0].toUpperCase()}${dir.slice(1)}`);
    else {
      const arrow = page.locator(`.pad .${dir}`);
      const { y, height } = await arrow.boundingBox();
      assert.ok(y + height <= 844, `the arrows are at ${y}`);
      if (ways[1].length === 3) await shot(player, "race-5-turn");
      await arrow.tap();
    }
    await page.waitForFunction(() => !document.querySelector(".race-talk").textContent.includes("Your turn."));
    return true;
  });
  await endAndAgain("race", pair);
});

test("Fresh Fish with a guest on a phone, to its end and again", async () => {
  const pair = await meet("fish", "rules=standard,players=2,size=6x6,goods=1,trees=3,coins=4", 4);
  let seen = 0;
  await playOut(pair, async (player) => {
    const { page } = player;
    const deed = await page.evaluate((name) => {
      const cells = [...document.querySelectorAll(".fish-cells button")];
      const find = (verb) => cells.findIndex((cell) => cell.ariaLabel.endsWith(`, ${verb}`));
      const own = cells.some((cell) => cell.ariaLabel.includes(`reserved by ${name}`));
      if (document.querySelector(".fish-auction[open] form")) return { do: "bid" };
      if (!document.querySelector(".fish-bar.own")) return undefined;
      if (find("build") >= 0) return { do: "build", cell: find("build") };
      return own || find("reserve") < 0 ? { do: "draw" } : { do: "reserve", cell: find("reserve") };
    }, player === pair.host ? "Ada" : "Bea");
    if (!deed) return false;
    const press = (target) => (player === pair.guest ? target.tap() : target.click());
    if (player === pair.guest && seen < 8) await shot(player, `fish-5-${seen++}-${deed.do}`);
    const before = await page.locator(".fish-bar").textContent();
    if (deed.do === "draw") await press(page.getByRole("button", { name: "Draw a piece" }));
    else if (deed.do === "bid") await press(page.getByRole("button", { name: "Seal the bid" }));
    else {
      const cell = page.locator(`.fish-cells button[data-cell="${deed.cell}"]`);
      await press(cell);
      // A finger looks first; what it would do is then a button of its own.
      if (player === pair.guest) await page.locator(".fish-strip .btn.main").tap();
    }
    await page.waitForFunction((before) => document.querySelector(".fish-bar").textContent !== before || document.querySelector(".end-card"), before);
    return true;
  });
  await endAndAgain("fish", pair);
});

test("Magic Maze with a guest on a phone, to its end and again", async () => {
  const pair = await meet("magic", "scenario=1,players=2,time=0", 11);
  const { host, guest } = pair;
  // Somebody who looks on knows the position; the engine knows the way.
  await host.page.evaluate(async () => {
    const { Room } = await import("/static/app/room.js");
    const { explain } = await import("/static/worlds/magic/plan.js");
    const room = new Room(location.pathname.split("/").at(-1));
    /** What is to be done until a new tile changes everything. */
    window.plan = async () => {
      if (room.state.outcome) return [];
      const steps = await explain(room.state.view);
      return steps.slice(0, steps.findIndex((step) => step.do.startsWith("explore")) + 1 || undefined);
    };
    window.seq = () => room.state.seq;
    await new Promise((resolve) => room.on(resolve));
  });
  let made = 0;
  let [plan, seq] = [[], 0];
  for (const until = Date.now() + 4 * PATIENCE; ; made++) {
    assert.ok(Date.now() < until, "the match came to no end");
    if (!plan.length) [plan, seq] = await host.page.evaluate(async () => [await window.plan(), window.seq()]);
    const step = plan.shift();
    if (!step) break;
    const [verb, letter, where, cells] = step.do.split(" ");
    const { page } = step.seat === 0 ? host : guest;
    const press = (target) => (page === guest.page ? target.tap() : target.click());
    const pawn = page.locator(`.magic-choose:nth-child(${"ypgo".indexOf(letter) + 1})`);
    if ((await pawn.getAttribute("aria-pressed")) !== "true") await press(pawn);
    // By turns with the arrows and on the mall itself.
    if (verb === "move" && cells === "1") await press(page.locator(`.magic-arrow.${where}`));
    else if (verb === "move" || verb === "teleport") {
      await page.locator("svg.magic-mall").first().scrollIntoViewIfNeeded();
      const at = await page.evaluate(async ([where, cells]) => {
        // The camera may still be on its way to a new tile.
        await Promise.allSettled(document.querySelector(".magic-stage").getAnimations({ subtree: true }).flatMap((one) => (one.constructor === Animation ? [one.finished] : [])));
        const [row, col] = (cells ? document.querySelector(".magic-pawn.chosen").dataset.at : where).split(",").map(Number);
        const [down, right] = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] }[where] ?? [0, 0];
        const centre = new DOMPoint((col + right * (cells ?? 0) + 0.5) * 40, (row + down * (cells ?? 0) + 0.5) * 40);
        const { x, y } = centre.matrixTransform(document.querySelector("svg.magic-mall").getScreenCTM());
        return [x, y];
      }, [where, cells && Number(cells)]);
      await (page === guest.page ? page.touchscreen.tap(...at) : page.mouse.click(...at));
    } else await press(page.getByRole("button", { name: new RegExp(`^${verb}`, "i") }));
    if (page === guest.page && made < 12) await shot(guest, `magic-5-${made}`);
    seq = await (await host.page.waitForFunction((seq) => window.seq() > seq && window.seq(), seq)).jsonValue();
  }
  await endAndAgain("magic", pair);
});

test("the longest name in one word stays on a phone's screen", async () => {
  const host = await visit();
  await host.page.addInitScript(() => localStorage.setItem("name", JSON.stringify("W".repeat(40))));
  await enterRoom(host.page, { game: "race", config: "size=11,density=0.65,players=2,rounds=1" });
  const guest = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await guest.page.goto(host.page.url());
  await guest.page.getByRole("heading", { name: "WWWW invites you to Race" }).waitFor();
  assert.equal(await guest.page.evaluate(() => document.documentElement.scrollWidth), 360);
  const { x, width } = await guest.page.getByRole("button", { name: "Just watch" }).boundingBox();
  assert.ok(x + width <= 360);
  await host.close();
  await guest.close();
});

test("whoever was scrolled to their name sees the board when the match begins", async () => {
  const host = await visit();
  await enterRoom(host.page, { game: "race", config: "size=21,density=0.65,players=2,rounds=1" });
  const { page, close } = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(host.page.url());
  await page.getByLabel("Your name").fill("Bea");
  await page.getByRole("button", { name: "Take a seat" }).click();
  // Whoever took the seat by a key is at the button that comes next.
  await page.waitForFunction(() => document.activeElement?.textContent === "Not ready after all");
  await page.evaluate(() => scrollTo(0, 250));
  await host.page.getByRole("button", { name: "I am ready" }).click();
  await page.locator(".lobby").waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.querySelector(".board-frame").getBoundingClientRect().top >= 0);
  await host.close();
  await close();
});

test("a guest who taps twice, or has the link open twice, sits once", async () => {
  const host = await visit();
  await enterRoom(host.page, { game: "race", config: "size=9,density=1,players=3,rounds=1", seed: 3 });
  const guest = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const other = await guest.context.newPage();
  for (const page of [guest.page, other]) {
    await page.goto(host.page.url());
    await page.locator(".invitation").waitFor();
  }
  await guest.page.getByLabel("Your name").fill("Bea");
  await guest.page.getByRole("button", { name: "Take a seat" }).dblclick();
  // The other tab has the same seat, without a word.
  for (const page of [guest.page, other]) await page.locator(".lobby").getByRole("button", { name: "Not ready after all" }).waitFor();
  await other.getByRole("button", { name: "Not ready after all" }).click();
  await guest.page.getByRole("button", { name: "I am ready" }).waitFor();
  assert.equal(await guest.page.locator(".world-head > .strip").textContent(), "");
  assert.deepEqual(await host.page.locator(".place-name").allTextContents(), ["You", "Bea", "Free seat"]);
  for (const visitor of [host, guest]) {
    visitor.calm();
    await visitor.close();
  }
});

test("where storage is switched off, a host still has the seat they came for", async () => {
  const { page, close } = await visit({ newcomer: true });
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
  });
  await enterRoom(page, { game: "fish", config: "players=2,size=6x6,goods=1,trees=3", seed: 4, bots: { 1: "greedy" } });
  await page.getByRole("button", { name: "I am ready" }).click();
  await page.locator(".fish-bar.own").waitFor();
  await page.reload();
  await page.locator(".fish-bar.own").waitFor();
  await close();
});

test("where storage is full, one plays as ever: practice, a room of one's own, a guest's seat", async () => {
  const [host, guest] = [await visit({ reducedMotion: "reduce" }), await visit({ reducedMotion: "reduce", lang: "fr" })];
  for (const { page } of [host, guest]) {
    await page.goto("/learn");
    await fillStorage(page);
  }
  const { page } = host;
  for (const world of ["race", "fish"]) {
    await page.goto(`/${world}?play&seed=3`);
    await page.waitForURL(/\/room\//);
    await page.getByRole("button", { name: "Hint" }).waitFor();
    assert.equal(await page.getByText("watching").filter({ visible: true }).count(), 0);
    await page.reload();
    await page.getByRole("button", { name: "Hint" }).waitFor();
  }
  await enterRoom(page, { game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 3 });
  await page.locator(".lobby").getByLabel("Your name").fill("Ada");
  await page.locator(".lobby").getByLabel("Your name").press("Enter");
  await page.getByRole("button", { name: "I am ready" }).click();
  await guest.page.goto(page.url());
  await guest.page.getByLabel("Votre nom").fill("Bea");
  await guest.page.getByRole("button", { name: "Prendre place" }).click();
  for (const one of [page, guest.page]) await one.locator(".lobby").waitFor({ state: "hidden" });
  assert.deepEqual(await page.locator(".place-name").allTextContents(), ["Ada", "Bea"]);
  for (const visitor of [host, guest]) {
    visitor.calm();
    await visitor.close();
  }
});

test("free seats are the host's to give: a guest has no button for it, and the room says no", async () => {
  const [host, guest] = [await visit({ reducedMotion: "reduce" }), await visit({ reducedMotion: "reduce", lang: "fr", viewport: { width: 390, height: 844 } })];
  await enterRoom(host.page, { game: "race", config: "size=9,density=1,players=3,rounds=1", seed: 3 });
  await guest.page.goto(host.page.url());
  await guest.page.getByLabel("Votre nom").fill("Bea");
  await guest.page.getByRole("button", { name: "Prendre place" }).click();
  await guest.page.getByRole("button", { name: "Pas prêt, finalement" }).waitFor();
  assert.equal(await guest.page.getByRole("button", { name: "Compléter par des robots" }).count(), 0);
  assert.equal(await guest.page.getByRole("button", { name: "Ajouter un robot" }).count(), 0);
  // A page of another make asks all the same.
  const refused = await guest.page.evaluate(async () => {
    const { Room } = await import("/static/app/room.js");
    const room = new Room(location.pathname.split("/")[2]);
    return new Promise((done) => {
      room.on((message) => {
        if (message.type === "snapshot") room.bot(2, "stray");
        if (message.type === "error") done(message.message);
      });
    });
  });
  assert.equal(refused, "seul l'hôte décide si un robot s'assied ici");
  await host.page.locator(".place", { hasText: "Bea" }).waitFor();
  assert.deepEqual(await host.page.locator(".place-name").allTextContents(), ["You", "Bea", "Free seat"]);
  await host.page.getByRole("button", { name: "Fill up with bots" }).click();
  await guest.page.locator(".place", { hasText: "Robot fort" }).waitFor();
  for (const visitor of [host, guest]) {
    visitor.calm();
    await visitor.close();
  }
});

for (const [width, height] of [[390, 844], [1280, 800]])
  test(`a name of one long word bursts nothing at ${width}`, async () => {
    const name = "W".repeat(24);
    const { page, close } = await visit({ viewport: { width, height }, reducedMotion: "reduce" });
    const other = await visit({ viewport: { width, height }, reducedMotion: "reduce", lang: "fr" });
    /** What is wider than its place, in the page and in some of its parts. */
    const burst = (page, ...parts) =>
      page.evaluate((parts) => {
        const all = [document.documentElement, ...parts.flatMap((part) => [...document.querySelectorAll(part)])];
        return all.filter((el) => el.scrollWidth > el.clientWidth + 1).map((el) => `${el.tagName}.${el.className} ${el.scrollWidth} > ${el.clientWidth}`);
      }, parts);
    for (const one of [page, other.page]) {
      await one.goto("/learn");
      await one.evaluate((name) => localStorage.setItem("name", JSON.stringify(name)), name);
    }
    await enterRoom(page, { game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 3 });
    await other.page.goto(page.url());
    await other.page.locator(".invitation").waitFor();
    assert.deepEqual(await burst(other.page, ".invitation"), []);
    await other.page.locator(".invitation [type=submit]").click();
    await page.locator(".place", { hasText: name }).nth(1).waitFor();
    assert.deepEqual(await burst(page, ".lobby-card", ".seat"), []);
    await page.getByRole("button", { name: "I am ready" }).click();
    await page.locator(".lobby").waitFor({ state: "hidden" });
    assert.deepEqual(await burst(page, ".seat", ".world-head"), []);
    // The end, as a match of theirs has it.
    await page.evaluate(async (name) => {
      const { endCard } = await import("/static/app/end_card.js");
      const table = { head: ["points", "steps", "extra"], rows: [[name, "120", "214", "12"], [`${name.slice(1)}M`, "80", "999", "99"]] };
      document.querySelector(".board-frame").append(endCard({ won: true, title: `${name}: victory!`, text: `Rounds: ${name}, ${name}, ${name}.`, table }, {}));
    }, name);
    assert.deepEqual(await burst(page, ".end-card"), []);
    const [card, frame] = await Promise.all([page.locator(".end-card").boundingBox(), page.locator(".board-frame").boundingBox()]);
    assert.ok(card.x >= frame.x && card.x + card.width <= frame.x + frame.width + 1, JSON.stringify([card, frame]));
    const cells = await page.locator(".end-card td, .end-card th").evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
    assert.ok(Math.max(...cells) <= card.x + card.width, `${cells} ${card.x + card.width}`);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/name-end-${width}.png` });
    // The list of matches, with the picture of one that came with the program.
    await page.evaluate(async (name) => {
      const [{ id: room, game }] = await (await fetch("/api/samples")).json();
      const seat = (seat) => ({ seat, name, kind: "person", connected: true, ready: true });
      const played = { seats: [seat(0), seat(1)], outcome: { winners: [0], scores: [1, 0] }, entries: 9 };
      localStorage.setItem("rooms", JSON.stringify([{ room, game, at: Date.now(), over: true, played }]));
    }, name);
    await page.goto("/replays");
    await page.locator(".replay-who", { hasText: name }).waitFor();
    assert.deepEqual(await burst(page, ".replay-item"), []);
    const [item, sight] = await Promise.all([page.locator(".replay-item").first().boundingBox(), page.locator(".replay-sight img").first().boundingBox()]);
    assert.ok(sight.x + sight.width <= item.x + item.width + 1, JSON.stringify([item, sight]));
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/name-replays-${width}.png` });
    await other.close();
    await close();
  });
