/** Local storage. It may be forbidden: then nothing is stored, and nothing breaks. */

export function recall(key: string): string | null {
  return attempt(() => localStorage.getItem(key));
}

export function remember(key: string, value: string): void {
  attempt(() => localStorage.setItem(key, value));
}

/**
 * Removes what is stored about tables: the seat, what was read, heard and opened, whether notes are taken, and
 * contributions to the deal.
 */
export function forgetTables(): void {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  keys.filter((key) => /^(seat|read|notes|heard|talk|muted|seal|box|card):|^guide\.holds$/.test(key)).forEach(forget);
}

export function forget(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

/** Null if storage is forbidden or full. */
function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}
