// What happened, in words.

import { clock, t } from "../../app/i18n.js";
import { colourName } from "./sprites.js";

/**
 * @param {import("./view.js").MagicEvent} event
 * @param {{ named: (seat: number) => string, by: number | null, mine: number[], site: (spot: number) => string, at: (spot: number) => string }} about
 * @returns {{ text: string, loud: boolean }} loud when everybody should look up
 */
export function eventText(event, { named, by, mine, site, at }) {
  const who = "pawn" in event ? colourName(event.pawn) : "";
  const loud = (/** @type {string} */ text) => ({ text, loud: true });
  const quiet = (/** @type {string} */ text) => ({ text, loud: false });
  switch (event.event) {
    case "moved": {
      const where = site(event.to);
      // Only what matters is read out; a move a second would drown it.
      return quiet(
        where
          ? t(`${who} reaches ${where}`, `${who} atteint ${where}`)
          : by !== null && mine.includes(by)
            ? t(`${who} moves to ${at(event.to)}`, `${who} va en ${at(event.to)}`)
            : "",
      );
    }
    case "explored":
      return quiet(t("A new tile.", "Une nouvelle tuile."));
    case "flipped":
      return loud(t(`The timer turns: ${clock(event.remaining_ms)} left`, `Le sablier se retourne : reste ${clock(event.remaining_ms)}`));
    case "roles_passed":
      return loud(t("Roles pass to the left!", "Les rôles passent à gauche !"));
    case "camera_off":
      return loud(t("A camera sleeps.", "Une caméra s’endort."));
    case "stolen":
      return loud(t("Stolen! Now run to the exits.", "Volé ! Fuyez vers les sorties."));
    case "left":
      return loud(t(`${who} is out!`, `${who} est sorti !`));
    case "pointed":
      return quiet(
        t(`${named(event.by)} to ${named(event.to)}: do something!`, `${named(event.by)} à ${named(event.to)} : fais quelque chose !`),
      );
    case "discarded":
      return loud(t("A tile goes under the deck.", "Une tuile va sous la pioche."));
    case "trapped":
      return loud(t("No two tiles can be discarded: lost.", "Impossible de défausser deux tuiles : perdu."));
    case "won":
      return quiet(t("Everyone is out: you win!", "Tout le monde est dehors : victoire !"));
    case "lost":
      return quiet(t("The sand has run out.", "Le sable s’est écoulé."));
    default:
      return quiet("");
  }
}
