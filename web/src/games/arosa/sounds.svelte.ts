/** Plays falls one after another, with sound or only as a picture. */
import { fadedAt, RATE } from "./spectrogram";

export interface Heard {
  key: string;
  /** The samples of the file; null until it is downloaded. */
  samples: Float32Array | null;
  failed: boolean;
}

interface Fall {
  key: string;
  load: () => Promise<ArrayBuffer>;
  /** The download, running or done; null: not requested. */
  sound: Promise<AudioBuffer | null> | null;
}

/** Seconds: every sound lasts as long as any other. */
export const LENGTH = 2.2;
/** While bots hurry, seconds from where a fall has faded to the next one, and the fewest from one to the next. What
    is heard at an end was heard before: the pace tells nothing more. */
export const HURRIED_GAP = 0.12;
export const HURRIED_LEAST = 0.4;
/** How many falls can be played again: a round of hurried bots may have this many. */
export const REMEMBERED = 16;
/** Seconds within which a browser that allows sound has started it: Firefox takes up to two. */
export const GRACE = 3;
/** Seconds after which a download or its decoding counts as failed: the falls after it are not held up. */
export const LOAD_TIMEOUT = 15;

export class Sounds {
  /** The browser forbids sound until the page is touched. */
  blocked = $state(false);
  /** The key of what is heard now. */
  playing = $state<string | null>(null);
  /** The last falls whose turn has come, the oldest first. */
  heard = $state.raw<readonly Heard[]>([]);
  #queue = $state.raw<readonly Fall[]>([]);
  #falls = new Map<string, Fall>();
  #context: AudioContext | null = null;
  #leaving = new AbortController();
  #busy = false;

  /** `silent`: the shared screen plays the sounds; here they are only shown. `hurried`: the next one does not wait
      until the file of the last one ends, only until its last knock has faded. */
  constructor(
    readonly silent: () => boolean = () => false,
    readonly hurried: () => boolean = () => false,
  ) {}

  /** How many are still to come after what is heard now. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** The same fall twice is played once. */
  enqueue(key: string, load: () => Promise<ArrayBuffer>): void {
    if (this.#falls.has(key)) return;
    const fall = { key, load, sound: null };
    this.#falls.set(key, fall);
    this.#append(fall);
  }

  /** One that was heard, after what is queued; a failed download is tried again. */
  again(key: string): void {
    const fall = this.#falls.get(key);
    const heard = this.heard.find((each) => each.key === key);
    if (!fall || !heard) return;
    if (heard.failed) fall.sound = null;
    this.#append(fall);
  }

  /** The newest at once: what is passed over can be heard again. */
  skip(): void {
    this.#keepLast(1);
    this.#cut();
  }

  /** What has not begun is not played; it can be heard again. */
  passOver(): void {
    this.#keepLast(0);
  }

  /** Call it from a click: browsers allow sound only then. */
  async unblock(): Promise<void> {
    this.blocked = false; // until the browser has had time to start
    this.blocked = !(await this.#isAudible());
  }

  /** Stops playing and clears the queue. */
  quiet(): void {
    this.#queue = [];
    this.#cut();
    void this.#context?.close();
    this.#context = null;
  }

  #keepLast(count: number): void {
    const passed = this.#queue.slice(0, this.#queue.length - count);
    for (const { key } of passed) this.#falls.delete(key);
    this.#queue = this.#queue.slice(passed.length);
  }

  /** What is heard now ends. */
  #cut(): void {
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  #append(fall: Fall): void {
    this.#queue = [...this.#queue, fall];
    if (!this.#busy) void this.#playAll();
  }

  async #playAll(): Promise<void> {
    this.#busy = true;
    for (let fall = this.#next(); fall; fall = this.#next()) await this.#play(fall, this.#leaving.signal);
    this.#busy = false;
  }

  #next(): Fall | undefined {
    const [fall, ...rest] = this.#queue;
    this.#queue = rest;
    return fall;
  }

  async #play(fall: Fall, leaving: AbortSignal): Promise<void> {
    this.#note({ key: fall.key, samples: null, failed: false });
    const [sound, audible] = await Promise.all([this.#soundOf(fall), this.#isAudible()]);
    // A copy: once the sound is played, the browser may empty the array it gave out.
    const samples = sound?.getChannelData(0).slice() ?? null;
    this.#note({ key: fall.key, samples, failed: sound === null });
    if (leaving.aborted) return;
    this.blocked = !audible && !this.silent();
    if (sound && samples) await this.#letHear(fall.key, sound, samples, leaving);
  }

  /** The next one is fetched meanwhile. */
  async #letHear(key: string, sound: AudioBuffer, samples: Float32Array, leaving: AbortSignal): Promise<void> {
    const [next] = this.#queue;
    if (next) void this.#soundOf(next);
    this.playing = key;
    const source = this.blocked || this.silent() ? null : this.#start(sound);
    await pause(this.hurried() ? hurriedTime(samples) : LENGTH, leaving);
    if (leaving.aborted) source?.stop();
    this.playing = null;
  }

  #start(sound: AudioBuffer): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.#audio(), { buffer: sound });
    source.connect(this.#audio().destination);
    source.start();
    return source;
  }

  /** A fall heard again keeps its place. */
  #note(heard: Heard): void {
    const known = this.heard.find(({ key }) => key === heard.key);
    if (!known) this.#remember(heard);
    else if (!known.samples) this.heard = this.heard.map((each) => (each === known ? heard : each));
  }

  #remember(heard: Heard): void {
    const all = [...this.heard, heard];
    this.heard = all.slice(-REMEMBERED);
    for (const { key } of all.slice(0, -REMEMBERED)) this.#falls.delete(key);
  }

  #soundOf(fall: Fall): Promise<AudioBuffer | null> {
    const load = async () => this.#audio().decodeAudioData(await fall.load());
    fall.sound ??= Promise.race([load().catch(() => null), pause(LOAD_TIMEOUT).then(() => null)]);
    return fall.sound;
  }

  /** Where sound is forbidden, resuming waits for a touch that may never come. */
  async #isAudible(): Promise<boolean> {
    try {
      const context = this.#audio();
      if (context.state !== "running" && !this.blocked) await Promise.race([context.resume(), pause(GRACE)]);
      return context.state === "running";
    } catch {
      return false;
    }
  }

  /** At the rate of the files, so that nothing is made over. */
  #audio(): AudioContext {
    this.#context ??= this.#newAudio();
    return this.#context;
  }

  #newAudio(): AudioContext {
    const context = new AudioContext({ sampleRate: RATE });
    context.addEventListener("statechange", () => {
      if (context.state === "running") this.blocked = false;
    });
    return context;
  }
}

function hurriedTime(samples: Float32Array): number {
  return Math.max(HURRIED_LEAST, fadedAt(samples) + HURRIED_GAP);
}

function pause(seconds: number, cut?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    cut?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
