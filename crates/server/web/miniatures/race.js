// Four pawns find their shortest ways through rubble to the flag.

import { block, dice, ease, SIDES } from "./stage.js";

/** @param {number} aspect @returns {import("./stage.js").Scene} */
export function raceScene(aspect) {
  const rng = dice(7);
  const rows = 11;
  const cols = Math.max(13, Math.round(rows * aspect) | 1);
  const goal = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  const corners = [0, cols - 1, (rows - 1) * cols, rows * cols - 1];
  /** @type {Uint8Array} */
  let blocked = new Uint8Array(0);
  /** @type {number[][]} */
  let ways = [];
  let time = 0;

  function distances() {
    const far = new Int32Array(rows * cols).fill(-1);
    far[goal] = 0;
    const queue = [goal];
    for (const at of queue) {
      SIDES.forEach(([dr, dc]) => {
        const r = Math.floor(at / cols) + dr;
        const c = (at % cols) + dc;
        const to = r * cols + c;
        if (r < 0 || c < 0 || r >= rows || c >= cols || blocked[to] || far[to] !== -1) return;
        far[to] = (far[at] ?? 0) + 1;
        queue.push(to);
      });
    }
    return far;
  }

  function begin() {
    time = 0;
    for (;;) {
      blocked = Uint8Array.from({ length: rows * cols }, () => (rng.next() < 0.34 ? 1 : 0));
      for (const cell of [goal, ...corners]) blocked[cell] = 0;
      const far = distances();
      if (!corners.every((cell) => (far[cell] ?? -1) > 0)) continue;
      ways = corners.map((cell) => {
        const way = [cell];
        for (let at = cell; at !== goal; ) {
          const next = rng
            .shuffle(SIDES.map(([dr, dc]) => [Math.floor(at / cols) + dr, (at % cols) + dc]))
            .find(([r = -1, c = -1]) => r >= 0 && c >= 0 && r < rows && c < cols && far[r * cols + c] === (far[at] ?? 0) - 1);
          if (!next) break;
          at = (next[0] ?? 0) * cols + (next[1] ?? 0);
          way.push(at);
        }
        return way;
      });
      return;
    }
  }
  begin();

  return {
    tick(dt) {
      time += dt;
      const shortest = Math.min(...ways.map((way) => way.length));
      if (time * 3 > shortest + 7) begin();
    },
    draw(ctx, width, height, paint) {
      const cell = Math.min(width / (cols + 1), height / (rows + 1));
      const x0 = (width - cols * cell) / 2;
      const y0 = (height - rows * cell) / 2;
      block(ctx, x0 - cell * 0.25, y0 - cell * 0.25, (cols + 0.5) * cell, (rows + 0.5) * cell, cell * 0.5, paint("raised"));
      for (let i = 0; i < rows * cols; i++) {
        if (blocked[i])
          block(ctx, x0 + (i % cols) * cell + 1, y0 + Math.floor(i / cols) * cell + 1, cell - 2, cell - 2, cell * 0.22, paint("wall"));
      }
      const shortest = Math.min(...ways.map((way) => way.length));
      const clock = Math.min(time * 3, shortest - 1);
      const spot = (/** @type {number} */ i) =>
        /** @type {[number, number]} */ ([x0 + ((i % cols) + 0.5) * cell, y0 + (Math.floor(i / cols) + 0.5) * cell]);
      const [gx, gy] = spot(goal);
      ctx.strokeStyle = paint("goal");
      ctx.fillStyle = paint("goal");
      ctx.lineWidth = cell * 0.12;
      ctx.beginPath();
      ctx.arc(gx, gy, cell * (0.42 + 0.06 * Math.sin(time * 4)), 0, 7);
      ctx.stroke();
      ctx.beginPath();
      ctx.arc(gx, gy, cell * 0.18, 0, 7);
      ctx.fill();
      ways.forEach((way, seat) => {
        const n = Math.floor(clock);
        const from = spot(way[Math.min(n, way.length - 1)] ?? goal);
        const to = spot(way[Math.min(n + 1, way.length - 1)] ?? goal);
        const f = ease(clock - n);
        const [x, y] = [from[0] + (to[0] - from[0]) * f, from[1] + (to[1] - from[1]) * f];
        ctx.strokeStyle = paint(`player-${seat + 1}`);
        ctx.globalAlpha = 0.35;
        ctx.lineWidth = cell * 0.3;
        ctx.lineCap = ctx.lineJoin = "round";
        ctx.beginPath();
        way.slice(0, n + 1).forEach((i) => ctx.lineTo(...spot(i)));
        ctx.lineTo(x, y);
        ctx.stroke();
        ctx.globalAlpha = 1;
        ctx.fillStyle = paint(`player-${seat + 1}`);
        ctx.beginPath();
        const r = cell * 0.4;
        if (seat === 0) ctx.arc(x, y, r, 0, 7);
        else if (seat === 1) ctx.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7);
        else if (seat === 2) {
          ctx.moveTo(x, y - r);
          ctx.lineTo(x + r, y + r * 0.8);
          ctx.lineTo(x - r, y + r * 0.8);
          ctx.closePath();
        } else {
          ctx.moveTo(x, y - r * 1.1);
          ctx.lineTo(x + r * 1.1, y);
          ctx.lineTo(x, y + r * 1.1);
          ctx.lineTo(x - r * 1.1, y);
          ctx.closePath();
        }
        ctx.fill();
        ctx.strokeStyle = paint("raised");
        ctx.lineWidth = 1.5;
        ctx.stroke();
      });
    },
  };
}
