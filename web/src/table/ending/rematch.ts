/** Once more: everybody at a table plays on at another one, and their pages go there. */
import { api } from "../../net/api";
import { go } from "../../app/router.svelte";
import type { Table } from "../table.svelte";

/** Tables where this page asked itself: it need not be told. */
const asking = new Set<string>();

export function isAsking(table: Table): boolean {
  return asking.has(table.id);
}

/** A shared screen stays one. */
export function addressOf(table: Table, next: string): string {
  return `/${table.screen ? "screen" : "t"}/${next}`;
}

export async function askForRematch(table: Table): Promise<void> {
  asking.add(table.id);
  try {
    go(addressOf(table, (await api.rematch(table.id)).id));
  } finally {
    asking.delete(table.id);
  }
}
