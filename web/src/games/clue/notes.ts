/** What the notebook has worked out, in words. */
import type { Card, Cell, Fact, Holder, Notes } from "../../wire/clue";
import { tell, type Part, type Words } from "../../app/words";
import { reasonFrom, type Premise, type Reason } from "../../table/reasons";
import type { Table } from "../../table/table.svelte";
import type { Marks, Seat } from "../../wire/house";
import { ledger, type SuggestionRow } from "./ledger";
import { cardName } from "./names";

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

/** Why a card is, or is not, where a cell says. */
export function reasonOf(cell: Cell, facts: readonly Fact[], table: Table): Reason {
  const because = cell.because.map((index) => facts[index]!);
  const rows = ledger(table.story);
  const premises = because.map((fact) => premise(fact, rows, table.words));
  const cells = [cellOf(cell.card, cell.holder), ...because.flatMap(cellsOf)];
  return { ...reasonFrom(premises, claim(cell, table.words), cells), title: cardName(cell.card, table.texts) };
}

/** A fact that a suggestion told cites its number. */
function premise(fact: Fact, rows: readonly SuggestionRow[], words: Words): Premise {
  const row = "question" in fact ? rows.find(({ turn }) => turn === fact.turn) : undefined;
  if (!row) return { told: tell({ ...fact }, words) };
  const type = `screen.because.${fact.type}`;
  const said = { ...fact, type, number: row.number, cards: row.cards };
  const seats = { ...words, seatFields: { [type]: ["by"] } };
  return { row: row.id, told: tell(said, seats, fact.type === "ShowedOne" ? "disjunction" : "conjunction") };
}

/** The cells of the notebook that a fact is about. */
function cellsOf(fact: Fact): string[] {
  const three = ({ suspect, weapon, room }: { suspect: Card; weapon: Card; room: Card }) => [suspect, weapon, room];
  switch (fact.type) {
    case "HandHeld":
      return fact.cards.map((card) => cellOf(card, fact.by));
    case "SizeKnown":
      return [];
    case "PassedOn":
    case "ShowedOne":
      return three(fact.question).map((card) => cellOf(card, fact.by));
    case "ShowedCard":
      return [cellOf(fact.card, fact.by)];
    case "AccusedWrongly":
      return three(fact.accusation).map((card) => cellOf(card, "case"));
    case "CaseRead":
    case "CaseOpened":
      return three(fact).map((card) => cellOf(card, "case"));
  }
}

/** How to ask for reasons, once there is something to ask about. */
export function hints(notes: Notes | undefined, words: Words): Part[][] {
  const proved = notes?.cells.some(({ chance }) => chance === 0 || chance === 1) ?? false;
  return proved ? [[words.texts["screen.why"] ?? ""]] : [];
}
