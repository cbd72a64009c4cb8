// Small sounds, off until asked for, made on the spot: every world has those of
// its material, endings and turns are the same everywhere.

import { recall } from "./storage.js";

/**
 * Sounds by what happened. A note is a tone or a breath of noise, its pitch in
 * hertz and where that glides to; when it begins and how long it is, in
 * milliseconds; how loud, in thousandths.
 * @type {Record<string, string>}
 */
const EVERYWHERE = {
  move: "triangle 340-320 0 70 100",
  refused: "triangle 130-110 0 140 120",
  turn: "triangle 660-660 0 100 100, triangle 880-880 90 140 100",
  won: "triangle 523-523 0 160 100, triangle 659-659 110 160 100, triangle 784-784 220 360 120",
  lost: "triangle 392-392 0 180 100, triangle 311-300 160 340 100",
};

/** Those of a world. @type {Record<string, Record<string, string>>} */
const WORLDS = {
  // A pen on paper.
  maze: { move: "noise 3200-2400 0 50 100" },
  // Steps on stone.
  race: { move: "noise 900-500 0 60 140, triangle 150-90 0 70 120" },
  // Drops of water, hammers, coins.
  fish: {
    move: "sine 300-620 0 90 120",
    built: "noise 1400-900 0 40 200, triangle 210-170 0 90 120, noise 1400-900 120 40 160, triangle 210-170 120 90 100",
    sold: "sine 1760-1760 0 90 70, sine 2350-2350 70 220 70",
  },
  // Glass and neon.
  magic: {
    move: "sine 780-800 0 90 90, sine 1560-1600 0 50 40",
    explored: "sine 440-880 0 220 90, sine 1320-1320 160 200 50",
    flipped: "noise 4000-1200 0 450 120",
    stolen: "sine 988-988 0 100 90, sine 784-784 100 100 90, sine 988-988 200 240 90",
    pointed: "triangle 220-220 0 90 140, triangle 220-220 140 120 140",
  },
  // Soles on boards, a box that slides, one that sits.
  sokoban: {
    move: "noise 700-450 0 60 300",
    Pushed: "noise 420-260 0 130 300, triangle 120-95 0 100 100",
    home: "triangle 196-180 0 80 160, sine 784-784 50 200 70",
  },
};

/** @type {AudioContext | undefined} */
let context;

/** Plays the first of these that sounds here, if sounds are wanted. @param {...string} names of what happened */
export function sound(...names) {
  if (!recall("sound", false)) return;
  context ??= new AudioContext();
  perform(context, notesOf(document.documentElement.dataset.world ?? "", names));
}

/** @param {string} world @param {string[]} names */
export function notesOf(world, names) {
  const known = { ...EVERYWHERE, ...WORLDS[world] };
  return known[names.find((name) => known[name]) ?? ""] ?? "";
}

/** @param {BaseAudioContext} context @param {string} notes */
export function perform(context, notes) {
  const now = context.currentTime;
  for (const note of notes.split(", ").filter(Boolean)) {
    const [voice = "", pitches = "", ...figures] = note.split(" ");
    const [after = 0, long = 0, loud = 0] = figures.map((figure) => Number(figure) / 1000);
    const [from = 0, to = 0] = pitches.split("-").map(Number);
    const [begin, end] = [now + after, now + after + long];
    const volume = context.createGain();
    // A soft beginning and end, or it would click.
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(loud, begin + Math.min(0.012, long / 4));
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    volume.connect(context.destination);
    const [source, pitch] = voice === "noise" ? breath(context, volume) : tone(context, volume, /** @type {OscillatorType} */ (voice));
    pitch.setValueAtTime(from, begin);
    pitch.exponentialRampToValueAtTime(to, end);
    source.start(begin);
    source.stop(end + 0.02);
  }
}

/** @param {BaseAudioContext} context @param {AudioNode} to @param {OscillatorType} type @returns {[AudioScheduledSourceNode, AudioParam]} */
function tone(context, to, type) {
  const source = context.createOscillator();
  source.type = type;
  source.connect(to);
  return [source, source.frequency];
}

/** @param {BaseAudioContext} context @param {AudioNode} to @returns {[AudioScheduledSourceNode, AudioParam]} */
function breath(context, to) {
  const rate = context.sampleRate;
  const source = context.createBufferSource();
  source.buffer = context.createBuffer(1, rate / 2, rate);
  source.buffer.copyToChannel(
    Float32Array.from({ length: rate / 2 }, () => Math.random() * 2 - 1),
    0,
  );
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  source.connect(filter).connect(to);
  return [source, filter.frequency];
}
