// How fast the pages of fish, magic and sokoban answer.
//
// A picture is there when the frame that shows it has been handed over: after
// the animation frame that follows the input, in the first task behind it. For
// fish and sokoban the screen is given no fixed rate, so that the figure is what
// the page takes and not how long a screen makes one wait (up to 16.7 ms more at
// 60 Hz); the four screens of magic run at 60 Hz, waiting included.

import { enterRoom, visit } from "./studio.mjs";

/** Moves measured in the supermarket. */
const MOVES = Number(process.env.MOVES ?? 400);

/** The share-th value of a list. */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** One line: the quantile that is promised, the others beside it. */
function report(tell, name, values, { share, most }) {
  const at = (wanted) => quantile(values, wanted).toFixed(1);
  tell(`${name}, p${share * 100}`, quantile(values, share), { most, note: `median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; n ${values.length}` });
}

/** In the page: notes for every event of a kind when its picture was there. */
function watchInput(kind) {
  window.shown = [];
  addEventListener(
    kind,
    (event) => {
      const began = performance.now();
      const sent = event.timeStamp;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.shown.push([performance.now() - sent, performance.now() - began]);
        port2.postMessage(0);
      });
    },
    { capture: true },
  );
}

/** Seconds the page's main thread worked, by the processor's own clock: in all, in scripts, in layout. */
async function worker(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    return [of("TaskDuration"), of("ScriptDuration"), of("LayoutDuration") + of("RecalcStyleDuration")];
  };
}

function tellWork(tell, name, [before, spent], count) {
  const [all, script, layout] = spent.map((value, at) => ((value - before[at]) / count) * 1000);
  tell(`${name}: processor time of the page`, all, { note: `scripts ${script.toFixed(2)}, style and layout ${layout.toFixed(2)}` });
}

/** Milliseconds between two keys or two cells, as a quick hand has them; nothing is asked of the page meanwhile. */
const HAND = 60;

/** 50 by 50 with 200 boxes in rows, and walks and pushes along all of them. */
export async function sokoban(studio, browser, tell) {
  const rows = Array.from({ length: 50 }, (_, r) =>
    Array.from({ length: 50 }, (_, c) => (r % 49 === 0 || c % 49 === 0 ? "#" : r === 1 && c === 1 ? "@" : c % 2 === 0 && c >= 4 && c <= 42 && r >= 4 && r <= 42 && r % 4 === 0 ? "$" : c % 2 === 0 && c >= 4 && c <= 42 && r >= 6 && r <= 44 && r % 4 === 2 ? "." : "-")).join(""),
  );
  const keys = ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"];
  for (let column = 0; column < 20; column++) keys.push("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight");
  const { page, close } = await visit(browser, studio.url);
  await page.goto(`/sokoban?board=${encodeURIComponent(rows.join("|"))}`);
  await page.locator(".soko-box").nth(199).waitFor();
  await page.evaluate(watchInput, "keydown");
  const worked = await worker(page);
  const before = await worked();
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(HAND);
  }
  const spent = await worked();
  const shown = await page.evaluate(() => window.shown);
  report(tell, "sokoban 50×50, 200 boxes: key to picture", shown.map(([all]) => all), { share: 0.95, most: 16 });
  tellWork(tell, "sokoban, a key and its slide", [before, spent], keys.length);
  await close();
}

/** A hand over the town: every cell, in the middle of a game that bots played. */
export async function fish(studio, browser, tell) {
  const { page, close } = await visit(browser, studio.url);
  await enterRoom(page, { game: "fish", config: "rules=standard,players=4", seed: 4, practice: true, bots: { 0: "greedy", 1: "greedy", 2: "greedy", 3: "greedy" }, pace: 1 });
  await page.locator(".fish-ranking li").first().waitFor();
  await page.goto(`${new URL(page.url()).pathname.replace("room", "replays")}?at=130`);
  await page.locator(".fish-town .pieces .shop").first().waitFor();
  const cells = await page.locator(".fish-cells button").evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const middle = [x + width / 2, y + height / 2];
      return document.elementFromPoint(middle[0], middle[1]) === one ? [middle] : [];
    }),
  );
  await page.mouse.move(0, 0);
  await page.evaluate(watchInput, "pointerover");
  const worked = await worker(page);
  const before = await worked();
  let count = 0;
  for (const round of [0, 1]) {
    for (let at = round; at < cells.length; at += 2) {
      await page.mouse.move(...cells[at]);
      count += 1;
      await page.waitForTimeout(HAND);
    }
  }
  const spent = await worked();
  const shown = await page.evaluate(() => window.shown);
  report(tell, "fish: pointer to preview", shown.map(([, own]) => own), { share: 0.95, most: 5 });
  tellWork(tell, "fish, a cell", [before, spent], count);
  await close();
}

