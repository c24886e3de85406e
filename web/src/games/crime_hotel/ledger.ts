/** The tricks so far: who played which card, who won, and what was done from the bays. */
import { headingsBy, type Headings } from "../../table/frame/chapters";
import type { LedgerRow } from "../../table/ledger";
import type { Sight as Told } from "../../table/table.svelte";
import type { CalledIn, CardPlayed, Department, Guessed, Place, Room, Sight } from "../../wire/crime_hotel";
import type { Seat } from "../../wire/house";

export interface TrickRow extends LedgerRow {
  /** Each card is a room that was searched and found empty. */
  played: readonly { by: Seat; card: Room }[];
  /** null until all have played. */
  winner: Seat | null;
  /** Where a detective was sent, or which department was asked. */
  done: readonly { by: Seat; place?: Place; department?: Department }[];
}

const investigationHead = (number: number): Told => ({ type: "screen.chapter.investigation", number });

/** An investigation, its tricks, and how it ended. */
export const headings: Headings = (story) => {
  let [investigation, number] = [0, 0];
  let [complete, ending] = [true, false];
  return headingsBy(({ type }) => {
    if (type === "InvestigationBegun") {
      [investigation, number, complete, ending] = [investigation + 1, 0, true, false];
      return { sight: investigationHead(investigation) };
    }
    if (type === "Parked") complete = true;
    if (type === "CardPlayed" && complete) {
      complete = false;
      return { sight: { type: "screen.chapter.trick", investigation, number: ++number } };
    }
    if (type !== "LastCardShown" || ending) return null;
    ending = true;
    return { sight: { type: "screen.chapter.end", number: investigation } };
  })(story);
};

export function ledger(story: readonly { type: string }[]): TrickRow[] {
  const rows: TrickRow[] = [];
  let [investigation, number] = [0, 0];
  const change = (known: (row: TrickRow) => Partial<TrickRow>) => {
    const row = rows.pop()!;
    rows.push({ ...row, ...known(row) });
  };
  const play = ({ by, card }: CardPlayed) => {
    const last = number > 0 ? rows.at(-1) : undefined;
    if (last?.winner === null) return change(({ played }) => ({ played: [...played, { by, card }] }));
    const above = ++number === 1 ? { above: investigationHead(investigation) } : {};
    const id = `${investigation}.${number}`;
    rows.push({ id, number, played: [{ by, card }], winner: null, done: [], ...above });
  };
  const act = ({ by, ...what }: Pick<Guessed, "by" | "place"> | Pick<CalledIn, "by" | "department">) =>
    change(({ done }) => ({ done: [...done, { by, ...what }] }));
  for (const sight of story as readonly Sight[]) {
    if (sight.type === "InvestigationBegun") [investigation, number] = [sight.number, 0];
    else if (sight.type === "CardPlayed") play(sight);
    else if (sight.type === "Parked") change(() => ({ winner: sight.bays[0] ?? null }));
    else if (sight.type === "Guessed") act({ by: sight.by, place: sight.place });
    else if (sight.type === "CalledIn") act({ by: sight.by, department: sight.department });
  }
  return rows;
}
