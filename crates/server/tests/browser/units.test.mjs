// The page's pure modules with node alone: rules, shapes and sketches. Where
// Rust has a twin, the two play the same game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { outline } from "../../web/app/shapes.js";
import { isFree, left } from "../../web/worlds/magic/follow.js";
import { detours, judge } from "../../web/worlds/race/accuracy.js";
import { coded } from "../../web/app/rows.js";
import { decoded, Game, Level, trimmed } from "../../web/worlds/sokoban/rules.js";
import { Sketch } from "../../web/worlds/sokoban/sketch.js";
import { openStudio } from "./studio.mjs";

let studio;
before(async () => {
  studio = await openStudio();
});
after(() => studio?.close());

const LEVELS = [
  ["#######", "#  .  #", "# $@$ #", "#  .  #", "#######"],
  ["  #####", "###   #", "#.@$  #", "### $.#", "#.##$ #", "# # . ##", "#$ *$$.#", "#   .  #", "########"],
  ["########", "#  +  ##", "# $$   #", "#  #.  #", "########"],
];
const WORDS = ["left", "up", "right", "down"];

/** A walk that looks random, the same every time. */
function* dice(seed) {
  for (let a = seed; ; ) {
    a = (Math.imul(a, 1664525) + 1013904223) >>> 0;
    yield a >>> 16;
  }
}

/** What Rust says about moves on a level: the last position, or that it refuses. */
async function twin(rows, dirs) {
  const lines = dirs.map((dir, seq) => ({ seq, t: seq, seat: 0, do: WORDS[dir] }));
  const file = [{ dedale: 1, game: "sokoban", version: 1, config: `board=${coded(rows)}`, seed: 0 }, ...lines];
  const body = `${file.map((line) => JSON.stringify(line)).join("\n")}\n`;
  const sent = await fetch(`${studio.url}/api/replays`, { method: "POST", headers: { "content-type": "application/jsonl" }, body });
  if (!sent.ok) return undefined;
  const { id } = await sent.json();
  return (await fetch(`${studio.url}/api/replays/${id}/at/${dirs.length}`)).json();
}

test("Sokoban by the page’s rules and by Rust’s is the same game", async () => {
  for (const [n, rows] of LEVELS.entries()) {
    const random = dice(n + 1);
    const game = new Game(new Level(rows));
    const made = [];
    for (let step = 0; step < 120 && !game.solved; step++) {
      const dir = random.next().value % 4;
      game.begin();
      if (game.step(dir)) made.push(dir);
    }
    const { view } = await twin(rows, made);
    const cells = (list) => list.map(([r, c]) => r * game.level.cols + c).sort((a, b) => a - b);
    assert.deepEqual(cells(view.boxes), [...game.boxes].sort((a, b) => a - b));
    assert.deepEqual(cells([view.player]), [game.player]);
    assert.deepEqual([view.moves, view.pushes, view.solved], [game.moves, game.pushes, game.solved]);
    // What the page refuses, Rust refuses.
    for (const dir of [0, 1, 2, 3]) {
      const copy = new Game(new Level(rows));
      for (const done of made) copy.step(done);
      if (!game.solved) assert.equal(copy.step(dir), (await twin(rows, [...made, dir])) !== undefined, `level ${n}, ${WORDS[dir]} after ${game.lurd()}`);
    }
  }
});

test("undo after play is identity, and links keep a level", () => {
  for (const rows of LEVELS) {
    const game = new Game(new Level(rows));
    const first = game.text();
    const random = dice(9);
    for (let step = 0; step < 200; step++) {
      game.begin();
      game.step(random.next().value % 4);
    }
    const last = game.text();
    while (game.undo());
    assert.deepEqual(game.text(), first);
    while (game.redo());
    assert.deepEqual(game.text(), last);
    assert.deepEqual(decoded(coded(rows)), rows);
    assert.deepEqual(trimmed(["#########", ...rows.map((row) => `#${row}`)]).filter((row) => row.includes("@") || row.includes("+")).length, 1);
  }
});

