// The shell: every page stands, speaks two languages, wears two themes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { seriousFaults, wayOut } from "./studio.mjs";

const { visit } = openHouse();

const PAGES = ["/", "/maze", "/maze?walk&seed=3", "/race", "/race?edit", "/fish", "/magic", "/magic?play", "/sokoban", "/sokoban?level=4", "/sokoban?edit", "/sokoban?make", "/learn", "/learn/matching", "/replays"];

for (const path of PAGES) {
  test(`axe finds no serious fault on ${path}, light and dark, in both languages`, async () => {
    for (const lang of ["en", "fr"]) {
      const { page, calm, close } = await visit({ colorScheme: "light", lang, reducedMotion: "reduce" });
      await page.goto(path);
      await page.locator("main h1").waitFor();
      await page.locator(".state.wait").waitFor({ state: "detached" });
      assert.deepEqual(await seriousFaults(page), [], `light ${lang}`);
      // The theme changes colours and nothing else.
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await seriousFaults(page, ["color-contrast"]), [], `dark ${lang}`);
      calm();
      await close();
    }
  });

  test(`nothing is cut off on a phone: ${path}`, async () => {
    const { page, calm, close } = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await page.goto(path);
    await page.locator("main h1").waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide`);
    calm();
    await close();
  });
}

test("the language of the visitor, then the switch", async () => {
  const { page, calm, close } = await visit({ lang: "fr" });
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Cinq petits mondes" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Five small worlds" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.goto("/race");
  await page.getByRole("heading", { level: 1, name: "Race" }).waitFor();
  calm();
  await close();
});

test("the theme is kept", async () => {
  const { page, calm, close } = await visit({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: "Dark theme" }).click();
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(await paper(), "rgb(21, 23, 28)");
  await page.goto("/learn");
  await page.locator("main h1").waitFor();
  assert.equal(await paper(), "rgb(21, 23, 28)");
  calm();
  await close();
});

test("the five worlds and their first buttons are in sight at once", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 1280, height: 800 } });
  await page.goto("/");
  await page.locator(".card .btn.main").nth(4).waitFor();
  for (const button of await page.locator(".card .btn.main").all()) assert.ok((await button.boundingBox()).y < 765, await button.getAttribute("aria-label"));
  assert.equal(await page.locator(".card .btn.main").count(), 5);
  await page.getByRole("link", { name: "Cut vertices" }).click();
  await page.getByRole("heading", { level: 1, name: "Cut vertices" }).waitFor();
  calm();
  await close();
});

test("an address where nothing is leads back", async () => {
  const { page, close } = await visit();
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Back to the five worlds" }).waitFor();
  // What the engine refuses is said in a sentence, and leads to what there is.
  await page.goto("/replays/nowhere");
  await page.getByText("There is no such match.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
  await page.getByRole("link", { name: "All replays" }).waitFor();
  await page.getByRole("link", { name: "Back to the five worlds" }).click();
  await page.getByRole("heading", { level: 1, name: "Five small worlds" }).waitFor();
  await close();
});

test("the first page weighs little", async () => {
  const { page, close } = await visit();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto("/", { waitUntil: "networkidle" });
  assert.ok(bytes > 0 && bytes < 300_000, `${bytes} bytes`);
  await close();
});

test("the board of the day: the first try is kept, passed on and seen on the first page", async () => {
  const { page, context, calm, close } = await visit({ reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  const today = page.locator(".daily-boards a", { hasText: "Sokoban" });
  const link = await today.getAttribute("href");
  assert.match(link, /day=20\d{6}$/);
  const { levels } = await (await page.request.post("/api/sokoban/collection", { data: {} })).json();
  await today.click();
  await page.locator(".soko-box").first().waitFor();
  const name = await page.locator("main h1").textContent();
  const { solution } = levels.find(({ title }) => title === name);
  const keys = { l: "ArrowLeft", u: "ArrowUp", r: "ArrowRight", d: "ArrowDown" };
  for (const letter of solution.toLowerCase()) await page.keyboard.press(keys[letter]);
  await page.getByText("The board of the day").waitFor();
  await page.getByRole("button", { name: "Share the result" }).click();
  await page.getByText("Copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Dédale · .* · Sokoban ✓ .*\nhttp.*day=20\d{6}$/);
  await page.goto("/");
  assert.match(await page.locator(".daily-boards .done").textContent(), /Sokoban✓ \d+ pushes$/);
  await page.getByRole("button", { name: "Calendar" }).click();
  assert.equal(await page.getByRole("dialog").locator(".daily-boards .done").count(), 1);
  assert.match(await page.locator(".daily-results").textContent(), /^Sokoban ✓ \d+ pushes \(\d+ at best\), \d+ moves$/);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Share my day" }).click();
  await page.getByText("Copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /1 of 5\n⬜⬜⬜⬜🟧\nSokoban ✓/u);
  // The same board for everybody: a race of the day has the day's seed.
  assert.match(await page.locator(".daily-boards a", { hasText: "Race" }).getAttribute("href"), /seed=20\d{6}$/);
  calm();
  await close();
});

test("the day goes on: the next board of it, how far one is, and new ones at midnight", async () => {
  const { page, context, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.clock.install({ time: "2026-03-04T23:58:30Z" });
  await page.goto("/");
  await page.getByText("New boards in 0 h 02 min.").waitFor();
  await page.locator(".daily-boards a", { hasText: "Maze" }).click();
  await page.getByText("Board of the day", { exact: true }).waitFor();
  const keys = await wayOut(page, { algo: "backtracker", size: "24x15", seed: 20260304 });
  await page.locator(".maze-scroll:focus").waitFor();
  const walk = async () => {
    for (const key of keys) await page.keyboard.press(key);
    await page.getByText("The board of the day · 1 of 5").waitFor();
  };
  await walk();
  assert.equal(await page.getByText("Your first try counts.").count(), 0);
  const kept = () => page.evaluate(() => localStorage.getItem("daily"));
  const first = await kept();
  await page.clock.runFor(1000);
  await page.getByRole("button", { name: "Again", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".maze-score dd")[1].textContent === "0");
  await walk();
  await page.getByText("Your first try counts.").waitFor();
  assert.equal(await kept(), first);
  // A board that is not the day's is not called so.
  await page.getByRole("button", { name: "Next maze" }).first().click();
  await page.getByText("Board of the day", { exact: true }).waitFor({ state: "hidden" });
  // Another tab has played meanwhile; the first page knows.
  await page.goto("/");
  await page.getByText("1 of 5").waitFor();
  const other = await context.newPage();
  await other.goto("/learn");
  await other.evaluate(() => localStorage.setItem("daily", JSON.stringify({ "2026-03-04": { maze: { won: true, text: "a" }, fish: { won: false, text: "b" } } })));
  await page.getByText("2 of 5").waitFor();
  await page.clock.runFor(180_000);
  await page.getByText("1 of 5").waitFor({ state: "detached" });
  assert.match(await page.locator(".daily-boards a", { hasText: "Race" }).getAttribute("href"), /seed=20260305$/);
  await page.getByRole("button", { name: "Calendar" }).click();
  assert.deepEqual(await page.getByRole("dialog").locator(".figures dd").allTextContents(), ["1", "1", "1", "1"]);
  assert.equal(await page.locator(".daily-calendar .today").textContent(), "5");
  assert.deepEqual(await seriousFaults(page), []);
  calm();
  await close();
});

test("a history that was spoilt harms nobody", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/learn");
  for (const daily of [{ foo: { maze: { won: true } }, "2026-99-99": { maze: { won: true } }, "2026-03-04": null, "2026-03-05": { maze: null, race: { won: true, text: "a" } } }, null, 5, "days"]) {
    await page.evaluate((daily) => localStorage.setItem("daily", JSON.stringify(daily)), daily);
    await page.goto("/");
    await page.locator(".daily-boards a").nth(4).waitFor();
    await page.getByRole("button", { name: "Calendar" }).click();
    assert.deepEqual(await page.getByRole("dialog").locator(".figures dd").allTextContents(), daily?.foo ? ["1", "1", "0", "1"] : ["0", "0", "0", "0"]);
  }
  calm();
  await close();
});

test("a board of the day that midnight overtakes is still its day’s", async () => {
  const { page, context, calm, close } = await visit({ reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install({ time: "2026-03-04T23:58:30Z" });
  await page.goto("/maze?walk&level=2&seed=20260304");
  await page.getByText("Board of the day", { exact: true }).waitFor();
  const keys = await wayOut(page, { algo: "backtracker", size: "24x15", seed: 20260304 });
  await page.locator(".maze-scroll:focus").waitFor();
  await page.clock.runFor(180_000);
  for (const key of keys) await page.keyboard.press(key);
  await page.getByText("The board of the day · 1 of 5").waitFor();
  await page.clock.runFor(1000);
  await page.getByRole("button", { name: "Share the result" }).click();
  await page.getByText("Copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Dédale · 4 March 2026 · Maze ✓ .*\nhttp.*seed=20260304$/);
  // It was begun in time; the next is of the same day.
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("daily")));
  assert.deepEqual(Object.keys(kept), ["2026-03-04"]);
  assert.equal(kept["2026-03-04"].maze.late, undefined);
  await page.getByRole("button", { name: "Copied" }).waitFor();
  // Whoever looks at the board first still has what the card offered, and Enter goes on.
  await page.keyboard.press("Escape");
  await page.locator(".end-card").waitFor({ state: "detached" });
  await page.locator(".maze-strip").getByRole("button", { name: "Next of the day: Race" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/room\//);
  await page.getByText("Board of 4 March 2026", { exact: true }).waitFor();
  calm();
  await close();
});

test("a former day is played from the calendar, and makes no row of days longer", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.clock.install({ time: "2026-03-05T12:00:00Z" });
  await page.goto("/learn");
  await page.evaluate(() => localStorage.setItem("daily", JSON.stringify({ "2026-03-05": { race: { won: true, text: "a" } } })));
  await page.goto("/");
  await page.getByRole("button", { name: "Calendar" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
  const first = await dialog.locator(".daily-calendar").boundingBox();
  await dialog.getByRole("button", { name: "Month before" }).click();
  await dialog.getByText("February 2026", { exact: true }).waitFor();
  assert.deepEqual(await dialog.locator(".daily-calendar").boundingBox(), first);
  await dialog.getByRole("button", { name: "Month after" }).click();
  // A day that is yet to come has no board.
  assert.ok(await dialog.getByRole("button", { name: "6 March 2026", exact: true }).isDisabled());
  await dialog.getByRole("button", { name: "4 March 2026", exact: true }).click();
  assert.equal(await dialog.getByRole("button", { name: "4 March 2026", exact: true }).getAttribute("aria-pressed"), "true");
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.locator(".daily-boards a", { hasText: "Maze" }).click();
  await page.getByText("Board of 4 March 2026", { exact: true }).waitFor();
  const keys = await wayOut(page, { algo: "backtracker", size: "24x15", seed: 20260304 });
  await page.locator(".maze-scroll:focus").waitFor();
  for (const key of keys) await page.keyboard.press(key);
  await page.getByText("4 March 2026 · 1 of 5").waitFor();
  await page.goto("/");
  await page.getByRole("button", { name: "Calendar" }).click();
  assert.deepEqual(await dialog.locator(".figures dd").allTextContents(), ["2", "2", "1", "1"]);
  assert.equal(await dialog.getByRole("button", { name: "4 March 2026: 1 of 5 won" }).count(), 1);
  calm();
  await close();
});

test("five boards done: the whole day is passed on", async () => {
  const { page, context, calm, close } = await visit({ reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install({ time: "2026-03-04T12:00:00Z" });
  await page.goto("/learn");
  await page.evaluate(() => {
    const won = { won: true, text: "a" };
    localStorage.setItem("daily", JSON.stringify({ "2026-03-03": { maze: won }, "2026-03-04": { race: won, fish: { won: false, text: "b" }, magic: won, sokoban: won } }));
  });
  await page.goto("/maze?walk&level=2&seed=20260304");
  const keys = await wayOut(page, { algo: "backtracker", size: "24x15", seed: 20260304 });
  await page.locator(".maze-scroll:focus").waitFor();
  for (const key of keys) await page.keyboard.press(key);
  await page.getByText("The board of the day · 5 of 5 · 2-day streak").waitFor();
  await page.clock.runFor(1000);
  await page.getByRole("button", { name: "Share my day" }).click();
  await page.getByText("Copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /5 of 5\n🟦🟥⬛🟪🟧\nMaze ✓/u);
  calm();
  await close();
});

test("the boards of the day and the worlds share the first screen", async () => {
  for (const lang of ["en", "fr"])
    for (const [width, height] of [[390, 844], [844, 390], [1280, 800], [1920, 1080]]) {
      const { page, calm, close } = await visit({ lang, viewport: { width, height } });
      await page.addInitScript(() => {
        const day = new Date().toISOString().slice(0, 10);
        const text = "🥇 score 4 · 🟩🟩🟨🟧⬛ · 3 coins";
        localStorage.setItem("daily", JSON.stringify({ [day]: { fish: { won: true, text }, magic: { won: false, text: "🟨⬛⬛⬛ · ⏳ 3:12" } } }));
      });
      await page.goto("/");
      const boards = page.locator(".daily-boards a");
      await boards.nth(4).waitFor();
      await page.waitForFunction(() => [...document.querySelectorAll(".daily-boards img")].every((image) => image.naturalWidth));
      for (const { x, y, width: w, height: h } of await Promise.all([0, 1, 2, 3, 4].map((n) => boards.nth(n).boundingBox()))) assert.ok(x >= 0 && x + w <= width && y + h <= height, `${lang} ${width}`);
      assert.ok((await page.locator(".card").first().boundingBox()).y < height, `${lang} ${width}: no world in sight`);
      assert.match(await boards.nth(2).textContent(), /✓ score 4$/);
      assert.match(await boards.nth(3).textContent(), /– 3:12$/);
      calm();
      await close();
    }
});

test("sounds are off until asked for, and stay as chosen", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/");
  const switched = page.getByRole("button", { name: "Sound" });
  assert.equal(await switched.getAttribute("aria-pressed"), "false");
  await switched.click();
  assert.equal(await switched.getAttribute("aria-pressed"), "true");
  // Once more for soft ones, and once more for none.
  await switched.click();
  assert.equal(await switched.getAttribute("title"), "Sound: soft");
  await switched.click();
  assert.equal(await switched.getAttribute("aria-pressed"), "false");
  await switched.click();
  await page.goto("/learn");
  assert.equal(await page.getByRole("button", { name: "Sound" }).getAttribute("aria-pressed"), "true");
  // Heard, but neither loud nor long, and each world's step is its own.
  const steps = await page.evaluate(async () => {
    const { notesOf, perform } = await import("/static/app/sound.js");
    const played = async (world, name) => {
      const context = new OfflineAudioContext(1, 44_100, 44_100);
      perform(context, notesOf(world, [name]));
      const heard = (await context.startRendering()).getChannelData(0).map(Math.abs);
      return { peak: Math.max(...heard), last: heard.findLastIndex((loud) => loud > 0.003) / 44_100, notes: JSON.stringify(notesOf(world, [name])) };
    };
    return Promise.all(["maze", "race", "fish", "magic", "sokoban"].flatMap((world) => ["move", "won"].map((name) => played(world, name))));
  });
  for (const { peak, last } of steps) assert.ok(peak > 0.03 && peak < 0.25 && last < 0.6, `${peak} ${last}`);
  assert.equal(new Set(steps.map(({ notes }) => notes)).size, 6);
  calm();
  await close();
});

test("a link that asks for what cannot be is told so, and harms no later visit", async () => {
  const { page, calm, close } = await visit();
  for (const [path, said] of [
    ["/maze?size=99999x9&seed=-4", /a side of 99999x9 is not between 1 and 1000; “-4” is not a seed/],
    ["/race?config=size%3Dfoo%2Cplayers%3D2", /: size=foo cannot be\.$/],
    ["/race?config=size%3D100000", /: size=100000 cannot be\.$/],
    ["/race?seed=-5", /: “-5” is not a seed\.$/],
    ["/race?play&seed=abc", /: “abc” is not a seed\.$/],
    ["/fish?play&seed=1e99", /: “1e99” is not a seed\.$/],
    ["/fish?config=players%3D99", /: players=99 cannot be\.$/],
    ["/magic?config=scenario%3D999", /: scenario=999 cannot be\.$/],
    ["/magic?scenario=999&play", /: there is no scenario “999”\.$/],
    ["/magic?scenario=Foo", /: there is no scenario “Foo”\.$/],
    ["/maze?walk&level=9999&seed=abc", /: there is no level “9999”, they go from 0 to 5; “abc” is not a seed\.$/],
  ]) {
    await page.goto(path);
    await page.locator(".notice").waitFor();
    assert.match(await page.locator(".notice p").innerText(), said, path);
    assert.equal(await page.locator(".notice").count(), 1, path);
    assert.equal(await page.locator(".toast").count(), 0, path);
  }
  // What a form itself passes on is taken over without a word.
  await page.goto("/race?config=size%3D31%2Cdensity%3D0.65%2Cplayers%3D4%2Crounds%3D3%2Cblock&seed=12");
  await page.locator(".race-field .pawn-on").first().waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  // Other usual names of algorithms are known, those of several panes too.
  for (const [alias, name] of [["kruskal", "spanning-tree"], ["aldous-broder", "random-walk"], ["recursive-backtracker", "backtracker"]]) {
    await page.goto(`/maze?algo=${alias}&size=40x25&seed=1`);
    await page.waitForURL(new RegExp(`algo=${name}&`));
    assert.equal(await page.locator(".notice").count(), 0, alias);
  }
  await page.goto("/maze");
  await page.waitForURL(/size=40x25/);
  // A seed too large for a maze to walk: another maze, no dead end.
  await page.goto("/maze?walk&seed=99999999999999999999");
  await page.waitForURL(/walk&level=\d&seed=\d{1,6}$/);
  await page.goto("/sokoban?board=%40");
  await page.getByText("This link holds no level.").waitFor();
  calm();
  await close();
});

for (const [width, height] of [[1280, 800], [700, 900], [390, 844]])
  test(`what a link asks for in vain is said beside the controls, not over them, at ${width}`, async () => {
    const { page, calm, close } = await visit({ viewport: { width, height }, lang: "fr" });
    await page.goto("/maze?algo=nonsense&size=9000x3&seed=1");
    const notice = page.locator(".notice", { hasText: "nonsense" });
    await notice.waitFor();
    await page.locator(".transport").waitFor();
    const box = await notice.boundingBox();
    const covered = await page.locator("main :is(button, input, select, canvas), .bar :is(a, button)").evaluateAll((all, box) => {
      const over = ({ left, right, top, bottom }) => right > box.x && left < box.x + box.width && bottom > box.y + 1 && top < box.y + box.height - 1;
      return all.filter((one) => one.checkVisibility() && over(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 80));
    }, box);
    assert.deepEqual(covered, []);
    await notice.getByRole("button", { name: "Fermer" }).click();
    await notice.waitFor({ state: "detached" });
    calm();
    await close();
  });

test("where the bar does not show all its entries, it says on which side there are more", async () => {
  for (const lang of ["en", "fr"]) {
    const { page, calm, close } = await visit({ viewport: { width: 390, height: 844 }, lang });
    const more = () => page.locator(".tabs-box").evaluate((box) => ["::before", "::after"].map((side) => getComputedStyle(box, side).display !== "none"));
    const settled = (before, after) => page.waitForFunction(([before, after]) => {
      const box = document.querySelector(".tabs-box");
      return box.classList.contains("more-before") === before && box.classList.contains("more-after") === after;
    }, [before, after]);
    await page.goto("/");
    await settled(false, true);
    assert.deepEqual(await more(), [false, true]);
    await page.locator(".tabs").evaluate((tabs) => tabs.scrollTo(tabs.scrollWidth, 0));
    await settled(true, false);
    assert.deepEqual(await more(), [true, false]);
    await page.goto("/fish");
    await settled(true, true);
    await page.setViewportSize({ width: 1600, height: 900 });
    await settled(false, false);
    calm();
    await close();
  }
});

test("one day is a day: the calendar counts in both languages", async () => {
  for (const [lang, said] of [
    ["en", ["day played", "board won", "day streak"]],
    ["fr", ["jour joué", "plateau gagné", "jour de suite"]],
  ]) {
    const { page, calm, close } = await visit({ lang });
    await page.goto("/learn");
    const words = async (days) => {
      await page.evaluate((days) => {
        const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
        localStorage.setItem("daily", JSON.stringify(Object.fromEntries(Array.from({ length: days }, (_, ago) => [day(ago), { maze: { won: true, text: "a" } }]))));
      }, days);
      await page.goto("/");
      await page.getByRole("button", { name: /^(Calendar|Calendrier)$/ }).click();
      return (await page.getByRole("dialog").locator(".figures dt").allTextContents()).slice(0, 3);
    };
    assert.deepEqual(await words(1), said);
    assert.deepEqual(await words(2), lang === "en" ? ["days played", "boards won", "day streak"] : ["jours joués", "plateaux gagnés", "jours de suite"]);
    calm();
    await close();
  }
});
