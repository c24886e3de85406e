/** Plays the sounds of falls: those this browser has not played yet, the victims' and the last few, in order. */
import { recall, remember } from "../../app/memory";
import { isQuiet } from "../../screen/phone.svelte";
import type { Table } from "../../table/table.svelte";
import type { CubeHeard } from "../../wire/arosa";
import { VICTIM } from "./hotel";
import { Sounds } from "./sounds.svelte";

/** How many falls are caught up after an absence. */
const FEW = 8;

export class FallPlayback {
  readonly sounds = new Sounds(
    () => isQuiet(this.table),
    () => this.table.speed !== "normal",
  );
  #queued: number;
  #replayed = new Set<string>();

  constructor(readonly table: Table) {
    this.#queued = Number(recall(this.#key) ?? 0);
  }

  get #key(): string {
    return `heard:${this.table.id}`;
  }

  /**
   * Called with all falls whenever there may be new ones. A player who skips hears none of them, except again; nor
   * does anybody once the hotel is open and the result is on the screen.
   */
  listen(falls: readonly CubeHeard[], over = false): void {
    if (over) this.sounds.passOver();
    const wanted = [...falls.slice(0, -FEW).filter(({ colour }) => colour === VICTIM), ...falls.slice(-FEW)];
    const fresh = wanted.filter(({ number }) => number > this.#queued);
    if (this.table.skipping || over) fresh.forEach((fall) => this.keep(fall));
    else fresh.forEach((fall) => this.#enqueue(fall));
    this.#queued = Math.max(this.#queued, falls.at(-1)?.number ?? 0);
  }

  again(fall: CubeHeard): void {
    this.#replayed.add(fall.sound);
    if (this.sounds.heard.some(({ key }) => key === fall.sound)) this.sounds.again(fall.sound);
    else this.#enqueue(fall);
  }

  /** Its cube goes into the chimney now; one that is only heard again fell long ago. */
  isFalling(fall: CubeHeard): boolean {
    return this.sounds.playing === fall.sound && !this.#replayed.has(fall.sound);
  }

  /** Stores that this fall was played: after a reload, playing goes on after it. */
  keep(fall: CubeHeard): void {
    remember(this.#key, String(Math.max(fall.number, Number(recall(this.#key) ?? 0))));
  }

  #enqueue({ sound }: CubeHeard): void {
    this.sounds.enqueue(sound, () => this.table.blob(sound));
  }
}
