/** What the page at hand puts into the corner of the header. */
import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);

export const corner = {
  get content(): Snippet | null {
    return content;
  },
};

/** Until the answer is called. */
export function fillCorner(snippet: Snippet): () => void {
  content = snippet;
  return () => {
    if (content === snippet) content = null;
  };
}
