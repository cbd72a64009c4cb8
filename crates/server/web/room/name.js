// The name one plays under: asked for once, and changed where it is shown.

import { button, field } from "../app/controls.js";
import { h, put } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { myName } from "../app/room.js";
import { keep } from "../app/storage.js";

/** How long a name may be, in characters, as the room counts them. */
const LONGEST = 24;
/** From here on one sees how much room is left. */
const TELL_FROM = 15;

/** A field for a name, which says when it is full. @param {{ required?: boolean, note?: string }} [options] */
export function nameField({ required = false, note } = {}) {
  const left = h("span", { class: "name-left", "aria-hidden": "true" });
  const input = h("input", { type: "text", maxlength: LONGEST, autocomplete: "nickname", required });
  const tell = () => {
    const long = input.value.length;
    left.textContent = long < TELL_FROM ? "" : `${long} / ${LONGEST}`;
    left.classList.toggle("full", long >= LONGEST);
  };
  input.addEventListener("input", tell);
  return { el: field(t("Your name", "Votre nom"), input, { output: left, ...(note ? { note } : {}) }), input, tell };
}

/**
 * The reader's name as the others see it: a field while there is none, then a
 * line with a way to change it.
 * @param {import("../app/room.js").Room} room
 */
export function ownName(room) {
  const {
    el: asked,
    input,
    tell,
  } = nameField({
    note: t("Your friends see who invites them.", "Vos amis voient ainsi qui les invite."),
  });
  const line = h("p", { class: "lobby-you" });
  const el = h("div", { class: "lobby-name" }, asked, line);
  /** Whether the field is open; it stays so while it is used, or what is below would move under the pointer. */
  let open = !myName();
  input.addEventListener("change", () => {
    keep("name", input.value.trim());
    room.rename(input.value.trim());
  });
  input.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter") return;
    input.blur();
    open = !myName();
    show();
  });

  function change() {
    open = true;
    show();
    input.select();
  }

  function show() {
    asked.hidden = !open;
    line.hidden = open;
    const name = myName() ?? "";
    if (document.activeElement !== input) input.value = name;
    tell();
    if (line.dataset.name === name) return;
    line.dataset.name = name;
    put(line, t("You are ", "Vous êtes "), h("strong", { dir: "auto" }, name), button(t("Change", "Changer"), change, { kind: "bare" }));
  }

  return {
    el,
    show,
    /** Somebody took a seat under a name: it is not asked for again. */
    settle() {
      open = !myName();
      show();
    },
    /** A link without a name says nothing of who sent it. */
    ask() {
      if (!myName()) input.focus();
    },
  };
}
