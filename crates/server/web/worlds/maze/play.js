// A maze to find one's way through: the board first, time and steps beside it,
// the next maze and a harder one behind it.

import { button, figures, freshSeed, wrongSeed } from "../../app/controls.js";
import { dayName } from "../../app/daily.js";
import { h, put, withKeys } from "../../app/dom.js";
import { endCard } from "../../app/end_card.js";
import { howToButton } from "../../app/how_to.js";
import { clock, number, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { tellWrongLink } from "../../app/notifications.js";
import { signedPng } from "../../app/picture.js";
import { sharePicture } from "../../app/share.js";
import { worldHead } from "../../app/shell.js";
import { sliced } from "../../app/slices.js";
import { sound } from "../../app/sound.js";
import { keep, keepInTab, recall, recallInTab } from "../../app/storage.js";
import { titleOf } from "../../app/worlds.js";
import { generation } from "./ask.js";
import { walk } from "./controls.js";
import { pictureOf } from "./export.js";
import { LEVELS } from "./levels.js";
import { distances } from "./measure.js";
import { Pane } from "./pane.js";
import { retrace } from "./retrace.js";

/** Milliseconds in which a walk is seen again. */
const FILM = 8000;
/** A phone held upright. */
const PHONE = matchMedia("(max-width: 40rem) and (min-height: 32rem)");
/** What moves the pawn. */
const HANDS = matchMedia("(pointer: coarse)").matches
  ? t("Draw along the corridors to the target.", "Tracez le long des couloirs jusqu’à la cible.")
  : t("Arrow keys, or draw along the corridors to the target.", "Flèches, ou tracez le long des couloirs jusqu’à la cible.");
/** Where a tab remembers a walk that is not over. */
const WALK = "maze-walk";

/**
 * A walk that is not over: the cells entered in turn, those of a maze that lies
 * on its side, and how long it took so far in milliseconds. Time away from the
 * page does not count.
 * @typedef {{ level: number, seed: number, cells: number[], spent: number }} Walk
 */

/** @param {HTMLElement} main @param {number} first the seed @param {URLSearchParams} params */
export async function mazePlay(main, first, params) {
  const page = new MazePlay(main);
  const asked = params.get("level");
  const known = /^\d+$/.test(asked ?? "") && Number(asked) < LEVELS.length;
  const wrong =
    asked === null || known
      ? []
      : [
          t(
            `there is no level “${asked}”, they go from 0 to ${LEVELS.length - 1}`,
            `il n’y a pas de niveau « ${asked} », ils vont de 0 à ${LEVELS.length - 1}`,
          ),
        ];
  tellWrongLink([...wrong, ...wrongSeed(params)]);
  // Loaded anew, as by another language, the page goes on where the walk was.
  const walk = /** @type {Walk | undefined} */ (recallInTab(WALK));
  const level = known ? Number(asked) : recall("maze-level", 1);
  await page.begin(first, level, walk?.level === level && walk.seed === first ? walk : undefined);
}

class MazePlay {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.pane = new Pane(t("A maze to walk through", "Un labyrinthe à parcourir"));
    this.pane.tint = "plain";
    this.pane.ink = true;
    this.#spare();
    this.pane.largest = 120;
    this.frame = h("div", { class: "board-frame maze-stage maze-walk", "data-panes": "1" }, this.pane.el);
    this.time = h("dd", null, "0:00");
    this.steps = h("dd", null, "0");
    this.strip = h("div", { class: "strip maze-strip" });
    this.level = 1;
    this.started = 0;
    this.seed = 0;
    /** The cells walked through, in turn. @type {number[]} */
    this.route = [];
    /** Whether the maze stands upright. */
    this.upright = false;
    /** @type {(() => void) | undefined} */
    this.stop = undefined;
    setInterval(() => this.tick(), 250);
    addEventListener("pagehide", () => this.#keep());
    // A phone that is turned has another place for the maze.
    addEventListener("resize", () => {
      this.#spare();
      const { far, most } = this.pane.painter ?? {};
      void this.pane.lay();
      Object.assign(this.pane.painter ?? {}, { far, most });
    });
    this.harder = button(t("Harder", "Plus dur"), () => void this.begin(freshSeed(), this.level + 1), { icon: "dense" });
    this.easier = button(t("Easier", "Plus facile"), () => void this.begin(freshSeed(), this.level - 1), { icon: "coarse" });
    const score = figures([
      [t("time", "temps"), this.time],
      [t("steps", "pas"), this.steps],
    ]);
    score.classList.add("maze-score");
    // A clock needs no name for those who see it.
    score.querySelector("dt")?.classList.add("out");
    const tools = h(
      "div",
      { class: "row maze-tools" },
      button(t("Next maze", "Suivant"), () => void this.begin(freshSeed(), this.level), { icon: "next" }),
      this.easier,
      this.harder,
      howToButton("maze"),
      h("a", { class: "btn", href: "/maze" }, icon("flask"), t("Laboratory", "Labo")),
    );
    const scroll = this.pane.el.querySelector(".maze-scroll");
    if (scroll) this.pane.el.prepend(withKeys(scroll, titleOf("maze")));
    put(main, worldHead({ title: t("Find the way out", "Trouvez la sortie"), eyebrow: dayName() }, score, tools), this.frame, this.strip);
    // Under the maze a phone held upright has room for words.
    const move = () => (PHONE.matches ? this.strip : score).after(tools);
    PHONE.addEventListener("change", move);
    move();
  }

  /** A phone on its side has a low bar and one row above the maze. */
  #spare() {
    this.pane.spare = innerHeight < 512 ? 140 : 190;
  }

  tick() {
    if (this.started) this.time.textContent = clock(performance.now() - this.started);
  }

  /** Remembers a walk that is not over, so that a page loaded anew goes on with it. */
  #keep() {
    if (!this.started) return;
    const cells = this.upright ? this.route.map((cell) => this.#turned(cell)) : this.route;
    keepInTab(WALK, { level: this.level, seed: this.seed, cells: cells.slice(1), spent: performance.now() - this.started });
  }

  /** A cell of the maze upright as one of the maze on its side, or back. @param {number} cell @param {boolean} [back] */
  #turned(cell, back = false) {
    const [columns = 1, rows = 1] = LEVELS[this.level] ?? [];
    const across = back ? columns : rows;
    return (cell % across) * (back ? rows : columns) + Math.floor(cell / across);
  }

  /** @param {number} seed @param {number} level @param {Walk} [before] a walk to go on with */
  async begin(seed, level, before) {
    this.stop?.();
    this.card?.leave();
    this.level = Math.max(0, Math.min(LEVELS.length - 1, Math.round(level) || 0));
    this.seed = seed;
    this.started = 0;
    this.time.textContent = "0:00";
    keep("maze-level", this.level);
    put(this.strip, HANDS);
    this.easier.disabled = this.level === 0;
    this.harder.disabled = this.level === LEVELS.length - 1;
    history.replaceState(null, "", `/maze?walk&level=${this.level}&seed=${seed}`);
    document.querySelector(".world-head .eyebrow")?.toggleAttribute("hidden", !dayName());
    const [columns, rows, algo] = LEVELS[this.level] ?? [24, 15, "backtracker"];
    const film = await generation({ algo, size: `${columns}x${rows}`, seed });
    film.forward(Infinity, Infinity);
    // A phone that is held upright gets the same maze, upright.
    this.upright = innerHeight > innerWidth;
    const shown = this.upright ? film.still().upright() : film.still();
    await this.pane.load(shown);
    const { far } = await sliced(distances(shown, this.pane.start));
    const best = far[this.pane.goals[0] ?? 0] ?? 0;
    // The colours run out where the target is.
    Object.assign(this.pane.painter ?? {}, { far, most: best });
    const cells = before?.cells.map((cell) => (this.upright ? this.#turned(cell, true) : cell)) ?? [];
    this.route = [this.pane.start, ...cells];
    if (before) this.started = performance.now() - before.spent;
    else keepInTab(WALK, undefined);
    this.tick();
    this.stop = walk(
      this.pane,
      (done, home) => {
        const at = this.pane.trail.at(-1) ?? this.pane.start;
        this.steps.textContent = number(done);
        // At the beginning nobody has moved yet.
        if (at === this.route.at(-1)) return;
        this.route.push(at);
        if (!this.started) this.started = performance.now();
        void sound("move");
        this.#keep();
        if (home) this.end(done, best);
      },
      cells,
    );
    this.pane.el.querySelector(/** @type {"div"} */ (".maze-scroll"))?.focus({ preventScroll: true });
  }

  /** @param {number} done @param {number} best */
  end(done, best) {
    const spent = performance.now() - this.started;
    this.started = 0;
    keepInTab(WALK, undefined);
    this.time.textContent = clock(spent);
    const key = `maze-best-${this.level}`;
    const record = Math.min(spent, recall(key, Infinity) ?? Infinity);
    keep(key, record);
    this.card = endCard(
      {
        won: true,
        title: t("You found the way out!", "Vous avez trouvé la sortie !"),
        text:
          done === best
            ? t("Nobody does it in fewer steps.", "Impossible en moins de pas.")
            : t(`The shortest path has ${number(best)} steps.`, `Le plus court chemin a ${number(best)} pas.`),
        line: t(
          `${number(done)} steps (${number(best)} at best) in ${clock(spent)}`,
          `${number(done)} pas (${number(best)} au mieux) en ${clock(spent)}`,
        ),
        figures: [
          [clock(spent), t("time", "temps")],
          [number(done), t("steps", "pas")],
          [clock(record), t("your best time", "votre record")],
        ],
      },
      {
        on: { text: t("Next maze", "Labyrinthe suivant"), act: () => void this.begin(freshSeed(), this.level) },
        again: { text: t("Again", "Rejouer"), act: () => void this.begin(this.seed, this.level) },
        watch: () => this.#watch(),
        share: async () => sharePicture(await signedPng(await pictureOf(this.pane)), document.title),
        closed: (rest) => put(this.strip, rest),
      },
    );
    this.frame.append(this.card);
  }

  /** One's own walk, without the card over it. */
  async #watch() {
    const { pane, route, card } = this;
    if (!card) return;
    card.hidden = true;
    await retrace(pane, route, { most: FILM, wanted: () => card.isConnected });
    card.hidden = false;
    card.focus();
  }
}