/** In the page: when an action left and when each move was on the screen. */
function watchRoom() {
  window.sent = [];
  window.drawn = {};
  const clock = () => performance.timeOrigin + performance.now();
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const told = JSON.parse(data);
        if (told.type === "snapshot" || told.type === "moved") window.legal = told.legal;
        if (told.type !== "moved") return;
        const note = (window.drawn[told.seq] = { seat: told.seat, heard: clock(), shown: 0 });
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (note.shown = clock());
          port2.postMessage(0);
        });
      });
    }
    send(text) {
      if (text.includes('"type":"act"')) window.sent.push(clock());
      super.send(text);
    }
  };
}

/** In the page: chooses a pawn that this person may slide, as one does before one slides it. */
function chooseAny() {
  for (const letter of ["y", "p", "g", "o"].sort(() => Math.random() - 0.5)) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: letter, bubbles: true }));
    if (document.querySelector(".magic-arrow.ready")) return;
  }
}

/** In the page: slides the chosen pawn. */
function slide() {
  document.querySelector(".magic-arrow.ready")?.click();
}

/** Four people's browsers and four bots in one supermarket. */
export async function magic(studio, browser, tell) {
  const people = await Promise.all([0, 1, 2, 3].map(() => visit(browser, studio.url)));
  for (const { page } of people) await page.addInitScript(watchRoom);
  const [ann] = people;
  await enterRoom(ann.page, { game: "magic", config: "scenario=7,players=8,time=0", seed: 3, bots: { 4: "joint", 5: "joint", 6: "joint", 7: "joint" }, pace: 900 });
  for (const { page } of people.slice(1)) {
    await page.goto(new URL(ann.page.url()).pathname);
    await page.getByRole("button", { name: "Sit down" }).first().click();
    await page.getByRole("button", { name: "I am ready" }).click();
  }
  await ann.page.getByRole("button", { name: "I am ready" }).click();
  await ann.page.waitForFunction(() => window.legal?.length);
  // Nothing but the moves is asked of the pages while they play: whoever looks
  // at the answers takes time from those who give them.
  for (let turn = 0; turn < MOVES; turn++) {
    const { page } = people[turn % 4];
    await page.evaluate(chooseAny);
    await page.waitForTimeout(150);
    await page.evaluate(slide);
    await page.waitForTimeout(150);
  }
  await ann.page.waitForTimeout(500);
  const seen = await Promise.all(people.map(({ page }) => page.evaluate(() => ({ sent: window.sent, drawn: window.drawn }))));
  const [heard, times] = [[], []];
  for (const [seat, { sent, drawn }] of seen.entries()) {
    const own = Object.entries(drawn).filter(([, note]) => note.seat === seat);
    for (const [at, began] of sent.entries()) {
      const [seq] = own.find(([, note]) => note.heard >= began && note.heard < (sent[at + 1] ?? Infinity)) ?? [];
      const notes = seen.map(({ drawn }) => drawn[seq]);
      if (!seq || !notes.every((note) => note?.shown)) continue;
      heard.push(Math.max(...notes.map((note) => note.heard)) - began);
      times.push(Math.max(...notes.map((note) => note.shown)) - began);
    }
  }
  report(tell, "magic, four browsers, four bots: move to the last page", heard, { share: 0.99 });
  report(tell, "magic, four browsers, four bots: move to the last screen", times, { share: 0.99, most: 30 });
  for (const { close } of people) await close();
}
