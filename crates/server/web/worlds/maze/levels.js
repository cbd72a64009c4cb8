// The mazes to walk. Pictures of links show them too: the server reads the rows
// below, one a line, so that they stand in one place.

/** From a stroll to a search: columns, rows and how a maze is made. @type {readonly (readonly [number, number, string])[]} */
export const LEVELS = [
  [12, 8, "growing-tree"],
  [18, 12, "prim"],
  [24, 15, "backtracker"],
  [36, 22, "wilson"],
  [50, 30, "backtracker"],
  [80, 48, "wilson"],
];
