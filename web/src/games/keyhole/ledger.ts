/** The cards shown so far, as this viewer knows them, deal by deal. */
import { headingsBy, type Headings } from "../../table/frame/chapters";
import type { LedgerRow } from "../../table/ledger";
import type { Sight as Told } from "../../table/table.svelte";
import type { Seat } from "../../wire/house";
import type { Card, Sight } from "../../wire/keyhole";

export interface ShowingRow extends LedgerRow {
  deal: number;
  /** Who asked. */
  to: Seat;
  by: Seat;
  /** The card, if this viewer saw it. */
  card: Card | null;
}

const headOf = (number: number): Told => ({ type: "screen.chapter.deal", number });

export const headings: Headings = (story) => {
  let number = 0;
  const begins = ({ type }: { type: string }) => type === "DealBegun" || type === "CulpritHidden";
  return headingsBy((sight) => (begins(sight) ? { sight: headOf(++number) } : null))(story);
};

export function ledger(story: readonly { type: string }[]): ShowingRow[] {
  const rows: ShowingRow[] = [];
  let deal = 0;
  for (const sight of story as readonly Sight[]) {
    if (sight.type === "DealBegun") deal++;
    if (sight.type !== "CardShown" && sight.type !== "SomeCardShown") continue;
    const number = rows.length + 1;
    const { by, to } = sight;
    const above = rows.at(-1)?.deal === deal ? {} : { above: headOf(deal) };
    rows.push({ id: String(number), number, deal, to, by, card: "card" in sight ? sight.card : null, ...above });
  }
  return rows;
}
