// The first page: five worlds, each alive in miniature.

import { get } from "./app/api.js";
import { h, useStyle } from "./app/dom.js";
import { count, lang, t } from "./app/i18n.js";
import { empty } from "./app/states.js";
import { visits } from "./app/storage.js";
import { titleOf, worlds } from "./app/worlds.js";
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

/** @param {HTMLElement} main */
export async function mount(main) {
  await useStyle("/static/css/home.css");
  main.classList.add("home");
  const sky = h("div", { class: "sky", "aria-hidden": "true" });
  main.replaceChildren(
    h(
      "section",
      { class: "hero" },
      h(
        "div",
        null,
        h("h1", null, t("Five small worlds made of squares.", "Cinq petits mondes faits de cases.")),
        h(
          "p",
          { class: "lead" },
          t(
            "Generate boards, play them alone or with friends, watch the algorithms think, and let them solve what is hard.",
            "Créez des plateaux, jouez seul ou entre amis, regardez penser les algorithmes, et laissez-les résoudre le difficile.",
          ),
        ),
        h(
          "div",
          { class: "row" },
          h("a", { class: "btn main big", href: "/race?play" }, t("Play a race now", "Jouer une course")),
          h("a", { class: "btn big", href: "/maze" }, t("Watch a maze grow", "Voir pousser un labyrinthe")),
        ),
      ),
      sky,
    ),
    h("h2", { class: "out" }, t("The worlds", "Les mondes")),
    h("ul", { class: "cards" }, worlds.map(card)),
    lower(),
  );
  void show(sky, "maze", true);
}

/** @param {import("./app/worlds.js").World} world */
function card({ name, title, line, play, visit }) {
  const pane = h("div", { class: "pane", "aria-hidden": "true" });
  void show(pane, name);
  return h(
    "li",
    { class: "card", "data-world": name },
    pane,
    h(
      "div",
      { class: "text" },
      h("h2", null, h("a", { href: `/${name}` }, title)),
      h("p", null, line),
      h(
        "div",
        { class: "row" },
        h("a", { class: "btn main", href: play, "aria-label": t(`Play now: ${title}`, `Jouer : ${title}`) }, t("Play now", "Jouer")),
        h("a", { class: "btn bare", href: `/${name}` }, visit),
      ),
    ),
  );
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
