/** What a table says aloud: each thing that happened once, and what can be done now whenever that changes. */

/** So many lines at a time: after a deal or an absence the story has the rest. */
const FEW = 4;

export class Crier {
  #told: number | null = null;
  #now = "";

  /** What is new in the story and in the line below it, in words. */
  news(story: readonly string[], now: string): string {
    const fresh = this.#told === null ? story.slice(-1) : story.slice(this.#told);
    const asked = now === this.#now ? [] : [now];
    this.#told = story.length;
    this.#now = now;
    return [...fresh.slice(-FEW), ...asked].join(" ");
  }
}
