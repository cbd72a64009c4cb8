// The board of a race in a room or a replay: play, solution from here,
// solution from the start; keys, touch and the pad.

import { get } from "../../app/api.js";
import { button } from "../../app/controls.js";
import { h, renew, typing, withKeys } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { merged } from "../../app/merge.js";
import { ownSeats, seatName } from "../../app/seats.js";
import { titleOf } from "../../app/worlds.js";
import { stepsLeft } from "./accuracy.js";
import { Drawing } from "./drawing.js";
import { ending } from "./ending.js";
import { DIRS, read, towards } from "./keys.js";
import { mayStep, Premove } from "./premove.js";
import { roundEnd } from "./round_end.js";
import { Rounds } from "./rounds.js";
import { conversation } from "./talk.js";
import { moveText } from "./text.js";
import { Trails } from "./trails.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").RaceView>} RoomState */
/** @typedef {import("./view.js").RaceView} RaceView */

/**
 * @param {HTMLElement} place
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(place, table) {
  return new RaceBoard(place, table);
}

class RaceBoard {
  /** @param {HTMLElement} place @param {import("../../app/wire.js").Table} table */
  constructor(place, table) {
    this.table = table;
    this.drawing = new Drawing(t("The board of the race", "Le plateau de la course"));
    this.pad = padOf((dir) => this.go(dir));
    this.talk = h("div", { class: "sheet stack race-talk" });
    this.trails = new Trails();
    this.rounds = new Rounds();
    this.premove = new Premove();
    this.roundEnd = roundEnd(table);
    /** @type {RoomState | undefined} */
    this.state = undefined;
    /** When the race was over. @type {number | undefined} */
    this.ended = undefined;
    /** @type {{ dir: string, seat: number } | undefined} */
    this.pointed = undefined;
    this.final = false;
    this.resting = false;
    if (table.live) place.append(withKeys(this.drawing.svg, titleOf("race")), this.roundEnd.el);
    else place.append(this.drawing.svg);
    table.panel.append(table.live ? this.pad : "", this.talk);
    if (table.live) this.#listen();
  }

  /** The position; nobody asks before the first state. */
  get view() {
    return /** @type {RaceView} */ (this.state?.view);
  }

  /** @param {string} dir @param {number} [seat] */
  go(dir, seat) {
    const { state, table } = this;
    if (!state || !table.live || state.outcome) return;
    const at = seat ?? state.as ?? undefined;
    if (at === undefined) return;
    // Who plays alone may be early; on one keyboard everybody waits for their turn.
    if (ownSeats(state).length === 1) {
      const waits = this.premove.keeps({ dir, seat: at }, state);
      this.draw();
      if (waits) return;
    } else if (this.view.phase.name === "play" && !mayStep(at, state)) return;
    table.act(dir, at);
  }

  #listen() {
    const { svg } = this.drawing;
    document.addEventListener("keydown", (event) => {
      if (!this.state || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      if (event.key === "Enter") return this.#goOn(event);
      if (event.key === "Escape" && this.premove.drop()) return this.draw();
      const wanted = read(event.code, ownSeats(this.state));
      if (!wanted) return;
      event.preventDefault();
      this.go(wanted.dir, wanted.seat);
    });
    // A tap or a swipe: towards the pointer, along the longer axis.
    /** @type {PointerEvent | undefined} */
    let down;
    svg.addEventListener("pointerdown", (event) => {
      down = event;
    });
    svg.addEventListener("pointerup", (event) => {
      const from = this.state && this.view.course?.positions[this.state.as ?? -1];
      if (!from || !down) return;
      let [dr, dc] = [event.clientY - down.clientY, event.clientX - down.clientX];
      if (Math.hypot(dr, dc) < 14) {
        const [r, c] = this.drawing.spot(event);
        [dr, dc] = [r - from[0], c - from[1]];
      }
      down = undefined;
      if (dr || dc) this.go(towards(dr, dc));
    });
  }

  /** Enter goes on to the next round, as on the card at the end. @param {KeyboardEvent} event */
  #goOn(event) {
    const next = this.roundEnd.el.querySelector("button");
    // What has the focus keeps its Enter.
    if (!next || event.repeat || (event.target instanceof Element && event.target.closest("button, a, summary, dialog"))) return;
    event.preventDefault();
    next.click();
  }

  /** @param {RoomState} state @param {import("../../app/wire.js").Moved<import("./view.js").RaceEvent>} [news] */
  update(state, news) {
    this.state = state;
    if (news) this.pointed = undefined;
    if (news && state.outcome) this.ended = news.t;
    else if (state.outcome && this.table.live && this.ended === undefined) this.#remember(state.room).catch(() => {});
    const due = this.premove.due(state, Boolean(news?.do));
    // While solutions are shown nobody plays. They cannot be taken back either, but
    // between rounds the button keeps its place, or its neighbours would move.
    this.resting = Boolean(state.view.course?.end);
    this.final = Boolean(state.outcome);
    this.rounds.follow(state.room, state.view);
    this.draw();
    renew(this.talk, ...conversation(state, this.table));
    this.roundEnd.show(state);
    if (news?.do && news.seat !== null) this.table.tell(moveText(state, news.seat, news.do));
    if (due) this.go(due.dir, due.seat);
  }

  /** A match that was over before this page: who walked where, and how long it took, stands in its replay. @param {string} room */
  async #remember(room) {
    this.ended = Number.NaN;
    /** @type {{ view: RaceView, frames: { t: number, patch: any }[] }} */
    const { view, frames } = await get(`/api/replays/${encodeURIComponent(room)}/film`);
    const views = [view];
    for (const { patch } of frames) views.push(merged(views.at(-1), patch));
    for (const one of views) {
      if (one.course) this.trails.follow(room, one.round, one.course);
      this.rounds.follow(room, one);
    }
    this.ended = frames.at(-1)?.t;
    this.draw();
    this.table.changed?.();
  }

  draw() {
    const { state, drawing, pointed } = this;
    const view = this.view;
    const course = view?.course;
    if (!state || !course) return;
    drawing.ground(course.rows);
    drawing.target(course.target);
    for (const spot of course.opened) drawing.cell(`open${spot}`, spot, "freed");
    this.trails
      .follow(state.room, view.round, course)
      .forEach((trail, seat) => trail.length > 1 && drawing.way(`trail${seat}`, trail, seat, "trail"));
    course.end?.paths.forEach((way, seat) => way.length > 1 && drawing.way(`way${seat}`, way, seat, "way"));
    const playing = state.started && view.phase.name === "play";
    course.positions.forEach((spot, seat) => {
      drawing.pawn(seat, spot, playing && seat === course.mover);
    });
    const slipped = state.slip?.before.course?.positions[state.slip.seat];
    if (state.slip && slipped) drawing.compare(slipped, state.slip);
    const spot = pointed && course.positions[pointed.seat];
    if (pointed && spot) drawing.arrow(spot, pointed.dir, "hint");
    const early = this.premove.step;
    const from = early && course.positions[early.seat];
    if (early && from) drawing.arrow(from, early.dir, "early", early.seat);
    drawing.done();
    drawing.svg.setAttribute("aria-label", this.describe(state, course));
    this.pad.hidden = !ownSeats(state).length || Boolean(state.outcome);
    this.pad.inert = view.phase.name !== "play";
  }

  /** The picture in words. @param {RoomState} state @param {import("./view.js").Course} course */
  describe(state, { target, positions }) {
    const at = (/** @type {readonly [number, number]} */ [r, c]) => t(`row ${r}, column ${c}`, `ligne ${r}, colonne ${c}`);
    const pawns = positions.map((spot, seat) => `${seatName(seat, state)} ${at(spot)}`);
    return `${t("The board of the race", "Le plateau de la course")}${t(": ", " : ")}${[...pawns, `${t("target", "cible")} ${at(target)}`].join(t("; ", " ; "))}.`;
  }

  /** @param {string} action @param {number} seat */
  hint(action, seat) {
    this.pointed = DIRS.includes(/** @type {any} */ (action)) ? { dir: action, seat } : undefined;
    this.draw();
  }

  /** @param {number} seat @param {RoomState} state */
  seatScore(seat, state) {
    return String(state.view.scores?.[seat] ?? "");
  }

  /** @param {number} seat @param {RoomState} state */
  seatLine(seat, state) {
    const course = state.view.course;
    const moves = course?.moves[seat];
    if (!state.started || !course || moves === undefined) return "";
    const parts = [count(moves, "step", "steps", "pas", "pas")];
    const total = course.end?.totals[seat];
    const best = (course.end?.paths[seat]?.length ?? 0) - 1;
    const left = course.end ? stepsLeft(course)[seat] : undefined;
    if (course.end?.by === "finished" && total !== undefined) parts.push(t(`${total} in all`, `${total} en tout`));
    // Who never arrived has no figure to hold against the best.
    else if (left) parts.push(t(`${left} short`, `encore ${left}`));
    else if (course.end && best >= 0) parts.push(t(`best ${best}`, `au mieux ${best}`));
    if (course.waits[seat]) parts.push(t(`sits out ${course.waits[seat]}`, `attend ${course.waits[seat]}`));
    return parts.join(" · ");
  }

  /** @param {RoomState} state */
  ending(state) {
    return ending(state, { time: this.ended || undefined, rounds: this.rounds.upTo(state.view.round) });
  }

  picture() {
    return this.drawing.svg;
  }
}

/** @param {(dir: string) => void} go */
function padOf(go) {
  const one = (/** @type {"up" | "right" | "down" | "left"} */ dir, /** @type {string} */ text) => {
    const made = button(text, () => go(dir), { icon: dir, bare: true });
    made.classList.add(dir);
    return made;
  };
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": t("Move", "Se déplacer") },
    one("up", t("Up", "Haut")),
    one("left", t("Left", "Gauche")),
    one("right", t("Right", "Droite")),
    one("down", t("Down", "Bas")),
  );
}
