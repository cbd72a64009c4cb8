// The page of a room: the world's board, the seats, and what goes with them.

import { button, field } from "./app/controls.js";
import { h, put, typing, useStyle } from "./app/dom.js";
import { sentence, t } from "./app/i18n.js";
import { icon } from "./app/icons.js";
import { toast, trouble } from "./app/notifications.js";
import { hosted } from "./app/play.js";
import { myName, Room } from "./app/room.js";
import { nameOf, seatPanel } from "./app/seats.js";
import { share, shareBox } from "./app/share.js";
import { frame, worldHead } from "./app/shell.js";
import { failed } from "./app/states.js";
import { forgotten, keep, visited, visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";

/** @typedef {import("./app/wire.js").Board} Board */
/** @typedef {import("./app/wire.js").RoomState} RoomState */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export function mount(main, id) {
  const room = new Room(id);
  addEventListener("pagehide", () => room.close());
  /** @type {string[]} */
  let bots = [];
  /** @type {ReturnType<typeof table> | undefined} */
  let laid;
  let laying = false;

  room.on((news) => {
    if (news.type === "status" && news.status === "gone") {
      forgotten(id);
      return put(main, failed(t("This room does not exist, or no longer does.", "Cette salle n'existe pas, ou plus.")));
    }
    if (room.state && !laid && !laying) {
      laying = true;
      void lay(room.state);
    } else {
      laid?.hear(news);
    }
  });

  /** @param {RoomState} state */
  async function lay(state) {
    frame({ title: titleOf(state.game), world: state.game, wide: true });
    // The bar was built before the world was known.
    document.querySelector(`.tabs a[href="/${state.game}"]`)?.setAttribute("aria-current", "page");
    try {
      void hosted().then((games) => {
        bots = games.find(({ name }) => name === state.game)?.bots ?? [];
        laid?.refresh();
      }, trouble);
      /** @type {import("./app/wire.js").WorldModule} */
      const world = await import(`./worlds/${state.game}.js`);
      if (!world.board) throw new Error(t("This world has no board yet.", "Ce monde n'a pas encore de plateau."));
      laid = table(main, room, () => bots);
      await laid.lay(world.board);
    } catch (error) {
      put(
        main,
        failed(error, () => location.reload()),
      );
    }
  }
}

/**
 * The furniture of a room.
 * @param {HTMLElement} main
 * @param {Room} room
 * @param {() => string[]} bots
 */
function table(main, room, bots) {
  const boardPlace = h("div", { class: "board" });
  const panel = h("div", { class: "stack" });
  const banner = h("div", { class: "banner", role: "status" });
  const line = h("p", { class: "chip", hidden: true, role: "status" });
  const seats = seatPanel(room, bots);
  const undo = button(t("Undo", "Annuler"), () => room.undo(), { icon: "undo", key: "u" });
  const hint = button(t("Hint", "Indice"), () => room.hint(), { icon: "hint", key: "?" });
  const name = h("input", { type: "text", maxlength: 24, autocomplete: "nickname", value: myName() ?? "" });
  name.addEventListener("change", () => {
    keep("name", name.value.trim());
    room.rename(name.value.trim());
  });
  const nameField = field(t("Your name", "Votre nom"), name);
  const invite = h(
    "div",
    { class: "stack tight" },
    h(
      "p",
      { class: "small quiet" },
      t(
        "Send this link to your friends; whoever opens it may sit down or look on.",
        "Envoyez ce lien à vos amis ; qui l'ouvre peut s'asseoir ou regarder.",
      ),
    ),
    shareBox(t("Link to this room", "Lien vers cette salle"), location.href),
  );
  const lookers = h("p", { class: "small quiet" });
  /** @type {Board | undefined} */
  let board;
  /** The names that the board shows. */
  let called = "";

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "u" && !undo.hidden) room.undo();
    else if (event.key === "?" && !hint.hidden) room.hint();
    else return;
    event.preventDefault();
  });

  /** @param {(el: HTMLElement, table: import("./app/wire.js").Table) => Board | Promise<Board>} make */
  async function lay(make) {
    const state = room.state;
    if (!state) return;
    await useStyle(`/static/worlds/${state.game}.css`);
    put(
      main,
      worldHead(
        { title: titleOf(state.game), eyebrow: state.practice ? t("Practice", "Entraînement") : t("Room", "Salle") },
        line,
        undo,
        hint,
        button(t("Share", "Partager"), () => void share(location.href), { icon: "share" }),
        h("a", { class: "btn", href: `/${state.game}` }, icon("plus"), t("New game", "Nouvelle partie")),
      ),
      h(
        "div",
        { class: "table" },
        h("div", { class: "stack" }, banner, boardPlace),
        h(
          "aside",
          { class: "stack" },
          panel,
          h(
            "section",
            { class: "sheet stack", "aria-label": t("Seats", "Places") },
            seats.el,
            lookers,
            nameField,
            state.practice ? null : invite,
          ),
        ),
      ),
    );
    board = await make(boardPlace, {
      live: true,
      act: (action, seat) => room.act(action, seat),
      hint: (seat) => room.hint(seat),
      undo: () => room.undo(),
      now: () => room.now(),
      panel,
    });
    board.update(state);
    called = names(state);
    refresh();
  }

  function refresh() {
    const state = room.state;
    if (!state) return;
    seats.show(state, board);
    undo.hidden = !state.practice || Boolean(board?.final) || Boolean(state.outcome && !state.seq);
    hint.hidden = !state.hints || !state.started || state.seat === null || Boolean(state.outcome);
    nameField.hidden = state.practice || state.seat === null || state.started;
    invite.hidden = state.started && state.players.every(({ kind }) => kind !== "open");
    lookers.textContent = state.spectators ? t(`${state.spectators} looking on`, `${state.spectators} en spectateur`) : "";
    lookers.hidden = !state.spectators;
    // Somebody who waits in another tab sees whose turn it is; where all play at once there is no turn.
    const turn =
      state.started &&
      !state.outcome &&
      !state.practice &&
      state.seat !== null &&
      state.active.includes(state.seat) &&
      state.active.length < state.players.length;
    document.title = `${turn ? t("● Your turn · ", "● À vous · ") : ""}${titleOf(state.game)} · Dédale`;
    line.hidden = room.status === "live";
    line.textContent = line.hidden ? "" : t("Reconnecting…", "Reconnexion…");
    showBanner(state);
  }

  let shown = "";
  /** @param {RoomState} state */
  function showBanner(state) {
    /** @type {[string, import("./app/dom.js").Piece[]]} */
    let says = ["", []];
    const own = state.seat === null ? undefined : state.players[state.seat];
    if (state.outcome) {
      const { winners } = state.outcome;
      const names = winners.map((seat) =>
        nameOf(state.players[seat] ?? { seat, name: "", kind: "person", connected: true, ready: true }, state),
      );
      const verdict =
        board?.verdict?.(state) ??
        (names.length ? t(`${names.join(", ")}: victory!`, `Victoire : ${names.join(", ")} !`) : t("Nobody won.", "Personne n'a gagné."));
      says = [
        verdict,
        [
          state.seat !== null || state.practice
            ? button(t("Play again", "Rejouer"), () => room.rematch(), { icon: "again", kind: "main" })
            : null,
          h("a", { class: "btn", href: `/replays/${room.id}` }, t("Watch again", "Revoir")),
        ],
      ];
    } else if (!state.started) {
      const free = state.players.filter(({ kind }) => kind === "open").length;
      const text = free
        ? t("Waiting for players. Share the link, or add bots.", "En attente de joueurs. Partagez le lien, ou ajoutez des robots.")
        : t("All seats are taken.", "Toutes les places sont prises.");
      says = [
        text,
        own
          ? [
              button(
                own.ready ? t("Not ready after all", "Finalement pas prêt") : t("I am ready", "Je suis prêt"),
                () => room.ready(!own.ready),
                { kind: own.ready ? "" : "main" },
              ),
            ]
          : [],
      ];
    }
    const key = JSON.stringify([says[0], says[1].length, own?.ready, state.started]);
    if (key === shown) return;
    shown = key;
    banner.hidden = !says[0];
    put(banner, h("strong", null, says[0]), h("div", { class: "row" }, says[1]));
  }

  /** @param {import("./app/wire.js").ServerMessage | import("./app/room.js").StatusMessage} news */
  function hear(news) {
    const state = room.state;
    if (!state) return;
    if (news.type === "snapshot") board?.update(state);
    else if (news.type === "moved") board?.update(state, news);
    else if (news.type === "players" && names(state) !== called) board?.update(state);
    else if (news.type === "refused") toast(sentence(news.message));
    else if (news.type === "error") toast(sentence(news.message), { bad: true });
    else if (news.type === "rematch") {
      // The key to a seat opens the same seat in the next room.
      const token = visits().find((visit) => visit.room === room.id)?.token;
      visited({ room: news.room, game: state.game, ...(token ? { token } : {}) });
      location.assign(`/room/${news.room}`);
    } else if (news.type === "hint") {
      if (news.do === null) toast(t("Wait for the others.", "Attendez les autres."));
      else if (board?.hint) board.hint(news.do, news.seat);
      else toast(news.do);
    }
    called = names(state);
    refresh();
  }

  return { lay, hear, refresh };
}

/** Who is called what; boards write it. @param {RoomState} state */
function names(state) {
  return JSON.stringify([state.started, state.players.map((player) => nameOf(player, state))]);
}
