/** The notebook for a game on cardboard: stored in this browser, computed by the server, which stores nothing. */
import { api, Refusal } from "../net/api";
import { forget, recall, remember } from "../app/memory";
import type { Book, Entry, Reading } from "../wire/clue";
import { changed, reseated, savedIn, undone, type Kept, type Saved, type Seating } from "./kept";

const KEY = "notebook.clue";

export class RealTable {
  #saved = $state.raw<Saved | null>(savedIn(recall(KEY)));
  /** The server's last deductions. */
  reading = $state.raw<Reading | null>(null);
  /** Why the server refused the notebook. */
  refusal = $state.raw<Refusal | null>(null);
  #questions = 0;

  constructor() {
    if (this.#saved) void this.read();
  }

  get kept(): Kept | null {
    return this.#saved?.kept ?? null;
  }

  get undoable(): boolean {
    return (this.#saved?.past.length ?? 0) > 0;
  }

  sitDown(seating: Seating, origins: readonly (string | null)[]): void {
    if (this.#saved) this.#change(reseated(this.#saved.kept, seating, origins));
    else this.#save({ kept: { ...seating, entries: [] }, past: [] });
  }

  write(entry: Entry): void {
    this.#rewrite((entries) => [...entries, entry]);
  }

  /** Entries are counted from 1. */
  replace(number: number, entry: Entry): void {
    this.#rewrite((entries) => entries.map((old, i) => (i === number - 1 ? entry : old)));
  }

  strike(number: number): void {
    this.#rewrite((entries) => entries.filter((_, i) => i !== number - 1));
  }

  undo(): void {
    if (this.#saved) this.#save(undone(this.#saved));
  }

  /** Replaces this notebook by one from a file, if the server accepts it; else throws a Refusal. */
  async adopt(text: string): Promise<void> {
    const found = savedIn(text);
    if (!found) throw new Refusal("SHELL-NO-NOTEBOOK", "");
    await this.ask({}, found.kept);
    if (this.#saved) this.#change(found.kept);
    else this.#save({ kept: found.kept, past: [] });
  }

  startAnew(): void {
    this.#saved = this.reading = this.refusal = null;
    forget(KEY);
  }

  /** Asks the server about the stored entries. */
  async ask(question: Partial<Pick<Book, "why" | "best_question">>, kept = this.kept): Promise<Reading> {
    if (!kept) throw new Refusal("SHELL-NO-NOTEBOOK", "");
    const { players, hand_sizes, me, my_cards, entries, edition = "house" } = kept;
    const seating = { players, hand_sizes, me, my_cards, edition };
    const book: Book = { ...seating, entries, why: null, best_question: null, ...question };
    return api.aid<Reading, Book>("clue", "notebook", book);
  }

  /** A response that arrives after a newer request is ignored. */
  async read(): Promise<void> {
    const question = ++this.#questions;
    const [reading, refusal] = await this.ask({}).then(
      (found) => [found, null] as const,
      (trouble: unknown) => [null, trouble] as const,
    );
    if (question !== this.#questions || !this.#saved) return;
    if (refusal !== null && !(refusal instanceof Refusal)) throw refusal;
    this.refusal = refusal;
    if (reading) this.reading = reading;
  }

  #rewrite(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    const kept = this.kept;
    if (kept) this.#change({ ...kept, entries: change(kept.entries) });
  }

  #change(next: Kept): void {
    if (this.#saved) this.#save(changed(this.#saved, next));
  }

  #save(next: Saved): void {
    this.#saved = next;
    remember(KEY, JSON.stringify(next));
    void this.read();
  }
}
