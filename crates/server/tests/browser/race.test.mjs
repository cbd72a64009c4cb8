// The race: two browsers in one room to the end, a break in the middle,
// practice with undo and hint, votes, the editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

const OPEN_FIELD = "config=size%3D9%2Cdensity%3D1%2Cplayers%3D2%2Crounds%3D1&seed=1";

/** Who comes alone finds a bot opposite; here a second person sits down at the keyboard. */
async function besideMe(page) {
  await page.locator('select:has(option[value="stray"]:checked)').waitFor();
  await page.getByLabel("Player 2").selectOption({ label: "A person here" });
}
/** From the corners of an open field of nine to its centre. */
const WAYS = [
  ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"],
  ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown"],
];

/** Two people in a room, ready to go. */
async function twoInARoom() {
  const [ann, bob] = await Promise.all([visit(), visit()]);
  await ann.page.goto(`/race?${OPEN_FIELD}`);
  await ann.page.getByRole("radio", { name: "With friends" }).check({ force: true });
  await ann.page.getByRole("button", { name: "Open the room" }).click();
  await ann.page.waitForURL(/\/room\//);
  await bob.page.goto(new URL(ann.page.url()).pathname);
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await ann.page.getByRole("button", { name: "I am ready" }).click();
  return { ann, bob };
}

/** Whose turn it is. */
async function onTurn(players) {
  return Promise.race(players.map(async (player, seat) => {
    await player.page.getByText("Your turn.").waitFor();
    return seat;
  }));
}

/** Makes the next step of whoever is on turn; waits until it has arrived. */
async function step(players, made) {
  const seat = await onTurn(players);
  await players[seat].page.keyboard.press(WAYS[seat][made[seat]]);
  made[seat] += 1;
  await players[seat].page.waitForFunction(() => !document.body.textContent.includes("Your turn."));
}

test("two browsers play a race to the end, with a break in the middle", async () => {
  const { ann, bob } = await twoInARoom();
  const players = [ann, bob];
  const made = [0, 0];
  // Whosever turn it is, what is said beside the board takes the same room.
  const tall = () => Promise.all(players.map(({ page }) => page.locator(".race-talk").evaluate((talk) => talk.offsetHeight)));
  await onTurn(players);
  const before = await tall();
  assert.equal(new Set(before).size, 1);
  await step(players, made);
  await onTurn(players);
  assert.deepEqual(await tall(), before);
  for (let i = 0; i < 3; i++) await step(players, made);
  // Whoever looks at another tab sees that it is their turn.
  await Promise.race(players.map(({ page }) => page.waitForFunction(() => document.title.startsWith("● Your turn"))));
  // Bob's page is opened anew: he is still who he was.
  await bob.page.reload();
  await bob.page.locator(".race-field").waitFor();
  for (let i = 0; i < 4; i++) await step(players, made);
  assert.deepEqual(await seriousFaults(ann.page), []);
  for (let i = 0; i < 3; i++) await step(players, made);
  for (const { page } of players) {
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await page.locator(".race-talk").getByText(/reached the target/).waitFor();
    assert.equal(await page.locator(".race-field .way").count(), 2);
  }
  const first = ann.page.url();
  await bob.page.getByRole("button", { name: "Play again" }).click();
  // Who asked goes ahead, the other is asked; both keep their seats.
  await ann.page.getByText(/wants to play again/).waitFor();
  await ann.page.getByRole("button", { name: "Me too" }).click();
  for (const { page } of players) {
    await page.waitForURL((url) => url.pathname.startsWith("/room/") && url.href !== first);
    await page.locator(".place.turn").waitFor();
  }
  await ann.page.goto(first);
  await ann.page.getByRole("link", { name: "Watch again" }).click();
  await ann.page.getByRole("button", { name: "To the end" }).click();
  await ann.page.getByText("11 / 11").waitFor();
  ann.calm();
  bob.calm();
  await Promise.all([ann.close(), bob.close()]);
});

test("a lost connection comes back by itself", async () => {
  const { page, calm, close } = await visit();
  /** @type {import("playwright-core").WebSocketRoute | undefined} */
  let wire;
  let times = 0;
  let resumed;
  const back = new Promise((resolve) => (resumed = resolve));
  await page.routeWebSocket(/\/ws\/rooms\//, (socket) => {
    times += 1;
    wire = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (times > 1 && JSON.parse(String(message)).type === "snapshot") resumed();
    });
  });
  await page.goto("/race?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.locator(".race-field .pawn-on").first().waitFor();
  await page.getByText("Your turn.").waitFor();
  await wire.close();
  // What is pressed while nobody listens is lost: wait until somebody does.
  await back;
  await page.waitForFunction(() => !document.body.textContent.includes("Reconnecting"));
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  calm();
  await close();
});

