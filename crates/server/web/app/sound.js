// Small sounds, off until asked for, made on the spot: every world has those of
// its material, endings and turns are the same everywhere. All that is a move is
// as loud as any other, and what happens at once is heard one after the other.

import { keep, recall } from "./storage.js";

/**
 * What rings, as its partials: how much higher than the note, how loud and how
 * long beside it. Whatever is not here is noise, as of paper.
 * @type {Record<string, [ratio: number, loud: number, long: number][]>}
 */
const VOICES = {
  water: [[1, 1, 1]],
  wood: [
    [1, 1, 1],
    [2.76, 0.3, 0.35],
    [5.4, 0.1, 0.2],
  ],
  glass: [
    [1, 1, 1],
    [2.32, 0.22, 0.6],
    [4.25, 0.1, 0.4],
  ],
};

/**
 * Sounds by what happened. A note has a voice, its pitch in hertz and where that
 * glides to; when it begins and how long it is, in milliseconds; how loud, in
 * thousandths.
 * @type {Record<string, string>}
 */
const EVERYWHERE = {
  move: "wood 340-330 0 110 135",
  refused: "wood 150-130 0 160 140",
  turn: "glass 660-660 0 240 95, glass 880-880 100 360 95",
  joined: "wood 440-440 0 140 115, wood 587-587 90 220 115",
  won: "glass 523-523 0 300 100, glass 659-659 90 300 100, glass 784-784 180 300 100, glass 1047-1047 270 600 100",
  lost: "wood 392-392 0 320 120, wood 311-305 180 520 120",
};

/** Those of a world. @type {Record<string, Record<string, string>>} */
const WORLDS = {
  // A pen on paper.
  maze: { move: "paper 2000-1500 0 60 470" },
  // Steps on stone.
  race: { move: "paper 900-500 0 60 250, wood 150-100 0 90 165" },
  // Drops of water, hammers; envelopes that open, and coins.
  fish: {
    move: "water 300-620 0 110 155",
    built: "paper 1400-900 0 40 250, wood 210-190 0 120 150, paper 1400-900 140 40 200, wood 210-190 140 140 120",
    sold: "paper 1400-2200 150 110 300, paper 1400-2200 350 110 300, glass 1760-1760 750 160 70, glass 2350-2350 830 320 70",
  },
  // Glass and neon.
  magic: {
    move: "glass 780-790 0 140 130",
    explored: "water 440-880 0 240 125, glass 1320-1320 160 320 75",
    flipped: "paper 2200-800 0 480 210",
    stolen: "glass 988-988 0 160 115, glass 784-784 110 160 115, glass 988-988 220 420 115",
    pointed: "wood 220-220 0 140 140, wood 220-220 160 180 140",
  },
  // Soles on boards, a box that slides, one that sits.
  sokoban: {
    move: "paper 700-450 0 70 850",
    Pushed: "paper 420-260 0 140 600, wood 140-120 0 120 170",
    home: "wood 196-190 0 140 140, glass 784-784 60 300 85",
  },
};

/** The least time between two sounds, in seconds. */
const APART = 0.09;
/** How long a room answers, in seconds. */
const ECHO = 0.3;
/** How late a sound may be and still belong to what is seen. */
const LATE = 0.25;

/** How loud sounds may be, from what one presses first on. @type {readonly [number, ...number[]]} */
const VOLUMES = [0, 1, 0.35];

/** How loud the visitor wants them: nothing, all, or softly. */
export function volume() {
  const kept = Number(recall("sound", 0));
  return VOLUMES.includes(kept) ? kept : 0;
}

/** The next loudness is taken. */
export function turnVolume() {
  keep("sound", VOLUMES[(VOLUMES.indexOf(volume()) + 1) % VOLUMES.length] ?? 0);
}

/** @type {AudioContext | undefined} */
let context;
/** Where sounds go on their way out. @type {GainNode | undefined} */
let out;
/** When the next sound may begin. */
let free = 0;

