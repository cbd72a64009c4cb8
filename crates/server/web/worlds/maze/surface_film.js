// A stream of steps on a surface that is not of squares (see
// `dedale_maze::surface`): as `film.js`, with walls that have numbers.

import { t } from "../../app/i18n.js";
import { NUMBER, Reel } from "./reel.js";

const MAGIC = 0x32534d44; // "DMS2"

/** Whether bytes are a stream on a surface. @param {ArrayBuffer} bytes */
export function isSurfaceFilm(bytes) {
  return bytes.byteLength >= 16 && new Uint32Array(bytes, 0, 1)[0] === MAGIC;
}

/**
 * The cells as polygons, as the server tells them.
 * @typedef {import("../../app/questions.js").MazeShape} Shape
 */

/** Cells between two floors. */
export const AISLE = 1;
/** Cells that the name of a floor takes above it. */
export const NAME = 1.4;

/**
 * Floors as large as the screen allows, in rows, instead of all side by side.
 * @param {Shape} shape
 * @returns {Shape & { floors: [x: number, y: number][] }} with the corner of every floor
 */
function spread(shape) {
  const [wide, tall] = [(shape.rows[0] ?? 0) + 1, shape.height];
  const n = Math.round((shape.width + 1) / wide);
  // What the settings and the words around a maze leave of the screen.
  const [across, down] = innerWidth > 960 ? [innerWidth - 410, innerHeight - 345] : [innerWidth - 32, innerHeight * 0.55];
  const cell = (/** @type {number} */ side) => Math.min(across / (side * wide), down / (Math.ceil(n / side) * (tall + NAME)));
  const sides = Array.from({ length: n }, (_, i) => i + 1).reduce((best, side) => (cell(side) > 1.05 * cell(best) ? side : best), 1);
  const floors = Array.from(
    { length: n },
    (_, i) => /** @type {[number, number]} */ ([(i % sides) * wide, Math.floor(i / sides) * (tall + NAME) + NAME]),
  );
  const moved = (/** @type {number[]} */ points) => {
    const floor = Math.floor((points[0] ?? 0) / wide);
    const [x = 0, y = 0] = floors[floor] ?? [];
    return points.map((at, i) => (i % 2 ? at + y : at - floor * wide + x));
  };
  return {
    ...shape,
    floors,
    width: sides * wide - AISLE,
    height: Math.ceil(n / sides) * (tall + NAME),
    centres: /** @type {[number, number][]} */ (shape.centres.map(moved)),
    outlines: shape.outlines.map(moved),
  };
}

/** A maze on a surface and how it came about. */
export class SurfaceFilm extends Reel {
  /**
   * @param {Shape} told
   * @param {Uint8Array} open by wall, at the beginning
   * @param {Uint32Array} words
   */
  constructor(told, open, words) {
    super(told.centres.length, open, words);
    const shape = told.surface === "stack" ? spread(told) : { ...told, floors: [] };
    this.shape = shape;
    /** The corner of every floor, where there are floors. */
    this.floors = shape.floors;
    /** As large as so many squares. */
    this.cols = shape.width;
    this.rows = shape.height;
    this.cells = shape.centres.length;
    /** @type {{ changed: () => void } | undefined} */
    this.onlooker = undefined;
    /** The walls around every cell. @type {number[][]} */
    this.around = Array.from({ length: this.cells }, () => []);
    shape.walls.forEach(([a = 0, b = 0], wall) => {
      this.around[a]?.push(wall);
      this.around[b]?.push(wall);
    });
  }

  /** @param {ArrayBuffer} bytes @param {Shape} shape */
  static read(bytes, shape) {
    const [, cells, walls = 0, kind] = new Uint32Array(bytes, 0, 4);
    if (!isSurfaceFilm(bytes) || cells !== shape.centres.length || walls !== shape.walls.length)
      throw new Error(t("This film belongs to another surface.", "Ce film appartient à une autre surface."));
    const open = new Uint8Array(walls).fill(kind === 1 ? 1 : 0);
    let from = 16;
    if (kind === 2) {
      const wide = Math.ceil(walls / 32);
      const bits = new Uint32Array(bytes, 16, wide);
      for (let i = 0; i < walls; i++) open[i] = ((bits[i >> 5] ?? 0) >>> (i & 31)) & 1;
      from += wide * 4;
    }
    return new SurfaceFilm(shape, open, new Uint32Array(bytes, from));
  }

  /** The cell on the other side of a wall. @param {number} wall @param {number} cell */
  beyond(wall, cell) {
    const [a = 0, b = 0] = this.shape.walls[wall] ?? [];
    return a === cell ? b : a;
  }

