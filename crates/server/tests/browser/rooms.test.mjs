// What people in a room may do besides playing: give signs, ask for a pause,
// play against the clock; and what is left of a match afterwards.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

/** Two people at a table, both ready. */
async function twoAt(wish, langs = ["en", "en"]) {
  const [ann, bob] = await Promise.all(langs.map((lang) => visit({ lang, reducedMotion: "reduce" })));
  for (const [{ page }, name] of [[ann, "Ann"], [bob, "Bob"]]) {
    await page.goto("/learn");
    await page.evaluate((name) => localStorage.setItem("name", JSON.stringify(name)), name);
  }
  await enterRoom(ann.page, wish);
  await bob.page.goto(ann.page.url());
  await bob.page.locator(".invitation [type=submit]").click();
  for (const { page } of [ann, bob]) await page.getByRole("button", { name: /^(I am ready|Je suis prêt)$/ }).click();
  for (const { page } of [ann, bob]) await page.locator(".lobby").waitFor({ state: "hidden" });
  return { ann, bob };
}

async function leave(...people) {
  for (const { calm } of people) calm();
  await Promise.all(people.map(({ close }) => close()));
}

test("signs are seen at the seat, in each reader’s language; the clock runs for whose turn it is", async () => {
  const { ann, bob } = await twoAt({ game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 3, limit: { bank: 600 } }, ["en", "fr"]);
  await ann.page.locator(".signs summary").click();
  await ann.page.getByRole("button", { name: "Well played!" }).click();
  await ann.page.locator(".place", { hasText: "Ann" }).getByText("Well played!").waitFor();
  await bob.page.locator(".place", { hasText: "Ann" }).getByText("Bien joué !").waitFor();
  assert.match(await bob.page.locator(".place.turn .place-time").textContent(), /^(9:5\d|10:00)$/);
  assert.equal(await bob.page.locator(".place:not(.turn) .place-time").textContent(), "10:00");
  assert.deepEqual(await seriousFaults(ann.page), []);
  await leave(ann, bob);
});

test("before a match the host is asked for a name, and may fill up with bots", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  await enterRoom(page, { game: "race", config: "size=9,density=1,players=3,rounds=1", seed: 3 });
  const lobby = page.locator(".lobby");
  await lobby.getByRole("heading", { name: "Waiting for 2 more players" }).waitFor();
  assert.equal(await lobby.getByLabel("Link to this room").inputValue(), page.url());
  assert.deepEqual(await seriousFaults(page), []);
  const bottom = (await lobby.getByRole("button", { name: "Fill up with bots" }).boundingBox()).y;
  assert.ok(bottom < 800, `${bottom}`);
  await lobby.getByLabel("Your name").fill("Ann");
  await lobby.getByRole("button", { name: "Fill up with bots" }).click();
  await lobby.getByText("Not ready yet: you").waitFor();
  await page.locator(".places").getByText("Bot 3").waitFor();
  await lobby.getByRole("button", { name: "I am ready" }).click();
  await lobby.waitFor({ state: "hidden" });
  await page.locator(".race-field .pawn-on.turn").waitFor();
  calm();
  await close();
});

test("on its side too, a phone shows the host and the guest what to press", async () => {
  const side = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
  const inSight = async (button) => {
    await button.waitFor();
    const box = await button.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 390, `${await button.textContent()}: ${JSON.stringify(box)}`);
  };
  const [host, guest] = [await visit(side), await visit({ ...side, lang: "fr", newcomer: true })];
  for (const [game, config] of [["race", "size=21,density=0.65,players=3,rounds=1"], ["fish", "players=3"], ["magic", "scenario=1,players=3,time=300"]]) {
    await enterRoom(host.page, { game, config, seed: 4 });
    await inSight(host.page.getByRole("button", { name: "I am ready" }));
    await inSight(host.page.getByRole("button", { name: "Copy" }));
    await guest.page.goto(host.page.url());
    await inSight(guest.page.getByRole("button", { name: "Prendre place" }));
    await inSight(guest.page.getByLabel("Votre nom"));
  }
  host.calm();
  guest.calm();
  await host.close();
  await guest.close();
});

test("who looked on has neither won nor lost, and reads the moves as news", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await enterRoom(page, { game: "race", config: "size=11,density=0.8,players=2,rounds=1", practice: true, seed: 4, bots: { 0: "best", 1: "best" }, pace: 1 });
  await page.locator(".end-card").waitFor();
  assert.equal(await page.locator(".end-card:is(.won, .lost)").count(), 0);
  assert.equal(await page.locator(".world-head > .strip .quiet").count(), 1);
  calm();
  await close();
});

