/** Local storage. It may be forbidden: then nothing is stored, and nothing breaks. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Lost when the page closes.
  }
}

/**
 * Removes what is stored about tables: the seat, what was read, heard and opened, whether notes are taken, and
 * contributions to the deal.
 */
export function forgetTables(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => /^(seat|read|notes|heard|talk|muted|seal|box):/.test(key))
      .forEach(forget);
  } catch {
    // Nothing is stored.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
}
