// Links to pass on.

import { ask } from "./api.js";
import { button } from "./controls.js";
import { h, inRow } from "./dom.js";
import { t } from "./i18n.js";
import { busy, dialog, toast } from "./notifications.js";

/** Characters of an address that a camera still reads well, and from how many on the code has to be larger for it. */
const LONGEST = 300;
const LONG = 120;

/**
 * Offers a link, its picture and, where there is one, the system's sheet.
 * @param {string} url
 * @param {object} [options]
 * @param {string} [options.title]
 * @param {() => Promise<Blob>} [options.picture] where the page has a better one than the link's preview
 * @param {number} [options.version] rises as the board changes: the link stays, its picture does not
 * @param {string} [options.note] what whoever opens the link can do
 */
export function share(url, { title = document.title, picture = () => previewOf(url), version, note } = {}) {
  const full = new URL(url, location.href).href;
  const preview = new URL(previewPath(full), location.href);
  preview.searchParams.set("lang", document.documentElement.lang);
  if (version !== undefined) preview.searchParams.set("v", String(version));
  const shown = h("img", {
    class: "share-picture",
    width: 1200,
    height: 630,
    alt: t("The picture of this link", "L’image de ce lien"),
    src: preview.href,
  });
  const link = h("input", { type: "text", readonly: true, value: full, "aria-label": t("Link", "Lien"), onfocus: () => link.select() });
  const sheet = () => navigator.share({ title, url: full }).catch(() => {});
  dialog(t("Share", "Partager"), [
    shown,
    h(
      "div",
      { class: "with" },
      link,
      button(t("Copy the link", "Copier le lien"), () => void copy(full), { icon: "copy", kind: "main" }),
    ),
    note ? h("p", { class: "small quiet" }, note) : null,
    withCode(
      full,
      inRow(
        button(t("Picture", "Image"), (made) => void busy(made, async () => sharePicture(await picture(), title)), { icon: "picture" }),
        "share" in navigator ? button(t("Send…", "Envoyer…"), () => void sheet(), { icon: "share" }) : null,
      ),
    ),
  ]);
}

/**
 * The address of a page of ours as a code for cameras, and what stands beside
 * it. A long address makes a code too fine to be read: it has none.
 * @param {string} url
 * @param {...import("./dom.js").Child} beside
 */
export function withCode(url, ...beside) {
  const { pathname, search } = new URL(url, location.href);
  const length = pathname.length + search.length;
  if (length > LONGEST) return h("div", null, ...beside);
  const name = t("QR code of this link", "QR code de ce lien");
  const told = t("Point a phone’s camera at the code to open it there.", "Visez ce code avec un téléphone : la page s’y ouvre.");
  return h(
    "div",
    { class: "with-code" },
    h("img", { class: ["qr", length > LONG && "fine"], width: 120, height: 120, alt: name, src: `/qr${pathname}${search}` }),
    h("div", { class: "stack tight" }, h("p", { class: "small quiet" }, told), ...beside),
  );
}

/** Where the server draws the picture of a page of ours. @param {string} url */
export function previewPath(url) {
  const { pathname, search } = new URL(url, location.href);
  return `/preview${pathname === "/" ? "/home" : pathname}.png${search}`;
}

/** The picture of a page of ours as the server draws it. @param {string} url */
export async function previewOf(url) {
  return (await ask(previewPath(url))).blob();
}

/**
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied.", "Copié."));
    return true;
  } catch {
    toast(text, { ms: 12000 });
    return false;
  }
}

/**
 * A button that passes a text on. What was copied is told where one looks.
 * @param {string} name
 * @param {() => string} text
 * @param {string} [kind]
 */
export function passOnButton(name, text, kind = "") {
  const made = button(name, () => void passOn(text()).then(told), { icon: "share", kind });
  const words = made.lastChild;
  const told = (/** @type {boolean} */ copied) => {
    if (!copied || !words) return;
    words.textContent = t("Copied", "Copié");
    setTimeout(() => {
      words.textContent = name;
    }, 2500);
  };
  return made;
}

/** Hands a text to a phone's share sheet, or copies it; whether it was copied. @param {string} text */
async function passOn(text) {
  if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches) return copy(text);
  try {
    await navigator.share({ text });
  } catch (error) {
    // Whoever closed the sheet wants nothing.
    if (!(error instanceof DOMException && error.name === "AbortError")) return copy(text);
  }
  return false;
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
