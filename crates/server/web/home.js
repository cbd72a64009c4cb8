// The first page: five worlds, each alive in miniature.

import { get } from "./app/api.js";
import { h, useStyle } from "./app/dom.js";
import { count, lang, t } from "./app/i18n.js";
import { empty } from "./app/states.js";
import { visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";
import { stage } from "./home/stage.js";
import { topics } from "./learn/topics.js";

/** A world's scene in its place; the page is there before it. @param {HTMLElement} place @param {string} world @param {boolean} [large] */
async function show(place, world, large = false) {
  const [scenes] = await Promise.all([import("./home/scenes.js"), useStyle(`/static/worlds/${world}.css`)]);
  const { fishScene, magicScene, mazeScene, raceScene, sokobanScene } = scenes;
  /** @type {Record<string, () => import("./home/stage.js").Scene>} */
  const all = {
    maze: large ? mazeScene(16, 32, 290) : mazeScene(12, 17, 150),
    race: raceScene,
    fish: fishScene,
    magic: magicScene,
    sokoban: sokobanScene,
  };
  const scene = all[world];
  if (scene) stage(place, scene, large ? 260 : 14);
}

/** Its texts are in the page already; here the boards come to life. @param {HTMLElement} main */
export async function mount(main) {
  await useStyle("/static/css/home.css");
  for (const card of main.querySelectorAll(".card")) {
    const pane = card.querySelector(".pane");
    if (pane instanceof HTMLElement) void show(pane, card.getAttribute("data-world") ?? "");
  }
  const sky = main.querySelector(".sky");
  if (sky instanceof HTMLElement) void show(sky, "maze", true);
  main.append(lower());
}

function lower() {
  const mine = visits()
    .filter((visit) => !visit.over)
    .slice(0, 4);
  const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const rooms = h("div", { role: "status" }, empty(t("Looking around…", "On regarde…")));
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
      h("h2", null, t("The ideas behind the games", "Les idées derrière les jeux")),
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
    /** @type {{ room: string, game: string, players: string[], seats: number, free: number }[]} */
    const rooms = await get("/api/rooms");
    if (!rooms.length)
      return empty(
        t(
          "Nobody is waiting for a partner right now. Start a game and share its link.",
          "Personne n’attend de partenaire. Commencez une partie et partagez son lien.",
        ),
      );
    return h(
      "ul",
      { class: "list" },
      rooms.slice(0, 8).map(({ room, game, players, seats, free }) => {
        const host = players.find(Boolean);
        const item = h(
          "a",
          { class: "item", href: `/room/${room}` },
          h(
            "span",
            { class: "grow" },
            titleOf(game),
            h("small", { class: "quiet" }, ` ${host ? t(`${host} invites`, `${host} invite`) : ""}`),
          ),
          h("span", { class: "quiet small" }, count(seats, "seat", "seats", "place", "places")),
          h("span", { class: "chip live" }, count(free, "free seat", "free seats", "place libre", "places libres")),
        );
        return h("li", { "data-world": game }, item);
      }),
    );
  } catch (error) {
    return empty(error instanceof Error ? error.message : String(error));
  }
}
