// How joined modules find each other: the head of the first file that a page
// runs (`assets/joined.rs` writes the rest). A module is a function here, called
// once, when it is first needed.

/** Which modules are in which file; written by the server. @type {Record<string, string[]>} */
const files = {};

/** What makes each module that has come. @type {Record<string, () => any>} */
export const modules = {};

/** @type {Map<string, any>} */
const made = new Map();

/** What a module exports. @param {string} path */
export function need(path) {
  if (!made.has(path)) made.set(path, modules[path]?.());
  return made.get(path);
}

/** What `import(name)` means in a module. @param {string} from @param {string} name */
export async function load(from, name) {
  const path = new URL(name, `file:///${from}`).pathname.slice(1);
  if (!modules[path]) {
    const [file] = Object.entries(files).find(([, paths]) => paths.includes(path)) ?? [];
    if (!file) throw new TypeError(`there is no module ${path}`);
    await import(`./${file}.js`);
  }
  return need(path);
}
