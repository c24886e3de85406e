/** What the current page puts into the corner of the header. */
import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);

export const corner = {
  get content(): Snippet | null {
    return content;
  },
};

/** Returns a function that ends it. */
export function fillCorner(snippet: Snippet): () => void {
  content = snippet;
  return () => {
    if (content === snippet) content = null;
  };
}
