// The frame around every page stands in its HTML: the bar, the tools, the foot.
// Here its two switches work, and a page's module says what it is called.

import { h, inRow, isDark } from "./dom.js";
import { lang, speak, t } from "./i18n.js";
import { sound, turnVolume, volume } from "./sound.js";
import { keep } from "./storage.js";

document.getElementById("language")?.addEventListener("click", () => speak(lang === "fr" ? "en" : "fr"));
document.getElementById("theme")?.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  keep("theme", theme);
  document.dispatchEvent(new Event("themechange"));
});

const loud = document.getElementById("sound");
const showSound = () => {
  const level = volume();
  const name = level ? (level < 1 ? t("Sound: soft", "Son : doux") : t("Sound: on", "Son : activé")) : t("Sound: off", "Son : coupé");
  loud?.setAttribute("aria-pressed", String(level > 0));
  loud?.classList.toggle("soft", level > 0 && level < 1);
  if (loud) loud.title = name;
};
loud?.addEventListener("click", () => {
  turnVolume();
  showSound();
  void sound("turn");
});
showSound();

// Where the tabs do not all fit, the page one is on is among those in sight.
const tabs = document.querySelector(".tabs");
const showMore = () => {
  if (!tabs) return;
  // Half a pixel is no entry.
  const rest = tabs.scrollWidth - tabs.clientWidth - tabs.scrollLeft;
  tabs.parentElement?.classList.toggle("more-before", tabs.scrollLeft > 1);
  tabs.parentElement?.classList.toggle("more-after", rest > 1);
};
tabs?.addEventListener("scroll", showMore, { passive: true });
addEventListener("resize", showMore);
// The letters of the page are broader or narrower than those before them.
void document.fonts.ready.then(showMore);
const here = tabs?.querySelector("[aria-current]");
if (tabs && here) {
  const { left, width } = here.getBoundingClientRect();
  const box = tabs.getBoundingClientRect();
  tabs.scrollLeft += left - box.left - (box.width - width) / 2;
}
showMore();

/**
 * Names the page and hands back its `main`.
 * @param {{ title?: string, world?: string }} [options]
 * @returns {HTMLElement}
 */
export function frame({ title, world } = {}) {
  if (title) document.title = `${title} · Dédale`;
  if (world) document.documentElement.dataset.world = world;
  return document.getElementById("main") ?? document.body;
}

/**
 * The head of a world's page: name, what it is, tools on the right.
 * @param {{ eyebrow?: string | undefined, title: string, lead?: string }} texts
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
    inRow(...tools),
  );
}
