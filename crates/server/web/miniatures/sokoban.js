// A small level of our own, solved again and again.

import { block, ease } from "./stage.js";

const LEVEL = ["##########", "#   #    #", "# $   .  #", "#  $ #.  #", "# @  $ . #", "#        #", "##########"];
const SOLUTION = "ulurrrrurdllddrrlllulurrr";

/** @returns {{ rows: number, cols: number, wall: boolean[], goals: number[], boxes: number[], man: number }} */
function read() {
  const cols = LEVEL[0]?.length ?? 0;
  const text = LEVEL.join("");
  const all = (/** @type {string} */ which) => [...text].flatMap((ch, i) => (which.includes(ch) ? [i] : []));
  return { rows: LEVEL.length, cols, wall: [...text].map((ch) => ch === "#"), goals: all(".*+"), boxes: all("$*"), man: all("@+")[0] ?? 0 };
}

/** @returns {import("./stage.js").Scene} */
export function sokobanScene() {
  const level = read();
  const way = [...SOLUTION].map((dir) => ({ u: -level.cols, r: 1, d: level.cols, l: -1 })[dir] ?? 0);
  let { man } = level;
  let boxes = [...level.boxes];
  let from = man;
  let pushed = -1;
  let at = 0;
  let done = 0;
  let rest = 0;

  const begin = () => {
    ({ man } = level);
    boxes = [...level.boxes];
    from = man;
    pushed = -1;
    at = 0;
    done = 0;
    rest = 1.8;
  };

  return {
    tick(dt) {
      if (rest > 0) {
        rest -= dt;
        if (rest <= 0 && done >= way.length) begin();
        return;
      }
      at += dt * 5;
      if (at < 1) return;
      at = 0;
      const step = way[done++];
      if (step === undefined) {
        from = man;
        pushed = -1;
        rest = 2;
        return;
      }
      from = man;
      man += step;
      pushed = boxes.indexOf(man);
      if (pushed >= 0) boxes[pushed] = man + step;
    },
    draw(ctx, width, height, paint) {
      const { rows, cols, wall, goals } = level;
      const cell = Math.min(width / (cols + 0.6), height / (rows + 0.6));
      const x0 = (width - cols * cell) / 2;
      const y0 = (height - rows * cell) / 2;
      const spot = (/** @type {number} */ i) =>
        /** @type {[number, number]} */ ([x0 + (i % cols) * cell, y0 + Math.floor(i / cols) * cell]);
      wall.forEach((solid, i) => {
        const [x, y] = spot(i);
        if (solid) block(ctx, x + 0.5, y + 0.5, cell - 1, cell - 1, cell * 0.16, paint("wall"));
        else {
          ctx.fillStyle = paint("raised");
          ctx.fillRect(x - 0.5, y - 0.5, cell + 1, cell + 1);
        }
      });
      ctx.strokeStyle = paint("goal");
      ctx.lineWidth = Math.max(2, cell * 0.09);
      goals.forEach((goal) => {
        const [x, y] = spot(goal);
        ctx.beginPath();
        ctx.arc(x + cell / 2, y + cell / 2, cell * 0.24, 0, 7);
        ctx.stroke();
      });
      const f = rest > 0 && !done ? 1 : ease(at || (rest > 0 ? 1 : 0));
      const move = man - from;
      const glide = (/** @type {number} */ i, /** @type {boolean} */ moving) => {
        const [x, y] = spot(i);
        if (!moving || !move) return [x, y];
        const [px, py] = spot(i - move);
        return [px + (x - px) * f, py + (y - py) * f];
      };
      boxes.forEach((box, index) => {
        const [x = 0, y = 0] = glide(box, index === pushed);
        const home = goals.includes(box);
        block(ctx, x + cell * 0.1, y + cell * 0.1, cell * 0.8, cell * 0.8, cell * 0.12, paint(home ? "start" : "world-sokoban"));
        ctx.strokeStyle = paint("raised");
        ctx.lineWidth = Math.max(1, cell * 0.06);
        ctx.beginPath();
        ctx.moveTo(x + cell * 0.28, y + cell * 0.28);
        ctx.lineTo(x + cell * 0.72, y + cell * 0.72);
        ctx.moveTo(x + cell * 0.72, y + cell * 0.28);
        ctx.lineTo(x + cell * 0.28, y + cell * 0.72);
        ctx.stroke();
      });
      const [mx = 0, my = 0] = glide(man, true);
      ctx.fillStyle = paint("player-1");
      ctx.beginPath();
      ctx.arc(mx + cell / 2, my + cell * 0.36, cell * 0.2, 0, 7);
      ctx.fill();
      ctx.beginPath();
      ctx.arc(mx + cell / 2, my + cell * 0.86, cell * 0.32, Math.PI, 0);
      ctx.fill();
    },
  };
}
