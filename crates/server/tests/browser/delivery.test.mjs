// How pages arrive: the frame before any script, all files at once and under
// their stamp, small; and what a link to them shows elsewhere.

import assert from "node:assert/strict";
import { SourceMap } from "node:module";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("bar, heading and text stand without a script, in both languages", async () => {
  for (const [lang, path, tab, heading] of [["en", "/race", "Race", "Race"], ["fr", "/fish", "Poissons", "Poissons"], ["fr", "/", undefined, /Cinq petits mondes/], ["en", "/learn/a-star", "Learn", "A*"]]) {
    const { page, close } = await visit({ lang, javaScriptEnabled: false });
    await page.goto(path);
    assert.equal(await page.locator(".tabs a").count(), 7);
    if (tab) assert.equal(await page.locator(".tabs [aria-current=page]").textContent(), tab);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByRole("link", { name: lang === "fr" ? "Comment ça marche" : "How it works" }).waitFor();
    await close();
  }
});

/** What a page asked for, once it is quiet. */
async function asked(page) {
  await page.waitForLoadState("networkidle");
  return page.evaluate(() =>
    [performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")].map(({ name, encodedBodySize, initiatorType }) => ({
      path: new URL(name).pathname,
      bytes: encodedBodySize,
      by: initiatorType,
    })),
  );
}

test("a first load is under 300 kB with its typefaces, all of it under one stamp", async () => {
  for (const path of ["/", "/maze", "/race", "/fish", "/magic", "/sokoban", "/sokoban?level=3", "/learn", "/learn/deadlocks", "/replays"]) {
    const { page, calm, close } = await visit({ reducedMotion: "reduce" });
    await page.goto(path);
    await page.locator(".state.wait").waitFor({ state: "detached" });
    const files = await asked(page);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    assert.ok(bytes < 300_000, `${path}: ${bytes} bytes`);
    // The first page has all five worlds and a picture of each board of the day, the replays one of each game.
    const most = path === "/" ? 20 : path === "/replays" ? 15 : 12;
    assert.ok(files.length <= most, `${path}: ${files.map((file) => file.path).join(" ")}`);
    const stamps = new Set(files.filter((file) => file.path.startsWith("/static/")).map((file) => file.path.split("/")[2]));
    assert.equal(stamps.size, 1, `${path}: ${[...stamps]}`);
    assert.match([...stamps][0], /^@[0-9a-f]{16}$/);
    // Typefaces are ours.
    assert.ok(await page.evaluate(() => document.fonts.check("16px Inter") && document.fonts.check("600 24px 'Source Serif 4'")));
    calm();
    await close();
  }
});

test("before its typefaces come, a page stands as it will with them", async () => {
  const tall = async (page, path) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await page.locator(".state.wait").waitFor({ state: "detached" });
    return page.evaluate(async () => {
      await document.fonts.ready;
      const title = document.createRange();
      title.selectNodeContents(document.querySelector("main h1"));
      return { page: document.documentElement.scrollHeight, title: title.getBoundingClientRect().width };
    });
  };
  for (const path of ["/race", "/fish"]) {
    const [with_, without] = [await visit({ reducedMotion: "reduce" }), await visit({ reducedMotion: "reduce" })];
    await without.page.route("**/*.woff2", (route) => route.abort());
    const [ours, theirs] = [await tall(with_.page, path), await tall(without.page, path)];
    assert.equal(theirs.page, ours.page, path);
    assert.ok(Math.abs(theirs.title - ours.title) < 0.04 * ours.title, JSON.stringify({ path, ours, theirs }));
    await with_.close();
    await without.close();
  }
  // However late they come, they are put in.
  const { page, close } = await visit({ reducedMotion: "reduce" });
  await page.route("**/*.woff2", async (route) => {
    await new Promise((later) => setTimeout(later, 4000));
    await route.continue();
  });
  await page.goto("/race");
  await page.waitForFunction(() => [...document.fonts].some(({ family, status }) => /^"?Inter"?$/.test(family) && status === "loaded"));
  const shown = await page.evaluate(() => [...document.fonts].filter(({ family }) => /^"?(Inter|Source Serif 4)"?$/.test(family)).map(({ display }) => display));
  assert.deepEqual(shown, ["swap", "swap"]);
  await close();
});

