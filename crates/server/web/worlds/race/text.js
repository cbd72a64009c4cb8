// What happens in a race, in words.

import { count, t } from "../../app/i18n.js";
import { ownSeats, seatName } from "../../app/seats.js";
import { DIRS } from "./keys.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").RaceView>} RoomState */
/** @typedef {NonNullable<import("./view.js").Course["end"]>} End */

/** @type {Record<string, string>} */
const ACTIONS = t(
  {
    up: "up",
    right: "right",
    down: "down",
    left: "left",
    pass: "passes",
    finish: "proposes to finish",
    reveal: "proposes to reveal",
    agree: "agrees",
    refuse: "refuses",
    ready: "is ready",
  },
  {
    up: "en haut",
    right: "à droite",
    down: "en bas",
    left: "à gauche",
    pass: "passe",
    finish: "propose de finir",
    reveal: "propose de révéler",
    agree: "est d’accord",
    refuse: "refuse",
    ready: "est prêt",
  },
);

/** An action of this world in words. @param {string} action */
export function actionText(action) {
  return ACTIONS[action] ?? action;
}

/** The action by which all go on to the next round. */
export const nextRound = "ready";

/** What a match was played with, in words. @param {{ view: import("./view.js").RaceView }} match */
export function settingsText({ view: { config, course } }) {
  const size = course ? `${course.rows.length} × ${course.rows[0]?.length}, ` : "";
  return `${size}${count(config.rounds, "round", "rounds", "manche", "manches")}`;
}

/** What was done and what follows from it, for those who do not see it. @param {RoomState} state @param {number} seat @param {string} action */
export function moveText(state, seat, action) {
  const { phase, course } = state.view;
  const own = ownSeats(state);
  const done = `${seatName(seat, state)}${t(": ", " : ")}${actionText(action)}.`;
  if (course?.end) return `${done} ${resultText(course.end, state)}`;
  if (phase.name !== "play" || own.length !== 1 || own[0] !== course?.mover) return done;
  const ways = DIRS.filter((dir) => state.legal.includes(dir)).map(actionText);
  return `${done} ${t("Your move: ", "C’est à vous : ")}${ways.join(", ")}.`;
}

/** How a round ended. @param {End} end @param {RoomState} state */
export function resultText(end, state) {
  const who = end.winners.map((seat) => seatName(seat, state)).join(", ");
  const own = ownSeats(state).length === 1 && end.winners.length === 1 && end.winners[0] === ownSeats(state)[0];
  if (end.by === "revealed") return t("Revealed: nobody scores.", "Révélé : personne ne marque.");
  if (end.by === "finished")
    return own
      ? t("Finished by agreement: you needed the fewest steps.", "Fini d’un commun accord : il vous fallait le moins de pas.")
      : t(
          `Finished by agreement: ${who} needed the fewest steps.`,
          `Fini d’un commun accord : c’est à ${who} qu’il fallait le moins de pas.`,
        );
  return own ? t("You reached the target.", "Vous avez atteint la cible.") : t(`${who} reached the target.`, `${who} a atteint la cible.`);
}
