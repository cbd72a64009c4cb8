// The board of Magic Maze in a room or a replay: the supermarket, the sand,
// what is to be done, and the reader's own part in it.

import { button } from "../../app/controls.js";
import { h, s, withKeys } from "../../app/dom.js";
import { clock, count, noun, t } from "../../app/i18n.js";
import { toast } from "../../app/notifications.js";
import { ownSeats, seatName } from "../../app/seats.js";
import { titleOf } from "../../app/worlds.js";
import { actionText, LegalActions, roleOf } from "./actions.js";
import { drawAims, drawHint } from "./aims.js";
import { announcer } from "./announcer.js";
import { coach } from "./coach.js";
import { discardSheet, topCard } from "./deck_cards.js";
import { Drawing, middle } from "./drawing.js";
import { listen } from "./input.js";
import { drawPlan } from "./plan.js";
import { questBar } from "./quest.js";
import { COLON, redPawn, roleCard, roleText, team } from "./role_card.js";
import { sandTimer } from "./sand_timer.js";
import { SCENARIOS } from "./scenarios.js";
import { colourAt, colourName, siteName } from "./sprites.js";
import { COLOURS, LETTERS } from "./tiles.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").MagicView>} RoomState */
/** @typedef {import("./view.js").MagicView} MagicView */
/** @typedef {import("../../app/wire.js").Point} Point */

/** How long after a pawn its signs follow, in milliseconds: two frames. */
const SIGNS_AFTER = 40;