test("the modules of a board are asked for with the page, not one after the other", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await enterRoom(page, { game: "fish", config: "players=2", practice: true, seed: 3, bots: { 1: "greedy" } });
  await page.locator(".fish-cells button").first().waitFor();
  const preloaded = await page.locator("link[rel=modulepreload]").evaluateAll((links) => links.map((link) => new URL(link.href).pathname));
  const late = (await asked(page)).filter(({ path }) => path.endsWith(".js") && !preloaded.includes(path) && !path.endsWith("/theme.js"));
  assert.deepEqual(late, []);
  calm();
  await close();
});

test("a page whose modules do not come says so; once they come, it goes on", async () => {
  const { page, close } = await visit({ reducedMotion: "reduce" });
  await page.route("**/joined/main.js", (route) => route.abort());
  await page.goto("/race");
  await page.getByText("This page could not be loaded").waitFor();
  await page.unroute("**/joined/main.js");
  await page.route("**/joined/worlds-race.js", (route) => route.abort());
  await page.reload();
  await page.getByText("This page could not be loaded.").waitFor();
  await page.unroute("**/joined/worlds-race.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".race-field").first().waitFor();
  await close();
});

test("a page of an older studio runs on with the files of a newer one", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.route("**/fish", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/@[0-9a-f]{16}/g, "@0123456789abcdef") });
  });
  await page.goto("/fish");
  await page.locator(".fish-town").first().waitFor();
  await page.getByRole("button", { name: "How to play" }).click();
  await page.locator(".how-to li").first().waitFor();
  const file = await page.request.get("/static/@0123456789abcdef/joined/main.js");
  assert.equal(file.headers()["cache-control"], "no-cache");
  calm();
  await close();
});

test("a joined module exports what it does alone", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/learn");
  await page.waitForLoadState("networkidle");
  const different = await page.evaluate(async () => {
    const { src } = document.querySelector("script[type=module]");
    const { load, modules } = await import(src);
    const files = /const files = (.*);/.exec(await (await fetch(src)).text())[1];
    const paths = [...Object.keys(modules), ...Object.values(JSON.parse(files)).flat()].filter((path) => path !== "main.js");
    const shape = (module) => Object.keys(module).map((name) => `${name}: ${typeof module[name]}`).toSorted().join(", ");
    const found = [];
    for (const path of new Set(paths)) {
      const [joined, alone] = [shape(await load("main.js", `./${path}`)), shape(await import(`/static/${path}`))];
      if (joined !== alone) found.push([path, joined, alone]);
    }
    // A module is made once, however it is asked for.
    const twice = [await load("main.js", "./app/dom.js"), await load("app/api.js", "./dom.js")];
    return [paths.length > 150, twice[0] === twice[1], found];
  });
  assert.deepEqual(different, [true, true, []]);
  calm();
  await close();
});