/** Plays the first of these that sounds here, if sounds are wanted. @param {...string} names of what happened */
export async function sound(...names) {
  const loud = volume();
  if (!loud) return;
  context ??= new AudioContext();
  out ??= inRoom(context);
  out.gain.value = loud;
  const asked = performance.now();
  // A browser may wait for a hand on the page: what happened until then has passed.
  await context.resume();
  const { currentTime } = context;
  const begin = Math.max(currentTime, free);
  if (performance.now() - asked > LATE * 1000 || begin > currentTime + LATE) return;
  free = begin + APART;
  perform(context, notesOf(document.documentElement.dataset.world ?? "", names), begin, out);
}

/** A small room around the sounds: a little of each comes back from its walls. @param {BaseAudioContext} context */
export function inRoom(context) {
  const out = context.createGain();
  out.connect(context.destination);
  const { sampleRate } = context;
  const walls = new AudioBuffer({ length: Math.ceil(sampleRate * ECHO), numberOfChannels: 2, sampleRate });
  for (const side of [0, 1]) {
    const samples = hiss(walls.length, 1 + side * 7_654_321).map((sample, n) => sample * (1 - n / walls.length) ** 3);
    walls.copyToChannel(samples, side);
  }
  const back = new GainNode(context, { gain: 1.6 });
  out
    .connect(new ConvolverNode(context, { buffer: walls }))
    .connect(back)
    .connect(context.destination);
  return out;
}

/** @param {string} world @param {string[]} names */
export function notesOf(world, names) {
  const known = { ...EVERYWHERE, ...WORLDS[world] };
  return known[names.find((name) => known[name]) ?? ""] ?? "";
}

/** @param {BaseAudioContext} context @param {string} notes @param {number} [begin] @param {AudioNode} [into] */
export function perform(context, notes, begin = context.currentTime, into = context.destination) {
  for (const note of notes.split(", ").filter(Boolean)) {
    const [voice = "", pitches = "", ...figures] = note.split(" ");
    const [after = 0, long = 0, loud = 0] = figures.map((figure) => Number(figure) / 1000);
    const [from = 0, to = 0] = pitches.split("-").map(Number);
    for (const [ratio, share, part] of VOICES[voice] ?? [[1, 1, 1]]) {
      const [start, end] = [begin + after, begin + after + long * part];
      const gain = context.createGain();
      // A soft beginning, and an end that has faded away: neither clicks.
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(loud * share, start + 0.006);
      gain.gain.setTargetAtTime(0, start + 0.006, (long * part) / 7);
      gain.connect(into);
      const [source, pitch] = VOICES[voice] ? tone(context, gain) : breath(context, gain);
      pitch.setValueAtTime(from * ratio, start);
      pitch.exponentialRampToValueAtTime(to * ratio, end);
      source.start(start);
      source.stop(end);
    }
  }
}

/** @param {BaseAudioContext} context @param {AudioNode} to @returns {[AudioScheduledSourceNode, AudioParam]} */
function tone(context, to) {
  const source = context.createOscillator();
  source.connect(to);
  return [source, source.frequency];
}

/** Half a second of it, made once. @type {AudioBuffer | undefined} */
let noise;

/** @param {BaseAudioContext} context @param {AudioNode} to @returns {[AudioScheduledSourceNode, AudioParam]} */
function breath(context, to) {
  const { sampleRate } = context;
  if (!noise) {
    noise = new AudioBuffer({ length: sampleRate / 2, sampleRate });
    noise.copyToChannel(hiss(noise.length, 1), 0);
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass" });
  source.connect(filter).connect(to);
  return [source, filter.frequency];
}

/** Noise that is the same every time, so that a step is as loud as the last one. @param {number} length @param {number} seed */
function hiss(length, seed) {
  let dice = seed;
  return Float32Array.from({ length }, () => {
    dice = (dice * 16_807) % 2_147_483_647;
    return dice / 1_073_741_823.5 - 1;
  });
}
