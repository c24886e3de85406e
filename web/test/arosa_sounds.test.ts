import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GRACE, HURRIED_GAP, HURRIED_LEAST, LENGTH, LOAD_TIMEOUT, Sounds } from "../src/games/arosa/sounds.svelte";
import { RATE } from "../src/games/arosa/spectrogram";

/** Fake audio: decodes a file to its first byte, and records what is played. */
const played: number[] = [];
const stopped: number[] = [];
const contexts: FakeContext[] = [];
let allowed = true;
/** Seconds that a context takes to start: Firefox needs up to two. */
let delay = 0;

class FakeContext extends EventTarget {
  state = "suspended";
  destination = {};
  constructor(readonly options: { sampleRate: number }) {
    super();
    contexts.push(this);
  }
  async resume(): Promise<void> {
    if (!allowed) return new Promise(() => {});
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay * 1000));
    this.state = "running";
    this.dispatchEvent(new Event("statechange"));
  }
  close(): Promise<void> {
    this.state = "closed";
    return Promise.resolve();
  }
  decodeAudioData(file: ArrayBuffer) {
    return Promise.resolve(new FakeBuffer(new Float32Array(new Uint8Array(file))));
  }
}

/** Like that of Firefox: arrays it gave out are emptied once the buffer is played. */
class FakeBuffer {
  constructor(private samples: Float32Array<ArrayBuffer>) {}
  getChannelData(): Float32Array {
    return this.samples;
  }
  acquire(): void {
    this.samples = structuredClone(this.samples, { transfer: [this.samples.buffer] });
  }
}

class FakeSource {
  constructor(
    readonly context: FakeContext,
    readonly wish: { buffer: FakeBuffer },
  ) {}
  connect(): void {}
  start(): void {
    this.wish.buffer.acquire();
    played.push(this.wish.buffer.getChannelData()[0]!);
  }
  stop(): void {
    stopped.push(this.wish.buffer.getChannelData()[0]!);
  }
}

const file = (content: number) => () => Promise.resolve(new Uint8Array([content]).buffer);
const missing = () => Promise.reject(new Error("404"));
const seconds = (time: number) => vi.advanceTimersByTimeAsync(time * 1000);
const keys = (sounds: Sounds) => sounds.heard.map(({ key }) => key);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("AudioBufferSourceNode", FakeSource);
  played.length = stopped.length = contexts.length = 0;
  allowed = true;
  delay = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("falls", () => {
  test("are played in order, one after another", async () => {
    const sounds = new Sounds();
    for (const number of [1, 2, 3]) sounds.enqueue(`fall-${number}`, file(number));
    await seconds(0);
    expect([sounds.playing, sounds.waiting]).toEqual(["fall-1", 2]);
    await seconds(LENGTH - 0.01);
    expect(played).toEqual([1]);
    await seconds(0.01);
    expect([sounds.playing, sounds.waiting]).toEqual(["fall-2", 1]);
    await seconds(2 * LENGTH);
    expect(sounds.playing).toBeNull();
    expect(played).toEqual([1, 2, 3]);
    expect(sounds.heard.map(({ samples }) => samples?.[0])).toEqual([1, 2, 3]);
  });

  test("of hurried bots begin when the one before has faded, and none is cut", async () => {
    const sounds = new Sounds(
      () => false,
      () => true,
    );
    const knocking = (number: number, until: number) => {
      const samples = new Uint8Array(RATE * LENGTH).fill(number, 0, until * RATE);
      return () => Promise.resolve(samples.buffer);
    };
    sounds.enqueue("fall-1", knocking(1, 1));
    sounds.enqueue("fall-2", knocking(2, 0.1));
    sounds.enqueue("fall-3", knocking(3, 0.5));
    await seconds(1 + HURRIED_GAP - 0.01);
    expect([sounds.playing, sounds.waiting]).toEqual(["fall-1", 2]);
    await seconds(0.02);
    expect([sounds.playing, sounds.waiting]).toEqual(["fall-2", 1]);
    await seconds(HURRIED_LEAST);
    expect([sounds.playing, sounds.waiting]).toEqual(["fall-3", 0]);
    await seconds(LENGTH);
    expect([played, stopped]).toEqual([[1, 2, 3], []]);
  });

  test("go on after one whose download hangs", async () => {
    const sounds = new Sounds();
    sounds.enqueue("hung", () => new Promise(() => {}));
    sounds.enqueue("next", file(2));
    await seconds(LOAD_TIMEOUT);
    expect(sounds.heard.map(({ key, failed }) => [key, failed])).toEqual([
      ["hung", true],
      ["next", false],
    ]);
    expect(played).toEqual([2]);
  });

  test("are played in order, whichever is downloaded first", async () => {
    const sounds = new Sounds();
    sounds.enqueue("slow", () => new Promise((resolve) => setTimeout(() => resolve(new Uint8Array([1]).buffer), 5000)));
    sounds.enqueue("quick", file(2));
    await seconds(4);
    expect([sounds.playing, played]).toEqual([null, []]);
    await seconds(1 + 2 * LENGTH);
    expect(played).toEqual([1, 2]);
  });

  test("are played once, however often they are queued", async () => {
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    sounds.enqueue("fall-1", file(1));
    await seconds(2 * LENGTH);
    sounds.enqueue("fall-1", file(1));
    await seconds(2 * LENGTH);
    expect(played).toEqual([1]);
  });

  test("are played from one context at the rate of the files", async () => {
    const sounds = new Sounds();
    expect(contexts).toHaveLength(0);
    for (const number of [1, 2]) sounds.enqueue(`fall-${number}`, file(number));
    await seconds(2 * LENGTH);
    expect(contexts.map(({ options }) => options.sampleRate)).toEqual([24_000]);
  });

  test("that cannot be downloaded are marked, and the others go on", async () => {
    const sounds = new Sounds();
    sounds.enqueue("lost", missing);
    sounds.enqueue("fall-2", file(2));
    await seconds(0);
    expect(sounds.heard[0]).toEqual({ key: "lost", samples: null, failed: true });
    expect(sounds.playing).toBe("fall-2");
  });
});

