// The maze laboratory: make, watch, step back, colour, solve, walk, edit,
// open, export.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { PATIENCE, seriousFaults, wayOut } from "./studio.mjs";

const { visit } = openHouse();

/** Opens the laboratory with its film paused at the end. */
async function laboratory(query, { speed } = {}) {
  const visitor = await visit({ reducedMotion: "reduce" });
  if (speed) await visitor.page.addInitScript((speed) => localStorage.setItem("maze-speed", speed), String(speed));
  await visitor.page.goto(`/maze?${query}`);
  const counter = visitor.page.locator(".transport output").first();
  const at = async () => (await counter.textContent()).split("/")[0].replace(/\D/g, "");
  const reached = (n) => visitor.page.waitForFunction((n) => document.querySelector(".transport output")?.textContent?.split("/")[0]?.replace(/\D/g, "") === n, String(n), { timeout: PATIENCE });
  await visitor.page.waitForFunction(() => {
    const [a, b] = (document.querySelector(".transport output")?.textContent ?? "").split("/").map((part) => part.replace(/\D/g, ""));
    return b && a === b;
  });
  return { ...visitor, at, reached };
}

async function exported(page, kind) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: new RegExp(`^\\.${kind} `) }).click()]);
  const bytes = await readFile(await download.path());
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  return { name: download.suggestedFilename(), bytes };
}

const pixels = (page) => page.evaluate(() => document.querySelector("canvas.maze-pixels").toDataURL());

test("load, watch, step back and export", async () => {
  const { page, at, reached, calm, close } = await laboratory("algo=prim&size=12x8&seed=3");
  const last = Number(await at());
  const end = await pixels(page);
  await page.getByRole("button", { name: "One step back" }).click();
  await reached(last - 1);
  assert.notEqual(await pixels(page), end);
  await page.getByRole("button", { name: "One step on" }).click();
  await reached(last);
  assert.equal(await pixels(page), end);
  await page.getByRole("button", { name: "To the start" }).click();
  await reached(0);
  await page.getByRole("button", { name: "To the end" }).click();
  await reached(last);
  assert.equal(await pixels(page), end);

  const { name, bytes } = await exported(page, "maz");
  assert.equal(name, "prim-12x8-3.maz");
  const lines = bytes.toString().split("\n");
  assert.equal(lines.length, 18);
  assert.ok(lines.slice(0, 17).every((line) => line.length === 49));
  const same = await page.request.post("/api/maze/generate", { data: { algo: "prim", size: "12x8", seed: 3, format: "maz" } });
  assert.equal(bytes.toString(), await same.text());
  calm();
  await close();
});

test("pictures are what they are called, and show this maze", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=12x8&seed=3");
  const recipe = { algo: "prim", size: "12x8", seed: 3 };
  const svg = (await exported(page, "svg")).bytes.toString();
  // An empty page has no policy against the picture's own style.
  const blank = await page.context().newPage();
  const drawn = await blank.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const [, , w, h] = (root.getAttribute("viewBox") ?? "").split(" ").map(Number);
    return { name: root.nodeName, shapes: root.querySelectorAll("*").length, ratio: w / h };
  }, svg);
  await blank.close();
  assert.equal(drawn.name, "svg");
  assert.ok(drawn.shapes > 1 && Math.abs(drawn.ratio - 12 / 8) < 0.1, JSON.stringify(drawn));
  const png = (await exported(page, "png")).bytes;
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  const [wide, high] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.ok(wide > 12 && Math.abs(wide / high - 12 / 8) < 0.1, `${wide} × ${high}`);
  const look = (bytes, type) => page.evaluate(async ([data, type]) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const ctx = canvas.getContext("2d");
    ctx.drawImage(image, 0, 0);
    const { data: pixels } = ctx.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, colours: new Set(new Uint32Array(pixels.buffer)).size };
  }, [bytes.toString("base64"), type]);
  const seen = await look(png, "image/png");
  assert.ok(seen.width === wide && seen.colours > 1, JSON.stringify(seen));
  const filmed = async () => {
    const gif = (await exported(page, "gif")).bytes;
    assert.equal(gif.subarray(0, 6).toString("latin1"), "GIF89a");
    assert.equal(gif.at(-1), 0x3b, "it ends as a GIF ends");
    let frames = 0;
    for (let at = gif.indexOf("21f904", 0, "hex"); at >= 0; at = gif.indexOf("21f904", at + 1, "hex")) frames += 1;
    assert.ok(frames > 12, `${frames} frames show it growing, or being solved`);
    return gif;
  };
  const grown = await filmed();
  const json = JSON.parse((await exported(page, "json")).bytes.toString());
  assert.deepEqual(json, await (await page.request.post("/api/maze/generate", { data: { ...recipe, format: "json" } })).json());
  await page.getByRole("button", { name: "Watch it solve" }).click();
  await page.getByText(/A path of \d+ steps/).waitFor();
  const solved = await filmed();
  assert.notDeepEqual(solved, grown);
  calm();
  await close();
});

