/** Nine seats must be told apart by everybody: simulated colour blindness after Machado et al. (2009). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Triple = readonly [number, number, number];

const SIGHT: Record<string, readonly Triple[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** In CIELAB; about 2 can just be told apart side by side, this is told apart across a table. */
const APART = 16;

const colours = [...readFileSync("src/style/light.css", "utf-8").matchAll(/--seat: #(\w{6});/g)].map((found) =>
  linear(found[1]!),
);

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}

function times(matrix: readonly Triple[], [x, y, z]: Triple): Triple {
  const [a, b, c] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * x + row[1] * y + row[2] * z)));
  return [a!, b!, c!];
}

function lab(colour: Triple): Triple {
  const [x, y, z] = times(
    [
      [0.4339, 0.3762, 0.1899],
      [0.2126, 0.7152, 0.0722],
      [0.0178, 0.1098, 0.8724],
    ],
    colour,
  );
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

describe("seat colours", () => {
  test("are nine", () => expect(colours).toHaveLength(9));

  test.each(Object.keys(SIGHT))("are kept apart by an eye with %s sight", (kind) => {
    const seen = colours.map((colour) => lab(times(SIGHT[kind]!, colour)));
    const distances = seen.flatMap((one, i) =>
      seen.slice(i + 1).map((other) => Math.hypot(...one.map((v, k) => v - other[k]!))),
    );
    expect(Math.min(...distances)).toBeGreaterThan(APART);
  });
});
