/** The notebook of a game on cardboard, as a browser keeps it: who sits there, and what happened. */
import type { Book, Edition, Entry } from "../wire/clue";

/** Notebooks of old name no edition. */
export type Kept = Omit<Book, "why" | "best_question" | "edition"> & { edition?: Edition };
export type Seating = Omit<Kept, "entries">;

/** With what it was before each of the last changes, the oldest first. */
export interface Saved {
  kept: Kept;
  past: readonly Kept[];
}

export const SEATS = [3, 4, 5, 6] as const;
export const DEALT = 18;
export const ENVELOPE = "envelope";
export const MOST_ENTRIES = 200;
const REMEMBERED = 20;

export function changed({ kept, past }: Saved, next: Kept): Saved {
  return { kept: next, past: [...past, kept].slice(-REMEMBERED) };
}

export function undone({ kept, past }: Saved): Saved {
  return { kept: past.at(-1) ?? kept, past: past.slice(0, -1) };
}

/** The same entries at a table set up anew; `origins` says which player each one was before. */
export function reseated(kept: Kept, seating: Seating, origins: readonly (string | null)[]): Kept {
  const names = new Map(origins.flatMap((was, i) => (was === null ? [] : [[was, seating.players[i] ?? was] as const])));
  return { ...seating, entries: kept.entries.map((entry) => renamed(entry, (name) => names.get(name) ?? name)) };
}

function renamed(entry: Entry, name: (was: string) => string): Entry {
  switch (entry.type) {
    case "Suggestion":
      return { ...entry, by: name(entry.by), shown_by: entry.shown_by === null ? null : name(entry.shown_by) };
    case "Accusation":
      return { ...entry, by: name(entry.by) };
    case "Sighting":
      return { ...entry, holder: name(entry.holder) };
  }
}

/** The others, in the order in which they are asked. */
export function askedAfter(players: readonly string[], by: string): string[] {
  const seat = players.indexOf(by);
  return [...players.slice(seat + 1), ...players.slice(0, seat)];
}

/** Who is likely to speak next: the turn goes round. */
export function nextSpeaker({ players, entries }: Kept): string {
  const last = entries.flatMap((entry) => (entry.type === "Sighting" ? [] : entry.by)).at(-1);
  const next = last === undefined ? players[0] : askedAfter(players, last)[0];
  return next ?? "";
}

/** Parses what was saved or exported; null if it is no notebook. The server checks it more strictly. */
export function savedIn(text: string | null): Saved | null {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (isKept(found)) return { kept: found, past: [] };
    return isSaved(found) ? found : null;
  } catch {
    return null;
  }
}

function isSaved(value: unknown): value is Saved {
  const saved = value as Partial<Saved> | null;
  return isKept(saved?.kept) && Array.isArray(saved.past) && saved.past.every(isKept);
}

function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Kept> | null;
  const named = Array.isArray(kept?.players) && kept.players.every((name) => typeof name === "string");
  return named && Array.isArray(kept.entries);
}