test("a GIF asked for while the film plays is the whole film", async () => {
  const { page, at, reached, calm, close } = await laboratory("algo=prim&size=10x6&seed=3", { speed: 16 });
  const steps = Number(await at());
  const whole = (await exported(page, "gif")).bytes;
  await page.getByRole("button", { name: "To the start" }).click();
  await reached(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".transport output").textContent.split("/")[0].replace(/\D/g, "")) > 2);
  const { bytes } = await exported(page, "gif");
  assert.ok(bytes.equals(whole), "the same film, from its first step to its last");
  // The film waits where it was when it was asked for.
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const here = Number(await at());
  assert.ok(here > 2 && here < steps, `${here} of ${steps}`);
  calm();
  await close();
});

const SMALL = "o---o---o\n|       |\no---o   o\n|       |\no---o---o\n";

test("files are dropped on the maze, chosen and pasted", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=5x5&seed=1");
  const data = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "dropped.maz"));
    return carried;
  }, SMALL);
  await page.locator(".maze-stage").dispatchEvent("dragover", { dataTransfer: data });
  await page.locator(".maze-stage.drop").waitFor();
  await page.locator(".maze-stage").dispatchEvent("drop", { dataTransfer: data });
  await page.getByText("dropped: 2 × 2 cells").waitFor();
  assert.equal((await exported(page, "maz")).bytes.toString(), SMALL);

  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByLabel("Maze file").setInputFiles({ name: "chosen.maz", mimeType: "text/plain", buffer: Buffer.from("o---o---o---o\n|   |       |\no---o---o---o\n") });
  await page.getByText("chosen: 3 × 1 cells").waitFor();

  await page.evaluate((text) => {
    const carried = new DataTransfer();
    carried.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: carried, bubbles: true }));
  }, SMALL);
  await page.getByText("Pasted: 2 × 2 cells").waitFor();
  calm();
  await close();
});

test("the 256 bytes of a contest maze are read", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=5x5&seed=1");
  // The border all around, and one wall east of the cell at the bottom left.
  const bytes = Buffer.alloc(256);
  for (let x = 0; x < 16; x++) {
    for (let y = 0; y < 16; y++) bytes[x * 16 + y] = (y === 15 ? 1 : 0) | (x === 15 ? 2 : 0) | (y === 0 ? 4 : 0) | (x === 0 ? 8 : 0);
  }
  bytes[0] |= 2;
  bytes[16] |= 8;
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByLabel("Maze file").setInputFiles({ name: "contest.maz", mimeType: "application/octet-stream", buffer: bytes });
  await page.getByText("contest: 16 × 16 cells").waitFor();
  const lines = (await exported(page, "maz")).bytes.toString().split("\n");
  assert.equal(lines[31], `|   |${" ".repeat(59)}|`);
  assert.equal(lines[1], `|${" ".repeat(63)}|`);
  assert.equal(lines[32], `o${"---o".repeat(16)}`);
  calm();
  await close();
});

test("a picture becomes a mask", async () => {
  const { page, calm, close } = await laboratory("algo=backtracker&size=8x4&seed=1");
  await page.locator("summary", { hasText: "Shape" }).click();
  // The left half is black: half of the cells are left out.
  const picture = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [80, 40];
    const ctx = canvas.getContext("2d");
    ctx.fillStyle = "white";
    ctx.fillRect(0, 0, 80, 40);
    ctx.fillStyle = "black";
    ctx.fillRect(0, 0, 40, 40);
    return canvas.toDataURL("image/png").split(",")[1];
  });
  await page.getByLabel("Picture for the mask").setInputFiles({ name: "half.png", mimeType: "image/png", buffer: Buffer.from(picture, "base64") });
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "####....\n####....\n####....\n####....");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("mask"));
  await page.locator('.maze-stage[aria-busy="false"]').waitFor();
  await page.locator("summary", { hasText: "Measures" }).click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await page.locator(".figures div", { hasText: "perfect" }).filter({ hasText: "yes" }).waitFor();
  const lines = (await exported(page, "maz")).bytes.toString().split("\n");
  assert.ok(lines.slice(0, 9).every((line) => line.length === 33));
  assert.ok([1, 3, 5, 7].every((row) => lines[row].startsWith("|   |   |   |   |")), lines.join("\n"));
  calm();
  await close();
});

test("a maze of a million cells is solved and measured", async () => {
  const { page, calm, close } = await laboratory("algo=sidewinder&size=1000x1000&seed=1");
  await page.getByRole("button", { name: "Watch it solve" }).click();
  await page.getByText(/A path of [\d,]+ steps/).waitFor();
  await page.locator("summary", { hasText: "Measures" }).click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await page.locator(".figures div", { hasText: "dead ends" }).waitFor();
  calm();
  await close();
});

