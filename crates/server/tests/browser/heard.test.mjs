// What somebody who does not see the page hears of a move: it is said once, in
// their language, and they stay where they were. And the small sounds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { enterRoom, seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

/** In the page: notes what live regions say, as a screen reader hears it. */
function listen() {
  window.heard = [];
  window.listening?.disconnect();
  const inRegion = (node) => (node instanceof Element ? node : node.parentElement)?.closest("[aria-live], [role=status], [role=alert]");
  const words = (region) => {
    const copy = region.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return copy.textContent.trim();
  };
  window.listening = new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) => inRegion(target)));
    for (const region of regions) {
      if (!region || region.getAttribute("aria-live") === "off" || region.closest("[hidden], [aria-hidden=true]")) continue;
      const text = words(region);
      if (text) window.heard.push(text);
    }
  });
  window.listening.observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Does something and tells what was heard, once it was said. */
async function heard(page, says, act) {
  await page.evaluate(listen);
  await act();
  await page.waitForFunction((says) => window.heard.some((text) => text.startsWith(says)), says);
  // What would be said twice would be said now.
  await page.waitForTimeout(150);
  return (await page.evaluate(() => window.heard)).filter((text) => text.startsWith(says));
}

const LANGUAGES = ["en", "fr"];
const pick = (lang, en, fr) => (lang === "fr" ? fr : en);

