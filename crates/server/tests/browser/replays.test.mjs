// Matches that are over: the list, a file taken in and handed out, scrubbing,
// playing on from any moment; and the same file in the command.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { openHouse } from "./house.mjs";
import { seriousFaults } from "./studio.mjs";

const { visit } = openHouse();
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "dedale-replays-"));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
});

const file = (header, deeds) => [{ dedale: 1, version: 1, ...header }, ...deeds.map(([seat, action], seq) => ({ seq, t: seq * 200, seat, do: action }))].map((line) => `${JSON.stringify(line)}\n`).join("");

/** A short match of each world, and how the command shows it. */
const MATCHES = {
  sokoban: { text: file({ game: "sokoban", config: "board=7#|#@$-.-#|7#", seed: 0 }, [[0, "right"], [0, "right"]]), words: (path) => ["sokoban", "replay", path], says: /2 pushes, solved/, first: /^right$/ },
  magic: { text: file({ game: "magic", config: "scenario=2,players=2,time=0", seed: 1 }, [[1, "move o left 1"], [1, "explore o"]]), words: (path) => ["magic", "replay", path], says: /orange explores/, first: /^Player 2: Orange left, 1 cell$/ },
  fish: { text: file({ game: "fish", config: "rules=course,players=2", seed: 4 }, [[0, "reserve 2,2"], [1, "reserve 3,3"]]), words: (path) => ["fish", "replay", path], says: /2,2|reserve/, first: /^Player 1: reserves 2,2$/ },
  race: { text: file({ game: "race", config: "size=9,density=1,players=2,rounds=1", seed: 1 }, [[0, "right"], [1, "left"]]), words: (path) => ["race", "replay", path], says: /player 1: right/, first: /^Player 1: right$/ },
};

for (const [game, { text, words, says, first }] of Object.entries(MATCHES)) {
  test(`a file of ${game} is opened, scrubbed, downloaded, and opens in the command`, async () => {
    const { page, calm, close } = await visit({ reducedMotion: "reduce" });
    const path = join(folder, `${game}.jsonl`);
    await writeFile(path, text);
    await page.goto("/replays");
    await page.locator("main h1").waitFor();
    await page.getByLabel("Match file").setInputFiles(path);
    await page.waitForURL(/replays\/\w+/);
    const slider = page.getByRole("slider", { name: "Moment of the match" });
    await slider.waitFor();
    assert.equal(await slider.getAttribute("max"), "2");
    await page.getByText("0 / 2").waitFor();
    await page.getByRole("button", { name: "One step on" }).click();
    await page.getByText("1 / 2").waitFor();
    // The list of moves leads to each of them, in words.
    const moves = page.getByRole("list", { name: "Moves" }).getByRole("button");
    assert.match(await moves.first().evaluate((one) => one.ariaLabel ?? one.textContent), first);
    await moves.nth(1).click();
    await page.getByText("2 / 2").waitFor();
    assert.equal(await moves.nth(1).getAttribute("aria-current"), "step");
    assert.equal(await page.locator(".replay-moves [tabindex='0']").count(), 1);
    await slider.fill("1");
    await page.getByText("1 / 2").waitFor();
    await slider.fill("2");
    await page.getByText("2 / 2").waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    // Played from the start, it comes to its end by itself.
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByText("0 / 2").waitFor();
    await page.getByLabel("Speed").selectOption("20");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByText("2 / 2").waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();

    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()]);
    assert.match(download.suggestedFilename(), new RegExp(`^${game}-.*\\.jsonl$`));
    const got = join(folder, `${game}-got.jsonl`);
    await download.saveAs(got);
    assert.equal((await readFile(got, "utf8")).split("\n")[1], text.split("\n")[1]);
    if (process.env.DEDALE) {
      const { stdout } = await promisify(execFile)(process.env.DEDALE, [...words(got), "--lang", "en"]);
      assert.match(stdout, says);
    }

    // A link to this very moment, and a game of one's own from there.
    const here = new URL(page.url()).pathname;
    await page.goto(`${here}?at=1`);
    await page.getByText("1 / 2").waitFor();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL(/\/room\//);
    await page.getByText("Practice", { exact: true }).first().waitFor();
    calm();
    await close();
  });
}