test("an outline walks every outer edge once", () => {
  const area = (d) => {
    // The signed areas of its loops: holes run the other way round.
    let sum = 0;
    for (const loop of d.split("z").filter(Boolean)) {
      const points = [...loop.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      points.forEach(([x, y], i) => {
        const [nx, ny] = points[(i + 1) % points.length];
        sum += (x * ny - nx * y) / 2;
      });
    }
    return sum;
  };
  const shapes = ["#", "##", "#.#", "###/#.#/###", "#./.#", "##./.##/#.#", "####/#..#/#.##/####"];
  for (const text of shapes) {
    const rows = text.split("/");
    const cells = rows.join("");
    const d = outline(rows.length, rows[0].length, (cell) => cells[cell] === "#", 10);
    assert.equal(area(d), [...cells].filter((one) => one === "#").length * 100, text);
  }
  // Two cells that touch at a corner stay two loops; a ring has a hole.
  assert.equal(outline(2, 2, (cell) => cell === 0 || cell === 3, 10).split("z").length - 1, 2);
  assert.equal(outline(3, 3, (cell) => cell !== 4, 10).split("z").length - 1, 2);
});

test("a level is drawn, undone and resized", () => {
  const sketch = new Sketch(["####", "#@ #", "####"]);
  sketch.begin();
  sketch.write(1, 2, "target");
  sketch.write(1, 2, "player");
  assert.deepEqual(sketch.text(), ["####", "# +#", "####"]);
  sketch.undo();
  assert.deepEqual(sketch.text(), ["####", "#@ #", "####"]);
  sketch.redo();
  sketch.resize(6, 4);
  assert.deepEqual([sketch.cols, sketch.rows], [6, 4]);
});

test("advice follows one plan, and only what can be done out of order is", () => {
  const plan = ["move y up 1", "move p left 2", "move y right 3", "explore p"].map((action) => ({ do: action, seat: 0, en: "", fr: "" }));
  const names = (steps) => steps.map((step) => step.do);
  assert.deepEqual(names(left(plan, "move y up 1")), ["move p left 2", "move y right 3", "explore p"]);
  // The other pawn may go first; the same one may not go twice at once.
  assert.deepEqual(names(left(plan, "move p left 2")), ["move y up 1", "move y right 3", "explore p"]);
  assert.deepEqual(left(plan, "move y right 3"), []);
  assert.deepEqual(left(plan, "move g down 1"), []);
  assert.deepEqual([0, 1, 2, 3, 4].map((at) => isFree(plan, at)), [true, true, false, false, false]);
});

test("a step costs what it lengthens the path by", () => {
  const rows = ["*****", "*   *", "* * *", "*   *", "*****"];
  const view = (...spots) => ({ course: { rows, target: [3, 3], positions: spots } });
  const views = [view([1, 1], [3, 1]), view([1, 2], [3, 1]), view([1, 2], [2, 1]), view([1, 2], [2, 1]), view([1, 1], [2, 1])];
  const entries = [{ seat: 0, do: "right" }, { seat: 1, do: "up" }, { seat: 0, do: "finish" }, { seat: 0, do: "left" }];
  const judged = judge({ views, entries });
  assert.deepEqual(judged.map((one) => one?.cost), [0, 2, undefined, 2]);
  // What was lost is told with what would not have lost it.
  assert.deepEqual(judged.map((one) => one?.best), [undefined, "right", undefined, "right"]);
  assert.deepEqual(judge({ views: [{ course: null }, { course: null }], entries: [{ seat: 0, do: "up" }] }), [undefined]);
});

test("a detour is what was walked beyond a shortest path", () => {
  const rows = ["*****", "*   *", "* * *", "*   *", "*****"];
  const starts = [[1, 1], [1, 1], [1, 1]];
  // There by the best way; one step back and forth on the way; walled off.
  const positions = [[3, 3], [1, 2], [0, 0]];
  assert.deepEqual(detours({ rows, target: [3, 3], starts, positions, moves: [4, 3, 2] }), [0, 2, undefined]);
});
