// The pages to learn from. A topic is a line here and a module beside it that
// exports `mount(main)`.

/**
 * @typedef {{ name: string, world: string, title: string, line: string }} Topic
 */

/** @type {Topic[]} */
export const topics = [];
