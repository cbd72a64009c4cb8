// Cells as one shape: neighbours merge, and only outer and inner corners are
// rounded.

/** Steps along the grid's lines: right, down, left, up. @type {readonly (readonly [number, number])[]} */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * The outline of cells as a path. Every edge of a cell without a neighbour is
 * walked once, clockwise; where two cells only touch at a corner they stay apart.
 * @param {number} rows
 * @param {number} cols
 * @param {(cell: number) => unknown} has whether a cell, numbered row by row, belongs to the shape
 * @param {number} unit the side of a cell
 * @param {number} [radius] of the corners
 */
export function outline(rows, cols, has, unit, radius = 0) {
  const wide = cols + 1;
  /** By corner of the grid: the directions in which an edge leaves, a bit each. */
  const leaving = new Uint8Array((rows + 1) * wide);
  const leave = (/** @type {number} */ r, /** @type {number} */ c, /** @type {number} */ dir) => {
    leaving[r * wide + c] = (leaving[r * wide + c] ?? 0) | (1 << dir);
  };
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const cell = r * cols + c;
      if (!has(cell)) continue;
      if (r === 0 || !has(cell - cols)) leave(r, c, 0);
      if (c === cols - 1 || !has(cell + 1)) leave(r, c + 1, 1);
      if (r === rows - 1 || !has(cell + cols)) leave(r + 1, c + 1, 2);
      if (c === 0 || !has(cell - 1)) leave(r + 1, c, 3);
    }
  }
  let d = "";
  for (let start = 0; start < leaving.length; start++) {
    for (let dir = 0; dir < 4; dir++) if (((leaving[start] ?? 0) >> dir) & 1) d += loop(corners(leaving, wide, start, dir), unit, radius);
  }
  return d;
}

/**
 * Walks one loop, taking its edges away, and tells its corners.
 * @param {Uint8Array} leaving
 * @param {number} wide
 * @param {number} start
 * @param {number} first the direction of its first edge
 * @returns {[x: number, y: number][]}
 */
function corners(leaving, wide, start, first) {
  /** @type {[number, number][]} */
  const found = [];
  let [at, dir] = [start, first];
  do {
    leaving[at] = (leaving[at] ?? 0) & ~(1 << dir);
    const [dx, dy] = STEPS[dir] ?? [0, 0];
    at += dx + dy * wide;
    const out = leaving[at] ?? 0;
    // To the right first: that stays with the same cell.
    const next = [(dir + 1) % 4, dir, (dir + 3) % 4].find((one) => (out >> one) & 1) ?? (at === start ? first : dir);
    if (next !== dir) found.push([at % wide, Math.floor(at / wide)]);
    dir = next;
  } while (at !== start || dir !== first || ((leaving[at] ?? 0) >> dir) & 1);
  return found;
}

/** @param {[number, number][]} points @param {number} unit @param {number} radius */
function loop(points, unit, radius) {
  const at = (/** @type {number} */ i) => points[(i + points.length) % points.length] ?? [0, 0];
  let d = "";
  points.forEach(([x, y], i) => {
    const [px, py] = at(i - 1);
    const [nx, ny] = at(i + 1);
    const away = (/** @type {number} */ ox, /** @type {number} */ oy) =>
      `${round(x * unit + Math.sign(ox - x) * radius)} ${round(y * unit + Math.sign(oy - y) * radius)}`;
    d += `${i ? "L" : "M"}${away(px, py)}`;
    if (radius) d += `Q${round(x * unit)} ${round(y * unit)} ${away(nx, ny)}`;
  });
  return points.length ? `${d}z` : "";
}

/** @param {number} n */
function round(n) {
  return Math.round(n * 100) / 100;
}

/** The cell beside another: up, right, down, left; -1 beyond the edge. @param {number} cell @param {number} side @param {number} rows @param {number} cols */
export function beside(cell, side, rows, cols) {
  const [dr, dc] = [
    [-1, 0],
    [0, 1],
    [1, 0],
    [0, -1],
  ][side] ?? [0, 0];
  const [r, c] = [Math.floor(cell / cols) + (dr ?? 0), (cell % cols) + (dc ?? 0)];
  return r < 0 || c < 0 || r >= rows || c >= cols ? -1 : r * cols + c;
}

/**
 * The square of a cell, so much smaller on every side.
 * @param {import("./wire.js").Point} point
 * @param {number} size of a cell
 * @param {number} less
 * @param {number} rx how round its corners are
 */
export function cellBox([row, col], size, less, rx) {
  return { x: col * size + less, y: row * size + less, width: size - 2 * less, height: size - 2 * less, rx };
}