test("a time that came is a moment of its own, and one’s own private matches are listed", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  const lines = [{ dedale: 1, version: 1, game: "magic", config: "scenario=1,players=4,time=180", seed: 3 }, { seq: 0, t: 180_000, tick: true }];
  const { id } = await (await page.request.post("/api/replays", { data: lines.map((line) => `${JSON.stringify(line)}\n`).join(""), headers: { "content-type": "application/jsonl" } })).json();
  await page.goto(`/replays/${id}?at=1`);
  await page.getByRole("list", { name: "Moves" }).getByRole("button", { name: "Time is up." }).waitFor();
  // This browser sat in none of the matches so far; then in one.
  await page.goto("/replays");
  await page.locator("main h1").waitFor();
  // A file that somebody brought is nobody else's business.
  assert.equal(await page.locator(`.replay-item[href*="${id}"]`).count(), 0);
  await page.evaluate((room) => localStorage.setItem("rooms", JSON.stringify([{ room, game: "magic", at: 0, over: true }])), id);
  await page.reload();
  await page.locator(`.replay-item[href*="${id}"]`).waitFor();
  // Where they sat they are called so, whatever the seat's number.
  await page.evaluate((room) => localStorage.setItem("rooms", JSON.stringify([{ room, game: "magic", at: 0, over: true, seat: 2 }])), id);
  await page.goto(`/replays/${id}`);
  await page.locator(".seat").nth(2).waitFor();
  const names = await page.locator(".seat .who").allTextContents();
  assert.deepEqual(names.map((name) => name.startsWith("You")), [false, false, true, false]);
  calm();
  await close();
});

test("where nobody has played, there is a match of every game to watch, and a way to play one", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/replays");
  await page.getByRole("heading", { name: "No match has been played to its end here yet" }).waitFor();
  for (const game of ["Race", "Fish", "Magic", "Sokoban"]) await page.locator(".replay-none").getByRole("link", { name: game }).waitFor();
  const samples = page.locator(".replay-item");
  assert.equal(await samples.count(), 5);
  await page.waitForFunction(() => [...document.querySelectorAll(".replay-item img")].every((image) => image.naturalWidth > 0));
  assert.deepEqual(await seriousFaults(page), []);
  for (const game of ["fish", "magic", "race", "sokoban"]) {
    await page.goto("/replays");
    await page.locator(`[data-world="${game}"] .replay-item`).click();
    await page.waitForURL(new RegExp(`/replays/sample${game}`));
    // It plays by itself, and it can be taken up.
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.waitForFunction(() => Number(document.querySelector(".scrub input").value) > 1);
    await page.getByRole("button", { name: "Play on from here" }).waitFor();
  }
  calm();
  await close();
});

test("a file that is no match is refused with its place", async () => {
  const { page, close } = await visit();
  const path = join(folder, "bad.jsonl");
  await writeFile(path, MATCHES.sokoban.text.replace('"do":"right"', '"do":"aside"'));
  await page.goto("/replays");
  await page.getByLabel("Match file").setInputFiles(path);
  await page.locator(".toast", { hasText: /2:/ }).waitFor();
  await page.goto("/replays/nowhere");
  await page.getByText(/there is no such match|does not exist/i).first().waitFor();
  await close();
});

test("the hands on time stand under the board, never over it", async () => {
  const boards = { race: ".race-field", fish: ".fish-town", magic: ".magic-mall", sokoban: ".soko-board" };
  for (const viewport of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }, { width: 640, height: 400 }]) {
    const { page, calm, close } = await visit({ viewport, reducedMotion: "reduce" });
    for (const [game, board] of Object.entries(boards)) {
      await page.goto(`/replays/sample${game}?at=90`);
      const box = await page.locator(board).first().boundingBox();
      const scrub = await page.locator(".scrub").boundingBox();
      const what = `${game} at ${viewport.width}: ${JSON.stringify([box, scrub])}`;
      // On a phone the messages of the town stand between them.
      assert.ok(box.y + box.height <= scrub.y && scrub.y + scrub.height <= viewport.height, what);
      // A laptop gives the board most of its height; no drawing stands in a wider sheet.
      if (viewport.width > 1000) assert.ok(box.height > 0.6 * viewport.height, what);
      if (game === "race") assert.ok(Math.abs(box.width - box.height) < 0.1 * box.height, what);
    }
    calm();
    await close();
  }
});

