// Line icons on a 24 by 24 field, drawn for the studio.

import { s } from "./dom.js";

const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5v14M16 5v14",
  next: "M6 6v12l9-6zM18 6v12",
  back: "M18 6v12l-9-6zM6 6v12",
  first: "M19 6v12l-7-6zM12 6v12l-7-6z",
  last: "M5 6v12l7-6zM12 6v12l7-6z",
  share: "M12 15V3.5M8 7l4-3.5L16 7M6 11H5v9.5h14V11h-1",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  close: "M6 6l12 12M18 6L6 18",
  dice: "M4.5 4.5h15v15h-15zM8.5 8.5v.01M15.5 15.5v.01M15.5 8.5v.01M8.5 15.5v.01M12 12v.01",
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-3",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h3",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9V15.5h7v-1.6A6 6 0 0 0 12 3z",
  bot: "M5 9h14v10H5zM12 9V5M12 5v-.01M9.5 13.5v.01M14.5 13.5v.01M2.5 13v3M21.5 13v3",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.700-6 7.500-6s6.700 2 7.500 6",
  people:
    "M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 19.500c.6-3.500 3-5 6.500-5s5.900 1.500 6.500 5M15.500 5.300a3.500 3.500 0 0 1 0 6.400M17.500 14.800c2.400.6 3.700 2.200 4 4.700",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  calendar: "M4 5.500h16v15H4zM4 10h16M8.500 3v4M15.500 3v4M8 14v.01M12 14v.01M16 14v.01M8 17.500v.01M12 17.500v.01",
  open: "M3.500 19V5.500h6l2 2.500h9V19z",
  save: "M12 3.500V15M8 11.500l4 3.500 4-3.500M4.500 17v3.500h15V17",
  edit: "M4.500 19.500l1-4.500L16 4.500l3.500 3.500L9 18.500z",
  flag: "M6 21V4M6 4.500h12l-2.500 4 2.500 4H6",
  walk: "M8 20v.01M8 16v.01M12 16v.01M12 12v.01M16 12v.01M16 8v.01M16 4v.01",
  route: "M5 19.500V9.500h7v5h7V4.500",
  plus: "M12 5v14M5 12h14",
  coarse: "M4 4h16v16H4zM12 4v16M4 12h16",
  dense: "M4 4h16v16H4zM8 4v16M12 4v16M16 4v16M4 8h16M4 12h16M4 16h16",
  minus: "M5 12h14",
  seal: "M3.5 6.5h17v11h-17zM3.5 7l8.5 6 8.5-6M12 15.5a2 2 0 1 0 0 .01",
  picture: "M3.5 5h17v14h-17zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 8.500v.01",
  up: "M12 19V5.500M6.500 11L12 5.500l5.500 5.500",
  right: "M5 12h13.500M13 6.500l5.500 5.500-5.500 5.500",
  down: "M12 5v13.500M6.500 13l5.500 5.500 5.500-5.500",
  left: "M19 12H5.500M11 6.500L5.500 12l5.500 5.500",
  info: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11v5.500M12 7.500v.01",
  turn: "M4 9h9v11H4zM9 5.500h5.500A5 5 0 0 1 19.500 10.500V15M16.500 12.500l3 3 3-3",
  again: "M19.500 5v5h-5M19 10a7.500 7.500 0 1 0 .5 4",
  levels: "M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM13.500 13.500h6v6h-6z",
  flask: "M9 3.500h6M10.500 3.500v6L5 20h14l-5.500-10.500v-6M7.800 15h8.400",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

/** @typedef {keyof typeof PATHS} Icon */

/** An icon; decoration only, the button beside it carries the name. @param {Icon} name */
export function icon(name) {
  return lineIcon(PATHS[name]);
}

/** Lines on a field of 24 by 24, as thick as those of all icons. @param {string} d */
export function lineIcon(d) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    s("path", { d }),
  );
}

/** The mark of the studio, as the bar shows it. */
export function logo() {
  return document.querySelector(".brand .mark")?.cloneNode(true) ?? null;
}

// One shape a seat, so that colour is never the only sign.
const PAWNS = [
  "M16 4a12 12 0 1 0 0 24 12 12 0 0 0 0-24z",
  "M5 5h22v22H5z",
  "M16 3l13.500 24h-27z",
  "M16 2l14 14-14 14L2 16z",
  "M16 2l4.100 9.400 10.200.9-7.700 6.700 2.300 10L16 23.700 7.100 29l2.300-10-7.700-6.700 10.200-.9z",
  "M10 3h12l7 13-7 13H10L3 16z",
  "M11 4h10v7h7v10h-7v7H11v-7H4V11h7z",
  "M16 29C5 21 3 15.500 3 11.500a6.700 6.700 0 0 1 13-2.400 6.700 6.700 0 0 1 13 2.400C29 15.500 27 21 16 29z",
];

/** The shape of a seat as a path inside a 32 by 32 field. @param {number} seat */
export function seatPath(seat) {
  return PAWNS[seat % PAWNS.length] ?? "";
}

/**
 * The pawn of a seat inside a 32 by 32 field: a colour and a shape.
 * @param {number} seat
 */
export function pawnShape(seat) {
  return s("path", { d: seatPath(seat), fill: `var(--player-${(seat % 8) + 1})` });
}

/**
 * The pawn of a seat as a picture of its own.
 * @param {number} seat
 */
export function pawn(seat) {
  return s("svg", { viewBox: "0 0 32 32", class: "pawn", "aria-hidden": "true" }, pawnShape(seat));
}
