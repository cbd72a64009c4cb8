// A place where a small scene lives: asleep when out of sight, a still picture
// for those who asked for little motion.

import { still } from "../app/dom.js";

/**
 * @typedef {object} Scene
 * @property {Element} el
 * @property {number} beat seconds between two steps
 * @property {() => void} step one thing happens
 */

/**
 * @param {HTMLElement} place
 * @param {() => Scene} make made when there is a place for it
 * @param {number} [ahead] how many steps have happened before anybody looks
 */
export function stage(place, make, ahead = 14) {
  /** @type {Scene | undefined} */
  let scene;
  let timer = 0;
  const run = () => {
    scene?.step();
    timer = window.setTimeout(run, (scene?.beat ?? 1) * 1000);
  };
  new IntersectionObserver(([entry]) => {
    clearTimeout(timer);
    if (!entry?.isIntersecting) return;
    if (!scene) {
      scene = make();
      for (let n = 0; n < ahead; n++) scene.step();
      place.append(scene.el);
    }
    if (!still()) timer = window.setTimeout(run, scene.beat * 1000);
  }).observe(place);
}
