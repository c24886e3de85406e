/** What the story tells a screen. */
import type { Seat } from "../../wire/house";

interface Told {
  type: string;
  [field: string]: unknown;
}

/** The box this seat has opened itself. */
export function isOwnVisit(sight: Told, you: Seat | null): boolean {
  return sight.type === "VisitMade" && sight.by === you;
}

/** From memory, the story does not repeat what one saw in this round. */
export function toldOf<T extends Told>(story: readonly T[], you: Seat | null, fromMemory: boolean): readonly T[] {
  if (!fromMemory) return story;
  const begun = story.map(({ type }) => type).lastIndexOf("RoundBegun");
  return story.filter((sight, i) => i < begun || !isOwnVisit(sight, you));
}
