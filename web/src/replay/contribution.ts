/** What this browser adds to the luck of a deal, and what it remembers of it until the game is over. */
import { api, Refusal } from "../net/api";
import { recall, remember } from "../app/memory";
import type { Room, Seat } from "../wire/house";

export interface Kept {
  /** As the house told it before the start. */
  commitment: string;
  /** What this browser gave, by seat. */
  given: Readonly<{ [seat: Seat]: string }>;
}

const BYTES = 32;
const keyOf = (table: string): string => `seal:${table}`;
/** Seats whose contribution is on its way. */
const giving = new Set<string>();

export function keptOf(table: string): Kept | null {
  try {
    return JSON.parse(recall(keyOf(table)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** For every seat of ours that has given nothing yet; after the start it is too late. */
export async function contribute(room: Room): Promise<void> {
  if (room.started || !room.commitment) return;
  if (!keptOf(room.id)) keep(room.id, { commitment: room.commitment, given: {} });
  if (room.tables > 1) return; // one deal for several tables: its luck is the house's alone
  const silent = room.yours.filter((seat) => !room.contributed.includes(seat) && !giving.has(`${room.id} ${seat}`));
  await Promise.all(silent.map((seat) => give(room.id, seat)));
}

async function give(table: string, seat: Seat): Promise<void> {
  const place = `${table} ${seat}`;
  const value = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  giving.add(place);
  try {
    await api.contribute(table, { seat, value });
    const kept = keptOf(table);
    if (kept) keep(table, { ...kept, given: { ...kept.given, [seat]: value } });
  } catch (trouble) {
    // Another device of ours was first, or the game begins without us: nobody has to act on it.
    if (!(trouble instanceof Refusal)) throw trouble;
  } finally {
    giving.delete(place);
  }
}

function keep(table: string, kept: Kept): void {
  remember(keyOf(table), JSON.stringify(kept));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
