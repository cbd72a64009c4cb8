// The mazes: the laboratory, and a maze to walk.

import { freshSeed, seedIn } from "../app/controls.js";
import { sentence, t } from "../app/i18n.js";
import { toast } from "../app/notifications.js";
import { settings } from "../app/play.js";
import { DEFAULTS, readLink } from "./maze/link.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  const seed = seedIn(params) ?? freshSeed();
  if (params.has("walk")) {
    const { mazePlay } = await import("./maze/play.js");
    return mazePlay(main, seed, params);
  }
  const { Lab } = await import("./maze/lab.js");
  const { values, save } = settings("maze", DEFAULTS);
  const wrong = readLink(values, params);
  if (params.has("seed") && seedIn(params) === undefined)
    wrong.push(t(`“${params.get("seed")}” is not a seed`, `« ${params.get("seed")} » n’est pas une graine`));
  const lab = new Lab(values, save, seed);
  lab.lay(main);
  if (wrong.length)
    toast(`${t("From this link: ", "Dans ce lien : ")}${sentence(wrong.join(t("; ", " ; "))).toLowerCase()}`, { bad: true });
  await lab.generate();
}
