// A table for Magic Maze: which scenario, how many players, bots or friends.

import { fold, numberBox, seedIn, slider } from "../../app/controls.js";
import { h, inSheet, inStack } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { setter, settings, tellRefused } from "../../app/play.js";
import { companyDefaults, companyForm } from "../../app/table_setup.js";
import { dealt } from "./actions.js";
import { roleIcons, roleText } from "./role_card.js";
import { legend, SCENARIOS, scenarioList } from "./scenarios.js";

const DEFAULTS = { scenario: 1, players: 4, minutes: 5, pace: 900, teleporters: -1, tiles: 0, ...companyDefaults("joint") };

/** The scenario that a link names, if there is one, and what is wrong with it in words. @param {URLSearchParams} params @returns {{ scenario?: number, wrong: string[] }} */
export function scenarioIn(params) {
  const text = params.get("scenario");
  if (text === null) return { wrong: [] };
  if (/^\d+$/.test(text) && Number(text) in SCENARIOS) return { scenario: Number(text), wrong: [] };
  return { wrong: [t(`there is no scenario “${text}”`, `il n’y a pas de scénario « ${text} »`)] };
}

/** A practice game with bots, for those who just want to play. @param {number} [scenario] @returns {import("../../app/play.js").NewRoom} */
export function firstGame(scenario = 1) {
  return {
    game: "magic",
    config: `scenario=${scenario},players=4,time=300`,
    practice: true,
    bots: { 1: "joint", 2: "joint", 3: "joint" },
    pace: 1100,
  };
}

/** @param {typeof DEFAULTS} values */
function configOf({ scenario, players, minutes, teleporters, tiles }) {
  const parts = [
    `scenario=${scenario}`,
    `players=${players}`,
    `time=${minutes * 60}`,
    tiles >= 9 && `tiles=${tiles}`,
    teleporters >= 0 && `teleporters=${teleporters}`,
  ];
  return parts.filter(Boolean).join(",");
}

/** @param {string} text @param {typeof DEFAULTS} values */
function readConfig(text, values) {
  for (const part of text.split(",")) {
    const [key = "", value = ""] = part.split("=");
    const n = Number(value);
    if (!value || !Number.isFinite(n) || n < 0 || (key === "scenario" && !(n in SCENARIOS))) continue;
    if (key === "time") values.minutes = n / 60;
    else if (key === "scenario" || key === "players" || key === "tiles" || key === "teleporters") values[key] = n;
  }
}

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("magic", DEFAULTS);
  // Earlier pages kept only whether a bot sits somewhere.
  values.bots = values.bots.map((bot) => (bot && typeof bot !== "string" ? "joint" : bot || null));
  readConfig(params.get("config") ?? "", values);
  const { scenario: asked, wrong } = scenarioIn(params);
  tellRefused(params, configOf(values), wrong);
  if (asked !== undefined) values.scenario = asked;
  let seed = seedIn(params);
  const company = companyForm({
    game: "magic",
    values,
    room: () => ({ config: configOf(values), seed, pace: values.pace }),
    changed,
    extra(seat) {
      // The leader of scenario 9 is the last, and has no role.
      const led = values.scenario === 9;
      const role = dealt(values.players - (led ? 1 : 0))[seat] ?? 0;
      if (led && !role) return [t("no role: alone moves the pawn", "sans rôle : lui seul pose le pion")];
      return [roleIcons(role), " ", values.players === 1 ? t("one card at a time", "une carte à la fois") : roleText(role)];
    },
  });

  function changed() {
    save();
    company.show();
  }
  const set = setter(values, changed);
  const players = slider(t("Players", "Joueurs"), { value: values.players, min: 1, max: 9, oninput: choosePlayers });
  /** Scenario 9 takes three to nine, the others one to eight. @param {number} count */
  function choosePlayers(count) {
    const [fewest, most] = values.scenario === 9 ? [3, 9] : [1, 8];
    const within = Math.min(Math.max(count, fewest), most);
    if (within !== count) players.value = within;
    set("players")(within);
  }
  const scenarios = scenarioList(values.scenario, (scenario) => {
    if (scenario !== values.scenario) values.tiles = 0;
    values.scenario = scenario;
    choosePlayers(values.players);
  });
  const time = slider(t("Sand timer", "Sablier"), {
    value: values.minutes,
    min: 0,
    max: 15,
    step: 1,
    show: (n) => (n ? `${n} min` : t("no limit", "sans limite")),
    oninput: set("minutes"),
  });
  const pace = slider(t("Bots’ pace", "Rythme des robots"), {
    value: values.pace,
    min: 100,
    max: 3000,
    step: 100,
    show: (n) => t(`${(n / 1000).toFixed(1)} s a move`, `${(n / 1000).toFixed(1).replace(".", ",")} s par coup`),
    oninput: set("pace"),
  });
  const seedBox = numberBox(t("Seed", "Graine"), {
    value: seed ?? 0,
    min: 0,
    onchange: (n) => {
      seed = n;
    },
  });
  if (seed === undefined) seedBox.input.value = "";
  const more = fold(t("More settings", "Plus de réglages"), [h("div", { class: "fields" }, pace.el, seedBox.el)]);
  return h(
    "div",
    { class: "table left magic-setup" },
    inSheet(company.where, h("div", { class: "fields" }, players.el, time.el), company.seats, company.go, more),
    inStack(h("section", { class: "sheet stack" }, h("h2", null, t("Scenario", "Scénario")), scenarios), legend()),
  );
}
