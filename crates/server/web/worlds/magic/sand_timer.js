// The sand timer: how much is left, drawn and told; it turns over when a pawn
// enters a timer cell.

import { h, s, still } from "../../app/dom.js";
import { clock, t } from "../../app/i18n.js";

/** A sand timer. */
export function sandTimer() {
  const above = s("rect", { class: "sand", x: 5, y: 6, width: 30, height: 22 });
  const below = s("rect", { class: "sand", x: 5, y: 54, width: 30, height: 0 });
  const stream = s("path", { class: "stream", d: "M20 29V52" });
  const top = s("clipPath", { id: "sand-top" }, s("path", { d: "M8 6H32C32 18 23 24 21 30H19C17 24 8 18 8 6z" }));
  const foot = s("clipPath", { id: "sand-foot" }, s("path", { d: "M8 54H32C32 42 23 36 21 30H19C17 36 8 42 8 54z" }));
  const glass = s(
    "svg",
    { viewBox: "0 0 40 60", class: "sand-glass", "aria-hidden": "true" },
    s("defs", null, top, foot),
    s("g", { "clip-path": "url(#sand-top)" }, above),
    s("g", { "clip-path": "url(#sand-foot)" }, below),
    stream,
    s("path", { class: "glass", d: "M6 4H34M6 56H34M8 5C8 18 19 23 19 30S8 42 8 55M32 5C32 18 21 23 21 30S32 42 32 55" }),
  );
  const text = h("span", { class: "sand-text" });
  const el = h(
    "div",
    { class: "sand-timer", role: "timer", "aria-label": t("Time left", "Temps restant"), title: t("Time left", "Temps restant") },
    glass,
    text,
  );
  let shown = "";
  let grains = 0;

  return {
    el,
    /** @param {number | null} left @param {number} total @param {boolean} runs */
    show(left, total, runs) {
      // Falls a grain a beat: an animation would have the page drawn without rest.
      if (runs && left !== null && !still()) {
        grains -= 1;
        stream.style.strokeDashoffset = String(grains);
      }
      const key = `${left === null ? "-" : Math.ceil(left / 1000)}${runs}${total}`;
      if (key === shown) return;
      shown = key;
      const f = left === null || !total ? 1 : Math.min(1, Math.max(0, left / total));
      // The glass widens away from its neck: heights go by the square root.
      const high = 24 * Math.sqrt(f);
      above.setAttribute("y", String(30 - high));
      above.setAttribute("height", String(high));
      const fallen = 24 * (1 - Math.sqrt(f));
      below.setAttribute("y", String(54 - fallen));
      below.setAttribute("height", String(fallen));
      stream.style.visibility = runs && left !== null && left > 0 ? "visible" : "hidden";
      text.textContent = left === null ? "∞" : clock(left);
      el.classList.toggle("low", left !== null && runs && left < 30_000);
    },
    turn() {
      if (!still())
        glass.animate([{ transform: "rotate(-180deg)" }, { transform: "none" }], {
          duration: 700,
          easing: "cubic-bezier(0.3, 1.2, 0.5, 1)",
        });
    },
  };
}
