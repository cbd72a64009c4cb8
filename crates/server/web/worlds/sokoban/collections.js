// The levels: those that come with the program and those of this browser, as
// small pictures with what was achieved.

import { button } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { worldHead } from "../../app/shell.js";
import { about } from "../../app/worlds.js";
import { thumbnail } from "./drawing.js";
import { keyOf, Level } from "./rules.js";
import { begun, bests, keepOwn, own } from "./storage.js";

/**
 * A level with its place.
 * @typedef {object} Item
 * @property {string} title
 * @property {string[]} rows
 * @property {string} href
 * @property {string} key
 * @property {number | null} [pushes] the fewest known
 */

const KINDS = /** @type {Record<string, string>} */ ({
  easy: t("Easy", "Facile"),
  medium: t("Medium", "Moyen"),
  hard: t("Hard", "Difficile"),
  expert: t("Expert", "Expert"),
});

/** What a class of difficulty is called. @param {string} kind */
export function kindName(kind) {
  return KINDS[kind] ?? kind;
}

/**
 * Levels that teach one thing.
 * @typedef {{ name: string, story: string, items: Item[] }} Shelf
 */

/**
 * The shipped levels by what they teach, each from easy to hard.
 * @param {import("../../app/questions.js").ShippedLevels} shipped
 * @returns {Shelf[]}
 */
export function shelves({ collections, levels }) {
  return collections.map(({ name, story, levels: numbers }) => ({
    name: t(name.en, name.fr),
    story: t(story.en, story.fr),
    items: numbers.flatMap((number, place) => {
      const level = levels[number - 1];
      if (!level) return [];
      const title = `${t(name.en, name.fr)} ${place + 1}`;
      return { title, rows: level.rows, href: `/sokoban?level=${number}`, key: keyOf(level.rows), pushes: level.pushes };
    }),
  }));
}

/** @returns {Item[]} */
export function ownItems() {
  return own().map(({ title, rows }, index) => ({
    title: title || t(`Level ${index + 1}`, `Niveau ${index + 1}`),
    rows,
    href: `/sokoban?own=${index + 1}`,
    key: keyOf(rows),
    pushes: null,
  }));
}

/**
 * @param {HTMLElement} main
 * @param {Shelf[]} shelves
 * @param {() => void} openImport
 */
export function collectionPage(main, shelves, openImport) {
  const shipped = shelves.flatMap(({ items }) => items);
  const done = bests();
  const solved = shipped.filter(({ key }) => done[key]).length;
  const next = shipped.find(({ key }) => !done[key]) ?? shipped[0];
  const mine = ownItems();
  put(
    main,
    worldHead(
      { title: "Sokoban", lead: about() },
      button(t("Open", "Ouvrir"), openImport, { icon: "open" }),
      h("a", { class: "btn", href: "/sokoban?edit" }, icon("edit"), t("Draw", "Dessiner")),
      h("a", { class: "btn", href: "/sokoban?make" }, icon("dice"), t("Generate", "Créer")),
    ),
    h(
      "div",
      { class: "banner soko-progress" },
      h(
        "div",
        { class: "grow" },
        h("strong", null, t(`${solved} of ${shipped.length} solved`, `Résolus : ${solved} sur ${shipped.length}`)),
        h("progress", { max: shipped.length, value: solved, "aria-label": t("Levels solved", "Niveaux résolus") }),
      ),
      next
        ? h(
            "a",
            { class: "btn main big", href: next.href },
            icon("play"),
            solved ? t(`Go on: ${next.title}`, `Continuer : ${next.title}`) : t("Play", "Jouer"),
          )
        : null,
    ),
    mine.length ? section({ name: t("Your levels", "Vos niveaux"), story: "", items: mine }, done, true) : null,
    shelves.map((shelf) => section(shelf, done)),
  );
}

/**
 * @param {Shelf} shelf
 * @param {Record<string, import("./storage.js").Best>} done
 * @param {boolean} [mine]
 */
function section({ name, story, items }, done, mine = false) {
  const list = h(
    "ul",
    { class: "soko-shelf" },
    items.map((item, index) => {
      const best = done[item.key];
      const under = best?.pushes
        ? [h("span", { class: "soko-done" }, "✓ "), count(best.pushes.pushes, "push", "pushes", "poussée", "poussées")]
        : begun(item.key)
          ? t("begun", "commencé")
          : item.pushes
            ? count(item.pushes, "push", "pushes", "poussée", "poussées")
            : "";
      const card = h(
        "li",
        null,
        h(
          "a",
          { class: ["soko-card", best && "done"], href: item.href },
          thumbnail(new Level(item.rows)),
          // The shelf's name stands above it already.
          item.title.startsWith(`${name} `)
            ? h("span", { class: "soko-title" }, h("span", { class: "out" }, `${name} `), item.title.slice(name.length + 1))
            : h("span", { class: "soko-title" }, item.title),
          h("span", { class: "small quiet" }, under),
        ),
      );
      if (mine) {
        card.append(
          button(
            t(`Remove ${item.title}`, `Retirer ${item.title}`),
            () => {
              keepOwn(own().filter((_, at) => at !== index));
              location.reload();
            },
            { icon: "close", bare: true, kind: "bare soko-remove" },
          ),
        );
      }
      return card;
    }),
  );
  const solved = items.filter(({ key }) => done[key]).length;
  return h(
    "section",
    { class: "soko-section" },
    h("h2", null, name, " ", h("span", { class: "chip" }, `${solved} / ${items.length}`)),
    story ? h("p", { class: "quiet" }, story) : null,
    list,
  );
}
