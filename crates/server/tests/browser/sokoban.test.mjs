// Sokoban: a level by hand, by pointer and by the solver; undo and redo; helps;
// what is wrong with a level; the editor; the generator; rooms and replays.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, fillStorage, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

const calmly = { reducedMotion: "reduce" };
/** Waits until moves, pushes or the record are these. */
const shows = (page, name, value) => page.waitForFunction(([name, value]) => document.querySelector(`.soko-${name}`)?.textContent === value, [name, value]);
const board = (rows) => `/sokoban?board=${encodeURIComponent(rows.join("|").replaceAll(" ", "-"))}`;
const KEYS = { l: "ArrowLeft", u: "ArrowUp", r: "ArrowRight", d: "ArrowDown" };

/** Opens a page and waits until its board lies there. */
async function arrive(page, path) {
  await page.goto(path);
  await page.locator("svg.soko-board").waitFor();
}

async function keys(page, moves) {
  for (const letter of moves.toLowerCase()) await page.keyboard.press(KEYS[letter]);
}

/** The middle of a cell on the screen. */
async function spot(page, row, column) {
  const { x, y, width, height } = await page.locator("svg.soko-board").boundingBox();
  const [, , wide, tall] = (await page.locator("svg.soko-board").getAttribute("viewBox")).split(" ").map(Number);
  const scale = Math.min(width / wide, height / tall);
  return [x + (width - wide * scale) / 2 + (column + 0.5) * 20 * scale, y + (height - tall * scale) / 2 + (row + 0.5) * 20 * scale];
}

test("from the home page to the first push, and a level solved by hand", async () => {
  const { page, calm, close } = await visit(calmly);
  await page.goto("/sokoban");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.locator("svg.soko-board").waitFor();
  const { levels } = await (await page.request.post("/api/sokoban/collection", { data: {} })).json();
  await keys(page, levels[0].solution);
  await page.getByText("Solved!").waitFor();
  await shows(page, "pushes", String(levels[0].pushes));
  await shows(page, "best", `${levels[0].pushes} / ${levels[0].moves}`);
  await page.getByRole("link", { name: "Next level" }).last().click();
  await page.waitForURL(/level=2/);
  await page.getByRole("link", { name: "All levels" }).click();
  await page.getByText(`1 of ${levels.length} solved`).waitFor();
  assert.equal(await page.locator(".soko-card.done").count(), 1);
  assert.equal(await page.locator(".soko-card").count(), levels.length);
  calm();
  await close();
});

test("undo and redo without end, restart, and a visit later", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, board(["########", "#@ $  .#", "########"]));
  await keys(page, "rrr");
  await shows(page, "moves", "3");
  await shows(page, "pushes", "2");
  for (const left of ["2", "1", "0", "0"]) {
    await page.keyboard.press("u");
    await shows(page, "moves", left);
  }
  await page.getByRole("button", { name: "Redo" }).click();
  await page.keyboard.press("Control+y");
  await shows(page, "moves", "2");
  await shows(page, "pushes", "1");
  await page.getByRole("button", { name: "Restart" }).click();
  await shows(page, "moves", "0");
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  // The moves made are there after a reload.
  await page.waitForFunction(() => localStorage.getItem("sokoban-begun")?.includes("rR"));
  await page.reload();
  await page.getByText("where you left off").waitFor();
  await shows(page, "moves", "2");
  await shows(page, "pushes", "1");
  calm();
  await close();
});

test("the pointer walks, sends a box, and drags one", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, board(["#########", "#@      #", "#  $  . #", "#  $  . #", "#       #", "#########"]));
  await page.mouse.click(...(await spot(page, 4, 1)));
  await shows(page, "moves", "3");
  await shows(page, "pushes", "0");
  // A click on a box, then on its target: one wish, one undo.
  await page.mouse.click(...(await spot(page, 2, 3)));
  await page.locator(".soko-box.chosen").waitFor();
  await page.mouse.move(...(await spot(page, 2, 6)));
  await page.waitForFunction(() => document.querySelector(".soko-ghost").getAttribute("d"));
  await page.mouse.click(...(await spot(page, 2, 6)));
  await shows(page, "pushes", "3");
  await page.keyboard.press("u");
  await shows(page, "pushes", "0");
  await page.keyboard.press("r");
  await page.mouse.move(...(await spot(page, 3, 3)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, 3, 5)), { steps: 4 });
  await page.mouse.move(...(await spot(page, 3, 6)), { steps: 2 });
  await page.mouse.up();
  await page.getByText("Solved!").waitFor();
  calm();
  await close();
});