test("a device that loses its network says so at once, and plays on when it has one", async () => {
  // The browser itself complains of lines that cannot be had, so this is not calm.
  const { page, context, close } = await visit();
  await page.goto("/race?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.getByText("Your turn.").waitFor();
  await context.setOffline(true);
  await page.getByText("Reconnecting…").waitFor({ timeout: 5000 });
  // It is said once, also to whoever goes on pressing.
  await page.keyboard.press("u");
  assert.equal(await page.locator(".world-head > .strip").textContent(), "");
  await context.setOffline(false);
  await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  await close();
});

test("practice: hint, undo, reveal", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/race?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.getByText("Your turn.").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".race-field .hint").waitFor();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Your turn.").waitFor();
  // Ending a round early is for those who look for it; it stays open from move to move.
  await page.getByText("End the round early").click();
  await page.getByRole("button", { name: "Propose to reveal" }).click();
  await page.getByText(/Revealed: nobody scores|Reveal the solution/).first().waitFor();
  calm();
  await close();
});

test("one keyboard for two, and finishing by agreement", async () => {
  const { page, calm, close } = await visit();
  await page.goto(`/race?${OPEN_FIELD}`);
  await besideMe(page);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/room\//);
  await page.getByText(/to play\./).first().waitFor();
  // Whoever it is: the keys of the other do nothing.
  await page.keyboard.press("KeyD");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("KeyD");
  await page.getByText(/^1 step/).first().waitFor();
  await page.getByText("End the round early").click();
  await page.getByRole("button", { name: "Propose to finish" }).click();
  await page.getByRole("button", { name: "Agree" }).click();
  await page.locator(".race-talk").getByText(/Finished by agreement/).waitFor();
  // The card counts for everybody: points, steps, and those beyond a shortest path.
  const rows = await page.locator(".end-card tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent))));
  assert.equal(rows.length, 2);
  assert.ok(rows.every(([points, steps, extra]) => points === 1 && steps <= 2 && extra === 0), JSON.stringify(rows));
  assert.match(await page.locator(".end-card .figures").textContent(), /time0:0\d/);
  calm();
  await close();
});

test("a race of two rounds is summed up over both, also for whoever loads the page anew", async () => {
  const { page, calm, close } = await visit();
  await page.goto(`/race?${OPEN_FIELD.replace("rounds%3D1", "rounds%3D2")}`);
  await besideMe(page);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/room\//);
  for (const round of [1, 2]) {
    await page.getByText(`Round ${round} of 2`).waitFor();
    await page.getByText(/to play\./).first().waitFor();
    // The one whose turn it is takes a step, whoever that is.
    await page.keyboard.press("KeyS");
    await page.keyboard.press("ArrowDown");
    await page.locator(".seat .extra", { hasText: /^1 step/ }).first().waitFor();
    await page.getByText("End the round early").click();
    await page.getByRole("button", { name: "Propose to finish" }).click();
    await page.getByRole("button", { name: "Agree" }).click();
    if (round === 2) break;
    await page.getByRole("button", { name: "Next round" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Next round" }).click();
  }
  const steps = page.locator(".end-card tbody td:nth-of-type(2)");
  await steps.first().waitFor();
  const all = (await steps.allTextContents()).map(Number);
  assert.ok(all[0] + all[1] >= 2, all.join());
  assert.match(await page.locator(".end-card").textContent(), /Rounds: .+, .+\./);
  calm();
  await close();
});

test("Enter goes on to the next round; while a round is over nobody is to play, and after the last nothing is taken back", async () => {
  const { page, calm, close } = await visit();
  await enterRoom(page, { game: "race", config: "size=9,density=1,players=2,rounds=2", seed: 1, practice: true, bots: { 1: "best" }, pace: 1 });
  for (const round of [1, 2]) {
    await page.getByText(`Round ${round} of 2`).waitFor();
    await page.getByText("Your turn.").waitFor();
    assert.equal(await page.locator(".seat.turn").count(), 1);
    assert.ok(await page.getByRole("button", { name: "Undo" }).isVisible());
    // Enter is for going on, not for playing.
    await page.keyboard.press("Enter");
    if (round === 1) await page.getByText("End the round early").click();
    // On an open field both need as many steps, so the bot agrees.
    await page.getByRole("button", { name: "Propose to finish" }).click();
    await page.locator(".race-talk").getByText(/Finished by agreement/).waitFor();
    if (round === 2) break;
    // The bot is ready at once and only one's own word is missing; that is no turn.
    await page.waitForFunction(() => document.querySelector(".race-next"));
    assert.equal(await page.locator(".seat.turn").count(), 0);
    assert.equal(await page.locator(".seats").getByText("to play").count(), 0);
    for (const name of ["Undo", "Hint"]) assert.ok(await page.getByRole("button", { name }).isDisabled(), name);
    // Whatever was pressed last, the way on has the focus.
    await page.waitForFunction(() => document.activeElement?.matches(".race-round .race-next"));
    assert.deepEqual(await seriousFaults(page), []);
    await page.keyboard.press("Enter");
  }
  await page.locator(".end-card").waitFor();
  assert.ok(await page.getByRole("button", { name: "Undo" }).isHidden());
  calm();
  await close();
});

test("a key pressed in the bot's turn waits as an arrow and is played; Escape takes it back", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await enterRoom(page, { game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 1, practice: true, bots: { 1: "best" }, pace: 900 });
  const mine = page.locator(".seat", { hasText: "You" }).locator(".extra");
  await page.getByText("Your turn.").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.locator(".race-field .early").waitFor({ state: "attached" });
  await mine.getByText("2 steps").waitFor();
  assert.equal(await page.locator(".race-field .early").count(), 0);
  // Another key takes its place; what is taken back is not played.
  await page.keyboard.press("ArrowUp");
  await page.locator(".race-field .early").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".race-field .early").count(), 0);
  await page.getByText("Your turn.").waitFor();
  await page.waitForTimeout(200);
  assert.match(await mine.textContent(), /^2 steps/);
  calm();
  await close();
});

