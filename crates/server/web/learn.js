// Pages to learn from: the list, and one of them. Their texts are in the page
// already; here the boards come to life.

import { h, put } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { frame } from "./app/shell.js";
import { failed } from "./app/states.js";
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

/** Hangs a picture over each topic of the list. @param {HTMLElement} main */
async function list(main) {
  await Promise.all(
    topics.map(async ({ name, share }) => {
      const { lesson } = await import(`./learn/${name}.js`);
      main.querySelector(`[data-topic="${name}"]`)?.prepend(h("div", { class: "pane" }, poster(lesson, share)));
    }),
  );
}