test("fingers walk, send a box, and press the pad", async () => {
  const { page, calm, close } = await visit({ ...calmly, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await arrive(page, board(["#########", "#@      #", "#  $  . #", "#       #", "#########"]));
  await page.touchscreen.tap(...(await spot(page, 3, 2)));
  await shows(page, "moves", "3");
  await page.touchscreen.tap(...(await spot(page, 2, 3)));
  await page.touchscreen.tap(...(await spot(page, 2, 5)));
  await shows(page, "pushes", "2");
  await page.getByRole("button", { name: "Right", exact: true }).tap();
  await page.getByText("Solved!").waitFor();
  calm();
  await close();
});

test("the solver solves, is watched, and its solution is shortened", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, "/sokoban?level=8");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.locator(".soko-found").waitFor();
  // Fewer than the fewest are not looked for.
  const [best, found] = [await page.getByText(/^Best possible/).innerText(), await page.locator(".soko-found strong").innerText()].map((text) => /\d+(?= push)/.exec(text)?.[0]);
  assert.equal(await page.getByRole("button", { name: "Look for fewer pushes" }).count(), Number(best !== found));
  await page.getByRole("button", { name: "Look for fewer moves" }).click();
  await page.getByText(/nothing shorter|from \d+ and \d+/).waitFor();
  await page.getByRole("button", { name: "Watch it" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByText("Solved by the solver").waitFor();
  // What the solver did is nobody's record.
  await shows(page, "best", "–");
  await page.getByRole("button", { name: "To the start" }).click();
  await shows(page, "moves", "0");
  await page.getByRole("button", { name: "One step on" }).click();
  await shows(page, "moves", "1");
  // The solution has a page of its own, where it is watched like any match.
  await page.getByRole("button", { name: "Share this solution" }).click();
  await page.waitForURL(/replays\//);
  await page.locator("svg.soko-board .soko-box").first().waitFor();
  calm();
  await close();
});

test("a film takes the place of undo and redo, in one line and in sight", async () => {
  const { page, calm, close } = await visit({ ...calmly, viewport: { width: 1280, height: 800 } });
  await arrive(page, "/sokoban?level=8");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.getByRole("button", { name: "Watch it" }).click();
  await page.locator(".soko-film").waitFor();
  assert.equal(await page.getByRole("button", { name: "Restart" }).isVisible(), false);
  const [bar, cross] = [await page.locator(".soko-film").boundingBox(), await page.getByRole("button", { name: "Close the film" }).boundingBox()];
  assert.ok(bar.height < 64 && bar.y + bar.height <= 800, JSON.stringify(bar));
  assert.ok(cross.y >= bar.y && cross.y + cross.height <= bar.y + bar.height, JSON.stringify([bar, cross]));
  await page.getByRole("button", { name: "Close the film" }).click();
  await page.getByRole("button", { name: "Restart" }).waitFor();
  calm();
  await close();
});

test("the best position so far is seen while the solver works", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, "/sokoban?level=8");
  // The job is held while it runs and says how far it came.
  let free;
  const held = new Promise((resolve) => (free = resolve));
  await page.routeWebSocket(/\/ws\/jobs\//, (socket) => {
    const server = socket.connectToServer();
    socket.send(JSON.stringify({ status: "running", progress: { nodes: 1200, placed: 1, boxes: 2, engine: "pulls", seconds: 0.4, limit: 30, best: ["#####", "#@*.#", "# $ #", "#####"] } }));
    server.onMessage((message) => void held.then(() => socket.send(message)));
    server.onClose(() => void held.then(() => socket.close()));
  });
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.getByText("at best 1 of 2 boxes home").waitFor();
  const sofar = page.locator(".soko-sofar");
  await sofar.getByText("The best position so far").waitFor();
  assert.equal(await sofar.locator(".soko-box.home").count(), 1);
  assert.deepEqual(await seriousFaults(page), []);
  free();
  await page.locator(".soko-found").waitFor();
  calm();
  await close();
});

