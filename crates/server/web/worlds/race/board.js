// The board of a race in a room or a replay: play, solution from here,
// solution from the start; keys, touch and the pad.

import { button, field } from "../../app/controls.js";
import { h, put, typing } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { nameOf } from "../../app/seats.js";
import { Field } from "./drawing.js";
import { DIRS, keysOf, read } from "./keys.js";

/** @typedef {import("../../app/wire.js").RoomState} RoomState */
/** @typedef {import("./view.js").RaceView} RaceView */
/** @typedef {import("./view.js").Spot} Spot */

/**
 * @param {HTMLElement} place
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(place, table) {
  const picture = new Field(t("The board of the race", "Le plateau de la course"));
  const told = h("p", { class: "out", "aria-live": "polite" });
  const pad = padOf((dir) => go(dir));
  place.append(picture.svg, told);
  const talk = h("div", { class: "sheet stack race-talk" });
  table.panel.append(table.live ? pad : "", talk);

  /** @type {RoomState | undefined} */
  let state;
  /** @type {Spot[][]} */
  let trails = [];
  let round = -1;
  /** @type {{ dir: string, seat: number } | undefined} */
  let pointed;

  /** The seats this person plays. @param {RoomState} now */
  const mine = (now) =>
    now.seat === null ? [] : now.practice ? now.players.filter(({ bot }) => !bot).map(({ seat }) => seat) : [now.seat];

  /** @param {string} dir @param {number} [seat] */
  function go(dir, seat) {
    if (!state || !table.live || state.outcome) return;
    const at = seat ?? state.as ?? undefined;
    const view = /** @type {RaceView} */ (state.view);
    if (view.phase.name === "play" && at !== view.course?.mover) return;
    table.act(dir, at);
  }

  if (table.live) {
    document.addEventListener("keydown", (event) => {
      if (!state || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      const wish = read(event.code, mine(state));
      if (!wish) return;
      event.preventDefault();
      go(wish.dir, wish.seat);
    });
    // A tap or a swipe: towards the pointer, along the longer axis.
    /** @type {PointerEvent | undefined} */
    let down;
    picture.svg.addEventListener("pointerdown", (event) => {
      down = event;
    });
    picture.svg.addEventListener("pointerup", (event) => {
      const view = /** @type {RaceView | undefined} */ (state?.view);
      const from = view?.course?.positions[state?.as ?? -1];
      if (!from || !down) return;
      let [dr, dc] = [event.clientY - down.clientY, event.clientX - down.clientX];
      if (Math.hypot(dr, dc) < 14) {
        const [r, c] = picture.spot(event);
        [dr, dc] = [r - from[0], c - from[1]];
      }
      down = undefined;
      if (!dr && !dc) return;
      go(Math.abs(dr) > Math.abs(dc) ? (dr > 0 ? "down" : "up") : dc > 0 ? "right" : "left");
    });
  }

  /** @param {RoomState} now @param {import("../../app/wire.js").Moved} [news] */
  function update(now, news) {
    state = now;
    const view = /** @type {RaceView} */ (now.view);
    if (news) pointed = undefined;
    if (view.course) draw(now, view, view.course, !news);
    put(talk, conversation(now, view));
    if (news) say(now, news);
  }

  /** @param {RoomState} now @param {RaceView} view @param {NonNullable<RaceView["course"]>} course @param {boolean} anew */
  function draw(now, view, course, anew) {
    if (picture.ground(course.rows) || view.round !== round || (anew && course.moves.every((n) => !n))) {
      round = view.round;
      trails = course.starts.map((start) => [start]);
    }
    course.positions.forEach((spot, seat) => {
      const trail = trails[seat] ?? [spot];
      trails[seat] = trail;
      const last = trail[trail.length - 1];
      if (last && last[0] === spot[0] && last[1] === spot[1]) return;
      const back = trail.findIndex(([r, c]) => r === spot[0] && c === spot[1]);
      if (anew || !last || Math.abs(last[0] - spot[0]) + Math.abs(last[1] - spot[1]) > 1) {
        // Something was missed or taken back: keep the part that is certain.
        trails[seat] = back >= 0 ? trail.slice(0, back + 1) : [spot];
      } else {
        trail.push(spot);
      }
    });
    picture.target(course.target);
    course.opened.forEach(([r, c]) => picture.cell(`open${r},${c}`, [r, c], "freed"));
    trails.forEach((trail, seat) => trail.length > 1 && picture.way(`trail${seat}`, trail, seat, "trail"));
    course.end?.paths.forEach((way, seat) => way.length > 1 && picture.way(`way${seat}`, way, seat, "way"));
    course.positions.forEach((spot, seat) => picture.pawn(seat, spot, now.started && view.phase.name === "play" && seat === course.mover));
    const spot = pointed && course.positions[pointed.seat];
    if (pointed && spot) picture.arrow(spot, pointed.dir);
    picture.done();
    pad.hidden = !mine(now).length || view.phase.name !== "play" || Boolean(now.outcome);
  }

  /** What is being talked about beside the board. @param {RoomState} now @param {RaceView} view */
  function conversation(now, view) {
    const { course, phase, config } = view;
    const seats = mine(now);
    const named = (/** @type {number} */ seat) =>
      nameOf(now.players[seat] ?? { seat, name: "", kind: "person", connected: true, ready: true }, now);
    const head = h(
      "h2",
      null,
      config.rounds > 1
        ? t(`Round ${Math.max(1, view.round)} of ${config.rounds}`, `Manche ${Math.max(1, view.round)} sur ${config.rounds}`)
        : t("The race", "La course"),
    );
    const may = (/** @type {string} */ action) => table.live && now.legal.includes(action);
    /** @type {import("../../app/dom.js").Piece[]} */
    const parts = [head];
    if (course?.end)
      parts.push(
        h("p", null, result(course.end, named)),
        h(
          "p",
          { class: "small quiet" },
          course.end.by === "finished"
            ? t("Shown: the shortest ways from where everybody stood.", "On voit les plus courts chemins depuis les positions atteintes.")
            : t("Shown: the shortest ways from the start.", "On voit les plus courts chemins depuis le départ."),
        ),
      );
    if (!now.started) {
      parts.push(
        h(
          "p",
          null,
          t(
            "One step each, in turn; the first on the target wins the round.",
            "Un pas chacun son tour ; le premier sur la cible gagne la manche.",
          ),
        ),
      );
    } else if (phase.name === "play" && course) {
      const own = seats.includes(course.mover);
      parts.push(
        h(
          "p",
          null,
          own && seats.length === 1
            ? t("Your turn.", "À vous.")
            : t(`${named(course.mover)} to play.`, `À ${named(course.mover)} de jouer.`),
        ),
      );
      if (own)
        parts.push(
          h(
            "p",
            { class: "small quiet" },
            seats.length > 1
              ? [t("Keys: ", "Touches : "), h("kbd", null, keysOf(course.mover))]
              : t("Arrow keys, WASD, a tap beside the pawn or a swipe.", "Flèches, ZQSD, un toucher à côté du pion ou un glissé."),
          ),
        );
      if (may("pass")) parts.push(button(t("Pass", "Passer"), () => table.act("pass", course.mover), { kind: "main" }));
      if (may("finish")) {
        parts.push(
          h(
            "div",
            { class: "row" },
            button(t("Propose to finish", "Proposer de finir"), () => table.act("finish", course.mover), { icon: "flag" }),
            button(t("Propose to reveal", "Proposer de révéler"), () => table.act("reveal", course.mover), { icon: "eye" }),
          ),
          h(
            "p",
            { class: "small quiet" },
            t(
              "If all agree: finishing lets whoever needs the fewest steps in all win; revealing shows the best ways and cancels the round.",
              "Si tous sont d'accord : finir donne la manche à qui a besoin du moins de pas ; révéler montre les meilleurs chemins et annule la manche.",
            ),
          ),
        );
      }
    } else if (phase.name === "vote") {
      parts.push(
        h(
          "p",
          null,
          phase.ending === "finish"
            ? t("Finish the round now?", "Finir la manche maintenant ?")
            : t("Reveal the solution and cancel the round?", "Révéler la solution et annuler la manche ?"),
        ),
      );
      const agreed = seatsIn(phase.agreed);
      parts.push(h("p", { class: "small quiet" }, t("In favour: ", "Pour : "), agreed.map(named).join(", ")));
      const asked = table.live ? seats.filter((seat) => now.active.includes(seat)) : [];
      for (const seat of asked) {
        parts.push(
          h(
            "div",
            { class: "row" },
            seats.length > 1 ? h("span", null, named(seat)) : null,
            button(t("Agree", "D'accord"), () => table.act("agree", seat), { kind: "main" }),
            button(t("Refuse", "Refuser"), () => table.act("refuse", seat)),
          ),
        );
      }
    } else if (phase.name === "between" && table.live && now.started) {
      const waiting = seats.filter((seat) => now.active.includes(seat));
      if (waiting.length && config.ask && waiting.includes(0)) parts.push(boardChoice());
      const others = waiting.filter((seat) => !(config.ask && seat === 0));
      if (others.length)
        parts.push(
          button(t("Next round", "Manche suivante"), () => others.forEach((seat) => table.act("ready", seat)), {
            kind: "main",
            icon: "arrow",
          }),
        );
      else if (seats.length && !waiting.length)
        parts.push(h("p", { class: "quiet" }, t("Waiting for the others.", "On attend les autres.")));
    }
    return parts;
  }

  /** The first player chooses the next board. */
  function boardChoice() {
    const size = h("input", { type: "number", min: 5, max: 501, value: "31" });
    const density = h("input", { type: "number", min: 0.05, max: 1, step: 0.05, value: "0.65" });
    return h(
      "div",
      { class: "stack tight" },
      h("div", { class: "fields" }, field(t("Size", "Taille"), size), field(t("Density", "Densité"), density)),
      button(t("Begin the round", "Commencer la manche"), () => table.act(`board ${size.value} ${density.value}`, 0), { kind: "main" }),
    );
  }

  /** @param {RoomState} now @param {import("../../app/wire.js").Moved} news */
  function say(now, news) {
    const who =
      news.seat === null
        ? ""
        : nameOf(now.players[news.seat] ?? { seat: news.seat, name: "", kind: "person", connected: true, ready: true }, now);
    const dirs = /** @type {Record<string, string>} */ (
      t({ up: "up", right: "right", down: "down", left: "left" }, { up: "en haut", right: "à droite", down: "en bas", left: "à gauche" })
    );
    if (news.do && dirs[news.do]) told.textContent = `${who}${t(": ", " : ")}${dirs[news.do]}`;
  }

  return {
    update,
    hint(action, seat) {
      pointed = { dir: action, seat };
      if (!DIRS.includes(/** @type {any} */ (action))) return;
      if (state) draw(state, state.view, state.view.course, false);
    },
    seatScore: (seat, now) => String(now.view.scores?.[seat] ?? ""),
    seatLine(seat, now) {
      const view = /** @type {RaceView} */ (now.view);
      const moves = view.course?.moves[seat];
      if (moves === undefined) return "";
      const waits = view.course?.waits[seat] ?? 0;
      const best = view.course?.end
        ? view.course.end.by === "finished"
          ? view.course.end.totals[seat]
          : (view.course.end.paths[seat]?.length ?? 1) - 1
        : undefined;
      const parts = [count(moves, "step", "steps", "pas", "pas")];
      if (best !== undefined)
        parts.push(view.course?.end?.by === "finished" ? t(`${best} in all`, `${best} en tout`) : t(`best ${best}`, `au mieux ${best}`));
      if (waits) parts.push(t(`sits out ${waits}`, `attend ${waits}`));
      return parts.join(" · ");
    },
  };
}

/** @param {NonNullable<NonNullable<RaceView["course"]>["end"]>} end @param {(seat: number) => string} named */
function result(end, named) {
  const who = end.winners.map(named).join(", ");
  if (end.by === "revealed") return t("Revealed: nobody scores.", "Révélé : personne ne marque.");
  if (end.by === "finished")
    return t(`Finished by agreement: ${who} needed the fewest steps.`, `Fini d'un commun accord : ${who} avait besoin du moins de pas.`);
  return t(`${who} reached the target.`, `${who} a atteint la cible.`);
}

/** Seats as a list, from a list or from bits. @param {number[] | number} seats */
function seatsIn(seats) {
  return Array.isArray(seats) ? seats : [0, 1, 2, 3].filter((seat) => seats & (1 << seat));
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
