// Who sits where, and what one may do about it.

import { botLevel, botStyle } from "./bots.js";
import { button } from "./controls.js";
import { h, put } from "./dom.js";
import { t } from "./i18n.js";
import { icon, pawn } from "./icons.js";

/** @typedef {import("./wire.js").RoomState} RoomState */
/** @typedef {import("./wire.js").Player} Player */

/**
 * The name to show for a player.
 * @param {Player} player
 * @param {RoomState} state
 */
export function nameOf(player, state) {
  if (player.name) return player.name;
  // Bots are told apart by their seats, as players are.
  if (player.kind === "bot") return t(`Bot ${player.seat + 1}`, `Robot ${player.seat + 1}`);
  if (player.kind === "open" && !state.practice) return t("Free seat", "Place libre");
  if (isYou(player.seat, state)) return t("You", "Vous");
  return t(`Player ${player.seat + 1}`, `Joueur ${player.seat + 1}`);
}

/** The seats the reader plays: one's own, or in practice all that no bot has. @param {RoomState} state */
export function ownSeats(state) {
  if (state.seat === null) return [];
  return state.practice ? state.players.filter(({ bot }) => !bot).map(({ seat }) => seat) : [state.seat];
}

/** Whether a seat is called "you": the reader's only one, and without a name. @param {number} seat @param {RoomState} state */
export function isYou(seat, state) {
  const own = ownSeats(state);
  return own.length === 1 && own[0] === seat && !state.players[seat]?.name;
}

/** The name to show for a seat. @param {number} seat @param {RoomState} state */
export function seatName(seat, state) {
  return nameOf(state.players[seat] ?? { seat, name: "", kind: "person", connected: true, ready: true }, state);
}

/**
 * The list of seats.
 * @param {import("./room.js").Room} room
 * @param {() => string[]} bots the bots that can be asked to sit down
 */
export function seatPanel(room, bots) {
  const list = h("ul", { class: "seats" });
  /** The seat a bot is being chosen for. */
  let choosing = -1;
  /** What each seat shows, so that a click is not lost to a seat built anew under it. @type {string[]} */
  let shown = [];
  /** @type {[RoomState, import("./wire.js").Board | undefined] | undefined} */
  let last;

  /**
   * @param {RoomState} state
   * @param {import("./wire.js").Board} [board]
   */
  function show(state, board) {
    last = [state, board];
    // Rebuilding takes the focus away from a button; give it back.
    const focus = document.activeElement?.closest("[data-does]")?.getAttribute("data-does");
    const keys = state.players.map((player) =>
      JSON.stringify([
        player,
        nameOf(player, state),
        state.seat,
        state.practice,
        state.started,
        Boolean(state.outcome),
        state.active.includes(player.seat),
        choosing === player.seat,
        bots(),
        board?.seatScore?.(player.seat, state),
        board?.seatLine?.(player.seat, state),
      ]),
    );
    if (keys.length !== list.children.length) {
      put(
        list,
        state.players.map((player) => seat(player, state, board)),
      );
    } else {
      state.players.forEach((player, at) => {
        if (keys[at] !== shown[at]) list.children[at]?.replaceWith(seat(player, state, board));
      });
    }
    shown = keys;
    if (focus && focus !== document.activeElement?.getAttribute("data-does"))
      list.querySelector(/** @type {`button`} */ (`[data-does="${focus}"]`))?.focus();
  }

  /**
   * @param {Player} player
   * @param {RoomState} state
   * @param {import("./wire.js").Board} [board]
   */
  function seat(player, state, board) {
    const own = player.seat === state.seat && !state.practice;
    // Where all are asked at once it is nobody’s turn.
    const turn = state.started && !state.outcome && state.active.length < state.players.length && state.active.includes(player.seat);
    /** @type {[string, string, () => void][]} */
    const does = [];
    const bot = bots().at(-1);
    if (choosing === player.seat) {
      for (const name of bots()) does.push([name, botLevel(name), () => choose(player.seat, name)]);
    } else if (!state.practice && state.seat === null && player.kind === "open" && !state.outcome)
      does.push(["sit", t("Sit down", "S’asseoir"), () => room.sit(player.seat)]);
    if (choosing !== player.seat && state.seat !== null && !state.outcome) {
      const mine = own || player.kind !== "person" || state.practice;
      if (mine && player.bot)
        does.push([
          "person",
          own || state.practice ? t("Play myself", "Jouer moi-même") : t("Remove the bot", "Retirer le robot"),
          () => room.bot(player.seat, null),
        ]);
      else if (mine && bot && !(own && !state.started))
        does.push([
          "bot",
          own || state.practice ? t("Let a bot play", "Laisser un robot jouer") : t("Add a bot", "Ajouter un robot"),
          () => chooseBot(player.seat),
        ]);
      if (player.absent && !own && !state.practice) {
        if (bot && !player.bot) does.push(["bot", t("Let a bot play", "Laisser un robot jouer"), () => chooseBot(player.seat)]);
        does.push(["free", t("Open the seat", "Libérer la place"), () => room.free(player.seat)]);
      }
      if (own && !state.started) does.push(["stand", t("Stand up", "Se lever"), () => room.stand()]);
    }
    /** @type {string[]} */
    const notes = [];
    if (own && player.name) notes.push(t("you", "vous"));
    if (player.kind === "bot") notes.push(`${botLevel(player.bot)}${t(": ", " : ")}${botStyle(player.bot)}`);
    if (player.kind === "person" && player.bot)
      notes.push(t(`${botLevel(player.bot)} bot stands in`, `robot ${botLevel(player.bot).toLowerCase()} remplace`));
    if (player.kind === "person" && !player.connected && !state.practice)
      notes.push(player.absent ? t("gone for a while", "parti depuis un moment") : t("away", "absent"));
    if (!state.started && player.kind === "person") notes.push(player.ready ? t("ready", "prêt") : t("not ready", "pas prêt"));
    if (turn) notes.push(t("to play", "à jouer"));
    return h(
      "li",
      { class: ["seat", turn && "turn"], style: { "--c": `var(--player-${(player.seat % 8) + 1})` } },
      pawn(player.seat),
      h(
        "div",
        { class: "who" },
        nameOf(player, state),
        player.kind === "bot" ? icon("bot") : null,
        notes.length ? h("small", null, notes.join(" · ")) : null,
      ),
      h("span", { class: "score" }, board?.seatScore?.(player.seat, state) ?? ""),
      h("div", { class: "extra" }, board?.seatLine?.(player.seat, state) ?? ""),
      h(
        "div",
        { class: "does" },
        does.map(([key, text, act]) => {
          const made = button(text, act);
          made.dataset.does = `${key}${player.seat}`;
          return made;
        }),
      ),
    );
  }

  /** @param {number} at */
  function chooseBot(at) {
    const names = bots();
    if (names.length < 2) return choose(at, names[0] ?? null);
    choosing = at;
    if (last) show(...last);
    list.children[at]?.querySelector("button")?.focus();
  }

  /** @param {number} at @param {string | null} bot */
  function choose(at, bot) {
    choosing = -1;
    if (last) show(...last);
    room.bot(at, bot);
  }

  return { el: list, show };
}
