// SVG boards that are patched, not redrawn: a move touches one or two nodes.

import { s, set } from "./dom.js";

/**
 * Nodes by name under one parent. `show` makes or changes a node, `keep`
 * ends a round by removing every node that the round did not show.
 */
export class Layer {
  /** @param {SVGElement} parent */
  constructor(parent) {
    this.parent = parent;
    /** @type {Map<string, { el: SVGElement, last: string }>} */
    this.nodes = new Map();
    /** @type {Set<string>} */
    this.seen = new Set();
  }

  /**
   * @template {keyof SVGElementTagNameMap} K
   * @param {string} key
   * @param {K} tag
   * @param {import("./dom.js").Attrs} attrs
   * @param {() => import("./dom.js").Child} [inside] made once, with the node
   * @returns {SVGElementTagNameMap[K]}
   */
  show(key, tag, attrs, inside) {
    this.seen.add(key);
    const last = JSON.stringify(attrs);
    let node = this.nodes.get(key);
    if (!node) {
      node = { el: s(tag, attrs, inside?.()), last };
      this.nodes.set(key, node);
      this.parent.append(node.el);
    } else if (node.last !== last) {
      set(node.el, attrs);
      node.last = last;
    }
    return /** @type {SVGElementTagNameMap[K]} */ (node.el);
  }

  /** Removes what was not shown since the last call. */
  keep() {
    for (const [key, { el }] of this.nodes) {
      if (!this.seen.has(key)) {
        el.remove();
        this.nodes.delete(key);
      }
    }
    this.seen.clear();
  }
}
