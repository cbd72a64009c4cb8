// The race: two browsers in one room to the end, a break in the middle,
// practice with undo and hint, votes, the editor.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser, openStudio, seriousFaults, visit } from "./studio.mjs";

let studio, browser;
before(async () => {
  studio = await openStudio();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.close();
});

const OPEN_FIELD = "config=size%3D9%2Cdensity%3D1%2Cplayers%3D2%2Crounds%3D1&seed=1";
/** From the corners of an open field of nine to its centre. */
const WAYS = [
  ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"],
  ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown"],
];

/** Two people in a room, ready to go. */
async function twoInARoom() {
  const [ann, bob] = await Promise.all([visit(browser, studio.url), visit(browser, studio.url)]);
  await ann.page.goto(`/race?${OPEN_FIELD}`);
  await ann.page.getByRole("radio", { name: "Online, by link" }).check({ force: true });
  await ann.page.getByRole("button", { name: "Open the room" }).click();
  await ann.page.waitForURL(/\/room\//);
  await bob.page.goto(new URL(ann.page.url()).pathname);
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await bob.page.getByRole("button", { name: "I am ready" }).click();
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
  for (let i = 0; i < 4; i++) await step(players, made);
  // Bob's page is opened anew: he is still who he was.
  await bob.page.reload();
  await bob.page.locator(".race-field").waitFor();
  for (let i = 0; i < 4; i++) await step(players, made);
  assert.deepEqual(await seriousFaults(ann.page), []);
  for (let i = 0; i < 3; i++) await step(players, made);
  for (const { page } of players) {
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await page.getByText(/reached the target/).waitFor();
    assert.equal(await page.locator(".race-field .way").count(), 2);
  }
  const first = ann.page.url();
  await bob.page.getByRole("button", { name: "Play again" }).click();
  // Both move on to the next room and keep their seats.
  for (const { page } of players) {
    await page.waitForURL((url) => url.pathname.startsWith("/room/") && url.href !== first);
    await page.getByRole("button", { name: "I am ready" }).waitFor();
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
  const { page, calm, close } = await visit(browser, studio.url);
  /** @type {import("playwright-core").WebSocketRoute | undefined} */
  let wire;
  let times = 0;
  await page.routeWebSocket(/\/ws\/rooms\//, (socket) => {
    times += 1;
    wire = socket;
    socket.connectToServer();
  });
  await page.goto("/race?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.locator(".race-field .pawn-on").first().waitFor();
  await page.getByText("Your turn.").waitFor();
  await wire.close();
  await page.waitForFunction(() => !document.body.textContent.includes("Reconnecting"));
  await page.getByText("Your turn.").waitFor();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  assert.ok(times >= 2, `${times} connections`);
  calm();
  await close();
});

test("practice: hint, undo, reveal", async () => {
  const { page, calm, close } = await visit(browser, studio.url);
  await page.goto("/race?play&seed=4");
  await page.waitForURL(/\/room\//);
  await page.getByText("Your turn.").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".race-field .hint").waitFor();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByText(/^[1-9]\d* steps?/).first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Your turn.").waitFor();
  await page.getByRole("button", { name: "Propose to reveal" }).click();
  await page.getByText(/Revealed: nobody scores|Reveal the solution/).first().waitFor();
  calm();
  await close();
});

test("one keyboard for two, and finishing by agreement", async () => {
  const { page, calm, close } = await visit(browser, studio.url);
  await page.goto(`/race?${OPEN_FIELD}`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/room\//);
  await page.getByText(/to play\./).first().waitFor();
  // Whoever it is: the keys of the other do nothing.
  await page.keyboard.press("KeyD");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("KeyD");
  await page.getByText(/^1 step/).first().waitFor();
  await page.getByRole("button", { name: "Propose to finish" }).click();
  await page.getByRole("button", { name: "Agree" }).click();
  await page.getByText(/Finished by agreement/).waitFor();
  calm();
  await close();
});

test("the editor finds the way, and the fewest cells to open", async () => {
  const { page, calm, close } = await visit(browser, studio.url);
  await page.goto("/race?edit");
  await page.getByText("Shortest way: 18 steps.").waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  const walled = ["*********", "*1  *   *", "*   *   *", "*   *   *", "*   *C  *", "*   *   *", "*   *   *", "*   *   *", "*********"].join("\n");
  await page.getByRole("textbox", { name: "Board as text" }).fill(walled);
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByText("No way. Fewest cells to open: 1; then 7 steps.").waitFor();
  calm();
  await close();
});

test("a room that does not exist is said to be gone", async () => {
  const { page, close } = await visit(browser, studio.url);
  await page.goto("/room/aaaaaaaaaaaa");
  await page.getByRole("link", { name: /Back to the/ }).waitFor();
  await close();
});
