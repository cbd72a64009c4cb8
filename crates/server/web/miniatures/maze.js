// A maze grows, its distances glow, a way is found; then another one.

import { dice, SIDES } from "./stage.js";

/**
 * @param {number} cell how large a cell is, in points
 * @param {number} speed cells a second
 */
export function mazeScene(cell, speed) {
  /** @param {number} _aspect @returns {import("./stage.js").Scene} */
  return (_aspect) => {
    const rng = dice(20);
    let rows = 0;
    let cols = 0;
    /** @type {Uint8Array} */
    let open = new Uint8Array(0);
    /** @type {Int32Array} */
    let depth = new Int32Array(0);
    /** @type {number[]} */
    let stack = [];
    /** @type {number[]} */
    let way = [];
    let deepest = 1;
    let owed = 0;
    let phase = 0;
    let rest = 0;
    let shown = 0;

    function begin() {
      open = new Uint8Array(rows * cols);
      depth = new Int32Array(rows * cols).fill(-1);
      const start = 0;
      stack = [start];
      depth[start] = 0;
      deepest = 1;
      way = [];
      phase = 0;
      shown = 0;
      rest = 0;
    }

    function carve() {
      const at = stack[stack.length - 1];
      if (at === undefined) return false;
      const r = Math.floor(at / cols);
      const c = at % cols;
      for (const side of rng.shuffle([0, 1, 2, 3])) {
        const [dr, dc] = /** @type {readonly [number, number]} */ (SIDES[side]);
        const [nr, nc] = [r + dr, c + dc];
        const to = nr * cols + nc;
        if (nr < 0 || nc < 0 || nr >= rows || nc >= cols || depth[to] !== -1) continue;
        open[at] = (open[at] ?? 0) | (1 << side);
        open[to] = (open[to] ?? 0) | (1 << ((side + 2) % 4));
        depth[to] = (depth[at] ?? 0) + 1;
        deepest = Math.max(deepest, depth[to] ?? 0);
        stack.push(to);
        return true;
      }
      stack.pop();
      return true;
    }

    function trace() {
      // Depth falls by one at each step back to the start.
      let at = rows * cols - 1;
      way = [at];
      while (at !== 0 && way.length < rows * cols) {
        const here = at;
        const r = Math.floor(at / cols);
        const c = at % cols;
        SIDES.forEach(([dr, dc], side) => {
          const to = (r + dr) * cols + c + dc;
          if ((open[here] ?? 0) & (1 << side) && depth[to] === (depth[here] ?? 0) - 1) at = to;
        });
        if (at === here) break;
        way.push(at);
      }
      way.reverse();
    }

    return {
      tick(dt) {
        if (!rows) return;
        if (phase === 0) {
          owed += dt * speed;
          for (; owed >= 1; owed--) {
            if (!carve()) {
              trace();
              phase = 1;
              owed = 0;
              break;
            }
          }
        } else if (phase === 1) {
          shown += dt * speed * 0.7;
          if (shown >= way.length) phase = 2;
        } else {
          rest += dt;
          if (rest > 2.5) begin();
        }
      },
      draw(ctx, width, height, paint) {
        const pad = cell * 0.6;
        const c = Math.max(4, Math.floor((width - 2 * pad) / cell));
        const r = Math.max(3, Math.floor((height - 2 * pad) / cell));
        if (c !== cols || r !== rows) {
          const first = !rows;
          cols = c;
          rows = r;
          begin();
          for (let i = 0; first && i < rows * cols * 0.7; i++) carve();
        }
        const x0 = (width - cols * cell) / 2;
        const y0 = (height - rows * cell) / 2;
        const near = paint("world-maze");
        const far = paint("path");
        for (let i = 0; i < rows * cols; i++) {
          const d = depth[i] ?? -1;
          if (d < 0) continue;
          const share = d / deepest;
          ctx.globalAlpha = 0.16 + 0.4 * Math.abs(share - 0.5);
          ctx.fillStyle = share < 0.5 ? near : far;
          ctx.fillRect(x0 + (i % cols) * cell, y0 + Math.floor(i / cols) * cell, cell + 0.5, cell + 0.5);
        }
        ctx.globalAlpha = 1;
        ctx.strokeStyle = paint("wall");
        ctx.lineWidth = Math.max(1.5, cell * 0.11);
        ctx.lineCap = "round";
        ctx.beginPath();
        for (let i = 0; i < rows * cols; i++) {
          const x = x0 + (i % cols) * cell;
          const y = y0 + Math.floor(i / cols) * cell;
          if (i % cols < cols - 1 && !((open[i] ?? 0) & 2)) {
            ctx.moveTo(x + cell, y);
            ctx.lineTo(x + cell, y + cell);
          }
          if (i < (rows - 1) * cols && !((open[i] ?? 0) & 4)) {
            ctx.moveTo(x, y + cell);
            ctx.lineTo(x + cell, y + cell);
          }
        }
        ctx.rect(x0, y0, cols * cell, rows * cell);
        ctx.stroke();
        const mid = (/** @type {number} */ i) =>
          /** @type {[number, number]} */ ([x0 + ((i % cols) + 0.5) * cell, y0 + (Math.floor(i / cols) + 0.5) * cell]);
        if (phase > 0) {
          ctx.strokeStyle = paint("current");
          ctx.lineWidth = cell * 0.28;
          ctx.lineJoin = "round";
          ctx.beginPath();
          way.slice(0, Math.ceil(shown)).forEach((i) => ctx.lineTo(...mid(i)));
          ctx.stroke();
        } else {
          const at = stack[stack.length - 1];
          if (at !== undefined) {
            ctx.fillStyle = paint("current");
            ctx.beginPath();
            ctx.arc(...mid(at), cell * 0.32, 0, 7);
            ctx.fill();
          }
        }
      },
    };
  };
}
