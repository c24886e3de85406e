/** What the notebook has worked out, in words. */
import type { Notes, RailView } from "../../wire/cinq_dernieres_minutes";
import type { Seat } from "../../wire/house";
import { tell, type Part, type Words } from "../../app/words";
import { reasoned } from "../../table/reasons";
import { roundOf } from "./villa";

/** The last column: who took the ring. All others are rooms. */
export const THIEF = "thief";

/** A cell of the notebook: a page for each round. */
export const cellOf = (open: RailView, seat: Seat | string, column: string) => `${roundOf(open)}.${seat}.${column}`;

/** Each proof: the sentences it rests on, and what they prove. */
export function proofs(notes: Notes | undefined, words: Words): Part[][] {
  return notes?.proved.map(({ because, ...claim }) => reasoned(because, tell({ ...claim }, words), words)) ?? [];
}
