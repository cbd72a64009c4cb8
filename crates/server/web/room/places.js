// Those at the table in one line above the board: whose turn it is, how much
// time they have, and the signs they give each other.

import { button } from "../app/controls.js";
import { h, put } from "../app/dom.js";
import { clock, t } from "../app/i18n.js";
import { icon, lineIcon, pawn } from "../app/icons.js";
import { nameOf } from "../app/seats.js";

/** @typedef {import("../app/wire.js").RoomState} RoomState */
/** @typedef {import("../app/messages.js").Emote} Emote */

/** Somebody is ready. */
const CHECK = "M5 12.500l4.500 4.500L19 7.500";
/** How long a sign is seen, in milliseconds. */
const SEEN = 5000;

/** Each sign: its drawing on a 24 by 24 field, and its words. @type {Record<Emote, [path: string, words: string]>} */
const SIGNS = {
  hello: ["M4 4h16v12h-8l-5 4v-4H4zM9 9v.01M15 9v.01M9 12c2 1.500 4 1.500 6 0", t("Hello!", "Bonjour !")],
  well: [
    "M12 3l2.700 5.800 6.300.7-4.700 4.300 1.300 6.200-5.600-3.200L6.400 20l1.300-6.200L3 9.500l6.300-.7z",
    t("Well played!", "Bien joué !"),
  ],
  thanks: [
    "M12 20C5 15 3.500 11.500 3.500 8.800a4.300 4.300 0 0 1 8.500-1 4.300 4.300 0 0 1 8.500 1C20.500 11.500 19 15 12 20z",
    t("Thank you!", "Merci !"),
  ],
  wow: [
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM9 9.500v.01M15 9.500v.01M12 13.500a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400z",
    t("Wow!", "Ouah !"),
  ],
  oops: [
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM9 10v.01M15 10v.01M8.500 16.500c2-2.500 5-2.500 7 0",
    t("Oops!", "Aïe !"),
  ],
  hurry: ["M7 3.500h10M7 20.500h10M8 4c0 5 4 5 4 8s-4 3-4 8M16 4c0 5-4 5-4 8s4 3 4 8", t("Go ahead!", "Vas-y !")],
};

/** What is to be known of somebody besides the name. @param {import("../app/wire.js").Player} player @param {boolean} waits whether the match is yet to begin */
function noteOn({ kind, bot, connected, ready }, waits) {
  if (kind !== "person") return null;
  if (!connected) return h("small", null, bot ? t("a bot stands in", "un robot joue") : t("away", "absent"));
  return waits && ready ? h("span", { class: "place-ready", title: t("ready", "prêt") }, lineIcon(CHECK)) : null;
}

/** The signs to choose from, each with its words. @param {(sign: Emote) => void} give */
function signChoice(give) {
  const list = /** @type {Emote[]} */ (Object.keys(SIGNS)).map((sign) => {
    const made = button(SIGNS[sign][1], () => give(sign));
    made.prepend(lineIcon(SIGNS[sign][0]));
    return made;
  });
  const name = t("Give a sign", "Faire signe");
  const summary = h("summary", { class: "btn icon", title: name }, lineIcon(SIGNS.hello[0]), h("span", { class: "out" }, name));
  const el = h("details", { class: "signs" }, summary, h("div", { class: "signs-choice sheet" }, list));
  // It lies over the board: who goes on there, or presses Escape, has closed it.
  document.addEventListener("pointerdown", ({ target }) => {
    if (!el.contains(/** @type {Node} */ (target))) el.open = false;
  });
  el.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !el.open) return;
    el.open = false;
    summary.focus();
  });
  return el;
}

/** @param {import("../app/room.js").Room} room @param {() => void} join asks a spectator in */
export function places(room, join) {
  const seats = h("ul", { class: "places-list" });
  const choose = signChoice(give);
  const looks = h("span", { class: "chip" }, icon("eye"), t("Watching", "Spectateur"));
  const sit = button(t("Take a seat", "Prendre place"), join);
  const told = h("p", { class: "out", role: "status" });
  const el = h("div", { class: "places", hidden: true }, seats, looks, sit, choose, told);
  /** The sign each seat gives, and when it ends. @type {Map<number, ReturnType<typeof setTimeout>>} */
  const given = new Map();
  /** Where each seat's time is written. @type {HTMLElement[]} */
  let times = [];
  let shown = "";

  /** On a narrow screen the list is longer than its place. @param {Element | null | undefined} place */
  function bring(place) {
    const [here, all] = [place?.getBoundingClientRect(), seats.getBoundingClientRect()];
    if (here) seats.scrollLeft += Math.min(0, here.left - all.left) + Math.max(0, here.right - all.right);
  }

  /** @param {Emote} sign */
  function give(sign) {
    choose.open = false;
    room.emote(sign);
  }

  function tick() {
    const { state } = room;
    state?.clocks?.forEach(({ left, until }, seat) => {
      const time = times[seat];
      if (!time || state.players[seat]?.kind === "bot") return;
      const runs = typeof until === "number";
      const rest = runs ? Math.max(0, until - room.now()) : left;
      const text = clock(rest);
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("low", runs && rest < 10_000);
    });
  }
  setInterval(tick, 250);

  return {
    el,
    /** @param {RoomState} state @param {{ silent: boolean, asked: boolean }} now whether words and signs are against the rules; whether a guest is being asked in */
    show(state, { silent, asked }) {
      const over = Boolean(state.outcome ?? state.aborted);
      el.hidden = state.practice || state.players.length < 2;
      choose.hidden = state.seat === null || (silent && state.started && !over && !state.paused);
      const looksOn = state.seat === null && !asked;
      const free = looksOn && !over && state.players.some(({ kind }) => kind === "open");
      sit.hidden = !free;
      looks.hidden = !looksOn || free;
      const names = state.players.map((player) => nameOf(player, state));
      const waits = !state.started && !over;
      const key = JSON.stringify([names, state.players, waits, over || waits ? [] : state.active, Boolean(state.clocks?.length)]);
      if (key !== shown) {
        shown = key;
        times = state.players.map(() => h("span", { class: "place-time num" }));
        const signs = [...seats.children].map((seat) => seat.querySelector(".sign"));
        put(
          seats,
          state.players.map((player) => {
            const { seat, kind, connected } = player;
            const away = kind === "person" && !connected;
            return h(
              "li",
              {
                class: ["place", !over && state.started && state.active.includes(seat) && "turn", away && "away"],
                style: { "--c": `var(--player-${(seat % 8) + 1})` },
              },
              pawn(seat),
              h("span", { class: "place-name", dir: "auto" }, names[seat]),
              noteOn(player, waits),
              state.clocks?.length && kind !== "bot" ? times[seat] : null,
              signs[seat],
            );
          }),
        );
        bring(seats.querySelector(".turn"));
      }
      tick();
    },
    /** Somebody gives a sign. @param {number} seat @param {Emote} sign */
    sign(seat, sign) {
      const place = seats.children[seat];
      if (!place || !SIGNS[sign]) return;
      clearTimeout(given.get(seat));
      place.querySelector(".sign")?.remove();
      place.append(h("span", { class: "sign", title: SIGNS[sign][1] }, lineIcon(SIGNS[sign][0]), SIGNS[sign][1]));
      bring(place);
      told.textContent = `${place.querySelector(".place-name")?.textContent}${t(": ", " : ")}${SIGNS[sign][1]}`;
      given.set(
        seat,
        setTimeout(() => seats.children[seat]?.querySelector(".sign")?.remove(), SEEN),
      );
    },
  };
}
