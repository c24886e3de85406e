/** What a screen reader says, politely, when something happened: each thing once, even if the words are the same. */

import { untrack } from "svelte";

/** Milliseconds: long enough to be picked up, and gone before anybody comes across it by reading on. */
const LINGERS = 3000;

export interface Spoken {
  id: number;
  text: string;
}

let spoken = $state.raw<readonly Spoken[]>([]);
let next = 0;

export const announced = {
  get things(): readonly Spoken[] {
    return spoken;
  },
};

export function announce(text: string): void {
  if (!text.trim()) return;
  const thing = { id: next++, text };
  spoken = [...untrack(() => spoken), thing]; // an effect that speaks is not about what was said
  setTimeout(() => (spoken = spoken.filter((each) => each !== thing)), LINGERS);
}