test("playing moves on by itself and pauses", async () => {
  // Ten steps a second: it lasts long enough to be paused by a slow machine.
  const { page, at, reached, calm, close } = await laboratory("algo=backtracker&size=20x12&seed=1", { speed: 16 });
  await page.getByRole("button", { name: "To the start" }).click();
  await reached(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".transport output").textContent.split("/")[0].replace(/\D/g, "")) > 3);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const still = await at();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await at(), still);
  // The space bar does the same, on the maze too.
  await page.locator(".maze-scroll").focus();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  calm();
  await close();
});

test("colours change the picture and come back", async () => {
  const { page, calm, close } = await laboratory("algo=spanning-tree&size=16x10&seed=9");
  const seen = new Map();
  for (const [name, tint] of [["Distance", "distance"], ["Age", "age"], ["Class", "class"], ["None", "plain"], ["Progress", "marks"]]) {
    await page.getByRole("radio", { name, exact: true }).check({ force: true });
    await page.locator(`canvas[data-tint="${tint}"]`).waitFor();
    seen.set(tint, await pixels(page));
  }
  assert.equal(new Set(["distance", "age", "class", "plain"].map((tint) => seen.get(tint))).size, 4);
  await page.getByRole("radio", { name: "Age", exact: true }).check({ force: true });
  await page.locator('canvas[data-tint="age"]').waitFor();
  assert.equal(await pixels(page), seen.get("age"));
  calm();
  await close();
});

test("several algorithms side by side on one seed", async () => {
  const { page, calm, close } = await laboratory("algo=backtracker&size=14x9&seed=4");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator("figure.maze-pane").nth(1).waitFor();
  await page.waitForFunction(() => new URL(location.href).searchParams.get("algo").includes(","));
  await page.getByLabel("Algorithm of this maze").nth(1).selectOption("prim");
  const second = page.locator("figure.maze-pane").nth(1);
  await page.waitForFunction(() => new URL(location.href).searchParams.get("algo") === "backtracker,prim");
  await page.locator('.maze-stage[aria-busy="false"]').waitFor();
  // What is done is done to the one that was chosen.
  await second.getByRole("button", { name: "Solve, walk, edit and save this one" }).click();
  assert.equal((await exported(page, "maz")).name, "prim-14x9-4.maz");
  await page.getByRole("button", { name: "Watch it solve" }).click();
  await page.getByText(/A path of \d+ steps/).waitFor();
  const { length } = await (await page.request.post("/api/maze/solve", { data: { recipe: { algo: "prim", size: "14x9", seed: 4 } } })).json();
  await page.getByText(`A path of ${length} steps`).waitFor();
  await page.locator("figure.maze-pane").first().click();
  assert.equal((await exported(page, "maz")).name, "backtracker-14x9-4.maz");
  calm();
  await close();
});

test("mazes side by side are whole, whatever their number and shape", async () => {
  for (const [size, width] of [["40x25", 1280], ["20x40", 1280], ["25x40", 390]]) {
    const { page, calm, close } = await visit({ viewport: { width, height: 800 } });
    for (const algos of ["prim,wilson", "prim,wilson,backtracker", "prim,wilson,backtracker,division"]) {
      await page.goto(`/maze?algo=${algos}&size=${size}&seed=3`);
      const many = algos.split(",").length;
      await page.waitForFunction((many) => document.querySelectorAll(".maze-facts:not(:empty)").length === many, many);
      const cut = await page.locator(".maze-scroll, .maze-pane figcaption").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      assert.equal(cut, 0, `${algos} ${size} at ${width}`);
    }
    calm();
    await close();
  }
});

test("what is exported is seen first, and each file says what it is for", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=12x8&seed=3");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "The maze as it is saved" }).waitFor();
  const files = await dialog.locator(".export-file").evaluateAll((all) => all.map((one) => one.textContent));
  assert.equal(files.length, 11);
  assert.ok(files.every((text) => /^\.\w+ \w/.test(text)), files.join("; "));
  assert.deepEqual(await seriousFaults(page), []);
  calm();
  await close();
});

test("a solver is watched and its way is shown", async () => {
  const { page, calm, close } = await laboratory("algo=wilson&size=10x10&seed=2");
  for (const solver of ["bfs", "astar", "wall-follower"]) {
    await page.getByLabel("Solver").selectOption(solver);
    await page.getByRole("button", { name: "Watch it solve" }).click();
    await page.getByText(/A path of \d+ steps/).waitFor();
  }
  calm();
  await close();
});

