import { describe, expect, test } from "vitest";
import {
  column,
  fadedAt,
  FRAMES_PER_SECOND,
  heightOf,
  knocks,
  RATE,
  spectrogram,
  STEP,
  transform,
} from "../src/games/arosa/spectrogram";

const tone = (hertz: number, loudness = 1, seconds = 0.5): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => loudness * Math.sin((2 * Math.PI * hertz * i) / RATE));

const loudest = (frame: Float32Array): number => frame.indexOf(Math.max(...frame));
const middle = <T>(all: readonly T[]): T => all[all.length >> 1]!;

describe("Fourier's transform", () => {
  test("of an impulse is equal at every pitch", () => {
    const [real, imaginary] = [new Float64Array(8), new Float64Array(8)];
    real[0] = 1;
    transform(real, imaginary);
    expect([...real]).toEqual(Array(8).fill(1));
    expect([...imaginary].every((part) => part === 0)).toBe(true);
  });

  test("is what its definition says", () => {
    const values = [3, -1, 4, 1, -5, 9, 2, -6];
    const [real, imaginary] = [Float64Array.from(values), new Float64Array(8)];
    transform(real, imaginary);
    for (let pitch = 0; pitch < 8; pitch++) {
      const angle = (i: number) => (-2 * Math.PI * pitch * i) / 8;
      expect(real[pitch]).toBeCloseTo(values.reduce((sum, value, i) => sum + value * Math.cos(angle(i)), 0));
      expect(imaginary[pitch]).toBeCloseTo(values.reduce((sum, value, i) => sum + value * Math.sin(angle(i)), 0));
    }
  });
});

describe("a spectrogram", () => {
  test.each([500, 1500, 6000])("of a tone is loudest at its pitch: %i Hz", (hertz) => {
    const frame = middle(spectrogram(tone(hertz)));
    expect(Math.abs(loudest(frame) * STEP - hertz)).toBeLessThanOrEqual(STEP / 2);
    expect(Math.max(...frame)).toBeGreaterThan(0.8);
    expect(frame[Math.round((2 * hertz) / STEP)] ?? 0).toBeLessThan(0.01);
  });

  test("is half as great for a sound half as loud", () => {
    const [loud, soft] = [1, 0.5].map((loudness) => Math.max(...middle(spectrogram(tone(1500, loudness)))));
    expect(soft! / loud!).toBeCloseTo(0.5, 3);
  });

  test("of an impulse has every pitch at one moment, and silence elsewhere", () => {
    const samples = new Float32Array(RATE);
    samples[RATE / 4] = 1;
    const sums = spectrogram(samples).map((frame) => frame.reduce((sum, part) => sum + part, 0));
    expect(sums.indexOf(Math.max(...sums))).toBe(FRAMES_PER_SECOND / 4);
    expect(sums[0]).toBe(0);
    expect(sums.at(-1)).toBe(0);
    const frame = spectrogram(samples)[FRAMES_PER_SECOND / 4]!;
    expect(Math.min(...frame)).toBeCloseTo(Math.max(...frame), 6);
  });

  test("covers the whole sound", () => {
    expect(spectrogram(new Float32Array(52_800))).toHaveLength(440);
  });
});

describe("knocks", () => {
  /** Waves that die down, beginning at these seconds, in some hiss. */
  const sound = (times: readonly number[], hiss = 0): Float32Array => {
    let seed = 1;
    const noise = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
    return Float32Array.from({ length: 2 * RATE }, (_, i) => {
      const since = times.map((time) => i / RATE - time).filter((each) => each >= 0);
      const waves = since.map((each) => 0.4 * Math.exp(-each / 0.015) * Math.sin(2 * Math.PI * 500 * each));
      return hiss * noise() + waves.reduce((sum, wave) => sum + wave, 0);
    });
  };

  test.each([0, 0.02, 0.06])("are found where they begin, whatever the hiss: %d", (hiss) => {
    const times = [0.12, 0.2, 0.45, 0.85];
    const found = knocks(spectrogram(sound(times, hiss)));
    expect(found).toHaveLength(times.length);
    found.forEach((time, i) => expect(Math.abs(time - times[i]!)).toBeLessThan(0.02));
  });

  test("are none in silence", () => expect(knocks(spectrogram(sound([])))).toEqual([]));

  test.each([0, 0.02, 0.06])("have faded a moment after the last one, whatever the hiss: %d", (hiss) => {
    const faded = fadedAt(sound([0.12, 0.2, 0.45, 0.85], hiss));
    expect(faded).toBeGreaterThan(0.88);
    expect(faded).toBeLessThan(1);
    expect(fadedAt(sound([]))).toBe(0);
  });
});

describe("a column of the picture", () => {
  test("is lightest at the height of its pitch", () => {
    const lights = column(middle(spectrogram(tone(1500, 0.05))), 128);
    expect((loudest(lights) + 0.5) / 128).toBeCloseTo(heightOf(1500), 1.5);
  });

  test("gives every octave the same height", () => {
    expect(heightOf(100)).toBe(0);
    expect(heightOf(8000)).toBe(1);
    expect(heightOf(800) - heightOf(400)).toBeCloseTo(heightOf(6400) - heightOf(3200));
  });

  test("is black where nothing sounds, and darker for a softer sound", () => {
    expect(Math.max(...column(middle(spectrogram(new Float32Array(RATE))), 32))).toBe(0);
    const [loud, soft] = [0.05, 0.01].map((loudness) =>
      Math.max(...column(middle(spectrogram(tone(1500, loudness))), 128)),
    );
    expect(soft).toBeLessThan(loud!);
    expect(soft).toBeGreaterThan(0);
  });
});
