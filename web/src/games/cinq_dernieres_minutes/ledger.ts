/** The testimonies so far, round by round; and which were lies, once the truth is told. */
import { headingsBy, type Headings } from "../../table/frame/chapters";
import type { LedgerRow } from "../../table/ledger";
import type { Sight as Told } from "../../table/table.svelte";
import type { Found, Room, RoundBegun, Sight } from "../../wire/cinq_dernieres_minutes";
import type { Seat } from "../../wire/house";

export interface TestimonyRow extends LedgerRow {
  round: number;
  by: Seat;
  room: Room;
  found: Found;
  /** null until the truth is told. */
  honest: boolean | null;
}

const headOf = ({ round, again }: RoundBegun): Told => ({
  type: `screen.chapter.${again ? "again" : "round"}`,
  number: round,
});

export const headings: Headings = headingsBy((sight) =>
  sight.type === "RoundBegun" ? { sight: headOf(sight as unknown as RoundBegun) } : null,
);

export function ledger(story: readonly { type: string }[]): TestimonyRow[] {
  const rows: TestimonyRow[] = [];
  let begun: RoundBegun | null = null;
  /** Where the testimonies of this round begin. */
  let first = 0;
  for (const sight of story as readonly Sight[]) {
    if (sight.type === "RoundBegun") [begun, first] = [sight, rows.length];
    else if (sight.type === "Claimed") {
      const number = rows.length + 1;
      const above = begun && rows.length === first ? { above: headOf(begun) } : {};
      const { by, room, found } = sight;
      rows.push({ id: String(number), number, round: begun?.round ?? 0, by, room, found, honest: null, ...above });
    } else if (sight.type === "TruthRevealed") {
      const isTrue = ({ by, room, found }: TestimonyRow) =>
        sight.visits.some((visit) => visit.by === by && visit.room === room && visit.found === found);
      rows.push(...rows.splice(first).map((row) => ({ ...row, honest: isTrue(row) })));
    }
  }
  return rows;
}
