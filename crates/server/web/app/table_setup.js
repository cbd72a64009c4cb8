// Who plays, in one form for all games: on this screen or with friends by link,
// and who sits where. With friends the other seats stay free for them; a bot
// sits down only when the host says so.

import { botName, botStyle } from "./bots.js";
import { button, check, choice, segments } from "./controls.js";
import { h, put, smallNote } from "./dom.js";
import { t } from "./i18n.js";
import { pawn } from "./icons.js";
import { busy, trouble } from "./notifications.js";
import { hosted, openRoom, setter } from "./play.js";

/**
 * The part of a form's values that says who plays. `bots` are the seats on this
 * screen, `guests` those of a room by link; nothing is a person.
 * @typedef {{ where: "here" | "online", players: number, bots: (string | null)[], guests: (string | null)[], public: boolean, time: string }} Company
 */

/** Nobody but people by link, bots beside you here. @param {string | null} bot @returns {Omit<Company, "players">} */
export function companyDefaults(bot) {
  return { where: "here", bots: [null, bot, bot, bot, bot, bot, bot, bot], guests: Array(8).fill(null), public: false, time: "" };
}

/** Thinking times: seconds a turn, and seconds in the bank. @type {Record<string, { turn?: number, bank?: number }>} */
const TIMES = { quick: { turn: 15 }, calm: { turn: 60 }, blitz: { bank: 180 }, long: { bank: 600, turn: 10 } };

/** @type {[string, string][]} */
const TIME_NAMES = [
  ["", t("as long as you like", "autant qu’on veut")],
  ["quick", t("15 seconds a move", "15 secondes par coup")],
  ["calm", t("1 minute a move", "1 minute par coup")],
  ["blitz", t("3 minutes each for the match", "3 minutes chacun pour la partie")],
  ["long", t("10 minutes each, and 10 seconds a move", "10 minutes chacun, et 10 secondes par coup")],
];

/** @type {[Company["where"], string][]} */
const PLACES = [
  ["here", t("On this screen", "Sur cet écran")],
  ["online", t("With friends", "Entre amis")],
];

/**
 * @param {object} form
 * @param {string} form.game
 * @param {Company} form.values
 * @param {() => Partial<import("./play.js").NewRoom>} form.room everything else the room needs
 * @param {() => void} form.changed after every change, to save and show
 * @param {(seat: number) => import("./dom.js").Child} [form.extra] a line under a seat
 * @param {boolean} [form.watch] whether bots may take the first seat here, to be watched
 */
export function companyForm({ game, values, room, changed, extra, watch = false }) {
  /** @type {import("./play.js").Hosted | undefined} */
  let host;
  // Whoever came from the list of open rooms wants one that is listed.
  if (new URLSearchParams(location.search).has("open")) Object.assign(values, { where: "online", public: true });
  const online = () => values.where === "online";
  const sitting = () => (online() ? values.guests : values.bots);
  const seats = h("ul", { class: "seats" });
  const set = setter(values, changed);
  const list = check(t("Show it in the list of open rooms", "L’afficher parmi les salles ouvertes"), values.public, set("public"));
  const where = segments(t("With whom", "Avec qui"), PLACES, values.where, set("where"));
  const time = choice(t("Thinking time", "Temps de réflexion"), TIME_NAMES, values.time, set("time"));
  const late = smallNote(t("When time is up, a bot makes the move.", "Quand le temps est écoulé, un robot joue le coup."));
  const note = smallNote(
    t(
      "You get a link; whoever opens it may take a free seat.",
      "Vous recevez un lien ; toute personne qui l’ouvre peut prendre une place libre.",
    ),
  );
  const go = button("", (made) => void busy(made, start), { kind: "main big", icon: "play" });

  async function start() {
    const bots = host?.bots ?? [];
    const taken = sitting()
      .slice(0, values.players)
      .flatMap((bot, seat) => (bot && bots.includes(bot) && (seat || (watch && !online())) ? [[String(seat), bot]] : []));
    const limit = online() && !host?.live ? TIMES[values.time] : undefined;
    const company = { practice: !online(), bots: Object.fromEntries(taken), public: online() && values.public };
    await openRoom({ game, ...company, ...(limit ? { limit } : {}), ...room() });
  }

  /** @param {number} seat */
  function seatRow(seat) {
    const person =
      seat === 0 ? t("You", "Vous") : online() ? t("A friend, by link", "Un ami, par lien") : t("A person here", "Une personne ici");
    const fixed = seat === 0 && (online() || !watch);
    const bot = sitting()[seat] ?? "";
    const name = t(`Player ${seat + 1}`, `Joueur ${seat + 1}`);
    const options = (host?.bots ?? []).map((one) => h("option", { value: one }, botName(one)));
    const who = fixed
      ? h("span", { class: "who" }, person)
      : h("select", { value: bot, "aria-label": name }, h("option", { value: "" }, person), options);
    who.addEventListener("change", () => {
      sitting()[seat] = /** @type {HTMLSelectElement} */ (who).value || null;
      changed();
    });
    return h(
      "li",
      { class: "seat", style: { "--c": `var(--player-${seat + 1})` } },
      pawn(seat),
      who,
      h("span"),
      h("div", { class: "extra" }, !fixed && bot ? h("div", null, botStyle(bot)) : null, extra?.(seat) ?? ""),
    );
  }

  function show() {
    put(
      seats,
      Array.from({ length: values.players }, (_, seat) => seatRow(seat)),
    );
    list.el.hidden = note.hidden = !online();
    time.el.hidden = !online() || Boolean(host?.live);
    late.hidden = time.el.hidden || !TIMES[values.time];
    go.lastChild?.replaceWith(online() ? t("Open the room", "Ouvrir la salle") : t("Start", "Commencer"));
  }

  const ready = hosted().then((games) => {
    host = games.find(({ name }) => name === game);
    show();
    return host;
  });
  ready.catch(trouble);
  return {
    where: h("div", { class: "stack tight" }, where.el, note, list.el, time.el, late),
    seats,
    go,
    show,
    online,
    /** What the server can host. */ ready,
  };
}
