// The one entry of the page: it looks at the path and lets the module of that
// page fill `main`. Each page's module is loaded only where it is needed.

import { ApiError } from "./app/api.js";
import { h, put } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { showNotice } from "./app/notifications.js";
import { frame } from "./app/shell.js";
import { failed } from "./app/states.js";
import { worlds } from "./app/worlds.js";
import { ideas } from "./learn/ideas.js";

/**
 * What a page's module offers.
 * @typedef {{ mount(main: HTMLElement, params: URLSearchParams): void | Promise<void> }} Page
 */

const [first = "", second = ""] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
const params = new URLSearchParams(location.search);

/** @returns {Promise<void>} */
async function open() {
  const main = frame();
  showNotice();
  if (!first) return (await import("./home.js")).mount(main);
  if (worlds.includes(first) && !second) {
    main.after(ideas(first));
    /** @type {Page} */
    const page = await import(`./worlds/${first}.js`);
    return page.mount(main, params);
  }
  if (first === "room" && second) return (await import("./room.js")).mount(main, second);
  if (first === "replays") return second ? (await import("./replay.js")).mount(main, second) : (await import("./replays.js")).mount(main);
  if (first === "learn") return (await import("./learn.js")).mount(main, second);
  put(main, failed(t("There is nothing at this address.", "Il n’y a rien à cette adresse.")));
}

open().catch((error) => {
  // A module that does not come says so in words for programmers.
  const text = error instanceof TypeError ? t("This page could not be loaded.", "Cette page n’a pas pu être chargée.") : error;
  if (text !== error) console.warn(error);
  // What is not there does not come by asking again.
  const gone = error instanceof ApiError && error.status === 404;
  put(
    frame(),
    failed(
      text,
      gone ? undefined : () => location.reload(),
      gone && first === "replays" ? h("a", { class: "btn main", href: "/replays" }, t("All replays", "Toutes les parties")) : null,
    ),
  );
});
