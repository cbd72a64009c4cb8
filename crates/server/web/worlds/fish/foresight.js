// What a building would change, worked out once a position and cell.

import { preview, shopDistance, stepsFrom } from "./town.js";

/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").Good} Good */
/** @typedef {import("./roads.js").Walk} Walk */
/** @typedef {import("./town.js").Town} Town */
/** @typedef {ReturnType<typeof preview>} Change */

/** The mark of what would be built. @param {FishView} view */
export function atHand({ piece }) {
  return piece === "tree" ? "T" : piece ? piece.shop.toLowerCase() : "?";
}

export class Foresight {
  /** @param {Town} town @param {FishView} view */
  constructor(town, view) {
    this.town = town;
    this.view = view;
    /** @type {Map<number, Change>} */
    this.known = new Map();
  }

  /** What building on a cell would change. @param {number} cell */
  at(cell) {
    if (!this.known.has(cell)) {
      const mark = atHand(this.view);
      // Without a piece at hand, think of a shop: it needs access in every rule book.
      this.known.set(cell, this.view.phase === "over" ? undefined : preview(this.town, cell, mark === "?" ? "a" : mark));
    }
    return this.known.get(cell);
  }

  /** Works cells out ahead while the page has nothing else to do; a hand that comes finds them known. @param {() => boolean} wanted */
  prepare(wanted) {
    const idle = globalThis.requestIdleCallback;
    if (!idle || this.view.phase === "over") return;
    let cell = 0;
    const go = (/** @type {IdleDeadline} */ deadline) => {
      if (!wanted()) return;
      while (cell < this.town.size && deadline.timeRemaining() > 1) this.at(cell++);
      if (cell < this.town.size) idle(go);
    };
    idle(go);
  }

  /** How far every shop would be then, and a shop of each good on this cell. @param {number} cell */
  distances(cell) {
    const { town, view } = this;
    const change = this.at(cell);
    /** @type {Map<string, number>} */
    const changes = new Map();
    /** @type {{ good: Good, far: number }[]} */
    const fars = [];
    if (!change) return { changes, fars };
    for (const { good, producer } of view.goods) {
      const steps = stepsFrom(change.then, town.cell(producer));
      fars.push({ good, far: shopDistance(change.then, steps, cell) });
      view.players.forEach(({ shops }, seat) => {
        for (const shop of shops) {
          if (shop.good !== good || !shop.cell) continue;
          changes.set(`${seat}${good}`, Math.min(view.max, shopDistance(change.then, steps, town.cell(shop.cell))));
        }
      });
    }
    return { changes, fars };
  }

  /**
   * How far the shop for sale would be on each reservation of a seat, nearest first.
   * @param {Good} good
   * @param {number} seat
   */
  reservations(good, seat) {
    const { town, view } = this;
    const producer = view.goods.find((one) => one.good === good)?.producer;
    if (!producer) return [];
    return (view.players[seat]?.reservations ?? [])
      .map((spot) => {
        const cell = town.cell(spot);
        const then = preview(town, cell, good.toLowerCase())?.then ?? town;
        return { spot, far: Math.min(view.max, shopDistance(then, stepsFrom(then, town.cell(producer)), cell)) };
      })
      .sort((a, b) => a.far - b.far);
  }
}
