/** The picture of a sound: how loud every pitch is at every moment, worked out from the samples that are played. */

export const RATE = 24_000;
/** Samples seen at once, under a bell: a power of two. */
const WINDOW = 1024;
/** Samples from one frame to the next: five thousandths of a second. */
const HOP = 120;

const BELL = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW));
/** A wave as loud as can be has this magnitude. */
const FULL = WINDOW / 4;

/** Hertz from one magnitude of a frame to the next. */
export const STEP = RATE / WINDOW;
export const FRAMES_PER_SECOND = RATE / HOP;
/** Hertz at the lower and the upper edge of the picture. */
export const LOWEST = 100;
export const HIGHEST = 8000;
/** Decibels below full loudness that are black, and white: the same for every sound. */
const BLACK = -70;
const WHITE = -16;
/** Power up to this multiple of the median is hiss. */
const HISS = 1.5;
/** Samples whose power is taken together to tell where a sound ends: a hundredth of a second. */
const BLOCK = 240;
/** A block with less than this multiple of the median power is hiss; what has less than this power is not heard. */
const FADED = 1.7;
const INAUDIBLE = 1e-7;
/** The share of the greatest power from which a knock is heard. */
const FAINT = 0.003;
/** By how much the logarithm of the power rises at a knock, within so many frames. */
const STEEP = 0.6;
const RISING = 4;

/** For each moment the magnitudes from 0 Hz up, 1 being as loud as can be; a frame is centred on its moment. */
export function spectrogram(samples: Float32Array): Float32Array[] {
  const count = Math.ceil(samples.length / HOP);
  return Array.from({ length: count }, (_, i) => magnitudes(samples, i * HOP - WINDOW / 2));
}

/** How light a frame is at each of so many heights, 0 to 1, the lowest pitch first; octaves are equally high. */
export function column(frame: Float32Array, heights: number): Float32Array {
  return Float32Array.from({ length: heights }, (_, i) => lightOf(at(frame, pitchAt((i + 0.5) / heights) / STEP)));
}

/** Seconds until the last knock has faded into the hiss, which fills more than half of every sound. */
export function fadedAt(samples: Float32Array): number {
  const blocks = Array.from({ length: Math.floor(samples.length / BLOCK) }, (_, i) =>
    samples.subarray(i * BLOCK, (i + 1) * BLOCK),
  );
  const power = blocks.map((block) => block.reduce((sum, each) => sum + each ** 2, 0) / BLOCK);
  const hiss = [...power].sort((a, b) => a - b)[power.length >> 1] ?? 0;
  const last = power.map((each) => each > FADED * hiss + INAUDIBLE).lastIndexOf(true);
  return ((last + 1) * BLOCK) / RATE;
}

/** Seconds at which something knocks: the loudness rises steeply above the hiss. */
export function knocks(frames: readonly Float32Array[]): number[] {
  const power = frames.map(loudnessOf);
  const hiss = [...power].sort((a, b) => a - b)[power.length >> 1] ?? 0;
  const heard = power.map((each) => Math.max(0, each - HISS * hiss));
  const faint = FAINT * Math.max(...heard) + 1e-9;
  const level = heard.map((each) => Math.log(each + faint));
  const rise = level.map((each, i) => each - (level[i - RISING] ?? level[0]!));
  const steep = (i: number) => rise[i]! > STEEP && rise[i]! >= (rise[i - 1] ?? 0) && rise[i]! > (rise[i + 1] ?? 0);
  return frames.flatMap((_, i) => (steep(i) ? [(i - RISING / 2) / FRAMES_PER_SECOND] : []));
}

function loudnessOf(frame: Float32Array): number {
  return frame
    .subarray(Math.round(LOWEST / STEP), Math.round(HIGHEST / STEP))
    .reduce((sum, each) => sum + each ** 2, 0);
}

/** Which part of the picture's height lies below a pitch. */
export function heightOf(hertz: number): number {
  return Math.log(hertz / LOWEST) / Math.log(HIGHEST / LOWEST);
}

function pitchAt(height: number): number {
  return LOWEST * (HIGHEST / LOWEST) ** height;
}

function lightOf(magnitude: number): number {
  const decibels = 20 * Math.log10(magnitude + 1e-9);
  return Math.min(1, Math.max(0, (decibels - BLACK) / (WHITE - BLACK)));
}

function at(frame: Float32Array, place: number): number {
  const below = Math.floor(place);
  const [low, high] = [frame[below] ?? 0, frame[below + 1] ?? 0];
  return low + (high - low) * (place - below);
}

function magnitudes(samples: Float32Array, from: number): Float32Array {
  const real = BELL.map((weight, i) => weight * (samples[from + i] ?? 0));
  const imaginary = new Float64Array(WINDOW);
  transform(real, imaginary);
  return Float32Array.from({ length: WINDOW / 2 }, (_, i) => Math.hypot(real[i]!, imaginary[i]!) / FULL);
}

/** Fourier's transform in place (Cooley and Tukey, radix 2). */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  reverse(real, imaginary);
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const [cos, sin] = [Math.cos((-Math.PI * k) / half), Math.sin((-Math.PI * k) / half)];
      for (let i = k; i < size; i += 2 * half) butterfly(real, imaginary, i, i + half, cos, sin);
    }
  }
}

function butterfly(real: Float64Array, imaginary: Float64Array, i: number, j: number, cos: number, sin: number): void {
  const x = real[j]! * cos - imaginary[j]! * sin;
  const y = real[j]! * sin + imaginary[j]! * cos;
  real[j] = real[i]! - x;
  imaginary[j] = imaginary[i]! - y;
  real[i]! += x;
  imaginary[i]! += y;
}

/** Every value goes to the place whose number is its own read backwards, bit by bit. */
function reverse(...parts: readonly Float64Array[]): void {
  const size = parts[0]?.length ?? 0;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) for (const part of parts) [part[i], part[j]] = [part[j]!, part[i]!];
  }
}
