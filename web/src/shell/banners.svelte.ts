/** The banners that a dialog shows too: it hides the page they stand on, and silences it. */
import { untrack, type Snippet } from "svelte";

let up = $state.raw<readonly Snippet[]>([]);

export const banners = {
  get up(): readonly Snippet[] {
    return up;
  },
};

/** Put one up; what comes back takes it down. */
export function raise(banner: Snippet): () => void {
  up = [...untrack(() => up), banner];
  return () => (up = up.filter((each) => each !== banner));
}