test("a mouse explores, and the maze is whole again afterwards", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=12x8&seed=3&braid=0.5");
  const whole = (await exported(page, "maz")).bytes.toString();
  const made = await pixels(page);
  await page.getByText("Micromouse").click();
  await page.getByRole("button", { name: "Watch the mouse" }).click();
  await page.getByText(/The mouse takes \d+ steps to the goal and home/).waitFor();
  const recipe = { algo: "prim", size: "12x8", seed: 3, braid: 0.5 };
  const told = await (await page.request.post("/api/maze/mouse", { data: { recipe } })).json();
  const figures = await page.locator("details", { hasText: "Micromouse" }).locator("dd").allTextContents();
  assert.equal(figures[0], String(told.walk.length - 1));
  assert.equal(figures[1], `${told.seen} / 96`);
  assert.notEqual(await pixels(page), made, "only what the mouse has seen is drawn");
  // Whatever is asked next is asked about the maze itself.
  assert.equal((await exported(page, "maz")).bytes.toString(), whole);
  calm();
  await close();
});

test("measures of a perfect maze", async () => {
  const { page, calm, close } = await laboratory("algo=eller&size=10x6&seed=8");
  await page.getByText("Measures").click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  const perfect = page.locator(".figures div", { hasText: /^\s*perfect\s*yes|yes\s*perfect/ }).first();
  await perfect.waitFor();
  calm();
  await close();
});

test("a pasted maze is walked to its exit with the keys", async () => {
  const { page, calm, close } = await laboratory("algo=prim&size=5x5&seed=1");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("textbox", { name: "Maze as text" }).fill("o---o---o\n|       |\no---o   o\n|       |\no---o---o\n");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByText("2 × 2 cells").waitFor();
  await page.getByRole("button", { name: "Walk it" }).click();
  await page.getByText("Arrow keys, or draw").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.getByText("Out in 2 steps; the shortest path has 2.").waitFor();
  calm();
  await close();
});

test("a file that is no maze is explained", async () => {
  const { page, close } = await laboratory("algo=prim&size=5x5&seed=1");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("textbox", { name: "Maze as text" }).fill("o---o\n|  x\no---o\n");
  await page.getByRole("button", { name: "Use this text" }).click();
  const trouble = page.getByRole("alert").filter({ hasText: /\d/ });
  await trouble.waitFor();
  await close();
});

test("walls are edited by keyboard and exported", async () => {
  const { page, calm, close } = await laboratory("algo=empty&size=3x2&seed=1");
  await page.getByRole("button", { name: "Edit walls" }).click();
  await page.getByText("Point at a wall").waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  const { bytes } = await exported(page, "maz");
  assert.equal(bytes.toString(), "o---o---o---o\n|   |       |\no   o   o   o\n|           |\no---o---o---o\n");
  calm();
  await close();
});

test("every surface is made and stepped back, one is solved", async () => {
  const { page, at, reached, calm, close } = await laboratory("surface=hex&algo=wilson&size=10x8&seed=5");
  const surfaces = await page.getByLabel("Surface").locator("option").evaluateAll((options) => options.map((option) => option.value));
  assert.equal(surfaces.length, 12);
  for (const surface of surfaces) {
    await page.getByLabel("Surface").selectOption(surface);
    await page.waitForFunction((wanted) => (new URL(location.href).searchParams.get("surface") ?? "square") === wanted, surface);
    await page.locator('.maze-stage[aria-busy="false"]').waitFor();
    await page.waitForFunction(() => {
      const [a, b] = (document.querySelector(".transport output")?.textContent ?? "").split("/").map((part) => part.replace(/\D/g, ""));
      return b && a === b;
    });
    const last = Number(await at());
    const end = await pixels(page);
    await page.getByRole("button", { name: "One step back" }).click();
    await reached(last - 1);
    await page.getByRole("button", { name: "One step on" }).click();
    await reached(last);
    assert.equal(await pixels(page), end, `${surface}: back and on again`);
    await page.getByRole("button", { name: "To the start" }).click();
    await reached(0);
    assert.notEqual(await pixels(page), end, surface);
    await page.getByRole("button", { name: "To the end" }).click();
    await reached(last);
    assert.equal(await pixels(page), end, `${surface}: from the start to the end`);
  }
  await page.getByLabel("Surface").selectOption("polar");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("surface") === "polar");
  await page.locator('.maze-stage[aria-busy="false"]').waitFor();
  await page.getByRole("button", { name: "Watch it solve" }).click();
  const recipe = { algo: "wilson", surface: "polar", size: "10x8", seed: 5 };
  const { length } = await (await page.request.post("/api/maze/solve", { data: { recipe } })).json();
  await page.getByText(`A path of ${length} steps`).waitFor();
  // Row-wise algorithms make no sense on scattered cells, and are not offered.
  await page.getByLabel("Surface").selectOption("voronoi");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("surface") === "voronoi");
  // What is exported is what is seen: the former maze until the new one is there.
  await page.locator('.maze-stage[aria-busy="false"]').waitFor();
  const offered = await page.getByLabel("Algorithm", { exact: true }).locator("option").evaluateAll((options) => options.map((option) => option.value));
  assert.ok(offered.includes("wilson") && !offered.includes("eller") && !offered.includes("binary-tree"), offered.join());
  const { name, bytes } = await exported(page, "json");
  assert.equal(name, "voronoi-wilson-10x8-5.json");
  assert.equal(JSON.parse(bytes.toString()).surface, "voronoi");
  calm();
  await close();
});

