// The page of one level: the board, what was achieved, and every help.

import { button, figures } from "../../app/controls.js";
import { dayName } from "../../app/daily.js";
import { h, inSheet, inStack, put } from "../../app/dom.js";
import { endCard } from "../../app/end_card.js";
import { howToButton } from "../../app/how_to.js";
import { count, number, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { toast } from "../../app/notifications.js";
import { signedPng, standalone } from "../../app/picture.js";
import { coded } from "../../app/rows.js";
import { share, sharePicture } from "../../app/share.js";
import { worldHead } from "../../app/shell.js";
import { sound } from "../../app/sound.js";
import { replayPage } from "./ask.js";
import { assist } from "./assist.js";
import { HANDS, isTaken, PlayTable, pad } from "./player.js";
import { keyOf, Level } from "./rules.js";
import { begun, best, finished, leaveAt } from "./storage.js";

/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {string[]} rows
 * @property {string} [before] the link to the level before
 * @property {string} [after] the link to the next level
 * @property {number | null} [pushes] the fewest pushes known
 */

/** @param {HTMLElement} main @param {Shown} shown */
export function play(main, shown) {
  new LevelPage(shown).lay(main);
}

/** A link with a sign only. @param {string} href @param {import("../../app/icons.js").Icon} sign @param {string} text @param {string} key */
function signLink(href, sign, text, key) {
  return h("a", { class: "btn icon", href, title: `${text} (${key})` }, icon(sign), h("span", { class: "out" }, text));
}

/** The way on, in words. @param {string} href */
function nextLink(href) {
  const text = t("Next level", "Niveau suivant");
  return h("a", { class: "btn", href, title: `${text} (N)` }, text, icon("right"));
}

class LevelPage {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
    this.key = keyOf(shown.rows);
    this.figures = {
      pushes: h("dd", { class: "soko-pushes" }, "0"),
      moves: h("dd", { class: "soko-moves" }, "0"),
      home: h("dd", { class: "soko-home" }, "0"),
      record: h("dd", { class: "soko-best" }, "–"),
    };
    this.line = h("p", { class: "soko-line small quiet", "aria-hidden": "true" });
    /** @type {ReturnType<typeof endCard> | undefined} */
    this.card = undefined;
    /** Whether the end was told. */
    this.told = false;
    /** The moves are written down when the hand rests. */
    this.saving = 0;
    const level = new Level(shown.rows);
    /** What the last sound was about. */
    this.heard = { home: Infinity, pushes: 0 };
    this.table = new PlayTable(level, (what) => {
      const { home, pushes } = this.table.game;
      void sound(what === "refused" ? what : home > this.heard.home ? "home" : pushes > this.heard.pushes ? "Pushed" : "move");
      this.heard = { home, pushes };
      this.#count();
      this.help.changed(what);
    });
    this.game = this.table.game;
    this.stage = h("div", { class: "board-frame" }, h("div", { class: "board soko-stage" }, this.table.el));
    this.undo = button(t("Undo", "Annuler"), () => this.table.undo(), { icon: "undo", key: "U" });
    this.redo = button(t("Redo", "Refaire"), () => this.table.redo(), { icon: "redo", key: "R" });
    this.restart = button(t("Restart", "Recommencer"), () => this.table.restart(), { icon: "first", key: "Home" });
    this.help = assist(this.table, { known: shown.pushes ?? null });
    addEventListener("pagehide", () => this.#save());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {HTMLElement} main */
  lay(main) {
    const { help, undo, redo, restart } = this;
    put(
      main,
      this.#head(),
      h(
        "div",
        { class: "table soko-play" },
        inStack(
          this.stage,
          this.line,
          // While a film is open it takes the place of what the hands have.
          help.film,
          h("div", { class: "row soko-tools" }, undo, redo, restart, help.hintButton),
          pad(this.table),
          help.warning,
        ),
        inSheet(this.#numbers(), help.panel, h("p", { class: "small quiet soko-how" }, HANDS)),
      ),
    );
    this.#showBest();
    this.#takeUp();
    this.#count();
  }

  #head() {
    const { title, rows, before, after } = this.shown;
    const board = encodeURIComponent(coded(rows));
    return worldHead(
      { eyebrow: dayName() ?? "Sokoban", title },
      howToButton("sokoban"),
      h("a", { class: "btn", href: "/sokoban" }, icon("levels"), t("All levels", "Tous les niveaux")),
      before ? signLink(before, "left", t("Previous level", "Niveau précédent"), "P") : null,
      after ? nextLink(after) : null,
      h("a", { class: "btn", href: `/sokoban?edit&board=${board}` }, icon("edit"), t("Edit", "Modifier")),
      button(t("Share", "Partager"), () => void share(`/sokoban?board=${board}&title=${encodeURIComponent(title)}`), { icon: "share" }),
    );
  }

  #numbers() {
    const { pushes, moves, home, record } = this.figures;
    return figures([
      [t("pushes", "poussées"), pushes],
      [t("moves", "coups"), moves],
      [t("boxes home", "caisses en place"), home],
      [t("best (pushes / moves)", "record (poussées / coups)"), record],
    ]);
  }

  /** Goes on where the level was left. */
  #takeUp() {
    const kept = begun(this.key);
    if (!kept) return;
    this.game.play(kept);
    this.game.seek(this.game.log.length);
    this.table.drawing.show(this.game);
    if (this.game.at)
      toast(t("You are where you left off. “Restart” begins anew.", "Vous reprenez où vous en étiez. « Recommencer » repart du début."));
  }

  #save() {
    // A film that is watched is no part of what was played.
    const filming = !this.help.film.hidden;
    leaveAt(this.key, this.game.solved && !filming ? "" : this.game.written({ filming }));
  }

  #count() {
    const { game, figures } = this;
    const home = `${game.home} / ${game.boxes.length}`;
    figures.moves.textContent = number(game.moves);
    figures.pushes.textContent = number(game.pushes);
    figures.home.textContent = home;
    this.line.textContent = `${count(game.pushes, "push", "pushes", "poussée", "poussées")} · ${count(game.moves, "move", "moves", "coup", "coups")} · ${home} ${t("home", "en place")}`;
    this.undo.disabled = this.restart.disabled = game.at === 0;
    this.redo.disabled = game.at === game.log.length;
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.#save(), 250);
    if (game.solved && !this.table.queue.length) return this.#won();
    this.told = false;
    this.card?.leave();
  }

  #showBest() {
    const { pushes: fewest, moves: shortest } = best(this.key);
    if (!fewest || !shortest) return;
    const both = fewest.pushes === shortest.pushes;
    this.figures.record.textContent = `${number(fewest.pushes)}${both ? " / " : " · "}${number(shortest.moves)}`;
  }

  #won() {
    if (this.told) return;
    this.told = true;
    const { game, table } = this;
    const { title, rows, after, pushes: known } = this.shown;
    const mine = game.unaided;
    const isRecord = mine && finished(this.key, { moves: game.moves, pushes: game.pushes, solution: game.lurd() });
    this.#showBest();
    this.#save();
    /** @type {[string, string][]} */
    const reached = [
      [number(game.pushes), t("pushes", "poussées")],
      [number(game.moves), t("moves", "coups")],
    ];
    if (known) reached.push([number(known), t("best possible", "minimum possible")]);
    const praise =
      mine && game.pushes === known
        ? t("Nobody does it with fewer pushes.", "Impossible en moins de poussées.")
        : t("Your best yet.", "Votre record.");
    this.card = endCard(
      {
        // What the solver did is nobody's victory, nor a day's.
        ...(mine ? { won: true } : {}),
        title: mine ? t("Solved!", "Résolu !") : t("Solved by the solver", "Résolu par le solveur"),
        text: isRecord || (mine && game.pushes === known) ? praise : "",
        line: [
          `${number(game.pushes)} ${t("pushes", "poussées")}${known ? ` (${number(known)} ${t("at best", "au mieux")})` : ""}`,
          `${number(game.moves)} ${t("moves", "coups")}`,
        ].join(", "),
        figures: reached,
      },
      {
        on: {
          text: after ? t("Next level", "Niveau suivant") : t("All levels", "Tous les niveaux"),
          act: () => location.assign(after ?? "/sokoban"),
        },
        again: { text: t("Again", "Rejouer"), act: () => table.restart() },
        watch: async () => location.assign(`${await replayPage(rows, game.lurd())}?play`),
        share: async () => sharePicture(await signedPng(standalone(table.drawing.svg)), title),
        closed: (rest) => this.stage.after(rest),
      },
    );
    this.stage.append(this.card);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { before, after } = this.shown;
    if (isTaken(event)) return;
    if (event.key === "n" && after) location.assign(after);
    else if (event.key === "p" && before) location.assign(before);
    else if (event.key === "h" || event.key === "?") this.help.hint();
    else return;
    event.preventDefault();
  }
}
