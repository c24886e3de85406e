/** What the notebook has worked out, in words. */
import type { Notes, Proved, RailView, Sight } from "../../wire/cinq_dernieres_minutes";
import type { Seat } from "../../wire/house";
import { tell, type Words } from "../../app/words";
import { reasonFrom, type Premise, type Reason } from "../../table/reasons";
import { ledger, type TestimonyRow } from "./ledger";
import { roundOf } from "./villa";

type Story = readonly { type: string }[];

/** The last column: who took the ring. All others are rooms. */
export const THIEF = "thief";

/** A cell of the notebook: a page for each round. */
export const cellOf = (open: RailView, seat: Seat | string, column: string) => `${roundOf(open)}.${seat}.${column}`;

/** Each proof: the sentences it rests on, and what they prove. */
export function reasons(notes: Notes | undefined, open: RailView, story: Story, words: Words): Reason[] {
  const rows = ledger(story);
  return notes?.proved.map((proved) => reasonOf(proved, rows, open, words)) ?? [];
}

/** Why the notebook says whether this seat is the thief: its own card. */
export function ownReason(seat: Seat, open: RailView, story: Story, words: Words): Reason | undefined {
  const cards = (story as readonly Sight[]).filter(({ type }) => type === "SuspectCard" || type === "ThiefCard");
  const card = cards.at(-1);
  if (!card) return undefined;
  const type = card.type === "ThiefCard" ? "Convicted" : "Cleared";
  return reasonOf({ type, seat, because: [card] }, [], open, words);
}

function reasonOf(proved: Proved, rows: readonly TestimonyRow[], open: RailView, words: Words): Reason {
  const { because, ...claim } = proved;
  const visited = because.flatMap((sight) =>
    sight.type === "Claimed" || sight.type === "VisitMade" ? [cellOf(open, sight.by, sight.room)] : [],
  );
  const named = "seat" in claim ? [cellOf(open, claim.seat, THIEF)] : [];
  const premises = because.map((sight) => premise(sight, rows, words));
  return reasonFrom(premises, tell({ ...claim }, words), [...named, ...visited]);
}

/** A testimony is cited by its number. */
function premise(sight: Sight, rows: readonly TestimonyRow[], words: Words): Premise {
  const isIt = ({ by, room, found }: TestimonyRow) =>
    sight.type === "Claimed" && by === sight.by && room === sight.room && found === sight.found;
  const row = rows.filter(isIt).at(-1);
  const said = row ? { type: "screen.because", number: row.number, sight } : { ...sight };
  return { row: row?.id, told: tell(said, words) };
}