  /** The cells that one can walk to. @param {number} cell @param {Uint8Array} [open] */
  neighbours(cell, open = this.open) {
    return (this.around[cell] ?? []).filter((wall) => open[wall]).map((wall) => this.beyond(wall, cell));
  }

  /** The neighbour that lies most in a direction; -1 if none does. @param {number} cell @param {string} dir */
  towards(cell, dir) {
    const [x = 0, y = 0] = this.shape.centres[cell] ?? [];
    const [dx, dy] = dir === "up" ? [0, -1] : dir === "down" ? [0, 1] : dir === "left" ? [-1, 0] : [1, 0];
    // Where the way leaves the drawing, the side it leaves by counts.
    const leans = this.neighbours(cell).map((to) => {
      const wall = (this.around[cell] ?? []).find((one) => this.beyond(one, cell) === to) ?? -1;
      const at = (this.shape.sides[cell] ?? []).indexOf(wall);
      const outline = this.shape.outlines[cell] ?? [];
      const next = (2 * at + 2) % (outline.length || 1);
      const [u, v] =
        at < 0
          ? [x, y]
          : [((outline[2 * at] ?? 0) + (outline[next] ?? 0)) / 2, ((outline[2 * at + 1] ?? 0) + (outline[next + 1] ?? 0)) / 2];
      const lean = ((u - x) * dx + (v - y) * dy) / (Math.hypot(u - x, v - y) || 1);
      return /** @type {const} */ ([lean, to]);
    });
    const best = leans.sort(([a], [b]) => b - a)[0];
    return best && best[0] > 0.4 ? best[1] : -1;
  }

  /** The neighbour under a place, or nearer to it than the cell; -1 if there is none. @param {number} x @param {number} y @param {number} cell */
  under(x, y, cell) {
    const far = (/** @type {number} */ one) => Math.hypot(x - (this.shape.centres[one]?.[0] ?? 0), y - (this.shape.centres[one]?.[1] ?? 0));
    const best = this.neighbours(cell).sort((a, b) => far(a) - far(b))[0];
    return best !== undefined && far(best) < Math.min(0.6, far(cell)) ? best : -1;
  }

  /** Where a way begins and where it ends. @returns {[number, number[]]} */
  ends() {
    const absent = new Set(this.shape.absent);
    const cells = Array.from({ length: this.cells }, (_, cell) => cell).filter((cell) => !absent.has(cell));
    const middle = this.shape.rows.slice(0, this.shape.rows.length >> 1).reduce((a, b) => a + b, 0) + ((this.shape.rows[0] ?? 0) >> 1);
    const last = cells.at(-1) ?? 0;
    // Opposite corners of a torus are neighbours; its middle is far.
    return [cells[0] ?? 0, [this.shape.surface === "torus" && !absent.has(middle) ? middle : last]];
  }

  /** @param {number} wall @param {number} _code @param {boolean} open @override */
  changeWall(wall, _code, open) {
    this.open[wall] = open ? 1 : 0;
  }

  /** @override */
  moved() {
    this.onlooker?.changed();
  }

  /** The walls at the end of the film. */
  ended() {
    const open = this.open.slice();
    for (let i = this.at; i < this.words.length; i++) {
      const word = /** @type {number} */ (this.words[i]);
      const code = (word >>> 26) & 31;
      if (code < 4) open[word & NUMBER] = code === 0 ? 1 : 0;
    }
    return open;
  }

  /** The steps from a cell to every other, -1 where no way leads. @param {number} from @param {Uint8Array} [open] */
  distances(from, open = this.open) {
    const far = new Int32Array(this.cells).fill(-1);
    const queue = [from];
    far[from] = 0;
    for (const at of queue) {
      for (const next of this.neighbours(at, open)) {
        if (far[next] !== -1) continue;
        far[next] = /** @type {number} */ (far[at]) + 1;
        queue.push(next);
      }
    }
    return { far, most: Math.max(1, ...far) };
  }

  /** The piece of every cell, by its lowest cell. */
  classes() {
    const label = new Int32Array(this.cells).fill(-1);
    const size = new Int32Array(this.cells);
    for (let root = 0; root < this.cells; root++) {
      if (label[root] !== -1) continue;
      const piece = [root];
      label[root] = root;
      for (const at of piece) {
        for (const next of this.neighbours(at)) {
          if (label[next] !== -1) continue;
          label[next] = root;
          piece.push(next);
        }
      }
      size[root] = piece.length;
    }
    return { label, size };
  }
}
