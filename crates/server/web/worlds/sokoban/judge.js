// What is to be said about a level that is being drawn.

import { h } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { wordsOf } from "../../app/notifications.js";
import { diagnose, opened } from "./ask.js";
import { placeOf, shownFault } from "./import.js";

/** @typedef {import("./rules.js").Level} Level */
/** @typedef {{ kind: "good" | "bad" | "", title: string, body: import("../../app/dom.js").Child, dead: number[], marked: number[], playable: boolean }} Judgement */

/** Whether the player can walk off the edge. @param {Level} level */
function leaks({ inside, rows, cols }) {
  return inside.some((is, cell) => is && (cell < cols || cell >= cols * (rows - 1) || cell % cols === 0 || cell % cols === cols - 1));
}

/** @param {string[]} rows @param {Level} level @param {AbortSignal} signal @returns {Promise<Judgement>} */
export async function judge(rows, level, signal) {
  const spots = (/** @type {[number, number][]} */ list) => list.map(([r, c]) => r * level.cols + c);
  const text = `${rows.join("\n")}\n`;
  try {
    await opened(text, signal);
    const { dead, lost, bound } = await diagnose(rows, signal);
    const found = { dead: spots(dead), marked: spots(lost[0]?.boxes ?? []), playable: true };
    const small = (/** @type {string} */ says) => h("p", { class: "small" }, says);
    if (lost.length)
      return {
        ...found,
        kind: "bad",
        title: t("Lost from the start", "Perdu dès le départ"),
        body: small(t("The marked boxes can never come home together.", "Les caisses marquées n’arriveront jamais ensemble.")),
      };
    if (leaks(level)) {
      const says = t(
        "The player can walk to the edge. That is allowed, but walls all round look better.",
        "Le joueur peut marcher jusqu’au bord. C’est permis, mais des murs tout autour sont mieux.",
      );
      return { ...found, kind: "", title: t("Open to the outside", "Ouvert sur l’extérieur"), body: small(says) };
    }
    const pushes =
      typeof bound !== "number" ? "" : `${t(", at least ", ", au moins ")}${count(bound, "push", "pushes", "poussée", "poussées")}`;
    return {
      ...found,
      kind: "good",
      title: t("A sound level", "Un niveau correct"),
      body: small(`${count(level.boxes.length, "box", "boxes", "caisse", "caisses")}${pushes}`),
    };
  } catch (error) {
    const message = wordsOf(error);
    const { line, column } = placeOf(message);
    // Only a fault about one character has a place worth a ring.
    const there = line && /second|deuxième|found \x60|trouvé «/.test(message) ? [(line - 1) * level.cols + column - 1] : [];
    return {
      kind: "bad",
      title: t("Not a level yet", "Pas encore un niveau"),
      body: shownFault(text, message),
      dead: [],
      marked: there,
      playable: false,
    };
  }
}
