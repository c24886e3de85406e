/** The suggestions so far, as this viewer knows them, and the turns they were made in. */
import { headingsBy, type Headings } from "../../table/frame/chapters";
import type { LedgerRow } from "../../table/ledger";
import type { Card, Room, Sight, Suspect, Weapon } from "../../wire/clue";
import type { Seat } from "../../wire/house";

export interface SuggestionRow extends LedgerRow {
  /** The turn of the game, counted from 1. */
  turn: number;
  by: Seat;
  cards: readonly [Suspect, Weapon, Room];
  passed: readonly Seat[];
  /** Who showed a card, or is about to. */
  shown: Seat | null;
  /** The card, if this viewer saw it. */
  card: Card | null;
}

export const headings: Headings = (story) => {
  let number = 0;
  return headingsBy(({ type, by }) =>
    type === "TurnBegun" ? { sight: { type: "screen.chapter.turn", number: ++number, by }, replaces: true } : null,
  )(story);
};

export function ledger(story: readonly { type: string }[]): SuggestionRow[] {
  const rows: SuggestionRow[] = [];
  let turn = 0;
  const change = (known: Partial<SuggestionRow>) => rows.push({ ...rows.pop()!, ...known });
  for (const sight of story as readonly Sight[]) {
    if (sight.type === "TurnBegun") turn++;
    else if (sight.type === "Suggested") {
      const { by, suspect, weapon, room } = sight;
      const number = rows.length + 1;
      const cards = [suspect, weapon, room] as const;
      rows.push({ id: String(number), number, turn, by, cards, passed: [], shown: null, card: null });
    } else if (sight.type === "Passed") change({ passed: [...rows.at(-1)!.passed, sight.by] });
    else if (sight.type === "MustShow" || sight.type === "SomeCardShown") change({ shown: sight.by });
    else if (sight.type === "CardShown") change({ shown: sight.by, card: sight.card });
  }
  return rows;
}