test("a pause is asked for and agreed to; the board is covered until all go on", async () => {
  const { ann, bob } = await twoAt({ game: "magic", config: "players=2,time=180", seed: 5 });
  // Nobody says a word while the sand runs, not even by signs.
  assert.equal(await ann.page.locator(".signs").isVisible(), false);
  const top = () => bob.page.locator(".board-frame").evaluate((frame) => frame.getBoundingClientRect().top);
  const stoodAt = await top();
  await ann.page.getByRole("button", { name: "Pause", exact: true }).click();
  await bob.page.getByText("Ann asks for a pause.").waitFor();
  assert.equal(await top(), stoodAt, "the question moves no board");
  await bob.page.getByRole("button", { name: "Refuse" }).click();
  await ann.page.locator(".banner").waitFor({ state: "hidden" });
  await bob.page.getByRole("button", { name: "Pause", exact: true }).click();
  await ann.page.getByRole("button", { name: "Agree" }).click();
  for (const { page } of [ann, bob]) await page.locator(".curtain").getByRole("heading", { name: "Paused" }).waitFor();
  const sand = () => bob.page.locator(".sand-text").textContent();
  const stood = await sand();
  await bob.page.waitForTimeout(1500);
  assert.equal(await sand(), stood);
  assert.deepEqual(await seriousFaults(ann.page), []);
  await ann.page.locator(".curtain").getByRole("button", { name: "Go on" }).click();
  await bob.page.getByText("Ready to go on: Ann").waitFor();
  await bob.page.locator(".curtain").getByRole("button", { name: "Go on" }).click();
  for (const { page } of [ann, bob]) await page.locator(".curtain").waitFor({ state: "hidden" });
  await leave(ann, bob);
});

test("alone against the sand: pause at once, and ready before another match", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await enterRoom(page, { game: "magic", config: "players=1,time=180", seed: 5, practice: true });
  // It keeps its place, so that a second click meets no neighbour; and it is not taken for a wish to go on.
  const head = page.locator(".world-head");
  const places = () => head.locator(".btn").evaluateAll((all) => all.filter((one) => one.offsetWidth).length);
  await head.getByRole("button", { name: "Pause", exact: true }).waitFor();
  const before = await places();
  await head.getByRole("button", { name: "Pause", exact: true }).dblclick();
  await head.getByRole("button", { name: "Go on" }).waitFor();
  assert.equal(await places(), before);
  assert.equal(await head.getByText("hint here").count(), 0);
  await head.getByRole("button", { name: "Go on" }).click();
  await head.getByRole("button", { name: "Pause", exact: true }).click();
  await page.locator(".curtain").getByRole("button", { name: "Go on" }).click();
  await page.locator(".curtain").waitFor({ state: "hidden" });
  const room = page.url();
  await page.evaluate(async () => {
    const { Room } = await import("/static/app/room.js");
    const room = new Room(location.pathname.split("/").at(-1));
    room.on((news) => {
      // The page itself goes there, as it is its own seat that asks.
      if (news.type === "snapshot") room.rematch();
    });
  });
  await page.waitForURL((url) => url.pathname.startsWith("/room/") && url.href !== room);
  await page.getByText("Time runs as soon as you say so.").waitFor();
  await page.getByRole("button", { name: "I am ready" }).click();
  await page.locator(".lobby").waitFor({ state: "hidden" });
  calm();
  await close();
});

test("a board drawn by hand is raced on; the match is reviewed and saved as a film", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/race?edit");
  await page.getByText(/Shortest path/).waitFor();
  await page.getByRole("button", { name: "Against a bot" }).click();
  await page.waitForURL(/\/room\//);
  await page.locator(".race-field .pawn-on").first().waitFor();
  const file = [
    { dedale: 1, game: "race", version: 1, config: "players=1,rounds=1,board=7*|*A4-*|*-3-C*|*5-*|*5-*|*5-*|7*", seed: 1 },
    ...["down", "down", "up", "right", "right", "right", "right"].map((way, seq) => ({ seq, t: seq * 100, seat: 0, do: way })),
  ];
  const id = await page.evaluate(async (file) => {
    const answer = await fetch("/api/replays", { method: "POST", body: file.map((line) => `${JSON.stringify(line)}\n`).join("") });
    return (await answer.json()).id;
  }, file);
  await page.goto(`/replays/${id}`);
  await page.locator(".review-graph rect").first().waitFor();
  assert.equal(await page.locator(".review-graph rect").count(), 1);
  await page.locator(".sheet", { hasText: "Review" }).locator(".replay-moves button").first().click();
  await page.getByText("2 / 7").waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: ".gif" }).click()]);
  const gif = await readFile(await saved.path());
  // The browser’s own decoder finds all eight moments.
  const frames = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
    await decoder.completed;
    await decoder.tracks.ready;
    const { image } = await decoder.decode({ frameIndex: 7, completeFramesOnly: true });
    return [decoder.tracks.selectedTrack.frameCount, image.displayWidth];
  }, [...gif]);
  assert.deepEqual(frames, [8, 480]);
  calm();
  await close();
});