test("a solution’s page is scrubbed, shared, downloaded and played on, in a room with every help", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, board(["#########", "#@      #", "#  $  . #", "#  $  . #", "#       #", "#########"]));
  await keys(page, "ddrrrr");
  await page.mouse.click(...(await spot(page, 2, 3)));
  await page.mouse.click(...(await spot(page, 2, 6)));
  await page.mouse.click(...(await spot(page, 3, 5)));
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.locator(".soko-found").waitFor();
  await page.getByRole("button", { name: "Share this solution" }).click();
  await page.waitForURL(/replays\//);
  await page.locator("svg.soko-board .soko-box").first().waitFor();
  const slider = page.getByRole("slider", { name: "Moment of the match" });
  const last = Number(await slider.getAttribute("max"));
  assert.ok(last > 6);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(".soko-box.home").nth(1).waitFor();
  await slider.fill("1");
  await shows(page, "moves", "1");
  await page.keyboard.press("ArrowRight");
  await shows(page, "moves", "2");
  assert.ok((await page.getByRole("link", { name: "Download" }).getAttribute("href")).startsWith("/api/replays/"));

  // From here on one plays oneself: the pointer sends a box, one undo takes it back.
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/room\//);
  await page.locator("svg.soko-board .soko-box").first().waitFor();
  await shows(page, "moves", "2");
  await page.mouse.click(...(await spot(page, 2, 3)));
  await page.locator(".soko-box.chosen").waitFor();
  await page.mouse.click(...(await spot(page, 2, 6)));
  await page.locator(".soko-box.home").waitFor();
  const pushes = await page.locator(".soko-pushes").textContent();
  await page.locator(".soko-table").focus();
  await page.keyboard.press("u");
  await shows(page, "moves", "2");
  await page.keyboard.press("r");
  await shows(page, "pushes", pushes);
  // The helps are there; the room remembers everything after a reload.
  await page.getByRole("button", { name: "Still solvable?" }).click();
  await page.getByText("Yes, it can still be solved.").waitFor();
  await page.getByLabel("Dead tiles").check();
  await page.waitForFunction(() => document.querySelector(".soko-mask.dead")?.getAttribute("d"));
  assert.deepEqual(await seriousFaults(page), []);
  await page.reload();
  await page.locator(".soko-box.home").waitFor();
  await shows(page, "pushes", pushes);
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.querySelector(".soko-arrow")?.getAttribute("d"));
  await page.mouse.click(...(await spot(page, 3, 3)));
  await page.mouse.click(...(await spot(page, 3, 6)));
  await page.getByText("Solved!").first().waitFor();
  await page.getByRole("link", { name: "Watch again" }).waitFor();
  calm();
  await close();
});

test("a match played here is reviewed: what each push cost, and how well it was played", async () => {
  const { page, calm, close } = await visit(calmly);
  await enterRoom(page, { game: "sokoban", config: "board=8#|#6-#|#6-#|#-@$-.-#|#6-#|#6-#|8#", seed: 0, practice: true, bots: {} });
  await page.locator("svg.soko-board").waitFor();
  // The fourth move pushes the box out of its row; two pushes more than the two that were needed.
  for (const letter of "rurdlddrulur") await page.keyboard.press(KEYS[letter]);
  await page.getByRole("link", { name: "Watch again" }).first().click();
  await page.waitForURL(/replays/);
  await page.getByRole("button", { name: "Review the moves" }).click();
  const bars = page.locator(".review-graph rect");
  await bars.first().waitFor();
  assert.deepEqual(await bars.evaluateAll((all) => all.map((bar) => bar.dataset.at)), ["4"]);
  const sheet = page.locator(".sheet", { has: page.getByRole("heading", { name: "Review" }) });
  assert.equal(await sheet.locator(".review-own").textContent(), "75\u00a0% best moves (+2 pushes)");
  assert.deepEqual(await sheet.locator(".replay-moves button").allTextContents(), ["downBetter: push the box in row 4, column 5 to the right+2"]);
  // Bar and line lead to their moment.
  await bars.first().click();
  await page.getByText("4 / 12").waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await sheet.locator(".replay-moves button").click();
  await page.getByText("4 / 12").waitFor();
  assert.equal(await page.getByRole("list", { name: "Moves" }).locator(".lost").textContent(), "+2");
  calm();
  await close();
});

test("hint, hope, and the reason why it is lost", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, board(["########", "#      #", "# @$ . #", "#      #", "########"]));
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.querySelector(".soko-arrow")?.getAttribute("d"));
  await page.getByRole("button", { name: "Still solvable?" }).click();
  await page.getByText("Yes, it can still be solved.").waitFor();
  await page.getByLabel("Warn me when it is lost").check();
  // Up against the wall, out of reach of the target; the box just ticked takes no keys.
  await keys(page, "dru");
  await page.locator(".soko-warning", { hasText: "dead square" }).waitFor();
  await page.getByRole("button", { name: "Still solvable?" }).click();
  await page.getByText("No, it is lost.").waitFor();
  await page.locator(".soko-warning").getByRole("button", { name: "Undo" }).click();
  await page.locator(".soko-warning").waitFor({ state: "hidden" });
  calm();
  await close();
});

