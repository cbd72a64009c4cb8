// The first page: five worlds, each alive in miniature.

import { get } from "./app/api.js";
import { h } from "./app/dom.js";
import { count, lang, number, t } from "./app/i18n.js";
import { icon } from "./app/icons.js";
import { empty } from "./app/states.js";
import { visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";
import { dailyStrip } from "./home/daily.js";
import { stage } from "./home/stage.js";
import { topics } from "./learn/topics.js";

/** A world's scene in its place; the page is there before it. @param {HTMLElement} place @param {string} world */
async function show(place, world) {
  const { fishScene, magicScene, mazeScene, raceScene, sokobanScene } = await import("./home/scenes.js");
  // On a phone the picture stands upright beside the words.
  const { clientWidth: wide, clientHeight: tall } = place;
  const [rows, cols] = tall > wide ? [15, 9] : [12, 17];
  const fits = Math.max(60, Math.min(tall - 18, ((wide - 16) * rows) / cols));
  /** @type {Record<string, () => import("./home/stage.js").Scene>} */
  const all = {
    maze: mazeScene(rows, cols, fits),
    race: raceScene,
    fish: fishScene,
    magic: magicScene,
    sokoban: sokobanScene,
  };
  const scene = all[world];
  if (scene) stage(place, scene);
}

/** Its texts are in the page already; here the boards come to life. @param {HTMLElement} main */
export async function mount(main) {
  for (const card of main.querySelectorAll(".card")) {
    const pane = card.querySelector(".pane");
    if (pane instanceof HTMLElement) void show(pane, card.getAttribute("data-world") ?? "");
  }
  const daily = main.querySelector(".daily");
  if (daily) dailyStrip(daily);
  main.append(lower());
}

function lower() {
  const mine = visits()
    .filter((visit) => !visit.over)
    .slice(0, 4);
  const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const rooms = h("div", { role: "status" }, empty(t("Looking around…", "Recherche en cours…")));
  const look = async () => {
    const list = await openRooms();
    // Only news is news, also to a screen reader.
    if (!rooms.firstElementChild?.isEqualNode(list)) rooms.replaceChildren(list);
  };
  void look();
  setInterval(() => document.hidden || void look(), 10_000);
  return h(
    "div",
    { class: "lower" },
    mine.length
      ? h(
          "section",
          null,
          h("h2", null, t("Continue", "Reprendre")),
          h(
            "ul",
            { class: "list" },
            mine.map(({ room, game, at }) =>
              h(
                "li",
                { "data-world": game },
                h(
                  "a",
                  { class: "item", href: `/room/${room}` },
                  h("span", { class: "grow" }, titleOf(game)),
                  h("span", { class: "quiet small" }, when.format(at)),
                ),
              ),
            ),
          ),
        )
      : null,
    h("section", null, h("h2", null, t("Open rooms", "Salles ouvertes")), rooms),
    h(
      "section",
      null,
      h("h2", null, t("The ideas behind the games", "Les idées à l’œuvre")),
      h(
        "ul",
        { class: "topics-in" },
        topics.map(({ name, title, worlds: [world] }) => h("li", { "data-world": world }, h("a", { href: `/learn/${name}` }, title))),
      ),
    ),
  );
}

/** A room that waits for players. @typedef {{ room: string, game: string, config: string, players: string[], seats: number, free: number }} OpenRoom */

/** @returns {Promise<Element>} */
async function openRooms() {
  try {
    /** @type {OpenRoom[]} */
    const rooms = await get("/api/rooms");
    return rooms.length ? h("ul", { class: "list" }, rooms.slice(0, 8).map(openRoom)) : openOne();
  } catch (error) {
    return empty(error instanceof Error ? error.message : String(error));
  }
}

/** Nobody waits: whoever came to play with others opens a room that is listed here. */
function openOne() {
  const game = (/** @type {string} */ name) =>
    h("li", { "data-world": name }, h("a", { class: "btn", href: `/${name}?open` }, icon("plus"), titleOf(name)));
  return h(
    "div",
    { class: "open-one" },
    h("p", { class: "quiet" }, t("Nobody is waiting right now. Open a room for:", "Personne n’attend pour l’instant. Ouvrez une salle :")),
    h("ul", { class: "row" }, ["race", "fish", "magic"].map(game)),
  );
}

/** @param {OpenRoom} room */
function openRoom({ room, game, config, players, seats, free }) {
  const host = players.find(Boolean);
  const about = [...settingsText(game, config), count(seats, "player", "players", "joueur", "joueurs")];
  const item = h(
    "a",
    { class: "item open-room", href: `/room/${room}` },
    h(
      "span",
      { class: "grow" },
      host ? `${host} · ` : "",
      titleOf(game),
      h("small", { class: "quiet" }, [...about, count(free, "seat free", "seats free", "place libre", "places libres")].join(", ")),
    ),
    h("span", { class: "btn main" }, t("Take a seat", "Prendre place")),
  );
  return h("li", { "data-world": game }, item);
}

/** Settings of a room as people say them. @param {string} game @param {string} config */
function settingsText(game, config) {
  /** @type {Record<string, string>} */
  const { size, rounds, rules, time, scenario } = Object.fromEntries(config.split(",").map((part) => part.split("=")));
  if (game === "race")
    return [size ? `${size} × ${size}` : "", rounds ? count(Number(rounds), "round", "rounds", "manche", "manches") : ""].filter(Boolean);
  if (game === "fish")
    return [{ classic: t("Classic", "Classique"), 2014: t("Classic 2014", "Classique 2014") }[rules ?? ""] ?? t("Standard", "Standard")];
  return [
    scenario ? t(`Scenario ${scenario}`, `Scénario ${scenario}`) : "",
    Number(time) ? t(`${number(Number(time) / 60)} min of sand`, `${number(Number(time) / 60)} min de sable`) : "",
  ].filter(Boolean);
}
