// Pages to learn from: the list, and one of them. Their texts are in the page
// already; here the boards come to life.

import { put } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { frame } from "./app/shell.js";
import { painted, sliced } from "./app/slices.js";
import { failed } from "./app/states.js";
import { item } from "./learn/board.js";
import { poster, stage } from "./learn/stage.js";
import { topics } from "./learn/topics.js";

/**
 * @param {HTMLElement} main
 * @param {string} name
 */
export async function mount(main, name) {
  if (!name) return list(main);
  const topic = topics.find((one) => one.name === name);
  const spot = /** @type {HTMLElement | null} */ (main.querySelector(".live-spot"));
  if (!topic || !spot) return put(main, failed(t("There is no such lesson.", "Cette leçon n’existe pas.")));
  frame({ title: topic.title, world: topic.worlds[0] });
  const { lesson } = await import(`./learn/${name}.js`);
  stage(spot, lesson);
}

/**
 * Hangs a picture over each topic of the list. Each is a lesson worked through:
 * the texts are painted before the first of them, and between them the page
 * answers.
 * @param {HTMLElement} main
 */
async function list(main) {
  await painted();
  const lessons = await Promise.all(topics.map(async ({ name }) => (await import(`./learn/${name}.js`)).lesson));
  await sliced(hang(main, lessons));
}

/** @param {HTMLElement} main @param {import("./learn/stage.js").Lesson<any, any>[]} lessons one for each topic */
function* hang(main, lessons) {
  for (const [i, { name, share }] of topics.entries()) {
    main.querySelector(`[data-topic="${name}"] .pane`)?.append(poster(item(lessons, i), share));
    yield;
  }
}
