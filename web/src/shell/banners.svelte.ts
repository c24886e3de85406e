/** Banners that dialogs show, too: a modal dialog hides those of the page. */
import { untrack, type Snippet } from "svelte";

let up = $state.raw<readonly Snippet[]>([]);

export const banners = {
  get up(): readonly Snippet[] {
    return up;
  },
};

/** Adds a banner. Returns a function that removes it. */
export function raise(banner: Snippet): () => void {
  up = [...untrack(() => up), banner];
  return () => (up = up.filter((each) => each !== banner));
}
