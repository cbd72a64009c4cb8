// Sokoban: the shelf of levels, the board with its helps, the editor, the
// generator; and the board for rooms and replays.

import { levelOf } from "../app/daily.js";
import { h, put } from "../app/dom.js";
import { noun, t } from "../app/i18n.js";
import { failed } from "../app/states.js";
import { judge } from "./sokoban/accuracy.js";
import { collection } from "./sokoban/ask.js";
import { collectionPage, ownItems, shelves } from "./sokoban/collections.js";
import { importDialog, receive } from "./sokoban/import.js";
import { play } from "./sokoban/play.js";
import { adviceText } from "./sokoban/room.js";
import { decoded } from "./sokoban/rules.js";
import { bests } from "./sokoban/storage.js";

export { actionText, board } from "./sokoban/room.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  if (params.has("edit")) {
    const { editor } = await import("./sokoban/editor.js");
    return editor(main, decoded(params.get("board") ?? ""));
  }
  if (params.has("make")) {
    const { generatorPage } = await import("./sokoban/generator.js");
    return generatorPage(main, params);
  }
  if (params.has("board")) {
    const rows = decoded(params.get("board") ?? "");
    if (!/[@+]/.test(rows.join("")) || !/[$*]/.test(rows.join("")))
      return put(main, failed(t("This link holds no level.", "Ce lien ne contient pas de niveau.")));
    receive(main);
    return play(main, { title: params.get("title")?.slice(0, 80) || t("A level", "Un niveau"), rows });
  }
  if (params.has("own")) return one(main, ownItems(), Number(params.get("own")));
  const shelf = shelves(await collection());
  const shipped = shelf.flatMap(({ items }) => items);
  if (params.has("day")) return one(main, shipped, levelOf(params.get("day") ?? "", shipped.length) + 1);
  if (params.has("level")) {
    const href = `/sokoban?level=${Number(params.get("level"))}`;
    return one(main, shipped, shipped.findIndex((item) => item.href === href) + 1);
  }
  if (params.has("play")) {
    const done = bests();
    const at = Math.max(
      0,
      shipped.findIndex(({ key }) => !done[key]),
    );
    history.replaceState(null, "", shipped[at]?.href);
    return one(main, shipped, at + 1);
  }
  receive(main);
  collectionPage(main, shelf, importDialog);
}

/**
 * @param {HTMLElement} main
 * @param {import("./sokoban/collections.js").Item[]} items
 * @param {number} n from 1
 */
function one(main, items, n) {
  const item = items[n - 1];
  if (!item) return put(main, failed(t("There is no such level.", "Ce niveau n’existe pas.")), h("p"));
  document.title = `${item.title} · Sokoban · Dédale`;
  receive(main);
  play(main, { title: item.title, rows: item.rows, before: items[n - 2]?.href, after: items[n]?.href, pushes: item.pushes });
}

/** @type {import("../app/wire.js").Review} */
export const review = {
  unit: (n) => noun(n, "push", "pushes", "poussée", "poussées"),
  judge,
  advice: adviceText,
  about: () => t("Pushes above the fewest that the position needed.", "Poussées au-delà du minimum que demandait la position."),
};