/**
 * @param {HTMLElement} place
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(place, table) {
  return new MagicBoard(place, table);
}

export class MagicBoard {
  /** @param {HTMLElement} place @param {import("../../app/wire.js").Table} table */
  constructor(place, table) {
    this.table = table;
    /** @type {RoomState | undefined} */
    this.state = undefined;
    this.legal = new LegalActions(/** @type {any} */ ({ started: false }));
    this.chosen = 0;
    /** Whether the visitor chose it. */
    this.byHand = false;
    /** Where a dragged pawn would go. @type {Point | undefined} */
    this.ghost = undefined;
    /** What a bot would do. @type {string | undefined} */
    this.hinted = undefined;
    /** The seats have roles here; the room's own list would tell them twice. */
    this.listsSeats = table.live;
    // Tiles were shown and time has passed.
    this.final = true;
    this.drawing = new Drawing(t("The supermarket", "Le supermarché"), () => this.showCamera());
    this.sand = sandTimer();
    this.quest = questBar();
    this.announcer = announcer(table.tell);
    this.talk = h("span", { class: "chip magic-talk", hidden: true }, t("You may talk", "On peut parler"));
    this.deck = h("span", { class: "magic-deck quiet small" });
    this.top = topCard();
    this.discards = discardSheet({
      discard: (tile) => this.act(this.legal.discards.get(tile)),
      look: (tile) => this.drawing.camera.look(...middle(this.drawing.aisles.point(tile * 16 + 5))),
    });
    this.alarm = h("button", { type: "button", class: "magic-alarm", hidden: true }, redPawn(), h("span", { role: "alert" }));
    this.alarm.addEventListener("click", () => {
      this.alarm.hidden = true;
    });
    /** Whether the camera was set on following for a spectator. */
    this.led = false;
    this.#lay(place);
    this.input = listen(this);
    this.beat = setInterval(() => this.showTime(), 250);
  }

  /** @param {HTMLElement} place */
  #lay(place) {
    const { camera } = this.drawing;
    this.follow = button(t("Follow", "Suivre"), () => this.toggleFollow(), { icon: "eye", bare: true });
    const lens = h(
      "div",
      { class: "magic-lens", role: "group", "aria-label": t("View", "Vue") },
      button(t("Closer", "Plus près"), () => camera.scale(1.4), { icon: "plus", bare: true, key: "+" }),
      button(t("Farther", "Plus loin"), () => camera.scale(1 / 1.4), { icon: "minus", bare: true, key: "-" }),
      button(t("Show everything", "Tout montrer"), () => camera.fit(), { icon: "fit", bare: true, key: "0" }),
      this.follow,
    );
    place.classList.add("magic-board");
    if (this.table.live) this.drawing.el.prepend(withKeys(this.drawing.svg, titleOf("magic")));
    const notes = h("div", { class: "magic-notes" }, this.talk, this.deck, this.top.el);
    const strip = h("div", { class: "magic-strip" }, this.announcer.flash, this.alarm);
    place.append(
      h("div", { class: "magic-top" }, this.sand.el, this.quest.el, strip, notes),
      h("div", { class: "magic-stage" }, this.drawing.el, lens),
    );
    this.card = roleCard({
      choose: (pawn) => this.choose(pawn),
      go: (dir) => this.input.go(dir, false),
      power: (name) => this.input.power(name),
      next: () => this.act(this.legal.next),
    });
    this.mates = team((seat) => this.act(this.legal.points.get(seat)));
    this.coach = coach({
      view: () => (this.state && !this.state.outcome ? this.view : undefined),
      own: () => this.own(),
      named: (seat) => this.named(seat),
      legal: (action) =>
        Boolean(this.state && [this.state.legal, ...Object.values(this.state.others ?? {})].some((list) => list.includes(action))),
      point: (action, own) => this.point(action, own),
      changed: () => this.drawLines(),
    });
    this.table.panel.append(this.discards.el, this.card.el, this.coach.el, this.mates.el);
  }

  /** The position; nobody asks before the first state. */
  get view() {
    return /** @type {MagicView} */ (this.state?.view);
  }

  own() {
    return this.state ? ownSeats(this.state) : [];
  }

  /** @param {number} seat */
  named(seat) {
    return this.state ? seatName(seat, this.state) : "";
  }

  /** Who owns a kind of action. @param {number} bit */
  owners(bit) {
    return this.view.roles.flatMap((role, seat) => (role & bit ? [this.named(seat)] : [])).join(", ");
  }

  /** Where a pawn stands. @param {number} index @param {MagicView} [view] @returns {Point | undefined} */
  at(index, view = this.view) {
    const spot = this.state ? view.pawns[index] : null;
    return spot === null || spot === undefined ? undefined : this.drawing.aisles.point(spot);
  }

  /** @param {{ text: string, seat: number | undefined } | undefined} action */
  act(action) {
    if (action) this.table.act(action.text, action.seat);
  }

  /** @param {number} index */
  choose(index) {
    if (!this.state || this.view.pawns[index] === null) return;
    this.byHand = true;
    this.chosen = index;
    this.ghost = undefined;
    this.lookAt(index);
    this.draw();
  }

  /** @param {number} index */
  lookAt(index) {
    const point = this.at(index);
    if (point) this.drawing.camera.look(...middle(point));
  }

  toggleFollow() {
    const { camera } = this.drawing;
    camera.follow = !camera.follow || camera.zoom === 1;
    if (camera.zoom === 1) camera.scale(2.2);
    this.lookAt(this.chosen);
    this.showCamera();
  }

  showCamera() {
    const { camera } = this.drawing;
    this.follow?.setAttribute("aria-pressed", String(camera.follow && camera.zoom > 1));
  }

  /** Shows an action on the board. @param {string} action @param {boolean} own */
  point(action, own) {
    this.hinted = action;
    const index = LETTERS.indexOf(/** @type {any} */ (action.split(" ")[1]));
    if (own && index >= 0) this.chosen = index;
    this.draw();
  }

  draw() {
    const { state, drawing } = this;
    if (!state) return;
    const now = this.view;
    if (now.pawns[this.chosen] === null)
      this.chosen = Math.max(
        0,
        now.pawns.findIndex((spot) => spot !== null),
      );
    // Until a pawn is chosen by hand, the first that can be moved is.
    const { pawns } = this.legal;
    if (!this.byHand && !pawns[this.chosen]?.slides.length)
      this.chosen = Math.max(
        this.chosen,
        pawns.findIndex(({ slides }) => slides.length),
      );
    drawing.ground(now);
    drawing.place(now.pawns, this.chosen);
    drawing.light(this.chosen, now);
    this.drawAims();
    this.drawLines();
    this.showPart(now, state);
    this.quest.show(now, drawing.aisles);
    this.talk.hidden = !now.talking || Boolean(state.outcome);
    const left = t(`Tiles left: ${now.cards_left}`, `Pioche : ${now.cards_left}`);
    this.deck.textContent = `${left} · ${count(now.moves, "move", "moves", "coup", "coups")}`;
    this.top.show(state.outcome ? undefined : now.top);
    this.discards.show(now.discards ?? 0, this.#discardable());
    drawing.tell(this.describe(now));
  }

  /** The tiles that may be discarded and what lies on them. */
  #discardable() {
    return [...this.legal.discards.keys()].map((tile) => {
      const sites = (this.view.market[tile]?.[1].sites ?? []).filter(([, name]) => name !== "door" && name !== "start");
      return { tile, text: sites.map(([, name, colour]) => siteName(name, colour)).join(", ") };
    });
  }

  drawAims() {
    drawAims(this.drawing, this.legal, { chosen: this.chosen, ghost: this.ghost, at: (index) => this.at(index) });
  }

  /** Plan and hint. */
  drawLines() {
    if (!this.state) return;
    drawPlan(this.drawing, this.view.pawns, this.coach?.plan ?? []);
    if (this.hinted) drawHint(this.drawing, this.hinted, (index) => this.at(index));
    const { slip } = this.state;
    if (slip) {
      const before = (/** @type {number} */ index) => this.at(index, slip.before);
      drawHint(this.drawing, slip.played, before, "worse");
      drawHint(this.drawing, slip.best, before, "better");
    }
    this.drawing.lines.keep();
  }

  /** The reader's part in it. @param {MagicView} now @param {RoomState} state */
  showPart(now, state) {
    const { legal, card, table } = this;
    const seats = this.own();
    const role = seats.reduce((all, seat) => all | roleOf(now, seat), 0);
    const pawn = legal.pawns[this.chosen];
    if (!card || !this.mates || !this.coach) return;
    card.el.hidden = !table.live || !seats.length;
    card.show({
      title: now.cards.length
        ? t("Your card of the moment", "Votre carte du moment")
        : seats.length > 1
          ? t("You play every role", "Vous jouez tous les rôles")
          : t(`You: ${roleText(role)}`, `Vous : ${roleText(role)}`),
      role,
      chosen: this.chosen,
      out: now.pawns.map((spot) => spot === null),
      ready: [0, 1, 2, 3].map((dir) => Boolean(pawn?.slides.some((slide) => slide.dir === dir))),
      able: {
        explore: legal.pawns.some(({ explore }) => explore) || legal.crystals.length > 0,
        escalator: legal.pawns.some(({ escalator }) => escalator),
        teleport: Boolean(pawn?.teleports.length),
      },
      next: Boolean(legal.next),
      owners: (bit) => this.owners(bit),
    });
    const alone = seats.length === 1;
    this.mates.show(
      now.roles.map((own, seat) => ({
        name: this.named(seat),
        role: own,
        own: seats.includes(seat) && alone,
        pointed: now.pointed === seat,
        may: legal.points.has(seat),
      })),
    );
    this.coach.el.hidden = !table.live || !state.practice || !state.hints || Boolean(state.outcome) || !seats.length;
    this.#call(table.live && now.pointed !== null && alone && seats.includes(now.pointed) && !state.outcome);
  }

  /** The red pawn stands before the reader, or no longer. @param {boolean} called */
  #call(called) {
    if (called !== this.alarm.hidden) return;
    this.alarm.hidden = !called;
    const text = this.alarm.querySelector("[role=alert]");
    if (text) text.textContent = called ? t("Do something!", "Fais quelque chose !") : "";
  }

  /** @param {RoomState} now @param {import("../../app/wire.js").Moved<import("./view.js").MagicEvent>} [news] */
  update(now, news) {
    this.state = now;
    const fresh = this.view;
    this.legal = new LegalActions(now);
    this.showTime();
    // Who looks on is led to where something happens.
    if (now.seat === null && this.table.live && now.started && !this.led && fresh.market.length > 3) {
      this.led = true;
      this.drawing.camera.scale(1.8);
    }
    if (!news) return this.draw();
    this.hinted = undefined;
    // First what moved, on all screens at once; what follows from it can wait
    // for the frame after.
    this.drawing.ground(fresh);
    this.drawing.place(fresh.pawns, this.chosen);
    const last = news.events.find((event) => event.event === "moved");
    if (last) this.lookAt(COLOURS.indexOf(last.pawn));
    setTimeout(() => {
      this.draw();
      if (news.events.some(({ event }) => event === "flipped")) this.sand.turn();
      this.announcer.announce(news.events, {
        named: (seat) => this.named(seat),
        by: news.seat,
        mine: ownSeats(now),
        site: (spot) => this.siteOf(spot),
        at: (spot) => this.drawing.aisles.point(spot).join(", "),
      });
      this.coach?.moved(news.do);
    }, SIGNS_AFTER);
  }

  /** @param {number} spot */
  siteOf(spot) {
    const { aisles } = this.drawing;
    const site = aisles.site(spot);
    return site && site[1] !== "start" && (site[1] !== "door" || aisles.unused(spot)) ? siteName(site[1], site[2]) : "";
  }

  /** The picture in words. @param {MagicView} now */
  describe(now) {
    const pawns = now.pawns.map((spot, index) => {
      const site = spot === null ? "" : this.siteOf(spot);
      const where = spot === null ? t("out", "sorti") : `${this.drawing.aisles.point(spot).join(", ")}${site ? ` (${site})` : ""}`;
      return `${colourName(colourAt(index))} ${where}`;
    });
    const tiles = count(now.market.length, "tile", "tiles", "tuile", "tuiles");
    return t(`Supermarket of ${tiles}. ${pawns.join("; ")}.`, `Supermarché de ${tiles}. ${pawns.join(" ; ")}.`);
  }

  showTime() {
    const { state, table } = this;
    if (!state) return;
    const { deadline, clock, phase } = this.view;
    const ended = Boolean(state.outcome);
    const now = ended ? clock : state.started ? table.now() : 0;
    const left = phase === "lost" ? 0 : deadline === null ? null : Math.max(0, deadline - now);
    const total = Number(/time=(\d+)/.exec(state.config)?.[1] ?? 180) * 1000;
    this.sand.show(left, total, state.started && !ended && table.live);
  }

  /** @param {string} action @param {number} seat */
  hint(action, seat) {
    this.coach?.say(`${this.named(seat)}${COLON}${actionText(action)}`);
    if (this.coach?.el.hidden) toast(actionText(action));
    this.point(action, true);
  }

  /** @param {number} seat @param {RoomState} now */
  seatLine(seat, now) {
    return roleText(roleOf(now.view, seat));
  }

  /** @param {RoomState} now @returns {import("../../app/wire.js").Ending} */
  ending(now) {
    const end = now.view;
    const won = end.phase === "won";
    const exits =
      end.scenario === 1
        ? t("Four thefts, one exit, not a word.", "Quatre vols, une sortie, pas un mot.")
        : t("Four thefts, four exits, not a word.", "Quatre vols, quatre sorties, pas un mot.");
    const played = clock(won ? end.clock : (end.deadline ?? end.clock));
    return {
      won,
      line: [
        end.pawns.map((at, pawn) => (at === null ? ["🟨", "🟪", "🟩", "🟧"][pawn] : "⬛")).join(""),
        `⏳ ${played}`,
        count(end.moves, "move", "moves", "coup", "coups"),
        count(end.flips, "flip", "flips", "retournement", "retournements"),
      ].join(" · "),
      title: won
        ? t("Everyone is out: you win together!", "Tout le monde est dehors : victoire commune !")
        : t("The sand has run out", "Le sable s’est écoulé"),
      text: won
        ? exits
        : now.seat === null
          ? t("They will try again.", "Ils réessaieront.")
          : t("So close. Once more?", "Si près du but. On recommence ?"),
      figures: [
        [String(end.moves), noun(end.moves, "move", "moves", "coup", "coups")],
        [String(end.market.length), noun(end.market.length, "tile", "tiles", "tuile", "tuiles")],
        [String(end.flips), noun(end.flips, "flip", "flips", "retournement", "retournements")],
        [played, t("played", "de jeu")],
      ],
      ...(won && now.practice && end.scenario + 1 in SCENARIOS
        ? { next: { text: t("Next scenario", "Scénario suivant"), href: `/magic?play&scenario=${end.scenario + 1}` } }
        : {}),
    };
  }

  /** The picture to pass on: the drawing with its pawns. */
  picture() {
    return s(
      "svg",
      { viewBox: this.drawing.svg.getAttribute("viewBox"), class: "magic-mall" },
      ...this.drawing.svg.cloneNode(true).childNodes,
      this.drawing.pawnCopies(),
    );
  }

  destroy() {
    clearInterval(this.beat);
  }
}
