// What happens in the town, in words.

import { count, number, t } from "../../app/i18n.js";
import { isYou, seatName } from "../../app/seats.js";
import { goodName, pieceName } from "./sprites.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("./view.js").FishEvent} FishEvent */
/** @typedef {Extract<FishEvent, { event: "sold" }>} Sale */
/** @typedef {import("./view.js").Spot} Spot */

/** A cell as in actions, files and refusals: row and column from 0. @param {Spot} spot */
export function at([row, col]) {
  return `${row},${col}`;
}

/** A score, once a shop was built or lost: before, it only repeats the coins. @param {import("./view.js").Trader | undefined} player */
export function scoreText(player) {
  return player?.shops.some(({ status }) => status !== "missing") ? number(player.score) : "–";
}

/** @param {number} n */
export function coins(n) {
  return count(n, "coin", "coins", "pièce", "pièces");
}

/** Who buys, and for how much. @param {Sale} sale @param {RoomState} state */
export function saleText({ seat, good, price }, state) {
  const buys = isYou(seat, state) ? t("buy", "achetez") : t("buys", "achète");
  return `${seatName(seat, state)} ${buys} ${pieceName({ shop: good })} ${t("for", "pour")} ${price}`;
}

/**
 * What happened, in words; the reader is addressed.
 * @param {FishEvent} event
 * @param {RoomState} state
 */
export function eventText(event, state) {
  const seat = "seat" in event ? event.seat : -1;
  const who = seat < 0 ? "" : seatName(seat, state);
  const you = seat >= 0 && isYou(seat, state);
  /** The verb for the reader or for another. @type {(en: string, ens: string, fr: string, frs: string) => string} */
  const does = (en, ens, fr, frs) => `${who} ${t(you ? en : ens, you ? fr : frs)}`;
  switch (event.event) {
    case "reserved":
      return `${does("reserve", "reserves", "réservez", "réserve")} ${at(event.cell)}`;
    case "drew":
      return `${does("draw", "draws", "piochez", "pioche")} ${pieceName(event.piece)}`;
    case "dropped":
      return t("Nobody has a reservation: the tree is dropped", "Personne n’a de réservation : l’arbre est écarté");
    case "sealed":
      return does("have sealed a bid", "has sealed a bid", "avez scellé une mise", "a scellé une mise");
    case "sold": {
      const bids = event.bids.flatMap((bid, bidder) => (bid === null ? [] : [`${seatName(bidder, state)}${t(": ", " : ")}${bid}`]));
      const list = bids.length > 1 ? ` (${bids.join(", ")})` : "";
      return saleText(event, state) + list;
    }
    case "given":
      return t(
        `The shop of ${goodName(event.good)} that was set aside goes to ${you ? "you" : who}`,
        `La ${pieceName({ shop: event.good }).replace("une ", "")} mise de côté revient à ${you ? "vous" : who}`,
      );
    case "lost":
      return `${does("have no reservation", "has no reservation", "n’avez pas de réservation", "n’a pas de réservation")}${t(`: the shop of ${goodName(event.good)} is lost`, ` : ${pieceName({ shop: event.good })} est perdue`)}`;
    case "built":
      return `${does("build", "builds", "bâtissez", "bâtit")} ${pieceName(event.piece)} ${t("on", "en")} ${at(event.cell)}`;
    case "roads": {
      const n = event.cells.length;
      return `${count(n, "road appears", "roads appear", "route apparaît", "routes apparaissent")}${t(": ", " : ")}${event.cells.map(at).join(" · ")}`;
    }
    case "returned":
      return you
        ? t(`Your reservation on ${at(event.cell)} goes back`, `Votre réservation en ${at(event.cell)} est rendue`)
        : t(`The reservation of ${who} on ${at(event.cell)} goes back`, `La réservation de ${who} en ${at(event.cell)} est rendue`);
    case "over":
      return t("The pile is empty: the game is over", "La pioche est vide : la partie est finie");
  }
}

/** What a match was played with, in words. @param {{ config: string, view: import("./view.js").FishView }} match */
export function settingsText({ config, view: { rows, cols } }) {
  /** @type {Record<string, string>} */
  const rules = t({ classic: "classic rules", 2014: "rules of 2014" }, { classic: "règles classiques", 2014: "règles de 2014" });
  const named = /rules=(\w+)/.exec(config)?.[1] ?? "";
  return `${rules[named] ?? t("standard rules", "règles standard")}, ${rows} × ${cols}`;
}

/** What would have been better, in words. @param {string} action */
export function adviceText(action) {
  const [verb, what = ""] = action.split(" ");
  if (verb === "reserve") return t(`reserve ${what}`, `réserver ${what}`);
  if (verb === "draw") return t("draw", "piocher");
  if (verb === "bid") return `${t("bid", "miser")} ${coins(Number(what))}`;
  return t(`build on ${what}`, `bâtir en ${what}`);
}

/** An action of this world in words. @param {string} action */
export function actionText(action) {
  const [verb, what = ""] = action.split(" ");
  if (verb === "reserve") return t(`reserves ${what}`, `réserve ${what}`);
  if (verb === "draw") return t("draws", "pioche");
  if (verb === "bid") return `${t("bids", "mise")} ${coins(Number(what))}`;
  if (verb === "build") return t(`builds on ${what}`, `bâtit en ${what}`);
  return action;
}
