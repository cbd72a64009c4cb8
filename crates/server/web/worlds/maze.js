// The mazes: the laboratory, and a maze to walk.

import { freshSeed, seedIn, wrongSeed } from "../app/controls.js";
import { tellWrongLink } from "../app/notifications.js";
import { settings } from "../app/play.js";
import { DEFAULTS, readLink } from "./maze/link.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  const seed = seedIn(params) ?? freshSeed();
  if (params.has("walk")) {
    const { mazePlay } = await import("./maze/play.js");
    return mazePlay(main, seed, params);
  }
  const { Lab } = await import("./maze/lab.js");
  const { values, save } = settings("maze", DEFAULTS);
  const wrong = readLink(values, params);
  const lab = new Lab(values, save, seed);
  lab.lay(main);
  tellWrongLink([...wrong, ...wrongSeed(params)]);
  await lab.generate();
}
