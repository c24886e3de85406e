/** What the notebook holds: a cell for each deal, card and place. */
import type { Seat } from "../../wire/house";
import type { Cleared } from "../../wire/keyhole";

/** The place behind the door; all others are seats. */
export const CULPRIT = "culprit";

export const cellOf = (deal: number, card: string, place: Seat | string) => `${deal}.${card}.${place}`;

/** Who holds the card that this sight showed. */
export function holderIn(because: Cleared["because"]): Seat | null {
  if (because.type === "Dealt") return because.to;
  return because.type === "CardShown" ? because.by : null;
}
