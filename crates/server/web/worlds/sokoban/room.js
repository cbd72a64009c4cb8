// The board of Sokoban in rooms and replays: what the server says is shown.

import { h, put } from "../../app/dom.js";
import { number, t } from "../../app/i18n.js";
import { Picture } from "./picture.js";
import { Game, Level } from "./rules.js";
import { elsewhere } from "./table.js";

/** @typedef {{ rows: string[], boxes: [number, number][], player: [number, number], moves: number, pushes: number, solved: boolean }} View */

const NAMES = ["left", "up", "right", "down"];
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "left", ArrowUp: "up", ArrowRight: "right", ArrowDown: "down" };

/**
 * @param {HTMLElement} el
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(el, table) {
  /** @type {Picture | undefined} */
  let picture;
  /** @type {Game | undefined} */
  let game;
  let rows = "";
  const moves = h("dd", null, "0");
  const pushes = h("dd", null, "0");
  const leave = new AbortController();
  put(table.panel, h("div", { class: "sheet" }, h("dl", { class: "figures" }, h("div", null, h("dt", null, t("pushes", "poussées")), pushes), h("div", null, h("dt", null, t("moves", "coups")), moves))));
  document.addEventListener(
    "keydown",
    (event) => {
      const go = KEYS[event.key];
      if (!table.live || !go || elsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      table.act(go);
    },
    { signal: leave.signal },
  );

  return {
    update({ view: told }) {
      const view = /** @type {View} */ (told);
      if (rows !== view.rows.join("\n")) {
        rows = view.rows.join("\n");
        const level = new Level(view.rows);
        game = new Game(level);
        picture = new Picture(level);
        const drawn = picture;
        drawn.svg.addEventListener("click", (event) => {
          if (!table.live || !game) return;
          const way = game.walk(drawn.cellAt(event));
          for (const dir of way ?? []) table.act(NAMES[dir] ?? "");
        });
        put(el, h("div", { class: "soko-table", role: "img", "aria-label": t("Sokoban board", "Plateau de Sokoban") }, drawn.svg));
      }
      if (!game || !picture) return;
      const { cols } = game.level;
      const player = view.player[0] * cols + view.player[1];
      const step = [-1, -cols, 1, cols].indexOf(player - game.player);
      if (step >= 0) game.facing = /** @type {import("./rules.js").Dir} */ (step);
      game.boxAt.fill(-1);
      game.boxes = view.boxes.map(([r, c]) => r * cols + c);
      game.boxes.forEach((cell, index) => game && (game.boxAt[cell] = index));
      game.player = player;
      picture.show(game);
      picture.point(-1, 0);
      moves.textContent = number(view.moves);
      pushes.textContent = number(view.pushes);
    },
    hint(action) {
      const dir = NAMES.indexOf(action);
      if (game && picture && dir >= 0) picture.point(game.player, /** @type {import("./rules.js").Dir} */ (dir));
    },
    verdict: () => t("Solved!", "Résolu !"),
    destroy: () => leave.abort(),
  };
}