test("who comes too late is told so, and is asked in when somebody stands up", async () => {
  const [ann, bob] = await Promise.all([visit(), visit()]);
  const eve = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, newcomer: true, lang: "fr" });
  await enterRoom(ann.page, { game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 3 });
  await bob.page.goto(ann.page.url());
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.getByRole("button", { name: "Take a seat" }).click();
  await bob.page.getByRole("button", { name: "I am ready" }).click();
  await ann.page.locator(".place", { hasText: "Bob" }).locator(".place-ready").waitFor();
  await eve.page.goto(ann.page.url());
  await eve.page.getByRole("heading", { name: "La table est complète" }).waitFor();
  assert.equal(await eve.page.locator(".how-to").count(), 0, "the rules come after the news");
  assert.deepEqual(await seriousFaults(eve.page), []);
  await eve.page.getByRole("button", { name: "Regarder" }).tap();
  await eve.page.locator(".how-to").getByRole("button", { name: "Fermer" }).tap();
  await eve.page.locator(".places").getByText("Spectateur").waitFor();
  await bob.page.getByRole("button", { name: "Stand up" }).click();
  await eve.page.locator(".places").getByRole("button", { name: "Prendre place" }).tap();
  await eve.page.getByLabel("Votre nom").fill("Ève");
  await eve.page.locator(".invitation").getByRole("button", { name: "Prendre place" }).tap();
  await ann.page.locator(".place", { hasText: "Ève" }).waitFor();
  await leave(ann, bob, eve);
});

test("whose line is cut is away, for the others to see, and comes back in two tabs at once", async () => {
  const { ann, bob } = await twoAt({ game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 3 });
  const room = bob.page.url();
  await bob.page.goto("/learn");
  await ann.page.locator(".place.away", { hasText: "Bob" }).getByText("away").waitFor();
  assert.deepEqual(await seriousFaults(ann.page), []);
  const tabs = [bob.page, await bob.context.newPage()];
  for (const tab of tabs) await tab.goto(room);
  await ann.page.locator(".place:not(.away)", { hasText: "Bob" }).waitFor();
  // The same seat in both: what is done in one is seen in the other.
  await ann.page.keyboard.press("ArrowRight");
  for (const tab of tabs) await tab.locator(".race-talk", { hasText: "Your turn." }).waitFor();
  await tabs[1].keyboard.press("ArrowLeft");
  for (const tab of [...tabs, ann.page]) await tab.locator(".place.turn", { hasText: "Ann" }).waitFor();
  // One tab less is nobody less.
  await tabs[1].close();
  await ann.page.keyboard.press("ArrowDown");
  await tabs[0].locator(".race-talk", { hasText: "Your turn." }).waitFor();
  assert.equal(await ann.page.locator(".place.away").count(), 0);
  await leave(ann, bob);
});

test("whose time is up is told that a bot has moved", async () => {
  const { ann, bob } = await twoAt({ game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 3, limit: { turn: 10 } }, ["fr", "en"]);
  await ann.page.locator(".strip", { hasText: "Temps écoulé : un robot a joué pour vous." }).waitFor();
  await bob.page.locator(".race-talk", { hasText: "Your turn." }).waitFor();
  assert.equal(await bob.page.locator(".world-head > .strip").textContent(), "");
  await bob.page.keyboard.press("ArrowLeft");
  await ann.page.locator(".place.turn", { hasText: "Ann" }).waitFor();
  // Who moves in time reads nothing of the kind.
  assert.equal(await bob.page.locator(".world-head > .strip").textContent(), "");
  await leave(ann, bob);
});

test("a waiting room has its link as a code for cameras, and so has what is shared", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 1280, height: 800 } });
  await page.goto("/learn");
  await enterRoom(page, { game: "race", config: "size=21,density=0.65,players=3,rounds=3", seed: 4 });
  const code = page.locator(".lobby .qr");
  await code.waitFor();
  await page.waitForFunction(() => document.querySelector(".lobby .qr").naturalWidth > 200);
  const { bottom } = await page.getByRole("button", { name: "I am ready" }).evaluate((one) => one.getBoundingClientRect());
  assert.ok(bottom < 800, `what to press is at ${bottom}`);
  const answer = await page.request.get(`/qr${new URL(page.url()).pathname}`);
  assert.equal(answer.headers()["content-type"], "image/png");
  // On a small screen the card has no room for it.
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await code.isHidden());
  // An address too long to be read by a camera is shared without one.
  await page.evaluate(async () => {
    const { share } = await import("/static/app/share.js");
    share(`/maze?mask=${"%23".repeat(300)}`);
  });
  assert.ok(await page.getByRole("dialog").getByRole("button", { name: "Picture" }).isVisible());
  assert.equal(await page.getByRole("dialog").locator(".qr").count(), 0);
  calm();
  await close();
});