test("a maze on hexagons is walked with the keys, saved and opened again", async () => {
  const { page, calm, close } = await laboratory("surface=hex&algo=binary-tree&size=4x3&seed=2");
  const { path } = await (await page.request.post("/api/maze/solve", { data: { recipe: { algo: "binary-tree", surface: "hex", size: "4x3", seed: 2 } } })).json();
  await page.getByRole("button", { name: "Walk it" }).click();
  for (let i = 1; i < path.length; i++) {
    const [[r], [s]] = [path[i - 1], path[i]];
    await page.keyboard.press(r === s ? (path[i][1] > path[i - 1][1] ? "ArrowRight" : "ArrowLeft") : s > r ? "ArrowDown" : "ArrowUp");
  }
  await page.getByText(`You found the way out in ${path.length - 1} steps`).waitFor();
  const { bytes } = await exported(page, "json");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByLabel("Maze file").setInputFiles({ name: "hex.json", mimeType: "application/json", buffer: bytes });
  await page.getByText("hex: 12 cells.").waitFor();
  calm();
  await close();
});

test("a maze that stands still shows the way to the cell pointed at; algorithms are chosen by their mazes", async () => {
  const { page, calm, close } = await laboratory("algo=backtracker&size=12x8&seed=7");
  await page.getByText("Walks at random into new cells").waitFor();
  const sheet = page.locator(".maze-sheet");
  const keys = await wayOut(page, { algo: "backtracker", size: "12x8", seed: 7 });
  const told = page.getByText(`${keys.length} steps from the start`);
  // A hand goes on moving: what is under it is told once the maze stands still where it stays.
  for (let moves = 0; moves < 60 && !(await told.isVisible()); moves++) {
    const { x, y, width, height } = await sheet.boundingBox();
    await page.mouse.move(x + width - 8 - (moves % 2), y + height - 8);
    await told.waitFor({ timeout: 500 }).catch(() => {});
  }
  await told.waitFor();
  const box = await sheet.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y - 40);
  await page.getByText("Walks at random into new cells").waitFor();
  await page.getByRole("button", { name: "Choose by picture" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".maze-gallery img")].slice(0, 6).every((image) => image.naturalWidth > 0));
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("button", { name: /^Wilson/ }).click();
  await page.waitForURL(/algo=wilson/);
  await page.locator(".maze-about").getByText("Every maze is equally likely").waitFor();
  calm();
  await close();
});

test("the spanning tree in the colours of its classes, with what it does at each step", async () => {
  const { page, reached, calm, close } = await laboratory("algo=spanning-tree&size=6x4&seed=3", { speed: 0 });
  await page.locator('canvas[data-tint="class"]').waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await reached(0);
  const now = page.locator(".maze-now");
  // Every wall either joins two groups or would make a loop; the last sentence says what that comes to.
  let groups = 24;
  for (let step = 1; groups > 1; step++) {
    await page.keyboard.press(".");
    await reached(step);
    const said = await now.textContent();
    if (groups > 2 && /become one/.test(said)) assert.match(said, new RegExp(`${--groups} groups left`));
    else if (/become one|exactly one path/.test(said)) groups -= 1;
    else assert.match(said, /The same colour on both sides/);
  }
  // Somebody who wants other colours keeps them with the next algorithm.
  await page.getByLabel("Algorithm", { exact: true }).selectOption("prim");
  await page.locator('canvas[data-tint="marks"]').waitFor();
  await page.locator(".maze-legend").getByText("frontier").waitFor();
  await page.getByRole("radio", { name: "Age", exact: true }).check({ force: true });
  await page.getByLabel("Algorithm", { exact: true }).selectOption("spanning-tree");
  await page.locator('canvas[data-tint="age"]').waitFor();
  calm();
  await close();
});

