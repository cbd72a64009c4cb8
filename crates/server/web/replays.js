// Matches that are over.

import { ask, get } from "./app/api.js";
import { botName } from "./app/bots.js";
import { button, check, filePicker, segments } from "./app/controls.js";
import { h, inRow, isDark, put } from "./app/dom.js";
import { clock, count, lang, locale, number, t } from "./app/i18n.js";
import { icon } from "./app/icons.js";
import { trouble } from "./app/notifications.js";
import { asRead } from "./app/seats.js";
import { previewPath } from "./app/share.js";
import { worldHead } from "./app/shell.js";
import { fillWith } from "./app/states.js";
import { visits } from "./app/storage.js";
import { about, titleOf } from "./app/worlds.js";

/**
 * A match that came to its end.
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {import("./app/wire.js").Player[]} seats
 * @property {import("./app/wire.js").Outcome | null} outcome
 * @property {number} entries
 * @property {number} [created]
 * @property {number} ended
 */

/** A maze that shows how it is made. */
const MAZE = "/maze?algo=backtracker&size=40x25&seed=7";

/** @param {HTMLElement} main */
export function mount(main) {
  const place = h("div");
  const accept = ".jsonl,.dedale,application/jsonl,text/plain";
  const file = filePicker(t("Match file", "Fichier de partie"), (chosen) => void upload(chosen).catch(trouble), accept);
  put(
    main,
    worldHead(
      { title: titleOf("replays"), lead: about() },
      button(t("Open a match file", "Ouvrir un fichier"), () => file.click(), { icon: "open" }),
      file,
    ),
    place,
  );
  void fillWith(place, list);
}

async function list() {
  /** @type {[Match[], Match[]]} */
  const [all, samples] = await Promise.all([get("/api/replays"), get("/api/samples")]);
  // The list is of public matches; this browser knows its own private ones.
  for (const { room: id, game, at: ended, over, played } of visits())
    if (over && game && !all.some((one) => one.id === id)) all.push({ id, game, ended, seats: [], outcome: null, entries: 0, ...played });
  all.sort((one, two) => two.ended - one.ended);
  return h("div", { class: "stack replay-shelves" }, all.length ? played(all) : inviting(), watchable(samples));
}

/** Where nothing stands yet: what will, and how to make it so. */
function inviting() {
  return h(
    "section",
    { class: "sheet stack tight replay-none" },
    h("h2", null, t("No match has been played to its end here yet", "Aucune partie n’est encore allée à son terme ici")),
    h(
      "p",
      { class: "quiet" },
      t(
        "Yours will appear here with their picture, their winner and what every move cost.",
        "Les vôtres apparaîtront ici, avec leur image, leur vainqueur et le coût de chaque coup.",
      ),
    ),
    inRow(
      h("span", { class: "quiet" }, t("Play one now:", "Jouez-en une :")),
      ["race", "fish", "magic", "sokoban"].map((game) =>
        h("a", { class: "btn", "data-world": game, href: game === "sokoban" ? "/sokoban?level=1" : `/${game}?play` }, titleOf(game)),
      ),
    ),
  );
}

/** The matches that were played, sifted by world and by whose they are. @param {Match[]} all */
function played(all) {
  const worlds = [...new Set(all.map(({ game }) => game))];
  const sat = new Set(visits().map(({ room }) => room));
  let game = "all";
  const own = check(t("Only mine", "Seulement les miennes"), false, () => matches.fill());
  const matches = shelf(() =>
    all.filter((one) => (game === "all" || one.game === game) && (!own.input.checked || sat.has(one.id))).map(card),
  );
  // Where it would change nothing, it is not offered.
  const mine = all.filter(({ id }) => sat.has(id)).length;
  own.el.hidden = mine === 0 || mine === all.length;
  const times = (/** @type {string} */ name) => number(all.filter((one) => one.game === name).length);
  const sieve =
    worlds.length > 1
      ? segments(
          t("Which world", "Quel monde"),
          [
            ["all", t(`All ${number(all.length)}`, `Toutes ${number(all.length)}`)],
            ...worlds.map((name) => /** @type {const} */ ([name, `${titleOf(name)} ${times(name)}`])),
          ],
          "all",
          (name) => {
            game = name;
            matches.fill();
          },
        ).el
      : null;
  const title = mine === all.length ? t("Your matches", "Vos parties") : t("Matches played here", "Parties jouées ici");
  return h(
    "section",
    { class: "stack" },
    h("h2", null, title),
    sieve || !own.el.hidden ? h("div", { class: "row apart" }, sieve, own.el) : null,
    matches.el,
  );
}

