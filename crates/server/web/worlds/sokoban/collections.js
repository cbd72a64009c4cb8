// The levels: those that come with the program and those of this browser, as
// small pictures with what was achieved.

import { button } from "../../app/controls.js";
import { h, inRow, put } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { dialog } from "../../app/notifications.js";
import { download } from "../../app/share.js";
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

/** Of one's own levels so many are shown at first: whoever opened a thousand still sees the shelves below. */
const SHOWN = 60;

/**
 * @param {Shelf} shelf
 * @param {Record<string, import("./storage.js").Best>} done
 * @param {boolean} [mine]
 */
function section({ name, story, items }, done, mine = false) {
  const shown = mine ? items.slice(0, SHOWN) : items;
  const rest = items.slice(shown.length).values();
  const list = h(
    "ul",
    { class: "soko-shelf" },
    shown.map((item) => card(item, name, done, mine)),
  );
  const more = button(t(`Show all ${number(items.length)}`, `Afficher les ${number(items.length)}`), () => {
    const cards = Array.from(rest, (item) => card(item, name, done, mine));
    list.append(...cards);
    cards[0]?.querySelector("a")?.focus();
    more.remove();
  });
  const solved = items.filter(({ key }) => done[key]).length;
  return h(
    "section",
    { class: "soko-section" },
    h("h2", null, name, " ", h("span", { class: "chip" }, `${number(solved)} / ${number(items.length)}`)),
    story ? h("p", { class: "quiet" }, story) : null,
    mine
      ? inRow(
          saveAll(),
          button(t("Remove all…", "Tout retirer…"), () => askRemoval(items.length), { kind: "bare" }),
        )
      : null,
    list,
    shown.length < items.length ? more : null,
  );
}

/**
 * A level of a shelf; one's own can be removed.
 * @param {Item} item
 * @param {string} shelf its name stands above already
 * @param {Record<string, import("./storage.js").Best>} done
 * @param {boolean} mine
 */
function card({ title, rows, href, key, pushes }, shelf, done, mine) {
  const best = done[key];
  const under = best?.pushes
    ? [h("span", { class: "soko-done" }, "✓ "), count(best.pushes.pushes, "push", "pushes", "poussée", "poussées")]
    : begun(key)
      ? t("begun", "commencé")
      : pushes
        ? count(pushes, "push", "pushes", "poussée", "poussées")
        : "";
  const remove = () => {
    keepOwn(own().filter((one) => keyOf(one.rows) !== key));
    location.reload();
  };
  return h(
    "li",
    null,
    h(
      "a",
      { class: ["soko-card", best && "done"], href },
      thumbnail(new Level(rows)),
      title.startsWith(`${shelf} `)
        ? h("span", { class: "soko-title" }, h("span", { class: "out" }, `${shelf} `), title.slice(shelf.length + 1))
        : h("span", { class: "soko-title" }, title),
      h("span", { class: "small quiet" }, under),
    ),
    mine ? button(t(`Remove ${title}`, `Retirer ${title}`), remove, { icon: "close", bare: true, kind: "bare soko-remove" }) : null,
  );
}

/** Saves one's own levels as a file that every Sokoban opens. */
function saveAll() {
  const text = () => ownItems().map(({ title, rows }) => `${rows.join("\n")}\nTitle: ${title}\n`);
  return button(t("Save all", "Tout enregistrer"), () => download("sokoban-levels.xsb", text().join("\n")), { icon: "save" });
}

/** Removes one's own levels, once it is certain that they may go. @param {number} levels */
function askRemoval(levels) {
  const remove = () => {
    keepOwn([]);
    location.reload();
  };
  dialog(
    t(`Remove all your levels (${number(levels)})?`, `Retirer tous vos niveaux (${number(levels)}) ?`),
    t("They are kept in this browser and nowhere else.", "Ils ne sont gardés que dans ce navigateur."),
    { actions: [saveAll(), button(t("Remove all", "Tout retirer"), remove, { kind: "main" })] },
  );
}