for (const lang of LANGUAGES) {
  test(`a step in a maze says where one can go on (${lang})`, async () => {
    const { page, calm, close } = await visit({ lang, reducedMotion: "reduce" });
    await page.goto("/maze?walk&level=0&seed=4");
    await page.locator(".maze-scroll").waitFor();
    await page.waitForFunction(() => document.activeElement?.matches(".maze-scroll"));
    const ways = pick(lang, "Ways on: ", "Passages\u00a0: ");
    const names = pick(lang, "up|right|down|left", "haut|droite|bas|gauche");
    const wall = await heard(page, pick(lang, "A wall. ", "Un mur. "), () => page.keyboard.press("ArrowUp"));
    assert.equal(wall.length, 1, wall.join());
    const step = await heard(page, ways, async () => {
      const open = /right|droite/.test(wall[0]) ? "ArrowRight" : "ArrowDown";
      await page.keyboard.press(open);
    });
    assert.equal(step.length, 1);
    assert.match(step[0], new RegExp(`^${ways}(${names})(, (${names}))*$`));
    calm();
    await close();
  });

  test(`a step and a push in Sokoban are told, and what is ahead (${lang})`, async () => {
    const { page, calm, close } = await visit({ lang, reducedMotion: "reduce" });
    await page.goto(`/sokoban?board=${encodeURIComponent("########|#@-$-.-#|#---$.-#|########")}`);
    await page.locator(".soko-table").focus();
    const said = (says, key) => heard(page, says, () => page.keyboard.press(key));
    assert.deepEqual(await said(pick(lang, "Row", "Ligne"), "ArrowRight"), [pick(lang, "Row 2, column 3, a box ahead.", "Ligne 2, colonne 3, une caisse devant.")]);
    assert.deepEqual(await said(pick(lang, "Pushed", "Poussée"), "ArrowRight"), [pick(lang, "Pushed. 0 of 2 boxes home.", "Poussée. Caisses en place\u00a0: 0 sur 2.")]);
    assert.deepEqual(await said(pick(lang, "Taken back", "Annulé"), "u"), [pick(lang, "Taken back: row 2, column 3, a box ahead.", "Annulé\u00a0: ligne 2, colonne 3, une caisse devant.")]);
    // Against the same wall twice: it is said twice.
    for (let n = 0; n < 2; n++) assert.equal((await said(pick(lang, "Blocked.", "Bloqué."), "ArrowUp")).length, 1);
    assert.ok(await page.evaluate(() => document.activeElement.matches(".soko-table")));
    calm();
    await close();
  });

  test(`a step in a race is told once, also to somebody who looks on (${lang})`, async () => {
    const [ann, eve] = await Promise.all([visit({ lang, reducedMotion: "reduce" }), visit({ lang, reducedMotion: "reduce" })]);
    await enterRoom(ann.page, { game: "race", config: "size=9,density=1,players=1,rounds=1", seed: 1, practice: true });
    await ann.page.locator(".race-field").waitFor();
    await eve.page.goto(ann.page.url());
    await eve.page.locator(".race-field").waitFor();
    await eve.page.evaluate(listen);
    const said = await heard(ann.page, pick(lang, "You", "Vous"), () => ann.page.keyboard.press("ArrowRight"));
    assert.deepEqual(said, [pick(lang, "You: right. Your move: right, down, left.", "Vous\u00a0: à droite. C’est à vous\u00a0: à droite, en bas, à gauche.")]);
    await eve.page.waitForFunction(() => window.heard.length);
    await eve.page.waitForTimeout(150);
    assert.deepEqual(await eve.page.evaluate(() => window.heard), [pick(lang, "Player 1: right.", "Joueur 1\u00a0: à droite.")]);
    for (const visitor of [ann, eve]) {
      visitor.calm();
      await visitor.close();
    }
  });

  test(`a reservation in the town is told once, and whose turn it is (${lang})`, async () => {
    const { page, calm, close } = await visit({ lang, reducedMotion: "reduce" });
    await enterRoom(page, { game: "fish", config: "players=2", seed: 3, practice: true, bots: {} });
    const cell = page.locator(`.fish-cells button[aria-label$=", ${pick(lang, "reserve", "réserver")}"]`).first();
    await cell.waitFor();
    const spot = (await cell.getAttribute("aria-label")).split(" ")[0];
    const name = await cell.getAttribute("data-cell");
    const told = pick(lang, `Player 1 reserves ${spot}`, `Joueur 1 réserve ${spot}`);
    const said = await heard(page, told, () => cell.click());
    assert.deepEqual(said, [told]);
    const turn = (await page.evaluate(() => window.heard)).filter((text) => text.startsWith("Player 2:") || text.startsWith("Joueur 2\u00a0:"));
    assert.equal(turn.length, 1, turn.join());
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), name);
    // The market is drawn anew; who pressed a name stays on it.
    await page.locator(".fish-who").first().press("Enter");
    assert.ok(await page.evaluate(() => document.activeElement.matches(".fish-who[aria-pressed=true]")));
    calm();
    await close();
  });

  test(`a slide in the supermarket is told once (${lang})`, async () => {
    const { page, calm, close } = await visit({ lang, reducedMotion: "reduce" });
    await enterRoom(page, { game: "magic", config: "scenario=1,players=2,time=0", seed: 11, practice: true, bots: {} });
    await page.locator(".magic-arrow.ready").first().waitFor();
    const said = await heard(page, "", async () => {
      await page.locator(".magic-arrow.ready").first().focus();
      await page.keyboard.press("Enter");
    });
    assert.equal(said.length, 1, said.join());
    assert.match(said[0], pick(lang, /^[A-Z][a-z]+ (moves to -?\d+, -?\d+|reaches .+)\.$/, /^[A-Z][a-z]+ (va en -?\d+, -?\d+|atteint .+)\.$/));
    assert.ok(await page.evaluate(() => document.activeElement.matches(".magic-arrow")));
    calm();
    await close();
  });
}

