/** Which falls this browser plays: those it has not played yet, the last few of them, in their order. */
import { recall, remember } from "../../app/memory";
import { isQuiet } from "../../screen/around.svelte";
import type { Table } from "../../table/table.svelte";
import type { CubeHeard } from "../../wire/arosa";
import { Sounds } from "./sounds.svelte";

/** So many can be heard again, and so many are caught up with. */
export const FEW = 8;

export class Ears {
  readonly sounds = new Sounds(() => isQuiet(this.table));
  #queued: number;
  #replayed = new Set<string>();

  constructor(readonly table: Table) {
    this.#queued = Number(recall(this.#key) ?? 0);
  }

  get #key(): string {
    return `heard:${this.table.id}`;
  }

  /** Called with all falls whenever there may be new ones. */
  listen(falls: readonly CubeHeard[]): void {
    for (const fall of falls.slice(-FEW)) if (fall.number > this.#queued) this.#enqueue(fall);
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

  /** Whoever comes back to this page goes on after this fall. */
  keep(fall: CubeHeard): void {
    remember(this.#key, String(Math.max(fall.number, Number(recall(this.#key) ?? 0))));
  }

  #enqueue({ sound }: CubeHeard): void {
    this.sounds.enqueue(sound, () => this.table.blob(sound));
  }
}
