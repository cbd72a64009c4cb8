// Every algorithm by the mazes it makes, to choose one by the eye.

import { h, isDark } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { dialog } from "../../app/notifications.js";
import { previewPath } from "../../app/share.js";
import { GENERATORS } from "./ask.js";
import { aboutAlgorithm } from "./legend.js";

/** @param {string} chosen @param {(algo: string) => void} choose */
export function gallery(chosen, choose) {
  const light = isDark() ? "dark" : "light";
  const shown = dialog(
    t("Which maze do you like?", "Quel labyrinthe vous plaît ?"),
    h(
      "ul",
      { class: "maze-gallery" },
      GENERATORS.filter(([algo]) => algo !== "empty").map(([algo, name]) => {
        const pick = () => {
          shown.close();
          choose(algo);
        };
        const src = previewPath(`/maze?algo=${algo}&size=32x16&seed=7&small=${light}`);
        return h(
          "li",
          null,
          h(
            "button",
            { type: "button", "aria-pressed": String(algo === chosen), onclick: pick },
            h("img", { src, width: 480, height: 252, alt: "", loading: "lazy" }),
            h("strong", null, name),
            h("span", { class: "small" }, aboutAlgorithm(algo)),
          ),
        );
      }),
    ),
    { broad: true },
  );
}
