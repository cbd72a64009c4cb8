// Matches that are over.

import { ask, get } from "./app/api.js";
import { botName, isBot } from "./app/bots.js";
import { button, check, segments } from "./app/controls.js";
import { h, put, useStyle } from "./app/dom.js";
import { count, lang, t } from "./app/i18n.js";
import { trouble } from "./app/notifications.js";
import { worldHead } from "./app/shell.js";
import { empty, fillWith } from "./app/states.js";
import { visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";

/** @param {HTMLElement} main */
export function mount(main) {
  void useStyle("/static/css/replay.css");
  const place = h("div");
  const file = h("input", {
    type: "file",
    class: "out",
    tabindex: -1,
    accept: ".jsonl,.dedale,application/jsonl,text/plain",
    "aria-label": t("Match file", "Fichier de partie"),
  });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) void upload(chosen).catch(trouble);
  });
  put(
    main,
    worldHead(
      {
        title: t("Replays", "Parties"),
        lead: t(
          "Every match that came to its end can be watched again, move by move, and taken up from any moment.",
          "Toute partie terminée peut se revoir coup par coup, et se reprendre à tout moment.",
        ),
      },
      button(t("Open a match file", "Ouvrir un fichier"), () => file.click(), { icon: "open" }),
      file,
    ),
    place,
  );
  void fillWith(place, async () => {
    /** @type {{ id: string, game: string, players: string[], entries: number, ended: number }[]} */
    const all = await get("/api/replays");
    // The list is of public matches; this browser knows its own private ones.
    for (const { room: id, game, at: ended, over } of visits())
      if (over && game && !all.some((one) => one.id === id)) all.push({ id, game, players: [], entries: 0, ended });
    all.sort((one, two) => two.ended - one.ended);
    if (!all.length)
      return empty(
        t("Nothing has been played to its end yet.", "Rien n’a encore été joué jusqu’au bout."),
        h("a", { class: "btn main", href: "/" }, t("Play something", "Jouer")),
      );
    const played = [...new Set(all.map(({ game }) => game))];
    const list = h("ul", { class: "list" });
    const sat = new Set(visits().map(({ room }) => room));
    let game = "all";
    const show = () =>
      put(list, all.filter((one) => (game === "all" || one.game === game) && (!own.input.checked || sat.has(one.id))).map(line));
    const own = check(t("Only mine", "Seulement les miennes"), false, show);
    // Where it would change nothing, it is not offered.
    const mine = all.filter(({ id }) => sat.has(id)).length;
    own.el.hidden = mine === 0 || mine === all.length;
    show();
    const sieve =
      played.length > 1
        ? segments(
            t("Which world", "Quel monde"),
            [["all", t("All", "Tout")], ...played.map((name) => /** @type {const} */ ([name, titleOf(name)]))],
            "all",
            (name) => {
              game = name;
              show();
            },
          ).el
        : null;
    return h("div", { class: "stack" }, h("div", { class: "row apart" }, sieve, own.el), list);
  });
}

const CLOCK = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const AGO = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });

/** How long ago, as people say it; a date when it is long ago. @param {number} then */
function ago(then) {
  const minutes = Math.round((then - Date.now()) / 60_000);
  if (minutes > -1) return t("just now", "à l’instant");
  if (minutes > -60) return AGO.format(Math.min(0, minutes), "minute");
  if (minutes > -24 * 60) return AGO.format(Math.round(minutes / 60), "hour");
  if (minutes > -7 * 24 * 60) return AGO.format(Math.round(minutes / 60 / 24), "day");
  return CLOCK.format(then);
}

/** A match in the list. @param {{ id: string, game: string, players: string[], entries: number, ended: number }} match */
function line({ id, game, players, entries, ended }) {
  // Three bots of a kind are told once.
  const table = players.length > 1 ? players : players.filter(Boolean);
  const names = [...new Set(table)].map((name) => {
    const times = table.filter((other) => other === name).length;
    const said = isBot(name) ? botName(name) : name || t("Player", "Joueur");
    return times > 1 ? `${said} ×${times}` : said;
  });
  return h(
    "li",
    null,
    h(
      "a",
      { class: "item replay-item", href: `/replays/${id}`, style: { "--c": `var(--world-${game})` } },
      h(
        "span",
        { class: "grow" },
        h("strong", null, titleOf(game)),
        names.length ? h("small", { class: "quiet" }, names.join(", ")) : null,
      ),
      entries ? h("span", { class: "chip" }, count(entries, "move", "moves", "coup", "coups")) : null,
      h("time", { class: "quiet small", datetime: new Date(ended).toISOString(), title: CLOCK.format(ended) }, ago(ended)),
    ),
  );
}

/** @param {File} file */
async function upload(file) {
  const answer = await ask("/api/replays", { method: "POST", headers: { "content-type": "application/jsonl" }, body: file });
  const { id } = await answer.json();
  location.assign(`/replays/${id}`);
}
