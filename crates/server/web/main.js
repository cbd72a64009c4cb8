// The one entry of the page: it looks at the path and lets the module of that
// page fill `main`. Each page's module is loaded only where it is needed.

import { ApiError } from "./app/api.js";
import { h, put } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { frame } from "./app/shell.js";
import { failed, loading } from "./app/states.js";
import { titleOf, worlds } from "./app/worlds.js";
import { ideas } from "./learn/ideas.js";

/**
 * What a page's module offers.
 * @typedef {{ mount(main: HTMLElement, params: URLSearchParams): void | Promise<void> }} Page
 */

const [first = "", second = ""] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
const params = new URLSearchParams(location.search);

/** @returns {Promise<void>} */
async function open() {
  if (!first) {
    const { mount } = await import("./home.js");
    return mount(frame());
  }
  if (worlds.some(({ name }) => name === first)) {
    const main = frame({ title: titleOf(first), world: first, wide: true });
    main.after(ideas(first));
    put(main, loading());
    /** @type {Page} */
    const page = await import(`./worlds/${first}.js`);
    return page.mount(main, params);
  }
  if (first === "room" && second) {
    const main = frame({ wide: true });
    put(main, loading(t("Opening the room…", "Ouverture de la salle…")));
    const page = await import("./room.js");
    return page.mount(main, second);
  }
  if (first === "replays") {
    const main = frame({ title: t("Replays", "Parties"), wide: Boolean(second) });
    put(main, loading());
    return second ? (await import("./replay.js")).mount(main, second) : (await import("./replays.js")).mount(main);
  }
  if (first === "learn") {
    // Its text is in the page already.
    const main = frame({ title: t("Learn", "Apprendre") });
    const page = await import("./learn.js");
    return page.mount(main, second);
  }
  put(frame({ title: t("Not found", "Introuvable") }), failed(t("There is nothing at this address.", "Il n’y a rien à cette adresse.")));
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
