/** Rematch: all players of a table move to a new one, and their pages follow. */
import { api } from "../../net/api";
import { navigate } from "../../app/router.svelte";
import type { Table } from "../table.svelte";

/** Tables where this page asked for the rematch: it needs no notice. */
const asking = new Set<string>();

export function isAsking(table: Table): boolean {
  return asking.has(table.id);
}

/** The address of the next table; a shared screen stays one. */
export function addressOf(table: Table, next: string): string {
  return `/${table.screen ? "screen" : "t"}/${next}`;
}

export async function askForRematch(table: Table): Promise<void> {
  asking.add(table.id);
  try {
    navigate(addressOf(table, (await api.rematch(table.id)).id));
  } finally {
    asking.delete(table.id);
  }
}