/** Takes a match in, and goes there. */
async function taken(page, text) {
  const { id } = await (await page.request.post("/api/replays", { data: text, headers: { "content-type": "application/jsonl" } })).json();
  return id;
}

test("a slip is drawn on the board beside the better move", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  // Away from the target: an arrow out of the cell for each of the two, and the better one in words.
  await page.goto("/replays/samplerace");
  const slips = page.locator(".sheet:has(.review-graph) .replay-moves button");
  await slips.first().click();
  assert.equal(await page.locator(".race-field .worse").count(), 1);
  assert.equal(await page.locator(".race-field .better").count(), 1);
  await page.locator(".replay-said").getByText(/^Better: (up|right|down|left)\.$/).waitFor();
  // Of a good move nothing is said, and nothing moves for that.
  const below = page.locator(".replay-speed");
  const { y } = await below.boundingBox();
  await page.getByRole("button", { name: "To the start" }).click();
  assert.equal(await page.locator(".race-field .judged").count(), 0);
  assert.equal((await below.boundingBox()).y, y);
  // Three who say that they are ready are one new round.
  const moves = page.getByRole("list", { name: "Moves" });
  assert.deepEqual(await moves.locator(".round").allTextContents(), ["Round 2", "Round 3"]);
  assert.equal(await moves.getByText("is ready").count(), 0);

  // A box into a corner: the push and the one that would have been good.
  const level = "9#|#6-.#|#-$-$3-#|#@5-.#|9#";
  const id = await taken(page, file({ game: "sokoban", config: `board=${level}`, seed: 0 }, ["right", "right", "up", "left"].map((dir) => [0, dir])));
  await page.goto(`/replays/${id}`);
  await page.getByRole("button", { name: "Review the moves" }).click();
  await slips.first().click();
  await page.getByText(/^Better: push the box in row 3, column \d (up|down|to the right)\.$/).waitFor();
  for (const kind of ["worse", "better"]) assert.notEqual(await page.locator(`.soko-arrow.${kind}`).getAttribute("d"), "");
  assert.deepEqual(await seriousFaults(page), []);
  calm();
  await close();
});

test("a review of the town and of the supermarket names the better move", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  // A building drawn before anything is reserved; and a pawn to its door and back.
  const matches = {
    fish: file({ game: "fish", config: "rules=standard,players=2", seed: 4 }, [[0, "draw"]]),
    magic: file({ game: "magic", config: "scenario=2,players=2,time=0", seed: 1 }, [[1, "move o left 1"], [0, "move o right 1"]]),
  };
  for (const [game, text] of Object.entries(matches)) {
    const id = await taken(page, text);
    const answer = await page.request.post(`/api/${game}/review`, { data: { game: text } });
    assert.ok(answer.ok(), await answer.text());
    const { costs, best } = await answer.json();
    assert.deepEqual(best.map((one) => typeof one === "string"), costs.map((cost) => Boolean(cost)), JSON.stringify({ costs, best }));
    await page.goto(`/replays/${id}`);
    await page.getByRole("button", { name: "Review the moves" }).click();
    const at = costs.findIndex(Boolean);
    if (at < 0) continue;
    await page.locator(".sheet:has(.review-graph) .replay-moves button").first().click();
    await page.locator(".replay-said .better", { hasText: /^Better: / }).waitFor();
    if (game === "magic") await page.locator(".magic-mall .hint-ring.better").waitFor();
  }
  calm();
  await close();
});

test("one’s own slips come first, under a heading of one’s own", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/replays");
  // As if this browser had sat in the first seat of a match that is told to all.
  await page.evaluate(() => localStorage.setItem("rooms", JSON.stringify([{ room: "samplerace", game: "race", at: 0, over: true, seat: 0 }])));
  await page.reload();
  await page.getByRole("heading", { name: "Your matches" }).waitFor();
  await page.goto("/replays/samplerace");
  const slips = page.locator(".sheet:has(.review-graph) .replay-moves button");
  await slips.first().waitFor();
  const few = await slips.count();
  await page.getByLabel("Others’ slips too").check();
  assert.ok((await slips.count()) > few);
  calm();
  await close();
});