describe("what was heard", () => {
  test("is the last sixteen", async () => {
    const sounds = new Sounds();
    for (let number = 1; number <= 18; number++) sounds.enqueue(`fall-${number}`, file(number));
    await seconds(18 * LENGTH);
    expect(keys(sounds)).toEqual(Array.from({ length: 16 }, (_, i) => `fall-${i + 3}`));
  });

  test("can be heard again, after what is queued, and keeps its place", async () => {
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    await seconds(LENGTH);
    sounds.enqueue("fall-2", file(2));
    sounds.enqueue("fall-3", file(3));
    sounds.again("fall-1");
    await seconds(3 * LENGTH);
    expect(played).toEqual([1, 2, 3, 1]);
    expect(keys(sounds)).toEqual(["fall-1", "fall-2", "fall-3"]);
  });

  test("keeps its samples for the picture, though playing empties those of the browser", async () => {
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    await seconds(LENGTH);
    sounds.again("fall-1");
    await seconds(LENGTH);
    expect(played).toEqual([1, 1]);
    expect(sounds.heard[0]?.samples).toEqual(new Float32Array([1]));
  });

  test("does not hold a fall that was not played", async () => {
    const sounds = new Sounds();
    sounds.again("fall-9");
    await seconds(LENGTH);
    expect([sounds.heard, played]).toEqual([[], []]);
  });

  test("is downloaded again if the first download failed", async () => {
    const load = vi.fn<() => Promise<ArrayBuffer>>().mockImplementationOnce(missing).mockImplementation(file(1));
    const sounds = new Sounds();
    sounds.enqueue("fall-1", load);
    await seconds(0);
    sounds.again("fall-1");
    await seconds(LENGTH);
    expect(played).toEqual([1]);
    expect(sounds.heard).toEqual([{ key: "fall-1", samples: new Float32Array([1]), failed: false }]);
  });
});

describe("a browser that forbids sound", () => {
  test("is reported, and falls go on at their pace as pictures", async () => {
    allowed = false;
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    sounds.enqueue("fall-2", file(2));
    await seconds(GRACE);
    expect(sounds.blocked).toBe(true);
    expect(sounds.playing).toBe("fall-1");
    expect(sounds.heard[0]?.samples?.[0]).toBe(1);
    await seconds(LENGTH);
    expect(sounds.playing).toBe("fall-2");
    expect(played).toEqual([]);
  });

  test("allows sound from the next fall on after a click", async () => {
    allowed = false;
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    sounds.enqueue("fall-2", file(2));
    await seconds(GRACE + 1);
    allowed = true;
    await sounds.unblock();
    expect(sounds.blocked).toBe(false);
    expect(played).toEqual([]);
    await seconds(2 * LENGTH);
    expect(played).toEqual([2]);
  });

  test("is not reported while one that allows it is still starting", async () => {
    delay = 2;
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    await seconds(1.9);
    expect([sounds.blocked, sounds.playing, played]).toEqual([false, null, []]);
    await seconds(0.1);
    expect([sounds.blocked, sounds.playing, played]).toEqual([false, "fall-1", [1]]);
  });

  test("is no longer reported once the sound has started, however late", async () => {
    delay = GRACE + 1;
    const sounds = new Sounds();
    sounds.enqueue("fall-1", file(1));
    await seconds(GRACE);
    expect(sounds.blocked).toBe(true);
    await seconds(1);
    expect(sounds.blocked).toBe(false);
  });
});

test("skipping plays the newest fall at once, and the others on request", async () => {
  const sounds = new Sounds();
  for (const number of [1, 2, 3, 4]) sounds.enqueue(`fall-${number}`, file(number));
  await seconds(1);
  sounds.skip();
  await seconds(0);
  expect([sounds.playing, sounds.waiting, stopped]).toEqual(["fall-4", 0, [1]]);
  sounds.enqueue("fall-2", file(2));
  await seconds(2 * LENGTH);
  expect(played).toEqual([1, 4, 2]);
});

test("what is passed over is not played, except on request", async () => {
  const sounds = new Sounds();
  for (const number of [1, 2, 3]) sounds.enqueue(`fall-${number}`, file(number));
  await seconds(1);
  sounds.passOver();
  await seconds(2 * LENGTH);
  expect([played, stopped]).toEqual([[1], []]);
  sounds.enqueue("fall-3", file(3));
  await seconds(LENGTH);
  expect(played).toEqual([1, 3]);
});

test("skipping what has not arrived leaves nothing to wait for", async () => {
  const sounds = new Sounds();
  sounds.enqueue("slow", () => new Promise((resolve) => setTimeout(() => resolve(new Uint8Array([1]).buffer), 500)));
  sounds.enqueue("quick", file(2));
  sounds.skip();
  await seconds(0.5 + LENGTH);
  expect([played, sounds.heard.map(({ samples }) => samples?.[0])]).toEqual([[2], [1, 2]]);
});

test("leaving the page stops the sound", async () => {
  const sounds = new Sounds();
  for (const number of [1, 2, 3]) sounds.enqueue(`fall-${number}`, file(number));
  await seconds(1);
  sounds.quiet();
  await seconds(3 * LENGTH);
  expect([sounds.playing, sounds.waiting, played]).toEqual([null, 0, [1]]);
  expect(contexts[0]?.state).toBe("closed");
});
