// Shops and trees go up; a cell the town could not lose becomes a road.

import { block, dice, ease, SIDES } from "./stage.js";

/** @param {number} aspect @returns {import("./stage.js").Scene} */
export function fishScene(aspect) {
  const rng = dice(11);
  const rows = 7;
  const cols = Math.max(8, Math.round(rows * aspect));
  const n = rows * cols;
  const GOODS = ["player-1", "player-2", "player-3", "player-4", "player-5"];
  /** What stands on a cell: 0 nothing, 1 road, 2 tree, 3.. producers, 8.. shops. */
  let town = new Uint8Array(n);
  let born = new Float32Array(n);
  let time = 0;
  let due = 0;

  const around = (/** @type {number} */ at) =>
    SIDES.map(([dr, dc]) => [Math.floor(at / cols) + dr, (at % cols) + dc])
      .filter(([r = -1, c = -1]) => r >= 0 && c >= 0 && r < rows && c < cols)
      .map(([r = 0, c = 0]) => r * cols + c);

  /** Whether the open cells hang together and every building touches one. */
  function whole() {
    const first = town.findIndex((what) => what < 2);
    if (first < 0) return false;
    const seen = new Uint8Array(n);
    seen[first] = 1;
    const queue = [first];
    for (const at of queue) {
      for (const to of around(at)) {
        if (seen[to]) continue;
        seen[to] = 1;
        if ((town[to] ?? 0) < 2) queue.push(to);
      }
    }
    return seen.every(Boolean);
  }

  function roads() {
    for (let at = 0; at < n; at++) {
      if (town[at] !== 0) continue;
      town[at] = 2;
      const fine = whole();
      town[at] = 0;
      if (!fine) {
        town[at] = 1;
        born[at] = time;
      }
    }
  }

  function begin() {
    do {
      town = new Uint8Array(n);
      born = new Float32Array(n);
      time = 0;
      due = 0.5;
      rng
        .shuffle(Array.from({ length: n }, (_, i) => i))
        .slice(0, 5)
        .forEach((at, good) => {
          town[at] = 3 + good;
        });
    } while (!whole());
    roads();
    born.fill(-1);
  }

  function build() {
    const free = [...town.keys()].filter((at) => town[at] === 0);
    const at = free[rng.below(free.length)];
    if (at === undefined) return false;
    town[at] = rng.next() < 0.55 ? 8 + rng.below(5) : 2;
    born[at] = time;
    roads();
    return true;
  }
  begin();

  return {
    tick(dt) {
      time += dt;
      due -= dt;
      if (due > 0) return;
      due = 0.55;
      if (!build()) {
        if (time > 1000) begin();
        else {
          time = Math.max(time, 1000);
          born.fill(-1);
          due = 2.5;
        }
      }
    },
    draw(ctx, width, height, paint) {
      const cell = Math.min(width / (cols + 0.8), height / (rows + 0.8));
      const x0 = (width - cols * cell) / 2;
      const y0 = (height - rows * cell) / 2;
      for (let at = 0; at < n; at++) {
        const what = town[at] ?? 0;
        const x = x0 + (at % cols) * cell;
        const y = y0 + Math.floor(at / cols) * cell;
        block(ctx, x + 1, y + 1, cell - 2, cell - 2, cell * 0.14, what === 1 ? paint("frontier") : paint("raised"));
        const grown = ease((time - (born[at] ?? 0)) / 0.35);
        if (what === 1) {
          ctx.globalAlpha = 1 - grown;
          block(ctx, x + 1, y + 1, cell - 2, cell - 2, cell * 0.14, paint("raised"));
          ctx.globalAlpha = 1;
          continue;
        }
        if (!what) continue;
        const cx = x + cell / 2;
        const cy = y + cell / 2;
        const r = cell * 0.36 * grown;
        if (what === 2) {
          ctx.fillStyle = paint("world-fish");
          ctx.beginPath();
          ctx.arc(cx, cy - r * 0.25, r * 0.85, 0, 7);
          ctx.fill();
          ctx.fillRect(cx - r * 0.14, cy, r * 0.28, r);
        } else {
          const good = what < 8 ? what - 3 : what - 8;
          const fill = paint(GOODS[good] ?? "ink");
          if (what < 8) {
            block(ctx, cx - r * 1.15, cy - r * 1.15, r * 2.3, r * 2.3, cell * 0.12, fill);
          } else {
            ctx.fillStyle = fill;
            ctx.beginPath();
            ctx.moveTo(cx - r, cy - r * 0.1);
            ctx.lineTo(cx, cy - r);
            ctx.lineTo(cx + r, cy - r * 0.1);
            ctx.closePath();
            ctx.fill();
            ctx.fillRect(cx - r * 0.75, cy - r * 0.1, r * 1.5, r);
          }
          ctx.fillStyle = paint("raised");
          ctx.font = `700 ${r * 1.05}px system-ui, sans-serif`;
          ctx.textAlign = "center";
          ctx.textBaseline = "middle";
          if (grown > 0.6) ctx.fillText("ABCDE"[good] ?? "", cx, what < 8 ? cy + r * 0.07 : cy + r * 0.38, r * 2);
        }
      }
    },
  };
}
