// What is being talked about beside the board: whose turn, votes, the next
// round.

import { button, field, fold } from "../../app/controls.js";
import { h, inRow, smallNote } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { ownSeats, seatName } from "../../app/seats.js";
import { keysOf } from "./keys.js";
import { resultText } from "./text.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").RaceView>} RoomState */
/** @typedef {import("../../app/wire.js").Table} Table */
/** @typedef {import("./view.js").RaceView} RaceView */
/** @typedef {import("./view.js").Course} Course */
/** @typedef {import("../../app/dom.js").Piece} Piece */

/** @param {RoomState} state @param {Table} table @returns {Piece[]} */
export function conversation(state, table) {
  const view = state.view;
  const { course, phase, config } = view;
  const round = Math.max(1, view.round);
  /** @type {Piece[]} */
  const parts = [
    h(
      "h2",
      null,
      config.rounds > 1 ? t(`Round ${round} of ${config.rounds}`, `Manche ${round} sur ${config.rounds}`) : t("The race", "La course"),
    ),
  ];
  if (course?.end) parts.push(...ended(course.end, state));
  if (!state.started) parts.push(goal());
  else if (phase.name === "play" && course) parts.push(...turn(state, table, course));
  else if (phase.name === "vote") parts.push(...vote(state, table, phase));
  else if (phase.name === "between" && table.live) parts.push(...between(state, table, config.ask));
  return parts;
}

/** @param {NonNullable<Course["end"]>} end @param {RoomState} state @returns {Piece[]} */
function ended(end, state) {
  const shown =
    end.by === "finished"
      ? t("Shown: the shortest ways from where everybody stood.", "On voit les plus courts chemins depuis les positions atteintes.")
      : t("Shown: the shortest ways from the start.", "On voit les plus courts chemins depuis le départ.");
  return [h("p", null, resultText(end, state)), smallNote(shown)];
}

/** @param {RoomState} state @param {Table} table @param {Course} course @returns {Piece[]} */
function turn(state, table, { mover }) {
  const seats = ownSeats(state);
  const own = seats.includes(mover);
  const may = (/** @type {string} */ action) => table.live && state.legal.includes(action);
  const name = seatName(mover, state);
  /** @type {Piece[]} */
  const parts = [
    h("p", null, own && seats.length === 1 ? t("Your turn.", "À vous.") : t(`${name} to play.`, `À ${name} de jouer.`)),
    goal(),
  ];
  // What belongs to one's turn stays when it passes, or all below would jump.
  if (seats.length) {
    const how =
      seats.length > 1
        ? [t("Keys: ", "Touches : "), h("kbd", null, keysOf(own ? mover : (seats[0] ?? 0)))]
        : t("Arrow keys, WASD, a tap beside the pawn or a swipe.", "Flèches, ZQSD ; ou touchez à côté du pion, ou glissez.");
    parts.push(smallNote(how));
  }
  if (may("pass")) parts.push(button(t("Pass", "Passer"), () => table.act("pass", mover), { kind: "main" }));
  if (seats.length && table.live) parts.push(early(state, table, mover, may("finish")));
  return parts;
}

/** What one is here for. */
function goal() {
  return smallNote(
    t(
      "One step each, in turn; the first on the target wins the round.",
      "Un pas chacun son tour ; le premier sur la cible gagne la manche.",
    ),
  );
}

/** Whether the ways to end a round early are looked at; the card is made anew at every move. */
let unfolded = false;

/** @param {RoomState} state @param {Table} table @param {number} mover @param {boolean} may whether one may propose it now */
function early(state, table, mover, may) {
  const seats = ownSeats(state);
  // Among bots nobody is kept waiting: they answer at once.
  const bots = seats.length < state.players.length && state.players.every(({ seat, bot }) => bot || seats.includes(seat));
  const ways = [
    button(t("Propose to finish", "Proposer de finir"), () => table.act("finish", mover), { icon: "flag" }),
    button(t("Propose to reveal", "Proposer de révéler"), () => table.act("reveal", mover), { icon: "eye" }),
  ];
  for (const way of ways) way.disabled = !may;
  const made = fold(
    t("End the round early", "Finir la manche plus tôt"),
    [
      inRow(...ways),
      smallNote(
        bots ? t("The bots answer at once. ", "Les robots répondent aussitôt. ") : "",
        t(
          "If all agree: finishing lets whoever needs the fewest steps in all win; revealing shows the best ways and cancels the round.",
          "Si tous sont d’accord : finir donne la manche à qui il faut le moins de pas ; révéler montre les meilleurs chemins et annule la manche.",
        ),
      ),
    ],
    unfolded,
  );
  made.addEventListener("toggle", () => {
    unfolded = made.open;
  });
  return made;
}

/** @param {RoomState} state @param {Table} table @param {{ ending: "finish" | "reveal", agreed: number }} phase @returns {Piece[]} */
function vote(state, table, { ending, agreed }) {
  const seats = ownSeats(state);
  const asked = table.live ? seats.filter((seat) => state.active.includes(seat)) : [];
  const last = asked.length === 1 && state.active.length === 1;
  return [
    h(
      "p",
      null,
      ending === "finish"
        ? t("Finish the round now?", "Finir la manche maintenant ?")
        : t("Reveal the solution and cancel the round?", "Révéler la solution et annuler la manche ?"),
    ),
    smallNote(
      t("In favour: ", "Pour : "),
      seatsIn(agreed)
        .map((seat) => seatName(seat, state))
        .join(", "),
      last ? t(". Only your answer is missing.", ". Il ne manque que votre réponse.") : "",
    ),
    ...asked.map((seat) =>
      inRow(
        seats.length > 1 ? h("span", null, seatName(seat, state)) : null,
        button(t("Agree", "D’accord"), () => table.act("agree", seat), { kind: last ? "main big" : "main" }),
        button(t("Refuse", "Refuser"), () => table.act("refuse", seat)),
      ),
    ),
  ];
}

/** @param {RoomState} state @param {Table} table @param {boolean} ask whether the first player chooses the next board @returns {Piece[]} */
function between(state, table, ask) {
  const seats = ownSeats(state);
  const waiting = seats.filter((seat) => state.active.includes(seat));
  const others = waiting.filter((seat) => !(ask && seat === 0));
  const ready = () => {
    for (const seat of others) table.act("ready", seat);
  };
  return [
    ask && waiting.includes(0) ? boardChoice(table) : null,
    others.length ? button(t("Next round", "Manche suivante"), ready, { kind: "main race-next", icon: "right", key: "Enter" }) : null,
    seats.length && !waiting.length ? h("p", { class: "quiet" }, t("Waiting for the others.", "On attend les autres.")) : null,
  ];
}

/** The first player chooses the next board. @param {Table} table */
function boardChoice(table) {
  const size = h("input", { type: "number", min: 5, max: 501, value: "31" });
  const density = h("input", { type: "number", min: 0.05, max: 1, step: 0.05, value: "0.65" });
  const begin = () => table.act(`board ${size.value} ${density.value}`, 0);
  return h(
    "div",
    { class: "stack tight" },
    h("div", { class: "fields" }, field(t("Size", "Taille"), size), field(t("Density", "Densité"), density)),
    button(t("Begin the round", "Commencer la manche"), begin, { kind: "main" }),
  );
}

/** Seats as a list, from their bits. @param {number} seats */
function seatsIn(seats) {
  return [0, 1, 2, 3].filter((seat) => seats & (1 << seat));
}
