// Which cells hang together so far, with every union undone in reverse order.
//
// The cells of a class form a circle. A union relabels the smaller class and
// splices the circles by swapping two links; swapping them again takes the
// union back. All unions together relabel O(n log n) cells.

/** Classes of cells. */
export class Classes {
  /** @param {number} cells */
  constructor(cells) {
    this.label = new Int32Array(cells);
    for (let i = 0; i < cells; i++) this.label[i] = i;
    this.next = this.label.slice();
    this.size = new Int32Array(cells).fill(1);
    /** Unions made: the word that made them, the smaller and the larger class. */
    this.made = new Int32Array(cells * 3);
    this.count = 0;
  }

  /**
   * @param {number} a
   * @param {number} b
   * @param {number} at the word that opens the wall between them
   * @param {(cell: number) => void} [relabelled]
   */
  join(a, b, at, relabelled) {
    const { label, size, made } = this;
    let small = /** @type {number} */ (label[a]);
    let large = /** @type {number} */ (label[b]);
    if (small === large) return;
    if (/** @type {number} */ (size[small]) > /** @type {number} */ (size[large])) [small, large] = [large, small];
    const single = size[large] === 1;
    this.#relabel(small, large, relabelled);
    this.#swap(small, large);
    size[large] = (size[large] ?? 0) + /** @type {number} */ (size[small]);
    made.set([at, small, large], this.count * 3);
    this.count += 1;
    // A cell alone is drawn otherwise than one of a class.
    if (single) relabelled?.(large);
  }

  /**
   * Takes back the union that a word made, if it made one.
   * @param {number} at
   * @param {(cell: number) => void} [relabelled]
   */
  part(at, relabelled) {
    const { size, made } = this;
    const top = (this.count - 1) * 3;
    if (this.count === 0 || made[top] !== at) return;
    const small = /** @type {number} */ (made[top + 1]);
    const large = /** @type {number} */ (made[top + 2]);
    this.count -= 1;
    this.#swap(small, large);
    size[large] = (size[large] ?? 0) - /** @type {number} */ (size[small]);
    this.#relabel(small, small, relabelled);
    if (size[large] === 1) relabelled?.(large);
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  #swap(a, b) {
    const { next } = this;
    const after = /** @type {number} */ (next[a]);
    next[a] = /** @type {number} */ (next[b]);
    next[b] = after;
  }

  /**
   * @param {number} from a cell of the circle
   * @param {number} to
   * @param {(cell: number) => void} [relabelled]
   */
  #relabel(from, to, relabelled) {
    const { label, next } = this;
    let at = from;
    do {
      label[at] = to;
      relabelled?.(at);
      at = /** @type {number} */ (next[at]);
    } while (at !== from);
  }
}
