// Pages to learn from: the list, and one of them.

import { h, put } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { frame, worldHead } from "./app/shell.js";
import { empty, failed } from "./app/states.js";
import { titleOf } from "./app/worlds.js";
import { topics } from "./learn/topics.js";

/**
 * @param {HTMLElement} main
 * @param {string} name
 */
export async function mount(main, name) {
  if (!name) return list(main);
  const topic = topics.find((one) => one.name === name);
  if (!topic) return put(main, failed(t("This page is not written.", "Cette page n'est pas écrite.")));
  frame({ title: topic.title, world: topic.world });
  const page = await import(`./learn/${name}.js`);
  await page.mount(main);
}

/** @param {HTMLElement} main */
function list(main) {
  put(
    main,
    worldHead({ title: t("Learn", "Apprendre"), lead: t("Short pages on the ideas behind the worlds, each with a board you can change and an algorithm you can step through.", "De courtes pages sur les idées derrière les mondes, chacune avec un plateau à modifier et un algorithme à suivre pas à pas.") }),
    topics.length
      ? h("ul", { class: "list" }, topics.map(({ name, world, title, line }) => h("li", { "data-world": world }, h("a", { class: "item", href: `/learn/${name}` }, h("span", { class: "grow" }, title, h("br"), h("span", { class: "quiet small" }, line)), h("span", { class: "chip" }, titleOf(world))))))
      : empty(t("The first pages are being written. Until then, watching is learning:", "Les premières pages s'écrivent. D'ici là, regarder, c'est apprendre :"), h("a", { class: "btn main", href: "/maze" }, t("Watch a maze grow", "Voir pousser un labyrinthe"))),
  );
}
