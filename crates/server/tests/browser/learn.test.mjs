// The pages to learn from: each runs its demonstration to the end, in both
// languages, and its algorithm agrees with a slower twin.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { seriousFaults } from "./studio.mjs";

const { visit } = openHouse();

/** The topics, in the order of the list. */
const TOPICS = ["union-find", "spanning-tree", "breadth-first", "a-star", "slides", "cut-vertices", "joint-planning", "auctions", "sokoban", "deadlocks", "regions", "matching", "tunnels", "zobrist", "marks"];

const stage = (page) => page.locator(".stage");
const step = async (page) => Number(await stage(page).getAttribute("data-at"));
const last = async (page) => Number(await stage(page).getAttribute("data-last"));
const until = (page, state) => page.locator(`.stage[data-state="${state}"]`).waitFor();

for (const name of TOPICS) {
  test(`${name} runs to its end, steps back, and can be changed`, async () => {
    const { page, calm, close } = await visit();
    await page.goto(`/learn/${name}`);
    // It begins by itself; at full speed it is soon done.
    await stage(page).waitFor();
    await page.getByRole("slider", { name: "Speed" }).fill("20");
    await until(page, "ended");
    assert.equal(await step(page), await last(page));
    assert.ok((await last(page)) >= 5, "a demonstration has steps");
    const end = await page.locator(".lesson-say").textContent();

    await page.getByRole("button", { name: "One step back" }).click();
    assert.equal(await step(page), (await last(page)) - 1);
    await page.getByRole("button", { name: "One step on" }).click();
    assert.equal(await page.locator(".lesson-say").textContent(), end);
    await page.keyboard.press(",");
    assert.equal(await step(page), (await last(page)) - 1);
    await page.getByRole("button", { name: "To the start" }).click();
    assert.equal(await step(page), 0);

    // The play button plays it again, as a reader would.
    await page.getByRole("button", { name: "Play" }).click();
    await until(page, "ended");
    assert.equal(await page.locator(".lesson-say").textContent(), end);
    assert.ok((await page.locator(".lesson-panel").count()) >= 2, "data structures are in sight");

    // Squares answer to a click and to the keyboard, and the end is another.
    const seen = () => page.locator(".stage").evaluate((el) => [...el.querySelectorAll(".lesson-board, .lesson-panels")].map((part) => part.innerHTML).join().replaceAll(/ tabindex="-?\d"/g, ""));
    const first = await seen();
    await page.getByRole("button", { name: "To the start" }).click();
    const squares = page.getByRole("gridcell");
    for (const at of [0, Math.floor((await squares.count()) / 2), (await squares.count()) - 1]) {
      await squares.nth(at).click();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Shift+ArrowDown");
    }
    await page.getByRole("button", { name: "To the end" }).click();
    await until(page, "ended");
    assert.notEqual(await seen(), first, "another board, another end");
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    assert.equal(await page.locator(".lesson-say").textContent(), end, "starting over brings the first board back");
    calm();
    await close();
  });

  test(`${name} speaks French, fits a phone, and axe finds no serious fault`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const { page, calm, close } = await visit({ lang: "fr", colorScheme, reducedMotion: "reduce", viewport: { width: 360, height: 740 } });
      await page.goto(`/learn/${name}`);
      await page.getByRole("button", { name: "Lecture" }).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), "fr");
      assert.doesNotMatch(await page.locator("main").innerText(), /\[\[|\]\]|\b(the|and|square|step)\b/i);
      // Halfway the most is in sight.
      const half = Math.floor((await last(page)) / 2);
      await page.getByRole("slider", { name: "Étape" }).fill(String(half));
      assert.equal(await step(page), half);
      assert.deepEqual(await seriousFaults(page), [], colorScheme);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels too wide`);
      calm();
      await close();
    }
  });

  test(`${name} reads without script`, async () => {
    const { page, close } = await visit({ javaScriptEnabled: false });
    await page.goto(`/learn/${name}`);
    assert.ok(await page.locator("main h1").isVisible());
    assert.ok((await page.locator(".lesson-text").innerText()).length > 300);
    assert.ok((await page.locator('.lesson-text a[href^="/"]').count()) >= 1, "it leads to a world");
    await close();
  });
}

test("the list leads to every topic and back, and shows its picture", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/learn");
  await page.locator(".topics .pane svg").nth(TOPICS.length - 1).waitFor();
  const links = await page.locator(".topics h3 a").evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.textContent]));
  assert.deepEqual(links.map(([href]) => href), TOPICS.map((name) => `/learn/${name}`));
  // Titles stand in the list, on the page and in the links of the worlds.
  const titles = await page.evaluate(async () => (await import("/static/learn/topics.js")).topics.map(({ title }) => title));
  assert.deepEqual(links.map(([, title]) => title), titles);
  // By world, and where a newcomer begins is said.
  assert.deepEqual(await page.locator(".topics-of").allTextContents(), ["Maze and Race", "Fish and Magic", "Sokoban"]);
  assert.equal(await page.locator("li:has(.topics-first) h3").innerText(), "Union-find");
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("link", { name: "Union-find", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Union-find" }).waitFor();
  await page.getByRole("link", { name: "Spanning trees →" }).click();
  await page.getByRole("heading", { level: 1, name: "Spanning trees" }).waitFor();
  await page.locator(".eyebrow").getByRole("link", { name: "Learn" }).click();
  await page.getByRole("heading", { level: 1, name: "Learn" }).waitFor();
  calm();
  await close();
});

test("the list is read before its pictures are drawn, and they move nothing", async () => {
  const { page, calm, close } = await visit();
  await page.addInitScript(() => {
    const seen = { moved: 0, painted: false, drawn: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (seen.moved += value))).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(() => (seen.painted = true)).observe({ type: "paint", buffered: true });
    // How many pictures there were when the first words were painted.
    const look = () => {
      if (seen.painted || performance.getEntriesByName("first-contentful-paint").length) return;
      seen.drawn = document.querySelectorAll(".topics .pane svg").length;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("/learn");
  await page.locator(".topics .pane svg").nth(TOPICS.length - 1).waitFor();
  const { moved, drawn } = await page.evaluate(() => window.seen);
  // Some frames may pass before the browser tells of its paint.
  assert.ok(drawn < TOPICS.length / 2, `${drawn}`);
  assert.ok(moved < 0.01, `${moved}`);
  calm();
  await close();
});

test("board and sentence are in sight above the hands on time, on a laptop and on a small phone", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
    const { page, calm, close } = await visit({ viewport, reducedMotion: "reduce" });
    for (const name of TOPICS) {
      await page.goto(`/learn/${name}`);
      await page.locator(".lesson-transport").waitFor();
      const middle = page.getByRole("slider", { name: "Step" });
      await middle.evaluate((input) => {
        input.value = String(Math.floor(Number(input.max) / 2));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      const [said, hands] = await page.locator(".lesson-say, .lesson-transport").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.ok(said.bottom <= hands.top && hands.bottom <= viewport.height, `${name} at ${viewport.width}: ${said.bottom} and ${hands.top}`);
    }
    calm();
    await close();
  }
});

test("a world leads to the ideas behind it", async () => {
  const { page, close } = await visit();
  await page.goto("/maze");
  const ideas = page.getByRole("navigation", { name: "The ideas behind this world" });
  await ideas.getByRole("link", { name: "Union-find" }).click();
  await page.getByRole("heading", { level: 1, name: "Union-find" }).waitFor();
  await close();
});

test("a click on a wall makes it the next to be looked at", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/learn/union-find");
  await page.getByRole("button", { name: "Only my walls" }).click();
  assert.equal(await last(page), 0);
  // The wall below the first square, by keyboard; then the one on its right, by pointer.
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("the wall falls and 0 now speaks for both classes").waitFor();
  const box = await page.getByRole("gridcell").first().boundingBox();
  await page.mouse.click(box.x + box.width * 0.93, box.y + box.height * 0.5);
  assert.equal(await last(page), 4);
  assert.match(await page.getByRole("gridcell").nth(1).getAttribute("aria-label"), /represented by 0/);
  calm();
  await close();
});

test("a corral is found, tried push by push, and gone when its fence has a gap", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/learn/deadlocks");
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByText("A deadlock: 4 boxes are lost").waitFor();
  // The alcove is a corral until the last push was tried.
  await page.getByRole("button", { name: "One step back" }).click();
  await page.getByText("No push opens it").waitFor();
  assert.equal(await page.getByRole("gridcell", { name: /corral/ }).count(), 4);
  await page.getByRole("heading", { name: "Pushes of the fence" }).waitFor();
  await page.getByRole("gridcell", { name: /^row 3, column 7/ }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByText("A deadlock: 2 boxes are lost").waitFor();
  assert.equal(await page.getByRole("gridcell", { name: /corral/ }).count(), 0);
  calm();
  await close();
});

test("the lessons' algorithms agree with slower twins", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/learn");
  const faults = await page.evaluate(async () => {
    const load = (name) => import(`/static/learn/${name}.js`);
    const { dice } = await import("/static/app/dice.js");
    const rng = dice(5);
    const faults = [];
    const last = (list) => list[list.length - 1];
    const beside = (i, side, rows, cols) => {
      const [dr, dc] = [[-1, 0], [0, 1], [1, 0], [0, -1]][side];
      const [r, c] = [Math.floor(i / cols) + dr, (i % cols) + dc];
      return r < 0 || c < 0 || r >= rows || c >= cols ? -1 : r * cols + c;
    };

    // Roads: build, search, take away, for every free square.
    const { lesson: fish, roadsOf } = await load("cut-vertices");
    const whole = (town) => {
      const seen = new Set([town.indexOf(".")]);
      for (const u of seen) for (const side of [0, 1, 2, 3]) if (town[u] === "." && beside(u, side, fish.rows, fish.cols) >= 0) seen.add(beside(u, side, fish.rows, fish.cols));
      return seen.size === town.length;
    };
    for (let game = 0; game < 20; game++) {
      const town = Array.from({ length: fish.rows * fish.cols }, () => ".");
      for (;;) {
        const roads = roadsOf(town);
        const free = town.flatMap((what, i) => (what === "." ? [i] : []));
        const slow = free.filter((i) => !whole(town.with(i, "T")));
        if (slow.join() !== [...roads.keys()].sort((a, b) => a - b).join()) faults.push(`roads of ${town.join("")}`);
        const open = free.filter((i) => !roads.has(i));
        if (!open.length) break;
        town[open[rng.below(open.length)]] = rng.below(2) ? "T" : "A";
      }
    }

    // Kruskal and Prim pay the same.
    const { lesson: tree } = await load("spanning-tree");
    for (let n = 0; n < 50; n++) {
      const price = tree.make().price.map(() => 1 + rng.below(9));
      const [a, b] = ["kruskal", "prim"].map((kind) => [...last(tree.run({ price, kind })).tree]);
      const sum = (list) => list.reduce((all, w) => all + price[w], 0);
      if (a.length !== 29 || b.length !== 29 || sum(a) !== sum(b)) faults.push(`trees for ${price}`);
    }

    // A* with an honest guess is as short as the wave.
    const [{ lesson: wave }, { lesson: star }] = [await load("breadth-first"), await load("a-star")];
    for (let n = 0; n < 50; n++) {
      const field = star.make();
      field.solid = field.solid.map((_, i) => i !== field.start && i !== field.goal && rng.below(3) === 0);
      const far = last(wave.run(field)).far[field.goal];
      if (last(star.run(field)).way.length - 1 !== far) faults.push(`A* on ${field.solid}`);
    }

    // The Hungarian method against every way to hand out targets.
    const [{ lesson: store }, { pullFrom }] = [await load("matching"), await load("store")];
    const orders = (list) => (list.length < 2 ? [list] : list.flatMap((x, i) => orders(list.toSpliced(i, 1)).map((rest) => [x, ...rest])));
    for (let n = 0; n < 100; n++) {
      const model = store.make();
      const free = rng.shuffle(model.wall.flatMap((wall, i) => (wall ? [] : [i])));
      [model.boxes, model.targets] = [free.slice(0, 4), free.slice(4, 8)];
      const far = model.targets.map((target) => pullFrom(model.wall, [target], store.rows, store.cols));
      const best = Math.min(...orders([0, 1, 2, 3]).map((order) => order.reduce((sum, c, r) => sum + far[c][model.boxes[r]], 0)));
      if (last(store.run(model)).paid !== best) faults.push(`matching of ${model.boxes} to ${model.targets}`);
    }

    // A fence that opens by trying everything, without throwing any push away, is never called lost.
    const { corralsOf, opens, reachOf } = await load("corrals");
    const { pullFrom: pulls } = await load("store");
    for (let n = 0; n < 300; n++) {
      const [rows, cols] = [5, 6];
      const wall = Array.from({ length: rows * cols }, () => rng.below(5) === 0);
      const free = rng.shuffle(wall.flatMap((isWall, i) => (isWall ? [] : [i])));
      const [boxes, targets, player] = [free.slice(0, 3), free.slice(3, 6), free[6]];
      const store = { wall, rows, cols, target: wall.map((_, i) => targets.includes(i)) };
      const far = pulls(wall, targets, rows, cols);
      const set = new Set(boxes);
      for (const corral of corralsOf(store, set, reachOf(store, set, player))) {
        const lost = !opens(store, corral, player, (i) => i >= 0 && far[i] === Infinity);
        if (!lost) continue;
        // With only the fence on the board, can all of it come home?
        const seen = new Set([`${corral.fence}|${player}`]);
        const queue = [{ at: corral.fence, man: player }];
        let home = false;
        for (const { at, man } of queue) {
          home ||= at.every((box) => store.target[box]);
          for (const side of [0, 1, 2, 3]) {
            const to = beside(man, side, rows, cols);
            if (to < 0 || wall[to]) continue;
            const beyond = beside(to, side, rows, cols);
            const box = at.indexOf(to);
            if (box >= 0 && (beyond < 0 || wall[beyond] || at.includes(beyond))) continue;
            const then = (box < 0 ? at : at.with(box, beyond)).toSorted((a, b) => a - b);
            const key = `${then}|${to}`;
            if (!seen.has(key)) queue.push({ at: then, man: to });
            seen.add(key);
          }
        }
        if (home) faults.push(`corral ${corral.fence} on ${wall.map(Number).join("")}`);
      }
    }

    // Whoever is fastest: the rule needs exactly D moves.
    const { lesson: mall } = await load("joint-planning");
    for (let n = 0; n < 12; n++) {
      const model = mall.make();
      const free = rng.shuffle(model.solid.flatMap((wall, i) => (wall ? [] : [i])));
      [model.at, model.goals] = [free.slice(0, 2), free.slice(2, 4)];
      for (const first of [0, 1, 2, 3]) {
        const moments = mall.run({ ...model, first });
        if (last(moments).played.length !== moments[0].need) faults.push(`plan from ${model.at} to ${model.goals}`);
      }
    }
    return faults;
  });
  assert.deepEqual(faults, []);
  calm();
  await close();
});

test("tunnels, rooms and regions are those of the engine", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/learn");
  const faults = await page.evaluate(async () => {
    const load = (name) => import(`/static/learn/${name}.js`);
    const [{ dice }, { question }] = [await import("/static/app/dice.js"), await import("/static/app/api.js")];
    const [{ lesson }, { pieces }, { run: sweep }] = [await load("regions"), await load("terrain"), await load("regions")];
    const { reachOf } = await load("corrals");
    const { rootIn } = await load("classes");
    const { rows, cols } = lesson;
    const rng = dice(7);
    const faults = [];
    for (let n = 0; n < 25; n++) {
      const model = lesson.make();
      model.wall = model.wall.map(() => rng.below(5) < 2);
      model.wall[model.player] = false;
      // The engine knows no floor that nobody can reach.
      const store = { ...model, rows, cols };
      const floor = reachOf(store, new Set(), model.player);
      model.wall = store.wall = model.wall.map((_, i) => !floor.has(i));
      const free = rng.shuffle([...floor].filter((i) => i !== model.player));
      const boxes = new Set(free.slice(0, 4));
      model.box = model.wall.map((_, i) => boxes.has(i));
      if (free.length < 8) continue;
      // Boxes nobody could ever move count as walls there: targets elsewhere avoid that.
      const targets = new Set(free.slice(4, 8));
      const at = (i) => (model.wall[i] ? "#" : i === model.player ? "@" : boxes.has(i) ? "$" : targets.has(i) ? "." : " ");
      const lines = Array.from({ length: rows }, (_, r) => `#${Array.from({ length: cols }, (_, c) => at(r * cols + c)).join("")}#`);
      const border = "#".repeat(cols + 2);
      const told = await question("sokoban/look", { levels: [border, ...lines, border].join("\n") });
      const same = (mine, theirs) => {
        const text = (list) => list.map((one) => one.toSorted((a, b) => a - b).join()).sort().join("|");
        return text(mine) === text(theirs.map((places) => places.map(([r, c]) => (r - 1) * cols + c - 1)));
      };
      const parts = pieces(store);
      const of = (tunnel) => parts.filter((part) => part.tunnel === tunnel).map(({ squares }) => squares);
      if (!same(of(true), told.tunnels) || !same(of(false), told.rooms)) faults.push(`terrain of ${lines.join("/")}`);
      const { parent, corrals } = sweep(model).at(-1);
      const mine = corrals.map((root) => parent.flatMap((_, i) => (rootIn(parent, i) === root ? [i] : [])));
      if (!same(mine, told.corrals)) faults.push(`corrals of ${lines.join("/")}`);
    }
    return faults;
  });
  assert.deepEqual(faults, []);
  calm();
  await close();
});

