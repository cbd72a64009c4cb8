// One maze on the screen: its pixels, and above them what moves: the current
// cell, the way found, the walker, start and goal.

import { color, h, onTheme } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { nextFrame, sliced } from "../../app/slices.js";
import { InkPainter } from "./ink_painter.js";
import { distances } from "./measure.js";
import { Painter } from "./painter.js";
import { SurfaceFilm } from "./surface_film.js";
import { SurfacePainter, wayLines } from "./surface_painter.js";
import { dot, Glide, origin, pawn, target } from "./walker.js";

/** @typedef {import("./painter.js").Tint} Tint */
/** @typedef {import("./film.js").Film | SurfaceFilm} Film */

/** A maze on the screen. */
export class Pane {
  /** @param {string} label */
  constructor(label) {
    this.canvas = h("canvas", { class: "maze-pixels", role: "img", "aria-label": label });
    this.over = h("canvas", { class: "maze-over", "aria-hidden": "true" });
    this.sheet = h("div", { class: "maze-sheet" }, this.canvas, this.over);
    this.caption = h("figcaption", { class: "small" });
    /** What mazes are compared by. */
    this.facts = h("span", { class: "num maze-facts" });
    this.el = h(
      "figure",
      { class: "maze-pane" },
      h("div", { class: "maze-scroll", tabindex: 0, role: "group", "aria-label": t("Maze", "Labyrinthe") }, this.sheet),
      this.caption,
    );
    /** @type {Film | undefined} */
    this.film = undefined;
    /** How the maze was made; nothing if it was opened or edited. @type {import("./ask.js").Recipe | undefined} */
    this.recipe = undefined;
    /** The text of a maze that was opened. */
    this.opened = "";
    /** Whether the film shows only what a mouse knows of the maze. */
    this.partial = false;
    /** Whose film is shown: a generator, a solver, or nobody of whom there is a story. */
    this.algo = "";
    /** Whether the film makes one tree of all cells. */
    this.tree = false;
    /** Whether the film shows somebody looking for the way. */
    this.searching = false;
    /** What a file of it is called. */
    this.name = "maze";
    /** @type {Painter | SurfacePainter | InkPainter | undefined} */
    this.painter = undefined;
    /** Whether the maze is there to be walked, not watched. */
    this.ink = false;
    /** @type {Tint} */
    this.tint = "marks";
    /** The way found. @type {number[]} */
    this.way = [];
    /** The way to the cell pointed at. @type {number[]} */
    this.looked = [];
    /** The moment of the film it was found in. */
    this.lookedAt = 0;
    /** Where the walker was, last cell last. @type {number[]} */
    this.trail = [];
    /** Every cell the walker has been to. @type {Set<number>} */
    this.been = new Set();
    this.glide = new Glide();
    this.start = 0;
    /** @type {number[]} */
    this.goals = [];
    /** A cell pointed at while walls are edited. */
    this.cursor = -1;
    this.zoom = 1;
    /** Whether a large maze is drawn large enough to look at its walls. */
    this.close = false;
    /** The frame that shows what is left of a large picture. */
    this.more = 0;
    /** The largest cell, in pixels. */
    this.largest = 44;
    /** Pixels of height that other things need. */
    this.spare = 372;
    /** A height in pixels, where the screen's is not to be filled. @type {number | undefined} */
    this.height = undefined;
    /** How many mazes share the height of the screen. */
    this.share = 1;
    /** Pixels of width around the maze. */
    this.rim = 0;
    this.work = new AbortController();
    onTheme(() => {
      this.painter?.theme();
      void this.repaint();
    });
  }

  /**
   * Shows another film.
   * @param {Film} film
   */
  async load(film) {
    await sliced(film.count());
    await nextFrame();
    this.film = film;
    this.partial = false;
    this.algo = "";
    this.tree = false;
    this.searching = false;
    this.way = [];
    this.looked = [];
    this.trail = [];
    this.been = new Set();
    this.glide = new Glide();
    this.start = 0;
    this.goals = [film.marks.length - 1];
    if (film instanceof SurfaceFilm) [this.start, this.goals] = film.ends();
    await this.lay();
  }

