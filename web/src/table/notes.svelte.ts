import { untrack } from "svelte";
import type { Table } from "./table.svelte";

/**
 * The last notes for a page of the notebook. They stay visible while newer ones are computed, until the page
 * changes or the player wants less help. What was checked on a page is forgotten with it.
 */
export function lastNotes<Notes>(table: () => Table<unknown, Notes>, page: () => unknown = () => null) {
  let last = $state.raw<{ page: unknown; notes: Notes }>();
  const current = $derived(page());
  $effect.pre(() => {
    void current;
    untrack(() => (table().checked = null));
  });
  $effect.pre(() => {
    const { notes, notesAreFresh } = table();
    if (!notes) last = undefined;
    else if (notesAreFresh) last = { page: current, notes: notes.notes };
  });
  return {
    get current(): Notes | undefined {
      return last?.page === current ? last?.notes : undefined;
    },
  };
}