test("packing orders can be played, tables lose nothing, stamps tell the truth, solutions are shortest", async () => {
  const { page, calm, close } = await visit();
  await page.goto("/learn");
  const faults = await page.evaluate(async () => {
    const load = (name) => import(`/static/learn/${name}.js`);
    const { dice } = await import("/static/app/dice.js");
    const [{ beside }, { emptied, entrances, pieces }] = [await import("/static/app/shapes.js"), await load("terrain")];
    const rng = dice(9);
    const faults = [];
    const last = (list) => list[list.length - 1];

    /** Every position, one step of the player at a time: the fewest pushes to where `done` says so, or Infinity. */
    const walked = ({ wall, rows, cols }, boxes, player, done) => {
      const seen = new Set();
      let level = [{ boxes, player }];
      for (let pushes = 0; level.length; pushes++) {
        const next = [];
        for (const here of level) {
          const key = `${here.boxes}|${here.player}`;
          if (seen.has(key)) continue;
          seen.add(key);
          if (done(here.boxes)) return pushes;
          for (const side of [0, 1, 2, 3]) {
            const to = beside(here.player, side, rows, cols);
            if (to < 0 || wall[to]) continue;
            if (!here.boxes.includes(to)) {
              level.push({ boxes: here.boxes, player: to });
              continue;
            }
            const beyond = beside(to, side, rows, cols);
            if (beyond < 0 || wall[beyond] || here.boxes.includes(beyond)) continue;
            next.push({ boxes: here.boxes.map((box) => (box === to ? beyond : box)).toSorted((a, b) => a - b), player: to });
          }
        }
        level = next;
      }
      return Infinity;
    };

    // Along the order, each box comes in from the door of its room and finds its target, the earlier ones standing there.
    const { lesson: tunnels } = await load("tunnels");
    let played = 0;
    for (let n = 0; n < 12; n++) {
      const { wall, target } = tunnels.make();
      const store = { wall, target, rows: tunnels.rows, cols: tunnels.cols };
      const rooms = pieces(store).filter(({ tunnel }) => !tunnel);
      if (n) {
        target.fill(false);
        for (const i of rng.shuffle([...rooms[1].squares]).slice(0, 5)) target[i] = true;
      }
      const room = rooms.find(({ squares }) => squares.some((i) => target[i])).squares;
      const { out, stuck } = emptied(store, room);
      const order = out.map(({ box }) => box).reverse();
      order.forEach((goal, k) => {
        const filled = [...stuck, ...order.slice(0, k)];
        const blocked = { ...store, wall: wall.map((isWall, i) => isWall || filled.includes(i)) };
        const found = entrances(store, room).some((door) => {
          const stand = [0, 1, 2, 3].map((side) => beside(door, side, store.rows, store.cols)).find((i) => i >= 0 && !wall[i] && !room.includes(i));
          return walked(blocked, [door], stand, ([box]) => box === goal) < Infinity;
        });
        played += 1;
        if (!found) faults.push(`${goal} is no place ${k} of ${order}`);
      });
    }
    if (played < 30) faults.push("too few orders");

    // Compared in full, the table keeps what a plain set keeps, whatever the size of a key; each key is the sum of its parts.
    const { run: search, numbersOf, lesson: zobrist } = await load("zobrist");
    for (const bits of ["6", "8", "16"]) {
      const model = { ...zobrist.make(), bits, seed: rng.below(1000) };
      const { table } = last(search(model));
      const { box, player } = numbersOf(model);
      const kept = table.filter(Boolean);
      if (new Set(kept.map(({ boxes, zone }) => `${boxes}|${zone}`)).size !== kept.length) faults.push(`a position twice with ${bits} bits`);
      if (kept.some(({ key, boxes, zone }) => boxes.reduce((sum, i) => sum ^ box[i], player[zone]) !== key)) faults.push(`a key of ${bits} bits`);
      const names = (list) => list.map(({ boxes, zone }) => `${boxes}|${zone}`).sort().join();
      const plain = last(search({ ...model, bits: "16", seed: 1 })).table.filter(Boolean);
      if (names(kept) !== names(plain)) faults.push(`other positions with ${bits} bits`);
      const trusting = last(search({ ...model, bits: "6", seed: 8, whole: false }));
      if (!trusting.lost) faults.push("six bits never clash");
    }

    // The marks of a round are what a search with a clean set finds.
    const { run: stamp, lesson: marks } = await load("marks");
    for (let n = 0; n < 30; n++) {
      const model = marks.make();
      model.wall = model.wall.map(() => rng.below(4) === 0);
      const free = model.wall.flatMap((isWall, i) => (isWall ? [] : [i]));
      model.starts = Array.from({ length: 9 }, () => free[rng.below(free.length)]);
      model.bits = n % 2 ? "2" : "32";
      const { stamps, now, missed } = last(stamp(model));
      let ball = new Set(model.starts.slice(-1));
      for (const _ of [1, 2]) ball = new Set([...ball].flatMap((i) => [i, ...[0, 1, 2, 3].map((side) => beside(i, side, marks.rows, marks.cols)).filter((to) => to >= 0 && !model.wall[to])]));
      const marked = stamps.flatMap((one, i) => (one === now ? [i] : []));
      if (missed || marked.join() !== [...ball].sort((a, b) => a - b).join()) faults.push(`marks of ${model.starts}`);
    }
    if (!last(stamp({ ...marks.make(), clean: false })).missed) faults.push("the trap is not shown");

    // Solutions against a search that walks step by step.
    const { solve, lesson: level } = await load("sokoban");
    let solved = 0;
    for (let n = 0; n < 60; n++) {
      const model = level.make();
      if (n) {
        const free = rng.shuffle(model.wall.flatMap((isWall, i) => (isWall ? [] : [i])));
        [model.box, model.target] = [free.slice(0, 2), free.slice(2, 4)].map((list) => model.wall.map((_, i) => list.includes(i)));
        model.player = free[4];
      }
      const { way, gaveUp } = solve(model);
      const boxes = model.box.flatMap((is, i) => (is ? [i] : []));
      const twin = walked({ wall: model.wall, rows: level.rows, cols: level.cols }, boxes, model.player, (list) => list.every((i) => model.target[i]));
      solved += Number(twin < Infinity);
      if (gaveUp || (way.length ? way.length - 1 : Infinity) !== twin) faults.push(`${way.length - 1} pushes, not ${twin}, for ${boxes}`);
    }
    if (solved < 5) faults.push("too few levels with a solution");
    // The page's figures.
    const figures = (change) => {
      const model = level.make();
      change(model);
      const { way, positions } = solve(model);
      return [way.length - 1, positions];
    };
    const [plain, longer, none, three] = [() => {}, ({ wall }) => { wall[22] = true; }, ({ wall }) => { wall[24] = true; }, ({ box, target }) => { box[10] = target[13] = true; }].map(figures);
    if (plain[0] !== 14 || longer[0] !== 16 || none[0] !== -1 || three[0] !== 21 || Math.round(three[1] / plain[1]) !== 9) faults.push(`figures ${[plain, longer, none, three]}`);
    return faults;
  });
  assert.deepEqual(faults, []);
  calm();
  await close();
});

test("who stands on the board of a lesson looks as in the world, and walls stand", async () => {
  const { page, calm, close } = await visit({ reducedMotion: "reduce" });
  await page.goto("/learn/deadlocks");
  await page.locator(".lesson-board .mark .soko-player").first().waitFor({ state: "attached" });
  const front = page.locator(".lesson-board .sq.solid.front").first();
  await front.waitFor({ state: "attached" });
  const [edge, face] = await front.evaluate((square) => [square.querySelector(".edge"), square.querySelector("rect")].map((one) => getComputedStyle(one).fill));
  assert.ok(edge !== face && edge !== "none", `${edge} before ${face}`);
  // A shadow lies below each front, and nowhere else.
  assert.equal(await page.locator(".lesson-board .sq.shaded").count(), await page.locator(".lesson-board .sq.front").count());
  await page.goto("/learn/joint-planning");
  await page.locator(".lesson-board .lesson-thief.m-yellow .head").first().waitFor({ state: "attached" });
  await page.locator(".lesson-board .lesson-home.m-orange .shape").first().waitFor({ state: "attached" });
  calm();
  await close();
});
