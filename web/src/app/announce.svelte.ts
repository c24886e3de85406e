/** Announcements for screen readers (aria-live): each once, even if the text is the same as before. */

import { untrack } from "svelte";

/** Long enough for a screen reader to pick it up; removed before it is found by reading on. */
const SHOWN_MS = 3000;

export interface Announcement {
  id: number;
  text: string;
}

let current = $state.raw<readonly Announcement[]>([]);
let next = 0;

export const announced = {
  get current(): readonly Announcement[] {
    return current;
  },
};

export function announce(text: string): void {
  if (!text.trim()) return;
  const announcement = { id: next++, text };
  current = [...untrack(() => current), announcement]; // no dependency of the announcing effect
  setTimeout(() => (current = current.filter((each) => each !== announcement)), SHOWN_MS);
}
