/** What a notebook of falls holds: one's own marks by cell, and what it has written by itself, in words. */
import type { Table } from "../../table/table.svelte";
import type { Colour, Notes, Storey } from "../../wire/arosa";
import type { Part } from "../../app/words";
import { inWords } from "./story";

/** How a fall sounded: roughly, or a storey by its number. The table is the ground floor. */
export const QUICK_MARKS = ["high", "middle", "deep", "table"] as const;
export const FALL_MARKS: readonly string[] = [...QUICK_MARKS, "7", "6", "5", "4", "3", "2", "1"];

export const fallCell = (number: number) => `fall-${number}`;
export const cellOf = (storey: Storey | string, colour: Colour | string) => `${storey}.${colour}`;

/** The last look into each storey, and how much has fallen since. */
export function remarks(notes: Notes | undefined, table: Table): Part[][] {
  return notes?.storeys.map((note) => inWords({ ...note }, table)) ?? [];
}

/** By the number of the fall: how likely its cube lies on each storey. */
export function chancesOf(notes: Notes | undefined): ReadonlyMap<number, readonly number[]> {
  return new Map(notes?.falls.map(({ number, storeys }) => [number, storeys]) ?? []);
}
