// Small sounds, off until asked for, made on the spot: every world has those of
// its material, endings and turns are the same everywhere.

import { recall } from "./storage.js";

/**
 * A tone or a breath of noise: its pitch in hertz and where it glides to; when
 * it begins and how long it is, in seconds; how loud.
 * @typedef {[voice: "sine" | "triangle" | "noise", from: number, to: number, after: number, long: number, loud: number]} Note
 */

/** @type {Record<string, Note[]>} */
const EVERYWHERE = {
  move: [["triangle", 340, 320, 0, 0.07, 0.1]],
  refused: [["triangle", 130, 110, 0, 0.14, 0.12]],
  turn: [
    ["triangle", 660, 660, 0, 0.1, 0.1],
    ["triangle", 880, 880, 0.09, 0.14, 0.1],
  ],
  won: [
    ["triangle", 523, 523, 0, 0.16, 0.1],
    ["triangle", 659, 659, 0.11, 0.16, 0.1],
    ["triangle", 784, 784, 0.22, 0.36, 0.12],
  ],
  lost: [
    ["triangle", 392, 392, 0, 0.18, 0.1],
    ["triangle", 311, 300, 0.16, 0.34, 0.1],
  ],
};

/** By world, and by the name of what happened. @type {Record<string, Record<string, Note[]>>} */
const WORLDS = {
  // A pen on paper.
  maze: { move: [["noise", 3200, 2400, 0, 0.05, 0.1]] },
  // Steps on stone.
  race: {
    move: [
      ["noise", 900, 500, 0, 0.06, 0.14],
      ["triangle", 150, 90, 0, 0.07, 0.12],
    ],
  },
  // Drops of water, hammers, coins.
  fish: {
    move: [["sine", 300, 620, 0, 0.09, 0.12]],
    built: [
      ["noise", 1400, 900, 0, 0.04, 0.2],
      ["triangle", 210, 170, 0, 0.09, 0.12],
      ["noise", 1400, 900, 0.12, 0.04, 0.16],
      ["triangle", 210, 170, 0.12, 0.09, 0.1],
    ],
    sold: [
      ["sine", 1760, 1760, 0, 0.09, 0.07],
      ["sine", 2350, 2350, 0.07, 0.22, 0.07],
    ],
  },
  // Glass and neon.
  magic: {
    move: [
      ["sine", 780, 800, 0, 0.09, 0.09],
      ["sine", 1560, 1600, 0, 0.05, 0.04],
    ],
    explored: [
      ["sine", 440, 880, 0, 0.22, 0.09],
      ["sine", 1320, 1320, 0.16, 0.2, 0.05],
    ],
    flipped: [["noise", 4000, 1200, 0, 0.45, 0.12]],
    stolen: [
      ["sine", 988, 988, 0, 0.1, 0.09],
      ["sine", 784, 784, 0.1, 0.1, 0.09],
      ["sine", 988, 988, 0.2, 0.24, 0.09],
    ],
    pointed: [
      ["triangle", 220, 220, 0, 0.09, 0.14],
      ["triangle", 220, 220, 0.14, 0.12, 0.14],
    ],
  },
  // Soles on boards, a box that slides, one that sits.
  sokoban: {
    move: [["noise", 700, 450, 0, 0.06, 0.3]],
    Pushed: [
      ["noise", 420, 260, 0, 0.13, 0.3],
      ["triangle", 120, 95, 0, 0.1, 0.1],
    ],
    home: [
      ["triangle", 196, 180, 0, 0.08, 0.16],
      ["sine", 784, 784, 0.05, 0.2, 0.07],
    ],
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
  return known[names.find((name) => known[name]) ?? ""] ?? [];
}

/** @param {BaseAudioContext} context @param {Note[]} notes */
export function perform(context, notes) {
  const now = context.currentTime;
  for (const [voice, from, to, after, long, loud] of notes) {
    const [begin, end] = [now + after, now + after + long];
    const volume = context.createGain();
    // A soft beginning and end, or it would click.
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(loud, begin + Math.min(0.012, long / 4));
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    volume.connect(context.destination);
    const [source, pitch] = voice === "noise" ? breath(context, volume) : tone(context, volume, voice);
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
