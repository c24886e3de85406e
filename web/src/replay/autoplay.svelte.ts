/** Plays a recording by itself, one move after the other, at one of three speeds. */
import { recall, remember } from "../app/memory";
import type { BotSpeed } from "../wire/house";

export const SPEEDS = ["slow", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds from one move to the next. */
const PAUSES: Readonly<Record<Speed, number>> = { slow: 4000, normal: 2000, fast: 800 };
const STORED = "replay.speed";

/** What it plays. */
interface Played {
  readonly step: number;
  readonly last: number;
  pace: BotSpeed;
  show(step: number): void;
}

export class Autoplay {
  playing = $state(false);
  #speed = $state<Speed>(SPEEDS.find((each) => each === recall(STORED)) ?? "normal");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly played: () => Played | null) {}

  get speed(): Speed {
    return this.#speed;
  }

  /** Remembered for the next replay. */
  set speed(speed: Speed) {
    this.#speed = speed;
    remember(STORED, speed);
    if (this.playing) this.#wait();
  }

  /** The next speed; after the fastest, the slowest. */
  hurry(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
  }

  /** From the end, it begins again. */
  toggle(): void {
    const played = this.played();
    if (this.playing || !played) return this.pause();
    if (played.step === played.last) played.show(0);
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#goOn(), PAUSES[this.speed]);
  }

  #goOn(): void {
    const played = this.played();
    if (!played) return this.pause();
    played.pace = this.speed === "fast" ? "fast" : "normal";
    played.show(played.step + 1);
    if (played.step === played.last) this.pause();
    else this.#wait();
  }
}
