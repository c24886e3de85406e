/** This browser's contribution to the randomness of a deal, stored until the game is over. */
import { api, Refusal } from "../net/api";
import { recall, remember } from "../app/memory";
import type { Room, Seat } from "../wire/house";

export interface Kept {
  /** As the server sent it before the start. */
  commitment: string;
  /** What this browser contributed, by seat. */
  given: Readonly<{ [seat: Seat]: string }>;
}

const BYTES = 32;
const keyOf = (table: string): string => `seal:${table}`;
/** Seats whose contribution is being sent. */
const pending = new Set<string>();

export function keptOf(table: string): Kept | null {
  try {
    return JSON.parse(recall(keyOf(table)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** Contributes for every own seat that has not yet. Does nothing after the start. */
export async function contribute(room: Room): Promise<void> {
  if (room.started || !room.commitment) return;
  if (!keptOf(room.id)) save(room.id, { commitment: room.commitment, given: {} });
  if (room.tables > 1) return; // one deal for several tables: only the server's randomness counts
  const silent = room.yours.filter((seat) => !room.contributed.includes(seat) && !pending.has(`${room.id} ${seat}`));
  await Promise.all(silent.map((seat) => send(room.id, seat)));
}

async function send(table: string, seat: Seat): Promise<void> {
  const place = `${table} ${seat}`;
  const value = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  pending.add(place);
  try {
    await api.contribute(table, { seat, value });
    const kept = keptOf(table);
    if (kept) save(table, { ...kept, given: { ...kept.given, [seat]: value } });
  } catch (error) {
    // Another device of this guest was first, or the game has started: no action is needed.
    if (!(error instanceof Refusal)) throw error;
  } finally {
    pending.delete(place);
  }
}

function save(table: string, kept: Kept): void {
  remember(keyOf(table), JSON.stringify(kept));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