test("on an upright phone a broad maze of a link is turned, and stays the same maze", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto("/maze?algo=backtracker&size=40x20&seed=7");
  const sheet = page.locator(".maze-sheet");
  await page.getByRole("button", { name: "Turn" }).click();
  await page.waitForFunction(() => document.querySelector(".maze-sheet").offsetHeight > innerHeight * 0.5);
  const { width, height } = await sheet.boundingBox();
  assert.ok(height > 1.8 * width && width <= 390, `${width} × ${height}`);
  // The film goes on where it was, and leads to the same maze, mirrored.
  await page.getByRole("slider", { name: "Step", exact: true }).and(page.locator(":enabled")).waitFor();
  assert.match(await page.locator(".transport output").first().textContent(), /\/ 1,600 steps$/);
  await page.locator(".maze-now").getByText(/opens the wall|goes back/).waitFor();
  // As long a way out as before, and solved in its new stand.
  const keys = await wayOut(page, { algo: "backtracker", size: "40x20", seed: 7 });
  await page.getByRole("button", { name: "Watch it solve" }).click();
  await page.getByText(`A path of ${keys.length} steps`).waitFor();
  // The button is far below; the maze is in sight all the same.
  assert.equal(await page.evaluate(() => scrollY), 0);
  calm();
  await close();
});

test("a film that is turned makes the mirrored maze, step by step, from wherever it stood", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/maze?walk");
  const wrong = await page.evaluate(async () => {
    const { Film } = await import("/static/worlds/maze/film.js");
    const { lastStep } = await import("/static/worlds/maze/narrator.js");
    const mirror = (cell) => (cell % 9) * 5 + Math.floor(cell / 9);
    const sides = (open) => ((open & 1) << 3) | ((open & 8) >> 3) | ((open & 2) << 1) | ((open & 4) >> 1);
    const wrong = [];
    for (const algo of ["backtracker", "wilson", "division", "spanning-tree"]) {
      const answer = await fetch("/api/maze/steps", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ algo, size: "9x5", seed: 6, format: "steps" }) });
      const bytes = await answer.arrayBuffer();
      const [film, stood] = [Film.read(bytes), Film.read(bytes)];
      stood.forward(17, Infinity);
      const turned = stood.upright();
      for (let more = true; more; ) {
        for (let cell = 0; cell < 45; cell++) if (turned.open[mirror(cell)] !== sides(film.open[cell]) || turned.marks[mirror(cell)] !== film.marks[cell]) wrong.push(`${algo} ${film.step}: cell ${cell}`);
        if (lastStep(turned) !== lastStep(film)) wrong.push(`${algo} ${film.step}: ${lastStep(turned)}`);
        more = film.forward(1, Infinity);
        turned.forward(1, Infinity);
      }
      // Walls built count against those opened: from all open, or from all closed, to a tree.
      if (film.passages !== (algo === "division" ? 44 - (8 * 5 + 4 * 9) : 44)) wrong.push(`${algo}: ${film.passages} passages`);
      while (film.back(1, Infinity));
      if (film.passages) wrong.push(`${algo}: ${film.passages} passages before the first step`);
    }
    return wrong;
  });
  assert.deepEqual(wrong, []);
  calm();
  await close();
});

/** Whether all of the maze lies inside what the window shows of its width. */
const inWindow = (page) => page.waitForFunction(() => {
  const { left, right, width } = document.querySelector(".maze-sheet").getBoundingClientRect();
  const stage = document.querySelector(".maze-scroll");
  return width > 100 && left >= 0 && right <= document.documentElement.clientWidth && stage.scrollWidth <= stage.clientWidth;
});

test("the maze follows the window, at rest and in the middle of a film", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/maze?algo=wilson&size=40x25&seed=7");
  const at = () => page.evaluate(() => Number(document.querySelector(".transport output").textContent.split("/")[0].replace(/\D/g, "")));
  const beyond = (n) => page.waitForFunction((n) => Number((document.querySelector(".transport output")?.textContent ?? "").split("/")[0].replace(/\D/g, "")) > n, n);
  await beyond(0);
  for (const [width, height] of [[700, 900], [390, 844], [844, 390], [1280, 800]]) {
    const before = await at();
    await page.setViewportSize({ width, height });
    await inWindow(page);
    await beyond(before);
  }
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByText("Done: exactly one path").waitFor();
  const wide = () => page.evaluate(() => document.querySelector(".maze-sheet").offsetWidth);
  const large = await wide();
  await page.setViewportSize({ width: 600, height: 800 });
  await page.waitForFunction((large) => document.querySelector(".maze-sheet").offsetWidth < large, large);
  await inWindow(page);
  // What it shows is the whole maze, drawn anew, and it grows back.
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector("canvas.maze-pixels");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  assert.ok(drawn > 1, `${drawn} colours`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForFunction((large) => document.querySelector(".maze-sheet").offsetWidth === large, large);
  calm();
  await close();
});

