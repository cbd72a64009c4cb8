// The board of Magic Maze in a room or a replay.

import { button } from "../../app/controls.js";
import { h, put, s, typing } from "../../app/dom.js";
import { count, noun, t } from "../../app/i18n.js";
import { toast, trouble } from "../../app/notifications.js";
import { nameOf } from "../../app/seats.js";
import { LegalActions, roleOf, slid } from "./actions.js";
import { Mall, middle } from "./drawing.js";
import { eventText } from "./events.js";
import { gestures } from "./gestures.js";
import { after, drawPlan, explain, inWords, why } from "./plan.js";
import { COLON, dirNames, powerNames, redPawn, roleCard, roleIcons, roleText, team } from "./role_card.js";
import { clockText, sandTimer } from "./sand_timer.js";
import { colourAt, colourName, shapeIcon, siteName } from "./sprites.js";
import { CELL, COLOURS, LETTERS } from "./tiles.js";

/** @typedef {import("../../app/wire.js").RoomState} RoomState */
/** @typedef {import("./view.js").MagicView} MagicView */
/** @typedef {import("./view.js").Point} Point */

/** How long after a pawn its signs follow, in milliseconds: two frames. */
const SIGNS_AFTER = 40;

/**
 * @param {HTMLElement} place
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(place, table) {
  /** @type {RoomState | undefined} */
  let state;
  /** @type {LegalActions} */
  let deeds = new LegalActions(/** @type {any} */ ({ started: false }));
  let chosen = 0;
  /** Whether the visitor chose it. */
  let byHand = false;
  /** @type {Point | undefined} where a dragged pawn would go */
  let ghost;
  /** @type {string | undefined} what a bot would do */
  let hinted;
  let total = 180_000;
  let planning = false;
  /** @type {import("./view.js").Reason[]} */
  let plan = [];

  const mall = new Mall(t("The supermarket", "Le supermarché"), () => showCamera());
  const sand = sandTimer();
  const quest = h("div", { class: "magic-quest" });
  const talk = h("span", { class: "chip magic-talk", hidden: true }, t("You may talk", "On peut parler"));
  const part = h("span", { class: "magic-mine" });
  let partKey = -1;
  const deck = h("span", { class: "magic-deck quiet small" });
  const flash = h("div", { class: "magic-flash", "aria-hidden": "true", hidden: true });
  const told = h("p", { class: "out", "aria-live": "polite" });
  const alarm = h(
    "button",
    {
      type: "button",
      class: "magic-alarm",
      hidden: true,
      onclick: () => {
        alarm.hidden = true;
      },
    },
    redPawn(),
    h("span", { role: "alert" }),
  );
  const over = h("div", { class: "magic-over", hidden: true });
  const follow = button(
    t("Follow", "Suivre"),
    () => {
      const { camera } = mall;
      camera.follow = !camera.follow || camera.zoom === 1;
      if (camera.zoom === 1) camera.scale(2.2);
      lookAt(chosen);
      showCamera();
    },
    { icon: "eye", bare: true },
  );
  const lens = h(
    "div",
    { class: "magic-lens", role: "group", "aria-label": t("View", "Vue") },
    button(t("Closer", "Plus près"), () => mall.camera.scale(1.4), { icon: "plus", bare: true, key: "+" }),
    minus(() => mall.camera.scale(1 / 1.4)),
    button(t("Show everything", "Tout montrer"), () => mall.camera.fit(), { icon: "fit", bare: true, key: "0" }),
    follow,
  );
  place.classList.add("magic-board");
  place.append(
    h("div", { class: "magic-top" }, sand.el, part, quest, h("div", { class: "magic-notes" }, talk, deck)),
    h("div", { class: "magic-stage" }, mall.el, lens, flash, alarm, over),
    told,
  );

  const card = roleCard({
    choose,
    go: (dir) => go(dir, false),
    power,
    next: () => deeds.next && table.act(deeds.next.text, deeds.next.seat),
  });
  const mates = team((seat) => {
    const deed = deeds.points.get(seat);
    if (deed) table.act(deed.text, deed.seat);
  });
  const advice = h("p", { class: "magic-advice", role: "status" });
  const overlay = button(
    t("Show the plan", "Montrer le plan"),
    () => {
      planning = !planning;
      overlay.setAttribute("aria-pressed", String(planning));
      plan = [];
      if (planning) void think();
      else drawLines();
    },
    { icon: "route" },
  );
  overlay.setAttribute("aria-pressed", "false");
  const ask = button(t("What now?", "Et maintenant ?"), () => void advise(), { icon: "hint" });
  const coach = h(
    "section",
    { class: "sheet stack tight magic-coach", hidden: true, "aria-label": t("Practice", "Entraînement") },
    h("div", { class: "row" }, ask, overlay),
    advice,
  );
  table.panel.append(card.el, coach, mates.el);

  /** The seats this person plays. @param {RoomState} now */
  const mine = (now) =>
    now.seat === null ? [] : now.practice ? now.players.filter(({ bot }) => !bot).map(({ seat }) => seat) : [now.seat];
  /** @param {number} seat */
  const named = (seat) =>
    state ? nameOf(state.players[seat] ?? { seat, name: "", kind: "person", connected: true, ready: true }, state) : "";
  const view = () => /** @type {MagicView} */ (state?.view);
  /** @param {number} index @returns {Point | undefined} */
  const at = (index) => {
    const spot = state ? view().pawns[index] : null;
    return spot === null || spot === undefined ? undefined : mall.aisles.point(spot);
  };

  /** @param {number} index */
  function choose(index) {
    if (!state || view().pawns[index] === null) return;
    byHand = true;
    chosen = index;
    ghost = undefined;
    lookAt(index);
    draw();
  }

  /** @param {number} index */
  function lookAt(index) {
    const point = at(index);
    if (point) mall.camera.look(...middle(point));
  }

  /** Slides the chosen pawn. @param {number} dir @param {boolean} far */
  function go(dir, far) {
    if (!state || state.outcome || !state.started) return;
    const slides = (deeds.pawns[chosen]?.slides ?? []).filter((slide) => slide.dir === dir);
    const slide = far ? slides.at(-1) : slides[0];
    if (slide) return table.act(slide.text, slide.seat);
    const role = mine(state).reduce((all, seat) => all | roleOf(view(), seat), 0);
    const name = dirNames()[dir] ?? "";
    if (!((role >> dir) & 1))
      toast(
        view().cards.length
          ? t(`Your card does not say “${name}”. Turn the next one.`, `Votre carte ne dit pas « ${name} ». Tournez la suivante.`)
          : t(`“${name}” belongs to ${owners(1 << dir)}.`, `« ${name} » appartient à ${owners(1 << dir)}.`),
      );
  }

  /** @param {import("./role_card.js").Power} name */
  function power(name) {
    const pawn = deeds.pawns[chosen];
    if (!pawn) return;
    // Exploring needs no choice: whoever stands on an unused door will do.
    const deed =
      name === "explore"
        ? (pawn.explore ?? deeds.pawns.find(({ explore }) => explore)?.explore ?? deeds.crystals[0])
        : name === "escalator"
          ? (pawn.escalator ?? deeds.pawns.find(({ escalator }) => escalator)?.escalator)
          : pawn.teleports[0];
    if (name === "teleport" && pawn.teleports.length > 1)
      return toast(t("Click one of the marked teleporters.", "Cliquez un des téléporteurs marqués."));
    if (deed) table.act(deed.text, deed.seat);
    else toast(t(`${powerNames()[name]}: not possible now.`, `${powerNames()[name]} : impossible maintenant.`));
  }

  /** Who owns a kind of action. @param {number} bit */
  function owners(bit) {
    if (!state) return "";
    return view()
      .roles.flatMap((role, seat) => (role & bit ? [named(seat)] : []))
      .join(", ");
  }

  /** What a click on a cell would do with the chosen pawn. @param {Point} cell */
  function deedAt(cell) {
    const from = at(chosen);
    const pawn = deeds.pawns[chosen];
    if (!from || !pawn) return undefined;
    const same = (/** @type {Point} */ other) => other[0] === cell[0] && other[1] === cell[1];
    const slide = pawn.slides.find(({ dir, cells }) => same(slid(from, dir, cells)));
    if (slide) return slide;
    const jump = pawn.teleports.find(({ to }) => same(to));
    if (jump) return jump;
    if (pawn.escalator && same(after(pawn.escalator.text, from, mall.aisles))) return pawn.escalator;
    return deeds.crystals.find((crystal) => same(crystal.at));
  }

  /** The end of the longest slide towards a cell. @param {Point} cell @returns {Point | undefined} */
  function towards(cell) {
    if (deedAt(cell)) return cell;
    const from = at(chosen);
    if (!from) return undefined;
    const [dr, dc] = [cell[0] - from[0], cell[1] - from[1]];
    const dir = Math.abs(dr) > Math.abs(dc) ? (dr > 0 ? 2 : 0) : dc > 0 ? 1 : 3;
    const far = Math.max(Math.abs(dr), Math.abs(dc));
    const slide = (deeds.pawns[chosen]?.slides ?? []).filter((one) => one.dir === dir && one.cells <= far).at(-1);
    return slide && slid(from, dir, slide.cells);
  }

  if (table.live) {
    gestures(mall, {
      grab(cell) {
        const index = [0, 1, 2, 3].find((pawn) => at(pawn)?.join() === cell.join());
        if (index === undefined) return false;
        choose(index);
        return true;
      },
      drag(cell) {
        const to = towards(cell);
        if (to?.join() === ghost?.join()) return;
        ghost = to;
        drawAims();
      },
      drop(cell) {
        const to = cell && towards(cell);
        ghost = undefined;
        const deed = to && deedAt(to);
        if (deed) table.act(deed.text, deed.seat);
        drawAims();
      },
      tap(cell) {
        const deed = deedAt(cell);
        if (deed) table.act(deed.text, deed.seat);
      },
    });
    document.addEventListener("keydown", (event) => {
      if (!state || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      const dir = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"].indexOf(event.key);
      const key = event.key.toLowerCase();
      const pawn = LETTERS.indexOf(/** @type {any} */ (key));
      if (dir >= 0) go(dir, event.shiftKey);
      else if (pawn >= 0) choose(pawn);
      else if (key === "e") power("explore");
      else if (key === "c") power("escalator");
      else if (key === "t") power("teleport");
      else if (key === "n" && deeds.next) table.act(deeds.next.text, deeds.next.seat);
      else if (key === "+" || key === "=") mall.camera.scale(1.4);
      else if (key === "-") mall.camera.scale(1 / 1.4);
      else if (key === "0") mall.camera.fit();
      else if (/^[1-8]$/.test(key) && deeds.points.has(Number(key) - 1)) {
        const deed = deeds.points.get(Number(key) - 1);
        if (deed) table.act(deed.text, deed.seat);
      } else return;
      event.preventDefault();
    });
  } else {
    gestures(mall, { grab: () => false, drag() {}, drop() {}, tap() {} });
  }

  function showCamera() {
    follow.setAttribute("aria-pressed", String(mall.camera.follow && mall.camera.zoom > 1));
  }

  function draw() {
    if (!state) return;
    const now = view();
    if (now.pawns[chosen] === null)
      chosen = Math.max(
        0,
        now.pawns.findIndex((spot) => spot !== null),
      );
    // Until a pawn is chosen by hand, the first that can be moved is.
    if (!byHand && !deeds.pawns[chosen]?.slides.length)
      chosen = Math.max(
        chosen,
        deeds.pawns.findIndex(({ slides }) => slides.length),
      );
    mall.ground(now);
    mall.place(now.pawns, chosen);
    mall.light(chosen, now);
    drawAims();
    drawLines();
    showCard(now);
    showQuest(now);
    talk.hidden = !now.talking || Boolean(state.outcome);
    const left = count(now.cards_left, "tile left", "tiles left", "tuile restante", "tuiles restantes");
    deck.textContent = `${left} · ${count(now.moves, "move", "moves", "coup", "coups")}`;
    mall.tell(describe(now));
  }

  /** Where the chosen pawn may go. */
  function drawAims() {
    const from = at(chosen);
    const pawn = deeds.pawns[chosen];
    const colour = colourAt(chosen);
    if (from && pawn) {
      for (const dir of [0, 1, 2, 3]) {
        const slides = pawn.slides.filter((slide) => slide.dir === dir);
        slides.forEach(({ cells }, index) => {
          const [x, y] = middle(slid(from, dir, cells));
          const end = index === slides.length - 1;
          mall.aims.show(
            `m${dir},${cells}${end ? "e" : ""}`,
            "g",
            { class: `aim m-${colour} ${end ? "end" : ""}`, transform: `translate(${x} ${y}) rotate(${dir * 90})` },
            () => (end ? [s("circle", { r: 11 }), s("path", { d: "M-5 3L0 -4L5 3" })] : s("circle", { r: 4 })),
          );
        });
      }
      for (const { to } of pawn.teleports) ring(`j${to}`, to, `aim jump m-${colour}`);
      if (pawn.escalator) ring("esc", after(pawn.escalator.text, from, mall.aisles), `aim jump m-${colour}`);
    }
    for (const { at: door } of deeds.crystals) ring(`c${door}`, door, "aim jump m-purple");
    deeds.pawns.forEach(({ explore, escalator, slides, teleports }, index) => {
      const spot = at(index);
      // Whom one could move instead is seen at a glance.
      if (spot && index !== chosen && (slides.length || teleports.length || escalator))
        ring(`b${index}`, spot, `able m-${colourAt(index)}`);
      if (explore && spot) ring(`x${index}`, spot, `aim explore m-${colourAt(index)}`);
    });
    if (ghost) {
      const [x, y] = middle(ghost);
      mall.aims.show("ghost", "circle", { class: `ghost m-${colour}`, cx: x, cy: y, r: 16 });
    }
    mall.aims.keep();
  }

  /** @param {string} key @param {Point} point @param {string} kind */
  function ring(key, point, kind) {
    const [x, y] = middle(point);
    mall.aims.show(key, "circle", { class: kind, cx: x, cy: y, r: CELL * 0.46 });
  }

  /** Plan and hint. */
  function drawLines() {
    if (!state) return;
    if (planning) drawPlan(mall, view().pawns, plan);
    const [verb, letter] = hinted?.split(" ") ?? [];
    const index = LETTERS.indexOf(/** @type {any} */ (letter));
    const from = index >= 0 ? at(index) : undefined;
    if (hinted && from) {
      const [x1, y1] = middle(from);
      const [x2, y2] = middle(after(hinted, from, mall.aisles));
      if (verb === "explore") mall.lines.show("hint", "circle", { class: "hint-ring", cx: x1, cy: y1, r: 24 });
      else mall.lines.show("hint", "path", { class: "hint", d: `M${x1} ${y1}L${x2} ${y2}` });
      mall.lines.show("hint-end", "circle", { class: "hint-ring", cx: x2, cy: y2, r: 12 });
    }
    mall.lines.keep();
  }

  /** @param {MagicView} now */
  function showCard(now) {
    if (!state) return;
    const seats = mine(state);
    const role = seats.reduce((all, seat) => all | roleOf(now, seat), 0);
    const pawn = deeds.pawns[chosen];
    card.el.hidden = !table.live || !seats.length;
    if (role !== partKey) put(part, role ? [h("span", { class: "small quiet" }, t("You ", "Vous ")), roleIcons(role)] : null);
    partKey = role;
    card.show({
      title: now.cards.length
        ? t("Your card of the moment", "Votre carte du moment")
        : seats.length > 1
          ? t("You play every role", "Vous jouez tous les rôles")
          : t(`You: ${roleText(role)}`, `Vous : ${roleText(role)}`),
      role,
      chosen,
      out: now.pawns.map((spot) => spot === null),
      ready: [0, 1, 2, 3].map((dir) => Boolean(pawn?.slides.some((slide) => slide.dir === dir))),
      able: {
        explore: deeds.pawns.some(({ explore }) => explore) || deeds.crystals.length > 0,
        escalator: deeds.pawns.some(({ escalator }) => escalator),
        teleport: Boolean(pawn?.teleports.length),
      },
      next: Boolean(deeds.next),
      owners,
    });
    mates.show(
      now.roles.map((own, seat) => ({
        name: named(seat),
        role: own,
        own: seats.includes(seat) && seats.length === 1,
        pointed: now.pointed === seat,
        may: deeds.points.has(seat),
      })),
    );
    coach.hidden = !table.live || !state.practice || !state.hints || Boolean(state.outcome) || !seats.length;
    const called = table.live && now.pointed !== null && seats.length === 1 && seats.includes(now.pointed) && !state.outcome;
    if (called === alarm.hidden) {
      alarm.hidden = !called;
      const text = alarm.querySelector("[role=alert]");
      if (text) text.textContent = called ? t("Do something!", "Faites quelque chose !") : "";
    }
  }

  let questKey = "";
  /** What has been found, and who is out. @param {MagicView} now */
  function showQuest(now) {
    const sites = mall.aisles.sites();
    const rows = COLOURS.map((colour, index) => {
      const objective = sites.find(({ name, colour: of }) => name === "objective" && of === colour);
      const exit = sites.find(({ name, colour: of }) => name === "exit" && (now.scenario === 1 ? of === "purple" : of === colour));
      const spot = now.pawns[index];
      return {
        colour,
        objective: Boolean(objective),
        on: spot !== null && spot === objective?.spot,
        exit: Boolean(exit),
        out: spot === null,
        done: now.phase === "escape" || now.phase === "won",
      };
    });
    const key = JSON.stringify([rows, now.phase]);
    if (key === questKey) return;
    questKey = key;
    put(
      quest,
      h(
        "strong",
        null,
        {
          search: t("To the objectives", "Vers les objectifs"),
          escape: t("To the exits!", "Vers les sorties !"),
          won: t("Escaped!", "Échappés !"),
          lost: t("Caught", "Pris"),
        }[now.phase],
      ),
      h(
        "ul",
        null,
        rows.map(({ colour, objective, on, exit, out, done }) => {
          const text = out
            ? t("out", "sorti")
            : done
              ? exit
                ? t("exit found", "sortie trouvée")
                : t("exit not found", "sortie cherchée")
              : on
                ? t("on its objective", "sur son objectif")
                : objective
                  ? t("objective found", "objectif trouvé")
                  : t("objective not found", "objectif cherché");
          const name = `${colourName(colour)}${COLON}${text}, ${exit ? t("exit found", "sortie trouvée") : t("exit not found", "sortie cherchée")}`;
          return h(
            "li",
            { class: ["magic-goal", `m-${colour}`, out && "out-now", on && "on"], title: name },
            shapeIcon(colour),
            h("span", { class: "out" }, name),
            h("span", { class: ["tick", (objective || done) && "found"], "aria-hidden": "true" }, "★"),
            h("span", { class: ["tick", exit && "found"], "aria-hidden": "true" }, "⇥"),
          );
        }),
      ),
    );
  }

  /** @type {AbortController | undefined} */
  let asking;
  /** Fetches the plan from here. */
  async function think() {
    if (!state || state.outcome) return;
    asking?.abort();
    asking = new AbortController();
    try {
      plan = await explain(view(), asking.signal);
      drawLines();
    } catch (error) {
      trouble(error);
    }
    return plan;
  }

  async function advise() {
    const found = await think();
    const first = found?.[0];
    if (!first || !state) {
      advice.textContent = t("Nothing to do but wait.", "Rien d'autre à faire qu'attendre.");
      return;
    }
    const seats = mine(state);
    const ownStep = found.find(({ seat, do: text }) => seat !== null && seats.includes(seat) && deedKnown(text));
    const shown = first.seat !== null && seats.includes(first.seat) ? first : (ownStep ?? first);
    const own = shown.seat !== null && seats.includes(shown.seat);
    const who = own ? t("You", "Vous") : shown.seat === null ? "" : named(shown.seat);
    hinted = shown.do;
    advice.textContent = `${who}${COLON}${inWords(shown.do)} — ${why(shown)}.`;
    const index = LETTERS.indexOf(/** @type {any} */ (shown.do.split(" ")[1]));
    if (own && index >= 0) chosen = index;
    draw();
  }

  /** Whether an action is possible right now. @param {string} text */
  function deedKnown(text) {
    return Boolean(state?.legal.includes(text) || Object.values(state?.others ?? {}).some((list) => list.includes(text)));
  }

  /** @param {RoomState} now @param {import("../../app/wire.js").Moved} [news] */
  function update(now, news) {
    state = now;
    const fresh = view();
    total = Number(/time=(\d+)/.exec(now.config)?.[1] ?? 180) * 1000;
    deeds = new LegalActions(now);
    showTime();
    showOver(now, fresh);
    if (!news) return draw();
    hinted = undefined;
    // First what moved, on all screens at once; what follows from it can wait
    // for the frame after.
    mall.ground(fresh);
    mall.place(fresh.pawns, chosen);
    const last = news.events.find(({ event }) => event === "moved");
    if (last) lookAt(COLOURS.indexOf(last.pawn));
    setTimeout(() => {
      draw();
      hear(news.events, now, news.seat);
      if (planning) void think();
    }, SIGNS_AFTER);
  }

  /** @param {any[]} events @param {RoomState} now @param {number | null} seat */
  function hear(events, now, seat) {
    if (events.some(({ event }) => event === "flipped")) sand.turn();
    const about = { named, by: seat, mine: mine(now), site: siteOf };
    const said = events.map((event) => eventText(event, about)).filter(({ text }) => text);
    if (said.length) told.textContent = said.map(({ text }) => text).join(". ");
    const loud = said.filter((one) => one.loud).map(({ text }) => text);
    if (!loud.length) return;
    flash.replaceChildren(...loud.map((text) => h("span", null, text)));
    flash.className = `magic-flash ${events.some(({ event }) => event === "stolen") ? "stolen" : ""}`;
    flash.hidden = true;
    // Begins the animation anew.
    void flash.offsetWidth;
    flash.hidden = false;
    clearTimeout(flashing);
    flashing = setTimeout(() => {
      flash.hidden = true;
    }, 2600);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let flashing;

  /** @param {number} spot */
  function siteOf(spot) {
    const site = mall.aisles.site(spot);
    return site && site[1] !== "start" && (site[1] !== "door" || mall.aisles.unused(spot)) ? siteName(site[1], site[2]) : "";
  }

  /** The picture in words. @param {MagicView} now */
  function describe(now) {
    const pawns = now.pawns.map((spot, index) => {
      const where = spot === null ? t("out", "sorti") : `${mall.aisles.point(spot).join(", ")}${siteOf(spot) ? ` (${siteOf(spot)})` : ""}`;
      return `${colourName(colourAt(index))} ${where}`;
    });
    return t(
      `Supermarket of ${now.market.length} tiles. ${pawns.join("; ")}.`,
      `Supermarché de ${now.market.length} tuiles. ${pawns.join(" ; ")}.`,
    );
  }

  function showTime() {
    if (!state) return;
    const { deadline, clock } = view();
    const ended = Boolean(state.outcome);
    const now = ended ? clock : state.started ? table.now() : 0;
    const left = view().phase === "lost" ? 0 : deadline === null ? null : Math.max(0, deadline - now);
    sand.show(left, total, state.started && !ended && table.live);
  }
  const beat = setInterval(showTime, 250);

  /** @param {RoomState} now @param {MagicView} end */
  function showOver(now, end) {
    const done = end.phase === "won" || end.phase === "lost";
    if (done === !over.hidden) return;
    over.hidden = !done;
    if (!done) return;
    const won = end.phase === "won";
    over.className = `magic-over ${end.phase}`;
    const figures = [
      [String(end.moves), noun(end.moves, "move", "moves", "coup", "coups")],
      [String(end.market.length), noun(end.market.length, "tile", "tiles", "tuile", "tuiles")],
      [String(end.flips), noun(end.flips, "flip", "flips", "retournement", "retournements")],
      [clockText(won ? end.clock : (end.deadline ?? end.clock)), t("played", "de jeu")],
    ];
    put(
      over,
      h(
        "div",
        { class: "sheet stack" },
        h(
          "div",
          { class: "magic-heroes" },
          COLOURS.map((colour) => shapeIcon(colour)),
        ),
        h("h2", null, won ? t("Everyone is out!", "Tout le monde est dehors !") : t("The sand has run out", "Le sable s'est écoulé")),
        h(
          "p",
          null,
          won
            ? t("Four thefts, four exits, not a word.", "Quatre vols, quatre sorties, pas un mot.")
            : now.seat === null
              ? t("They will try again.", "Ils réessaieront.")
              : t("So close. Once more?", "Si près. On recommence ?"),
        ),
        h(
          "dl",
          { class: "figures" },
          figures.map(([n, label]) => h("div", null, h("dt", null, label), h("dd", null, n))),
        ),
        button(t("Look at the board", "Voir le plateau"), () => {
          over.hidden = true;
        }),
      ),
    );
  }

  return {
    update,
    // Tiles were shown and time has passed.
    final: true,
    hint(action, seat) {
      hinted = action;
      const index = LETTERS.indexOf(/** @type {any} */ (action.split(" ")[1]));
      if (index >= 0) chosen = index;
      advice.textContent = `${named(seat)}${COLON}${inWords(action)}`;
      if (coach.hidden) toast(inWords(action));
      draw();
    },
    seatLine: (seat, now) => roleText(roleOf(now.view, seat)),
    verdict: (now) =>
      now.view.phase === "won"
        ? t("Everyone is out: you win together!", "Tout le monde est dehors : victoire commune !")
        : t("The sand has run out: all is lost.", "Le sable s'est écoulé : tout est perdu."),
    destroy: () => clearInterval(beat),
  };
}

/** @param {() => void} act */
function minus(act) {
  const made = button(t("Farther", "Plus loin"), act, { icon: "plus", bare: true, key: "-" });
  made.querySelector("svg")?.replaceChildren(s("path", { d: "M5 12h14" }));
  return made;
}