test("an ended match has its trails and its time in another tab too", async () => {
  const { page, context, calm, close } = await visit({ reducedMotion: "reduce" });
  await enterRoom(page, { game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 1, practice: true, bots: { 0: "best", 1: "best" }, pace: 1 });
  const time = (one) => one.locator(".end-card .figures", { hasText: "time" }).waitFor();
  await time(page);
  // Who never arrived is not held against the best.
  assert.match((await page.locator(".seat .extra").allTextContents()).join("|"), /best 6.*short|short.*best 6/);
  const other = await context.newPage();
  await other.goto(page.url());
  await time(other);
  assert.equal(await other.locator(".race-field .trail").count(), 2);
  calm();
  await close();
});

/** The steps to the target that the page tells before a race, by player. */
async function waysOf(page, seed) {
  await page.getByLabel("Seed").fill(String(seed));
  const [answer] = await Promise.all([page.waitForResponse((one) => one.url().includes("race/new") && one.request().postDataJSON().seed === seed), page.keyboard.press("Tab")]);
  const best = (await answer.json()).players.map((player) => player.best);
  await page.waitForFunction((shown) => [...document.querySelectorAll("[role=status] .chip")].map((chip) => chip.textContent).join() === shown, best.join());
  return best;
}

test("the form opens on a preset by its name; what is changed is custom", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/race");
  const preset = page.getByLabel("Preset");
  const chosen = () => preset.evaluate((select) => select.selectedOptions[0].textContent);
  await preset.locator("option", { hasText: "In the fog" }).waitFor({ state: "attached" });
  assert.equal(await chosen(), "Quick duel");
  await page.getByRole("slider", { name: "Size" }).fill("25");
  assert.equal(await chosen(), "Custom");
  await preset.selectOption({ label: "Solo" });
  assert.equal(await chosen(), "Solo");
  assert.equal(await page.getByRole("slider", { name: "Players" }).inputValue(), "1");
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll("option:checked")].some((one) => one.textContent === "Solo"));
  calm();
  await close();
});

test("new games have fair boards; a link without them means what it meant", async () => {
  const { page, calm, close } = await visit();
  const gap = (ways) => Math.max(...ways) - Math.min(...ways);
  await page.goto("/race");
  for (const seed of [7, 20261117, 20261118]) assert.ok(gap(await waysOf(page, seed)) <= 1, String(seed));
  // An old link has its old board, and changes nothing for the games to come.
  await page.goto("/race?config=size%3D21%2Cdensity%3D0.65%2Cplayers%3D2%2Crounds%3D3&seed=1");
  await page.getByText("More settings").click();
  assert.equal(await page.getByLabel(/^Fair boards/).isChecked(), false);
  assert.deepEqual(await waysOf(page, 7), [25, 16]);
  await page.getByLabel(/^Fair boards/).check();
  assert.ok(gap(await waysOf(page, 20261117)) <= 1);
  await page.goto("/race?config=size%3D21%2Cdensity%3D0.65%2Cplayers%3D2%2Crounds%3D3&seed=1");
  await page.getByText("More settings").click();
  assert.equal(await page.getByLabel(/^Fair boards/).isChecked(), false);
  await page.goto("/race");
  await page.getByText("More settings").click();
  assert.ok(await page.getByLabel(/^Fair boards/).isChecked());
  calm();
  await close();
});

