// What happened, told: read out to those who do not see it, large on the board
// when everybody should look up.

import { h } from "../../app/dom.js";
import { eventText } from "./events.js";

/** How long a loud message stays, in milliseconds. */
const SHOWN = 2600;

/** @param {(text: string) => void} tell */
export function announcer(tell) {
  const flash = h("div", { class: "magic-flash", "aria-hidden": "true", hidden: true });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  return {
    flash,
    /** @param {import("./view.js").MagicEvent[]} events @param {Parameters<typeof eventText>[1]} about */
    announce(events, about) {
      const said = events.map((event) => eventText(event, about)).filter(({ text }) => text);
      if (said.length) tell(said.map(({ text }) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(" "));
      const loud = said.filter((one) => one.loud).map(({ text }) => text);
      if (!loud.length) return;
      flash.replaceChildren(...loud.map((text) => h("span", null, text)));
      flash.className = `magic-flash ${events.some(({ event }) => event === "stolen") ? "stolen" : ""}`;
      flash.hidden = true;
      // Begins the animation anew.
      void flash.offsetWidth;
      flash.hidden = false;
      clearTimeout(timer);
      timer = setTimeout(() => {
        flash.hidden = true;
      }, SHOWN);
    },
  };
}