test("a search is shown in its own colours; when it is over, the chosen ones come back", async () => {
  const { page, calm, close } = await visit();
  await page.addInitScript(() => localStorage.setItem("maze-speed", "0"));
  await page.goto("/maze?algo=prim&size=12x8&seed=3");
  const legend = page.locator(".maze-legend");
  const tint = (name) => page.getByRole("radio", { name, exact: true });
  await page.getByRole("button", { name: "To the end" }).click();
  await tint("Distance").check({ force: true });
  await legend.getByText("near the start").waitFor();
  const top = async () => (await page.locator(".maze-stage").boundingBox()).y;
  const before = await top();
  await page.getByRole("button", { name: "Watch it solve" }).click();
  await page.getByText(/A path of \d+ steps/).waitFor();
  await legend.getByText("seen, waits its turn").waitFor();
  assert.deepEqual(await legend.locator("li").allTextContents(), ["now", "not reached yet", "seen, waits its turn", "looked at", "the path found"]);
  assert.ok(await tint("Progress").isChecked());
  assert.equal(await top(), before);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator('canvas[data-tint="distance"]').waitFor();
  await legend.getByText("near the start").waitFor();
  assert.ok(await tint("Distance").isChecked());
  // So does the next maze.
  await page.getByRole("button", { name: "Generate" }).click();
  await page.locator('.maze-stage[aria-busy="false"] canvas[data-tint="distance"]').waitFor();
  assert.ok(await tint("Distance").isChecked());
  calm();
  await close();
});

test("whatever the surface, the hands on time and the button that solves stay where they are", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 } });
  const seen = new Set();
  for (const recipe of ["algo=prim&size=40x25", "surface=polar&algo=prim&size=6x10", "surface=stack&algo=prim&size=12x9", "surface=torus&algo=prim&size=30x9"]) {
    await page.goto(`/maze?${recipe}&seed=7`);
    await page.locator('.maze-stage[aria-busy="false"] .maze-sheet[style]').waitFor();
    const [hands, solve] = [await page.locator(".transport").boundingBox(), await page.getByRole("button", { name: "Watch it solve" }).boundingBox()];
    assert.ok(solve.y + solve.height < 800, recipe);
    seen.add(`${hands.y} ${hands.height}`);
    const labels = await page.locator(".fields label").allTextContents();
    assert.deepEqual(labels.slice(0, 2), recipe.includes("polar") ? ["Innermost cells", "Rings"] : ["Columns", "Rows"]);
    assert.equal(await page.locator(".maze-legend").getByText("stairs up").count(), recipe.includes("stack") ? 1 : 0);
  }
  assert.equal(seen.size, 1, [...seen].join("; "));
  // Whoever scrolls the settings keeps the whole maze in sight.
  await page.goto("/maze?algo=prim&size=40x25&seed=7");
  await page.locator('.maze-stage[aria-busy="false"] .maze-sheet[style]').waitFor();
  await page.getByText("Shape", { exact: true }).click();
  await page.evaluate(() => scrollTo(0, 300));
  const [bar, maze] = [await page.locator(".bar").boundingBox(), await page.locator(".maze-pixels").boundingBox()];
  assert.ok(maze.y >= bar.y + bar.height && maze.y + maze.height <= 800, JSON.stringify({ bar, maze }));
  calm();
  await close();
});

