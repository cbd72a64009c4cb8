// Form controls with their labels.

import { h, uid } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/**
 * A label above anything.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {{ note?: string, output?: HTMLElement }} [options]
 */
export function field(label, control, { note, output } = {}) {
  const id = control.id || uid();
  control.id = id;
  const noteEl = note ? h("span", { class: "note", id: `${id}n` }, note) : null;
  if (noteEl) control.setAttribute("aria-describedby", noteEl.id);
  return h("div", { class: "field" }, h("label", { for: id }, label, output), control, noteEl);
}

/**
 * @param {string} label
 * @param {{ value: number, min: number, max: number, step?: number, show?: (n: number) => string, oninput?: (n: number) => void }} options
 */
export function slider(label, { value, min, max, step = 1, show = String, oninput }) {
  const output = h("output", null, show(value));
  const input = h("input", { type: "range", min, max, step, value });
  // The attributes come first, or the browser would clamp the value to 0–100.
  input.value = String(value);
  const told = () => input.setAttribute("aria-valuetext", show(input.valueAsNumber));
  told();
  input.addEventListener("input", () => {
    output.textContent = show(input.valueAsNumber);
    told();
    oninput?.(input.valueAsNumber);
  });
  const el = field(label, input, { output });
  return {
    el,
    input,
    get value() {
      return input.valueAsNumber;
    },
    set value(n) {
      input.value = String(n);
      this.refresh();
    },
    /** What is shown has another meaning. */
    refresh() {
      output.textContent = show(input.valueAsNumber);
      told();
    },
  };
}

/**
 * @param {string} label
 * @param {{ value: number, min?: number, max?: number, step?: number | "any", onchange?: (n: number) => void }} options
 */
export function numberBox(label, { value, min, max, step = 1, onchange }) {
  const input = h("input", { type: "number", min, max, step, inputmode: step === 1 ? "numeric" : "decimal", value: String(value) });
  input.addEventListener("change", () => onchange?.(input.valueAsNumber));
  return { el: field(label, input), input };
}

/**
 * @template {string} V
 * @param {string} label
 * @param {readonly (readonly [V, string])[]} options
 * @param {V} value
 * @param {(value: V) => void} [onchange]
 */
export function choice(label, options, value, onchange) {
  const select = h(
    "select",
    { value },
    options.map(([v, text]) => h("option", { value: v }, text)),
  );
  select.addEventListener("change", () => onchange?.(/** @type {V} */ (select.value)));
  return { el: field(label, select), select };
}

/**
 * One of a few, all in sight.
 * @template {string} V
 * @param {string} label
 * @param {readonly (readonly [V, string])[]} options
 * @param {V} value
 * @param {(value: V) => void} onchange
 */
export function segments(label, options, value, onchange) {
  const name = uid();
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  const el = h(
    "fieldset",
    { class: "segments-set" },
    h("legend", { class: "out" }, label),
    h(
      "div",
      { class: "segments" },
      options.map(([v, text]) => {
        const input = h("input", { type: "radio", name, checked: v === value, onchange: () => onchange(v) });
        inputs.set(v, input);
        return h("label", null, input, h("span", null, text));
      }),
    ),
  );
  return {
    el,
    /** @param {V} v */
    choose(v) {
      const input = inputs.get(v);
      if (input) input.checked = true;
    },
  };
}

/**
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} [onchange]
 */
export function check(label, value, onchange) {
  const input = h("input", { type: "checkbox", checked: value });
  input.addEventListener("change", () => onchange?.(input.checked));
  return { el: h("label", { class: "check" }, input, h("span", null, label)), input };
}

/**
 * A button; with only an icon, the text is its name. One that changes or comes
 * under the pointer when it or its forerunner is pressed takes the second click
 * of a double click for none.
 * @param {string} text
 * @param {(button: HTMLButtonElement) => void} onclick
 * @param {{ icon?: import("./icons.js").Icon, kind?: string, bare?: boolean, key?: string, single?: boolean }} [options]
 */
export function button(text, onclick, { icon: name, kind = "", bare = false, key, single = false } = {}) {
  const title = key ? `${text} (${key})` : bare ? text : null;
  const made = h(
    "button",
    { type: "button", class: `btn ${kind}${bare ? " icon" : ""}`, title, "aria-keyshortcuts": key },
    name ? icon(name) : null,
    bare ? h("span", { class: "out" }, text) : text,
  );
  made.addEventListener("click", (event) => {
    if (!single || event.detail < 2) onclick(made);
  });
  return made;
}

/**
 * Asks for a file when a button clicks it; nobody meets it otherwise.
 * @param {string} name
 * @param {(file: File) => void} take
 * @param {string} [accept]
 */
export function filePicker(name, take, accept) {
  const input = h("input", { type: "file", hidden: true, accept, "aria-label": name });
  input.addEventListener("change", () => {
    const chosen = input.files?.[0];
    if (chosen) take(chosen);
    // The same file again is another choice.
    input.value = "";
  });
  return input;
}

/**
 * What is opened when it is wanted.
 * @param {string} title
 * @param {import("./dom.js").Child[]} inside
 * @param {boolean} [open]
 */
export function fold(title, inside, open = false) {
  return h("details", { class: "fold", open }, h("summary", null, title), h("div", { class: "stack tight" }, ...inside));
}

/**
 * A few numbers with their names.
 * @param {readonly (readonly [string, string | number | HTMLElement])[]} list a value that changes is a `dd` of its own
 */
export function figures(list) {
  return h(
    "dl",
    { class: "figures" },
    list.map(([name, value]) => h("div", null, h("dt", null, name), value instanceof Node ? value : h("dd", null, value))),
  );
}

/** The seed that a link names, if worlds can take it. @param {URLSearchParams} params */
export function seedIn(params) {
  const seed = Number(params.get("seed") || Number.NaN);
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined;
}

/** What is wrong with the seed of a link, in words. @param {URLSearchParams} params @returns {string[]} */
export function wrongSeed(params) {
  const seed = params.get("seed");
  return seed && seedIn(params) === undefined ? [t(`“${seed}” is not a seed`, `« ${seed} » n’est pas une graine`)] : [];
}

/** A seed as the worlds take it, short enough to be read aloud. */
export function freshSeed() {
  return Math.floor(Math.random() * 1_000_000);
}
