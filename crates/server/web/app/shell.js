// The frame around every page: the bar, the tools, the foot. A page's module
// calls `frame` first and fills `main` afterwards.

import { h, isDark, onTheme } from "./dom.js";
import { lang, speak, t } from "./i18n.js";
import { icon, logo } from "./icons.js";
import { keep } from "./storage.js";
import { worlds } from "./worlds.js";

/**
 * Builds the frame and hands back the page's `main`.
 * @param {{ title?: string, world?: string, wide?: boolean }} [options]
 * @returns {HTMLElement}
 */
export function frame({ title, world, wide } = {}) {
  document.title = title ? `${title} · Dédale` : "Dédale";
  if (world) document.documentElement.dataset.world = world;
  const main = document.getElementById("main") ?? document.body.appendChild(h("main", { id: "main" }));
  main.tabIndex = -1;
  main.classList.toggle("wide", Boolean(wide));
  if (!document.querySelector(".bar")) {
    main.before(h("a", { class: "skip", href: "#main" }, t("Skip to the content", "Aller au contenu")), bar(world));
    main.after(foot());
    showTab();
  }
  return main;
}

/** Where the tabs do not all fit, the page one is on is among those in sight. */
function showTab() {
  const tabs = document.querySelector(".tabs");
  const here = tabs?.querySelector("[aria-current]");
  if (!(tabs instanceof HTMLElement) || !(here instanceof HTMLElement)) return;
  const { left, width } = here.getBoundingClientRect();
  const box = tabs.getBoundingClientRect();
  tabs.scrollLeft += left - box.left - (box.width - width) / 2;
}

/** @param {string | undefined} world */
function bar(world) {
  const here = world ? `/${world}` : location.pathname;
  const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {Record<string, any>} */ more = {}) =>
    h("a", { href, "aria-current": here === href || here.startsWith(`${href}/`) ? "page" : null, ...more }, text);
  return h(
    "header",
    { class: "bar" },
    h(
      "div",
      { class: "bar-in" },
      h("a", { class: "brand", href: "/" }, logo(), "Dédale"),
      h(
        "nav",
        { class: "tabs", "aria-label": t("Worlds", "Mondes") },
        worlds.map(({ name, title }) => link(`/${name}`, title, { style: { "--tab": `var(--world-${name})` } })),
        link("/learn", t("Learn", "Apprendre"), { class: "apart" }),
        link("/replays", t("Replays", "Parties")),
      ),
      h("div", { class: "tools" }, languageSwitch(), themeSwitch()),
    ),
  );
}

function languageSwitch() {
  const to = lang === "fr" ? "en" : "fr";
  const name = to === "fr" ? "Français" : "English";
  return h(
    "button",
    { type: "button", class: "btn bare", lang: to, title: name, onclick: () => speak(to) },
    h("span", { class: "out" }, `${name} `),
    h("span", { "aria-hidden": "true" }, to.toUpperCase()),
  );
}

function themeSwitch() {
  const button = h("button", { type: "button", class: "btn bare icon" });
  const show = () => {
    const dark = isDark();
    const name = dark ? t("Light theme", "Thème clair") : t("Dark theme", "Thème sombre");
    button.replaceChildren(icon(dark ? "sun" : "moon"), h("span", { class: "out" }, name));
    button.title = name;
  };
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
    document.dispatchEvent(new Event("themechange"));
  });
  onTheme(show);
  show();
  return button;
}

function foot() {
  return h(
    "footer",
    { class: "foot" },
    h(
      "div",
      { class: "foot-in" },
      h(
        "span",
        { class: "grow" },
        t(
          "The same seed gives the same board, here, in the terminal and in Rust.",
          "La même graine donne le même plateau, ici, dans le terminal et en Rust.",
        ),
      ),
      h("a", { href: "/learn" }, t("How it works", "Comment ça marche")),
      h("a", { href: "/api/openapi.json" }, t("Interface for programs", "Interface pour programmes")),
    ),
  );
}

/**
 * The head of a world's page: name, what it is, tools on the right.
 * @param {{ eyebrow?: string, title: string, lead?: string }} texts
 * @param {...import("./dom.js").Child} tools
 */
export function worldHead({ eyebrow, title, lead }, ...tools) {
  return h(
    "div",
    { class: ["world-head", !lead && "slim"] },
    h(
      "div",
      null,
      eyebrow ? h("p", { class: "eyebrow" }, eyebrow) : null,
      h("h1", null, title),
      lead ? h("p", { class: "lead" }, lead) : null,
    ),
    h("div", { class: "row" }, ...tools),
  );
}
