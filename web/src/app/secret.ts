/**
 * Takes the secret out of the page's fragment. No browser sends a fragment to a server; taken out, it is not in the
 * address bar, the history or a bookmark either. Empty if there is none.
 */
export function takeSecret(): string {
  const written = location.hash.slice(1);
  if (written) history.replaceState(null, "", location.pathname);
  try {
    return decodeURIComponent(written);
  } catch {
    return written; // the server refuses it
  }
}
