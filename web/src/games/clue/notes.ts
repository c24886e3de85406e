/** What the notebook has worked out, in words. */
import type { Card, Cell, Holder, Notes } from "../../wire/clue";
import { tell, type Part, type Words } from "../../app/words";
import type { Table } from "../../table/table.svelte";
import type { Marks, Seat } from "../../wire/house";

/** A cell of the notebook: a card and who may hold it. */
export const cellOf = (card: Card, holder: Holder) => `${card}.${holder}`;

export const chancesOf = (notes: Notes | undefined): ReadonlyMap<string, number> =>
  new Map(notes?.cells.map(({ card, holder, chance }) => [cellOf(card, holder), chance]));

/** The mark of a cell: printed where it is proved, else the player's own. */
export function markOf(cell: string, marks: Marks["marks"], chances: ReadonlyMap<string, number>): string | undefined {
  const chance = chances.get(cell);
  return chance === 1 ? "✓" : chance === 0 ? "✗" : marks[cell];
}

/** What the notebook says of a card: whether it is in the case file, or who has it. */
export interface CardNote {
  mark: string | undefined;
  holder: Seat | undefined;
}

export function noteOf(card: Card, table: Table, notes: Notes | undefined): CardNote {
  const chances = chancesOf(notes);
  const mark = (holder: Holder) => markOf(cellOf(card, holder), table.marks.marks, chances);
  const holder = table.names.findIndex((_, seat) => seat !== table.you && mark(seat) === "✓");
  return { mark: mark("case"), holder: holder < 0 ? undefined : holder };
}

/** So the card is, or is not, where a cell says: the last sentence of its reasons. */
export function claim({ card, holder, chance }: Cell, words: Words): Part[] {
  const type = `screen.${chance === 1 ? "has" : "hasnot"}${holder === "case" ? ".case" : ""}`;
  return tell({ type, card, holder }, { ...words, seatFields: { [type]: ["holder"] } });
}

/** How to ask for reasons, once there is something to ask about. */
export function hints(notes: Notes | undefined, words: Words): Part[][] {
  const proved = notes?.cells.some(({ chance }) => chance === 0 || chance === 1) ?? false;
  return proved ? [[words.texts["screen.why"] ?? ""]] : [];
}
