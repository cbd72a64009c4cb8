// The first page: five worlds, each alive in miniature.

import { get } from "./app/api.js";
import { h } from "./app/dom.js";
import { count, lang, t } from "./app/i18n.js";
import { empty } from "./app/states.js";
import { visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";
import { dailyStrip } from "./home/daily.js";
import { stage } from "./home/stage.js";
import { topics } from "./learn/topics.js";

/** A world's scene in its place; the page is there before it. @param {HTMLElement} place @param {string} world */
async function show(place, world) {
  const { fishScene, magicScene, mazeScene, raceScene, sokobanScene } = await import("./home/scenes.js");
  /** @type {Record<string, () => import("./home/stage.js").Scene>} */
  const all = {
    maze: mazeScene(12, 17, Math.max(150, place.clientHeight - 18)),
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

/** @returns {Promise<Element>} */
async function openRooms() {
  try {
    /** @type {{ room: string, game: string, config: string, players: string[], seats: number, free: number }[]} */
    const rooms = await get("/api/rooms");
    if (!rooms.length)
      return empty(
        t(
          "Nobody is waiting for a partner right now. Start a game and share its link.",
          "Personne n’attend de partenaire pour l’instant. Commencez une partie et partagez son lien.",
        ),
      );
    return h(
      "ul",
      { class: "list" },
      rooms.slice(0, 8).map(({ room, game, config, players, seats, free }) => {
        const host = players.find(Boolean);
        const item = h(
          "a",
          { class: "item", href: `/room/${room}` },
          h(
            "span",
            { class: "grow" },
            titleOf(game),
            h("small", { class: "quiet" }, ` ${host ? t(`${host} invites`, `${host} vous invite`) : ""}`),
          ),
          h("span", { class: "quiet small" }, count(seats, "seat", "seats", "place", "places")),
          h("span", { class: "quiet small settings" }, settingsText(config)),
          h("span", { class: "chip live" }, count(free, "free seat", "free seats", "place libre", "places libres")),
        );
        return h("li", { "data-world": game }, item);
      }),
    );
  } catch (error) {
    return empty(error instanceof Error ? error.message : String(error));
  }
}

/** Settings of a room as people say them. @param {string} config */
function settingsText(config) {
  /** @type {Record<string, string>} */
  const names = t(
    { size: "size", density: "free cells", rounds: "rounds", scenario: "scenario", time: "seconds of sand", rules: "rules" },
    { size: "taille", density: "cases libres", rounds: "manches", scenario: "scénario", time: "secondes de sable", rules: "règles" },
  );
  const parts = config.split(",").map((part) => part.split("="));
  return parts.flatMap(([key = "", value]) => (names[key] && value ? [`${names[key]} ${value}`] : [])).join(" · ");
}