test("at 200 % nothing beside the board is cut", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 640, height: 400 } });
  await page.goto("/race?play&seed=4");
  await page.getByText("Your turn.").waitFor();
  await page.getByText("End the round early").click();
  // Whoever has a mouse has keys: no pad takes the place of the words.
  assert.ok(await page.locator(".pad").isHidden());
  const cut = await page.locator(".race-talk, .race-talk .btn, .seats li").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1).map((one) => one.className));
  assert.deepEqual(cut, []);
  calm();
  await close();
});

test("a board drawn on a phone is in sight as soon as it is played", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto("/race?edit");
  await page.getByText("Shortest path: 28 steps.").waitFor();
  await page.getByRole("button", { name: "Play this board" }).click();
  const { y, height } = await page.locator(".race-walk").boundingBox();
  const bar = await page.locator(".bar").evaluate((bar) => bar.getBoundingClientRect().bottom);
  assert.ok(y >= bar && y + height <= 844, `${y} ${height}`);
  calm();
  await close();
});

test("a finger swipes the pawn, and taps beside it", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto("/race?config=size%3D9%2Cdensity%3D1%2Cplayers%3D1%2Crounds%3D1&seed=1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/room\//);
  const field = page.locator(".race-field");
  await field.locator(".pawn-on.turn").waitFor();
  await field.scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const swipe = async (dx, dy) => {
    const box = await field.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch("touchStart", [{ x, y }]);
    await touch("touchMove", [{ x: x + dx / 2, y: y + dy / 2 }]);
    await touch("touchMove", [{ x: x + dx, y: y + dy }]);
    await touch("touchEnd", []);
  };
  const steps = (n) => page.getByText(new RegExp(`^${n} steps?`)).first().waitFor();
  await swipe(80, 0);
  await steps(1);
  await swipe(0, 80);
  await steps(2);
  // A tap to the right of the pawn, which stands in the second row and column.
  const box = await field.boundingBox();
  await page.touchscreen.tap(box.x + box.width * 0.7, box.y + box.height * (2.5 / 9));
  await steps(3);
  assert.equal(await page.evaluate(() => scrollX), 0, "the page did not move under the finger");
  calm();
  await close();
});

test("keys are chosen anew, and remembered", async () => {
  const { page, calm, close } = await visit();
  await page.goto(`/race?${OPEN_FIELD}`);
  await besideMe(page);
  await page.getByRole("button", { name: "Change" }).first().click();
  for (const [words, key] of [["goes up", "KeyT"], ["goes right", "KeyH"], ["goes down", "KeyG"], ["goes left", "KeyF"]]) {
    await page.getByText(words).waitFor();
    await page.keyboard.press(key);
  }
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("T F G H").waitFor();
  await page.getByRole("button", { name: "Change" }).nth(1).click();
  for (const [words, key] of [["goes up", "Numpad8"], ["goes right", "Numpad6"], ["goes down", "Numpad2"], ["goes left", "Numpad4"]]) {
    await page.getByText(words).waitFor();
    await page.keyboard.press(key);
  }
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/room\//);
  await page.locator(".race-field .pawn-on.turn").waitFor();
  // The old keys do nothing any more; of the new ones, those of whose turn it is.
  for (const key of ["KeyD", "ArrowLeft", "KeyH", "Numpad4"]) await page.keyboard.press(key);
  await page.getByText(/^1 step/).first().waitFor();
  await page.goto(`/race?${OPEN_FIELD}`);
  await page.getByText("T F G H").waitFor();
  await page.getByRole("button", { name: "Change" }).first().click();
  await page.getByRole("button", { name: "Usual keys for all" }).click();
  await page.getByText("W A S D").waitFor();
  calm();
  await close();
});

