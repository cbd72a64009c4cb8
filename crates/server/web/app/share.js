// Links to pass on.

import { button } from "./controls.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { toast } from "./notifications.js";

/**
 * Hands a link to the system's share sheet or to the clipboard.
 * @param {string} url
 * @param {string} [title]
 */
export async function share(url, title = document.title) {
  const full = new URL(url, location.href).href;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title, url: full });
      return;
    } catch {
      // Dismissed, or not allowed: the clipboard is next.
    }
  }
  await copy(full);
}

/**
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied.", "Copié."));
  } catch {
    toast(text, { ms: 12000 });
  }
}

/**
 * A link in a box with a button that passes it on.
 * @param {string} label
 * @param {string} url
 */
export function shareBox(label, url) {
  const full = new URL(url, location.href).href;
  const input = h("input", { type: "text", readonly: true, value: full, "aria-label": label, onfocus: () => input.select() });
  return h(
    "div",
    { class: "with" },
    input,
    button(t("Share", "Partager"), () => void share(full), { icon: "share", bare: true }),
  );
}

/**
 * Hands a picture to the system's share sheet, or saves it.
 * @param {Blob} blob
 * @param {string} title
 */
export async function sharePicture(blob, title) {
  const file = new File([blob], "dedale.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title, files: [file] });
      return;
    } catch {
      // Dismissed, or not allowed: it is saved.
    }
  }
  download(file.name, blob);
}

/**
 * Saves bytes or text as a file.
 * @param {string} name
 * @param {Blob | string} content
 */
export function download(name, content) {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
