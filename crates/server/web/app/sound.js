// Small sounds, off until asked for: a few notes, made on the spot.

import { recall } from "./storage.js";

/** Notes by what happens: pitch in hertz, when, and how long, in seconds. @type {Record<string, [number, number, number][]>} */
const NOTES = {
  move: [[340, 0, 0.07]],
  refused: [[130, 0, 0.14]],
  turn: [
    [660, 0, 0.1],
    [880, 0.09, 0.14],
  ],
  won: [
    [523, 0, 0.14],
    [659, 0.11, 0.14],
    [784, 0.22, 0.32],
  ],
  lost: [
    [392, 0, 0.18],
    [311, 0.16, 0.34],
  ],
};

/** @type {AudioContext | undefined} */
let context;

/** Plays what happened, if sounds are wanted. @param {keyof typeof NOTES & string} what */
export function sound(what) {
  if (!recall("sound", false)) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, after, long] of NOTES[what] ?? []) {
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = "triangle";
    voice.frequency.value = pitch;
    // A soft beginning and end, or it would click.
    volume.gain.setValueAtTime(0.0001, now + after);
    volume.gain.exponentialRampToValueAtTime(0.12, now + after + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + after + long);
    voice.connect(volume).connect(context.destination);
    voice.start(now + after);
    voice.stop(now + after + long + 0.02);
  }
}
