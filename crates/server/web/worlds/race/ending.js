// The end of a race in words and figures: those of all rounds, or of the last
// one where not all were seen.

import { clock, count, noun, number, t } from "../../app/i18n.js";
import { ownSeats, seatName, victoryText } from "../../app/seats.js";
import { detours } from "./accuracy.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").RaceView>} RoomState */

/** The sum over rounds of what a seat has in each; nothing if one of them is not known. @param {(number | null | undefined)[]} parts */
function sum(parts) {
  const known = parts.filter((part) => typeof part === "number");
  return known.length < parts.length ? undefined : known.reduce((all, part) => all + part, 0);
}

/**
 * @param {RoomState} state
 * @param {{ time: number | undefined, rounds: import("./rounds.js").Round[] | undefined }} seen how long it took, in milliseconds; every round
 * @returns {import("../../app/wire.js").Ending}
 */
export function ending(state, { time, rounds }) {
  const winners = state.outcome?.winners ?? [];
  const mine = ownSeats(state);
  const won = winners.some((seat) => mine.includes(seat));
  const { course, scores = [], config } = state.view;
  const counted = rounds ?? (course ? [{ moves: course.moves, extra: detours(course), winners: course.end?.winners ?? [] }] : []);
  const steps = state.players.map(({ seat }) => sum(counted.map(({ moves }) => moves[seat])));
  const extra = state.players.map(({ seat }) => sum(counted.map((round) => round.extra[seat])));
  const [own = -1] = mine.length === 1 ? mine : [];
  const points = [own, ...state.players.map(({ seat }) => seat).filter((seat) => seat !== own)].map((seat) => scores[seat]).join("–");
  const opened = course?.opened.length ?? 0;
  return {
    won,
    title: titleOf(state, won && mine.length === 1 && winners.length === 1),
    ...(steps[own] === undefined ? {} : { line: line(steps[own], extra[own] ?? 0, config.rounds > 1 ? points : "", time) }),
    ...(config.rounds > 1 ? { text: roundsText(state, rounds) } : {}),
    figures: [
      ...(steps[own] === undefined ? [] : [pair(steps[own], noun(steps[own], "step", "steps", "pas", "pas"))]),
      ...(extra[own] === undefined ? [] : [pair(extra[own], t("extra", "de trop"))]),
      ...(time === undefined ? [] : [/** @type {[string, string]} */ ([clock(time), t("time", "temps")])]),
      ...(opened ? [pair(opened, noun(opened, "cell opened", "cells opened", "case ouverte", "cases ouvertes"))] : []),
    ],
    table: {
      head: [t("points", "points"), t("steps", "pas"), t("extra", "de trop")],
      rows: state.players.map(({ seat }) =>
        [seatName(seat, state), scores[seat], steps[seat], extra[seat]].map((one) => String(one ?? "–")),
      ),
    },
  };
}

/** @param {RoomState} state @param {boolean} alone whether the reader won alone */
function titleOf(state, alone) {
  if (alone) return t("Victory: you win the race!", "Victoire : la course est à vous !");
  return victoryText(state);
}

/** What is passed on: the points first where there were several rounds. @param {number} steps @param {number} extra @param {string} points @param {number | undefined} time */
function line(steps, extra, points, time) {
  const taken = time === undefined ? "" : t(` in ${clock(time)}`, ` en ${clock(time)}`);
  return `${points ? `${points}, ` : ""}${count(steps, "step", "steps", "pas", "pas")} (${number(extra)} ${t("extra", "de trop")})${taken}`;
}

/** Who won which round. @param {RoomState} state @param {import("./rounds.js").Round[] | undefined} rounds */
function roundsText(state, rounds) {
  if (!rounds) return t("Steps are those of the last round.", "Les pas sont ceux de la dernière manche.");
  const names = rounds.map(({ winners }) => winners.map((seat) => seatName(seat, state)).join(" + ") || "–");
  return t(`Rounds: ${names.join(", ")}.`, `Manches : ${names.join(", ")}.`);
}

/** @param {number} n @param {string} what @returns {[string, string]} */
function pair(n, what) {
  return [number(n), what];
}