test("a line of a joined file leads back to its module", async () => {
  const { page, close } = await visit();
  for (const name of ["main", "worlds-fish", "worlds-fish-shared", "learn"]) {
    const get = async (path) => (await page.request.get(`/static/joined/${path}`)).text();
    const lines = (await get(`${name}.js`)).split("\n");
    const map = new SourceMap(JSON.parse(await get(`${name}.js.map`)));
    const sources = new Map();
    let checked = 0;
    for (const [at, line] of lines.entries()) {
      const { originalSource, originalLine, generatedLine } = map.findEntry(at, 0);
      if (generatedLine !== at || !line || /need\(|load\(|\/\*\*/.test(line)) continue;
      if (!sources.has(originalSource)) sources.set(originalSource, (await get(originalSource)).split("\n"));
      const written = sources.get(originalSource)[originalLine].replace(/^export /, "").replace(/\/\*\*.*?\*\//g, "").trimEnd();
      assert.equal(line, written, `${originalSource}:${originalLine + 1}`);
      checked += 1;
    }
    assert.ok(checked > 300 && sources.size > 1, `${name}: ${checked} lines of ${sources.size} modules`);
  }
  await close();
});

test("every page has a title, a sentence and a picture for where its link is passed on", async () => {
  const { page, calm, close } = await visit();
  for (const path of ["/", "/maze?algo=wilson&size=20x10&seed=3", "/race?config=size%3D11%2Cdensity%3D0.8%2Cplayers%3D2&seed=4", "/fish", "/magic", "/sokoban?level=7", "/learn/slides", "/replays"]) {
    const html = await (await page.request.get(path)).text();
    const tag = (name) => new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&");
    for (const name of ["og:title", "og:description", "og:url", "og:image", "twitter:card"]) assert.ok(tag(name), `${path}: ${name}`);
    const image = await page.request.get(tag("og:image"));
    assert.equal(image.headers()["content-type"], "image/png", path);
    const bytes = await image.body();
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630], path);
  }
  // Another seed is another board.
  const of = async (seed) => (await page.request.get(`/preview/race.png?seed=${seed}`)).body();
  assert.notDeepEqual(await of(1), await of(2));
  assert.deepEqual(await of(1), await of(1));
  for (const [path, status] of [["/preview/room/abcdefgh.png", 404], ["/preview/none.png", 404], ["/preview/race", 404], ["/preview/race.png?config=size%3D99999999", 200], ["/preview/sokoban.png?board=%00%00&level=9999", 200], ["/preview/maze.png?size=99999x99999", 200]])
    assert.equal((await page.request.get(path)).status(), status, path);
  calm();
  await close();
});

test("a guest on a phone: the link names the host, nothing covers the invitation, and the rules are offered in it", async () => {
  const host = await visit();
  await host.page.addInitScript(() => localStorage.setItem("name", JSON.stringify("Ada")));
  await enterRoom(host.page, { game: "fish", config: "players=3", seed: 3 });
  await host.page.getByText("Waiting for 2 more players").waitFor();
  const url = host.page.url();
  const html = await (await host.page.request.get(url)).text();
  assert.match(html, /og:title" content="Ada invites you to Fish"/);
  assert.match(html, /og:image" content="[^"]*\/preview\/room\//);
  assert.equal((await host.page.request.get(`/preview${new URL(url).pathname}.png`)).headers()["content-type"], "image/png");

  const guest = await visit({ ...phone, newcomer: true, lang: "fr" });
  await guest.page.goto(url);
  const seat = guest.page.getByRole("button", { name: "Prendre place" });
  await seat.waitFor();
  const box = await seat.boundingBox();
  assert.ok(box.y + box.height < 844, `at ${box.y}`);
  await guest.page.locator(".fish-cells button").first().waitFor();
  assert.equal(await guest.page.locator(".how-to").count(), 0, "nothing lies over the invitation");
  await seat.click({ trial: true });
  assert.deepEqual(await seriousFaults(guest.page), []);
  await guest.page.locator(".invitation").getByLabel("Votre nom").fill("Blaise");
  await seat.click();
  await host.page.getByText("Blaise").first().waitFor();
  // The name is known now, and nothing lies over what comes next either.
  await guest.page.locator(".lobby-you", { hasText: "Blaise" }).waitFor();
  assert.equal(await guest.page.getByLabel("Votre nom").isVisible(), false);
  assert.equal(await guest.page.locator(".how-to").count(), 0);
  await guest.page.getByRole("button", { name: "Première partie" }).click();
  await guest.page.locator(".how-to li").first().waitFor();
  guest.calm();
  await guest.close();
  host.calm();
  await host.close();
});

test("Share offers the link, its picture and a copy of both", async () => {
  const { page, context, calm, close } = await visit();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enterRoom(page, { game: "race", config: "size=11,density=0.8,players=2,rounds=1", practice: true, seed: 4, bots: { 1: "best" } });
  await page.locator(".race-field .pawn-on").first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const sheet = page.getByRole("dialog", { name: "Share" });
  await page.waitForFunction(() => document.querySelector(".share-picture")?.naturalWidth === 1200);
  assert.deepEqual(await seriousFaults(page), []);
  await sheet.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  const [picture] = await Promise.all([page.waitForEvent("download"), sheet.getByRole("button", { name: "Picture" }).click()]);
  assert.equal(picture.suggestedFilename(), "dedale.png");
  calm();
  await close();
});

test("a phone on its side shows the whole board, and its messages never cover it", async () => {
  const rooms = [
    ["race", "size=21,density=0.65,players=2,rounds=1", { 1: "best" }, ".race-field"],
    ["fish", "players=2", { 1: "greedy" }, ".fish-stage"],
    ["magic", "scenario=1,players=2,time=0", { 1: "joint" }, ".magic-stage"],
  ];
  for (const [game, config, bots, board] of rooms) {
    const { page, calm, close } = await visit({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
    await enterRoom(page, { game, config, practice: true, seed: 4, bots });
    await page.locator(board).waitFor();
    const box = await page.locator(board).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 391, `${game}: ${JSON.stringify(box)}`);
    assert.ok(box.height >= 0.62 * 390, `${game}: ${box.height} of 390`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, game);
    calm();
    await close();
  }
});

test("the board has the screen of a laptop, and a turn moves nothing", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await enterRoom(page, { game: "race", config: "size=21,density=0.65,players=2,rounds=1", practice: true, seed: 4, bots: { 1: "best" } });
  const board = page.locator(".race-field");
  await page.getByText("Your turn.").waitFor();
  const before = await board.boundingBox();
  assert.ok(before.height >= 0.8 * 800 && before.y + before.height <= 800, JSON.stringify(before));
  // Into the stones: the refusal stands in the head, not over the board.
  await page.keyboard.press("ArrowUp");
  const strip = page.locator(".strip");
  await page.waitForFunction(() => document.querySelector(".strip")?.textContent);
  const said = await strip.boundingBox();
  assert.ok(said.y + said.height <= before.y + 1, JSON.stringify([said, before]));
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
    assert.deepEqual(await board.boundingBox(), before);
  }
  calm();
  await close();
});

test("a drawn race board is played; the steps are counted against the shortest path", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/race?edit");
  await page.getByRole("button", { name: "Text" }).click();
  await page.getByRole("textbox", { name: "Board as text" }).fill("*****\n*1  *\n*** *\n*C  *\n*****");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByText("Shortest path: 6 steps.").waitFor();
  await page.getByRole("button", { name: "Play this board" }).click();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: "A shortest path!" }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("button", { name: "Draw on" }).click({ timeout: 10_000 });
  await page.getByText("Shortest path: 6 steps.").waitFor();
  calm();
  await close();
});

test("the picture of a room's link shows the last move, and who practises reads that others can only watch", async () => {
  const { page, calm, close } = await visit();
  await enterRoom(page, { game: "race", config: "size=11,density=0.8,players=2,rounds=1", practice: true, seed: 4, bots: { 1: "best" } });
  const picture = async () => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByText("Whoever opens it can watch.").waitFor();
    const src = await page.locator(".share-picture").getAttribute("src");
    await page.keyboard.press("Escape");
    return [src, await (await page.request.get(src)).body()];
  };
  const turn = page.locator('.pawn-on.turn[style*="player-1"]');
  await turn.waitFor();
  const [before, drawn] = await picture();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await turn.waitFor();
  // One of the four ways is open.
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
  await page.locator('.race-field .trail[style*="player-1"]').waitFor({ state: "attached" });
  const [after, moved] = await picture();
  assert.notEqual(after, before);
  assert.notDeepEqual(moved, drawn);
  calm();
  await close();
});
