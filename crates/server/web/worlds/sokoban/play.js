// The page of one level: the board, what was achieved, and every help.

import { button } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { endCard } from "../../app/end_card.js";
import { howToButton } from "../../app/how_to.js";
import { count, number, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { toast } from "../../app/notifications.js";
import { pngOf, standalone } from "../../app/picture.js";
import { coded } from "../../app/rows.js";
import { share, sharePicture } from "../../app/share.js";
import { worldHead } from "../../app/shell.js";
import { sound } from "../../app/sound.js";
import { replayPage } from "./ask.js";
import { assist } from "./assist.js";
import { elsewhere, PlayTable, pad } from "./player.js";
import { keyOf, Level } from "./rules.js";
import { begun, best, finished, leaveAt } from "./storage.js";

/**
 * @param {HTMLElement} main
 * @param {object} what
 * @param {string} what.title
 * @param {string[]} what.rows
 * @param {string} [what.before] the link to the level before
 * @param {string} [what.after] the link to the next level
 * @param {number | null} [what.pushes] the fewest pushes known
 */
export function play(main, { title, rows, before, after, pushes: known }) {
  const level = new Level(rows);
  const key = keyOf(rows);
  const moves = h("dd", { class: "soko-moves" }, "0");
  const pushes = h("dd", { class: "soko-pushes" }, "0");
  const home = h("dd", { class: "soko-home" }, "0");
  const record = h("dd", { class: "soko-best" }, "–");
  const stage = h("div", { class: "board-frame" });
  /** @type {ReturnType<typeof endCard> | undefined} */
  let card;
  const line = h("p", { class: "soko-line small quiet", "aria-hidden": "true" });
  let told = false;

  const table = new PlayTable(level, (what) => {
    sound(what === "moved" ? "move" : "refused");
    figures();
    help.changed(what);
  });
  const { game } = table;
  stage.append(h("div", { class: "board soko-stage" }, table.el));

  const undo = button(t("Undo", "Annuler"), () => table.undo(), { icon: "undo", key: "U" });
  const redo = button(t("Redo", "Refaire"), () => table.redo(), { icon: "redo", key: "R" });
  const restart = button(t("Restart", "Recommencer"), () => table.restart(), { icon: "first", key: "Home" });
  const help = assist(table, { known: known ?? null });

  /** The moves are written down when the hand rests. */
  let saving = 0;
  const save = () => leaveAt(key, game.solved ? "" : game.lurd());
  addEventListener("pagehide", save);
  function figures() {
    moves.textContent = number(game.moves);
    pushes.textContent = number(game.pushes);
    home.textContent = `${game.home} / ${game.boxes.length}`;
    line.textContent = `${count(game.pushes, "push", "pushes", "poussée", "poussées")} · ${count(game.moves, "move", "moves", "coup", "coups")} · ${game.home} / ${game.boxes.length}`;
    undo.disabled = game.at === 0;
    redo.disabled = game.at === game.log.length;
    restart.disabled = game.at === 0;
    clearTimeout(saving);
    saving = window.setTimeout(save, 250);
    if (game.solved && !table.queue.length) won();
    else {
      told = false;
      card?.leave();
    }
  }

  function bestLine() {
    const { pushes: fewest, moves: shortest } = best(key);
    record.textContent =
      fewest && shortest
        ? fewest.pushes === shortest.pushes
          ? `${number(shortest.pushes)} / ${number(shortest.moves)}`
          : `${number(fewest.pushes)} · ${number(shortest.moves)}`
        : "–";
  }

  function won() {
    if (told) return;
    told = true;
    const mine = game.unaided;
    const isRecord = mine && finished(key, { moves: game.moves, pushes: game.pushes, solution: game.lurd() });
    bestLine();
    leaveAt(key, "");
    const figures = /** @type {[string, string][]} */ ([
      [number(game.pushes), t("pushes", "poussées")],
      [number(game.moves), t("moves", "coups")],
    ]);
    if (known) figures.push([number(known), t("pushes are enough", "poussées suffisent")]);
    const next = after ?? "/sokoban";
    card = endCard(
      {
        won: true,
        title: mine ? t("Solved!", "Résolu !") : t("Solved by the solver", "Résolu par le solveur"),
        text:
          mine && game.pushes === known
            ? t("Nobody does it with fewer pushes.", "Personne ne fait mieux en poussées.")
            : isRecord
              ? t("Your best yet.", "Votre record.")
              : "",
        figures,
      },
      {
        on: { text: after ? t("Next level", "Niveau suivant") : t("All levels", "Tous les niveaux"), act: () => location.assign(next) },
        again: { text: t("Again", "Encore"), act: () => table.restart() },
        watch: async () => location.assign(await replayPage(rows, game.lurd())),
        share: async () => sharePicture(await pngOf(standalone(table.drawing.svg)), title),
      },
    );
    stage.append(card);
  }

  document.addEventListener("keydown", (event) => {
    if (elsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n" && after) location.assign(after);
    else if (event.key === "p" && before) location.assign(before);
    else if (event.key === "h" || event.key === "?") help.hint();
    else return;
    event.preventDefault();
  });

  put(
    main,
    worldHead(
      { eyebrow: "Sokoban", title },
      howToButton("sokoban"),
      h("a", { class: "btn", href: "/sokoban" }, icon("fit"), t("All levels", "Tous les niveaux")),
      before
        ? h(
            "a",
            { class: "btn icon", href: before, title: t("Previous level (P)", "Niveau précédent (P)") },
            icon("left"),
            h("span", { class: "out" }, t("Previous level", "Niveau précédent")),
          )
        : null,
      after
        ? h(
            "a",
            { class: "btn icon", href: after, title: t("Next level (N)", "Niveau suivant (N)") },
            icon("right"),
            h("span", { class: "out" }, t("Next level", "Niveau suivant")),
          )
        : null,
      h("a", { class: "btn", href: `/sokoban?edit&board=${encodeURIComponent(coded(rows))}` }, icon("edit"), t("Edit", "Modifier")),
      button(
        t("Share", "Partager"),
        () => void share(`/sokoban?board=${encodeURIComponent(coded(rows))}&title=${encodeURIComponent(title)}`),
        { icon: "share" },
      ),
    ),
    h(
      "div",
      { class: "table soko-play" },
      h(
        "div",
        { class: "stack" },
        stage,
        line,
        h("div", { class: "row soko-tools" }, undo, redo, restart, help.hintButton),
        pad(table),
        help.film,
        help.warning,
      ),
      h(
        "div",
        { class: "sheet stack" },
        h(
          "dl",
          { class: "figures" },
          [
            [t("pushes", "poussées"), pushes],
            [t("moves", "coups"), moves],
            [t("boxes home", "caisses en place"), home],
            [t("best (pushes / moves)", "record (poussées / coups)"), record],
          ].map(([label, value]) => h("div", null, h("dt", null, /** @type {string} */ (label)), /** @type {HTMLElement} */ (value))),
        ),
        help.panel,
        h(
          "p",
          { class: "small quiet soko-how" },
          t(
            "Arrow keys or WASD. Click a cell to walk there; click a box, then where it should go, or drag it.",
            "Flèches ou ZQSD. Cliquez une case pour y marcher ; cliquez une caisse puis sa destination, ou glissez-la.",
          ),
        ),
      ),
    ),
  );
  bestLine();
  const kept = begun(key);
  if (kept) {
    game.play(kept);
    game.seek(game.log.length);
    table.drawing.show(game);
    if (game.at) toast(t("You are where you left off. Home begins anew.", "Vous êtes là où vous étiez. Début recommence."));
  }
  figures();
}
