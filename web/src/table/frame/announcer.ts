/** What a screen reader announces at a table: each event once, and what can be done now whenever that changes. */

/** Lines announced at a time: after a deal or an absence, the story has the rest. */
const MAX_LINES = 4;

export class Announcer {
  #announced: number | null = null;
  #now = "";

  /** What is new in the story and in the line below it. */
  news(story: readonly string[], now: string): string {
    const fresh = this.#announced === null ? story.slice(-1) : story.slice(this.#announced);
    const asked = now === this.#now ? [] : [now];
    this.#announced = story.length;
    this.#now = now;
    return [...fresh.slice(-MAX_LINES), ...asked].join(" ");
  }
}
