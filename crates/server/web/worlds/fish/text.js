// What happens in the town, in words.

import { count, t } from "../../app/i18n.js";
import { seatName } from "../../app/seats.js";
import { goodName, pieceName } from "./sprites.js";

/** @typedef {import("../../app/wire.js").RoomState} RoomState */
/** @typedef {import("./view.js").FishEvent} FishEvent */
/** @typedef {import("./view.js").Spot} Spot */

/** A cell as in actions, files and refusals: row and column from 0. @param {Spot} spot */
export function at([row, col]) {
  return `${row},${col}`;
}

/** @param {number} n */
export function coins(n) {
  return count(n, "coin", "coins", "pièce", "pièces");
}

/**
 * @param {FishEvent} event
 * @param {RoomState} state
 */
export function eventText(event, state) {
  const who = "seat" in event ? seatName(event.seat, state) : "";
  switch (event.event) {
    case "reserved":
      return t(`${who} reserves ${at(event.cell)}`, `${who} réserve ${at(event.cell)}`);
    case "drew":
      return t(`${who} draws ${pieceName(event.piece)}`, `${who} pioche ${pieceName(event.piece)}`);
    case "dropped":
      return t("Nobody has a reservation: the tree is dropped", "Personne n'a de réservation : l'arbre est écarté");
    case "sealed":
      return t(`${who} has sealed a bid`, `${who} a scellé une mise`);
    case "sold": {
      const shop = pieceName({ shop: event.good });
      const bids = event.bids.flatMap((bid, seat) => (bid === null ? [] : [`${seatName(seat, state)}: ${bid}`]));
      const list = bids.length > 1 ? ` (${bids.join(", ")})` : "";
      return t(`${who} buys ${shop} for ${event.price}${list}`, `${who} achète ${shop} pour ${event.price}${list}`);
    }
    case "lost":
      return t(
        `${who} has no reservation: the shop of ${goodName(event.good)} is lost`,
        `${who} n'a pas de réservation : ${pieceName({ shop: event.good })} perdue`,
      );
    case "built":
      return t(
        `${who} builds ${pieceName(event.piece)} on ${at(event.cell)}`,
        `${who} bâtit ${pieceName(event.piece)} en ${at(event.cell)}`,
      );
    case "roads":
      return t(
        `${count(event.cells.length, "road appears", "roads appear", "", "")}: ${event.cells.map(at).join(" · ")}`,
        `${count(event.cells.length, "", "", "route apparaît", "routes apparaissent")} : ${event.cells.map(at).join(" · ")}`,
      );
    case "returned":
      return t(`The reservation of ${who} on ${at(event.cell)} goes back`, `La réservation de ${who} en ${at(event.cell)} est rendue`);
    case "over":
      return t("The pile is empty: the game is over", "La pioche est vide : la partie est finie");
  }
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