for (const lang of ["en", "fr"]) {
  test(`levels and boards are drawn by ear, ${lang}`, async () => {
    // A level that is wrong is refused on the way, so this is not calm.
    const { page, close } = await visit({ lang, reducedMotion: "reduce" });
    const heard = (text) => page.locator(".board [aria-live=polite]", { hasText: text }).waitFor({ state: "attached" });
    await page.goto("/sokoban?edit");
    await page.locator(".soko-verdict.good").waitFor();
    await page.locator(".soko-editor").focus();
    await page.keyboard.press("ArrowUp");
    await heard(pick(lang, "Wall, row 1, column 2", "Mur, ligne 1, colonne 2"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("4");
    await heard(pick(lang, "Box", "Caisse"));
    await page.keyboard.press("Space");
    await heard(pick(lang, "Box, row 2, column 2", "Caisse, ligne 2, colonne 2"));
    await page.locator(".soko-verdict.bad").waitFor();
    await page.keyboard.press("Control+z");
    await heard(pick(lang, "Floor, row 2, column 2", "Sol, ligne 2, colonne 2"));
    await page.locator(".soko-verdict.good").waitFor();
    await page.goto("/race?edit");
    await page.locator(".race-field").first().focus();
    await page.keyboard.press("ArrowRight");
    await heard(/, (row|ligne) \d+, (column|colonne) \d+/);
    await page.keyboard.press("Space");
    await heard(/^(Rubble|Décombres|Free|Libre), /);
    await close();
  });
}

test("a board that plays by keys has the arrows to itself while a screen reader is on it", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  const boards = [
    ["/maze?walk&level=0&seed=4", "[role=application] > .maze-scroll"],
    ["/race?play&seed=4", "[role=application] > .race-field"],
    ["/sokoban?level=3", "[role=application] > .soko-table"],
    ["/magic?play&seed=4", "[role=application] > .magic-mall"],
    ["/sokoban?edit", "[role=application] > .soko-editor"],
    ["/race?edit", "[role=application] > .race-field"],
  ];
  for (const [path, board] of boards) {
    await page.goto(path);
    // The sand waits for a word.
    if (path.startsWith("/magic")) await page.getByRole("button", { name: "I am ready" }).click();
    await page.locator(`${board}[tabindex="0"][aria-label]`).first().waitFor();
    assert.deepEqual(await seriousFaults(page), [], path);
  }
  // In the laboratory a maze is only a picture.
  await page.goto("/maze?algo=prim&size=8x8&seed=1");
  await page.locator(".maze-scroll").first().waitFor();
  assert.equal(await page.locator("[role=application]").count(), 0);
  calm();
  await close();
});

test("sounds begin and end in silence, and a move is as loud in every world", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/learn");
  const heard = await page.evaluate(async () => {
    const { notesOf, perform } = await import("/static/app/sound.js");
    const all = { "": ["refused", "turn", "joined", "won", "lost"], maze: [], race: [], fish: ["built", "sold"], magic: ["explored", "flipped", "stolen", "pointed"], sokoban: ["Pushed", "home"] };
    const rendered = Object.entries(all).flatMap(([world, names]) =>
      ["move", ...names].map(async (name) => {
        const context = new OfflineAudioContext(1, 120_000, 48_000);
        perform(context, notesOf(world, [name]), 0.05);
        const samples = (await context.startRendering()).getChannelData(0);
        const sounding = samples.map(Math.abs);
        const last = sounding.findLastIndex(Boolean);
        // The loudest tenth of a second, in decibels.
        let [now, most] = [0, 0];
        samples.forEach((sample, at) => {
          now += sample ** 2 - (samples[at - 4800] ?? 0) ** 2;
          most = Math.max(most, now);
        });
        return { what: `${world} ${name}`, name, peak: Math.max(...sounding), first: sounding[sounding.findIndex(Boolean)], last: sounding[last], level: 10 * Math.log10(most / 4800) };
      }),
    );
    return Promise.all(rendered);
  });
  for (const { what, peak, first, last, level } of heard) {
    assert.ok(peak > 0.05 && peak < 0.5, `${what}: peak ${peak}`);
    assert.ok(first < 0.001 && last < 0.001, `${what}: ${first} … ${last}`);
    assert.ok(level > -36 && level < -22, `${what}: ${level} dB`);
  }
  const moves = heard.filter(({ name }) => name === "move").map(({ level }) => level);
  assert.ok(Math.max(...moves) - Math.min(...moves) < 6, moves.join());
  calm();
  await close();
});
