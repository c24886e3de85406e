/** What the notebook has worked out, in words. */
import { reasonFrom, type Premise, type Reason } from "../../table/reasons";
import { tell, type Words } from "../../app/words";
import type { Notes, Sight } from "../../wire/crime_hotel";
import { cellOf, empties } from "./hotel";
import { ledger, type TrickRow } from "./ledger";

/** Why rooms are empty, those with the same reason together. Cards played are cited by their trick. */
export function reasons(
  notes: Notes | undefined,
  investigation: number,
  story: readonly { type: string }[],
  words: Words,
): Reason[] {
  const rows = ledger(story).filter(({ id }) => id.startsWith(`${investigation}.`));
  return (notes ? empties(notes) : []).map(({ rooms, because }) => {
    const claim = rooms.length === 1 ? { type: "RoomNote", room: rooms[0] } : { type: "screen.empties", rooms };
    return reasonFrom(
      because.map((sight) => premise(sight, rows, words)),
      tell(claim, words),
      rooms.map((room) => cellOf(investigation, room)),
    );
  });
}

function premise(sight: Sight, rows: readonly TrickRow[], words: Words): Premise {
  const row =
    sight.type === "CardPlayed" ? rows.find(({ played }) => played.some(({ card }) => card === sight.card)) : undefined;
  const said = row ? { type: "screen.because", number: row.number, sight } : { ...sight };
  return { row: row?.id, told: tell(said, words) };
}
