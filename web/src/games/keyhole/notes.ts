/** What the notebook holds: a cell for each deal, card and place; and why. */
import { tell, type Part, type Words } from "../../app/words";
import { reasonFrom, type Reason } from "../../table/reasons";
import type { Seat } from "../../wire/house";
import { Card, type Cleared, type Notes } from "../../wire/keyhole";
import { ledger } from "./ledger";

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

/** Why each suspect is cleared. */
export function reasons(notes: Notes | undefined, deal: number, story: Story, words: Words): Reason[] {
  return notes?.cleared.map((each) => reasonOf(each, tell({ ...each }, words), deal, story, words)) ?? [];
}

/** Why a cell is printed: its suspect is cleared, or the card of its player was seen. */
export function why(
  cell: string,
  notes: Notes | undefined,
  deal: number,
  story: Story,
  words: Words,
): Reason | undefined {
  const [, card, place] = cell.split(".");
  const cleared = notes?.cleared.find((each) => each.card === card);
  if (cleared) return reasonOf(cleared, tell({ ...cleared }, words), deal, story, words);
  const known = notes?.cleared.find(({ because }) => String(holderIn(because)) === place);
  const only = { type: "screen.so.only", by: Number(place) };
  return known && reasonOf(known, tell(only, { ...words, seatFields: { [only.type]: ["by"] } }), deal, story, words);
}

type Story = readonly { type: string }[];

function reasonOf({ card, because }: Cleared, so: Part[], deal: number, story: Story, words: Words): Reason {
  const holder = holderIn(because);
  const row =
    because.type === "CardShown"
      ? ledger(story).find((each) => each.deal === deal && each.by === because.by && each.card === card)
      : undefined;
  const told = row ? { type: "screen.because", number: row.number, sight: because } : { ...because };
  const places = [CULPRIT, ...(holder === null ? [] : [holder])];
  return reasonFrom(
    [{ row: row?.id, told: tell(told, words) }],
    so,
    places.map((place) => cellOf(deal, card, place)),
  );
}