test("on a phone the film of a solution runs under the board, both in sight", async () => {
  const { page, calm, close } = await visit({ ...calmly, viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });
  await arrive(page, board(["########", "#      #", "# @$ . #", "#      #", "########"]));
  await page.getByRole("button", { name: "Solve from here" }).tap();
  await page.getByRole("button", { name: "Watch it" }).tap();
  await page.locator(".soko-film", { hasText: "2 / 2" }).waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  const [film, table] = [await page.locator(".soko-film").boundingBox(), await page.locator("svg.soko-board").boundingBox()];
  assert.ok(table.y >= 0 && film.y + film.height <= 813, JSON.stringify([film, table]));
  calm();
  await close();
});

test("masks show dead tiles, tunnels, rooms and corrals", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, board(["#######", "#  #  #", "#@ $. #", "#  #  #", "#######"]));
  for (const [label, mask] of [["Dead tiles", "dead"], ["Tunnels", "tunnels"], ["Rooms", "rooms"], ["Corrals", "corrals"]]) {
    await page.getByLabel(label).check();
    await page.waitForFunction((mask) => document.querySelector(`.soko-mask.${mask}`)?.getAttribute("d"), mask);
    const fill = await page.locator(`path.soko-mask.${mask}`).evaluate((el) => getComputedStyle(el).fill);
    assert.equal(fill, { dead: "rgba(255, 0, 0, 0.25)", tunnels: "rgba(200, 192, 100, 0.25)", rooms: "rgba(89, 133, 198, 0.25)" }[mask] ?? fill);
  }
  calm();
  await close();
});

test("an illegal level is explained where it is wrong; a sound one opens", async () => {
  const { page, close } = await visit(calmly);
  await page.goto("/sokoban");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const area = page.getByRole("textbox", { name: "Levels as text" });
  const use = page.getByRole("button", { name: "Use this text" });
  for (const [text, line, column, what] of [
    ["#####\n#@$x#\n#####\n", 2, 4, "found `x`"],
    ["#####\n#@$@#\n#  .#\n#####\n", 2, 4, "second player"],
    ["######\n#@$$.#\n######\n", 1, 1, "2 boxes and 1 targets"],
    ["#####\n# $.#\n#####\n", 1, 1, "no player"],
  ]) {
    await area.fill(text);
    await use.click();
    const fault = page.locator(".text-fault", { hasText: what });
    await fault.getByText(`Line ${line}, column ${column}`).waitFor();
    assert.equal(await fault.locator("mark").textContent(), text.split("\n")[line - 1][column - 1]);
  }
  await area.fill("; A gate\n7#|#@$-.-#|7#\n");
  await use.click();
  await page.waitForURL(/own=1/);
  await page.locator("svg.soko-board").waitFor();
  await keys(page, "rr");
  await page.getByText("Solved!").waitFor();
  await close();
});

test("a very long line is told of inside its dialog", async () => {
  const { page, close } = await visit(calmly);
  await page.goto("/sokoban");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("textbox", { name: "Levels as text" }).fill(`#####\n#@$.${"-".repeat(3000)}x\n#####\n`);
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.locator(".text-fault .soko-fault mark").waitFor();
  const wider = await page.getByRole("dialog").evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll("textarea, pre, p")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < left || box.right > right;
    }).length;
  });
  assert.equal(wider, 0);
  assert.ok((await page.locator(".soko-fault").textContent()).length < 200, "what is near the fault, not all of the line");
  await close();
});

test("the drawing of the editor holds the outer wall with its edge and shadow", async () => {
  const { page, calm, close } = await visit(calmly);
  await page.goto("/sokoban?edit");
  await page.locator(".soko-editor .soko-wall").waitFor({ state: "attached" });
  const out = await page.evaluate(() => {
    const around = document.querySelector(".soko-editor svg").getBoundingClientRect();
    return [".soko-wall", ".soko-front", ".soko-wall-shade"].filter((name) => {
      const { left, top, right, bottom } = document.querySelector(`.soko-editor ${name}`).getBoundingClientRect();
      return left < around.left || top < around.top || right > around.right || bottom > around.bottom;
    });
  });
  assert.deepEqual(out, []);
  calm();
  await close();
});