  /** Makes the place for the picture, as large as it should be, and draws. */
  async lay() {
    const { film } = this;
    if (!film) return;
    // As many device pixels as the place offers. A cell of less than two is a
    // single one, until somebody wants to look closely.
    const ratio = Math.min(2, devicePixelRatio || 1);
    const room = ((this.el.clientWidth || 900) - this.rim) * ratio;
    const tall =
      (this.height ?? Math.max(this.share > 1 ? 150 : 200, (innerHeight - this.spare) / this.share - 50 * (this.share - 1))) * ratio;
    // A surface has half a cell of space around it.
    const space = film instanceof SurfaceFilm ? 1 : 0;
    const fitting = Math.floor(Math.min(room / (film.cols + space), tall / (film.rows + space)));
    this.close = fitting < 2 && this.zoom > 1;
    const pitch = this.close ? 2 : Math.max(1, Math.min(this.largest, fitting));
    this.painter = this.painterOf(this.canvas, pitch);
    if (!this.painter) return;
    this.painter.tint = this.tint;
    this.canvas.classList.toggle("shaped", film instanceof SurfaceFilm);
    const { width, height } = this.canvas;
    // Large mazes shrink to fit; small ones stay sharp, pixel for pixel.
    const fit = Math.min(this.close ? Infinity : 1, room / width, tall / height);
    this.base = (width * fit) / ratio;
    this.resize();
    await this.repaint();
  }

  /** Fits the picture into its place anew. What it showed stays to be seen until it is drawn. */
  async refit() {
    const { canvas } = this;
    if (!this.painter) return;
    const before = document.createElement("canvas");
    [before.width, before.height] = [canvas.width, canvas.height];
    before.getContext("2d")?.drawImage(canvas, 0, 0);
    const laid = this.lay();
    this.painter.ctx.drawImage(before, 0, 0, canvas.width, canvas.height);
    await laid;
  }

  /** Whoever draws this maze on a canvas. @param {HTMLCanvasElement} canvas @param {number} pitch pixels a cell */
  painterOf(canvas, pitch) {
    const { film } = this;
    if (film instanceof SurfaceFilm) return new SurfacePainter(canvas, film, pitch);
    return film && (this.ink ? new InkPainter(canvas, film, pitch, this.been) : new Painter(canvas, film, pitch));
  }

  /** @param {number} zoom 1 fits the place */
  scale(zoom) {
    const { painter } = this;
    this.zoom = zoom;
    if (!painter) return;
    // From afar to close by, or back: other pixels are needed.
    if ((painter.pitch === 1 || this.close) && this.close !== zoom > 1) void this.lay();
    else this.resize();
    this.draw();
  }

  /** Gives the picture its size on the screen. */
  resize() {
    const { canvas, over } = this;
    const wide = Math.round((this.base ?? 300) * this.zoom);
    this.sheet.style.width = `${wide}px`;
    this.sheet.style.aspectRatio = `${canvas.width} / ${canvas.height}`;
    over.width = Math.min(2000, Math.round(wide * Math.min(2, devicePixelRatio || 1)));
    over.height = Math.round((canvas.height * over.width) / canvas.width);
  }

  /** @param {Tint} tint */
  async colourBy(tint) {
    this.tint = tint;
    await this.repaint();
  }

