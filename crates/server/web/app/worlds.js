// The five worlds as the page knows them; what they are called stands in the bar.

/** By their names in links and in the command. */
export const worlds = ["maze", "race", "fish", "magic", "sokoban"];

/**
 * The title of a world, or its bare name when it is not one of ours.
 * @param {string} name
 */
export function titleOf(name) {
  return document.querySelector(`.tabs [data-world="${CSS.escape(name)}"]`)?.textContent ?? name;
}

/** What the page is about, in a sentence or two. */
export function about() {
  return document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
}
