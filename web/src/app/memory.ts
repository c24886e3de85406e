/** What this browser remembers. Storage may be forbidden: then it forgets, and nothing breaks. */

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
    // Forgotten when the page closes.
  }
}

/** What there is about tables: where one sat, how far one had read, heard, listened and looked, whether notes
 * were taken, and what one gave to their luck. */
export function forgetTables(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => /^(seat|read|notes|heard|talk|muted|seal|box):/.test(key))
      .forEach(forget);
  } catch {
    // There is nothing to forget.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There is nothing to forget.
  }
}
