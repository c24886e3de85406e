import type { Table } from "./table.svelte";

/**
 * The last notes for a page of the notebook. They stay visible while newer ones are computed, until the page
 * changes or the player wants less help.
 */
export function lastNotes<Notes>(table: () => Table<unknown, Notes>, page: () => unknown = () => null) {
  let last = $state.raw<{ page: unknown; notes: Notes }>();
  $effect.pre(() => {
    const { notes, notesAreFresh } = table();
    if (!notes) last = undefined;
    else if (notesAreFresh) last = { page: page(), notes: notes.notes };
  });
  return {
    get current(): Notes | undefined {
      return last?.page === page() ? last?.notes : undefined;
    },
  };
}