/** What can be watched at once, wherever one comes from: a match of every game, and a maze. @param {Match[]} samples */
function watchable(samples) {
  const maze = () =>
    item(
      { href: MAZE, game: "maze" },
      h("span", { class: "small" }, t("A maze, passage by passage", "Un labyrinthe, passage après passage")),
    );
  return h(
    "section",
    { class: "stack" },
    h("h2", null, t("Watch now: bots at work", "À regarder tout de suite : les robots à l’œuvre")),
    shelf(() => [maze(), ...samples.map(card)]).el,
  );
}

/** A shelf of cards, filled anew when the pictures change with the light. @param {() => HTMLElement[]} cards */
function shelf(cards) {
  const el = h("ul", { class: "replays" });
  const fill = () => put(el, cards());
  document.addEventListener("themechange", fill);
  fill();
  return { el, fill };
}

const CLOCK = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
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

/** Who played, those alike told once, the winners marked. @param {Match} match */
function players({ id, seats, outcome }) {
  /** @type {Map<string, number>} */
  const table = new Map();
  for (const { name, bot, seat, kind } of asRead(seats, id)) {
    const said = kind === "bot" && bot ? botName(bot) : name || (seats.length > 1 ? t("Player", "Joueur") : "");
    const won = outcome?.winners.includes(seat) && seats.length > 1;
    if (said) table.set(`${won ? "+" : ""}${said}`, (table.get(`${won ? "+" : ""}${said}`) ?? 0) + 1);
  }
  return [...table].map(([said, times]) => {
    const won = said.startsWith("+");
    const text = `${won ? said.slice(1) : said}${times > 1 ? ` ×${times}` : ""}`;
    return h(
      "span",
      { class: won ? "winner" : "" },
      won ? icon("flag") : null,
      text,
      won ? h("span", { class: "out" }, t(" won", " a gagné")) : null,
    );
  });
}

/** How it ended, in a word. @param {Match} match */
function result({ outcome, seats, game }) {
  if (!outcome) return "";
  if (!outcome.winners.length) return t("Nobody won", "Personne n’a gagné");
  if (seats.length === 1) return game === "sokoban" ? t("Solved", "Résolu") : t("Won", "Gagné");
  if (outcome.winners.length === seats.length) return t("Won together", "Gagné ensemble");
  return "";
}

/** A match in the list. @param {Match} match */
function card(match) {
  const { id, game, entries, created, ended } = match;
  const lasted = created && ended - created < 24 * 3_600_000 ? clock(ended - created) : "";
  const length = [entries ? count(entries, "move", "moves", "coup", "coups") : "", lasted].filter(Boolean).join(" · ");
  return item(
    { href: `/replays/${id}?play`, game, result: result(match) },
    h("span", { class: "replay-who small" }, players(match)),
    h(
      "span",
      { class: "row apart small quiet" },
      h("span", null, length),
      // What came with the program has no time.
      ended ? h("time", { datetime: new Date(ended).toISOString(), title: CLOCK.format(ended) }, ago(ended)) : null,
    ),
  );
}

/**
 * Something to watch: its picture, what it is, and more about it.
 * @param {{ href: string, game: string, result?: string }} what
 * @param {...HTMLElement} about
 */
function item({ href, game, result = "" }, ...about) {
  const src = previewPath(`${href}${href.includes("?") ? "&" : "?"}small=${isDark() ? "dark" : "light"}`);
  return h(
    "li",
    { "data-world": game },
    h(
      "a",
      { class: "replay-item", href },
      h("span", { class: "replay-sight" }, h("img", { src, width: 480, height: 252, alt: "", loading: "lazy" }), icon("play")),
      h("strong", null, titleOf(game), result ? h("span", { class: "chip" }, result) : null),
      ...about,
    ),
  );
}

/** @param {File} file */
async function upload(file) {
  const answer = await ask("/api/replays", { method: "POST", headers: { "content-type": "application/jsonl" }, body: file });
  const { id } = await answer.json();
  location.assign(`/replays/${id}`);
}