  /** Draws everything anew, in slices; a later call replaces an earlier one. */
  async repaint() {
    const { painter, film } = this;
    if (!painter || !film) return;
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    painter.tint = this.tint;
    try {
      if (!(painter instanceof Painter)) {
        if (this.tint === "distance" && painter instanceof SurfacePainter)
          Object.assign(painter, painter.film.distances(this.start, painter.film.ended()));
        painter.changed();
        await nextFrame();
        this.canvas.dataset.tint = this.tint;
        return this.draw();
      }
      if (film instanceof SurfaceFilm) return;
      if (this.tint === "distance") {
        const end = await sliced(film.ending(), { signal });
        const { far, most } = await sliced(distances({ rows: film.rows, cols: film.cols, open: end }, this.start), { signal });
        painter.far = far;
        painter.most = most;
      }
      if (this.tint === "class") {
        painter.classes = undefined;
        // The film may play on meanwhile; begin again until it stood still.
        for (let at = -1; at !== film.at; ) {
          at = film.at;
          painter.classes = undefined;
          await sliced(painter.classify(), { signal });
        }
      } else {
        painter.classes = undefined;
      }
      await sliced(painter.all(), { signal });
      await nextFrame();
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    this.canvas.dataset.tint = this.tint;
    this.draw();
  }

  /** How many cells will have a single passage. @param {AbortSignal} signal */
  async deadEnds(signal) {
    const { film } = this;
    if (!film) return 0;
    if (film instanceof SurfaceFilm) {
      const open = film.ended();
      return film.marks.reduce((sum, _, cell) => sum + (film.neighbours(cell, open).length === 1 ? 1 : 0), 0);
    }
    const open = await sliced(film.ending(), { signal });
    return open.reduce((sum, sides) => sum + (sides && !(sides & (sides - 1)) ? 1 : 0), 0);
  }

  /** Brings what changed to the screen. */
  draw() {
    const { film, painter, over } = this;
    if (!film || !painter) return;
    // The rest comes with the next frame, if nobody asks before.
    if (painter.show()) this.again();
    const ctx = over.getContext("2d");
    if (!ctx) return;
    ctx.clearRect(0, 0, over.width, over.height);
    this.drawOver(ctx, (over.width / this.canvas.width) * painter.pitch, (painter.thick / 2 / this.canvas.width) * over.width);
  }

  /** Draws once more with the next frame. */
  again() {
    if (this.more) return;
    this.more = requestAnimationFrame(() => {
      this.more = 0;
      this.draw();
    });
  }

  /**
   * What lies over the cells: ways, start and goal, what moves.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} unit pixels a cell
   * @param {number} edge pixels before the first
   */
  drawOver(ctx, unit, edge) {
    const { film } = this;
    if (!film) return;
    const onSurface = film instanceof SurfaceFilm ? film : undefined;
    const placed = (/** @type {readonly number[]} */ [x = 0, y = 0]) =>
      /** @type {[number, number]} */ ([edge + x * unit, edge + y * unit]);
    const mid = (/** @type {number} */ cell) =>
      onSurface
        ? placed(onSurface.shape.centres[cell] ?? [])
        : /** @type {[number, number]} */ ([edge + ((cell % film.cols) + 0.5) * unit, edge + (Math.floor(cell / film.cols) + 0.5) * unit]);
    ctx.lineCap = ctx.lineJoin = "round";
    const line = (
      /** @type {number[]} */ cells,
      /** @type {string} */ stroke,
      /** @type {number} */ width,
      end = mid(cells.at(-1) ?? 0),
    ) => {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = Math.max(width * unit, 1.5);
      ctx.beginPath();
      if (onSurface) {
        for (const line of wayLines(onSurface, cells)) {
          line.forEach((point, i) => {
            if (i) ctx.lineTo(...placed(point));
            else ctx.moveTo(...placed(point));
          });
        }
        ctx.stroke();
        return;
      }
      // More points than pixels help nobody.
      const skip = Math.max(1, Math.floor(cells.length / 20_000));
      for (let i = 0; i < cells.length; i += skip) ctx.lineTo(...mid(/** @type {number} */ (cells[i])));
      ctx.lineTo(...end);
      ctx.stroke();
    };
    if (this.way.length > 1) line(this.way, color("path"), 0.3);
    if (this.looked.length && this.lookedAt === film.at) {
      // On any colour: a light line in a dark one.
      line(this.looked, color("ink"), 0.36);
      line(this.looked, color("paper"), 0.18);
      dot(ctx, mid(this.looked.at(-1) ?? 0), 0.3 * unit, color("current"));
    }
    const here = this.trail.at(-1);
    const before = this.trail.at(-2) ?? -1;
    const whole = film.at >= film.words.length || this.way.length > 0 || this.trail.length > 0;
    if (whole && unit >= 4) {
      origin(ctx, mid(this.start), unit);
      for (const goal of this.goals) target(ctx, mid(goal), unit);
    }
    if (film.current >= 0 && film.at < film.words.length) dot(ctx, mid(film.current), 0.34 * unit, color("current"));
    if (here !== undefined) {
      const done = this.glide.done(here);
      const [fx, fy] = mid(this.glide.from);
      const [tx, ty] = mid(here);
      // On a surface a step may go around the world.
      const share = onSurface ? 1 : done;
      /** @type {[number, number]} */
      const at = [fx + (tx - fx) * share, fy + (ty - fy) * share];
      const walked = share < 1 && this.glide.from === before ? this.trail.slice(0, -1) : this.trail;
      line(walked, color("player-1"), this.ink ? 0.14 : 0.2, at);
      pawn(ctx, at, unit);
      if (share < 1) this.again();
    }
    if (this.cursor >= 0) {
      const [x, y] = mid(this.cursor);
      ctx.strokeStyle = color("focus");
      ctx.lineWidth = Math.max(2, unit * 0.08);
      ctx.strokeRect(x - unit * 0.36, y - unit * 0.36, unit * 0.72, unit * 0.72);
    }
  }

  /**
   * The place in the maze under a pointer, in cells.
   * @param {{ clientX: number, clientY: number }} event
   */
  place({ clientX, clientY }) {
    const box = this.sheet.getBoundingClientRect();
    const { film } = this;
    if (!film) return { x: 0, y: 0 };
    if (film instanceof SurfaceFilm) {
      const scale = (film.cols + 1) / box.width;
      return { x: (clientX - box.left) * scale - 0.5, y: (clientY - box.top) * scale - 0.5 };
    }
    return { x: ((clientX - box.left) / box.width) * film.cols, y: ((clientY - box.top) / box.height) * film.rows };
  }
}