test("on its side and at twice the size the panel is as wide as its column", async () => {
  const { page, calm, close } = await visit({ ...calmly, viewport: { width: 640, height: 400 } });
  await arrive(page, "/sokoban?level=5");
  for (const [width, height] of [[640, 400], [667, 375], [844, 390]]) {
    await page.setViewportSize({ width, height });
    for (const lang of ["Français", "English"]) {
      const [wide, place] = await page.locator(".soko-play > .sheet").evaluate((sheet) => [sheet.scrollWidth, sheet.clientWidth]);
      assert.ok(wide <= place, `${width} × ${height}: ${wide} in ${place}`);
      await page.getByRole("button", { name: lang }).click();
      await page.locator("svg.soko-board").waitFor();
    }
  }
  calm();
  await close();
});

test("a film is no part of the game: in the other language the level stands where its player left it", async () => {
  const { page, calm, close } = await visit(calmly);
  await arrive(page, board(["##########", "#@       #", "#  $   . #", "#        #", "##########"]));
  await keys(page, "r");
  await shows(page, "moves", "1");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.getByRole("button", { name: "Watch it" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.waitForFunction(() => Number(document.querySelector(".soko-moves").textContent) > 1);
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByText("Vous reprenez où vous en étiez.").waitFor();
  await shows(page, "moves", "1");
  // Whoever closes the film in its middle plays on from there; what the solver did stays its own.
  await page.getByRole("button", { name: "Résoudre à partir d’ici" }).click();
  await page.getByRole("button", { name: "Regarder" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Un pas en avant" }).click();
  await page.getByRole("button", { name: "Fermer le film" }).click();
  const moves = await page.locator(".soko-moves").textContent();
  assert.ok(Number(moves) > 1);
  await page.getByRole("button", { name: "English" }).click();
  await page.getByText("You are where you left off.").waitFor();
  await shows(page, "moves", moves);
  await page.getByRole("button", { name: "Solve from here" }).waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("sokoban-begun"))[0][1]);
  assert.match(kept, /^r\([a-z]+\)$/i, "the solver’s moves in brackets");
  calm();
  await close();
});

test("a calculator’s file opens, byte for byte", async () => {
  const { page, close } = await visit(calmly);
  await page.goto("/sokoban");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const head = [...Buffer.from("**TI83F*\x1a\n\0"), ...Array(63).fill(0)];
  const about = [0xfe, 0xdc, 0xba, ...Buffer.from("Pocket\0Nobody\0theme 12\x01"), 1, 0, 0, 0];
  // A row of fourteen is a run of thirteen more: the number of a carriage return.
  const level = [1, 1, 14, 3, 1, ...[13, 1], ...[0, 1, 0, 0, 0, 2, 8, 0, 0, 4, 0, 1], ...[13, 1], 255];
  const bytes = (/** @type {number[]} */ board) => Buffer.from([...head, ...about, ...board, 0, 0]);
  const choose = (/** @type {Buffer} */ buffer) =>
    page.getByLabel("Level file").setInputFiles({ name: "Pocket.8xv", mimeType: "application/octet-stream", buffer });
  await choose(bytes(level.slice(0, 9)));
  await page.locator(".text-fault", { hasText: "expected more of a level" }).waitFor();
  await choose(bytes(level));
  await page.waitForURL(/own=1/);
  await page.locator("svg.soko-board").waitFor();
  await keys(page, "r".repeat(10));
  await page.getByText("Solved!").waitFor();
  await close();
});

test("a level is drawn, judged at every stroke, and played", async () => {
  const { page, close } = await visit(calmly);
  await page.goto("/sokoban?edit");
  await page.locator(".soko-verdict.good").waitFor();
  // A second box has no target yet.
  await page.getByRole("radio", { name: "Box" }).check({ force: true });
  await page.mouse.click(...(await spot(page, 3, 6)));
  await page.locator(".soko-verdict.bad", { hasText: "2 boxes and 1 targets" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Play it" }).isDisabled());
  await page.getByRole("radio", { name: "Target" }).check({ force: true });
  await page.mouse.click(...(await spot(page, 2, 6)));
  await page.locator(".soko-verdict.good", { hasText: "at least 2 pushes" }).waitFor();
  await page.getByRole("button", { name: "Can it be solved?" }).click();
  await page.getByText("Yes, in 2 pushes").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".soko-verdict.bad").waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator(".soko-verdict.good").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForURL(/own=1/);
  await page.locator(".soko-box").nth(1).waitFor();
  await close();
});

test("a generated level is playable and stays on the shelf", async () => {
  const { page, calm, close } = await visit(calmly);
  // What a link cannot mean is said; one seed stands in the field and on the card, and another level has another.
  await page.goto("/sokoban?make&seed=abc");
  await page.getByText("“abc” is not a seed").waitFor();
  const seed = page.getByLabel("Seed");
  await page.locator(".soko-made li").first().waitFor();
  const first = await seed.inputValue();
  await page.locator(".soko-made li").first().getByText(`seed ${first}`).waitFor();
  await page.getByRole("button", { name: "Generate" }).click();
  await page.locator(".soko-made li").nth(1).waitFor();
  assert.notEqual(await seed.inputValue(), first);
  await page.locator(".soko-made li").first().getByText(`seed ${await seed.inputValue()}`).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await page.waitForURL(/own=1/);
  await page.locator("svg.soko-board").waitFor();
  await page.getByRole("link", { name: "All levels" }).click();
  await page.getByRole("heading", { name: "Your levels" }).waitFor();
  calm();
  await close();
});

test("a thousand levels of one's own are all kept, shown when asked, saved as a file that opens again, and removed", async () => {
  const { page, calm, close } = await visit(calmly);
  await page.goto("/sokoban");
  // A corridor of another length each, with its number in walls.
  const many = Array.from({ length: 1000 }, (_, i) => {
    const number = i.toString(2).padStart(10, "0").replaceAll("0", " ").replaceAll("1", "#");
    return { title: `No. ${i + 1}`, rows: ["################", `#@$.#${number}#`, "################"] };
  });
  const text = many.map(({ title, rows }) => `${rows.join("\n")}\nTitle: ${title}\n`).join("\n");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.locator("dialog textarea").fill(text);
  await page.getByRole("button", { name: "Use this text" }).click();
  const mine = page.locator(".soko-section", { hasText: "Your levels" });
  const cards = mine.locator(".soko-card");
  await mine.getByText("0 / 1,000").waitFor();
  assert.equal(await cards.count(), 60);
  assert.deepEqual(await seriousFaults(page), []);
  await mine.getByRole("button", { name: "Show all 1,000" }).click();
  assert.equal(await cards.count(), 1000);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), "/sokoban?own=61");
  const saving = page.waitForEvent("download");
  await mine.getByRole("button", { name: "Save all" }).click();
  assert.equal((await readFile(await (await saving).path(), "utf8")).trimEnd(), text.trimEnd());
  await mine.getByRole("button", { name: "Remove all…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove all" }).click();
  await page.waitForLoadState();
  await page.locator(".soko-section").first().waitFor();
  assert.equal(await mine.count(), 0);
  calm();
  await close();
});

test("no serious faults for those who cannot see or point", async () => {
  for (const lang of ["en", "fr"]) {
    const { page, calm, close } = await visit({ ...calmly, lang });
    for (const [path, ready] of [["/sokoban", ".soko-card"], ["/sokoban?level=3", "svg.soko-board"], ["/sokoban?edit", ".soko-verdict.good"], ["/sokoban?make", ".soko-made .soko-card"]]) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await seriousFaults(page), [], path);
    }
    calm();
    await close();
  }
});

for (const [lang, open, use, said] of [
  ["en", "Open", "Use this text", "no room left for levels"],
  ["fr", "Ouvrir", "Utiliser ce texte", "n’a plus de place pour des niveaux"],
])
  test(`a level that the browser has no room for opens for this visit, and says so (${lang})`, async () => {
    const { page, calm, close } = await visit({ ...calmly, lang });
    await page.goto("/sokoban");
    await fillStorage(page);
    await page.getByRole("button", { name: open, exact: true }).click();
    await page.locator("dialog textarea").fill("#######\n#@$ . #\n#######\n");
    await page.getByRole("button", { name: use }).click();
    await page.waitForURL(/own=1/);
    await page.locator(".notice", { hasText: said }).waitFor();
    // Loaded anew, it is still there; it was said once.
    await page.reload();
    await page.locator("svg.soko-board").waitFor();
    assert.equal(await page.locator(".notice").count(), 0);
    await keys(page, "rr");
    await page.locator(".end-card").waitFor();
    calm();
    await close();
  });
