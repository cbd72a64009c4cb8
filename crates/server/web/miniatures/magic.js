// Pawns slide along aisles; now and then a new tile slides in.

import { dice, ease } from "./stage.js";

const SIDES = /** @type {const} */ ([
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
]);
const HEROES = ["frontier", "world-magic", "start", "path"];

/** @param {number} aspect @returns {import("./stage.js").Scene} */
export function magicScene(aspect) {
  const rng = dice(5);
  const tall = 2;
  const across = Math.max(2, Math.round(tall * aspect));
  const rows = tall * 4;
  const cols = across * 4;
  /** Open sides of each cell, a bit a side. */
  let open = new Uint8Array(rows * cols);
  /** When each tile slid in; never, while it waits. */
  let placed = new Float32Array(tall * across).fill(-1);
  let order = /** @type {number[]} */ ([]);
  let time = 0;
  let due = 0;
  /** @type {{ at: number, from: number, since: number, long: number }[]} */
  let pawns = [];
  let turn = 0;

  const tileOf = (/** @type {number} */ at) => Math.floor(Math.floor(at / cols) / 4) * across + Math.floor((at % cols) / 4);
  const step = (/** @type {number} */ at, /** @type {number} */ side) => {
    const [dr, dc] = SIDES[side] ?? [0, 0];
    const r = Math.floor(at / cols) + dr;
    const c = (at % cols) + dc;
    return r < 0 || c < 0 || r >= rows || c >= cols ? -1 : r * cols + c;
  };

  function begin() {
    time = 0;
    due = 0.4;
    open = new Uint8Array(rows * cols);
    // A spanning tree with many extra openings: short aisles, no dead halls.
    const parent = Array.from({ length: rows * cols }, (_, i) => i);
    const root = (/** @type {number} */ i) => {
      while (parent[i] !== i) i = parent[i] ?? i;
      return i;
    };
    const walls = rng.shuffle(
      [...open.keys()].flatMap((i) => [
        [i, 1],
        [i, 2],
      ]),
    );
    for (const [at = 0, side = 0] of walls) {
      const to = step(at, side);
      if (to < 0) continue;
      const joins = root(at) !== root(to);
      if (!joins && rng.next() > 0.3) continue;
      parent[root(at)] = root(to);
      open[at] = (open[at] ?? 0) | (1 << side);
      open[to] = (open[to] ?? 0) | (1 << ((side + 2) % 4));
    }
    placed = new Float32Array(tall * across).fill(-1);
    placed[0] = -10;
    order = rng.shuffle(Array.from({ length: tall * across - 1 }, (_, i) => i + 1));
    order.sort((a, b) => (a % across) - (b % across));
    pawns = [cols + 1, cols + 2, 2 * cols + 1, 2 * cols + 2].map((at) => ({ at, from: at, since: -9, long: 1 }));
  }

  function slide() {
    const pawn = pawns[turn++ % pawns.length];
    if (!pawn) return;
    for (const side of rng.shuffle([0, 1, 2, 3])) {
      let at = pawn.at;
      for (;;) {
        const to = step(at, side);
        if (to < 0 || !((open[at] ?? 0) & (1 << side)) || (placed[tileOf(to)] ?? -1) === -1 || pawns.some((other) => other.at === to))
          break;
        at = to;
      }
      if (at === pawn.at) continue;
      const long = Math.abs(Math.floor(at / cols) - Math.floor(pawn.at / cols)) + Math.abs((at % cols) - (pawn.at % cols));
      Object.assign(pawn, { from: pawn.at, at, since: time, long });
      return;
    }
  }
  begin();

  return {
    tick(dt) {
      time += dt;
      due -= dt;
      if (due > 0) return;
      due = 0.5;
      const next = order[0];
      if (next !== undefined && rng.next() < 0.45) {
        order.shift();
        placed[next] = time;
      } else {
        slide();
      }
      if (time > 24) begin();
    },
    draw(ctx, width, height, paint) {
      const cell = Math.min(width / (cols + 1), height / (rows + 1));
      const x0 = (width - cols * cell) / 2;
      const y0 = (height - rows * cell) / 2;
      for (let tile = 0; tile < tall * across; tile++) {
        const since = placed[tile] ?? -1;
        const tr = Math.floor(tile / across) * 4;
        const tc = (tile % across) * 4;
        const grown = since === -1 ? 0 : ease((time - since) / 0.5);
        const x = x0 + tc * cell + (1 - grown) * cell * 1.5;
        const y = y0 + tr * cell;
        if (!grown) {
          ctx.setLineDash([4, 5]);
          ctx.strokeStyle = paint("line-2");
          ctx.lineWidth = 1;
          ctx.strokeRect(x0 + tc * cell + 4, y0 + tr * cell + 4, cell * 4 - 8, cell * 4 - 8);
          ctx.setLineDash([]);
          continue;
        }
        ctx.globalAlpha = grown;
        ctx.fillStyle = paint("raised");
        ctx.beginPath();
        ctx.roundRect(x + 1, y + 1, cell * 4 - 2, cell * 4 - 2, cell * 0.3);
        ctx.fill();
        ctx.strokeStyle = paint("wall");
        ctx.lineWidth = Math.max(2, cell * 0.13);
        ctx.lineCap = "round";
        ctx.beginPath();
        for (let r = 0; r < 4; r++) {
          for (let c = 0; c < 4; c++) {
            const sides = open[(tr + r) * cols + tc + c] ?? 0;
            const [cx, cy] = [x + c * cell, y + r * cell];
            if (!(sides & 2)) {
              ctx.moveTo(cx + cell, cy);
              ctx.lineTo(cx + cell, cy + cell);
            }
            if (!(sides & 4)) {
              ctx.moveTo(cx, cy + cell);
              ctx.lineTo(cx + cell, cy + cell);
            }
            if (!(sides & 8) && c === 0) {
              ctx.moveTo(cx, cy);
              ctx.lineTo(cx, cy + cell);
            }
            if (!(sides & 1) && r === 0) {
              ctx.moveTo(cx, cy);
              ctx.lineTo(cx + cell, cy);
            }
          }
        }
        ctx.stroke();
        ctx.globalAlpha = 1;
      }
      pawns.forEach(({ at, from, since, long }, hero) => {
        const f = ease((time - since) / (0.16 + 0.07 * long));
        const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * f;
        const x = x0 + (mix(from % cols, at % cols) + 0.5) * cell;
        const y = y0 + (mix(Math.floor(from / cols), Math.floor(at / cols)) + 0.5) * cell;
        const r = cell * 0.34;
        ctx.fillStyle = paint(HEROES[hero] ?? "ink");
        ctx.strokeStyle = paint("ink");
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        ctx.moveTo(x - r, y + r);
        ctx.quadraticCurveTo(x - r * 0.7, y - r * 0.2, x - r * 0.35, y - r * 0.35);
        ctx.arc(x, y - r * 0.65, r * 0.52, Math.PI * 0.8, Math.PI * 2.2);
        ctx.quadraticCurveTo(x + r * 0.7, y - r * 0.2, x + r, y + r);
        ctx.closePath();
        ctx.fill();
        ctx.stroke();
      });
    },
  };
}
