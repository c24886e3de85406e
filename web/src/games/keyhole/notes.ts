/** What the notebook holds: a cell for each deal, card and place. */
import type { Seat } from "../../wire/house";
import { Card, type Cleared, type Notes } from "../../wire/keyhole";

/** The place behind the door; all others are seats. */
export const CULPRIT = "culprit";

export const cellOf = (deal: number, card: string, place: Seat | string) => `${deal}.${card}.${place}`;

/** What the notebook prints by itself: a card that was seen is in that hand and nowhere else, and is all it holds. */
export function printedIn(notes: Notes | undefined, deal: number, seats: number): Record<string, string> {
  const holders = new Map(notes?.cleared.map(({ card, because }) => [card, holderIn(because)]));
  const known = [...holders.values()];
  const cells = Card.flatMap((card) =>
    [...Array(seats).keys(), CULPRIT]
      .filter((place) => holders.has(card) || known.includes(place as Seat))
      .map((place) => [cellOf(deal, card, place), holders.get(card) === place ? "✓" : "✗"] as const),
  );
  return Object.fromEntries(cells);
}

/** Who holds the card that this sight showed. */
function holderIn(because: Cleared["because"]): Seat | null {
  if (because.type === "Dealt") return because.to;
  return because.type === "CardShown" ? because.by : null;
}
