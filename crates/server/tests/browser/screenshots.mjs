// Takes the pictures of the README: every page at three sizes, boards in the
// dark too and on a phone on its side.
//
//   node screenshots.mjs            into docs/screens
//   node screenshots.mjs maze race  only these

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { enterRoom, openBrowser, openStudio, visit, wayOut } from "./studio.mjs";

const folder = fileURLToPath(new URL("../../../../docs/screens/", import.meta.url));
const SIZES = { phone: { width: 360, height: 740 }, laptop: { width: 1280, height: 800 }, wide: { width: 1920, height: 1080 } };
const SIDE = { width: 844, height: 390 };
/** What is also shown in the dark and on its side. */
const BOARDS = ["walk", "play", "town", "magic-play", "push"];
const IN_THE_DARK = ["home", "maze", "lobby", "learn-cut-vertices", "replays", ...BOARDS];

/** Takes in the shipped solution of a level as a match. */
async function solved(page, n) {
  const { levels } = await (await page.request.post("/api/sokoban/collection", { data: {} })).json();
  const { rows, solution } = levels[n];
  const config = `board=${rows.map((row) => row.replaceAll(" ", "-")).join("|")}`;
  const words = { l: "left", u: "up", r: "right", d: "down" };
  const lines = [...solution.toLowerCase()].map((letter, seq) => ({ seq, t: seq * 150, seat: 0, do: words[letter] }));
  const data = [{ dedale: 1, game: "sokoban", version: 1, config, seed: 0 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  const { id } = await (await page.request.post("/api/replays", { data, headers: { "content-type": "application/jsonl" } })).json();
  return { id, moves: lines.length };
}

/** What each page should show before the picture is taken. */
const SCENES = {
  home: { path: "/", until: (page) => page.waitForTimeout(5500) },
  maze: {
    path: "/maze?algo=backtracker&seed=7",
    until: async (page) => {
      await page.getByRole("radio", { name: "Distance" }).dispatchEvent("click");
      await page.locator('canvas[data-tint="distance"]').waitFor();
      await page.getByRole("slider", { name: "Step", exact: true }).evaluate((input) => {
        input.value = String(Math.floor(Number(input.max) * 0.8));
        for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
      });
      await page.waitForTimeout(800);
    },
  },
  walk: {
    path: "/maze?walk&level=2&seed=3",
    until: async (page) => {
      const keys = await wayOut(page, { algo: "backtracker", size: "24x15", seed: 3 });
      // Held upright, a phone shows the maze mirrored in its diagonal.
      const upright = page.viewportSize().height > page.viewportSize().width;
      const mirrored = { ArrowUp: "ArrowLeft", ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown", ArrowDown: "ArrowRight" };
      for (const key of keys.slice(0, keys.length * 0.8)) await page.keyboard.press(upright ? mirrored[key] : key);
      await page.waitForTimeout(400);
    },
  },
  lobby: {
    path: "/learn",
    until: async (page) => {
      await page.evaluate(() => localStorage.setItem("name", JSON.stringify("Ada")));
      await enterRoom(page, { game: "race", config: "size=21,density=0.65,players=3,rounds=3", seed: 4 });
      await page.getByRole("button", { name: "I am ready" }).waitFor();
      await page.waitForTimeout(800);
    },
  },
  compare: { path: "/maze?algo=prim,spanning-tree,wilson,division&size=30x20&seed=7", until: (page) => page.waitForTimeout(3000) },
  edit: { path: "/race?edit", until: (page) => page.getByText("Shortest path:").waitFor() },
  sokoban: { path: "/sokoban", until: (page) => page.locator(".soko-card").first().waitFor() },
  push: {
    path: "/sokoban?level=30",
    until: async (page) => {
      for (const mask of ["Dead tiles", "Tunnels", "Rooms"]) await page.getByLabel(mask).check();
      await page.waitForFunction(() => document.querySelector(".soko-mask.rooms")?.getAttribute("d"));
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  draw: { path: "/sokoban?edit", until: (page) => page.locator(".soko-verdict.good").waitFor() },
  replay: {
    path: "/replays",
    until: async (page) => {
      const { id, moves } = await solved(page, 40);
      await page.goto(`/replays/${id}?at=${Math.floor(moves / 2)}`);
      await page.locator(".soko-box").first().waitFor();
    },
  },
  replays: {
    path: "/replays",
    until: async (page) => {
      const rooms = [];
      for (const n of [3, 17, 40, 55, 68]) {
        const { id, moves } = await solved(page, n);
        const seats = [{ seat: 0, name: "Ada", kind: "person", connected: false, ready: true }];
        rooms.push({ room: id, game: "sokoban", at: Date.now() - n * 2_000_000, over: true, played: { seats, outcome: { winners: [0], scores: [1] }, entries: moves } });
      }
      await page.evaluate((rooms) => localStorage.setItem("rooms", JSON.stringify(rooms)), rooms);
      await page.reload();
      await page.waitForFunction(() => [...document.querySelectorAll(".replay-item img")].slice(0, 5).every((image) => image.naturalWidth));
    },
  },
  race: { path: "/race?config=size%3D31%2Cdensity%3D0.65%2Cplayers%3D4%2Crounds%3D3&seed=12", until: (page) => page.locator(".race-field .pawn-on").first().waitFor() },
  magic: { path: "/magic", until: (page) => page.locator(".magic-scenario").first().waitFor() },
  "magic-play": {
    path: "/magic?play&seed=4",
    until: async (page) => {
      await page.getByRole("button", { name: "I am ready" }).click();
      await page.waitForURL(/\/room\//);
      await page.locator(".magic-pawn").first().waitFor();
      await page.waitForTimeout(12_000);
    },
  },
  play: {
    path: "/race?play&seed=4",
    until: async (page) => {
      await page.waitForURL(/\/room\//);
      await page.getByText("Your turn.").waitFor();
      await page.keyboard.press("?");
      await page.waitForTimeout(500);
    },
  },
  learn: { path: "/learn", until: (page) => page.locator(".topics .pane svg").nth(14).waitFor() },
  ...Object.fromEntries(
    ["union-find", "spanning-tree", "breadth-first", "a-star", "slides", "cut-vertices", "joint-planning", "sokoban", "deadlocks", "regions", "matching", "tunnels", "zobrist", "marks", "auctions"].map((name) => [
      `learn-${name}`,
      {
        path: `/learn/${name}`,
        // Halfway the most is in sight.
        until: async (page) => {
          const scrub = page.getByRole("slider", { name: "Step" });
          await scrub.waitFor();
          // Without the focus, which would bring the slider into sight.
          await scrub.evaluate((input) => {
            input.value = String(Math.floor(Number(input.max) / 2));
            input.dispatchEvent(new Event("input", { bubbles: true }));
          });
        },
      },
    ]),
  ),
  fish: { path: "/fish", until: (page) => page.locator(".fish-town").waitFor() },
  town: {
    path: "/fish?play&seed=4",
    until: async (page) => {
      await page.waitForURL(/\/room\//);
      await page.getByText("Your turn").waitFor();
      await page.locator('.fish-cells button[aria-label$=", reserve"]').nth(40).hover();
    },
  },
};

const wanted = process.argv.slice(2);
const studio = await openStudio();
const browser = await openBrowser();
await mkdir(folder, { recursive: true });
try {
  for (const [name, { path, until }] of Object.entries(SCENES)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const looks = Object.entries(SIZES).map(([size, viewport]) => [size, viewport, "light"]);
    if (IN_THE_DARK.includes(name)) looks.push(["dark", SIZES.laptop, "dark"]);
    if (BOARDS.includes(name)) looks.push(["side", SIDE, "light"]);
    for (const [size, viewport, colorScheme] of looks) {
      const { page, close } = await visit(browser, studio.url, { viewport, colorScheme, hasTouch: size === "phone" || size === "side" });
      await page.goto(path);
      await page.locator("main h1").waitFor();
      await until(page);
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await page.screenshot({ path: `${folder}${name}-${size}.png` });
      await close();
    }
  }
} finally {
  await browser.close();
  await studio.close();
}