test("a phone keeps the hands on time in sight below several mazes, and on its side the colours beside the title", async () => {
  const upright = await visit({ reducedMotion: "reduce", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await upright.page.goto("/maze?algo=prim,wilson,eller&size=25x40&seed=7");
  await upright.page.locator('.maze-stage[aria-busy="false"] .maze-sheet[style]').first().waitFor();
  const hands = await upright.page.locator(".transport").boundingBox();
  assert.ok(hands.y + hands.height <= 844, JSON.stringify(hands));
  upright.calm();
  await upright.close();
  for (const lang of ["en", "fr"]) {
    const { page, calm, close } = await visit({ lang, reducedMotion: "reduce", viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
    await page.goto("/maze?algo=prim&size=40x25&seed=7");
    await page.locator('.maze-stage[aria-busy="false"] .maze-sheet[style]').waitFor();
    for (const what of [".segments", ".maze-pixels", ".transport"]) {
      const box = await page.locator(what).first().boundingBox();
      assert.ok(box.y + box.height <= 390, `${lang} ${what}: ${JSON.stringify(box)}`);
    }
    assert.deepEqual(await seriousFaults(page), []);
    calm();
    await close();
  }
});

test("what was wrong with a link is told until somebody goes on; below a world there is nothing", async () => {
  const { page, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/maze?algo=nothing&size=12x8&seed=3");
  await page.locator(".notice").waitFor();
  await page.getByRole("button", { name: "Generate" }).click();
  await page.locator(".notice").waitFor({ state: "detached" });
  await page.goto("/maze/play");
  await page.getByText("There is nothing at this address.").waitFor();
  assert.equal(await page.locator(".maze-lab").count(), 0);
  await close();
});

test("on a phone on its side every tool of the laboratory can be seen", async () => {
  const { page, calm, close } = await visit({ viewport: { width: 844, height: 390 }, hasTouch: true });
  await page.goto("/maze?algo=prim&size=12x8&seed=3");
  for (const width of [844, 667]) {
    await page.setViewportSize({ width, height: width === 844 ? 390 : 375 });
    await inWindow(page);
    for (const name of ["Walk it", "Edit walls", "Turn"]) {
      const seen = await page.getByRole("button", { name }).evaluate((made) => {
        made.scrollIntoView({ block: "center", inline: "nearest" });
        const { left, right, top, bottom } = made.getBoundingClientRect();
        return [left + 2, right - 2].every((x) => made.contains(document.elementFromPoint(x, (top + bottom) / 2)));
      });
      assert.ok(seen, `${name} at ${width}`);
    }
    assert.ok(await page.evaluate(() => {
      const bar = document.querySelector(".toolbar");
      return bar.scrollWidth <= bar.clientWidth && document.documentElement.scrollWidth <= innerWidth;
    }), `nothing to scroll sideways at ${width}`);
  }
  calm();
  await close();
});

test("the size somebody chose comes back when a surface can have it", async () => {
  const { page, calm, close } = await laboratory("algo=backtracker&size=40x25&seed=5");
  const sizeOn = async (surface) => {
    await page.getByLabel("Surface").selectOption(surface);
    await page.waitForFunction((surface) => (new URL(location.href).searchParams.get("surface") ?? "square") === surface, surface);
    await page.locator('.maze-stage[aria-busy="false"]').waitFor();
    return new URL(page.url()).searchParams.get("size");
  };
  assert.equal(await sizeOn("polar"), "6x25");
  // Also in the other language, which is a page of its own.
  await page.reload();
  await page.locator('.maze-stage[aria-busy="false"]').waitFor();
  assert.equal(await sizeOn("torus"), "40x25");
  assert.equal(await sizeOn("square"), "40x25");
  // Whoever wants another size on rings has it everywhere.
  await sizeOn("polar");
  await page.getByLabel("Innermost cells").fill("9");
  await page.getByLabel("Innermost cells").press("Enter");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("size") === "9x25");
  assert.equal(await sizeOn("square"), "9x25");
  calm();
  await close();
});

test("the dialog says how wide a picture and a film are, and both are so", async () => {
  for (const size of ["16x10", "40x25"]) {
    const { page, calm, close } = await laboratory(`algo=prim&size=${size}&seed=3`);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const group = (kind) => page.getByRole("dialog").locator("section", { has: page.getByRole("button", { name: new RegExp(`^\\.${kind} `) }) }).getByRole("heading").textContent();
    const promised = async (kind) => Number(/at least ([\d,]+) pixels/.exec(await group(kind))[1].replace(",", ""));
    const wide = { png: await promised("png"), gif: await promised("gif") };
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const png = (await exported(page, "png")).bytes.readUInt32BE(16);
    const gif = (await exported(page, "gif")).bytes.readUInt16LE(6);
    assert.ok(png >= wide.png && png < 1.1 * wide.png, `${png} of ${wide.png}`);
    assert.ok(gif >= wide.gif && gif < 1.1 * wide.gif, `${gif} of ${wide.gif}`);
    calm();
    await close();
  }
});

test("a walk goes on where it was when its page is loaded anew, in another language, or held upright", async () => {
  const { page, context, calm, close } = await visit({ reducedMotion: "reduce" });
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  await page.clock.install();
  await page.goto(`/maze?walk&level=2&seed=${day}`);
  const keys = await wayOut(page, { algo: "backtracker", size: "24x15", seed: Number(day) });
  const [first, rest] = [keys.slice(0, 20), keys.slice(20)];
  const figures = () => page.locator(".maze-score dd").allTextContents();
  await page.locator(".maze-walk canvas").first().waitFor();
  for (const key of first) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll(".maze-score dd")[1]?.textContent === "20");
  await page.clock.fastForward(65_000);
  const past = (minutes) => page.waitForFunction((minutes) => Number(document.querySelector(".maze-score dd")?.textContent.split(":")[0]) >= minutes, minutes);
  await past(1);
  await page.reload();
  await past(1);
  assert.equal((await figures())[1], "20");
  await page.locator("#language").click();
  await page.getByText("Trouvez la sortie").waitFor();
  await past(1);
  assert.equal((await figures())[1], "20");
  // Upright it is the mirrored maze; the way is mirrored with it.
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.reload();
  await past(1);
  assert.equal((await figures())[1], "20");
  const mirrored = { ArrowUp: "ArrowLeft", ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown", ArrowDown: "ArrowRight" };
  for (const key of rest) await page.keyboard.press(mirrored[key]);
  const card = page.locator(".end-card");
  await card.waitFor();
  assert.match(await card.textContent(), /Impossible en moins de pas/);
  // What is over begins anew.
  await page.reload();
  await page.locator(".maze-walk canvas").first().waitFor();
  assert.deepEqual(await figures(), ["0:00", "0"]);
  await context.clearCookies();
  calm();
  await close();
});