test("a board is sent once, then only what happens on it", async () => {
  const { page, calm, close } = await visit();
  const told = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => told.push(JSON.parse(String(payload)))));
  await page.goto("/race?config=size%3D101%2Cdensity%3D1%2Cplayers%3D1%2Crounds%3D1&seed=1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/room\//);
  await page.locator(".race-field .pawn-on.turn").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText(/^1 step/).first().waitFor();
  const moved = told.filter(({ type }) => type === "moved");
  assert.equal(moved.length, 1);
  assert.ok(JSON.stringify(moved[0]).length < 1000, JSON.stringify(moved[0]));
  assert.equal(await page.locator(".race-field .trail").count(), 1);
  calm();
  await close();
});

test("a studio that stops is waited for, without alarm", async () => {
  const { page, close } = await visit();
  const lines = [];
  await page.routeWebSocket(/\/ws\//, (ws) => {
    const server = ws.connectToServer();
    lines.push(ws);
    ws.onMessage((message) => server.send(message));
    server.onMessage((message) => ws.send(message));
  });
  await page.goto("/race?play&seed=1");
  await page.getByText("Your turn.").waitFor();
  lines[0].send(JSON.stringify({ type: "error", message: "the room is not here any more" }));
  await lines[0].close({ code: 1013 });
  while (lines.length < 2) await page.waitForTimeout(20);
  await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
  assert.deepEqual(await page.locator(".toast").allTextContents(), []);
  await close();
});

test("a studio that hangs is left by itself, and nothing is done twice", async () => {
  const { page, close } = await visit();
  let lines = 0;
  let hangs = false;
  await page.routeWebSocket(/\/ws\//, (ws) => {
    const server = ws.connectToServer();
    const first = ++lines === 1;
    // The first line takes what is said and gives nothing back.
    ws.onMessage((message) => server.send(message));
    server.onMessage((message) => (first && hangs ? undefined : ws.send(message)));
  });
  await page.goto("/race?play&seed=1");
  await page.getByText("Your turn.").waitFor();
  hangs = true;
  await page.keyboard.press("ArrowDown");
  while (lines < 2) await page.waitForTimeout(50);
  await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
  await page.getByText("Your turn.").waitFor();
  await page.getByText(/^1 step\b/).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByText(/^2 steps\b/).first().waitFor();
  await close();
});

test("bots are called by what they are, those alike by number too; a name is seen at once", async () => {
  const [ann, bob] = await Promise.all([visit(), visit()]);
  await ann.page.goto("/race?config=size%3D9%2Cdensity%3D1%2Cplayers%3D4%2Crounds%3D1&seed=1");
  await ann.page.getByRole("radio", { name: "With friends" }).check({ force: true });
  for (const seat of [3, 4]) await ann.page.getByLabel(`Player ${seat}`, { exact: true }).selectOption({ index: 1 });
  await ann.page.getByRole("button", { name: "Open the room" }).click();
  await ann.page.waitForURL(/\/room\//);
  for (const n of [1, 2]) await ann.page.locator(".seats .seat", { hasText: `Easy bot ${n}` }).getByText("moves at random").waitFor();
  await bob.page.goto(new URL(ann.page.url()).pathname);
  // The guest is asked first, on a phone too, and gives a name once.
  await bob.page.setViewportSize({ width: 390, height: 844 });
  const asked = bob.page.getByRole("form", { name: "Invitation" });
  await asked.getByRole("heading", { name: /You are invited to Race/ }).waitFor();
  for (const name of ["Take a seat", "Just watch"]) assert.ok((await asked.getByRole("button", { name }).boundingBox()).y < 800, name);
  await asked.getByLabel("Your name").fill("Robert");
  await asked.getByRole("button", { name: "Take a seat" }).click();
  await asked.waitFor({ state: "detached" });
  await ann.page.locator(".seats").getByText("Robert").waitFor();
  await ann.page.getByRole("button", { name: "I am ready" }).click();
  await Promise.all([ann, bob].map(({ page }) => page.locator(".race-field .pawn-on.turn").waitFor()));
  ann.calm();
  bob.calm();
  await Promise.all([ann.close(), bob.close()]);
});

test("the editor finds the way, and the fewest cells to open", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/race?edit");
  await page.getByText("Shortest path: 28 steps.").waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  const walled = ["*********", "*1  *   *", "*   *   *", "*   *   *", "*   *C  *", "*   *   *", "*   *   *", "*   *   *", "*********"].join("\n");
  await page.getByRole("textbox", { name: "Board as text" }).fill(walled);
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByText("No path. Fewest cells to open: 1; then 7 steps.").waitFor();
  calm();
  await close();
});

test("a room that does not exist is said to be gone", async () => {
  const { page, close } = await visit();
  await page.goto("/room/aaaaaaaaaaaa");
  await page.getByRole("link", { name: /Back to the/ }).waitFor();
  await close();
});
